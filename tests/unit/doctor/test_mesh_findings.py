"""Illnesses of meshes, made on purpose."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import landwright as lw
from landwright import mesh as meshes
from landwright.doctor import Finding, examine
from landwright.mesh import Mesh


@pytest.fixture(scope="module")
def surface() -> Mesh:
    field = lw.Heightfield(np.random.default_rng(2).uniform(0.0, 3.0, (9, 9)), cell_size=10.0)
    return meshes.regular(field)


@pytest.fixture(scope="module")
def body(surface: Mesh) -> Mesh:
    return meshes.solid(surface, meshes.Solid())


def kinds(mesh: Any) -> dict[str, Finding]:
    return {one.kind: one for one in examine(mesh)}


def with_faces(mesh: Mesh, faces: Any) -> Mesh:
    return Mesh(mesh.vertices, faces, origin=mesh.origin)


def test_surfaces_and_bodies_are_healthy(surface: Mesh, body: Mesh) -> None:
    assert kinds(surface) == {}
    assert kinds(body) == {}


def test_a_body_with_a_hole_leaks(body: Mesh) -> None:
    one = kinds(with_faces(body, body.faces[1:]))["leak"]
    assert (one.severity, one.count) == ("error", 3)
    assert one.place is not None
    corners = body.vertices[body.faces[0]]
    assert corners[:, 0].min() <= one.place.x <= corners[:, 0].max()  # type: ignore[operator]


@pytest.mark.parametrize("face", [0, 40, 77])
def test_a_face_turned_over(surface: Mesh, body: Mesh, face: int) -> None:
    for mesh in (surface, body):
        faces = mesh.faces.copy()
        faces[face] = faces[face][::-1]
        one = kinds(with_faces(mesh, faces))["flipped-face"]
        assert one.severity == "error"
        assert one.place is not None
        assert one.place.face == face


def test_a_body_inside_out_and_a_surface_upside_down(surface: Mesh, body: Mesh) -> None:
    assert list(kinds(with_faces(body, body.faces[:, ::-1]))) == ["inside-out"]
    assert list(kinds(with_faces(surface, surface.faces[:, ::-1]))) == ["upside-down"]


def test_faces_without_area_and_faces_twice(surface: Mesh) -> None:
    flat = np.vstack([surface.faces, [[5, 5, 6]]])
    one = kinds(with_faces(surface, flat))["degenerate-face"]
    assert one.place is not None
    assert one.place.face == len(surface.faces)
    again = np.vstack([surface.faces, surface.faces[7:8]])
    assert kinds(with_faces(surface, again))["duplicate-face"].count == 1


def test_an_edge_with_three_faces(surface: Mesh) -> None:
    vertices = np.vstack([surface.vertices, [[15.0, 15.0, 90.0]]])
    fin = np.vstack([surface.faces, [[*surface.faces[20][:2], len(vertices) - 1]]])
    one = kinds(Mesh(vertices, fin))["crowded-edge"]
    assert (one.severity, one.count) == ("info", 1)
    twice = meshes.solid(surface, meshes.Solid())
    other = twice.vertices * [-1.0, -1.0, 1.0]
    count = len(twice.vertices)
    both = Mesh(np.vstack([twice.vertices, other]), np.vstack([twice.faces, twice.faces + np.uint32(count)]))
    assert kinds(both)["crowded-edge"].severity == "warning"  # two bodies that touch along an edge


def test_a_sea_around_islands_is_open_on_purpose(surface: Mesh) -> None:
    ball = lw.planet.build_mesh(lw.planet.Planet(), resolution=9)
    assert kinds(ball) == {}
    middle = ball.vertices[ball.faces].mean(axis=1)
    kept = ball.faces[(np.sin(9.0 * middle / np.abs(middle).max()).prod(axis=1)) < 0.2]
    assert "leak" not in kinds(Mesh(ball.vertices, kept))
    assert "leak" in kinds(Mesh(ball.vertices, ball.faces[1:]))


def test_parts_are_examined_one_by_one(surface: Mesh) -> None:
    count = len(surface.faces)
    both = np.vstack([surface.faces, surface.faces[:, ::-1].astype(np.int64) + len(surface.vertices)])
    places = np.vstack([surface.vertices, surface.vertices + np.array([0.0, 0.0, 50.0])])
    mesh = Mesh(places, both, groups={"up": (0, count), "down": (count, 2 * count)})
    found = kinds(mesh)
    assert list(found) == ["upside-down"]
    assert found["upside-down"].place is not None
    assert found["upside-down"].place.part == "down"


def test_a_mesh_without_faces() -> None:
    assert list(kinds(Mesh(np.zeros((3, 3)), np.empty((0, 3), np.int64)))) == ["empty-mesh"]


def test_cells_are_examined_by_their_own_rules() -> None:
    land = lw.hexmap.HexMap.empty(3, 1).replace(water_level=[[1, 2, 0]])
    one = kinds(land)["water-level"]
    assert (one.severity, one.place.column if one.place else None) == ("warning", 0)


def test_a_group_may_stand_on_an_edge_of_another(surface: Mesh) -> None:
    count = len(surface.faces)
    places = np.vstack([surface.vertices, [[15.0, 15.0, 90.0]]])
    faces = np.vstack([surface.faces, [[*surface.faces[20][:2], len(places) - 1]]])
    apart = Mesh(places, faces, groups={"ground": (0, count), "fin": (count, count + 1)})
    assert "crowded-edge" not in kinds(apart)
    assert "crowded-edge" in kinds(Mesh(places, faces))
