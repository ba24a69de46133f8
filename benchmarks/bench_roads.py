"""Roads: the route search against SciPy's Dijkstra on the same lattice, and a whole stage.

Run with ``make bench``; untimed the same functions are tests. ``LANDWRIGHT_BENCH_SIDE`` sets the side (default 1025). The peer knows no
turns, so it solves an easier problem; the ratio is ours over its.
"""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from landwright import Grid, Heightfield, noise
from landwright.networks import Line, Roads, build_roads, find_route
from landwright.networks._ground import ground_from
from landwright.networks._lattice import Lattice, lattice_of
from landwright.networks._route import terms_of


@pytest.fixture(scope="module")
def field(request: pytest.FixtureRequest) -> Heightfield:
    timed = request.config.getoption("--benchmark-enable", default=False)
    side = int(os.environ.get("LANDWRIGHT_BENCH_SIDE", "1025")) if timed else 65
    grid = Grid(shape=(side, side), cell_size=8.0)
    noun = noise.Fbm(base=noise.Perlin(wavelength=2000.0), octaves=8, gain=0.45)
    return Heightfield(0.06 * grid.extent[0] * noise.sample(noun, grid, seed=3), grid=grid)


def ends(field: Heightfield) -> list[tuple[float, float]]:
    wide, deep = field.grid.extent
    return [(0.05 * wide, 0.4 * deep), (0.95 * wide, 0.6 * deep)]


def graph_of(lattice: Lattice) -> csr_array:
    place, way = np.nonzero(np.isfinite(lattice.cost))
    row, col = np.divmod(lattice.cells[place], lattice.ids.shape[1])
    to = lattice.ids[row + lattice.moves[way, 0], col + lattice.moves[way, 1]]
    count = len(lattice.cells)
    return csr_array((lattice.cost[place, way], (place, to)), shape=(count, count))


def test_flood_against_scipy(benchmark: Any, field: Heightfield) -> None:
    noun = Roads(search={"span_samples": 0})
    every = max(1, field.shape[0] // 256)
    lattice = lattice_of(ground_from({"elevation": field}, noun), terms_of(noun, 8.0), every, 0)
    start = lattice.place(np.array(ends(field)[0]))
    ours = benchmark(lattice.flood, start)
    graph = graph_of(lattice)
    begin = time.process_time()
    theirs = dijkstra(graph, indices=start)
    benchmark.extra_info["scipy_seconds"] = time.process_time() - begin
    assert np.allclose(ours, theirs, rtol=1e-12)


def test_route(benchmark: Any, field: Heightfield) -> None:
    route = benchmark(find_route, {"elevation": field}, ends(field))
    assert len(route.points) > 2


def test_stage(benchmark: Any, field: Heightfield) -> None:
    made = benchmark(build_roads, {"elevation": field}, Roads(routes=(Line(points=tuple(ends(field))),)))
    assert len(made["roads"]) >= 1
