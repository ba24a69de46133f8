"""Coordinates and the container of cells."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from landwright import Grid, Heightfield, hexmap
from landwright.errors import FieldError, FormatError, MeshError, SettingError
from landwright.hexmap import HexMap, Layout, Metrics

SIZES = [(1, 1), (1, 7), (7, 1), (2, 2), (20, 15), (23, 11)]


@pytest.mark.parametrize("columns,rows", SIZES)
def test_every_cell_is_found_at_its_center_and_near_its_corners(columns: int, rows: int) -> None:
    """Offset, axial, position and back give the same cell, for the center and for points just inside each corner."""
    layout = Layout(columns=columns, rows=rows, origin=(-37.25, 1e4))
    row, column = np.divmod(np.arange(rows * columns), columns)
    assert np.array_equal(hexmap.axial_to_offset(*hexmap.offset_to_axial(column, row)), (column, row))
    at = hexmap.cell_centers(layout)[row, column]
    for shift in (np.zeros(2), *(0.99 * hexmap.corners())):
        found = hexmap.locate(layout, at[:, 0] + shift[0], at[:, 1] + shift[1])
        assert np.array_equal(found, (column, row))


@pytest.mark.parametrize("columns,rows", SIZES)
@pytest.mark.parametrize("wrap", [False, True])
def test_neighbors_lie_across_and_know_each_other(columns: int, rows: int, wrap: bool) -> None:
    """A neighbour's center is two inner radii away in its direction, and its opposite neighbour is the cell."""
    if wrap and columns < 2:
        with pytest.raises(SettingError, match="its own neighbour"):
            Layout(columns=columns, rows=rows, wrap=True)
        return
    layout = Layout(columns=columns, rows=rows, wrap=wrap)
    near = hexmap.neighbors(layout)
    at = hexmap.cell_centers(layout).reshape(-1, 2)
    outline = hexmap.corners()
    width = 2.0 * layout.metrics.inner_radius * columns
    for cell, side in np.argwhere(near >= 0):
        other = near[cell, side]
        assert near[other, (side + 3) % 6] == cell
        step = at[other] - at[cell] - (outline[side] + outline[(side + 1) % 6])
        step[0] = step[0] - width * np.rint(step[0] / width) if wrap else step[0]
        assert np.abs(step).max() < 1e-9
    inner = np.zeros((rows, columns), bool)
    inner[1:-1, slice(None) if wrap else slice(1, -1)] = True
    assert (near >= 0).all(axis=1)[inner.ravel()].all()


@pytest.mark.parametrize("wrap", [False, True])
def test_distance_is_the_length_of_the_shortest_walk(wrap: bool) -> None:
    """Breadth-first search over neighbours from several cells gives the same number everywhere."""
    layout = Layout(columns=12, rows=9, wrap=wrap)
    near = hexmap.neighbors(layout)
    row, column = np.divmod(np.arange(108), 12)
    for start in (0, 11, 53, 107):
        steps, queue = np.full(108, -1), deque([start])
        steps[start] = 0
        while queue:
            cell = queue.popleft()
            for other in near[cell][near[cell] >= 0]:
                if steps[other] < 0:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        assert np.array_equal(hexmap.cell_distance(layout, column[start], row[start], column, row), steps)


def test_directions_turn_clockwise() -> None:
    """Opposite, next and previous, as corners run."""
    side = hexmap.Direction
    assert [d.opposite for d in side] == [side.SW, side.W, side.NW, side.NE, side.E, side.SE]
    assert side.NW.next is side.NE
    assert side.NE.previous is side.NW


def test_a_map_holds_read_only_arrays_of_the_stated_types() -> None:
    """Empty maps are flat, dry and riverless; replace gives another map and shares what it does not change."""
    land = HexMap.empty(columns=4, rows=3)
    assert land.shape == (3, 4)
    assert (land.river_out == -1).all()
    assert not land.underwater.any()
    wet = land.replace(water_level=2, elevation=[[0, 1, 2, 3]] * 3)
    assert wet.underwater.sum() == 6
    assert wet.urban is land.urban
    assert land == HexMap.empty(columns=4, rows=3)
    assert wet != land
    for name, about in hexmap.ATTRIBUTES.items():
        array = getattr(wet, name)
        assert array.dtype == about.dtype
        assert not array.flags.writeable
    with pytest.raises(FieldError, match="frozen"):
        land.urban = 3  # type: ignore[assignment]


def test_a_given_array_is_copied() -> None:
    """Changing the caller's array afterwards changes no map."""
    mine = np.zeros((3, 4), np.int16)
    land = HexMap.empty(columns=4, rows=3).replace(elevation=mine)
    mine[0, 0] = 5
    assert land.elevation[0, 0] == 0


