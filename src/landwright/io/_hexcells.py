"""Cells of hex maps as files: the save file, tables, and hexagons for GIS; and the way back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from landwright._pool import current
from landwright.errors import FieldError, FormatError, LandwrightError, SettingError
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
    corners,
    load_cells,
    save_cells,
)
from landwright.io._whole import whole_file
from landwright.io.settings import Cells, Geojson, Hex

__all__ = ["read_cells", "read_hex", "write_cells", "write_geojson", "write_hex"]

_PIECE: Final = 4096


def write_hex(land: HexMap, path: Path, noun: Hex) -> tuple[Path, ...]:
    """Write the save file, ours or the original's."""
    data = save_cells(land, header=noun.header)
    with whole_file(path) as stream:
        stream.write(data)
    return (path,)


def read_hex(path: Path, noun: None) -> HexMap:
    """Read a save file, ours or the original's."""
    try:
        return load_cells(path.read_bytes())
    except FormatError as error:
        raise FormatError(f"read: {str(path)!r}: {error}") from None


def write_cells(land: HexMap, path: Path, noun: Cells) -> tuple[Path, ...]:
    """Write the table, as text with commas or as JSON, by the suffix."""
    if path.suffix.lower() == ".csv":
        text = cells_to_csv(land)
    else:
        text = json.dumps(cells_to_json(land), separators=(",", ":")) + "\n"
    with whole_file(path) as stream:
        stream.write(text.encode("ascii"))
    return (path,)


def read_cells(path: Path, noun: None) -> HexMap:
    """Read a table of cells, by the suffix."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
        if path.suffix.lower() == ".csv":
            return cells_from_csv(text)
        data = json.loads(text)
        return _from_hexagons(data) if path.suffix.lower() == ".geojson" else cells_from_json(data)
    except (FormatError, FieldError, SettingError) as error:
        raise FormatError(f"read: {str(path)!r} holds no table of cells ({error})") from None
    except LandwrightError:
        raise
    except (AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        raise FormatError(
            f"read: {str(path)!r} holds no table of cells ({str(error).splitlines()[0][:120]})."
        ) from None


def _from_hexagons(data: Any) -> HexMap:
    """Return the map of our hexagons, or of any features that have a column and a row."""
    properties = [feature["properties"] for feature in data["features"]]
    names = [name for name in ("column", "row", *ATTRIBUTES) if properties and name in properties[0]]
    table = {name: np.array([held[name] for held in properties]) for name in names}
    layout = data.get("landwright", {}).get("layout")
    return cells_from_table(table, None if layout is None else Layout.from_json(layout))


def write_geojson(land: HexMap, path: Path, noun: Geojson) -> tuple[Path, ...]:
    """Write a polygon for each cell, counter-clockwise as the format has it, with all its attributes."""
    head = {"unit": "m", "layout": land.layout.to_json()}
    control = current()
    with whole_file(path) as stream:
        stream.write(f'{{"type":"FeatureCollection","landwright":{json.dumps(head)},"features":[\n'.encode())
        for done, line in enumerate(_hexagons(land)):
            stream.write((",\n" if done else "").encode() + line)
            if done % _PIECE == 0:
                control.report(done / (land.rows * land.columns))
        stream.write(b"\n]}\n")
    return (path,)


def _hexagons(land: HexMap) -> Iterator[bytes]:
    table = cell_table(land)
    ring = corners(land.layout.metrics)[[0, 5, 4, 3, 2, 1, 0]]
    names = [name for name in table if name not in ("x", "y")]
    for begin in range(0, land.rows * land.columns, _PIECE):
        rows = slice(begin, begin + _PIECE)
        points = np.stack([table["x"][rows], table["y"][rows]], axis=1)[:, np.newaxis] + ring
        held = [table[name][rows].tolist() for name in names]
        for outline, *values in zip(points.round(6).tolist(), *held):
            feature: dict[str, Any] = {
                "type": "Feature",
                "properties": dict(zip(names, values)),
                "geometry": {"type": "Polygon", "coordinates": [outline]},
            }
            yield json.dumps(feature, separators=(",", ":")).encode()
