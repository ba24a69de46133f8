"""Illnesses of rivers, lakes, roads and tunnels, made on purpose; what the verbs build is healthy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import landwright as lw
from landwright.doctor import Checkup, Finding, examine
from landwright.networks import CLASSES, Line, Network, Rivers, Roads, build_roads, press_rivers

GRID = lw.Grid(shape=(65, 65), cell_size=8.0)


def line_of(z: Any, kind: str = "river", y: float = 256.0, **carried: Any) -> Network:
    """A straight line from west to east with those heights, 20 m apart from x = 100."""
    z = np.asarray(z, np.float64)
    points = np.column_stack([100.0 + 20.0 * np.arange(len(z)), np.full(len(z), y), z])
    return Network(points[[0, -1]], [[0, 1]], points, [0, len(z)], kind=kind, of_points=carried)


def kinds(thing: Any, noun: Checkup = Checkup()) -> dict[str, Finding]:
    return {one.kind: one for one in examine(thing, noun) if one.severity != "info"}


def world(ground: Any, networks: dict[str, Network], **layers: Any) -> lw.World:
    return lw.World(ground=lw.Heightfield(ground, grid=GRID), networks=networks, layers=layers, sea_level=-100.0)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 8), st.floats(0.02, 30.0))
def test_a_river_that_climbs_is_found_where_it_is_highest(at: int, rise: float) -> None:
    z = np.linspace(50.0, 40.0, 10)
    assert kinds(line_of(z)) == {}
    z[at:] += rise + (z[at - 1] - z[at])
    found = kinds(line_of(z))["uphill"]
    assert found.severity == "error"
    assert found.place is not None
    assert (found.place.edge, found.place.part) == (0, "river")
    assert found.place.distance == pytest.approx(20.0 * at)
    assert found.place.x == pytest.approx(100.0 + 20.0 * at)


def test_a_river_drawn_from_its_mouth_is_told_to_turn_round() -> None:
    assert "turn it round" in kinds(line_of(np.linspace(40.0, 50.0, 10)))["uphill"].message
    assert "turn it round" not in kinds(line_of([50.0, 40.0, 45.0, 44.0]))["uphill"].message


def test_a_river_that_begins_over_the_one_that_feeds_it() -> None:
    points = [[0, 0, 9], [50, 0, 5], [50, 0, 7], [90, 0, 2]]
    network = Network([[0, 0, 9], [50, 0, 5], [90, 0, 2]], [[0, 1], [1, 2]], points, [0, 2, 4], kind="river")
    found = kinds(network)["uphill"]
    assert "2 m higher" in found.message
    assert found.place is not None
    assert found.place.edge == 1
    points[2][2] = 5
    assert kinds(network.replace(points=points)) == {}


def test_a_river_that_ends_on_dry_land_or_runs_under_it() -> None:
    z = np.linspace(50.0, 40.0, 10)
    low = np.full(GRID.shape, 30.0)
    assert list(kinds(world(low, {"brook": line_of(z, width=np.full(10, 6.0))}))) == ["dry-end"]
    to_edge = line_of(np.linspace(50.0, 40.0, 22), width=np.full(22, 6.0))
    assert kinds(world(low, {"brook": to_edge})) == {}
    water = np.zeros(GRID.shape)
    water[:, 36:40] = 10.0
    assert kinds(world(low, {"brook": line_of(z, width=np.full(10, 6.0))}, water=lw.Layer(water, grid=GRID))) == {}
    hill = low.copy()
    hill[:, 20:24] = 60.0
    found = kinds(world(hill, {"brook": to_edge}))["buried-river"]
    assert found.place is not None
    assert found.place.x is not None
    assert 150.0 < found.place.x < 200.0


@pytest.mark.parametrize("tilt", [0.0, 0.004, 0.05])
def test_a_lake_that_leans(tilt: float) -> None:
    ground = np.full(GRID.shape, 20.0)
    ground[20:40, 20:40] = 10.0
    water = np.zeros(GRID.shape)
    water[20:40, 20:40] = 5.0 + tilt * np.arange(20)
    found = kinds(world(ground, {}, water=lw.Layer(water, grid=GRID, unit="m")))
    if tilt < 0.04 / 20:
        assert found == {}
        return
    one = found["lake-level"]
    assert f"{19 * tilt:.3g}"[:3] in one.message
    assert one.place is not None
    assert one.place.row is not None
    assert 20 <= one.place.row < 40
    assert kinds(world(ground, {}, water=lw.Layer(water, grid=GRID)), Checkup(level_tolerance=2.0)) == {}


def test_the_water_of_a_river_may_slope() -> None:
    ground = np.full(GRID.shape, 30.0)
    z = np.linspace(50.0, 35.0, 22)
    river = line_of(z, width=np.full(22, 16.0))
    near = lw.networks.corridor(GRID, river, 0.0, 8.0)
    water = np.zeros(GRID.shape)
    water.reshape(-1)[near.cells] = near.carry(river.points[:, 2]) - 30.0
    layer = lw.Layer(water, grid=GRID)
    assert "lake-level" not in kinds(world(ground, {"rivers": river}, water=layer))
    assert "lake-level" in kinds(world(ground, {}, water=layer))


def road(z: Any, code: str | list[str] = "surface", **more: Any) -> Network:
    count = len(z)
    names = [code] * count if isinstance(code, str) else code
    classes = np.array([CLASSES.index(name) for name in names], np.int8)
    return line_of(z, "road", **{"width": np.full(count, 8.0), "class": classes, **more})


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 8), st.floats(0.13, 3.0), st.sampled_from([-1.0, 1.0]))
def test_a_road_too_steep_is_found_where_it_is_steepest(at: int, grade: float, sign: float) -> None:
    z = np.full(10, 30.0)
    z[at + 1 :] += sign * grade * 20.0
    found = kinds(road(z))["grade"]
    assert found.severity == "error"
    assert found.place is not None
    assert found.place.distance == pytest.approx(20.0 * at)
    assert f"{100 * grade:.3g} %" in found.message
    assert "grade" not in kinds(road(z), Checkup(max_grade=grade + 0.01))
    z = np.full(10, 30.0)
    z[at + 1 :] += 0.119 * 20.0
    assert kinds(road(z)) == {}


def test_roads_that_meet_at_two_heights() -> None:
    points = [[0, 0, 5], [50, 0, 5], [50, 0, 6], [90, 0, 6]]
    network = Network([[0, 0, 5], [50, 0, 5], [90, 0, 6]], [[0, 1], [1, 2]], points, [0, 2, 4], kind="road")
    assert "1 m apart" in kinds(network)["road-step"].message


def test_ground_through_a_road_and_a_road_in_the_air() -> None:
    z, ground = np.full(10, 30.0), np.full(GRID.shape, 29.9)
    assert kinds(world(ground, {"lane": road(z)})) == {}
    ground[32, 20] = 31.0  # (160, 256): on the road
    found = kinds(world(ground, {"lane": road(z)}))["through-road"]
    assert found.severity == "error"
    assert found.place is not None
    assert found.place.distance == pytest.approx(60.0)
    assert "1 m over" in found.message
    assert "through-road" not in kinds(world(ground, {"lane": road(z, "tunnel")}))
    ground[:] = 20.0
    assert "10 m over" in kinds(world(ground, {"lane": road(z)}))["hanging-road"].message
    assert "hanging-road" not in kinds(world(ground, {"lane": road(z, "bridge")}))


def test_a_road_under_water() -> None:
    ground, water = np.full(GRID.shape, 29.9), np.zeros(GRID.shape)
    water[:, 15:50] = 2.0
    layer = lw.Layer(water, grid=GRID)
    assert "drowned-road" in kinds(world(ground, {"lane": road(np.full(10, 30.0))}, water=layer))
    dry = road(np.full(10, 33.0), "bridge")
    assert "drowned-road" not in kinds(world(ground, {"lane": dry}, water=layer))


def test_a_mouth_that_the_ground_closes() -> None:
    ground = np.full(GRID.shape, 30.0)
    x = np.arange(65) * 8.0
    ground[:] = 30.0 + np.clip((x - 150.0) * 0.2, 0.0, 40.0) - np.clip((x - 250.0) * 0.4, 0.0, 20.0)
    codes = ["surface"] * 3 + ["tunnel"] * 9 + ["surface"] * 3
    lane = road(np.full(15, 30.05), codes)
    found = kinds(world(ground, {"lane": lane}))["closed-mouth"]
    assert found.place is not None
    assert found.place.x is not None
    assert 140.0 <= found.place.x <= 200.0
    assert "no mask holes" in found.message
    holes = np.zeros(GRID.shape)
    assert (
        "does not open it"
        in kinds(world(ground, {"lane": lane}, holes=lw.Mask(holes, grid=GRID)))["closed-mouth"].message
    )
    holes[31:34, 17:45] = 1.0
    assert "closed-mouth" not in kinds(world(ground, {"lane": lane}, holes=lw.Mask(holes, grid=GRID)))


@pytest.fixture(scope="module")
def hills() -> lw.Heightfield:
    noun = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=300.0), octaves=5)
    return lw.Heightfield(200.0 + 40.0 * lw.noise.sample(noun, GRID, seed=4), grid=GRID)


def test_rivers_that_were_pressed_are_healthy(hills: lw.Heightfield) -> None:
    made = press_rivers({"elevation": hills}, Rivers(min_area=2e4, min_lake_area=500.0, min_lake_depth=0.5))
    built = lw.World(ground=made["elevation"], networks={"rivers": made["rivers"]}, layers={"water": made["water"]})
    assert len(built.networks["rivers"]) > 0
    assert [str(one) for one in kinds(built).values()] == []


def test_roads_that_were_built_are_healthy_and_found_out_on_other_ground(hills: lw.Heightfield) -> None:
    noun = Roads(lines=(Line(points=((20.0, 250.0), (250.0, 300.0), (490.0, 200.0))),), max_grade=0.12)
    made = build_roads({"elevation": hills}, noun)
    rest = {"roads": made["roads"]}
    layers = {name: made[name] for name in ("holes", "road_area")}
    built = lw.World(ground=made["elevation"], networks=rest, layers=layers)
    assert [str(one) for one in kinds(built).values() if one.severity == "error"] == []
    assert "through-road" in kinds(lw.World(ground=hills, networks=rest, layers=layers))


def test_a_sample_at_the_head_of_a_bridge_belongs_to_either() -> None:
    z, ground = np.full(41, 30.0), np.full(GRID.shape, 29.9)
    points = np.column_stack([100.0 + 5.0 * np.arange(41), np.full(41, 256.0), z])
    codes = np.where(np.arange(41) < 20, CLASSES.index("embankment"), CLASSES.index("bridge")).astype(np.int8)
    given = {"width": np.full(41, 8.0), "class": codes}
    lane = Network(points[[0, -1]], [[0, 1]], points, [0, 41], kind="road", of_points=given)
    ground[:, 25:] = 10.0  # from x = 200 on; between 192 and 200 the raster comes down
    assert kinds(world(ground, {"lane": lane})) == {}
    ground[:, 22:] = 10.0
    assert "hanging-road" in kinds(world(ground, {"lane": lane}))
