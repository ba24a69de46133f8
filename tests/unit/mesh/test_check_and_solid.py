"""Checks, welding, walls and floors; trimesh as the oracle."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
import trimesh

from landwright.errors import MeshError
from landwright.field import Heightfield
from landwright.mesh import (
    Mesh,
    Rtin,
    Skirt,
    Solid,
    boundary_edges,
    check,
    regular,
    rtin,
    shade,
    skirt,
    solid,
    weld,
)

CUBE = trimesh.creation.box()


def a_field(seed: int, holes: float) -> Heightfield:
    draw = np.random.default_rng(seed)
    shape = tuple(int(n) for n in draw.integers(2, 24, 2))
    elevation = draw.normal(size=shape) * draw.choice([0.1, 5.0, 100.0])
    mask = draw.random(shape) >= holes
    mask[:3, :3] = True
    return Heightfield(elevation, cell_size=float(draw.choice([0.5, 3.0, 30.0])), mask=mask)


def test_a_cube() -> None:
    found = check(Mesh(CUBE.vertices, CUBE.faces))
    assert found.is_watertight
    assert found.is_manifold
    assert found.winding_is_consistent
    assert (found.volume, found.area) == (pytest.approx(1.0), pytest.approx(6.0))
    assert (found.boundary_edges, found.duplicate_faces, found.degenerate_faces, found.unused_vertices) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    "faces, name, count",
    [
        (CUBE.faces[1:], "boundary_edges", 3),
        (np.concatenate([CUBE.faces, CUBE.faces[:1]]), "duplicate_faces", 1),
        (np.concatenate([CUBE.faces, CUBE.faces[:1, ::-1]]), "duplicate_faces", 1),
        (np.concatenate([CUBE.faces, CUBE.faces[:1]]), "crowded_edges", 3),
        (np.concatenate([CUBE.faces[:1, ::-1], CUBE.faces[1:]]), "repeated_edges", 3),
        (np.concatenate([CUBE.faces, [[0, 0, 1]]]), "degenerate_faces", 1),
        (CUBE.faces[(CUBE.faces != 0).all(axis=1)], "unused_vertices", 1),
    ],
)
def test_each_fault_is_counted(faces, name, count) -> None:
    assert getattr(check(Mesh(CUBE.vertices, faces)), name) == count


def test_inside_out_has_negative_volume() -> None:
    assert check(Mesh(CUBE.vertices, CUBE.faces[:, ::-1])).volume == pytest.approx(-1.0)


def test_two_triangles_that_touch_at_a_point_are_pinched() -> None:
    points = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [-1, 0, 0], [-1, -1, 0]]
    found = check(Mesh(points, [[0, 1, 2], [0, 3, 4]]))
    assert found.pinched_vertices == 1
    assert not found.is_manifold
    assert found.winding_is_consistent


@pytest.mark.parametrize("seed", range(8))
def test_as_trimesh_says(seed) -> None:
    draw = np.random.default_rng(seed)
    faces = draw.integers(0, 9, (14, 3))
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])]
    mesh = Mesh(draw.normal(size=(9, 3)), faces)
    other = trimesh.Trimesh(mesh.vertices, mesh.faces, process=False)
    found = check(mesh)
    assert found.is_watertight == other.is_watertight
    assert found.area == pytest.approx(other.area)
    counts = np.unique(np.sort(other.edges, axis=1), axis=0, return_counts=True)[1]
    assert found.boundary_edges == (counts == 1).sum() == len(boundary_edges(mesh))
    assert found.crowded_edges == (counts > 2).sum()


def test_weld_closes_a_soup_and_keeps_what_the_first_vertex_carries() -> None:
    soup = Mesh(
        CUBE.vertices[CUBE.faces].reshape(-1, 3),
        np.arange(36).reshape(-1, 3),
        attributes={"corner": np.arange(36)},
        groups={"first": (0, 6), "last": (6, 12)},
    )
    closed = weld(soup)
    assert len(closed.vertices) == 8
    assert check(closed).is_watertight
    assert closed.attributes["corner"].tolist() == sorted(closed.attributes["corner"].tolist())
    assert closed.groups == soup.groups
    near = soup.replace(vertices=soup.vertices + np.random.default_rng(0).normal(size=(36, 3)) * 1e-4)
    assert len(weld(near).vertices) == 36
    assert check(weld(near, 0.01)).is_watertight
    flat = weld(near, 10.0)
    assert len(flat.faces) == 0
    assert flat.groups == {"first": (0, 0), "last": (0, 0)}
    with pytest.raises(MeshError, match="tolerance must be a finite distance >= 0"):
        weld(soup, -1.0)


@pytest.mark.parametrize("holes", [0.0, 0.05, 0.3, 0.5])
@pytest.mark.parametrize("seed", range(4))
def test_bodies_are_printable_after_float32_also_with_holes(seed, holes) -> None:
    """Kills: one vertex for two walls where cells without data touch at a corner (an edge with four faces)."""
    field = a_field(seed * 7 + int(100 * holes), holes)
    surfaces = [regular(field), rtin(field, Rtin(max_error=2.0))]
    for surface in surfaces:
        body = solid(surface, Solid(base_thickness=4.0))
        single = weld(body.replace(vertices=body.vertices.astype(np.float32)))
        found = check(single)
        assert found.is_watertight
        assert found.is_manifold
        assert found.winding_is_consistent
        assert found.volume > 0
        assert (found.duplicate_faces, found.degenerate_faces, found.unused_vertices) == (0, 0, 0)
        printed = trimesh.load(
            BytesIO(trimesh.Trimesh(body.vertices, body.faces).export(file_type="stl")), file_type="stl"
        )
        assert printed.is_watertight
        assert printed.is_winding_consistent
        assert printed.volume == pytest.approx(found.volume, rel=1e-3)
        assert body.vertices[:, 2].min() == pytest.approx(surface.vertices[:, 2].min() - 4.0)


def test_a_whole_rectangle_stands_on_a_fan() -> None:
    field = Heightfield(np.random.default_rng(0).random((9, 13)), cell_size=2.0)
    body = solid(field, Solid(base_elevation=-3.0))
    rim = 2 * (8 + 12)
    assert body.groups == {"surface": (0, 192), "walls": (192, 192 + 2 * rim), "floor": (192 + 2 * rim, 192 + 3 * rim)}
    surface = regular(field)
    area = np.abs(np.linalg.det(np.dstack([surface.vertices[surface.faces][:, :, :2], np.ones((192, 3))]))) / 2
    height = surface.vertices[surface.faces][:, :, 2].mean(axis=1) + 3.0
    assert check(body).volume == pytest.approx(float((area * height).sum()))
    assert body.uv0 is not None


def test_the_floor_must_lie_below() -> None:
    field = Heightfield(np.zeros((3, 3)))
    with pytest.raises(MeshError, match=r"base_elevation must lie below the lowest vertex \(0 m\), got 0.0"):
        solid(field, Solid(base_elevation=0.0))
    with pytest.raises(MeshError, match="surface must face up everywhere, got '10 faces"):
        solid(Mesh(CUBE.vertices, CUBE.faces))
    moved = regular(field).replace(origin=(0, 0, 100.0))
    assert solid(moved, Solid(base_elevation=90.0)).vertices[:, 2].min() == -10.0


def test_a_skirt_hangs_and_takes_the_light_above_it() -> None:
    surface = regular(Heightfield(np.random.default_rng(0).random((6, 5)), cell_size=2.0))
    hung = skirt(surface, Skirt(depth=7.0))
    rim = 2 * (5 + 4)
    assert hung.groups == {"surface": (0, 40), "skirt": (40, 40 + 2 * rim)}
    found = check(hung)
    assert found.winding_is_consistent
    assert found.boundary_edges == rim
    assert np.array_equal(hung.vertices[: len(surface.vertices)], surface.vertices)
    low, high = hung.vertices[len(surface.vertices) :], surface.vertices[np.unique(boundary_edges(surface))]
    assert np.allclose(high - low, [0, 0, 7.0])
    walls = hung.vertices[hung.faces[40:]]
    across = np.cross(walls[:, 1] - walls[:, 0], walls[:, 2] - walls[:, 0])
    outward = walls.mean(axis=1) - surface.vertices.mean(axis=0)
    assert (across[:, :2] * outward[:, :2]).sum(axis=1).min() > 0, "a wall looks inwards"


def test_shading_is_smooth_on_the_ground_and_sharp_at_the_walls() -> None:
    body = solid(Heightfield(np.zeros((4, 4))), Solid(base_thickness=2.0))
    shaded = shade(body)
    assert shaded.normals is not None
    assert np.array_equal(shaded.vertices[shaded.faces], body.vertices[body.faces])
    ground = shaded.faces[slice(*shaded.groups["surface"])]
    assert np.allclose(shaded.normals[ground], [0, 0, 1])
    floor = shaded.faces[slice(*shaded.groups["floor"])]
    assert np.allclose(shaded.normals[floor], [0, 0, -1])
    walls = shaded.faces[slice(*shaded.groups["walls"])]
    assert np.allclose(np.abs(shaded.normals[walls][:, :, :2]).max(axis=2), 1)
