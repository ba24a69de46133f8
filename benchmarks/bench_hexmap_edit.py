"""Edits and paths of hex maps, in the same run as NetworkX.

``make bench``, or ``python -m pytest benchmarks/bench_hexmap_edit.py --benchmark-enable -s`` for these alone. Ratios are of CPU time,
best of several rounds; the map is made of hills with lakes, walls and roads.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import networkx
import pytest

from landwright.hexmap import HexMap, Movement, Stroke, dirty_chunks, edit, find_path, reachable, save_cells
from landwright.testing import random_hexmap
from naive.hexmap_edit import Twin
from naive.hexmap_path import price

STROKE = Stroke(cells=((20, 20), (21, 20)), elevation=2, river="yes")


def land(columns: int, rows: int) -> HexMap:
    return random_hexmap(1, columns, rows, water=0.05, walls=0.02, roughness=0.02)


def best(call: Callable[[], object], rounds: int = 5) -> float:
    """Return the CPU seconds of the quickest round, after one that does not count."""
    call()
    spent = []
    for _ in range(rounds):
        start = time.process_time()
        call()
        spent.append(time.process_time() - start)
    return min(spent)


@pytest.mark.parametrize("size", [(80, 60), (1000, 1000)], ids=["80x60", "1000x1000"])
def test_edit(benchmark, size: tuple[int, int]) -> None:
    """A drag over two cells, and what must be built anew."""
    size = size if benchmark.enabled else (40, 30)
    whole = land(*size)

    def ours() -> list[tuple[int, int]]:
        return dirty_chunks(whole, edit(whole, STROKE))

    assert ours()
    benchmark(ours)


def test_path_against_networkx(benchmark, capsys) -> None:
    """All costs from one cell, and one path, against NetworkX on the same graph."""
    side = 200 if benchmark.enabled else 20
    whole, noun = land(side, side), Movement(speed=1_000_000)
    twin, graph = Twin(whole), networkx.DiGraph()
    for at in twin.cells:
        for d in range(6):
            cost = price(twin, at, d, noun)
            if cost is not None:
                graph.add_edge(at, twin.beyond(at, d), weight=cost)
    start = max(graph, key=lambda at: (graph.out_degree(at), at))
    lengths = networkx.single_source_dijkstra_path_length(graph, start)
    found = reachable(whole, start, noun)
    assert all(int(found.costs[row, column]) == length for (column, row), length in lengths.items())
    goal = max(lengths, key=lambda at: (lengths[at], at))
    benchmark(find_path, whole, start, goal, noun)
    if benchmark.enabled:
        all_ours, all_theirs = (
            best(lambda: reachable(whole, start, noun)),
            best(lambda: networkx.single_source_dijkstra_path_length(graph, start), 2),
        )
        one_ours, one_theirs = (
            best(lambda: find_path(whole, start, goal, noun)),
            best(lambda: networkx.bidirectional_dijkstra(graph, start, goal), 2),
        )
        with capsys.disabled():
            print(
                f"\n  all costs of {side} x {side} cells: {all_ours * 1e3:.1f} ms, NetworkX {all_theirs / all_ours:.0f} x as long"
            )
            print(
                f"  one path across: {one_ours * 1e3:.1f} ms, NetworkX (both ends) {one_theirs / one_ours:.0f} x as long"
            )


@pytest.mark.parametrize("side", [100, 1000])
def test_path_across(benchmark, side: int) -> None:
    """From corner to corner of a large map."""
    whole = land(side if benchmark.enabled else 30, side if benchmark.enabled else 30)
    benchmark(reachable, whole, (whole.columns // 2, whole.rows // 2))


def test_save(benchmark) -> None:
    """A map of 200 x 200 cells as checked bytes."""
    whole = land(200, 200) if benchmark.enabled else land(20, 20)
    assert len(benchmark(save_cells, whole)) > 100