@pytest.mark.parametrize(
    "cells,words",
    [
        ({"elevaton": 1}, "Did you mean 'elevation'"),
        ({"elevation": [[1, 2]]}, r"shape \(3, 4\)"),
        ({"elevation": 0.5}, "whole numbers"),
        ({"urban": 4}, "between 0 and 3, got 4"),
        ({"river_out": -2}, "between -1 and 5"),
        ({"roads": 1}, "does not go on"),
        ({"river_out": [[1, -1, -1, -1], [-1] * 4, [-1] * 4]}, "not into its neighbour"),
        ({"river_in": [[16, 0, 0, 0], [0] * 4, [0] * 4]}, r"column 0, row 0.*beyond the edge"),
    ],
)
def test_what_does_not_fit_is_refused(cells: dict[str, object], words: str) -> None:
    """One sentence names the attribute, what it must be and what it got."""
    with pytest.raises(FieldError, match=words):
        HexMap.empty(columns=4, rows=3).replace(**cells)  # type: ignore[arg-type]


def test_rivers_are_linked_and_join_only_where_allowed() -> None:
    """Two rivers into one cell need layout.confluences."""
    rivers = {"river_out": [[1, -1, 4]], "river_in": [[0, 16 | 2, 0]]}
    with pytest.raises(FieldError, match="confluences"):
        HexMap.empty(columns=3, rows=1).replace(**rivers)  # type: ignore[arg-type]
    joined = HexMap(Layout(columns=3, rows=1, confluences=True), **rivers)
    assert joined.river_in[0, 1] == 18
    one = HexMap.empty(columns=3, rows=1).replace(river_out=[[1, -1, -1]], river_in=[[0, 16, 0]])
    assert one.river_out[0, 0] == 1


def test_metrics_and_layout_refuse_what_cannot_be() -> None:
    """Sizes below one, shares out of order, seeds of more than 64 bits."""
    for wrong in ({"columns": 0}, {"rows": 1.5}, {"noise_seed": 2**70}, {"origin": (0.0, float("nan"))}):
        with pytest.raises(SettingError):
            Layout(**wrong)  # type: ignore[arg-type]
    for wrong in ({"solid_factor": 1.0}, {"stream_bed_offset": -0.25}, {"feature_thresholds": ((1, 0, 0),) * 3}):
        with pytest.raises(SettingError):
            Metrics(**wrong)  # type: ignore[arg-type]
    layout = Layout(columns=11, rows=6, metrics=Metrics(chunk_size=5))
    assert layout.chunks == (2, 3)
    assert Layout.from_json(layout.to_json()) == layout


@pytest.mark.parametrize(
    "call",
    [
        lambda land: hexmap.edit(land, []),
        lambda land: hexmap.flood(land),
        lambda land: hexmap.dirty_chunks(land, land),
        lambda land: hexmap.triangulate(land),
        lambda land: hexmap.triangulate_chunk(land, 0, 0),
        lambda land: hexmap.features(land),
        lambda land: hexmap.features_chunk(land, 0, 0),
        lambda land: hexmap.validate(land),
        lambda land: hexmap.continent(land),
        lambda land: hexmap.climate(land),
        lambda land: hexmap.to_ground(land),
        lambda land: hexmap.find_path(land, (0, 0), (0, 0)),
        lambda land: hexmap.reachable(land, (0, 0)),
        lambda land: hexmap.visible_cells(land, (0, 0)),
        lambda land: hexmap.explore(land, [(0, 0)]),
        lambda land: hexmap.save_cells(land),
        lambda land: hexmap.cell_table(land),
        lambda land: hexmap.cells_to_csv(land),
        lambda land: hexmap.cells_to_json(land),
        lambda land: hexmap.perturb(land, [[0.0, 0.0]]),
        lambda land: hexmap.cell_heights(land),
        lambda land: hexmap.wall_lengths(land),
    ],
)
def test_what_is_no_map_is_refused_with_a_sentence(call: Callable[[Any], object]) -> None:
    with pytest.raises(FieldError, match=r"hexmap\.\w+ must be given a HexMap, got 'int'"):
        call(3)
    with pytest.raises(FieldError, match="from_ground makes cells"):
        call(Heightfield(np.zeros((4, 4), np.float32), grid=Grid(shape=(4, 4), cell_size=1.0)))


def test_other_wrong_things_are_refused_with_a_sentence() -> None:
    land = HexMap.empty(4, 3).replace(plant=3)
    with pytest.raises(SettingError, match="noun must be a Stroke, a list of them, or Strokes"):
        hexmap.edit(land, None)  # type: ignore[arg-type]
    with pytest.raises(FormatError, match="must be given the bytes of a file, got 'str'"):
        hexmap.load_cells("a")  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="must be a column and a row, whole numbers"):
        hexmap.find_path(land, (0.5, 0), (1, 1))  # type: ignore[arg-type]
    everything = dict.fromkeys(hexmap.feature_models(), 3)
    with pytest.raises(MeshError, match='must have a mesh for .* got "?int'):
        hexmap.bake_instances(hexmap.features(land), everything)  # type: ignore[arg-type]
