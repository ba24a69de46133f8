"""Operations against SciPy and NumPy on the same field; the ratio stands in the extra info and in the last table.

Run with ``make bench``; untimed the same functions are tests. One thread, so that the ratio says what the kernel is worth.
"""

from __future__ import annotations

import time

import numpy as np
import pytest
from scipy import ndimage

from landwright import Grid, Heightfield, ops
from landwright.testing import hills

SIDE = 2049


@pytest.fixture(scope="module")
def field(request: pytest.FixtureRequest) -> Heightfield:
    side = SIDE if request.config.getoption("--benchmark-enable", default=False) else 65
    grid = Grid(shape=(side, side), cell_size=4.0)
    rough = np.random.default_rng(1).normal(0, 3, grid.shape)
    return Heightfield(hills(grid, 400.0, 900.0).elevation + rough, grid=grid)


def horn(z: np.ndarray) -> np.ndarray:
    east, north = ndimage.sobel(z, axis=1), ndimage.sobel(z, axis=0)
    return np.sqrt(east * east + north * north) / np.float32(32.0)


PEERS = {
    "smooth": (
        lambda f: ops.smooth(f, ops.Smooth(radius=20.0)),
        lambda z: ndimage.gaussian_filter(z, 5.0, truncate=4.0),
    ),
    "median": (lambda f: ops.median(f, ops.Median(radius=8.0)), lambda z: ndimage.median_filter(z, footprint=disc(2))),
    "expand": (
        lambda f: ops.expand(f, ops.Expand(radius=40.0)),
        lambda z: ndimage.grey_dilation(z, footprint=disc(10)),
    ),
    "slope": (lambda f: ops.slope(f), horn),
    "aspect": (
        lambda f: ops.aspect(f),
        lambda z: np.degrees(np.arctan2(ndimage.sobel(z, axis=1), ndimage.sobel(z, axis=0))),
    ),
    "distance": (lambda f: ops.distance({"elevation": f}), lambda z: ndimage.distance_transform_edt(z > 0.0)),
    "resample": (
        lambda f: ops.resample(f, cell_size=3.0, method="cubic"),
        lambda z: ndimage.zoom(z, 4.0 / 3.0, order=3, prefilter=False),
    ),
    "add": (lambda f: ops.combine(f, f, "add"), lambda z: z + z),
}


def disc(cells: int) -> np.ndarray:
    i, j = np.mgrid[-cells : cells + 1, -cells : cells + 1]
    return i * i + j * j <= cells * cells


@pytest.mark.parametrize("name", PEERS)
def test_against_a_peer(benchmark, monkeypatch: pytest.MonkeyPatch, field: Heightfield, name: str) -> None:
    monkeypatch.setenv("LANDWRIGHT_THREADS", "1")
    ours, peer = PEERS[name]
    ours(field)
    benchmark.group = "ops, 2049 squared"
    benchmark.pedantic(ours, args=(field,), rounds=3)
    if benchmark.stats is not None:
        times = []
        for run, what in ((ours, field), (peer, field.elevation)) * 3:
            start = time.process_time()
            run(what)
            times.append(time.process_time() - start)
        benchmark.extra_info["peer over ours"] = round(float(np.median(times[1::2]) / np.median(times[::2])), 2)
        print(f"\n{name}: {benchmark.extra_info['peer over ours']} times the speed of SciPy/NumPy", end="")


def test_every_material_of_a_splat(benchmark, field: Heightfield) -> None:
    ops.splat_map(field)
    made = benchmark.pedantic(ops.splat_map, args=(field,), rounds=2)
    assert made.weights.shape == (*field.shape, 6)
