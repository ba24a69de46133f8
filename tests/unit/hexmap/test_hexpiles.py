"""Piles of parts that grow into meshes: in order, whoever built them, without spare room."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from landwright.hexmap._piles import Piles, joined

RUNS, FILLS = 9, 3


def part_of(rng: np.random.Generator) -> tuple[np.ndarray, ...]:
    vertices, faces = int(rng.integers(1, 400)), int(rng.integers(1, 600))
    corners = rng.integers(0, vertices, (faces, 3)).astype(np.uint32)
    return rng.random((vertices, 3)), corners, rng.integers(0, 1 << 60, vertices).astype(np.uint64)


def runs_of(seed: int) -> list[list[list[list[tuple[np.ndarray, ...]]]]]:
    """Runs of fills of two meshes of parts; the second mesh has some parts only."""
    rng = np.random.default_rng(seed)
    return [[[[part_of(rng)], [part_of(rng)] if rng.random() < 0.3 else []] for _ in range(FILLS)] for _ in range(RUNS)]


def expected(runs: list[list[list[list[tuple[np.ndarray, ...]]]]], mesh: int) -> tuple[np.ndarray, ...]:
    return joined([part for fills in runs for fill in fills for part in fill[mesh]])


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("backwards", [False, True])
def test_runs_join_in_order_whoever_built_them(threads: int, backwards: bool) -> None:
    runs = runs_of(threads)
    piles = Piles(2, RUNS, RUNS * FILLS)
    pools = [ThreadPoolExecutor(1) for _ in range(threads)]

    def add(run: int, fill: int) -> None:
        piles.add(run, runs[run][fill], 1)

    for run in reversed(range(RUNS)) if backwards else range(RUNS):
        for fill in range(FILLS):
            pools[run * 7 % threads].submit(add, run, fill).result()
    for pool in pools:
        pool.shutdown()
    for mesh, found in enumerate(piles.meshes()):
        assert len(found) == 3
        for array, right in zip(found, expected(runs, mesh), strict=True):
            assert array.dtype == right.dtype
            assert np.array_equal(array, right)
            assert array.flags.owndata


def test_a_mesh_without_parts_is_empty() -> None:
    piles = Piles(2, 1, 4)
    piles.add(0, [[part_of(np.random.default_rng(1))], []], 4)
    assert [len(part) for part in piles.meshes()] == [3, 0]
