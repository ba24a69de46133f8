"""Walls of a hex map: against a twin from the specification, and rule by rule."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from landwright import hexmap
from landwright.hexmap import HexMap, Layout, Metrics
from landwright.testing import random_hexmap
from naive.hexmap_features import heights_under
from naive.hexmap_walls import Walls

KINDS_OF_MAP = {
    "flat": {"roughness": 0.0, "rivers": 0.0, "roads": 0.0, "water": 0.0},
    "rough": {"roughness": 0.6, "rivers": 0.0, "roads": 0.0, "water": 0.0},
    "wet": {"roughness": 0.5, "rivers": 0.0, "roads": 0.0, "water": 0.6},
    "crossed": {"roughness": 0.2, "rivers": 0.7, "roads": 0.7, "water": 0.3},
}


def walls(land: HexMap) -> np.ndarray:
    """Triangles (m, 3, 3) of all walls."""
    mesh = hexmap.triangulate(land)["walls"]
    return mesh.vertices[mesh.faces]


def town(kind: str, seed: int, columns: int = 9, rows: int = 8, *, layout: Layout | None = None) -> HexMap:
    return random_hexmap(seed, columns, rows, walls=0.45, layout=layout, **KINDS_OF_MAP[kind])


def twin(land: HexMap) -> np.ndarray:
    noise, dice = hexmap.noise_texture(land.seeds[1]).tolist(), hexmap.hash_grid(land.seeds[0]).tolist()
    faces = np.array(Walls(land, noise, dice).faces).reshape(-1, 3, 3)
    return faces[:, ::-1, :][:, :, [0, 2, 1]]


def in_order(faces: np.ndarray) -> np.ndarray:
    """Each triangle from its lowest corner in a fixed order on, then all sorted."""
    keys = np.round(faces, 5) + 0.0
    out = []
    for face, key in zip(faces, keys, strict=True):
        first = min(range(3), key=lambda k: tuple(key[k]))
        out.append(np.roll(face, -first, axis=0))
    made = np.array(out).reshape(-1, 9)
    return made[np.lexsort(np.round(made, 5).T[::-1])]


@pytest.mark.parametrize("kind", KINDS_OF_MAP)
@pytest.mark.parametrize("seed", range(2))
def test_walls_stand_where_the_twin_puts_them(kind: str, seed: int) -> None:
    """Kill: a row of the corner table, a wedge for a cap, a side of a gap, a face turned over."""
    land = town(kind, seed)
    found, expected = walls(land), twin(land)
    assert found.shape == expected.shape
    assert len(found) > 200
    np.testing.assert_allclose(in_order(found), in_order(expected), atol=2e-6)


def test_walls_stand_where_the_twin_puts_them_on_a_map_that_wraps() -> None:
    land = town("crossed", 3, layout=Layout(columns=8, rows=6, wrap=True, noise_seed=4))
    np.testing.assert_allclose(in_order(walls(land)), in_order(twin(land)), atol=2e-6)


@pytest.mark.jit_off
def test_the_same_uncompiled() -> None:
    land = town("crossed", 1, 5, 4)
    np.testing.assert_allclose(in_order(walls(land)), in_order(twin(land)), atol=2e-6)


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(KINDS_OF_MAP)))
def test_turning_all_flags_over_changes_nothing(seed: int, kind: str) -> None:
    """H-I29, to the last bit. Kill: a formula that treats near and far differently; a table row for walled cells only."""
    land = town(kind, seed, 7, 6)
    turned = land.replace(walled=~land.walled)
    a, b = hexmap.triangulate(land)["walls"], hexmap.triangulate(turned)["walls"]
    assert a.vertices.tobytes() == b.vertices.tobytes()
    assert a.faces.tobytes() == b.faces.tobytes()
    assert hexmap.features(land) == hexmap.features(turned)


def open_edges(faces: np.ndarray) -> list[tuple]:
    """Directed edges without their reverse, points compared to the last bit."""
    count: Counter[tuple] = Counter()
    for face in faces:
        points = [tuple(p) for p in face]
        count.update((points[k], points[(k + 1) % 3]) for k in range(3))
    assert max(count.values(), default=1) == 1
    return [(a, b) for a, b in count if (b, a) not in count]


@settings(max_examples=16, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(KINDS_OF_MAP)), st.booleans())
def test_no_end_of_a_wall_is_open(seed: int, kind: str, wrap: bool) -> None:
    """H-I32, also on the border of the map, where ends are capped. Kill: a cap left out, on the border or inside; a missing wedge.

    All that is open is the floor, so each open edge joins two feet, and a foot lies a wall's height below a top.
    """
    land = town(kind, seed, layout=Layout(columns=7, rows=6, wrap=wrap))
    faces = walls(land)
    if wrap:  # the pieces on both sides of the seam are a map's width apart: put them together
        faces[..., 0] %= land.columns * 2.0 * land.layout.metrics.inner_radius
        faces = merged(faces)
    tops = {(p[0], p[1]): set() for face in faces for p in face}
    for p in faces.reshape(-1, 3):
        tops[p[0], p[1]].add(float(p[2]))
    height = land.layout.metrics.wall_height
    for edge in open_edges(faces):
        for p in edge:
            assert any(abs(z - p[2] - height) < 1e-4 for z in tops[p[0], p[1]]), edge


def merged(faces: np.ndarray) -> np.ndarray:
    """Give points that are a hair apart, level or in height, the coordinates of one of them."""
    points = faces.reshape(-1, 3).copy()
    for axes in ([0, 1], [0, 1, 2]):
        pairs = cKDTree(points[:, axes]).query_pairs(1e-6, output_type="ndarray")
        links = coo_array((np.ones(len(pairs)), pairs.T), shape=(len(points), len(points)))
        _, label = connected_components(links, directed=False)
        first = np.unique(label, return_index=True)[1]
        points[:, axes] = points[first[label]][:, axes]
    return points.reshape(faces.shape)


def quads(land: HexMap) -> tuple[np.ndarray, np.ndarray]:
    """Tops of walls: quads (k, 4, 3) near left, near right, far right, far left, and the triangles of wedges (j, 3, 3)."""
    mesh = hexmap.triangulate(land)["walls"]
    corners = mesh.vertices[mesh.faces]
    up = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] > 1e-9
    shared = np.zeros(len(corners), bool)
    faces = mesh.faces.astype(int)
    shared[:-1] = (faces[1:, 0] == faces[:-1, 0]) & up[1:] & up[:-1]
    first = np.flatnonzero(shared)
    single = up & ~shared
    single[first + 1] = False
    return mesh.vertices[np.concatenate([faces[first], faces[first + 1, 2:]], axis=1)], corners[single]


@pytest.mark.parametrize("kind", KINDS_OF_MAP)
def test_walls_are_as_thick_as_the_metrics_say_at_every_end(kind: str) -> None:
    """H-I30. Kill: half the thickness; an offset that is not horizontal; one end's offset used at both."""
    metrics = Metrics(wall_thickness=0.9)
    land = town(kind, 5, layout=Layout(columns=9, rows=8, metrics=metrics))
    level, wedges = quads(land)
    assert len(level) > 100
    for a, b in ((0, 3), (1, 2)):
        step = level[:, b] - level[:, a]
        np.testing.assert_allclose(np.hypot(step[:, 0], step[:, 1]), 0.9, atol=1e-9)
        np.testing.assert_allclose(step[:, 2], 0.0, atol=1e-12)
    if kind in ("rough", "wet"):
        assert len(wedges) > 3
    sides = np.sort(np.linalg.norm(wedges - np.roll(wedges, 1, axis=1), axis=2), axis=1)
    assert np.all(np.abs(sides - 0.9).min(axis=1) < 1e-9)


