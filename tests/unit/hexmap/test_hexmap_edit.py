"""Strokes on hex maps: against the twin, and by hand where the answer is known."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landwright import _pool
from landwright.errors import Cancelled, SettingError
from landwright.hexmap import ATTRIBUTES, Direction, HexMap, Layout, Stroke, Strokes, dirty_chunks, edit, neighbor
from landwright.testing import assert_round_trips, hexmaps, random_hexmap
from naive.hexmap_edit import Twin, broken


def equal(land: HexMap, twin: Twin) -> None:
    for name, expected in twin.arrays().items():
        assert np.array_equal(getattr(land, name).astype(int), expected), name


@st.composite
def strokes(draw, columns: int, rows: int) -> Stroke:
    """Draw a stroke: mostly along neighbours, sometimes with jumps, setting any of its values."""
    layout = Layout(columns=max(columns, 2), rows=rows, wrap=False)
    at = draw(st.integers(0, columns - 1)), draw(st.integers(0, rows - 1))
    cells = [at]
    for _ in range(draw(st.integers(0, 5))):
        if draw(st.integers(0, 9)) == 0:
            at = draw(st.integers(0, columns - 1)), draw(st.integers(0, rows - 1))
        else:
            c, r = neighbor(layout, *at, draw(st.integers(0, 5)))
            at = (int(c), int(r)) if 0 <= int(c) < columns and int(r) >= 0 else at
        cells.append(at)
    values = {}
    for name in ("elevation", "water_level", "terrain", "urban", "farm", "plant", "special"):
        if draw(st.integers(0, 3)) == 0:
            most = {"elevation": 4, "water_level": 4, "terrain": 4}.get(name, 3)
            values[name] = draw(st.integers(0, most))
    mode = st.sampled_from(["ignore", "yes", "yes", "no"])
    for name in ("river", "road", "walled", "explored"):
        values[name] = draw(mode)
    return Stroke(cells=tuple(cells), brush=draw(st.sampled_from([0, 0, 0, 1, 2, 4])), **values)


@pytest.mark.jit_off
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_strokes_do_what_the_twin_does_and_break_no_rule(data) -> None:
    land = data.draw(hexmaps(max_side=8))
    drawn = data.draw(st.lists(strokes(land.columns, land.rows), min_size=1, max_size=4))
    twin, step = Twin(land), land
    for one in drawn:
        twin.stroke(one)
        step = edit(step, one)
        equal(step, twin)
        assert broken(step) == []
    assert edit(land, drawn) == step
    assert edit(land, Strokes(strokes=tuple(drawn))) == step
    HexMap(step.layout, **step.arrays())  # ranges and links, checked by the door of every map


def test_a_brush_touches_as_many_cells_as_a_hexagon_has() -> None:
    land = HexMap.empty(20, 20)
    for k in range(5):
        for at in ((10, 10), (10, 9)):
            touched = edit(land, Stroke(cells=(at,), brush=k, terrain=1)).terrain
            assert int(touched.sum()) == 1 + 3 * k * (k + 1)
    corner = edit(land, Stroke(cells=((0, 0),), brush=1, terrain=1)).terrain
    assert np.argwhere(corner).tolist() == [[0, 0], [0, 1], [1, 0]]
    around = edit(
        HexMap.empty(layout=Layout(columns=9, rows=9, wrap=True)), Stroke(cells=((0, 4),), brush=2, terrain=1)
    )
    assert int(around.terrain.sum()) == 19
    assert around.terrain[4].tolist() == [1, 1, 1, 0, 0, 0, 0, 1, 1]


def test_a_river_and_a_road_follow_the_drag() -> None:
    land = HexMap.empty(6, 5)
    path = ((1, 1), (2, 1), (2, 2), (2, 3))
    wet = edit(land, Stroke(cells=path, river="yes"))
    assert [int(wet.river_out[r, c]) for c, r in path] == [Direction.E, Direction.NW, Direction.NE, -1]
    assert [int(wet.river_in[r, c]) for c, r in path] == [0, 1 << Direction.W, 1 << Direction.SE, 1 << Direction.SW]
    road = edit(land, Stroke(cells=path, road="yes"))
    assert int(road.roads[1, 2]) == 1 << Direction.W | 1 << Direction.NW
    assert edit(wet, Stroke(cells=path, road="yes")).roads.any() == np.False_
    assert not edit(road, Stroke(cells=path, river="yes")).roads.any()
    dry = edit(wet, Stroke(cells=((2, 2),), river="no"))
    assert int(dry.river_out[1, 1]) == Direction.E
    assert int(dry.river_out[1, 2]) == int(dry.river_out[2, 2]) == -1


def test_a_drag_across_cells_that_are_no_neighbors_draws_nothing_but_paints() -> None:
    land = HexMap.empty(9, 9)
    done = edit(land, Stroke(cells=((1, 1), (3, 1), (3, 4), (3, 4)), river="yes", road="yes", elevation=2))
    assert not done.roads.any()
    assert not done.river_in.any()
    assert (done.river_out == -1).all()
    assert int((done.elevation == 2).sum()) == 3


def test_a_wide_brush_draws_rivers_side_by_side() -> None:
    done = edit(HexMap.empty(9, 9), Stroke(cells=((3, 4), (4, 4)), brush=1, river="yes"))
    assert int((done.river_out == Direction.E).sum()) == 7


def test_a_river_does_not_climb_but_leaves_a_lake_of_the_same_height() -> None:
    land = HexMap.empty(3, 1).replace(elevation=[[0, 2, 1]])
    drag = Stroke(cells=((0, 0), (1, 0), (2, 0)), river="yes")
    assert edit(land, drag).river_out.tolist() == [[-1, Direction.E, -1]]
    lake = edit(land.replace(water_level=[[2, 0, 0]]), drag)
    assert lake.river_out.tolist() == [[Direction.E, Direction.E, -1]]
    assert edit(lake, Stroke(cells=((0, 0),), water_level=3)).river_out.tolist() == [[-1, Direction.E, -1]]
    assert edit(lake, Stroke(cells=((2, 0),), elevation=3)).river_out.tolist() == [[Direction.E, -1, -1]]


def test_one_river_comes_in_unless_the_layout_has_confluences() -> None:
    for confluences, expected in ((False, [3]), (True, [2, 3])):
        land = HexMap.empty(layout=Layout(columns=4, rows=3, confluences=confluences))
        land = edit(land, [Stroke(cells=((1, 2), (1, 1)), river="yes"), Stroke(cells=((1, 0), (1, 1)), river="yes")])
        sides = [d for d in range(6) if land.river_in[1, 1] >> d & 1]
        assert len(sides) == len(expected)
        assert edit(land, Stroke(cells=((1, 1),), river="no")).river_out.max() == -1


def test_a_plateau_keeps_its_river_when_it_is_raised_as_a_whole() -> None:
    land = edit(HexMap.empty(9, 9), Stroke(cells=((3, 4), (4, 4), (5, 4)), river="yes"))
    raised = edit(land, Stroke(cells=((4, 4),), brush=2, elevation=3))
    assert raised.river_out[4, 3:6].tolist() == [Direction.E, Direction.E, -1]
    assert (raised.roads == land.roads).all()


def test_special_features_and_roads_exclude_each_other() -> None:
    road = edit(HexMap.empty(5, 1), Stroke(cells=tuple((c, 0) for c in range(5)), road="yes"))
    castle = edit(road, Stroke(cells=((2, 0),), special=1))
    assert castle.roads.tolist() == [[2, 16, 0, 2, 16]]
    assert edit(castle, Stroke(cells=((1, 0), (2, 0)), road="yes")).roads.tolist() == castle.roads.tolist()
    river = edit(HexMap.empty(5, 1), Stroke(cells=((1, 0), (2, 0)), river="yes"))
    assert not edit(river, Stroke(cells=((2, 0),), special=2)).special.any()
    assert not edit(castle, Stroke(cells=((1, 0), (2, 0)), river="yes")).special.any()
    assert edit(castle, Stroke(cells=((2, 0),), special=0)).special.sum() == 0


def test_a_road_goes_where_it_becomes_too_steep() -> None:
    road = edit(HexMap.empty(4, 1), Stroke(cells=((0, 0), (1, 0), (2, 0)), road="yes"))
    assert edit(road, Stroke(cells=((1, 0),), elevation=1)).roads.any()
    assert not edit(road, Stroke(cells=((1, 0),), elevation=2)).roads.any()
    gentle = HexMap.empty(layout=Layout(columns=4, rows=1, metrics={"maximum_road_slope": 2}))
    gentle = edit(gentle, [Stroke(cells=((1, 0),), elevation=2), Stroke(cells=((0, 0), (1, 0)), road="yes")])
    assert gentle.roads[0, 0] == 2


def test_what_does_not_change_is_shared_and_what_was_there_stays() -> None:
    land = random_hexmap(4, 30, 20)
    before = {name: array.copy() for name, array in land.arrays().items()}
    done = edit(land, Stroke(cells=((9, 9),), brush=2, terrain=4, elevation=int(land.elevation[9, 9])))
    assert done.terrain is not land.terrain
    for name in ATTRIBUTES:
        if np.array_equal(getattr(done, name), getattr(land, name)):
            assert getattr(done, name) is getattr(land, name), name
        assert np.array_equal(getattr(land, name), before[name])
        assert not getattr(done, name).flags.writeable
    assert edit(land, Stroke(cells=((3, 3),))) is land
    assert edit(land, Stroke(cells=((3, 3),), terrain=int(land.terrain[3, 3]))) is land
    assert edit(land) is land


def test_strokes_refuse_and_round_trip() -> None:
    one = Stroke(cells=((1, 2), (2, 2)), brush=3, elevation=-5, river="no", walled="yes")
    assert_round_trips(one)
    assert_round_trips(Strokes(strokes=(one, Stroke())))
    with pytest.raises(SettingError, match=r"stroke: cells must lie in the map of 4 columns and 3 rows, got \(4, 0\)"):
        edit(HexMap.empty(4, 3), Stroke(cells=((0, 0), (4, 0)), elevation=1))
    with pytest.raises(SettingError, match=r"stroke 1: cells must lie"):
        edit(HexMap.empty(4, 3), [Stroke(), Stroke(cells=((0, 3),))])
    with pytest.raises(SettingError, match="brush"):
        Stroke(brush=5)
    with pytest.raises(SettingError, match="river must be one of"):
        Stroke(river="maybe")
    with pytest.raises(SettingError, match="stroke 0 must be a Stroke"):
        edit(HexMap.empty(4, 3), [{"cells": ()}])  # type: ignore[list-item]


def test_a_long_stroke_can_be_cancelled() -> None:
    land = HexMap.empty(300, 300)
    row = tuple((c, 150) for c in range(300)) * 20
    control = _pool.Control()
    control.cancel()
    with _pool.using(control), pytest.raises(Cancelled):
        edit(land, Stroke(cells=row, brush=4, terrain=1))
    with _pool.using(control), pytest.raises(Cancelled):
        edit(land, Stroke(cells=((1, 1),), terrain=1))


def chunks_by_rule(before: HexMap, after: HexMap) -> list[tuple[int, int]]:
    """The rules of H2.5 cell by cell."""
    size, twin, dirty = before.layout.metrics.chunk_size, Twin(after), set()
    for column, row in twin.cells:
        differ = {n for n in ATTRIBUTES if getattr(before, n)[row, column] != getattr(after, n)[row, column]}
        if differ - {"explored"}:
            dirty.add((row // size, column // size))
        if differ & {"elevation", "water_level", "walled", "terrain"}:
            for d in range(6):
                to = twin.beyond((column, row), d)
                if to is not None:
                    dirty.add((to[1] // size, to[0] // size))
    return sorted(dirty)


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_dirty_chunks_are_those_of_the_rules(data) -> None:
    land = data.draw(hexmaps(max_side=12))
    after = edit(land, data.draw(strokes(land.columns, land.rows)))
    assert dirty_chunks(land, after) == chunks_by_rule(land, after)
    assert dirty_chunks(land, land) == []


def test_dirty_chunks_of_other_layouts() -> None:
    land = HexMap.empty(7, 6)
    assert dirty_chunks(land, land.replace(layout=land.layout.replace(noise_seed=4))) == [
        (0, 0),
        (0, 1),
        (1, 0),
        (1, 1),
    ]
    with pytest.raises(ValueError, match="must have one size"):
        dirty_chunks(land, HexMap.empty(8, 6))
    explored = land.replace(explored=1)
    assert dirty_chunks(land, explored) == []
