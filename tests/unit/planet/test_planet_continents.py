"""Continents and climate: plates against the twin, what happens at borders, distances, belts, shadows, colors."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from landwright import _pool, planet
from landwright.errors import FieldError, SettingError
from landwright.planet import (
    CLIMATE_BIOMES,
    PRESETS,
    Climate,
    ClimateBelt,
    ClimateColors,
    Continents,
    Frame,
    Globe,
    Planet,
    _climate,
    _continents,
    _sphere,
)  # fmt: skip
from landwright.planet._kernels import faces, plates
from landwright.testing import assert_round_trips
from naive import planet_plates

POINTS = np.random.default_rng(8).normal(size=(50, 3))
POINTS /= np.linalg.norm(POINTS, axis=1, keepdims=True)
FRAME = Frame(radius=6371e3, resolution=33)


@functools.cache
def earth() -> Globe:
    return planet.continents(Globe(FRAME), seed=2)


@functools.cache
def warm() -> Globe:
    return planet.climate(earth(), seed=2)


@pytest.mark.jit_off
def test_plates_are_those_of_the_twin() -> None:
    """Land, approach and parting of every plate and pair, without bends."""
    centers, spins, crust = _continents.plates_of(Continents(plates=9), 4)
    assert np.linalg.norm(centers, axis=1) == pytest.approx(1.0)
    assert crust.tolist().count(1.0) == 4
    widths = (0.13, 0.11, 0.03)
    out = np.empty((50, 4))
    plates.plates(0, 50, POINTS, np.zeros((3, 50)), centers, spins, crust, 0.0, np.array(widths), out)
    want = [planet_plates.plates(p, centers, spins, crust, widths) for p in POINTS]
    assert np.abs(out - want).max() < 1e-5
    assert out[:, 1].max() > 0.3
    assert out[:, 3].max() > 0.2


def test_mountains_rise_where_plates_meet_and_the_sea_deepens_beside_them() -> None:
    """Higher approach, higher land on continents; no mountains, no trenches and no ridges leave shelves, plains and land."""
    many = np.random.default_rng(0).normal(size=(6000, 3))
    full = planet.continents_at(many, seed=3)
    flat = planet.continents_at(
        many, Continents(mountain_height=0.0, trench_depth=0.0, ridge_height=0.0, rift_depth=0.0), seed=3
    )
    assert full.max() > flat.max() + 1500.0
    assert full.min() < flat.min() - 1000.0
    assert 0.15 < (full > 0.0).mean() < 0.6
    smooth = planet.continents_at(many, Continents(roughness=0.0, mountain_height=0.0), seed=3)
    assert smooth.max() < 3000.0
    land = [
        float((planet.continents_at(many, Continents(land=share), seed=3) > 0.0).mean()) for share in (0.0, 0.4, 1.0)
    ]
    assert land[0] < land[1] < land[2]


def test_nothing_depends_on_threads_selection_or_resolution(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same bits alone, on three threads, at shared nodes; two seeds differ; edges agree (the container refuses anything else)."""
    whole = planet.continents_at(POINTS, seed=1)
    assert np.array_equal(whole[7:8], planet.continents_at(POINTS[7:8], seed=1))
    coarse = planet.continents(Globe(FRAME.replace(resolution=9)), seed=2)
    assert np.array_equal(coarse.elevation, earth().elevation[:, ::4, ::4])
    monkeypatch.setattr(_pool, "threads", lambda: 3)
    assert np.array_equal(whole, planet.continents_at(POINTS, seed=1))
    again = planet.climate(earth(), seed=2)
    for name in ("temperature", "moisture", "biome"):
        assert np.array_equal(again.layers[name], warm().layers[name])
    assert not np.array_equal(whole, planet.continents_at(POINTS, seed=2))