def test_walls_reach_into_the_ground_and_three_metres_above_it() -> None:
    """H-I31 and X1: the foot below the ground everywhere, the top 3 m above the point a third up the edge, 4 m in all.

    Kill: a foot two thirds up, no offset, the height of one side, the higher side's foot.
    """
    land = town("flat", 2, 8, 7)
    steps = np.clip(land.elevation, 2, 3)
    land = land.replace(elevation=steps)
    mesh = hexmap.triangulate(land)
    ground = mesh["terrain"].vertices[mesh["terrain"].faces]
    level, _ = quads(land)
    tops = hexmap.cell_heights(land)
    assert tops.max() - tops.min() > 2.5
    for x, y, z in level.reshape(-1, 3):
        below = heights_under(ground, x, y)
        assert len(below) == 0 or below.min() > z - 4.0
    flat = HexMap.empty(layout=Layout(columns=6, rows=5, metrics=Metrics(elevation_perturb_strength=0.0)))
    walled = np.zeros((5, 6), bool)
    walled[2, 2] = True
    vertices = hexmap.triangulate(flat.replace(walled=walled))["walls"].vertices
    assert set(np.round(vertices[:, 2], 12)) == {-1.0, 3.0}


def test_a_wall_on_a_slope_stands_a_third_up_from_the_lower_side() -> None:
    land = HexMap.empty(layout=Layout(columns=2, rows=1, metrics=Metrics(elevation_perturb_strength=0.0)))
    for west, east in ((0, 1), (1, 0)):
        made = land.replace(elevation=[[west, east]], walled=[[True, False]])
        vertices = hexmap.triangulate(made)["walls"].vertices
        assert set(np.round(vertices[:, 2], 12)) == {0.0, 4.0}


def ring(**cells: object) -> HexMap:
    """A walled cell amid open ones, 5 x 5, on level ground."""
    walled = np.zeros((5, 5), bool)
    walled[2, 2] = True
    flat = Layout(columns=5, rows=5, metrics=Metrics(elevation_perturb_strength=0.0))
    return HexMap.empty(layout=flat).replace(**{"walled": walled, **cells})


