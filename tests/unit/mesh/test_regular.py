"""The regular mesh of a field."""

from __future__ import annotations

import numpy as np
import pytest

from landwright.errors import MeshError
from landwright.field import Heightfield
from landwright.grid import Grid
from landwright.mesh import Regular, check, regular
from naive import mesh_regular


def a_field(shape: tuple[int, int], seed: int = 0, holes: float = 0.0) -> Heightfield:
    draw = np.random.default_rng(seed)
    return Heightfield(draw.normal(size=shape) * 5, cell_size=2.5, mask=draw.random(shape) >= holes)


@pytest.mark.jit_off
@pytest.mark.parametrize("diagonal", ["shortest", "alternating"])
@pytest.mark.parametrize("shape, holes", [((2, 2), 0.0), ((5, 7), 0.0), ((9, 8), 0.2), ((12, 12), 0.5)])
def test_as_the_naive_twin(shape, holes, diagonal) -> None:
    field = a_field(shape, 3, holes)
    mask = np.ones(shape, bool) if field.mask is None else field.mask
    mesh = regular(field, Regular(diagonal=diagonal))
    rows = np.rint((field.grid.y[0] - mesh.vertices[:, 1]) / 2.5).astype(int)
    cols = np.rint(mesh.vertices[:, 0] / 2.5).astype(int)
    want = mesh_regular.faces(field.elevation.tolist(), mask.tolist(), diagonal == "shortest")
    got = [tuple((int(rows[v]), int(cols[v])) for v in face) for face in mesh.faces]
    turned = [{face[k:] + face[:k] for k in range(3)} for face in want]
    assert len(got) == len(want)
    assert all(face in turn for face, turn in zip(got, turned))
    assert mesh.normals is not None
    for k, (r, c) in enumerate(zip(rows, cols)):
        line = mesh_regular.normal(field.elevation.tolist(), mask.tolist(), int(r), int(c), 2.5)
        assert np.allclose(mesh.normals[k], line, atol=1e-6)


def test_counts_and_all_faces_up() -> None:
    """F-I2: W x H vertices and 2 (W-1)(H-1) triangles, all up-facing."""
    mesh = regular(a_field((13, 21)))
    assert len(mesh.vertices) == 13 * 21
    assert len(mesh.faces) == 2 * 12 * 20
    a, b, c = (mesh.vertices[mesh.faces[:, k]] for k in range(3))
    assert (np.cross(b - a, c - a)[:, 2] > 0).all()
    found = check(mesh)
    assert found.winding_is_consistent
    assert found.is_manifold
    assert found.boundary_edges == 2 * (12 + 20)
    assert not found.unused_vertices


def test_places_and_texture_coordinates() -> None:
    field = a_field((3, 5))
    mesh = regular(field)
    assert mesh.vertices[0].tolist() == [0.0, 5.0, float(field.elevation[0, 0])]
    assert mesh.vertices[-1].tolist() == [10.0, 0.0, float(field.elevation[2, 4])]
    assert mesh.uv0 is not None
    assert mesh.uv0[[0, 4, 10, 14]].tolist() == [[0, 0], [1, 0], [0, 1], [1, 1]]


def test_measured_from_the_middle_far_from_home() -> None:
    grid = Grid(shape=(3, 3), cell_size=0.1, origin=(500_000.3, 4_649_776.7), crs="EPSG:32610")
    field = Heightfield(np.arange(9.0).reshape(3, 3), grid=grid)
    near, far = regular(field, Regular(centered=True)), regular(field)
    assert np.abs(near.vertices[:, :2]).max() < 0.11
    assert np.allclose(near.vertices + near.origin, far.vertices, atol=1e-9)
    assert near.crs == "EPSG:32610"
    assert len(np.unique(near.vertices.astype(np.float32), axis=0)) == 9


def test_normals_of_a_plane_and_of_neighbouring_windows() -> None:
    x, y = np.meshgrid(np.arange(9), np.arange(6)[::-1])
    plane = regular(Heightfield(0.5 * x - 0.25 * y))
    assert plane.normals is not None
    want = np.array([-0.5, 0.25, 1.0]) / np.linalg.norm([0.5, 0.25, 1.0])
    assert np.allclose(plane.normals, want, atol=1e-6)
    field = a_field((20, 30), 5)
    west, east = regular(field, window=(0, 20, 0, 16)), regular(field, window=(0, 20, 15, 30))
    left, right = west.vertices[:, 0] == 37.5, east.vertices[:, 0] == 37.5
    assert np.array_equal(west.vertices[left], east.vertices[right])
    assert np.array_equal(west.normals[left], east.normals[right])
    assert left.sum() == 20


def test_a_window_is_a_part_of_the_whole() -> None:
    field = a_field((9, 9), 2)
    whole, part = regular(field), regular(field, window=(3, 7, 2, 9))
    corners = {tuple(map(tuple, whole.vertices[face])) for face in whole.faces}
    assert {tuple(map(tuple, part.vertices[face])) for face in part.faces} <= corners


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1)])
def test_a_profile_is_refused(shape) -> None:
    with pytest.raises(MeshError, match="must have at least 2 rows and 2 columns of samples to be a surface"):
        regular(Heightfield(np.zeros(shape)))


def test_a_field_without_a_whole_quad_is_refused() -> None:
    with pytest.raises(MeshError, match="must have data at three corners of a quad"):
        regular(Heightfield(np.zeros((3, 3)), mask=np.eye(3, dtype=bool)))
    with pytest.raises(MeshError, match="window must lie inside the 3 x 3 samples"):
        regular(Heightfield(np.zeros((3, 3))), window=(0, 4, 0, 3))


def test_extremes() -> None:
    steep = np.array([[0, 3e38], [-3e38, 0]], np.float32)
    assert np.isfinite(regular(Heightfield(steep)).vertices).all()


@pytest.mark.parametrize("size", ["1", "2", "5"])
def test_threads_change_nothing(size, monkeypatch) -> None:
    field = a_field((150, 170), 4, 0.1)
    want = regular(field)
    monkeypatch.setenv("LANDWRIGHT_THREADS", size)
    got = regular(field)
    assert np.array_equal(got.faces, want.faces)
    assert np.array_equal(got.normals, want.normals)