def test_the_way_to_the_sea_is_the_shortest() -> None:
    """Against Dijkstra over welded nodes, to the bit but for the order of sums; none without a sea."""
    globe = planet.continents(Globe(FRAME.replace(resolution=13)), Continents(land=0.8), seed=5)
    weld = planet.weld_indices(13)
    points = np.stack([planet.sphere_points(planet.cube_points(face, 13)) for face in range(6)])
    want = planet_plates.sea_distance(weld, points, globe.elevation < 0.0, FRAME.radius)
    far = _climate.sea_distance(globe)
    assert far.max() > 1e6
    assert far == pytest.approx(want, rel=1e-12)
    assert (_climate.sea_distance(globe.replace(sea=False)) > 1e29).all()


@pytest.mark.parametrize("mapping", ["normalized", "even"])
def test_a_globe_is_sampled_at_its_nodes_and_between_them(mapping: str) -> None:
    """At nodes their values, whichever face is asked; between them nearly those of a smooth function."""
    points = np.stack([planet.sphere_points(planet.cube_points(face, 17), mapping) for face in range(6)])  # type: ignore[arg-type]
    values = np.ascontiguousarray(points @ np.array([1.0, -2.0, 0.5]))
    flag = _climate.even(mapping)  # type: ignore[arg-type]
    at = np.concatenate([points.reshape(-1, 3), POINTS])
    out = np.empty(len(at))
    faces.sample(0, len(at), values, _climate.AXES_F8, flag, at, out)
    assert np.abs(out[:-50] - values.ravel()).max() < 1e-7
    assert np.abs(out[-50:] - POINTS @ np.array([1.0, -2.0, 0.5])).max() < 0.01


def test_temperature_follows_latitude_and_height() -> None:
    """Against the twin without noise; the equator is warm, the poles cold, a thousand metres 6.5 degrees colder."""
    noun = Climate(variety=0.0)
    made = planet.climate(earth(), noun).layers["temperature"]
    z = np.stack([planet.sphere_points(planet.cube_points(face, 33)) for face in range(6)])[..., 2]
    for f, r, c in np.random.default_rng(1).integers(0, (6, 33, 33), (200, 3)):
        want = planet_plates.temperature(
            float(z[f, r, c]), float(earth().elevation[f, r, c]), 0.0, (28.0, -24.0, 0.0065, 0.0)
        )
        assert made[f, r, c] == pytest.approx(want, abs=1e-4)


def test_moisture_follows_belts_the_sea_and_mountains() -> None:
    """A flat island world: wet at the equator, dry at 27 degrees; inland is drier than the coast; a wall upwind makes a desert."""
    frame = Frame(radius=6371e3, resolution=65)
    points = np.stack([planet.sphere_points(planet.cube_points(face, 65)) for face in range(6)])
    z, east = points[..., 2], np.degrees(np.arctan2(points[..., 0], points[..., 1]))
    still = Climate(variety=0.0)
    land = np.where(np.abs(east) < 60.0, 200.0, -3000.0)
    wet = planet.climate(Globe(frame, land, sea=True), still).layers["moisture"]
    inner = np.abs(east) < 50.0
    assert wet[inner & (np.abs(z) < 0.08)].mean() > wet[inner & (np.abs(np.abs(z) - 0.46) < 0.03)].mean() + 0.15
    belt = np.abs(z - 0.75) < 0.05
    assert wet[belt & (np.abs(east) > 52.0) & (land > 0.0)].mean() > wet[belt & (np.abs(east) < 10.0)].mean() + 0.05
    # trades blow from the east at 10 degrees: a wall at longitude 10 dries what lies west of it, and not what lies east
    wall = np.where((np.abs(east - 10.0) < 3.0) & (np.abs(z) < 0.4), 4500.0, land)
    dried = wet - planet.climate(Globe(frame, wall, sea=True), still).layers["moisture"]
    trade = np.abs(z - 0.17) < 0.05
    assert dried[trade & (np.abs(east - 2.0) < 3.0)].mean() > 0.15
    assert np.abs(dried[trade & (np.abs(east - 18.0) < 3.0)]).mean() < 0.12
    assert np.abs(dried[np.abs(east) > 90.0]).max() == 0.0


