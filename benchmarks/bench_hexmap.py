"""Triangulating hex maps: whole, streamed by chunk, and after an edit of one cell, on one thread.

``make bench``, or ``python -m pytest benchmarks/bench_hexmap.py --benchmark-enable -s`` for these alone. No other library triangulates hex
maps, so the peer is the machine: the time to copy as many bytes as the meshes have into fresh memory, in turn with ours. Times are
processor time, the quickest of several runs, because the machine is shared.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from landwright import hexmap
from landwright.hexmap import HexMap, Stroke
from landwright.mesh import Mesh
from landwright.testing import random_hexmap


def arrays_of(meshes: dict[str, Mesh]) -> list[np.ndarray]:
    carried: list[Any] = []
    for mesh in meshes.values():
        carried += [mesh.vertices, mesh.faces, mesh.uv0, mesh.uv1, *mesh.attributes.values()]
    return [array for array in carried if array is not None]


def least(*calls: Callable[[], object], rounds: int = 9) -> list[float]:
    """Return the least processor time of each call (s); they take turns."""
    best = [math.inf] * len(calls)
    for _ in range(rounds):
        for index, call in enumerate(calls):
            begin = time.process_time()
            call()
            best[index] = min(best[index], time.process_time() - begin)
    return best


def island(columns: int, rows: int) -> HexMap:
    """Everything at once, at the density of a map that people draw: a sixth under water, rivers, roads, walls, slopes and cliffs."""
    return random_hexmap(1, columns, rows, rivers=0.15, roads=0.15, water=0.15, walls=0.15, roughness=0.15)


@pytest.mark.parametrize("columns,rows", [(20, 15), (80, 60), (300, 200)])
def test_whole_map(benchmark, monkeypatch, columns, rows):
    monkeypatch.setenv("LANDWRIGHT_THREADS", "1")
    if benchmark.disabled:
        columns, rows = 12, 10
    land = island(columns, rows)
    meshes = benchmark(lambda: hexmap.triangulate(land))
    arrays = arrays_of(meshes)
    assert len(meshes["terrain"].faces) > 24 * columns * rows
    if benchmark.disabled:
        return
    ours, copy = least(lambda: hexmap.triangulate(land), lambda: [array.copy() for array in arrays])
    size = sum(array.nbytes for array in arrays)
    print(
        f"\n| {columns} x {rows}, whole | {1e3 * ours:.1f} ms | {columns * rows / ours:,.0f} cells/s "
        f"| {size / columns / rows / 1e3:.1f} kB a cell | {ours / copy:.1f} |"
    )


@pytest.mark.parametrize("columns,rows", [(80, 60), (300, 200)])
def test_chunk_by_chunk(benchmark, columns, rows):
    if benchmark.disabled:
        columns, rows = 12, 10
    land = island(columns, rows)
    down, across = land.layout.chunks

    def stream() -> int:
        faces = 0
        for cz in range(down):
            for cx in range(across):
                faces += sum(len(mesh.faces) for mesh in hexmap.triangulate_chunk(land, cz, cx).values())
        return faces

    assert benchmark(stream) == sum(len(mesh.faces) for mesh in hexmap.triangulate(land).values())
    if benchmark.disabled:
        return
    (ours,) = least(stream, rounds=3)
    chunks = down * across
    print(
        f"\n| {columns} x {rows}, by chunk | {1e3 * ours:.1f} ms | {columns * rows / ours:,.0f} cells/s "
        f"| {1e6 * ours / chunks:.0f} us a chunk |"
    )


def test_edit_of_one_cell_to_bytes(benchmark):
    """The edit, which chunks it dirtied, their meshes, and the bytes of all of them; in the corner of four chunks."""
    side = 12 if benchmark.disabled else 80
    land = island(side, side)
    now = int(land.elevation[4, 4])
    strokes = [Stroke(cells=((4, 4),), elevation=level) for level in (now + 1, now - 1 if now else now + 2)]

    def edit(stroke: Stroke) -> int:
        edited = hexmap.edit(land, stroke)
        dirty = hexmap.dirty_chunks(land, edited)
        return sum(len(a.tobytes()) for cz, cx in dirty for a in arrays_of(hexmap.triangulate_chunk(edited, cz, cx)))

    assert max(benchmark(lambda: [edit(stroke) for stroke in strokes])) > 10_000
    if benchmark.disabled:
        return
    (both,) = least(lambda: [edit(stroke) for stroke in strokes], rounds=40)
    print(
        f"\n| one cell of {side} x {side}, {len(hexmap.dirty_chunks(land, hexmap.edit(land, strokes[0])))} chunks | {500 * both:.2f} ms |"
    )


PROGRAM = """
import sys, time
from bench_hexmap import island
from landwright import hexmap
def peak():  # of this process alone: what getrusage says counts the parent's at the fork
    return next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))

side = int(sys.argv[1])
land = island(side, side)
hexmap.triangulate_chunk(land, 0, 0)
before = peak()
begin, faces = time.process_time(), 0
for cz in range(land.layout.chunks[0]):
    for cx in range(land.layout.chunks[1]):
        faces += sum(len(mesh.faces) for mesh in hexmap.triangulate_chunk(land, cz, cx).values())
spent = time.process_time() - begin
print(faces, spent, before, peak())
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of a process is read from Linux's /proc")
def test_memory_of_a_large_map(benchmark):
    """A process of its own streams the map by chunk; its peak is that of the map, not of the meshes."""
    sides = (30,) if benchmark.disabled else (250, 500, 1000)
    rows = []
    for side in sides:
        paths = [*sys.path, str(Path(__file__).parent)]
        command = [sys.executable, "-c", f"import sys; sys.path[:0] = {paths!r}\n{PROGRAM}", str(side)]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        faces, spent, before, peak = int(out[0]), float(out[1]), int(out[2]) / 1024, int(out[3]) / 1024
        rows.append((side, faces, spent, before, peak))
        assert faces > 24 * side * side
        assert peak < 1024
    benchmark(lambda: None)
    for side, faces, spent, before, peak in rows:
        print(
            f"\n| {side} x {side} | {spent:.1f} s | {side * side / spent:,.0f} cells/s "
            f"| {faces / 1e6:.1f} million faces | {before:.0f} to {peak:.0f} MB |"
        )
    if len(rows) > 1:
        growth = math.log(rows[-1][2] / rows[0][2]) / math.log(rows[-1][0] ** 2 / rows[0][0] ** 2)
        print(f"\ntime grows with cells to the power {growth:.2f}")
