"""Level of detail: patches hold the globe's own nodes, meet without cracks, and lie where a camera needs them."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from landwright import planet
from landwright.errors import MeshError, SettingError
from landwright.planet import PRESETS, Climate, ClimateColors, Continents, Craters, Patch, Planet, Shape
from landwright.planet._lod import _balance
from landwright.planet._patch import _stitched, with_borders

EARTH = Planet(
    radius=6371e3, continents=Continents(), shape=Shape(layers=()), climate=Climate(), colors=ClimateColors(), seed=3
)
ALL = PRESETS["published"].replace(
    radius=6371e3, mapping="even", continents=Continents(plates=5), craters=Craters(largest=9e5, smallest=3e5)
)


def _world(mesh) -> np.ndarray:  # type: ignore[no-untyped-def]
    return mesh.vertices.astype(np.float64) + np.array(mesh.origin)


@pytest.mark.parametrize("noun", [EARTH, ALL], ids=["climate", "even"])
def test_patches_hold_the_nodes_of_a_globe(noun: Planet) -> None:
    """Elevations at shared nodes are those of build_globe, bit for bit; positions agree to the rounding of float32 near the origin."""
    globe = planet.build_globe(noun, 33)
    points = planet.node_points(globe, sea_floor=True)
    for face in range(6):
        mesh = planet.patch_mesh(noun, Patch(face, 2, 1, 3), 9, sea_floor=True)
        part = (face, slice(8, 17), slice(24, 33))
        assert np.array_equal(mesh.attributes["elevation"].reshape(9, 9), globe.elevation[part])
        assert np.abs(_world(mesh).reshape(9, 9, 3) - points[part]).max() < 0.5
        assert mesh.colors is not None
        assert globe.colors is not None


@pytest.mark.parametrize("noun", [EARTH, ALL], ids=["climate", "even"])
@pytest.mark.parametrize("level", [0, 1, 4])
def test_neighbors_meet_bit_for_bit(noun: Planet, level: int) -> None:
    """On all sides, across edges and at corners of the cube: positions and normals of shared nodes are equal, to the bit."""
    last = (1 << level) - 1
    for face in range(6):
        for row, column in {(0, 0), (0, last), (last, 0), (last, last), (last // 2, 0)}:
            patch = Patch(face, level, row, column)
            mine = planet.patch_mesh(noun, patch, 5)
            for side in range(4):
                other = patch.neighbor(side)
                assert patch in [other.neighbor(k) for k in range(4)]
                theirs = planet.patch_mesh(noun, other, 5)
                index = {tuple(v): k for k, v in enumerate(_world(theirs))}
                edge = (np.arange(5), 5 * np.arange(5) + 4, 20 + np.arange(5), 5 * np.arange(5))[side]
                shared = [index[tuple(v)] for v in _world(mine)[edge]]  # raises where a node has no twin
                assert mine.normals is not None
                assert theirs.normals is not None
                assert np.array_equal(mine.normals[edge], theirs.normals[shared])
                assert np.array_equal(mine.attributes["elevation"][edge], theirs.attributes["elevation"][shared])


@pytest.mark.parametrize("coarser", [(1, 0, 0, 0), (0, 2, 0, 1), (1, 1, 1, 1), (3, 3, 3, 3), (0, 0, 3, 0)])
def test_stitched_patches_cover_their_square_once(coarser: tuple[int, int, int, int]) -> None:
    """No triangle is turned over or lost, and the border uses none of the nodes that the neighbor lacks."""
    n = 9
    triangles = _stitched(n, coarser).astype(np.int64)
    y, x = np.divmod(triangles, n)
    area = (x[:, 1] - x[:, 0]) * (y[:, 2] - y[:, 0]) - (x[:, 2] - x[:, 0]) * (y[:, 1] - y[:, 0])
    assert (area < 0).all() or (area > 0).all()
    assert abs(int(area.sum())) == 2 * (n - 1) ** 2
    used = np.unique(triangles)
    r, c = np.divmod(used, n)
    for border, along, k in ((r == 0, c, 0), (c == n - 1, r, 1), (r == n - 1, c, 2), (c == 0, r, 3)):
        assert (along[border] % (1 << coarser[k]) == 0).all()


@pytest.mark.parametrize("where", [(0.0, 0.0, 1.02), (0.62, 0.6, 0.61), (1.3, 0.2, -0.4), (0.0, -0.72, 0.72)])
def test_a_planet_of_patches_is_watertight(where: tuple[float, float, float]) -> None:
    """All patches of a camera welded by position: each edge is met twice, once in each direction, whatever levels meet.

    Positions of the finer patch may differ from the coarser one's by the coarser rounding, so nodes are welded within it; where patches of
    one level meet they are equal (above).
    """
    noun = Planet(radius=1000.0, seed=2)
    patches = planet.lod_patches(noun, tuple(1000.0 * v for v in where), deepest=4, horizon=False)
    assert len({p.level for p in patches}) >= 3
    points, faces, first = [], [], 0
    for patch in patches:
        mesh = planet.patch_mesh(noun, patch, 5)
        points.append(_world(mesh))
        faces.append(mesh.faces.astype(np.int64) + first)
        first += len(mesh.vertices)
    places = np.concatenate(points)
    pairs = cKDTree(places).query_pairs(2e-3, output_type="ndarray")
    links = coo_matrix((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(first, first))
    number = connected_components(links, directed=False)[1].astype(np.int64)
    triangles = number[np.concatenate(faces)]
    forth = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    code, back = forth[:, 0] * 10**6 + forth[:, 1], forth[:, 1] * 10**6 + forth[:, 0]
    assert len(np.unique(code)) == len(code)
    assert np.array_equal(np.sort(code), np.sort(back))
    volume = np.einsum("ij,ij->i", *_corners(np.concatenate(points), np.concatenate(faces)))
    assert volume.min() > 0.0  # all triangles look outward


def _corners(points: np.ndarray, faces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    a, b, c = (points[faces[:, k]] for k in range(3))
    return np.cross(b - a, c - a), a + b + c


def test_ground_at_one_metre_is_smooth_and_exact_on_a_planet_like_the_earth() -> None:
    """At level 18, 1.5 m between nodes: positions keep millimetres, spacing is even, coarser nodes are held."""
    patch = Patch(4, 18, 131072, 200000)
    mesh = planet.patch_mesh(EARTH, patch, 33, sea_floor=True)
    assert mesh.vertices.dtype == np.float32
    grid = mesh.vertices.astype(np.float64).reshape(33, 33, 3)
    assert np.abs(grid).max() < 60.0
    east = np.linalg.norm(grid[:, 1:] - grid[:, :-1], axis=2)
    assert east.min() > 0.5
    assert east.max() < 2.5
    assert east.max() - east.min() < 0.2 * east.mean()
    far = np.linalg.norm(_world(mesh), axis=1) - EARTH.radius
    assert np.abs(far - mesh.attributes["elevation"]).max() < 1e-3
    parent = planet.patch_mesh(EARTH, patch.parent, 33, sea_floor=True)
    row, column = patch.row % 2 * 16, patch.column % 2 * 16
    held = parent.attributes["elevation"].reshape(33, 33)[row : row + 17, column : column + 17]
    assert np.array_equal(mesh.attributes["elevation"].reshape(33, 33)[::2, ::2], held)


def test_skirts_hang_down_and_close_the_border() -> None:
    """Each border node has a twin below; the curtain's triangles use border edges in the other direction."""
    bare, hung = (planet.patch_mesh(EARTH, Patch(1, 3, 2, 5), 9, skirt=s) for s in (0.0, 5000.0))
    assert len(hung.vertices) == len(bare.vertices) + 32
    drop = np.linalg.norm(_world(bare), axis=1).min() - np.linalg.norm(_world(hung)[81:], axis=1).min()
    assert 4000.0 < drop < 6000.0
    forth = np.concatenate([hung.faces[:, [0, 1]], hung.faces[:, [1, 2]], hung.faces[:, [2, 0]]]).astype(np.int64)
    code, back = forth[:, 0] * 1000 + forth[:, 1], forth[:, 1] * 1000 + forth[:, 0]
    assert len(np.unique(code)) == len(code)
    alone = np.setdiff1d(code, back)
    assert len(alone) == 32  # only the hem is open
    assert (alone // 1000 >= 81).all()


def test_patches_follow_the_camera() -> None:
    """The finest lie under the eye, neighbors differ by one level, the planet is covered once, and the far side is left out."""
    noun = Planet(radius=6371e3, seed=1)
    eye = np.array([0.3, -0.8, 0.5])
    eye *= 6371e3 * 1.06 / np.linalg.norm(eye)
    whole = planet.lod_patches(noun, eye, deepest=8, horizon=False)
    assert sum(4.0**-p.level for p in whole) == pytest.approx(6.0)
    assert max(max(p.coarser) for p in whole) == 1
    again = with_borders(whole)
    assert again == whole
    seen = planet.lod_patches(noun, eye, deepest=8)
    assert set(seen) < set(whole)
    assert max(p.level for p in seen) == max(p.level for p in whole)
    coarse = planet.lod_patches(noun, eye, deepest=8, detail=1.0)
    assert len(coarse) < len(seen)


def test_patches_beside_finer_ones_are_cut_until_one_level_is_between_them() -> None:
    """One corner of the cube cut down to level 6 alone: its neighbors follow, on the other faces too, and all is covered once."""
    leaves, deep = {Patch(face, 0, 0, 0) for face in range(6)}, Patch(0, 0, 0, 0)
    for _ in range(6):
        leaves.discard(deep)
        leaves.update(deep.children)
        deep = deep.children[0]
    assert max(max(p.coarser) for p in with_borders(leaves)) == 6
    _balance(leaves)
    assert max(max(p.coarser) for p in with_borders(leaves)) == 1
    assert sum(4.0**-p.level for p in leaves) == 6.0
    assert deep in leaves
    assert len({p.face for p in leaves if p.level >= 4}) == 3


def test_bad_input_is_one_sentence() -> None:
    """Patches that are none, resolutions that cannot be halved, neighbors too coarse, eyes that are nowhere."""
    with pytest.raises(MeshError, match="column must be from 0 to 3"):
        Patch(0, 2, 0, 4)
    with pytest.raises(MeshError, match=r"2\^n \+ 1"):
        planet.patch_mesh(EARTH, Patch(0, 0, 0, 0), 12)
    with pytest.raises(MeshError, match="coarser must be from 0 to 2"):
        planet.patch_mesh(EARTH, Patch(0, 4, 0, 0, (3, 0, 0, 0)), 5)
    with pytest.raises(SettingError, match="three finite"):
        planet.lod_patches(EARTH, (0.0, 1.0))
    with pytest.raises(SettingError, match="detail"):
        planet.lod_patches(EARTH, (0.0, 1.0, 9e6), detail=0.0)
