"""Paths, reach and vision: against twins and NetworkX, and by hand where the answer is known."""

from __future__ import annotations

from itertools import pairwise

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landwright.errors import SettingError
from landwright.hexmap import (
    HexMap,
    Layout,
    Movement,
    Stroke,
    Vision,
    cell_distance,
    edit,
    explore,
    find_path,
    reachable,
    visibility,
    visible_cells,
)
from landwright.testing import assert_round_trips, hexmaps, random_hexmap
from naive.hexmap_edit import Twin
from naive.hexmap_path import costs, price, seen

MOVEMENTS = st.builds(
    Movement,
    speed=st.sampled_from([24, 24, 5, 11, 1000]),
    road=st.sampled_from([1, 3]),
    flat=st.sampled_from([5, 1, 7]),
    slope=st.sampled_from([10, 2]),
    explored_only=st.booleans(),
)


def cell_of(data, land: HexMap) -> tuple[int, int]:
    return data.draw(st.integers(0, land.columns - 1)), data.draw(st.integers(0, land.rows - 1))


def check_path(land: HexMap, path, noun: Movement) -> None:
    """Walk a path with the twin's prices and waits."""
    twin, spent = Twin(land), 0
    steps = [tuple(map(int, cell)) for cell in path.cells]
    for number, (a, b) in enumerate(pairwise(steps), 1):
        sides = [d for d in range(6) if twin.beyond(a, d) == b and price(twin, a, d, noun) is not None]
        cost = min(price(twin, a, d, noun) for d in sides)
        turn_end = -(-spent // noun.speed) * noun.speed if spent else noun.speed
        spent = spent + cost if spent + cost <= turn_end else turn_end + cost
        assert path.costs[number] == spent
        assert path.turns[number] == (spent - 1) // noun.speed


@pytest.mark.jit_off
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_paths_cost_what_dijkstra_finds(data) -> None:
    land = data.draw(hexmaps(max_side=9, water=0.1))
    noun = data.draw(MOVEMENTS)
    start, goal = cell_of(data, land), cell_of(data, land)
    expected = costs(land, start, noun)
    found = reachable(land, start, noun)
    assert {(c, r) for r, c in np.argwhere(found.reached).tolist()} == set(expected)
    for (column, row), cost in expected.items():
        assert found.costs[row, column] == cost
        assert found.turns[row, column] == max(cost - 1, 0) // noun.speed
    path = find_path(land, start, goal, noun)
    assert (path is None) == (goal not in expected)
    if path is not None:
        assert path.cost == expected[goal]
        assert tuple(path.cells[0]) == start
        assert tuple(path.cells[-1]) == goal
        check_path(land, path, noun)
    turns = data.draw(st.integers(0, 3))
    near = reachable(land, start, noun, turns=turns)
    assert {(c, r) for r, c in np.argwhere(near.reached).tolist()} == {
        at for at, cost in expected.items() if cost <= turns * noun.speed
    }


def test_paths_cost_what_networkx_finds_where_nobody_waits() -> None:
    for seed in range(4):
        layout = Layout(columns=18, rows=14, wrap=seed % 2 == 0)
        land = random_hexmap(seed, layout=layout, water=0.1, walls=0.1, roughness=0.1)
        noun, twin, graph = Movement(speed=1_000_000), Twin(land), networkx.DiGraph()
        graph.add_nodes_from(twin.cells)
        for at in twin.cells:
            for d in range(6):
                cost = price(twin, at, d, noun)
                if cost is not None:
                    graph.add_edge(at, twin.beyond(at, d), weight=cost)
        start = next(at for at in sorted(twin.cells) if graph.out_degree(at) > 2)
        lengths = networkx.single_source_dijkstra_path_length(graph, start)
        found = reachable(land, start, noun)
        assert {at: int(found.costs[at[1], at[0]]) for at in lengths} == lengths
        assert int(found.reached.sum()) == len(lengths) > 20
        goal = max(lengths, key=lambda at: (lengths[at], at))
        assert find_path(land, start, goal, noun).cost == lengths[goal]


def test_steps_cost_by_road_slope_and_features() -> None:
    land = HexMap.empty(4, 1).replace(elevation=[[0, 0, 1, 1]], urban=[[0, 1, 0, 0]], plant=[[0, 2, 0, 3]])
    assert find_path(land, (0, 0), (3, 0), Movement(speed=100)).costs.tolist() == [0, 8, 18, 26]
    road = edit(land, Stroke(cells=((0, 0), (1, 0), (2, 0)), road="yes"))
    assert find_path(road, (0, 0), (3, 0), Movement(speed=100)).costs.tolist() == [0, 1, 2, 10]


def test_water_cliffs_and_walls_bar_the_way_and_roads_open_walls() -> None:
    land = HexMap.empty(3, 1)
    assert find_path(land.replace(water_level=[[0, 1, 0]]), (0, 0), (2, 0)) is None
    assert find_path(land.replace(water_level=[[1, 0, 0]]), (0, 0), (2, 0)).cost == 10
    assert find_path(land.replace(elevation=[[0, 2, 2]]), (0, 0), (2, 0)) is None
    walled = land.replace(walled=[[0, 1, 1]])
    assert find_path(walled, (0, 0), (2, 0)) is None
    gate = edit(walled, Stroke(cells=((0, 0), (1, 0)), road="yes"))
    assert find_path(gate, (0, 0), (2, 0)).cost == 6
    assert find_path(land, (0, 0), (2, 0), Movement(explored_only=True)) is None
    known = land.replace(explored=1)
    assert find_path(known, (0, 0), (2, 0), Movement(explored_only=True)).cost == 10


def test_a_step_that_does_not_fit_waits_for_the_next_turn() -> None:
    path = find_path(HexMap.empty(7, 1), (0, 0), (6, 0))
    assert path.costs.tolist() == [0, 5, 10, 15, 20, 29, 34]
    assert path.turns.tolist() == [0, 0, 0, 0, 0, 1, 1]
    assert find_path(HexMap.empty(2, 1), (0, 0), (1, 0), Movement(speed=4)) is None
    assert find_path(HexMap.empty(3, 1), (0, 0), (2, 0), Movement(speed=5)).costs.tolist() == [0, 5, 10]
    assert len(find_path(HexMap.empty(2, 1), (1, 0), (1, 0))) == 0


def test_a_straight_way_is_as_long_as_the_distance_around_the_cylinder_too() -> None:
    for wrap in (False, True):
        layout = Layout(columns=31, rows=20, wrap=wrap)
        for start, goal in (((1, 2), (29, 15)), ((0, 0), (16, 19)), ((30, 19), (0, 0))):
            path = find_path(HexMap.empty(layout=layout), start, goal)
            assert len(path) == int(cell_distance(layout, *start, *goal))
    wrapped = HexMap.empty(layout=Layout(columns=31, rows=20, wrap=True))
    assert len(find_path(wrapped, (0, 5), (30, 5))) == 1


def test_a_large_map_is_searched_in_a_moment() -> None:
    land = random_hexmap(1, 300, 300, water=0.05, walls=0.02, roughness=0.02, roads=0.5)
    path = find_path(land, (0, 0), (299, 299)) or find_path(land, (5, 5), (290, 290))
    assert path is not None
    start = tuple(int(value) for value in path.cells[0])
    assert reachable(land, start).costs[path.cells[-1, 1], path.cells[-1, 0]] == path.cost


def test_paths_refuse_cells_outside() -> None:
    land = HexMap.empty(4, 3)
    with pytest.raises(
        SettingError, match=r"find_path: goal must lie in the map of 4 columns and 3 rows, got \(4, 0\)"
    ):
        find_path(land, (0, 0), (4, 0))
    with pytest.raises(SettingError, match="start must be a column and a row, whole numbers, got 7"):
        find_path(land, 7, (0, 0))  # type: ignore[arg-type]
    with pytest.raises(SettingError, match="turns must be 0 or more, got -1"):
        reachable(land, (0, 0), turns=-1)
    with pytest.raises(SettingError, match="viewer 1 must lie in the map"):
        visibility(land, [(0, 0), (0, -1)])
    assert_round_trips(Movement(speed=30, explored_only=True))
    assert_round_trips(Vision(sight=5, edge=True))


@pytest.mark.jit_off
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_what_is_seen_is_what_the_twin_sees(data) -> None:
    land = data.draw(hexmaps(max_side=10))
    noun = Vision(sight=data.draw(st.integers(0, 6)), edge=data.draw(st.booleans()))
    viewers = [cell_of(data, land) for _ in range(data.draw(st.integers(0, 3)))]
    expected = np.zeros(land.shape, int)
    for viewer in viewers:
        one = np.zeros(land.shape, int)
        for column, row in seen(land, viewer, noun):
            one[row, column] = 1
        assert np.array_equal(visible_cells(land, viewer, noun), one > 0)
        expected += one
    assert np.array_equal(visibility(land, viewers, noun), expected)
    known = explore(land, viewers, noun)
    assert np.array_equal(known.explored, land.explored | (expected > 0))
    assert known.elevation is land.elevation


def test_one_sees_further_from_a_height_and_not_behind_one() -> None:
    flat = HexMap.empty(25, 25)
    assert int(visible_cells(flat, (12, 12)).sum()) == 37
    tower = edit(flat, Stroke(cells=((12, 12),), elevation=2))
    assert int(visible_cells(tower, (12, 12)).sum()) == 91
    wall = edit(flat, Stroke(cells=((13, 12),), elevation=4))
    ahead = visible_cells(wall, (12, 12))
    assert not ahead[12, 13]
    assert not ahead[12, 14]
    assert ahead[12, 10]
    sea = edit(flat, Stroke(cells=((12, 12),), water_level=2))
    assert int(visible_cells(sea, (12, 12)).sum()) == 91


def test_the_edge_is_seen_only_when_asked() -> None:
    land = HexMap.empty(5, 5)
    assert int(visible_cells(land, (2, 2), Vision(sight=9)).sum()) == 9
    assert int(visible_cells(land, (2, 2), Vision(sight=9, edge=True)).sum()) == 25
    assert visible_cells(land, (0, 0), Vision(sight=0))[0, 0]
    round_ = HexMap.empty(layout=Layout(columns=5, rows=5, wrap=True))
    assert int(visible_cells(round_, (2, 2), Vision(sight=9)).sum()) == 15
