"""Noise against pyfastnoiselite in the same run, one thread each, and one thread against two.

``make bench``, or ``python -m pytest benchmarks/bench_noise.py --benchmark-enable -s`` for these alone. Ours and the peer take turns; a
ratio is that of the medians of CPU time. The goal is FastNoise2 (C++, hand-written vectors), which has no Python binding: on equal
work it ran ten times as fast as pyfastnoiselite, so a ratio to it is a tenth of the ratio to pyfastnoiselite. Where
pyfastnoisesimd is installed (it has no wheels) it takes part too; FastNoise2 ran at 1.9 (plane), 1.07 (space) of it for one octave
and 1.28, 0.84 for fBm 8.
"""

from __future__ import annotations

import importlib.util
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest

from landwright.grid import Grid
from landwright.noise import _lattice, sample, sample_volume
from landwright.noise._kernels import rows2, rows3
from landwright.noise._octaves import plan
from landwright.noise.settings import Cellular, Fbm, Perlin, Simplex, Value

WAVELENGTH = 500.0
FASTNOISE2 = 10.0  # times pyfastnoiselite
LEVELS = 16
SIDE = 2048


@dataclass(frozen=True)
class Work:
    """One noise: ours, and what the peers call it."""

    noun: object
    dim: int
    peer: str
    octaves: int
    points: bool = False
    simd: float = 0.0  # FastNoise2, times pyfastnoisesimd; 0 where nobody measured it


WORKS = {
    "Perlin 2-D": Work(Perlin(wavelength=WAVELENGTH), 2, "Perlin", 1, simd=1.9),
    "Perlin 2-D fBm 8": Work(Fbm(base=Perlin(wavelength=WAVELENGTH)), 2, "Perlin", 8, simd=1.28),
    "Perlin 3-D": Work(Perlin(wavelength=WAVELENGTH), 3, "Perlin", 1, simd=1.07),
    "Perlin 3-D fBm 8": Work(Fbm(base=Perlin(wavelength=WAVELENGTH)), 3, "Perlin", 8, simd=0.84),
    "value 2-D": Work(Value(wavelength=WAVELENGTH), 2, "Value", 1, simd=1.9),
    "value 2-D fBm 8": Work(Fbm(base=Value(wavelength=WAVELENGTH)), 2, "Value", 8, simd=1.28),
    "value 3-D fBm 8": Work(Fbm(base=Value(wavelength=WAVELENGTH)), 3, "Value", 8, simd=0.84),
    "simplex 2-D fBm 8": Work(Fbm(base=Simplex(wavelength=WAVELENGTH)), 2, "OpenSimplex2", 8),
    "cellular F1 2-D": Work(Cellular(wavelength=50.0), 2, "Cellular", 1),
    "points, Perlin 2-D fBm 8": Work(Fbm(base=Perlin(wavelength=WAVELENGTH)), 2, "Perlin", 8, points=True),
    "points, Perlin 3-D fBm 8": Work(Fbm(base=Perlin(wavelength=WAVELENGTH)), 3, "Perlin", 8, points=True),
    "points, simplex 3-D fBm 8": Work(Fbm(base=Simplex(wavelength=WAVELENGTH)), 3, "OpenSimplex2", 8, points=True),
}


