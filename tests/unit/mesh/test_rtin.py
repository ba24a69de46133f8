"""The right-triangulated irregular network of a field."""

from __future__ import annotations

import numpy as np
import pytest

from landwright import _pool
from landwright.errors import Cancelled, MeshError, SettingError
from landwright.field import Heightfield
from landwright.mesh import Rtin, boundary_edges, check, rtin
from landwright.mesh._rtin import errors_of, lattice
from naive import mesh_rtin
from naive.mesh_error import distances


def a_field(shape: tuple[int, int], seed: int = 0, rough: float = 1.0) -> Heightfield:
    """Hills with a little noise, 3 m cells."""
    draw = np.random.default_rng(seed)
    rows, cols = np.mgrid[: shape[0], : shape[1]]
    hills = 20 * np.sin(cols / 7.0 + seed) * np.cos(rows / 9.0) + 0.3 * cols
    return Heightfield(hills + rough * draw.normal(size=shape), cell_size=3.0)


def samples_of(mesh, field) -> np.ndarray:
    rows = np.rint((field.grid.y[0] - mesh.vertices[:, 1]) / field.cell_size).astype(int)
    return np.stack([rows, np.rint((mesh.vertices[:, 0] - field.grid.x[0]) / field.cell_size).astype(int)], axis=1)


@pytest.mark.jit_off
@pytest.mark.parametrize("side", [3, 5, 9, 17])
@pytest.mark.parametrize("max_error", [0.0, 0.7, 2.0, 9.0])
def test_as_the_naive_twin(side, max_error) -> None:
    field = a_field((side, side), side)
    mesh = rtin(field, Rtin(max_error=max_error))
    at = samples_of(mesh, field).tolist()
    got = {frozenset(tuple(at[v]) for v in face) for face in mesh.faces}
    assert got == mesh_rtin.triangles(field.elevation.tolist(), max_error)
    assert len(got) == len(mesh.faces)


SHAPES = [(2, 2), (2, 3), (3, 2), (5, 7), (17, 33), (20, 31), (33, 12), (41, 40), (2, 50), (50, 64)]


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("max_error", [0.0, 1.0, 4.0, 1e6])
def test_no_sample_is_further_away_than_max_error(shape, max_error) -> None:
    """Kills: an error estimated from the middle of the long side only, as in the usual form of the algorithm."""
    field = a_field(shape, 1)
    mesh = rtin(field, Rtin(max_error=max_error))
    found = distances(mesh, field)
    assert not np.isnan(found).any(), "a sample lies under no triangle"
    assert found.max() <= max_error * (1 + 1e-6) + 1e-12


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("max_error", [0.0, 1.0, 4.0, 1e6])
def test_covers_the_map_without_cracks(shape, max_error) -> None:
    field = a_field(shape, 2)
    mesh = rtin(field, Rtin(max_error=max_error))
    a, b, c = (mesh.vertices[mesh.faces[:, k], :2] for k in range(3))
    double = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    assert (double > 0).all(), "a face looks down or is a line"
    width, length = field.grid.extent
    assert np.isclose(double.sum() / 2, width * length)
    found = check(mesh)
    assert found.is_manifold
    assert found.winding_is_consistent
    assert not found.unused_vertices
    edges = mesh.vertices[boundary_edges(mesh)]
    middle = edges.mean(axis=1)
    on_border = np.isclose(middle[:, 0] % width, 0) | np.isclose(middle[:, 1] % length, 0)
    assert on_border.all(), "an edge inside the map has one face: a crack"
    at = samples_of(mesh, field)
    assert np.array_equal(mesh.vertices[:, 2], field.elevation[at[:, 0], at[:, 1]]), "a vertex is no sample"


def test_flat_ground_needs_two_triangles_and_rough_ground_all() -> None:
    assert len(rtin(Heightfield(np.full((129, 129), 7.0)), Rtin(max_error=0.0)).faces) == 2
    rough = Heightfield(np.random.default_rng(0).normal(size=(33, 33)))
    assert len(rtin(rough, Rtin(max_error=0.0)).faces) == 2 * 32 * 32
    odd = Heightfield(np.random.default_rng(0).normal(size=(20, 31)))
    assert len(rtin(odd, Rtin(max_error=0.0)).faces) == 2 * 19 * 30, "samples between unequal steps are lost"


def test_more_error_is_fewer_triangles() -> None:
    field = a_field((65, 65))
    counts = [len(rtin(field, Rtin(max_error=e)).faces) for e in (0.5, 1, 2, 4, 8, 16)]
    assert counts == sorted(counts, reverse=True)
    assert counts[-1] < counts[0] / 10


