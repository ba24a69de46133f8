"""Tiles of a mesh are parts of the whole, and meet their neighbours without cracks, whatever their detail."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright.field import Heightfield
from landwright.grid import Grid
from landwright.mesh import Rtin, boundary_edges, check, join, rtin, weld
from naive.mesh_error import distances

TILE, CELL = 16, 3.0


def a_field(rows: int, cols: int, seed: int) -> Heightfield:
    draw = np.random.default_rng(seed)
    y, x = np.mgrid[: rows * TILE + 1, : cols * TILE + 1]
    z = 25 * np.sin(x / 9.0 + seed) * np.cos(y / 11.0) + 0.3 * draw.normal(size=x.shape)
    return Heightfield(z, grid=Grid(shape=x.shape, cell_size=CELL))


def window(r: int, c: int) -> tuple[int, int, int, int]:
    return r * TILE, r * TILE + TILE + 1, c * TILE, c * TILE + TILE + 1


def soup(mesh) -> set:
    """Faces by place: three (x, y, z), the smallest first."""
    corners = (mesh.vertices + np.array(mesh.origin))[mesh.faces]
    return {min(tuple(map(tuple, np.roll(f, k, axis=0))) for k in range(3)) for f in corners}


@pytest.mark.parametrize("border_error", [None, 0.5])
def test_tiles_are_the_whole(border_error) -> None:
    field = a_field(2, 3, 1)
    noun = Rtin(max_error=2.0, border_error=border_error, longest_edge=TILE * CELL)
    whole = soup(rtin(field, noun))
    parts = [soup(rtin(field, noun, window=window(r, c))) for r, c in itertools.product(range(2), range(3))]
    assert set.union(*parts) == whole
    assert sum(map(len, parts)) == len(whole)


def test_one_tile_of_surroundings_is_enough() -> None:
    """Kills: a smaller reach than stated, or errors of borders that look at one side only."""
    noun = Rtin(max_error=2.0, border_error=1.5, longest_edge=TILE * CELL)
    low, high = TILE, 4 * TILE + 1
    matters = 0
    for seed in range(6):
        field = a_field(5, 5, seed)
        whole = rtin(field, noun, window=window(2, 2))
        cut = Heightfield(field.elevation[low:high, low:high], grid=field.grid.window(low, high, low, high))
        part = rtin(cut, noun, window=window(1, 1))
        assert np.array_equal(part.vertices, whole.vertices)
        assert np.array_equal(part.faces, whole.faces)
        assert np.array_equal(part.normals, whole.normals)
        alone = Heightfield(cut.elevation[TILE : 2 * TILE + 1, TILE : 2 * TILE + 1], cell_size=CELL)
        matters += len(rtin(alone, noun).faces) != len(whole.faces)
    assert matters, "the surroundings change nothing: this test cannot fail"


@given(st.lists(st.sampled_from([1.0, 2.0, 5.0, 20.0]), min_size=6, max_size=6), st.integers(0, 3))
def test_neighbours_of_any_detail_meet_without_cracks(details, seed) -> None:
    """Pains 7: watertight for every pair of adjacent levels of detail, shared border vertices, equal normals."""
    field = a_field(2, 3, seed)
    tiles = []
    for (r, c), max_error in zip(itertools.product(range(2), range(3)), details):
        noun = Rtin(max_error=max_error, border_error=1.0, longest_edge=TILE * CELL)
        tiles.append(rtin(field, noun, window=window(r, c)).replace(uv0=None))
    both = weld(join(tiles))
    found = check(both)
    assert found.is_manifold
    assert found.winding_is_consistent
    outer = 2 * (2 + 3) * TILE * CELL
    edges = both.vertices[boundary_edges(both)]
    plan = np.linalg.norm((edges[:, 0] - edges[:, 1])[:, :2], axis=1)
    assert plan.sum() == pytest.approx(outer), "an edge inside the map has one face: a crack"
    assert distances(both, field).max() <= max(details) * (1 + 1e-6)
    place: dict[tuple, tuple] = {}
    for tile in tiles:
        for point, line in zip(map(tuple, tile.vertices), map(tuple, tile.normals)):
            assert place.setdefault(point, line) == line


def test_borders_hold_their_own_error() -> None:
    field = a_field(1, 1, 3)
    mesh = rtin(field, Rtin(max_error=20.0, border_error=0.5))
    found = distances(mesh, field)
    edge = np.concatenate([found[0], found[-1], found[:, 0], found[:, -1]])
    assert edge.max() <= 0.5 * (1 + 1e-6)
    assert found.max() > 0.5
