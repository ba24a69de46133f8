"""Hydrology against pyflwdir, fastscapelib and, where it is installed, TopoToolbox, on the same ground in turn.

Run with ``make bench``; untimed the same functions are tests. Processor time, so that other work on the machine counts less; ratios
are medians of paired runs, ours over the peer's (below 1 is faster). ``LANDWRIGHT_BENCH_SIDE`` sets the side (default 1024).
TopoToolbox is no development requirement: ``pip install topotoolbox`` adds its column.
"""

from __future__ import annotations

import importlib.util
import os
import time
import warnings
from collections.abc import Callable
from typing import Any

import fastscapelib as fs
import numpy as np
import pyflwdir
import pytest

from landwright import Grid, Heightfield, hydrology, noise
from landwright.hydrology import Fill, Flow

Pair = tuple[Callable[[], Any], dict[str, Callable[[], Any]]]


@pytest.fixture(scope="module")
def field(request: pytest.FixtureRequest) -> Heightfield:
    timed = request.config.getoption("--benchmark-enable", default=False)
    side = int(os.environ.get("LANDWRIGHT_BENCH_SIDE", "1024")) if timed else 65
    grid = Grid(shape=(side, side), cell_size=10.0)
    noun = noise.Fbm(base=noise.Perlin(wavelength=1500.0), octaves=10, gain=0.6)
    return Heightfield(500.0 * noise.sample(noun, grid, seed=1), grid=grid)


def codes(graph: hydrology.FlowGraph, shape: tuple[int, int]) -> np.ndarray:
    here, to = np.divmod(np.arange(len(graph)), shape[1]), np.divmod(graph.receivers, shape[1])
    d8 = np.array([[32, 64, 128], [16, 0, 1], [8, 4, 2]], np.uint8)
    return d8[to[0] - here[0] + 1, to[1] - here[1] + 1].reshape(shape)


def fastscape(field: Heightfield, *operators: Any) -> Any:
    grid = fs.RasterGrid(field.shape, [field.cell_size] * 2, fs.NodeStatus.FIXED_VALUE)
    graph = fs.FlowGraph(grid, list(operators))
    z = field.elevation.astype(float)

    def run(then: Callable[[Any], Any] = lambda graph: None) -> Any:
        graph.update_routes(z)
        return then(graph)

    run.grid = grid  # type: ignore[attr-defined]  # the library does not keep it alive itself
    return run


def works(field: Heightfield) -> dict[str, Pair]:
    z = field.elevation
    graph = hydrology.flow(field)
    d8 = codes(graph, field.shape)
    known = pyflwdir.from_array(d8, ftype="d8", cache=False)
    known.upstream_area()
    marked = hydrology.streams(graph, 100.0 * field.cell_size**2)
    mst = fs.MSTSinkResolver(fs.MSTMethod.KRUSKAL, fs.MSTRouteMethod.CARVE)
    routes = fastscape(field, fs.SingleFlowRouter(), mst)
    filler = fastscape(field, fs.PFloodSinkResolver(), fs.SingleFlowRouter())
    divides = fastscape(field, fs.PFloodSinkResolver(), fs.MultiFlowRouter(1.1))

    def area() -> np.ndarray:
        return hydrology.drainage_area(hydrology.flow(field))

    many = Flow(method="multiple")
    made: dict[str, Pair] = {
        "fill": (
            lambda: hydrology.fill(field),
            {"pyflwdir": lambda: pyflwdir.dem.fill_depressions(z, outlets="edge"), "fastscapelib": filler},
        ),
        "tilted fill": (lambda: hydrology.fill(field, Fill(tilt=True)), {"fastscapelib": filler}),
        "drained receivers": (
            lambda: hydrology.flow(field),
            {"pyflwdir": lambda: pyflwdir.from_dem(z, outlets="edge").idxs_ds, "fastscapelib": routes},
        ),
        "ground to area": (
            area,
            {
                "pyflwdir": lambda: pyflwdir.from_dem(z, outlets="edge").upstream_area(),
                "fastscapelib": lambda: routes(lambda graph: graph.accumulate(1.0)),
            },
        ),
        "area, order known": (lambda: hydrology.drainage_area(graph), {"pyflwdir": lambda: known.upstream_area()}),
        "ground to area, multiple": (
            lambda: hydrology.drainage_area(hydrology.flow(field, many)),
            {"fastscapelib": lambda: divides(lambda graph: graph.accumulate(1.0))},
        ),
        "basins": (lambda: hydrology.basins(graph), {"pyflwdir": known.basins}),
        "Strahler order": (
            lambda: hydrology.strahler_order(graph, marked),
            # below its method, which keeps the first answer and gives that
            {"pyflwdir": lambda: pyflwdir.streams.strahler_order(known.idxs_ds, known.idxs_seq, mask=marked)},
        ),
    }
    if importlib.util.find_spec("topotoolbox") is not None:
        import topotoolbox as tt

        dem = tt.GridObject()
        dem.z, dem.cellsize = z.copy(), field.cell_size
        made["fill"][1]["topotoolbox"] = dem.fillsinks
        made["drained receivers"][1]["topotoolbox"] = lambda: tt.FlowObject(dem)
        made["ground to area"][1]["topotoolbox"] = lambda: tt.FlowObject(dem).flow_accumulation()
        flow = tt.FlowObject(dem)
        made["area, order known"][1]["topotoolbox"] = lambda: flow.flow_accumulation()
    return made


NAMES = [
    "fill",
    "tilted fill",
    "drained receivers",
    "ground to area",
    "area, order known",
    "ground to area, multiple",
    "basins",
    "Strahler order",
]


@pytest.fixture(scope="module")
def pairs(field: Heightfield) -> dict[str, Pair]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return works(field)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_against_peers(benchmark, monkeypatch: pytest.MonkeyPatch, pairs: dict[str, Pair], name: str) -> None:
    monkeypatch.setenv("LANDWRIGHT_THREADS", "1")
    ours, peers = pairs[name]
    ours()
    for peer in peers.values():
        peer()
    benchmark.group = "hydrology"
    benchmark.pedantic(ours, rounds=2)
    if benchmark.stats is None:
        return
    said = []
    for title, peer in peers.items():
        times: list[list[float]] = [[], []]
        for _ in range(5):
            for run, kept in ((ours, times[0]), (peer, times[1])):
                start = time.process_time()
                run()
                kept.append(time.process_time() - start)
        ratio = float(np.median(np.array(times[0]) / np.array(times[1])))
        said.append(f"{ratio:.2f} of {title} ({np.median(times[1]) * 1e3:.0f} ms)")
        benchmark.extra_info[title] = round(ratio, 3)
    print(f"\n{name}: {np.median(times[0]) * 1e3:.0f} ms; " + ", ".join(said), end="")


def test_breaching(benchmark, field: Heightfield) -> None:
    made = benchmark.pedantic(hydrology.breach, args=(field,), rounds=1)
    assert np.array_equal(hydrology.fill(made).elevation, made.elevation)
