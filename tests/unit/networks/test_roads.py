"""Roads: the network, the ground shaped to it, the mesh, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landwright import _pool
from landwright.errors import FieldError, SettingError
from landwright.field import Heightfield, Layer
from landwright.grid import Grid
from landwright.mesh import check, weld
from landwright.networks import Line, Network, Roads, Town, build_roads, road_mesh
from landwright.networks._crossings import strips_of
from landwright.networks._curves import curvature, lengths
from landwright.networks._impress import Batters, press, reach_of
from naive.networks_roads import beside_roads, nearest_height

SIDE, CELL = 65, 8.0
END = (SIDE - 1) * CELL


def hills(relief: float, seed: int = 1) -> Heightfield:
    y, x = np.meshgrid(np.arange(SIDE) * CELL, np.arange(SIDE) * CELL, indexing="ij")
    a, b, c, d = np.random.default_rng(seed).uniform(0.0, 6.0, 4)
    z = (
        np.sin(x / 70.0 + a)
        + np.sin(y / 90.0 + b)
        + 0.4 * np.sin(x / 31.0 + y / 40.0 + c)
        + 0.2 * np.sin(x / 17.0 - y / 19.0 + d)
    )
    return Heightfield(relief * z / 3.6, cell_size=CELL)


CROSS = (
    Line(points=((20.0, 250.0), (250.0, 270.0), (490.0, 230.0)), name="east"),
    Line(points=((240.0, 20.0), (260.0, 250.0), (230.0, 490.0)), name="north"),
    Line(points=((40.0, 470.0), (150.0, 262.0)), name="side"),
)


@pytest.fixture(scope="module")
def built() -> tuple[Heightfield, Roads, dict]:
    land, noun = hills(50.0), Roads(lines=CROSS)
    return land, noun, build_roads({"elevation": land}, noun, seed=4)


def test_lines_that_cross_or_touch_share_nodes(built) -> None:
    _, _, made = built
    roads = made["roads"]
    count = np.bincount(roads.edges.reshape(-1))
    assert sorted(count.tolist()) == [1, 1, 1, 1, 1, 3, 4]
    assert sorted(roads.names) == ["east", "east", "east", "north", "north", "side"]


@settings(max_examples=8)
@given(seed=st.integers(0, 1000), relief=st.floats(0.0, 60.0))
def test_heights_meet_and_keep_grade_and_radius(seed: int, relief: float) -> None:
    noun = Roads(lines=CROSS, max_grade=0.14)
    roads = build_roads({"elevation": hills(relief, seed)}, noun, seed=seed)["roads"]
    for edge, pair in enumerate(roads.edges):
        line = roads.line(edge)
        assert np.abs(line[[0, -1], 2] - roads.nodes[pair, 2]).max() < 1e-6  # R-I4
        assert (np.abs(np.diff(line[:, 2])) <= 0.14 * np.diff(lengths(line[:, :2])) + 1e-9).all()  # R-I5
        assert curvature(line).max() <= 1.02 / 16.0
        assert np.diff(lengths(line[:, :2])).max() <= 2.0 + 1e-9
    codes = roads.of_points["class"]
    assert set(codes.tolist()) <= set(range(5))


def test_the_ground_lies_under_the_road_and_far_ground_is_untouched(built) -> None:
    land, noun, made = built
    before, after, roads = land.elevation, made["elevation"].elevation, made["roads"]
    batters = Batters(8.0, noun.cut_slope, noun.fill_slope, noun.batter_reach, noun.bed)
    reach = reach_of(batters, 4.0, CELL)
    seen = 0
    for r in range(SIDE):
        for c in range(0, SIDE, 3):
            delta, height, pressed = nearest_height(land.grid.x[c], land.grid.y[r], roads, 0.0, (3, 4))
            if delta <= 0.0 and pressed:
                seen += 1
                assert after[r, c] == pytest.approx(height - noun.bed, abs=1e-3)
                assert after[r, c] <= height  # R-I8
            if delta + 4.0 > reach or not pressed:
                assert after[r, c] == before[r, c]  # R-I9
    assert seen > 20
    area = made["road_area"].values
    assert 0.0 <= area.min() <= area.max() <= 1.0
    open_air = sum(
        np.diff(lengths(roads.line(e)[:, :2]))[roads.of_points["class"][roads.span(e)][1:] != 4].sum()
        for e in range(len(roads))
    )
    assert area.sum() * CELL**2 == pytest.approx(8.0 * open_air, rel=0.1)


def test_the_shaped_ground_is_continuous() -> None:
    """Across a straight road over a slope, sampled finely: no step beyond what the sides of cuts and banks allow (R-I10)."""
    grid = Grid(shape=(401, 9), cell_size=0.25)
    z = np.broadcast_to(np.linspace(12.0, -12.0, 401)[:, None], (401, 9))
    line = np.array([[-5.0, 50.0, 0.5], [7.0, 50.0, 0.5]])
    way = Network(
        line, [[0, 1]], line, [0, 2], of_points={"width": [8.0, 8.0], "class": [0, 0]}, of_edges={"width": [8.0]}
    )
    out, _ = press(z.astype(np.float32), grid, way, Batters(8.0, 1.0, 0.67, 40.0, 0.1))
    step = np.abs(np.diff(out[:, 4].astype(np.float64)))
    assert step.max() < 1.5 * 0.25
    away = np.abs(grid.y - 50.0)
    assert np.allclose(out[away <= 4.0, 4], 0.4)
    ring = away > 4.25 + 8.0 + 40.0
    assert (out[ring, 4] == z[ring, 4].astype(np.float32)).all()


def test_two_legs_of_a_hairpin_leave_no_step_between_them() -> None:
    grid = Grid(shape=(161, 41), cell_size=0.5)
    x, y = np.meshgrid(grid.x, grid.y)
    points = np.array([[-5.0, 30.0, 2.0], [25.0, 30.0, 2.0], [-5.0, 52.0, 8.0], [25.0, 52.0, 8.0]])
    way = Network(points, [[0, 1], [2, 3]], points, [0, 2, 4], of_points={"width": [8.0] * 4, "class": [0] * 4})
    out, _ = press((0.25 * y - 5.0).astype(np.float32), grid, way, Batters(8.0, 1.0, 0.67, 40.0, 0.0))
    assert np.abs(np.diff(out[:, 20].astype(np.float64))).max() < 1.0
    assert x.shape == out.shape


@pytest.mark.jit_off
def test_the_ground_beside_roads_is_that_of_the_twin() -> None:
    grid = Grid(shape=(24, 26), cell_size=2.0)
    points = np.array([[4.0, 8.0, 3.0], [20.0, 12.0, 5.0], [46.0, 10.0, 4.0], [6.0, 40.0, 9.0], [40.0, 34.0, 8.0]])
    way = Network(
        points[[0, 2, 3, 4]], [[0, 1], [2, 3]], points, [0, 3, 5], of_points={"width": [4.0] * 5, "class": [0] * 5}
    )
    z = np.random.default_rng(2).uniform(-6.0, 16.0, grid.shape).astype(np.float32)
    batters = Batters(5.0, 0.8, 0.5, 14.0, 0.2)
    out, _ = press(z, grid, way, batters)
    seen = 0
    for r in range(grid.rows):
        for c in range(grid.cols):
            delta, _, _ = nearest_height(grid.x[c], grid.y[r], way, 2.0, ())
            if delta > 1e-6:
                seen += out[r, c] != z[r, c]
                expected = beside_roads(grid.x[c], grid.y[r], float(z[r, c]), way, batters, 2.0)
                assert out[r, c] == pytest.approx(expected, abs=2e-5)
    assert seen > 100


def test_ground_under_bridges_and_over_tunnels_stays() -> None:
    z = np.zeros((SIDE, SIDE))
    z[:, 20:28] = 40.0
    z[:, 40:46] = -15.0
    land = Heightfield(z, cell_size=CELL)
    noun = Roads(lines=(Line(points=((10.0, 256.0), (500.0, 256.0))),), random_height=0.0, max_grade=0.1)
    made = build_roads({"elevation": land}, noun)
    roads = made["roads"]
    codes = roads.of_points["class"]
    assert {3, 4} <= set(codes.tolist())
    for r in range(28, 37):
        for c in range(SIDE):
            delta, _, pressed = nearest_height(land.grid.x[c], land.grid.y[r], roads, 0.0, (3, 4))
            if not pressed and delta <= 0.0:
                assert made["elevation"].elevation[r, c] == land.elevation[r, c]
    inside = (roads.points[:, 0] > 175.0) & (roads.points[:, 0] < 205.0)
    assert (codes[inside] == 4).all()
    assert made["road_area"].values[32, 22:25].max() == 0.0


def test_threads_and_calls_change_nothing(built, monkeypatch) -> None:
    land, noun, made = built
    monkeypatch.setattr(_pool, "threads", lambda: 1)
    again = build_roads({"elevation": land}, noun, seed=4)
    assert np.array_equal(again["elevation"].elevation, made["elevation"].elevation)
    assert np.array_equal(again["roads"].points, made["roads"].points)
    other = build_roads({"elevation": land}, noun, seed=5)
    assert not np.array_equal(other["roads"].points, made["roads"].points)


def test_the_mesh_faces_up_and_its_crossings_join(built) -> None:
    _, _, made = built
    roads = made["roads"]
    mesh = road_mesh(roads, kerb=0.0)
    a, b, c = (mesh.vertices[mesh.faces[:, i]] for i in range(3))
    up = (b[:, 0] - a[:, 0]) * (c[:, 1] - a[:, 1]) - (b[:, 1] - a[:, 1]) * (c[:, 0] - a[:, 0])
    assert (up > 0.0).all()  # R-I7
    joined = check(weld(mesh.replace(normals=None, uv0=None, attributes={}), 1e-9))
    assert joined.pinched_vertices == 0
    assert joined.crowded_edges == joined.repeated_edges == joined.duplicate_faces == 0
    lone = int((np.bincount(roads.edges.reshape(-1)) == 1).sum())
    assert joined.vertices - (joined.faces * 3 + joined.boundary_edges) // 2 + joined.faces == 1 - (
        0
    )  # one disk: all is joined
    assert lone == 5
    strips = [mesh.attributes["edge"] >= 0][0]
    assert set(mesh.uv0[strips, 0].tolist()) == {0.0, 1.0}
    assert {"strips", "crossings"} == set(mesh.groups)
    solid = road_mesh(roads)
    assert set(solid.groups) == {"strips", "crossings", "sides"}
    first, last = solid.groups["sides"]
    p, q, s = (solid.vertices[solid.faces[first:last, i]] for i in range(3))
    out = np.cross(q - p, s - p)
    assert ((out * solid.normals[solid.faces[first:last, 0]]).sum(axis=1) > 0.0).all()


@pytest.mark.parametrize("way_round", [1, -1])
def test_cross_sections_do_not_cut_each_other_where_a_bend_is_too_tight(way_round: int) -> None:
    angle = np.linspace(0.0, 3.0, 40)
    points = np.column_stack([3.0 * np.cos(angle), way_round * 3.0 * np.sin(angle), np.zeros(40)])
    carried = {"of_points": {"width": np.full(40, 8.0), "class": np.zeros(40, int)}, "of_edges": {"width": [8.0]}}
    strip = strips_of(Network(points[[0, -1]], [[0, 1]], points, [0, 40], **carried))[0]
    for border in (strip.left, strip.right):
        steps = np.diff(border[:, :2], axis=0)
        assert ((steps * np.diff(points[:, :2], axis=0)).sum(axis=1) >= 0.0).all()  # R-I7


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"lines": (Line(points=((10.0, 10.0), (900.0, 10.0))),)}, "must stay on the map, x from 0 to 512 m"),
        ({"lines": (Line(points=((10.0, 10.0), (10.0, 10.0))),)}, "two places or more"),
        (
            {"lines": (Line(points=((250.0, 20.0), (250.0, 500.0))),), "max_grade": 0.01},
            "a grade of .* where max_grade = 0.01",
        ),
        ({"lines": (Line(points=((20.0, 100.0), (400.0, 110.0), (20.0, 120.0))),), "min_radius": 60.0}, "min_radius"),
        ({"water": "lake"}, "must name a layer that is there"),
        ({"rivers": "streams"}, "must name a network that is there"),
        ({"towns": (Town(at=(50.0, 50.0)), Town(at=(400.0, 400.0))), "sea_level": 900.0}, "dry ground"),
    ],
)
def test_what_cannot_be_built_is_refused_with_a_sentence(changes: dict, words: str) -> None:
    with pytest.raises(SettingError, match=words):
        build_roads({"elevation": hills(60.0)}, Roads(**changes))


def test_nouns_refuse_what_does_not_fit_and_come_back_from_json() -> None:
    for bad in ({"bank": 9.0}, {"network": "holes"}, {"min_radius": 3.0}, {"width": 0.0}, {"directions": 3}):
        with pytest.raises(SettingError):
            Roads(**bad)
    noun = Roads(lines=CROSS, towns=(Town(at=(1.0, 2.0)),), network="lanes", water="water")
    assert Roads.from_json(noun.to_json()) == noun
    assert noun.layers_written() == {"elevation", "lanes", "holes", "road_area", "water"}
    assert Roads(lines=CROSS).layers_written() == {"elevation", "roads", "holes", "road_area"}
    assert noun.layers_read() == {"elevation", "water"}


def test_layers_must_fit(built) -> None:
    land, noun, _ = built
    with pytest.raises(FieldError, match="must be a Heightfield"):
        build_roads({"elevation": Layer(land.elevation)}, noun)
    with pytest.raises(FieldError, match="grid of the ground"):
        build_roads({"elevation": land, "lake": Layer(np.zeros((9, 9)))}, noun.replace(water="lake"))


def test_towns_are_joined_and_share_stretches() -> None:
    towns = tuple(
        Town(at=at, size=size)
        for at, size in (((40.0, 40.0), 3), ((470.0, 460.0), 3), ((40.0, 470.0), 2), ((256.0, 250.0), 1))
    )
    roads = build_roads({"elevation": hills(40.0)}, Roads(towns=towns))["roads"]
    reached, edges = {0}, roads.edges.tolist()
    for _ in range(len(roads.nodes)):
        reached |= {b for a, b in edges if a in reached} | {a for a, b in edges if b in reached}
    assert reached == set(range(len(roads.nodes)))
    for town in towns:
        assert np.hypot(*(roads.nodes[:, :2] - town.at).T).min() < 30.0
    assert set(roads.of_edges["rank"].tolist()) >= {2}
    wide = dict(zip(roads.of_edges["rank"].tolist(), roads.of_edges["width"].tolist()))
    assert wide[2] == 12.0


def test_nothing_drawn_changes_nothing() -> None:
    land = hills(30.0)
    made = build_roads({"elevation": land})
    assert np.array_equal(made["elevation"].elevation, land.elevation)
    assert len(made["roads"]) == 0
    assert len(road_mesh(made["roads"].replace(of_edges={"width": [], "rank": []})).faces) == 0
