"""Meshing against pymartini, and mesh files against trimesh, in the same run.

``make bench``, or ``python -m pytest benchmarks/bench_mesh.py --benchmark-enable -s`` for these alone. Ours and the peer take turns; a
ratio is that of the medians, of wall-clock time on all threads and of CPU time. Ours gives a mesh with heights, normals and texture
coordinates whose error is measured at every sample; pymartini gives corners in the plane and looks at the middle of each triangle's long
side only, so at the same setting its mesh is smaller and strays further: the last column says how far.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from landwright import generate, io
from landwright.field import Heightfield
from landwright.grid import Grid
from landwright.mesh import Mesh, Regular, Rtin, regular, rtin
from naive.mesh_error import distances

SIDE = 2049


def rough(side: int) -> Heightfield:
    """Fractal mountains, 1500 m of relief over 16 km at the full side."""
    grid = Grid(shape=(side, side), cell_size=8.0)
    return generate.diamond_square(grid, generate.DiamondSquare(relief=1500.0), seed=3)


def smooth(side: int) -> Heightfield:
    """Rolling hills without detail."""
    x = np.arange(side) * 8.0
    z = 300.0 * np.sin(x / 700.0)[np.newaxis, :] * np.cos(x / 900.0)[:, np.newaxis]
    return Heightfield(z, cell_size=8.0)


GROUNDS = {"mountains": rough, "hills": smooth}


def alternate(*calls: Callable[[], object], rounds: int = 7) -> list[tuple[float, float]]:
    """Return the median (wall, CPU) seconds of each call; they take turns, so that what disturbs one disturbs all."""
    spent: list[list[tuple[float, float]]] = [[] for _ in calls]
    for call in calls:
        call()
    for _ in range(rounds):
        for call, seconds in zip(calls, spent, strict=True):
            wall, cpu = time.perf_counter(), time.process_time()
            call()
            seconds.append((time.perf_counter() - wall, time.process_time() - cpu))
    return [(statistics.median(w for w, _ in s), statistics.median(c for _, c in s)) for s in spent]


def as_mesh(field: Heightfield, corners: np.ndarray, triangles: np.ndarray) -> Mesh:
    at = corners.reshape(-1, 2).astype(int)
    points = np.stack([field.grid.x[at[:, 0]], field.grid.y[at[:, 1]], field.elevation[at[:, 1], at[:, 0]]], axis=1)
    return Mesh(points, triangles.reshape(-1, 3))


@pytest.mark.parametrize("max_error", [1.0, 5.0, 20.0])
@pytest.mark.parametrize("ground", GROUNDS)
def test_rtin_against_pymartini(benchmark, ground, max_error):
    import pymartini

    side = 65 if benchmark.disabled else SIDE
    field = GROUNDS[ground](side)
    z = np.array(field.elevation)
    martini = pymartini.Martini(side)

    def mine() -> Mesh:
        return rtin(field, Rtin(max_error=max_error))

    def tile() -> tuple[np.ndarray, np.ndarray]:
        return martini.create_tile(z).get_mesh(max_error)

    def all_of_it() -> tuple[np.ndarray, np.ndarray]:
        return pymartini.Martini(side).create_tile(z).get_mesh(max_error)

    mesh = benchmark(mine)
    peer = as_mesh(field, *tile())
    assert len(mesh.faces) >= 2
    if benchmark.disabled:
        assert distances(mesh, field).max() <= max_error * (1 + 1e-6)
        return
    (wall, cpu), (wall_tile, cpu_tile), (wall_all, cpu_all) = alternate(mine, tile, all_of_it)
    benchmark.extra_info["times pymartini"] = round(wall_tile / wall, 1)
    far = f"{distances(peer, field).max():5.1f} m" if len(peer.faces) < 300_000 else "-"
    print(
        f"\n| {ground}, {max_error:g} m | {1e3 * wall:.0f} ms | {wall_tile / wall:.1f} ({cpu_tile / cpu:.1f}) "
        f"| {wall_all / wall:.1f} ({cpu_all / cpu:.1f}) | {len(mesh.faces)} / {len(peer.faces)} | {far} |"
    )


def test_regular_meshing(benchmark):
    field = rough(65 if benchmark.disabled else SIDE)
    mesh = benchmark(lambda: regular(field, Regular()))
    assert len(mesh.faces) == 2 * (field.shape[0] - 1) ** 2


@pytest.mark.parametrize("suffix", ["stl", "ply", "glb", "obj"])
def test_files_against_trimesh(benchmark, suffix, tmp_path: Path):
    import trimesh

    mesh = regular(rough(33 if benchmark.disabled else 513))
    other = trimesh.Trimesh(mesh.vertices, mesh.faces, vertex_normals=mesh.normals, process=False)

    def mine() -> None:
        io.write(mesh, tmp_path / f"a.{suffix}")

    def peer() -> None:
        (tmp_path / f"b.{suffix}").write_bytes(_bytes(other.export(file_type=suffix)))

    benchmark(mine)
    peer()
    assert (tmp_path / f"a.{suffix}").stat().st_size > 1000
    if benchmark.disabled:
        return
    (wall, cpu), (wall_peer, cpu_peer) = alternate(mine, peer, rounds=3)
    benchmark.extra_info["times trimesh"] = round(wall_peer / wall, 1)
    print(
        f"\n| write {suffix}, {len(mesh.faces)} faces | {1e3 * wall:.0f} ms | {wall_peer / wall:.1f} ({cpu_peer / cpu:.1f}) |"
    )


def _bytes(data: str | bytes) -> bytes:
    return data.encode() if isinstance(data, str) else data
