"""Our hydrology against pyflwdir and fastscapelib, where they define the same thing, on a real mountain and on noise.

Orientation and limits: both number cells row by row from the first row, as we do; edge cells are outlets. pyflwdir fills exactly;
its directions over filled ground and ours differ (it floods, we carve), so areas, orders and basins are compared on our own
receivers given to it as D8 codes. fastscapelib fills in float64 with a tiny tilt and breaks ties in another order, so receivers are
compared where no two ways are equally steep and no ground is level; its grid object must be kept alive.
"""

from __future__ import annotations

from pathlib import Path

import fastscapelib as fs
import numpy as np
import pyflwdir
import pytest

import landwright as lw
from landwright import Grid, Heightfield, hydrology, noise
from landwright.hydrology import Flow

MOUNTAIN = Path(__file__).resolve().parents[2] / "examples" / "data" / "st_helens_wa_30m.tif"


@pytest.fixture(scope="module", params=["mountain", "noise", "noise without ties"])
def ground(request: pytest.FixtureRequest) -> Heightfield:
    if request.param == "mountain":
        return lw.read(MOUNTAIN)
    grid = Grid(shape=(150, 180), cell_size=10.0)
    z = 300.0 * noise.sample(noise.Fbm(base=noise.Perlin(wavelength=700.0), octaves=8, gain=0.6), grid, seed=3)
    if request.param == "noise":
        return Heightfield(np.round(z), grid=grid)
    rank = np.empty(z.size, np.float32)
    rank[np.argsort(z, axis=None, kind="stable")] = np.arange(z.size)
    return Heightfield(rank.reshape(z.shape), grid=grid)


def tied(field: Heightfield) -> bool:
    return np.unique(field.elevation).size < field.elevation.size


@pytest.mark.filterwarnings("ignore")
def test_fill_is_pyflwdirs(ground: Heightfield) -> None:
    theirs, _ = pyflwdir.dem.fill_depressions(ground.elevation.copy(), outlets="edge")
    assert np.array_equal(hydrology.fill(ground).elevation, theirs)


def test_fill_is_fastscapelibs(ground: Heightfield) -> None:
    grid = fs.RasterGrid(ground.shape, [ground.cell_size] * 2, fs.NodeStatus.FIXED_VALUE)
    graph = fs.FlowGraph(grid, [fs.PFloodSinkResolver(), fs.SingleFlowRouter()])
    theirs = graph.update_routes(ground.elevation.astype(float))
    assert np.abs(hydrology.fill(ground).elevation - theirs).max() < 1e-6


def receivers_of(graph: object) -> np.ndarray:
    return np.asarray(graph.impl().receivers)[:, 0]  # type: ignore[attr-defined]


def test_steepest_receivers_are_fastscapelibs(ground: Heightfield) -> None:
    grid = fs.RasterGrid(ground.shape, [ground.cell_size] * 2, fs.NodeStatus.FIXED_VALUE)
    graph = fs.FlowGraph(grid, [fs.SingleFlowRouter()])
    graph.update_routes(ground.elevation.astype(float))
    theirs, ours = receivers_of(graph), hydrology.flow(ground, Flow(keep_depth=0.0)).receivers
    z = ground.elevation.reshape(-1).astype(float)
    here = np.arange(z.size)
    cols = ground.shape[1]

    def slope(to: np.ndarray) -> np.ndarray:
        step = np.abs(to - here)
        far = np.where((step == 1) | (step == cols), 1.0, np.sqrt(2.0))
        return (z - z[to]) / far

    assert np.allclose(slope(ours), slope(theirs)), "another receiver only where it is as steep"
    if not tied(ground):
        assert np.array_equal(ours, theirs)


def test_carved_receivers_are_fastscapelibs_where_there_are_no_ties(ground: Heightfield) -> None:
    if tied(ground):
        ground = Heightfield(ground.elevation + np.random.default_rng(1).random(ground.shape) * 0.4, grid=ground.grid)
    grid = fs.RasterGrid(ground.shape, [ground.cell_size] * 2, fs.NodeStatus.FIXED_VALUE)
    resolver = fs.MSTSinkResolver(fs.MSTMethod.KRUSKAL, fs.MSTRouteMethod.CARVE)
    graph = fs.FlowGraph(grid, [fs.SingleFlowRouter(), resolver])
    graph.update_routes(ground.elevation.astype(float))
    ours = hydrology.flow(ground)
    # a pass over several neighbours is theirs by index and ours by steepness: the same basins join, over the same samples
    assert np.mean(receivers_of(graph) == ours.receivers) > 0.99
    area = graph.accumulate(1.0).reshape(-1) * 1.0
    assert area[ours.base_levels].sum() == pytest.approx(
        hydrology.drainage_area(ours)[ours.base_levels].sum(), rel=1e-9
    )


@pytest.mark.filterwarnings("ignore")
def test_sums_orders_and_basins_are_pyflwdirs(ground: Heightfield) -> None:
    graph = hydrology.flow(ground)
    shape = ground.shape
    here, to = np.divmod(np.arange(len(graph)), shape[1]), np.divmod(graph.receivers, shape[1])
    codes = np.array([[32, 64, 128], [16, 0, 1], [8, 4, 2]], np.uint8)
    theirs = pyflwdir.from_array(codes[to[0] - here[0] + 1, to[1] - here[1] + 1].reshape(shape), ftype="d8")
    size = ground.cell_size**2
    area = hydrology.drainage_area(graph)
    assert np.array_equal(theirs.upstream_area(unit="cell").reshape(-1) * size, area)
    assert np.array_equal(theirs.stream_distance(unit="cell").reshape(-1), hydrology.downstream_sum(graph, 1.0) - 1.0)
    marked = hydrology.streams(graph, 60.0 * size)
    order = hydrology.strahler_order(graph, marked)
    assert np.array_equal(theirs.stream_order(mask=marked.reshape(shape)).reshape(-1), order)
    assert order.max() >= 3
    labels = theirs.basins().reshape(-1)
    pairs = np.unique(np.stack([labels, hydrology.basins(graph)]), axis=1).shape[1]
    assert pairs == np.unique(labels).size == graph.base_levels.size