def test_lattices_fit_any_map() -> None:
    for cells in range(1, 200):
        for root in (2, 4, 16, 64):
            made = lattice((cells + 1, 65), root).at_row
            steps = np.diff(made[::2])
            assert made[0] == 0
            assert made[-1] == cells
            assert set(steps) <= {1, 2}
            assert sorted(set(made.tolist())) == list(range(cells + 1)), "a sample is no lattice point"
    square = lattice((129, 129), np.inf)
    assert square.root == 128
    assert np.array_equal(square.at_row, np.arange(129))


@pytest.mark.jit_off
@pytest.mark.parametrize("side", [5, 9, 17])
def test_the_short_way_is_the_long_way(side) -> None:
    z = a_field((side, 2 * side - 1), side).elevation
    over = lattice(z.shape, np.inf)
    fine, plain = errors_of(z, over).view(np.float32), errors_of(z, over, fine=False).view(np.float32)
    assert np.allclose(fine, plain, rtol=1e-6, atol=1e-6)


def test_pruned_errors_say_the_same_above_the_limit() -> None:
    z = a_field((65, 65), 3).elevation
    over = lattice(z.shape, np.inf)
    limit = np.float32(2.0).view(np.int32)
    full, pruned = errors_of(z, over), errors_of(z, over, limit)
    assert np.array_equal(full > limit, pruned > limit)
    assert np.array_equal(full[full <= limit], pruned[full <= limit])


def test_holes_are_outlined_at_full_detail_and_nothing_lies_over_them() -> None:
    field = a_field((65, 49), 4)
    mask = np.ones(field.shape, bool)
    mask[20:31, 10:22] = False
    mask[50, 40] = False
    mesh = rtin(Heightfield(field.elevation, grid=field.grid, mask=mask), Rtin(max_error=1e6))
    assert np.isfinite(mesh.vertices).all()
    at = samples_of(mesh, field)
    assert mask[at[:, 0], at[:, 1]].all()
    inside = np.isnan(distances(mesh, field))
    assert inside[~mask].all(), "a face lies over a hole"
    assert (inside & mask).sum() < 70, "much ground around the holes is lost"
    with pytest.raises(MeshError, match="must have data at the corners of a triangle"):
        rtin(Heightfield(np.zeros((5, 5)), mask=np.zeros((5, 5), bool)))


def test_refuses() -> None:
    with pytest.raises(MeshError, match="at least 2 rows and 2 columns"):
        rtin(Heightfield(np.zeros((1, 9))))
    with pytest.raises(MeshError, match=r"longest_edge must be at least two cells \(6 m\), got 5.0"):
        rtin(a_field((9, 9)), Rtin(longest_edge=5.0))
    with pytest.raises(MeshError, match="window must begin and end on borders of tiles, near row 0 or 8"):
        rtin(a_field((17, 17)), Rtin(longest_edge=24.0), window=(3, 9, 0, 9))
    with pytest.raises(SettingError, match="max_error must be >= 0"):
        Rtin(max_error=-1.0)
    with pytest.raises(SettingError, match="border_error must be at most max_error"):
        Rtin(max_error=1.0, border_error=2.0)


def test_no_edge_is_longer_than_asked() -> None:
    mesh = rtin(Heightfield(np.zeros((65, 65)), cell_size=3.0), Rtin(longest_edge=50.0))
    corners = mesh.vertices[mesh.faces]
    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=1), axis=2)
    assert np.sort(sides, axis=1)[:, 1].max() == 48.0


@pytest.mark.parametrize("size", ["1", "2", "5"])
def test_threads_change_nothing(size, monkeypatch) -> None:
    field = a_field((257, 300), 6)
    want = rtin(field, Rtin(max_error=2.0))
    monkeypatch.setenv("LANDWRIGHT_THREADS", size)
    got = rtin(field, Rtin(max_error=2.0))
    assert np.array_equal(got.faces, want.faces)
    assert np.array_equal(got.vertices, want.vertices)
    assert np.array_equal(got.normals, want.normals)


def test_progress_rises_and_cancel_stops() -> None:
    seen: list[float] = []
    field = a_field((129, 129))
    with _pool.using(_pool.Control(seen.append)):
        rtin(field, Rtin(max_error=1.0))
    assert seen == sorted(seen)
    assert 0.0 < seen[0] < seen[-1] <= 1.0
    control = _pool.Control()
    control.cancel()
    with _pool.using(control), pytest.raises(Cancelled):
        rtin(field)


def test_extremes() -> None:
    wild = np.zeros((9, 9), np.float32)
    wild[4, 4], wild[2, 3] = 3e38, -3e38
    mesh = rtin(Heightfield(wild), Rtin(max_error=1.0))
    assert distances(mesh, Heightfield(wild)).max() <= 1e32
