"""How fast land grows: every generator against a straightforward peer in the same run.

Run ``pytest benchmarks/bench_generate.py --benchmark-enable`` for times, or ``python benchmarks/bench_generate.py`` for a table of ratios
in processor time, peers in turn. Without either it is a test that all of them work.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np
import pytest

from landwright import Grid, generate

SIZE = 2048


def diamond_square_layers(size: int, seed: int = 1, gain: float = 0.5) -> np.ndarray:
    """Diamond-square with NumPy, a level at a time: the usual fast Python way, open border."""
    rng = np.random.default_rng(seed)
    z = np.zeros((size + 1, size + 1), np.float32)
    z[::size, ::size] = rng.uniform(-1.0, 1.0, (2, 2))
    step, amplitude = size, gain
    while step > 1:
        h = step // 2
        center = (
            z[:-1:step, :-1:step] + z[step::step, :-1:step] + z[:-1:step, step::step] + z[step::step, step::step]
        ) * 0.25
        z[h::step, h::step] = center + amplitude * rng.uniform(-1.0, 1.0, center.shape)
        center = z[h::step, h::step]
        for axis in (0, 1):
            view = z if axis == 0 else z.T
            middle = center if axis == 0 else center.T
            edge = view[::step, :-1:step] + view[::step, step::step]
            weight = np.full(edge.shape, 2.0, np.float32)
            edge[1:] += middle
            weight[1:] += 1.0
            edge[:-1] += middle
            weight[:-1] += 1.0
            view[::step, h::step] = edge / weight + amplitude * rng.uniform(-1.0, 1.0, edge.shape)
        step, amplitude = h, amplitude * gain
    return z


def plasma_layers(size: int, seed: int = 1, grain: float = 8.0) -> np.ndarray:
    """The original program's plasma with NumPy, a level at a time, pixels as means of corners."""
    rng = np.random.default_rng(seed)
    z = rng.uniform(0.0, 1.0, (2, 2)).astype(np.float32)
    amplitude = grain / 4.0
    while z.shape[0] <= size:
        n = 2 * z.shape[0] - 1
        finer = np.empty((n, n), np.float32)
        finer[::2, ::2] = z
        finer[::2, 1::2] = 0.5 * (z[:, :-1] + z[:, 1:])
        finer[1::2, ::2] = 0.5 * (z[:-1] + z[1:])
        center = 0.25 * (z[:-1, :-1] + z[:-1, 1:] + z[1:, :-1] + z[1:, 1:])
        finer[1::2, 1::2] = center + amplitude * rng.uniform(-1.0, 1.0, center.shape)
        z, amplitude = finer, 0.5 * amplitude
    return np.clip(0.25 * (z[:-1, :-1] + z[:-1, 1:] + z[1:, :-1] + z[1:, 1:]), 0.0, 1.0)


def peaks_by_layers(size: int, count: int = 5, seed: int = 1) -> np.ndarray:
    """Voronoi peaks with NumPy, a peak at a time."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:size, :size].astype(np.float32)
    z = np.zeros((size, size), np.float32)
    for py, px, h in rng.uniform(0.0, 1.0, (count, 3)):
        d = np.hypot(x - np.float32(px * size), y - np.float32(py * size)) / np.float32(size * 1.4142)
        z = np.maximum(z, np.float32(h) - d * np.float32(0.2))
    return np.clip(z, 0.0, 1.0)


def cases(size: int) -> dict[str, tuple[Callable[[], object], Callable[[], object] | None]]:
    grid = Grid(shape=(size, size), cell_size=1.0)
    program = generate.Plasma(pixels="program")
    return {
        "diamond_square": (
            lambda: generate.diamond_square(grid, generate.DiamondSquare(feature_size=float(size)), seed=1),
            lambda: diamond_square_layers(size),
        ),
        "plasma, as the program": (lambda: generate.plasma(grid, program, seed=1), lambda: plasma_layers(size)),
        "voronoi_peaks, linear": (lambda: generate.voronoi_peaks(grid, seed=1), lambda: peaks_by_layers(size)),
        "midpoint": (lambda: generate.midpoint(grid, seed=1), None),
        "perlin, 5 octaves": (lambda: generate.perlin(grid, seed=1), None),
        "spectral": (lambda: generate.spectral(grid, seed=1), None),
        "dunes": (lambda: generate.dunes(grid, seed=1), None),
        "volcano": (lambda: generate.volcano(Grid(shape=(size, size), cell_size=8.0), seed=1), None),
    }


@pytest.mark.parametrize("name", list(cases(8)))
def test_generator(benchmark, name: str) -> None:
    ours, _ = cases(SIZE if benchmark.enabled else 64)[name]
    benchmark(ours)


@pytest.mark.parametrize("name", [name for name, (_, peer) in cases(8).items() if peer is not None])
def test_peer(benchmark, name: str) -> None:
    _, peer = cases(SIZE if benchmark.enabled else 64)[name]
    assert peer is not None
    benchmark(peer)


def processor_time(run: Callable[[], object]) -> float:
    begin = time.process_time()
    run()
    return time.process_time() - begin


def main(rounds: int = 9) -> None:
    print(f"{SIZE} x {SIZE} samples, processor time, median of {rounds}, ours and the peer in turn\n")
    print("| generator | ours, ms | peer, ms | peer / ours |\n|---|---|---|---|")
    for name, (ours, peer) in cases(SIZE).items():
        ours()
        pairs = [(processor_time(ours), processor_time(peer) if peer else 0.0) for _ in range(rounds)]
        mine = statistics.median(a for a, _ in pairs)
        if peer is None:
            print(f"| {name} | {1e3 * mine:.1f} | - | - |")
        else:
            theirs = statistics.median(b for _, b in pairs)
            ratio = statistics.median(b / a for a, b in pairs)
            print(f"| {name} | {1e3 * mine:.1f} | {1e3 * theirs:.1f} | {ratio:.1f} |")


if __name__ == "__main__":
    main()
