"""Flooding, findings and the history of a hex map."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landwright.errors import FieldError, SettingError
from landwright.hexmap import Flood, HexMap, History, Layout, Stroke, edit, flood, validate
from landwright.testing import assert_round_trips, hexmaps, random_hexmap
from naive.hexmap_edit import Twin, broken


def row(*values: int) -> list[list[int]]:
    return [list(values)]


@pytest.mark.jit_off
@given(st.data())
@settings(max_examples=80, deadline=None)
def test_a_flood_does_what_the_twin_does_and_leaves_no_gap(data) -> None:
    land = data.draw(hexmaps(max_side=9, rivers=0.5))
    column, up = data.draw(st.integers(0, land.columns - 1)), data.draw(st.integers(0, land.rows - 1))
    level, most = data.draw(st.integers(-1, 7)), data.draw(st.sampled_from([1, 5, 20, 1000]))
    noun = Flood(column=column, row=up, level=level, max_cells=most)
    ground = int(land.elevation[up, column])
    if ground >= level and land.water_level[up, column] <= ground:
        with pytest.raises(SettingError, match="level must be above the ground"):
            flood(land, noun)
        return
    twin = Twin(land)
    reason = twin.flood(noun)
    if reason:
        with pytest.raises(FieldError, match=reason):
            flood(land, noun)
        return
    after = flood(land, noun)
    for name, expected in twin.arrays().items():
        assert np.array_equal(getattr(after, name).astype(int), expected), name
    assert broken(after) == []
    assert after.elevation is land.elevation


def test_a_lake_rises_to_its_banks_and_sinks_as_a_whole() -> None:
    land = HexMap.empty(6, 1).replace(elevation=row(9, 2, 0, 1, 3, 0))
    lake = flood(land, Flood(column=2, row=0, level=3))
    assert lake.water_level.tolist() == row(0, 3, 3, 3, 0, 0)
    assert not validate(lake)
    low = flood(lake, Flood(column=2, row=0, level=1))
    assert low.water_level.tolist() == row(0, 1, 1, 1, 0, 0)
    assert low.underwater.tolist() == row(0, 0, 1, 0, 0, 0)
    dry = flood(lake, Flood(column=1, row=0, level=-5))
    assert not dry.underwater.any()


def test_a_flood_is_refused_beyond_its_limit_and_where_it_meets_other_water() -> None:
    land = HexMap.empty(10, 10)
    assert flood(land, Flood(column=5, row=5, level=2, max_cells=100)).underwater.all()
    with pytest.raises(FieldError, match=r"more than max_cells=99 cells\. Nothing was changed"):
        flood(land, Flood(column=5, row=5, level=2, max_cells=99))
    pond = HexMap.empty(4, 1).replace(elevation=row(0, 0, 3, 9), water_level=row(0, 0, 5, 0))
    with pytest.raises(FieldError, match="would meet water of level 5 at column 2, row 0"):
        flood(pond, Flood(column=0, row=0, level=2))
    joined = flood(pond, Flood(column=0, row=0, level=5))
    assert joined.water_level.tolist() == row(5, 5, 5, 0)
    with pytest.raises(SettingError, match=r"column, row must lie in the map of 4 columns and 1 rows, got \(4, 0\)"):
        flood(pond, Flood(column=4))
    assert_round_trips(Flood(column=3, row=2, level=-4, max_cells=7))


def test_rising_water_takes_rivers_that_would_run_uphill() -> None:
    land = HexMap.empty(3, 1).replace(elevation=row(0, 2, 1), water_level=row(2, 0, 0))
    river = edit(land, Stroke(cells=((0, 0), (1, 0), (2, 0)), river="yes"))
    assert river.river_out.tolist() == row(1, 1, -1)
    assert flood(river, Flood(level=3, max_cells=9)).river_out.tolist() == row(-1, 1, -1)


def test_a_flood_goes_around_the_cylinder() -> None:
    land = HexMap.empty(layout=Layout(columns=5, rows=1, wrap=True)).replace(elevation=row(0, 4, 4, 0, 0))
    assert flood(land, Flood(level=2)).water_level.tolist() == row(2, 0, 0, 2, 2)


def wrong(land: HexMap, **cells) -> HexMap:
    """Make a map that no door lets in."""
    arrays = land.arrays()
    for name, values in cells.items():
        arrays[name] = np.array(values, arrays[name].dtype)
    return HexMap._made(land.layout, arrays)


def test_each_rule_is_found_when_it_is_broken() -> None:
    land = HexMap.empty(2, 1)
    high = land.replace(elevation=row(0, 3))
    cases = {
        "river-link": wrong(land, river_out=row(1, -1)),
        "river-uphill": wrong(high, river_out=row(1, -1), river_in=row(0, 16)),
        "river-turns-back": wrong(land, river_out=row(1, 4), river_in=row(2, 16)),
        "road-link": wrong(land, roads=row(2, 0)),
        "road-slope": wrong(high, roads=row(2, 16)),
        "road-river": wrong(land, river_out=row(1, -1), river_in=row(0, 16), roads=row(2, 16)),
        "road-special": wrong(land, roads=row(2, 16), special=row(1, 0)),
        "special-river": wrong(land, river_out=row(1, -1), river_in=row(0, 16), special=row(0, 2)),
        "water-level": land.replace(water_level=row(1, 2)),
        "road-underwater": land.replace(roads=row(2, 16), water_level=row(1, 0)),
        "special-underwater": land.replace(special=row(1, 0), water_level=row(1, 0)),
        "features-underwater": land.replace(plant=row(1, 0), water_level=row(1, 0)),
    }
    for rule, bad in cases.items():
        assert rule in {one.rule for one in validate(bad)}, rule
    three = wrong(HexMap.empty(3, 1), river_out=row(1, -1, 4), river_in=row(0, 18, 0))
    assert [one.rule for one in validate(three)] == ["river-merge"]
    allowed = wrong(
        HexMap.empty(layout=Layout(columns=3, rows=1, confluences=True)),
        **{name: getattr(three, name) for name in ("river_out", "river_in")},
    )
    assert validate(allowed) == []


def test_a_gap_in_the_water_is_found_once_on_each_of_three_sides() -> None:
    land = HexMap.empty(3, 3)
    for column, up, expected in ((2, 2, (1, 1, 0)), (2, 1, (1, 1, 1)), (2, 0, (1, 1, 2)), (1, 2, (1, 2, 2))):
        water = np.zeros((3, 3), int)
        water[1, 1], water[up, column] = 1, 2
        found = [(one.column, one.row, one.side) for one in validate(land.replace(water_level=water))]
        assert found == [expected]


def test_a_road_on_a_river_is_found_at_both_ends() -> None:
    land = wrong(HexMap.empty(2, 1), river_out=row(1, -1), river_in=row(0, 16), roads=row(2, 16))
    assert [(one.rule, one.column, one.side) for one in validate(land)] == [("road-river", 0, 1), ("road-river", 1, 4)]


def test_findings_say_where_and_errors_come_first() -> None:
    land = wrong(HexMap.empty(3, 2), roads=[[2, 0, 0], [0, 0, 0]], water_level=[[1, 0, 0], [0, 0, 2]])
    found = validate(land)
    assert found[0].text == ("Cell (column 0, row 0), side E: a road leaves it that does not go on on the other side.")
    assert [one.severity for one in found] == ["error", "info"]
    many = HexMap.empty(40, 40).replace(water_level=np.arange(1600).reshape(40, 40) % 7 + 1)
    assert len(validate(many)) == 1000
    assert len(validate(many, most=3)) == 3
    with pytest.raises(SettingError, match="most must be 1 or more"):
        validate(many, most=0)


def test_a_river_in_a_circle_is_found_and_one_that_runs_into_it_is_not_part_of_it() -> None:
    land = HexMap.empty(layout=Layout(columns=6, rows=6, confluences=True))
    ring = [(2, 1), (3, 2), (2, 3), (1, 3), (1, 2), (1, 1), (2, 1)]
    land = edit(land, [Stroke(cells=tuple(ring), river="yes"), Stroke(cells=((5, 2), (4, 2), (3, 2)), river="yes")])
    assert int((land.river_out >= 0).sum()) == 8
    loops = {(one.column, one.row) for one in validate(land) if one.rule == "river-loop"}
    assert loops == set(ring)


@given(hexmaps(max_side=9))
@settings(max_examples=40, deadline=None)
def test_maps_made_by_the_rules_have_no_errors(land: HexMap) -> None:
    assert not [one for one in validate(land) if one.severity == "error"]


def test_a_history_goes_back_and_forth_and_forgets_the_oldest() -> None:
    land = random_hexmap(7, 30, 20)
    history, seen = History(land, limit=5), [land]
    for i in range(8):
        seen.append(edit(seen[-1], Stroke(cells=((i, 3), (i + 1, 3)), elevation=i % 5, river="yes", brush=i % 3)))
        history.push(seen[-1])
    assert history.can_undo == 5
    for i in range(5):
        assert history.undo() == seen[7 - i]
    assert history.can_undo == 0
    with pytest.raises(FieldError, match="nothing to undo"):
        history.undo()
    for i in range(5):
        assert history.redo() == seen[4 + i]
    with pytest.raises(FieldError, match="nothing to redo"):
        history.redo()
    history.undo()
    history.push(history.land)
    assert history.can_redo == 1
    history.push(land)
    assert history.can_redo == 0
    assert history.land == land
    with pytest.raises(SettingError, match="limit must be 1 or more"):
        History(land, limit=0)


def test_a_history_of_a_hundred_strokes_is_small_and_shares_what_stays() -> None:
    land = HexMap.empty(500, 400)
    history = History(land)
    for i in range(100):
        history.push(edit(history.land, Stroke(cells=((i, i), (i + 1, i)), elevation=3, river="yes", brush=2)))
    whole = sum(array.nbytes for array in land.arrays().values())
    assert history.memory < whole / 50
    back = history.undo()
    assert back.terrain is land.terrain
    for _ in range(99):
        back = history.undo()
    assert back == land


def test_a_history_keeps_other_layouts_and_whole_changes() -> None:
    land = HexMap.empty(4, 3)
    history = History(land)
    history.push(land.replace(layout=land.layout.replace(seed=5)))
    history.push(HexMap.empty(7, 2))
    history.push(history.land.replace(elevation=3))
    assert history.memory > 0
    assert history.undo() == HexMap.empty(7, 2)
    assert history.undo().layout.seed == 5
    assert history.undo() == land
    assert [history.redo().shape for _ in range(3)] == [(3, 4), (2, 7), (2, 7)]
    assert int(history.land.elevation.min()) == 3
