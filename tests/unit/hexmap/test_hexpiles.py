"""Piles of parts that grow into meshes: in order, whoever built them, without spare room."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from landwright.hexmap._piles import Pile, Piles, joined

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


PATTERN = (np.empty((0, 3)), np.empty((0, 3), np.uint32), np.empty(0, np.uint64))


def right(found: tuple[np.ndarray, ...], wanted: tuple[np.ndarray, ...]) -> bool:
    pairs = list(zip(found, wanted, strict=True))
    return len(pairs) == 3 and all(a.dtype == b.dtype and np.array_equal(a, b) and a.flags.owndata for a, b in pairs)


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("backwards", [False, True])
def test_runs_join_in_order_whoever_built_them(threads: int, backwards: bool) -> None:
    runs = runs_of(threads)
    piles = Piles([PATTERN, PATTERN], RUNS)
    pools = [ThreadPoolExecutor(1) for _ in range(threads)]

    def build(run: int) -> None:
        pile = piles.begin(run)
        for fill in runs[run]:
            pile.add(fill)
        piles.end(run)

    for run in reversed(range(RUNS)) if backwards else range(RUNS):
        pools[run * 7 % threads].submit(build, run).result()
    for pool in pools:
        pool.shutdown()
    found = piles.meshes()
    assert all(right(found[mesh], expected(runs, mesh)) for mesh in range(2))


def test_a_mesh_without_parts_is_empty() -> None:
    piles = Piles([PATTERN, PATTERN], 1)
    piles.begin(0).add([[part_of(np.random.default_rng(1))], []])
    piles.end(0)
    assert [len(part) for part in piles.meshes()] == [3, 3]
    assert [len(array) for array in piles.meshes()[1]] == [0, 0, 0]


def test_room_grows_and_keeps_what_is_used() -> None:
    """A kernel writes into the room itself: what lies before it stays, in as few copies as room that grows by a quarter needs."""
    pile = Pile([PATTERN])
    written, copies = 0, 0
    while written < 5000:
        before = pile.parts[0][0]
        pile.make_room(np.array([[7, 3]]))
        copies += pile.parts[0][0] is not before
        assert (pile.room - pile.used[:, :2] >= [[7, 3]]).all()
        pile.parts[0][0][written : written + 7] = np.arange(written, written + 7)[:, np.newaxis]
        pile.used[0, :2] += 7, 3
        written += 7
    assert copies < 40
    ((vertices, faces, _),) = pile.trimmed()
    assert np.array_equal(vertices[:, 1], np.arange(written))
    assert len(faces) == written // 7 * 3
