"""Planets: the published one at 257 nodes an edge beside the same noise by pyfastnoiselite, and at 2049 its time and memory.

``python -m pytest benchmarks/bench_planet.py --benchmark-enable -s``. Layers remembered from earlier calls are forgotten before each round.
The peer samples as many octaves of OpenSimplex2 at as many points, and does nothing else: no filter, no mask, no colors.
"""

from __future__ import annotations

import resource
import statistics
import time
from collections.abc import Callable

import numpy as np
import pytest

from landwright import _pool, planet
from landwright.planet import PRESETS, Patch, Planet, _pieces, _shape


def published(resolution: int) -> Callable[[], object]:
    def run() -> object:
        _shape.forget()
        return planet.build_globe(Planet(), resolution)

    return run


def peer(resolution: int) -> Callable[[], object]:
    """Return the same octaves by pyfastnoiselite: four everywhere, four where the first layer is above zero, two for the belts."""
    from pyfastnoiselite import pyfastnoiselite as lite

    points = _pieces.nodes(resolution, "normalized")
    land = _shape.stacked(points, Planet().shape.replace(layers=Planet().shape.layers[:1]), 0, None) > 0.0
    every, some = (np.ascontiguousarray(part.T.astype(np.float32)) for part in (points, points[land]))
    made = []
    for octaves, at in ((4, every), (4, some), (2, every)):
        noise = lite.FastNoiseLite(7)
        noise.noise_type, noise.frequency = lite.NoiseType.NoiseType_OpenSimplex2, 1.07
        noise.fractal_type, noise.fractal_octaves = lite.FractalType.FractalType_FBm, octaves
        made.append((noise, at))
    return lambda: [noise.gen_from_coords(at) for noise, at in made]


def timed(call: Callable[[], object], rounds: int = 7) -> tuple[float, float]:
    """Return the median processor seconds, and the least seconds by the clock."""
    call()
    spent, clock = [], []
    for _ in range(rounds):
        cpu, wall = time.process_time(), time.perf_counter()
        call()
        spent.append(time.process_time() - cpu)
        clock.append(time.perf_counter() - wall)
    return statistics.median(spent), min(clock)


@pytest.mark.parametrize("threads", [1, 2])
def test_published_planet(benchmark, threads, monkeypatch):
    monkeypatch.setattr(_pool, "threads", lambda: threads)
    size = 17 if benchmark.disabled else 257
    benchmark(published(size))
    if not benchmark.disabled:
        ours, theirs = timed(published(size)), timed(peer(size))
        print(
            f"\n6 x {size}^2, {threads} threads: {1e3 * ours[0]:.0f} ms of processor, {1e3 * ours[1]:.0f} ms by the clock; "
            f"{theirs[0] / ours[0]:.2f} x pyfastnoiselite's noise alone ({1e3 * theirs[0]:.0f} ms)"
        )


@pytest.mark.parametrize("name", list(PRESETS))
def test_presets(benchmark, name):
    size = 17 if benchmark.disabled else 257

    def run() -> object:
        _shape.forget()
        return planet.build_globe(PRESETS[name], size)

    benchmark.pedantic(run, rounds=1)
    if not benchmark.disabled:
        print(f"\n{name}: {1e3 * timed(run, 3)[0]:.0f} ms of processor at 6 x {size}^2")


@pytest.mark.parametrize("name", ["published", "earth", "moon"])
def test_patches(benchmark, name):
    size = 9 if benchmark.disabled else 33

    def run() -> object:
        return planet.patch_mesh(PRESETS[name], Patch(4, 9, 200, 300), size)

    benchmark.pedantic(run, rounds=1)
    if not benchmark.disabled:
        print(f"\n{name}: a patch of {size}^2 takes {1e3 * timed(run)[0]:.1f} ms of processor")


def test_large_planet(benchmark):
    size = 33 if benchmark.disabled else 2049
    cpu, wall = time.process_time(), time.perf_counter()
    benchmark.pedantic(published(size), rounds=1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"\n6 x {size}^2: {time.process_time() - cpu:.1f} s of processor, {time.perf_counter() - wall:.1f} s by the clock, "
        f"peak of the process {peak:.0f} MiB"
    )