def test_a_walled_cell_has_a_ring_of_wall_around_it() -> None:
    """Six sides of four pieces and six corners: 30 pieces of three quads."""
    assert len(walls(ring())) == 30 * 6
    assert len(walls(ring(walled=False))) == 0


def test_rivers_and_roads_go_through_gaps_with_caps() -> None:
    """H9.5. Kill: no gap for rivers in, or out, or for roads; no caps."""
    level, _ = quads(ring())
    near = hexmap.neighbors(Layout(columns=5, rows=5))[12]
    for side in range(6):
        other = int(near[side])
        across = (side + 3) % 6
        for what in ("road", "river out", "river in"):
            cells: dict[str, np.ndarray] = {}
            if what == "road":
                cells["roads"] = np.zeros(25, int)
                cells["roads"][12], cells["roads"][other] = 1 << side, 1 << across
            else:
                start, end, d = (12, other, side) if what == "river out" else (other, 12, across)
                cells["river_out"], cells["river_in"] = np.full(25, -1), np.zeros(25, int)
                cells["river_out"][start], cells["river_in"][end] = d, 1 << (d + 3) % 6
            land = ring(**{name: array.reshape(5, 5) for name, array in cells.items()})
            found, _ = quads(land)
            assert len(walls(land)) == 28 * 6 + 2 * 2, (side, what)
            gone = {tuple(q.ravel()) for q in level} - {tuple(q.ravel()) for q in found}
            assert len(gone) == 2
            middle = np.mean([np.reshape(q, (4, 3)).mean(axis=0) for q in gone], axis=0)
            centers = hexmap.cell_centers(land.layout).reshape(-1, 2)
            assert np.hypot(*(middle[:2] - (centers[12] + centers[other]) / 2)) < 5.0


def test_walls_avoid_water_and_cliffs() -> None:
    """X32. Kill: a wall into water; a wall on a cliff; a corner whose pivot is under water."""
    drowned = np.zeros((5, 5), int)
    drowned[2, 2] = 1
    assert len(walls(ring(water_level=drowned))) == 0
    assert len(walls(ring(elevation=drowned * 2))) == 0
    assert len(walls(ring(elevation=drowned))) == 30 * 6
    beside = np.zeros((5, 5), int)
    beside[2, 3] = 1  # the neighbour to the east lies under water: one side and two corners less, two ends with caps
    assert len(walls(ring(water_level=beside))) == (30 - 4 - 2) * 6 + 2 * 2
    beside[2, 3] = 2  # or high above: both ends run into the cliff
    assert len(walls(ring(elevation=beside))) == (30 - 4 - 2) * 6 + 2 * 5
    beside[2, 3] = -2  # or deep below: caps at its brink
    assert len(walls(ring(elevation=beside))) == (30 - 4 - 2) * 6 + 2 * 2


def test_towers_stand_on_corners_between_equally_high_cells() -> None:
    """H9.7. Kill: towers on slopes, beside water, on gaps; all corners, or none; not along the wall."""
    land = town("flat", 3, 20, 15)
    towers = hexmap.features(land).select("tower")
    every = Layout(columns=20, rows=15, metrics=Metrics(tower_threshold=1.0))
    most = hexmap.features(land.replace(layout=every)).select("tower")
    none = Layout(columns=20, rows=15, metrics=Metrics(tower_threshold=0.0))
    assert hexmap.features(land.replace(layout=none)).counts()["tower"] == 0
    assert set(towers.ids.tolist()) < set(most.ids.tolist())
    assert 0.3 < len(towers) / len(most) < 0.7
    level, _ = quads(land)
    middles = level.mean(axis=1)
    for place, yaw in zip(most.position, most.yaw, strict=True):
        index = int(np.argmin(np.linalg.norm(middles - place - (0.0, 0.0, 4.0), axis=1)))
        assert np.linalg.norm(middles[index] - place - (0.0, 0.0, 4.0)) < 1e-6
        along = level[index, 1] + level[index, 2] - level[index, 0] - level[index, 3]
        turned = np.array([np.cos(np.radians(yaw)), -np.sin(np.radians(yaw))])
        assert turned @ along[:2] / np.hypot(*along[:2]) > 1.0 - 1e-9


def test_chunks_join_to_the_whole() -> None:
    land = town("crossed", 9, 12, 11)
    down, across = land.layout.chunks
    parts = [hexmap.triangulate_chunk(land, z, x)["walls"] for z, x in itertools.product(range(down), range(across))]
    whole = hexmap.triangulate(land)["walls"]
    assert (
        np.concatenate([part.vertices[part.faces] for part in parts]).tobytes() == whole.vertices[whole.faces].tobytes()
    )