def grid_of(side: int, dim: int) -> Grid:
    return Grid(shape=(side, side) if dim == 2 else (side // 4, side // 4), cell_size=1.0)


def coordinates(side: int, dim: int) -> np.ndarray:
    """Return the samples of the grid, or of its levels, as (n, dim) points."""
    grid = grid_of(side, dim)
    axes = [grid.y, grid.x] if dim == 2 else [np.arange(float(LEVELS)), grid.y, grid.x]
    mesh = np.meshgrid(*axes, indexing="ij")
    return np.ascontiguousarray(np.stack([part.ravel() for part in reversed(mesh)], axis=1))


def ours(work: Work, side: int) -> Callable[[], np.ndarray]:
    grid = grid_of(side, work.dim)
    if work.points:
        points = coordinates(side, work.dim)
        return lambda: sample(work.noun, points, seed=7)
    if work.dim == 2:
        return lambda: sample(work.noun, grid, seed=7)
    return lambda: sample_volume(work.noun, grid, np.arange(float(LEVELS)), seed=7)


def fastnoiselite(work: Work, side: int) -> Callable[[], np.ndarray]:
    from pyfastnoiselite import pyfastnoiselite as lite

    peer = lite.FastNoiseLite(7)
    peer.noise_type = getattr(lite.NoiseType, f"NoiseType_{work.peer}")
    peer.frequency = 1.0 / (50.0 if work.peer == "Cellular" else WAVELENGTH)
    if work.octaves > 1:
        peer.fractal_type, peer.fractal_octaves = lite.FractalType.FractalType_FBm, work.octaves
    if work.peer == "Cellular":
        peer.cellular_return_type = lite.CellularReturnType.CellularReturnType_Distance
    points = np.ascontiguousarray(coordinates(side, work.dim).T.astype(np.float32))
    return lambda: peer.gen_from_coords(points)


def fastnoisesimd(work: Work, side: int) -> Callable[[], np.ndarray] | None:
    if not work.simd or importlib.util.find_spec("pyfastnoisesimd") is None:
        return None
    import pyfastnoisesimd as simd

    peer = simd.Noise(seed=7, numWorkers=1)
    peer.frequency = 1.0 / WAVELENGTH
    peer.noiseType = getattr(simd.NoiseType, work.peer + ("Fractal" if work.octaves > 1 else ""))
    peer.fractal.octaves = work.octaves
    rows, cols = grid_of(side, work.dim).shape
    return lambda: peer.genAsGrid([1 if work.dim == 2 else LEVELS, rows, cols])


def medians(
    *calls: Callable[[], object], rounds: int = 7, clock: Callable[[], float] = time.process_time
) -> list[float]:
    """Return the median seconds of each call; they take turns, so that what disturbs one disturbs all."""
    spent: list[list[float]] = [[] for _ in calls]
    for call in calls:
        call()
    for _ in range(rounds):
        for call, seconds in zip(calls, spent, strict=True):
            start = clock()
            call()
            seconds.append(clock() - start)
    return [statistics.median(seconds) for seconds in spent]


@pytest.mark.parametrize("name", WORKS)
def test_noise_against_pyfastnoiselite(benchmark, name, monkeypatch):
    work = WORKS[name]
    monkeypatch.setenv("LANDWRIGHT_THREADS", "1")
    side = 64 if benchmark.disabled else SIDE
    mine, peer, simd = ours(work, side), fastnoiselite(work, side), fastnoisesimd(work, side)
    field = benchmark(mine)
    assert np.isfinite(field).all()
    assert field.size == peer().size
    if benchmark.disabled:
        return
    times = medians(*(call for call in (mine, peer, simd) if call is not None))
    ratio = times[1] / times[0]
    told = f"{field.size / times[0] / 1e6:6.0f} M/s  {ratio:6.1f} x pyfastnoiselite  {ratio / FASTNOISE2:5.1f} x FastNoise2 by that"
    if simd is not None:
        told += f"  {times[2] / times[0]:5.1f} x pyfastnoisesimd  {times[2] / times[0] / work.simd:5.1f} x FastNoise2 by that"
    benchmark.extra_info["times pyfastnoiselite"] = round(ratio, 1)
    print(f"\n{name:26} {told}")


@pytest.mark.parametrize("name", ["Perlin 2-D", "value 2-D", "Perlin 3-D"])
def test_one_octave_against_a_copy(benchmark, name):
    """One octave is nearly as fast as memory; on fresh arrays that hides the kernel, so this one fills an array that fits the cache."""
    work = WORKS[name]
    grid = grid_of(64 if benchmark.disabled else 512, work.dim)
    made = plan(work.noun, work.dim, 7)
    kernel = {("perlin", 2): rows2.perlin_rows2, ("value", 2): rows2.value_rows2, ("perlin", 3): rows3.perlin_rows3}
    entry = kernel[made.basis.kind, work.dim]
    levels = (np.arange(float(LEVELS)),) if work.dim == 3 else ()
    target = np.empty((grid.rows * (LEVELS if levels else 1), grid.cols), np.float32)
    arguments = (grid.y, *levels, _lattice._arrays(made), made.mode, _lattice._columns(grid.x, made), target)

    def mine() -> np.ndarray:
        entry(0, len(target), *arguments)
        return target

    assert np.isfinite(benchmark(mine)).all()
    if benchmark.disabled:
        return
    source, copied = np.ones_like(target), np.empty_like(target)
    simd = fastnoisesimd(work, 512)
    calls = [mine, lambda: np.copyto(copied, source), *([] if simd is None else [simd])]
    times = medians(*calls, rounds=101)
    told = f"{target.size / times[0] / 1e6:6.0f} M/s  {times[0] / times[1]:4.1f} x the time of a copy"
    if simd is not None:
        told += f"  {times[2] / times[0]:5.1f} x pyfastnoisesimd  {times[2] / times[0] / work.simd:5.1f} x FastNoise2 by that"
    benchmark.extra_info["times a copy"] = round(times[0] / times[1], 2)
    print(f"\n{name:26} {told}")


@pytest.mark.parametrize("name", ["Perlin 2-D", "Perlin 2-D fBm 8", "Perlin 3-D fBm 8", "cellular F1 2-D"])
def test_two_threads_against_one(benchmark, name, monkeypatch):
    work = WORKS[name]
    side = 64 if benchmark.disabled else SIDE
    mine = ours(work, side)

    def on(threads: str) -> Callable[[], np.ndarray]:
        def call() -> np.ndarray:
            monkeypatch.setenv("LANDWRIGHT_THREADS", threads)
            return mine()

        return call

    field = benchmark(on("2"))
    assert np.array_equal(field, on("1")())
    if benchmark.disabled:
        return
    source, target = np.ones_like(field), np.empty_like(field)
    one, two, copy = medians(on("1"), on("2"), lambda: np.copyto(target, source), rounds=15, clock=time.perf_counter)
    benchmark.extra_info["times one thread"] = round(one / two, 2)
    speed = field.size / one / 1e6
    print(f"\n{name:26} one thread {speed:6.0f} M/s, two {one / two:4.2f} x; a copy in memory takes {copy / one:4.2f}")
