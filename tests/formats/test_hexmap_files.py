"""Hex maps as bytes: read by another hand, written by another hand, damaged in every way."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landwright.errors import FieldError, FileWarning, FormatError, LandwrightError, SettingError
from landwright.hexmap import (
    ATTRIBUTES,
    HexMap,
    Layout,
    cell_table,
    cells_from_csv,
    cells_from_json,
    cells_from_table,
    cells_to_csv,
    cells_to_json,
    load_cells,
    save_cells,
)
from landwright.testing import hexmaps, random_hexmap


@given(hexmaps(max_side=8))
@settings(max_examples=40, deadline=None)
def test_every_form_gives_the_same_map_back(land: HexMap) -> None:
    assert load_cells(save_cells(land)) == land
    assert save_cells(load_cells(save_cells(land))) == save_cells(land)
    assert cells_from_csv(cells_to_csv(land), land.layout) == land
    assert cells_from_table(cell_table(land), land.layout) == land
    assert cells_from_json(json.loads(json.dumps(cells_to_json(land)))) == land


def test_our_bytes_are_where_the_page_says() -> None:
    land = random_hexmap(3, 7, 4)
    data = save_cells(land)
    magic, version, flags, columns, rows, layout, cells = struct.unpack("<8sHHIIIQ", data[:32])
    assert (magic, version, flags, columns, rows) == (b"LWHEXMAP", 1, 0, 7, 4)
    assert Layout.from_json(json.loads(data[32 : 32 + layout])) == land.layout
    body = zlib.decompress(data[32 + layout : 32 + layout + cells])
    at = 0
    for name, kind in zip(ATTRIBUTES, ["<i2", "<i2", *["u1"] * 7, "i1", "u1", "u1"], strict=False):
        kind = {"river_in": "u1", "river_out": "i1"}.get(name, kind)
        values = np.frombuffer(body, kind, 28, at).reshape(4, 7)
        at += values.nbytes
        assert np.array_equal(values, getattr(land, name)), name
    assert at == len(body)
    assert data[-32:] == hashlib.sha256(data[:-32]).digest()
    assert len(data) == 32 + layout + cells + 32


def test_damage_gives_one_sentence() -> None:
    data = save_cells(random_hexmap(1, 10, 10))
    for cut in (0, 3, 9, 31, 60, len(data) // 2, len(data) - 1):
        with pytest.raises(FormatError, match=r"(ends after|its header says|no hex map|cut off)"):
            load_cells(data[:cut])
    for at in (40, len(data) // 2, len(data) - 5):
        with pytest.raises(FormatError, match="checksum"):
            load_cells(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    with pytest.raises(FormatError, match=r"version 2, this Landwright reads up to 1\. Read it with a newer one"):
        load_cells(data[:8] + b"\2" + data[9:])
    with pytest.raises(FormatError, match="this is no hex map: it begins with"):
        load_cells(b"\x89PNG\r\n\x1a\n" + bytes(100))


def sealed(**changes) -> bytes:
    """Make a file with a right checksum around wrong content."""
    land = HexMap.empty(3, 2)
    parts = {
        "columns": 3,
        "rows": 2,
        "layout": json.dumps(land.layout.to_json()).encode(),
        "cells": zlib.compress(bytes(sum(a.nbytes for a in land.arrays().values()))),
        **changes,
    }
    sizes = len(parts["layout"]), len(parts["cells"])
    head = struct.pack("<8sHHIIIQ", b"LWHEXMAP", 1, 0, parts["columns"], parts["rows"], *sizes)
    body = head + parts["layout"] + parts["cells"]
    return body + hashlib.sha256(body).digest()


def test_well_sealed_nonsense_gives_one_sentence_too() -> None:
    cases = [
        (sealed(layout=b"{"), "layout cannot be read"),
        (sealed(layout=b"[" * 100_000), "layout cannot be read"),
        (sealed(layout=b'{"columns": 0}'), "layout cannot be read"),
        (sealed(columns=4), "header says 4 x 2 cells, the layout 3 x 2"),
        (sealed(cells=b"nonsense"), "cannot be unpacked"),
        (sealed(cells=zlib.compress(bytes(7))), "another number of bytes"),
        (sealed(cells=zlib.compress(bytes(10_000_000))), "another number of bytes"),
        (sealed(cells=zlib.compress(b"\xff" * 84)), "holds what no map can"),
    ]
    for data, text in cases:
        with pytest.raises(FormatError, match=text) as refused:
            load_cells(data)
        assert "\n" not in str(refused.value)


@given(st.binary(max_size=300), st.integers(0, 5))
@settings(max_examples=150, deadline=None)
def test_random_bytes_never_surprise(data: bytes, header: int) -> None:
    for start in (b"", b"LWHEXMAP", struct.pack("<i", header), struct.pack("<iii", header, 5, 5)):
        try:
            load_cells(start + data)
        except LandwrightError as error:
            assert "\n" not in str(error)  # noqa: PT017 - any refusal will do, if it is one sentence


def original(header: int, land: HexMap, units: int = 0) -> bytes:
    """Write a save file of the original cell by cell, as a program of its own would."""
    out = io.BytesIO()
    out.write(struct.pack("<i", header))
    if header >= 1:
        out.write(struct.pack("<ii", land.columns, land.rows))
    if header >= 5:
        out.write(struct.pack("<?", land.layout.wrap))
    for row in range(land.rows):
        for column in range(land.columns):
            cell = {name: int(array[row, column]) for name, array in land.arrays().items()}
            into = next((128 + d for d in range(6) if cell["river_in"] >> d & 1), 0)
            away = cell["river_out"] + 128 if cell["river_out"] >= 0 else 0
            levels = [cell["elevation"] + (127 if header >= 4 else 0), cell["water_level"]]
            values = [
                cell["terrain"],
                *levels,
                cell["urban"],
                cell["farm"],
                cell["plant"],
                cell["special"],
                cell["walled"],
            ]
            values += [into, away, cell["roads"]]
            if header >= 3:
                values.append(cell["explored"])
            out.write(bytes(values))
    if header >= 2:
        out.write(struct.pack("<i", units))
        for unit in range(units):
            out.write(struct.pack("<iif", unit, 0, 90.0))
    return out.getvalue()


@pytest.mark.parametrize("header", range(6))
def test_save_files_of_the_original(header: int) -> None:
    layout = Layout(columns=20, rows=15, wrap=header >= 5)
    land = random_hexmap(header, layout=layout)
    if header < 3:
        land = land.replace(explored=0)
    if header >= 4:
        land = land.replace(elevation=np.maximum(land.elevation, 1) - 1)
        land = HexMap.empty(layout=layout).replace(elevation=land.elevation - 3, terrain=land.terrain)
    assert save_cells(land, header=header) == original(header, land)
    assert load_cells(original(header, land)) == land
    if header >= 2:
        with pytest.warns(FileWarning, match="holds 2 units"):
            assert load_cells(original(header, land, units=2)) == land


def test_a_save_file_of_the_original_that_cannot_hold_a_map_is_refused() -> None:
    cases = [
        (HexMap.empty(25, 15), 0, "holds 20 x 15 cells only"),
        (HexMap.empty(7, 5), 5, "needs multiples of 5"),
        (HexMap.empty(5, 5).replace(elevation=-1), 3, "Take header 4 or 5 for levels below 0"),
        (HexMap.empty(5, 5).replace(elevation=200), 5, "elevation from -127 to 128, the map has 200 to 200"),
        (HexMap.empty(5, 5).replace(water_level=-1), 5, "water_level from 0 to 255"),
        (HexMap.empty(layout=Layout(columns=5, rows=5, wrap=True)), 4, "cannot say that the map wraps"),
    ]
    for land, header, text in cases:
        with pytest.raises(FormatError, match=text):
            save_cells(land, header=header)
    layout = Layout(columns=10, rows=10, confluences=True)
    with pytest.raises(FormatError, match="confluences"):
        save_cells(random_hexmap(2, layout=layout, rivers=1.0), header=5)
    with pytest.raises(SettingError, match="header must be from 0 to 5, got 6"):
        save_cells(HexMap.empty(), header=6)


def test_a_damaged_save_file_of_the_original_is_refused() -> None:
    data = original(5, HexMap.empty(5, 5))
    with pytest.raises(FormatError, match="version that is not known"):
        load_cells(b"\x06" + data[1:])
    with pytest.raises(FormatError, match="ends after 8 bytes, before its size"):
        load_cells(data[:8])
    with pytest.raises(FormatError, match="positive multiples of 5"):
        load_cells(data[:4] + struct.pack("<i", 7) + data[8:])
    with pytest.raises(FormatError, match="but ends after 100 bytes"):
        load_cells(data[:100])
    with pytest.raises(FormatError, match="its cells and 0 units take"):
        load_cells(data + b"\0")
    river = bytearray(data)
    river[13 + 8] = 7
    with pytest.raises(FormatError, match="direction byte 7"):
        load_cells(bytes(river))
    river[13 + 8] = 129
    with pytest.raises(FormatError, match=r"holds what no map can: .*river"):
        load_cells(bytes(river))


def test_the_table_says_where_cells_are() -> None:
    land = random_hexmap(5, 4, 3)
    table = cell_table(land)
    assert list(table) == ["column", "row", "q", "r", "x", "y", *ATTRIBUTES, "underwater"]
    assert np.array_equal(table["q"], table["column"] - table["row"] // 2)
    assert table["x"][5] == pytest.approx(1.5 * 2 * land.layout.metrics.inner_radius)
    lines = list(csv.DictReader(io.StringIO(cells_to_csv(land))))
    assert len(lines) == 12
    assert [int(line["elevation"]) for line in lines] == land.elevation.ravel().tolist()
    assert float(lines[7]["y"]) == table["y"][7]


def test_a_table_may_be_shuffled_partial_and_made_by_a_spreadsheet() -> None:
    land = random_hexmap(6, 5, 4, rivers=0.0, roads=0.0)
    head, *lines = cells_to_csv(land).splitlines()
    assert cells_from_csv("\ufeff" + "\r\n".join([head, *reversed(lines)])) == land
    assert cells_from_csv("row, column,walled\n0,0,TRUE\n0,1,false\n").walled.tolist() == [[True, False]]
    joined = random_hexmap(2, layout=Layout(columns=10, rows=10, confluences=True), rivers=1.0)
    assert cells_from_csv(cells_to_csv(joined)) == joined


def test_a_wrong_table_is_refused() -> None:
    cases = [
        ("column,row\n0,0\n0,0\n", r"cell \(column 0, row 0\) is there more than once"),
        ("column,row\n1,0\n", r"cell \(column 0, row 0\) is missing"),
        ("column,elevation\n0,1\n", "column 'row' is missing"),
        ("column,row,elevatoin\n0,0,1\n", "Did you mean 'elevation'"),
        ("column,row,elevation\n0,0\n", "line 2 has 2 values, line 1 names 3 columns"),
        ("column,row,elevation\n0,0,high\n", "line 2: elevation must be a whole number, got 'high'"),
        ("column,row,elevation\n0,0,1.5\n", "line 2: elevation must be a whole number"),
        ("column,row,elevation\n0,0,99999999999\n", "far out of range"),
        ("column,row,terrain\n0,0,9\n", "terrain must lie between 0 and 4, got 9"),
        ("column,row,column\n0,0,0\n", "names a column twice"),
        ("column,row\n-1,0\n0,0\n", "lies outside the map"),
        ("column,row\n70000,0\n", "columns"),
        ("column,row\n", "no cells"),
        ("", "column 'column' is missing"),
    ]
    for text, words in cases:
        with pytest.raises((FieldError, FormatError), match=words) as refused:
            cells_from_csv(text)
        assert "\n" not in str(refused.value)
    with pytest.raises(FieldError, match="outside the map of 2 columns"):
        cells_from_csv("column,row\n0,0\n2,0\n", Layout(columns=2, rows=1))
    with pytest.raises(FieldError, match="must hold whole numbers"):
        cells_from_table({"column": [0], "row": [0], "terrain": [0.5]})
    with pytest.raises(FieldError, match="one value a cell"):
        cells_from_table({"column": [0], "row": [0], "terrain": [1, 2]})
    good = cells_to_json(HexMap.empty(2, 1))
    for change, words in (
        ({"landwright_hexmap": 2}, "landwright_hexmap must be 1, got 2"),
        ({"cells": {"elevation": [[1], [2, 3]]}}, "rows of one attribute"),
        ({"cells": {"elevation": [[1, 2, 3]]}}, "must have the shape"),
        ({"cells": {"elevation": [["a", "b"]]}}, "whole numbers"),
        ({"layout": {"columns": -1}}, "columns"),
        ({"cells": 3}, "needs an object with"),
    ):
        with pytest.raises(FormatError, match=words):
            cells_from_json({**good, **change})