def test_biomes_are_numbers_of_the_list_and_fit_their_climate() -> None:
    """Sea is sea, ice is cold, rain forest warm and wet; a hot and a cold planet lose the others."""
    biome, t, m = (warm().layers[name] for name in ("biome", "temperature", "moisture"))
    assert set(np.unique(biome)) <= set(range(len(CLIMATE_BIOMES)))
    sea = earth().elevation < 0.0
    assert np.array_equal(sea, biome <= 1)
    assert t[biome == CLIMATE_BIOMES.index("ice")].max() < -9.0
    forest = biome == CLIMATE_BIOMES.index("tropical rain forest")
    assert forest.any()
    assert t[forest].min() >= 19.0
    assert m[forest].min() >= 0.7
    frozen = planet.climate(earth(), Climate(equator=-30.0, poles=-60.0)).layers["biome"]
    assert set(np.unique(frozen)) == {1.0, 2.0}


def test_colors_follow_the_climate() -> None:
    """Deep sea, ice, desert and rain forest have the colors of the noun; without variety nothing but the climate counts."""
    noun = ClimateColors(variety=0.0)
    made = planet.climate_paint(warm(), noun)
    assert made.colors is not None
    assert made.elevation is warm().elevation
    t, m, e = warm().layers["temperature"], warm().layers["moisture"], warm().elevation
    polar = made.colors[(e < 0.0) & (t < -13.0)].astype(int)
    assert polar.min() > 200
    deep = made.colors[(e < -5500.0) & (t > 5.0)]
    assert (np.abs(deep.astype(int) - [6, 26, 54]) <= 1).all()
    green = made.colors[(t > 22.0) & (m > 0.85) & (e > 0.0) & (e < 1500.0)].astype(int)
    dry = made.colors[(t > 18.0) & (m < 0.1) & (e > 0.0) & (e < 1500.0)].astype(int)
    assert len(green)
    assert (green[:, 1] > green[:, 0]).all()
    assert (dry[:, 0] > dry[:, 2] + 40).all()
    assert np.array_equal(made.colors, planet.climate_paint(warm(), noun, seed=9).colors)
    assert not np.array_equal(planet.climate_paint(warm(), seed=1).colors, planet.climate_paint(warm(), seed=2).colors)


def test_presets_are_planets_of_real_heights() -> None:
    """Each builds, keeps its seed's edges, has land and colors; heights are those of rocky planets: within 30 km."""
    assert next(iter(PRESETS)) == "published"
    assert PRESETS["published"] == Planet()
    for name, noun in PRESETS.items():
        globe = planet.build_globe(noun.replace(seed=4), 17)
        assert globe.colors is not None
        assert len(np.unique(globe.colors.reshape(-1, 3), axis=0)) > 20, name
        if name != "published":
            assert -30e3 < globe.low < globe.high < 30e3, (name, globe.low, globe.high)
        assert_round_trips(noun)


def test_settings_round_trip_and_refuse() -> None:
    """Shelves below the plains, heights beyond the planet, belts out of order, climates that are missing."""
    for noun in (Continents(), Climate(), ClimateColors()):
        assert_round_trips(noun)
    with pytest.raises(SettingError, match="shelf_depth must be at most ocean_depth"):
        Continents(shelf_depth=5000.0)
    with pytest.raises(SettingError, match="fifth of the planet's radius"):
        planet.continents(Globe(Frame(resolution=3)))
    with pytest.raises(SettingError, match="belts must rise"):
        ClimateColors(belts=(ClimateBelt(temperature=3.0), ClimateBelt(temperature=1.0)))
    with pytest.raises(SettingError, match="need a climate"):
        Planet(colors=ClimateColors())
    with pytest.raises(FieldError, match="run planet.climate before"):
        planet.climate_paint(earth())
    with pytest.raises(SettingError, match="not zero"):
        planet.continents_at(np.zeros((1, 3)))
    assert _sphere.unit_vectors("x", [[0.0, 0.0, 2.0]]).tolist() == [[0.0, 0.0, 1.0]]
