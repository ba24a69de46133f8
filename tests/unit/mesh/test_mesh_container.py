"""Mesh, Builder, join: what they hold and what they refuse."""

from __future__ import annotations

import numpy as np
import pytest

from landwright.errors import MeshError
from landwright.mesh import Builder, Mesh, check, join

TRIANGLE = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]


def test_types_and_read_only_arrays() -> None:
    mesh = Mesh(
        TRIANGLE,
        [[0, 1, 2]],
        normals=[[0, 0, 1]] * 3,
        uv0=[[0, 1], [1, 1], [0, 0]],
        colors=np.zeros((3, 4), np.uint8),
        attributes={"rock": [1, 2, 3]},
        groups={"all": (0, 1)},
    )
    assert mesh.vertices.dtype == np.float64
    assert mesh.faces.dtype == np.uint32
    assert mesh.normals is not None
    assert mesh.normals.dtype == np.float32
    for array in (mesh.vertices, mesh.faces, mesh.normals, mesh.uv0, mesh.colors, mesh.attributes["rock"]):
        with pytest.raises(ValueError):
            array[0] = 0
    with pytest.raises(TypeError):
        mesh.attributes["rock"] = 1  # type: ignore[index]
    assert Mesh(np.zeros((3, 3), np.float32), [[0, 1, 2]]).vertices.dtype == np.float32


def test_arrays_are_copied_unless_handed_over() -> None:
    points = np.array(TRIANGLE, float)
    mesh = Mesh(points, [[0, 1, 2]])
    points[0] = 9
    assert mesh.vertices[0, 0] == 0
    fresh = np.array(TRIANGLE, float)
    assert np.shares_memory(Mesh(fresh, [[0, 1, 2]], copy=False).vertices, fresh)


def test_an_empty_mesh_is_a_mesh() -> None:
    empty = Builder("uv0").build()
    assert len(empty.vertices) == len(empty.faces) == 0
    assert check(empty).is_watertight is False


@pytest.mark.parametrize(
    "change, words",
    [
        ({"vertices": [[0, 0], [1, 0]]}, r"vertices must have the shape \(n, 3\)"),
        ({"vertices": [[0, 0, np.nan], [1, 0, 0], [0, 1, 0]]}, "vertices must be finite, got '1 values"),
        ({"vertices": [["a", "b", "c"]]}, "vertices must hold real numbers"),
        ({"faces": [[0, 1, 3]]}, "faces must be indices from 0 to 2, got 3"),
        ({"faces": [[0, 1, -1]]}, "faces must be indices from 0 to 2, got -1"),
        ({"faces": [[0.0, 1.0, 2.0]]}, "faces must be whole numbers"),
        ({"faces": [[0, 1]]}, "faces must be whole numbers of the shape"),
        ({"normals": [[0, 0, 2]] * 3}, "normals must be unit vectors, got 'a length of 2'"),
        ({"normals": [[0, 0, 1]] * 2}, r"normals must have the shape \(3, 3\)"),
        ({"uv0": [[0, 0]]}, r"uv0 must have the shape \(3, 2\)"),
        ({"uv1": [[0, np.inf]] * 3}, "uv1 must be finite"),
        ({"uv0": [[0, 1e300]] * 3}, "uv0 must be finite and fit float32"),
        ({"colors": [[0, 0, 2.0]] * 3}, "colors must be uint8, or floats from 0 to 1"),
        ({"colors": [[0, 0]] * 3}, "colors must have the shape"),
        ({"attributes": {"rock": [1, 2]}}, r"attribute 'rock' must have the shape \(3,\)"),
        ({"attributes": {"rock": ["a", "b", "c"]}}, "attribute 'rock' must hold real numbers"),
        ({"groups": {"road": (0, 2)}}, "group 'road' must be a range of the 1 faces"),
        ({"origin": (0, np.inf, 0)}, "origin must be three finite numbers"),
    ],
)
def test_the_door_refuses(change: dict, words: str) -> None:
    given = {"vertices": TRIANGLE, "faces": [[0, 1, 2]], **change}
    with pytest.raises(MeshError, match=words):
        Mesh(given.pop("vertices"), given.pop("faces"), **given)


def test_a_builder_counts_and_groups() -> None:
    builder = Builder("uv0", "rock")
    builder.group("floor")
    corners = builder.vertices(
        [[0, 0, 0], [2, 0, 0], [2, 1, 0], [0, 1, 0]], uv0=[[0, 1], [1, 1], [1, 0], [0, 0]], rock=[1, 2, 3, 4]
    )
    builder.quads(corners)
    builder.group("tip")
    top = builder.vertices([1, 0.5, 3], uv0=[0.5, 0.5], rock=5)
    builder.triangles(np.stack([corners, np.roll(corners, -1), np.repeat(top, 4)], axis=1))
    mesh = builder.build(name="tent")
    assert mesh.groups == {"floor": (0, 2), "tip": (2, 6)}
    assert mesh.attributes["rock"].tolist() == [1, 2, 3, 4, 5]
    assert mesh.uv0 is not None
    assert mesh.uv0[4].tolist() == [0.5, 0.5]
    assert check(mesh.replace(faces=mesh.faces[:2], groups={})).area == 2.0
    with pytest.raises(MeshError, match="must be given uv0, rock"):
        builder.vertices([0, 0, 0])
    with pytest.raises(MeshError, match="group 'floor' must be filled in one go"):
        builder.group("floor")


def test_joined_meshes_keep_their_place_in_the_world() -> None:
    one = Mesh(TRIANGLE, [[0, 1, 2]], origin=(100, 0, 0), name="hill", uv0=np.zeros((3, 2)))
    two = Mesh(TRIANGLE, [[0, 1, 2]], origin=(103, 0, 5), name="hill", uv0=np.ones((3, 2)), groups={"top": (0, 1)})
    both = join([one, two], name="range")
    assert both.origin == one.origin
    assert both.vertices[3].tolist() == [3, 0, 5]
    assert both.faces.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert both.groups == {"hill": (0, 1), "hill 2": (1, 2), "top": (1, 2)}
    with pytest.raises(MeshError, match="every mesh must carry uv0"):
        join([one, two.replace(uv0=None)])
    with pytest.raises(MeshError, match="every mesh must carry normals"):
        join([one, two.replace(normals=[[0, 0, 1]] * 3)])
    with pytest.raises(MeshError, match="crs must be None for every mesh"):
        join([one, two.replace(crs="EPSG:32610")])
    with pytest.raises(MeshError, match="at least one"):
        join([])
