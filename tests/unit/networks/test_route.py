"""Routes: the price of moves, the cheapest way, thresholds, and pairs of towns."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landwright.errors import SettingError
from landwright.field import Heightfield, Layer
from landwright.networks import Line, Network, Roads, Search, build_roads, find_route
from landwright.networks._ground import ground_from
from landwright.networks._lattice import directions, lattice_of, turns
from landwright.networks._route import terms_of
from landwright.networks._towns import kept_pairs
from naive.networks_roads import cheapest


def _land(seed: int, side: int, relief: float, cell: float = 10.0) -> Heightfield:
    draw = np.random.default_rng(seed)
    rough = draw.uniform(0.0, relief, (side, side))
    for _ in range(3):
        rough = (rough + np.roll(rough, 1, 0) + np.roll(rough, 1, 1) + np.roll(rough, (1, 1), (0, 1))) / 4.0
    return Heightfield(rough, cell_size=cell)


def _lattice(land: Heightfield, noun: Roads, water: np.ndarray | None = None):
    layers = {"elevation": land}
    if water is not None:
        layers["water"] = Layer(water, grid=land.grid, unit="m")
        noun = noun.replace(water="water")
    return lattice_of(ground_from(layers, noun), terms_of(noun, noun.width), 1, 5)


def test_masks_have_the_directions_of_their_size() -> None:
    assert [len(directions(k)) for k in range(1, 6)] == [8, 16, 32, 48, 80]
    assert all(math.gcd(int(i), int(j)) == 1 for i, j in directions(5))


def test_turns_are_closed_below_the_radius() -> None:
    moves = directions(1)
    made = turns(moves, 10.0, 20.0, 1.0)
    i = {tuple(move): k for k, move in enumerate(moves.tolist())}
    assert made[i[0, 1], i[0, 1]] == 0.0
    assert np.isinf(made[i[0, 1], i[1, 1]])  # 45 degrees on 10 m legs: 12.1 m
    assert np.isfinite(turns(moves, 10.0, 12.0, 1.0)[i[0, 1], i[1, 1]])
    assert np.isinf(turns(moves, 10.0, 1.0, 1.0)[i[0, 1], i[0, -1]])


@pytest.mark.jit_off
@settings(max_examples=12)
@given(seed=st.integers(0, 10**6), k=st.integers(1, 3), relief=st.sampled_from([2.0, 25.0, 80.0]))
def test_the_search_costs_what_dijkstra_costs(seed: int, k: int, relief: float) -> None:
    draw = np.random.default_rng(seed)
    water = (draw.uniform(size=(11, 11)) < 0.08) * 1.0
    noun = Roads(width=4.0, search=Search(directions=k, span_samples=4, span_max=60.0), max_grade=0.3)
    lattice = _lattice(_land(seed, 11, relief), noun, water)
    for _ in range(4):
        start, goal = (int(v) for v in draw.integers(0, 121, 2))
        found = lattice.find(start, goal)
        expected = cheapest(lattice, start, goal)
        if start == goal:
            continue
        assert (found.cost if found else math.inf) == pytest.approx(expected, rel=1e-12)  # R-I26
        if found:
            price = 0.0
            cols = lattice.ids.shape[1]
            for a, b, way, before, leg in zip(
                found.places, found.places[1:], found.ways[1:], found.ways, found.legs[1:]
            ):
                price += 0.0 if before < 0 else lattice.turn[before, way]
                if leg == 0:
                    assert lattice.cells[b] - lattice.cells[a] == lattice.moves[way] @ [cols, 1]
                    price += lattice.cost[a, way]
                else:
                    span = slice(int(lattice.jump_first[a]), int(lattice.jump_first[a + 1]))
                    price += lattice.jump_cost[span][lattice.jump_to[span] == b].min()
            assert price == pytest.approx(found.cost, rel=1e-9)


@pytest.mark.jit_off
def test_both_ways_cost_the_same_and_the_bound_is_below() -> None:
    noun = Roads(width=4.0, max_grade=0.3)
    lattice = _lattice(_land(3, 12, 30.0), noun)
    cols = lattice.ids.shape[1]
    back = {tuple(move): k for k, move in enumerate(lattice.moves.tolist())}
    for i, k in zip(*np.nonzero(np.isfinite(lattice.cost))):
        row, col = divmod(int(lattice.cells[i]), cols)
        j = lattice.ids[row + lattice.moves[k, 0], col + lattice.moves[k, 1]]
        assert lattice.cost[j, back[tuple(-lattice.moves[k])]] == lattice.cost[i, k]
    reached = lattice.flood(0)
    straight = lattice.points(range(144)) - lattice.points([0])
    assert (reached >= np.hypot(*straight.T) - 1e-9).all()


def test_no_leg_is_too_steep_too_tight_or_wet() -> None:
    land = _land(8, 60, 60.0, 8.0)
    water = np.zeros((60, 60))
    water[28:32, 8:] = 1.0
    noun = Roads(water="water", max_grade=0.15, search=Search(span_samples=0))
    layers = {"elevation": land, "water": Layer(water, grid=land.grid, unit="m")}
    route = find_route(layers, [(40.0, 40.0), (430.0, 420.0)], noun)
    assert (route.legs == 0).all()
    assert route.step == 8.0
    step = route.step
    z = lattice_heights(layers, noun)
    place = np.rint(
        np.stack([(land.grid.north_west[1] - route.points[:, 1]) / step, route.points[:, 0] / step], 1)
    ).astype(int)
    rise = np.diff(z[place[:, 0], place[:, 1]])
    length = np.hypot(*np.diff(place, axis=0).T) * step
    assert (np.abs(rise)[1:-1] <= 0.15 * length[1:-1] + 1e-9).all()  # R-I27
    dense = np.concatenate([np.linspace(a, b, 50) for a, b in zip(route.points, route.points[1:])])
    rows = np.rint((land.grid.north_west[1] - dense[:, 1]) / 8.0).astype(int)
    assert water[rows, np.rint(dense[:, 0] / 8.0).astype(int)].max() == 0.0


def lattice_heights(layers: dict, noun: Roads) -> np.ndarray:
    from landwright.networks._lattice import _averaged

    return _averaged(ground_from(layers, noun), terms_of(noun, noun.width), 1)[0]


@given(east=st.integers(2, 30), north=st.integers(0, 30))
def test_flat_ground_gives_a_straight_way(east: int, north: int) -> None:
    flat = Heightfield(np.zeros((33, 33)), cell_size=8.0)
    route = find_route({"elevation": flat}, [(0.0, 0.0), (8.0 * east, 8.0 * north)], Roads(min_radius=0.0))
    straight = 8.0 * math.hypot(east, north)
    angle = np.sort([math.atan2(i, j) for i, j in directions(3)])
    gap = np.diff(np.concatenate([angle, angle[:1] + 2 * math.pi])).max()
    assert route.cost >= straight - 1e-9
    assert route.cost <= straight / math.cos(0.5 * gap) + 1e-9  # R-I28


def test_a_wall_is_tunnelled_and_a_river_is_bridged() -> None:
    z = np.zeros((41, 41))
    z[:, 18:23] = 60.0
    wall = Heightfield(z, cell_size=8.0)
    noun = Roads(search=Search(span_max=200.0, span_samples=64))
    route = find_route({"elevation": wall}, [(16.0, 160.0), (300.0, 160.0)], noun)
    assert np.count_nonzero(route.legs == 4) == 1
    water = np.zeros((41, 41))
    water[:, 18:23] = 2.0
    flat = Heightfield(np.zeros((41, 41)), cell_size=8.0)
    layers = {"elevation": flat, "water": Layer(water, grid=flat.grid, unit="m")}
    route = find_route(layers, [(16.0, 160.0), (300.0, 160.0)], noun.replace(water="water"))
    assert np.count_nonzero(route.legs == 3) == 1
    river = Network(
        [[164.0, 0.0, 1.0], [164.0, 320.0, 1.0]], [[0, 1]], [[164.0, 0.0, 1.0], [164.0, 320.0, 1.0]], [0, 2]
    )
    layers = {"elevation": flat, "rivers": river}
    noun = noun.replace(rivers="rivers")
    assert np.count_nonzero(find_route(layers, [(16.0, 160.0), (300.0, 160.0)], noun).legs == 3) == 1
    made = build_roads(layers, noun.replace(routes=(Line(points=((16.0, 160.0), (300.0, 160.0))),)))
    roads = made["roads"]
    under = np.abs(roads.points[:, 0] - 164.0) < 2.0
    assert (roads.of_points["class"][under] == 3).all()
    assert (roads.points[under, 2] >= 1.0 + noun.clearance + noun.deck - 1e-9).all()


def test_where_there_is_no_way_a_sentence_says_so() -> None:
    z = np.zeros((33, 33))
    z[:, 15:18] = 300.0
    noun = Roads(search=Search(span_samples=0))
    with pytest.raises(SettingError, match=r"no way from \(16, 128\) to \(240, 128\) with a max_grade of 0.12"):
        find_route({"elevation": Heightfield(z, cell_size=8.0)}, [(16.0, 128.0), (240.0, 128.0)], noun)


def test_dear_ground_is_gone_around() -> None:
    marsh = np.zeros((41, 41), np.float32)
    marsh[10:31, 15:26] = 1.0
    flat = Heightfield(np.zeros((41, 41)), cell_size=8.0)
    layers = {"elevation": flat, "marsh": Layer(marsh, grid=flat.grid)}
    ends = [(16.0, 160.0), (300.0, 160.0)]
    through = find_route(layers, ends, Roads(search=Search(terrain="marsh", terrain_weight=0.01)))
    around = find_route(layers, ends, Roads(search=Search(terrain="marsh", terrain_limit=0.5)))
    assert np.abs(through.points[:, 1] - 160.0).max() < 30.0
    assert np.abs(around.points[:, 1] - 160.0).max() > 70.0


@given(seed=st.integers(0, 10**6), count=st.integers(2, 9), g=st.sampled_from([1.0, 1.2, 2.0, 8.0, 500.0]))
def test_kept_pairs_join_all_and_follow_the_rule(seed: int, count: int, g: float) -> None:
    at = np.random.default_rng(seed).uniform(0.0, 100.0, (count, 2))
    d = np.sqrt(((at[:, None] - at[None]) ** 2).sum(axis=2))
    kept = kept_pairs(d, g)
    for i in range(count):
        for j in range(i + 1, count):
            thirds = [(d[i, k] / d[i, j], d[k, j] / d[i, j]) for k in range(count) if k not in (i, j)]
            shorter = [max(pair) < 1.0 and pair[0] ** g + pair[1] ** g < 1.0 for pair in thirds]
            assert ((i, j) in kept) == (not any(shorter))
    reached = {0}
    for _ in range(count):
        reached |= {b for a, b in kept if a in reached} | {a for a, b in kept if b in reached}
    assert reached == set(range(count))
