"""Basins, streams, depressions and lakes."""

from __future__ import annotations

import numpy as np
import pytest

from landwright import Heightfield, hydrology
from landwright.field import Mask
from landwright.hydrology import Basins, Flow, Lakes, Streams
from naive import hydrology_flow as naive
from naive.hydrology_cases import CASES, made


@pytest.mark.jit_off
@pytest.mark.parametrize("name", CASES)
def test_basins_are_where_walks_end(name: str) -> None:
    field = made(name)
    graph = hydrology.flow(field)
    there = np.ones(len(graph), bool) if graph.data is None else graph.data
    ends = [naive.end_of(graph.receivers, i) if there[i] else -1 for i in range(len(graph))]
    assert hydrology.basins(graph).tolist() == ends
    layer = hydrology.map_basins(field).values.reshape(-1)
    counts = np.bincount(layer[there].astype(int))[1:]
    assert (np.diff(counts) <= 0).all(), "the largest comes first"
    assert counts.sum() == there.sum()
    assert (layer[~there] == 0).all()
    for number in range(1, counts.size + 1):
        assert len({ends[i] for i in np.flatnonzero(layer == number)}) == 1
    some = hydrology.map_basins({"elevation": field}, Basins(min_area=100.0))["basins"].values.reshape(-1)
    assert np.array_equal(some, np.where(np.append(0, counts)[layer.astype(int)] >= 4, layer, 0))


@pytest.mark.jit_off
@pytest.mark.parametrize("name", ["rough", "whole numbers", "masked", "plateau"])
def test_streams_and_orders_are_those_of_the_twin(name: str) -> None:
    field = made(name)
    graph = hydrology.flow(field)
    marked = hydrology.streams(graph, 75.0)
    area = naive.upstream(graph.receivers.tolist(), [25.0] * len(graph))
    want = np.array(area) >= 75.0
    assert np.array_equal(marked, want if graph.data is None else want & graph.data)
    order = hydrology.strahler_order(graph, marked)
    assert order.tolist() == naive.strahler(graph.receivers.tolist(), marked.tolist())
    layer = hydrology.map_streams(field, Streams(min_area=75.0, value="order"))
    assert np.array_equal(layer.values.reshape(-1), order)
    mask = hydrology.map_streams({"elevation": field}, Streams(min_area=75.0))["streams"]
    assert isinstance(mask, Mask)
    assert np.array_equal(mask.values.reshape(-1) > 0, marked)
    found = hydrology.reaches(graph, marked)
    arms = np.bincount(graph.receivers[marked & (graph.receivers != np.arange(len(graph)))], minlength=len(graph))
    seen = []
    for reach in range(found.receivers.size):
        line = found.line(reach)
        assert np.array_equal(graph.receivers[line[:-1]], line[1:]), "a line follows the flow"
        down = found.receivers[reach]
        own = line if down == reach else line[:-1]
        seen.extend(own.tolist())
        assert len(set(order[own].tolist())) == 1, "one reach has one order"
        assert found.order[reach] == order[own[0]]
        assert (arms[own[1:]] == 1).all(), "nothing joins inside a reach"
        assert arms[own[0]] != 1
        if down != reach:
            assert down < reach
            assert line[-1] == found.line(down)[0], "lines meet"
            assert arms[line[-1]] >= 2
        else:
            assert graph.receivers[line[-1]] == line[-1]
    assert sorted(seen) == np.flatnonzero(marked).tolist(), "every stream cell is in one reach"


def test_no_streams_give_no_reaches() -> None:
    graph = hydrology.flow(made("rough"))
    found = hydrology.reaches(graph, hydrology.streams(graph, 1e12))
    assert found.starts.tolist() == [0]
    assert found.receivers.size == found.cells.size == found.order.size == 0


