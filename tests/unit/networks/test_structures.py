"""Tunnels and bridges: R-I11 to R-I18 on a road through hills, at several seeds."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
import trimesh
from scipy.interpolate import RegularGridInterpolator
from scipy.spatial import cKDTree

import landwright as lw
from landwright import networks
from landwright.mesh import Mesh, regular, weld
from landwright.networks import (
    CLASSES,
    Line,
    Network,
    Roads,
    Structures,
    bridge_meshes,
    build_roads,
    ground_meshes,
    holes_over,
    network_meshes,
    road_mesh,
    runs,
    tunnel_meshes,
)
from landwright.networks._bridges import bridges_in
from landwright.networks._tunnels import tunnels_in

TUNNEL, BRIDGE = CLASSES.index("tunnel"), CLASSES.index("bridge")
SEEDS = [3, 11]


@functools.cache
def _world(seed: int, cell: float = 4.0, **settings: Any) -> tuple[lw.Heightfield, lw.Heightfield, Network]:
    side = round(480.0 / cell) + 1
    grid = lw.Grid(shape=(side, side), cell_size=cell)
    x, _ = np.meshgrid(grid.x, grid.y)
    rough = lw.noise.sample(lw.noise.Fbm(base=lw.noise.Simplex(wavelength=120.0), octaves=4), grid, seed=seed)
    z = 20 + 45 * np.exp(-((x - 330) ** 2) / (2 * 45**2)) - 16 * np.exp(-((x - 140) ** 2) / (2 * 28**2)) + 3 * rough
    before = lw.Heightfield(z.astype(np.float32), grid=grid)
    way = Line(points=((20, 230), (140, 250), (240, 240), (330, 235), (460, 260)))
    made = build_roads(
        {"elevation": before}, Roads(lines=(way,), max_grade=0.06, random_height=0.0, **settings), seed=seed
    )
    return before, made["elevation"], made["roads"]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("segments", [2, 5, 12])
def test_rings_are_half_ellipses_over_the_road(seed: int, segments: int) -> None:
    _, ground, network = _world(seed)
    noun = Structures(tunnel_segments=segments, tunnel_height=5.5)
    tubes = tunnel_meshes(ground, network, noun)["tunnels"]
    tracks = [track for track, _ in tunnels_in(network, noun)]
    assert tracks
    rings = sum(len(track.points) for track in tracks)
    welded = trimesh.Trimesh(tubes.vertices, tubes.faces, process=False)
    welded.merge_vertices(merge_norm=True, merge_tex=True)
    assert len(welded.vertices) == rings * (segments + 1)  # R-I12
    assert len(tubes.faces) == 2 * sum(len(track.points) - 1 for track in tracks) * segments
    for track in tracks:
        # every vertex of the welded tube lies on the ellipse of its nearest ring  # R-I11
        for middle, right, width in zip(track.points, track.right, track.width, strict=True):
            away = welded.vertices - middle
            flat = away[:, :2] @ np.array([-right[1], right[0]])
            mine = (np.abs(flat) < 1e-9) & (np.hypot(*away[:, :2].T) < width)
            across, up = away[mine, :2] @ right, away[mine, 2]
            assert mine.sum() >= segments + 1
            ellipse = (across / (width / 2)) ** 2 + (up / 5.5) ** 2
            assert np.isclose(ellipse, 1.0, atol=1e-9).sum() >= segments + 1
            assert up.min() >= -1e-9
    # faces look to the inside: toward the middle of the road
    middle_of = welded.triangles_center
    nearest = np.concatenate([t.points for t in tracks])
    _, index = cKDTree(nearest[:, :2]).query(middle_of[:, :2])
    inward = nearest[index] + [0.0, 0.0, 1.5] - middle_of
    assert ((welded.face_normals * inward).sum(axis=1) > 0.0).mean() > 0.99


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("cell", [2.0, 4.0, 7.0])
def test_the_hill_is_whole_but_for_the_mouths(seed: int, cell: float) -> None:
    before, ground, network = _world(seed, cell)
    whole = regular(ground)
    parts = ground_meshes(ground, network)
    terrain, caps = parts["terrain"], parts["caps"]
    assert len(caps.faces)
    assert len(np.unique(caps.vertices, axis=0)) == len(caps.vertices)  # R-I13
    order = np.lexsort((caps.vertices[:, 0], -caps.vertices[:, 1]))
    assert (order == np.arange(len(order))).all()
    ground_at = {tuple(v[:2]): v[2] for v in whole.vertices.tolist()}
    original = {tuple(v[:2]): v[2] for v in regular(before).vertices.tolist()}
    assert all(ground_at[x, y] == z for x, y, z in caps.vertices.tolist())
    holes = holes_over(ground, network).values.reshape(-1) > 0
    inner = whole.vertices[holes]
    assert len(inner)
    assert all(original[x, y] == z for x, y, z in inner.tolist())  # over the bore the hill is as it was

    def triangles(mesh: Mesh) -> set[tuple[Any, ...]]:
        return {tuple(sorted(map(tuple, corners))) for corners in mesh.vertices[mesh.faces].tolist()}

    missing = triangles(whole) - triangles(terrain) - triangles(caps)
    assert triangles(terrain) | triangles(caps) <= triangles(whole)
    # R-I14: what is missing lies at the mouths, and there is something missing at each
    ends = np.concatenate([track.points[[0, -1]] for track, _ in tunnels_in(network, Structures())])
    places = np.array([np.mean(corners, axis=0) for corners in missing])
    gaps = np.hypot(places[:, None, 0] - ends[None, :, 0], places[:, None, 1] - ends[None, :, 1])
    assert gaps.min(axis=1).max() < 8.0 + 3.0 * cell
    assert gaps.min(axis=0).max() < 8.0 + 3.0 * cell


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("cell", [2.0, 4.0, 7.0])
def test_no_ground_lies_in_the_bore_and_no_face_bars_it(seed: int, cell: float) -> None:
    _, ground, network = _world(seed, cell)
    meshes = network_meshes(ground, {"roads": network})
    faces = np.concatenate([meshes[name].vertices[meshes[name].faces] for name in ("terrain", "caps")])
    for track, height in tunnels_in(network, Structures()):
        for middle, right, width in zip(track.points, track.right, track.width, strict=True):
            away = ground_points(ground) - middle
            ahead = np.abs(away[:, :2] @ np.array([-right[1], right[0]]))
            near = (ahead < 2.0) & (away[:, 2] > 0.05)
            across, up = away[near, :2] @ right, away[near, 2]
            assert not ((across / (width / 2)) ** 2 + (up / height) ** 2 < 0.98).any()  # R-I15
        # one drives through: over and under the road's width no face of hill or cap lies inside the bore
        for share in (-0.45, -0.2, 0.0, 0.2, 0.45):
            places = track.points + np.column_stack([track.right * share * 8.0, np.zeros(len(track.points))])
            crown = places[:, 2] + height * np.sqrt(1.0 - (2.0 * share) ** 2)
            for z, place, top in zip(_over(faces, places), places, crown, strict=True):
                assert not ((z > place[2] + 0.05) & (z < top - 0.05)).any(), place


def _over(faces: np.ndarray, places: np.ndarray) -> list[np.ndarray]:
    """Return for each place the heights of the faces (m, 3, 3) over or under it."""
    low, high = faces[:, :, :2].min(axis=1), faces[:, :, :2].max(axis=1)
    made = []
    for place in places[:, :2]:
        near = faces[((low <= place) & (high >= place)).all(axis=1)]
        a, b, c = near[:, 0, :2], near[:, 1, :2], near[:, 2, :2]
        area = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
        v = ((place[0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (place[1] - a[:, 1]) * (c[:, 0] - a[:, 0])) / area
        w = ((b[:, 0] - a[:, 0]) * (place[1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (place[0] - a[:, 0])) / area
        within = (v >= 0.0) & (w >= 0.0) & (v + w <= 1.0)
        z = near[:, 0, 2] * (1.0 - v - w) + near[:, 1, 2] * v + near[:, 2, 2] * w
        made.append(z[within])
    return made


def ground_points(ground: lw.Heightfield) -> np.ndarray:
    x, y = np.meshgrid(ground.grid.x, ground.grid.y)
    return np.column_stack([x.ravel(), y.ravel(), ground.elevation.ravel()])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_portal_covers_every_edge_of_the_opening(seed: int) -> None:
    _, ground, network = _world(seed)
    made = tunnel_meshes(ground, network)
    portals = trimesh.Trimesh(made["portals"].vertices, made["portals"].faces)
    parts = ground_meshes(ground, network)
    around = weld(
        Mesh(
            np.concatenate([parts["terrain"].vertices, parts["caps"].vertices]),
            np.concatenate([parts["terrain"].faces, parts["caps"].faces + len(parts["terrain"].vertices)]),
        )
    )
    border = trimesh.Trimesh(around.vertices, around.faces, process=False)
    edges = trimesh.grouping.group_rows(border.edges_sorted, require_count=1)
    rim = around.vertices[np.unique(border.edges_sorted[edges])]
    x, y = ground.grid.x, ground.grid.y
    inside = (rim[:, 0] > x[0]) & (rim[:, 0] < x[-1]) & (rim[:, 1] > y[-1]) & (rim[:, 1] < y[0])
    low, high = portals.bounds
    assert inside.any()
    for place in rim[inside]:
        box = [
            b for b in _boxes(portals) if (place[:2] >= b[0, :2] - 1e-6).all() and (place[:2] <= b[1, :2] + 1e-6).all()
        ]
        assert box, place
        assert max(b[1, 2] for b in box) >= place[2]
    assert (low[:2] > [x[0], y[-1]]).all()
    assert (high[:2] < [x[-1], y[0]]).all()


def _boxes(portals: trimesh.Trimesh) -> list[np.ndarray]:
    portals.merge_vertices(merge_norm=True, merge_tex=True)
    return [part.bounds for part in portals.split(only_watertight=False)]


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", ["beam", "arch"])
def test_decks_end_in_the_cross_sections_of_the_road(seed: int, style: Any) -> None:
    _, ground, network = _world(seed)
    made = bridge_meshes(ground, network, Structures(style=style))["bridges"]
    vertices = {tuple(v) for v in made.vertices.tolist()}
    surface = road_mesh(network, kerb=0.0)
    road = surface.vertices[surface.attributes["class"] == BRIDGE]
    assert len(road)
    assert all(tuple(v) in vertices for v in road.tolist())  # R-I16: every cross section, to the bit
    for run in runs(network, 0):
        if run.code == BRIDGE:
            for at in (run.first, run.last):
                assert {tuple(v) for v in surface.vertices[2 * at : 2 * at + 2].tolist()} <= vertices


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("style", ["beam", "arch"])
def test_pillars_reach_the_ground_and_nothing_hangs_over_the_deck(seed: int, style: Any) -> None:
    _, ground, network = _world(seed)
    noun = Structures(style=style, pillar_spacing=15.0)
    made = bridge_meshes(ground, network, noun)["bridges"]
    body = trimesh.Trimesh(made.vertices, made.faces)
    body.merge_vertices(merge_norm=True, merge_tex=True)
    lows = [part.bounds[0] for part in body.split(only_watertight=False) if np.ptp(part.bounds[:, 2]) > 2.5]
    spans = list(bridges_in(network, noun))
    count = sum(max(0, int(np.ceil(track.along[-1] / 15.0)) - 1) for track, _ in spans)
    assert len(lows) >= count // 2
    for part in body.split(only_watertight=False):
        if np.ptp(part.bounds[:, 2]) > 2.5 and np.ptp(part.bounds[:, 0]) < 6.0:  # a pillar or an abutment
            foot = part.vertices[part.vertices[:, 2] < part.bounds[:, 2].mean()]
            assert (foot[:, 2] <= _height(ground, foot) + 1e-6).all()  # R-I18


def _height(ground: lw.Heightfield, places: np.ndarray) -> np.ndarray:
    z = RegularGridInterpolator((ground.grid.y[::-1], ground.grid.x), ground.elevation[::-1].astype(np.float64))
    return np.asarray(z(places[:, [1, 0]]))


def test_a_bridge_clears_the_water_below() -> None:
    grid = lw.Grid(shape=(81, 81), cell_size=4.0)
    x, _ = np.meshgrid(grid.x, grid.y)
    land = lw.Heightfield((10 - 8 * np.exp(-((x - 160) ** 2) / (2 * 20**2))).astype(np.float32), grid=grid)
    depth = np.maximum(7.0 - land.elevation, 0.0)
    given = {"elevation": land, "water": lw.Layer(depth, grid=grid, unit="m")}
    noun = Roads(lines=(Line(points=((20, 160), (300, 160))),), water="water", clearance=4.0, random_height=0.0)
    made = build_roads(given, noun)
    network, pressed = made["roads"], made["elevation"]
    wet = np.interp(network.points[:, 0], grid.x, depth[40]) > 0.05
    assert wet.any()
    assert (network.of_points["class"][wet] == BRIDGE).all()
    under = network.points[wet, 2] - network.of_edges["deck"][0] - 7.0
    assert under.min() >= 4.0 - 1e-6  # R-I17
    bridge = network.of_points["class"] == BRIDGE
    low, high = network.points[bridge, 0].min() + 12.0, network.points[bridge, 0].max() - 12.0
    below = (grid.x > low) & (grid.x < high)
    assert (pressed.elevation[:, below] == land.elevation[:, below]).all()


def test_water_stands_as_high_as_it_did_where_a_bank_reaches_into_it() -> None:
    grid = lw.Grid(shape=(81, 81), cell_size=4.0)
    x, y = np.meshgrid(grid.x, grid.y)
    land = lw.Heightfield((10.0 + 0.02 * (y - 160) + 0.0 * x).astype(np.float32), grid=grid)
    depth = np.maximum(10.5 - land.elevation, 0.0).astype(np.float32)  # shallow beside the road, deeper to the south
    given = {"elevation": land, "water": lw.Layer(depth, grid=grid, unit="m")}
    road = Line(points=((20, 190), (300, 190)))
    made = build_roads(given, Roads(lines=(road,), water="water", random_height=0.0))
    after, water = made["elevation"].elevation, made["water"].values
    raised = (after != land.elevation) & (depth > 0)
    assert raised.any()
    level = (after + water)[raised & (water > 0)]
    np.testing.assert_allclose(level, 10.5, atol=1e-4)
    assert (water[~raised] == depth[~raised]).all()
    assert water.min() >= 0.0


def test_no_pillar_stands_on_a_road_below() -> None:
    grid = lw.Grid(shape=(81, 81), cell_size=4.0)
    land = lw.Heightfield(np.zeros((81, 81), np.float32), grid=grid)
    points = np.array(
        [[40.0, 160.0, 12.0], *[[x, 160.0, 12.0] for x in np.arange(44.0, 280.0, 4.0)], [280.0, 160.0, 12.0]]
    )
    below = np.array([[160.0, y, 0.0] for y in np.arange(40.0, 284.0, 4.0)])
    both = Network(
        [points[0], points[-1], below[0], below[-1]],
        [[0, 1], [2, 3]],
        np.concatenate([points, below]),
        [0, len(points), len(points) + len(below)],
        kind="road",
        of_points={
            "width": np.full(len(points) + len(below), 8.0),
            "class": np.concatenate([[0], np.full(len(points) - 2, BRIDGE), [0], np.zeros(len(below))]).astype(np.int8),
        },
        of_edges={"width": [8.0, 8.0]},
    )
    made = bridge_meshes(land, both, Structures(pillar_spacing=20.0))["bridges"]
    feet = made.vertices[made.vertices[:, 2] < 0.5]
    assert len(feet)
    assert np.abs(feet[:, 0] - 160.0).min() > 4.0
    alone = both.replace(
        edges=both.edges[:1], nodes=both.nodes[:2], points=points, starts=[0, len(points)],
        of_points={k: v[: len(points)] for k, v in both.of_points.items()}, of_edges={"width": [8.0]},
    )  # fmt: skip
    free = bridge_meshes(land, alone, Structures(pillar_spacing=20.0))["bridges"]
    assert np.abs(free.vertices[free.vertices[:, 2] < 0.5][:, 0] - 160.0).min() < 4.0


def test_what_was_planned_is_built() -> None:
    _, ground, network = _world(3, tunnel_height=7.0, deck=1.5)
    tubes = tunnel_meshes(ground, network)["tunnels"]
    track = next(t for t, _ in tunnels_in(network, Structures()))
    assert np.isclose((tubes.vertices[:, 2].max() - track.points[:, 2].max()), 7.0, atol=0.3)
    assert {round(deck, 9) for _, deck in bridges_in(network, Structures())} == {1.5}
    assert {deck for _, deck in bridges_in(network, Structures(deck=0.4))} == {0.4}


def test_without_structures_meshes_are_empty_and_the_ground_is_whole() -> None:
    grid = lw.Grid(shape=(33, 33), cell_size=8.0)
    land = lw.Heightfield(np.zeros((33, 33), np.float32), grid=grid)
    made = build_roads({"elevation": land}, Roads(lines=(Line(points=((20, 128), (230, 100))),), random_height=0.0))
    assert not made["holes"].values.any()
    assert all(not len(m.faces) for m in tunnel_meshes(made["elevation"], made["roads"]).values())
    assert not len(bridge_meshes(made["elevation"], made["roads"])["bridges"].faces)
    assert list(network_meshes(made["elevation"], {"roads": made["roads"]})) == ["terrain", "roads"]
    assert len(networks.ground_meshes(made["elevation"], made["roads"])["terrain"].faces) == 2 * 32 * 32