@pytest.mark.jit_off
@pytest.mark.parametrize("seed", range(4))
def test_depressions_are_the_pools_of_the_twin(seed: int) -> None:
    z = np.random.default_rng(seed).normal(0.0, 10.0, (12, 14)).astype(np.float32)
    z += 0.05 * (np.mgrid[0:12, 0:14][0] - 6.0) ** 2 * (1 if seed % 2 else 0)
    field = Heightfield(z, cell_size=1.0)
    flat = [float(v) for v in field.elevation.reshape(-1)]
    want = naive.pools(flat, naive.around(z.shape), naive.edge(z.shape))
    d = hydrology.depressions(field)
    inside: list[set[int]] = [set() for _ in d.pits]
    for i, node in enumerate(d.innermost):
        while node >= 0:
            inside[node].add(i)
            node = d.parent[node]
    # where three meet over one sample, two of them merge first and hold nothing more before they meet the third
    same = {int(p) for k, p in enumerate(d.parent) if p >= 0 and d.level[p] == d.level[k]}
    got = {frozenset(cells): k for k, cells in enumerate(inside) if k not in same}
    assert got.keys() == want.keys()
    for cells, k in got.items():
        level, pit, volume = want[cells]
        assert (d.level[k], d.pits[k]) == (level, pit)
        assert d.depth[k] == np.float32(level) - np.float32(flat[pit])
        assert d.area[k] == len(cells)
        assert d.volume[k] == pytest.approx(volume)
        rim = max(flat[d.pour_from[k]], flat[d.pour_to[k]])
        assert rim == level, "the pour point is the pass"
        if d.parent[k] >= 0:
            other = d.into[k]
            assert d.parent[other] == d.parent[k]
            assert inside[d.parent[k]] >= cells | inside[other]
        else:
            assert d.into[k] == -1
    assert len(d.pits) > 5


def test_a_long_row_of_nested_lakes_is_counted_exactly() -> None:
    # terraces of pits, each merging with all before it: a chain as long as the map
    n = 400
    z = np.full((3, 2 * n + 2), 5000.0)
    z[1, 1 : 2 * n : 2] = np.arange(n)  # pits
    z[1, 2 : 2 * n + 1 : 2] = np.arange(n) + 1000.5  # passes, each higher than the last
    d = hydrology.depressions(Heightfield(z))
    assert len(d.pits) == 2 * n - 1
    depth = np.zeros(len(d.pits), int)
    for k in range(len(d.pits) - 1, -1, -1):
        depth[k] = 0 if d.parent[k] < 0 else depth[d.parent[k]] + 1
    assert depth.max() == n - 1
    top = int(np.flatnonzero(d.parent < 0)[0])
    line = np.float32(z[1, 1 : 2 * n + 1]).astype(float)
    assert d.level[top] == np.float32(n - 1 + 1000.5) or d.level[top] == 5000.0
    level = float(d.level[top])
    assert d.volume[top] == pytest.approx(np.maximum(level - line, 0.0).sum())
    assert d.area[top] == (line < level).sum()


@pytest.mark.parametrize("name", CASES)
def test_lakes_hold_what_filling_raises(name: str) -> None:
    field = made(name)
    depth = hydrology.lakes(field)
    raised = hydrology.fill(field).elevation - field.elevation
    assert np.array_equal(depth.values, raised)
    d = hydrology.depressions(field)
    tops = d.parent < 0
    assert d.volume[tops].sum() == pytest.approx(25.0 * float(raised.sum(dtype=float)))
    assert d.area[tops].sum() == 25.0 * np.count_nonzero(raised)


def test_small_and_shallow_lakes_are_left_out() -> None:
    z = np.full((7, 16), 10.0)
    z[2, 2], z[2:4, 6:9], z[3, 12:14] = 2.0, 9.5, 7.0
    field = Heightfield(z, cell_size=10.0)
    wet = [hydrology.lakes(field, noun).values > 0 for noun in (Lakes(), Lakes(min_area=150.0), Lakes(min_depth=1.0))]
    assert [int(w.sum()) for w in wet] == [9, 8, 3]
    both = hydrology.lakes({"elevation": field}, Lakes(min_area=150.0, min_depth=1.0))["water"]
    assert np.argwhere(both.values > 0).tolist() == [[3, 12], [3, 13]]


def test_closed_basins_hold_no_lake_and_no_depression() -> None:
    z = np.full((9, 9), 10.0)
    z[4, 4], z[4, 6] = 1.0, 3.0
    z[4, 5] = 4.0
    d = hydrology.depressions(Heightfield(z), Flow(keep_depth=5.0))
    assert d.level.tolist() == [4.0]
    assert d.pits.tolist() == [4 * 9 + 6]
    assert d.into.tolist() == [-1], "it spills into the closed basin, where water ends"
    water = hydrology.lakes(Heightfield(z), Lakes(keep_depth=5.0)).values
    assert water.sum() == 1.0
    assert hydrology.flow(Heightfield(z), Flow(keep_depth=5.0)).base_levels.size == 33
