"""Pictures of planets: where the eye is, which side is lit, what the sea and the air do."""

from __future__ import annotations

import numpy as np
import pytest

from landwright import planet
from landwright.errors import FieldError
from landwright.planet import Frame, Globe
from landwright.render import Camera, Orbit, View, orbit, planet_surfaces, view
from landwright.world import World

N = 17
QUICK = Orbit(width=64, height=48, samples=1, air=0.0, sun_longitude=0.0, sun_latitude=0.0, latitude=0.0)


def _halves() -> Globe:
    """Bright red around longitude 90 east (-x), green around 90 west, blue about the north pole; no relief."""
    frame = Frame(radius=1000.0, resolution=N)
    points = planet.sphere_points(np.stack([planet.cube_points(face, N) for face in range(6)]))
    colors = np.full((*frame.shape, 3), 60, np.uint8)
    colors[points[..., 0] < -0.5] = (230, 20, 20)
    colors[points[..., 0] > 0.5] = (20, 230, 20)
    colors[points[..., 2] > 0.8] = (20, 20, 230)
    return Globe(frame, colors=colors)


def _width(lit: np.ndarray) -> int:
    """How many pixels are lit without a gap around the middle; stars do not count."""
    dark = np.flatnonzero(~lit)
    middle = len(lit) // 2
    return int(dark[dark > middle].min() - dark[dark < middle].max() - 1)


def _mean(picture: np.ndarray, rows: slice, cols: slice) -> np.ndarray:
    return picture[rows, cols].reshape(-1, 3).mean(axis=0)


def test_the_eye_is_over_the_place_asked_for() -> None:
    middle = slice(20, 28), slice(28, 36)
    assert _mean(orbit(_halves(), QUICK.replace(longitude=90.0)), *middle).argmax() == 0
    assert _mean(orbit(_halves(), QUICK.replace(longitude=-90.0)), *middle).argmax() == 1
    top = QUICK.replace(latitude=90.0, sun_latitude=90.0)
    assert _mean(orbit(_halves(), top), *middle).argmax() == 2


def test_north_is_up_and_east_to_the_right() -> None:
    made = orbit(_halves(), QUICK.replace(longitude=0.0))
    across = made[22:26].astype(int)
    red = np.flatnonzero((across[..., 0] - across[..., 1]).max(axis=0) > 50)
    green = np.flatnonzero((across[..., 1] - across[..., 0]).max(axis=0) > 50)
    assert red.min() > 32 > green.max(), "90 east lies to the right"
    blue = np.flatnonzero((made[:, 30:34].astype(int) @ [-1, 0, 1]).max(axis=1) > 50)
    assert blue.size > 0
    assert blue.max() < 20, "the north pole lies on top"
    turned = orbit(_halves(), QUICK.replace(longitude=0.0, heading=90.0)).astype(int)
    assert np.flatnonzero((turned[:, 32, 0] - turned[:, 32, 1]) > 50).max() < 24, "east is up"


@pytest.mark.parametrize("longitude", [0.0, 90.0])
def test_the_sun_lights_its_side(longitude: float) -> None:
    plain = planet.paint(Globe(Frame(radius=5.0, resolution=N)))
    made = orbit(plain, QUICK.replace(longitude=longitude, sun_longitude=90.0)).astype(int).sum(axis=2)
    assert made[24, 40:46].min() > 4 * made[24, 18:24].max()
    night = orbit(plain, QUICK.replace(longitude=longitude, sun_longitude=180.0))
    assert night[20:28, 28:36].max() < 30


def test_the_whole_planet_fills_the_picture_and_distance_makes_it_smaller() -> None:
    shown = [
        _width(orbit(_halves(), QUICK.replace(longitude=90.0, distance=d))[24].max(axis=1) > 150)
        for d in (None, 8000.0, 16000.0)
    ]
    assert 34 <= shown[0] <= 44
    assert shown[1] / shown[2] == pytest.approx(2.0, abs=0.35)
    near = orbit(_halves(), QUICK.replace(longitude=90.0, distance=1.0))
    assert (near.reshape(-1, 3).argmax(axis=1) == 0).all(), "an eye below the ground is lifted above it"
    level = orbit(_halves(), QUICK.replace(longitude=90.0, distance=1100.0, pitch=60.0, field_of_view=60.0))
    assert level[-1].max() > 60 > np.median(level[0]), "ground below, space above"


def test_the_sea_mirrors_the_sun_where_it_is_smooth() -> None:
    sea = planet.paint(Globe(Frame(radius=5.0, resolution=N), -0.1, sea=True))
    bright = orbit(sea, QUICK)[24, 32].astype(int)
    matt = orbit(sea, QUICK.replace(water=False))[24, 32].astype(int)
    rough = orbit(sea.replace(smoothness=0.1), QUICK)[24, 32].astype(int)
    assert bright.sum() > rough.sum() > matt.sum()


def test_air_makes_a_rim_and_clouds_cover() -> None:
    dark = planet.paint(Globe(Frame(radius=5.0, resolution=N)))
    dark = dark.replace(colors=np.full((*dark.shape, 3), 10, np.uint8))
    big = QUICK.replace(width=160, height=120)
    bare, air = (orbit(dark, big.replace(air=a)).astype(int) for a in (0.0, 1.0))
    edge = 79 + _width(bare[60].sum(axis=1) > 6) // 2
    assert air[60, edge - 1, 2] > air[60, 80, 2] + 30, "brightest at the edge"
    assert air[60, edge + 2, 2] > bare[60, edge + 2, 2] + 5, "and beyond it"
    assert air[60, edge - 1, 2] > air[60, edge - 1, 0], "blue"
    cloudy = [orbit(dark, QUICK.replace(clouds=c)).astype(int).mean() for c in (0.0, 0.3, 0.8)]
    assert cloudy[0] < cloudy[1] < cloudy[2]


def test_sea_ice_does_not_shine() -> None:
    sea = planet.paint(Globe(Frame(radius=5.0, resolution=N), -0.1, sea=True))
    ice = sea.replace(layers={**sea.layers, "biome": 1.0})
    assert orbit(ice, QUICK)[24, 32].sum() < orbit(sea, QUICK)[24, 32].sum()


def test_heights_of_a_large_planet_grow_until_they_show() -> None:
    frame = Frame(radius=6371e3, resolution=N)
    points = planet.sphere_points(np.stack([planet.cube_points(face, N) for face in range(6)]))
    high = planet.paint(Globe(frame, 8000.0 * np.clip(points[..., 2], 0.0, 1.0)))

    def top(noun: Orbit) -> float:
        return float(np.linalg.norm(planet_surfaces(high, noun)[0].mesh.vertices, axis=1).max()) - 6371e3

    assert top(Orbit(exaggeration=1.0)) == pytest.approx(8000.0, rel=1e-3)
    assert top(Orbit()) == pytest.approx(0.025 * 6371e3, rel=1e-2)
    rough = planet.paint(Globe(Frame(radius=10.0, resolution=N), 2.0 * points[..., 2]))
    far = np.linalg.norm(planet_surfaces(rough)[0].mesh.vertices, axis=1)
    assert far.max() == pytest.approx(12.0, rel=1e-6)


def test_a_coast_is_a_line_between_colors_of_land_and_sea() -> None:
    """No pixel of the disk has a color between red land and blue sea, however coarse the nodes are."""
    frame = Frame(radius=10.0, resolution=9)
    points = planet.sphere_points(np.stack([planet.cube_points(face, 9) for face in range(6)]))
    height = 0.01 * points[..., 2] + 1e-5
    colors = np.where(height[..., None] < 0.0, np.uint8(0), np.uint8(0)) + np.zeros(3, np.uint8)
    colors[height < 0.0], colors[height >= 0.0] = (0, 0, 255), (255, 0, 0)
    made = orbit(Globe(frame, height, colors=colors, sea=True), QUICK.replace(water=False, width=96, height=96))
    disk = made[20:76, 40:56].astype(int)
    mixed = (disk[..., 0] > 60) & (disk[..., 2] > 60)
    assert (disk[..., 0] > 60).any()
    assert (disk[..., 2] > 60).any()
    assert mixed.mean() < 0.01


def test_view_shows_planets_with_a_camera_in_metres() -> None:
    world = World(planet=_halves())
    camera = Camera(width=64, height=48, azimuth=-90.0, elevation=0.0)
    made = view(world, camera, View(samples=1, haze=0.0, clouds=0.0, sun_azimuth=-90.0, sun_altitude=1.0))
    assert _mean(made, slice(20, 28), slice(28, 36)).argmax() == 0, "bearing 270 is the side of longitude 90"
    below = Camera(width=64, height=48, azimuth=10.0, elevation=-80.0)
    assert view(world, below, View(samples=1, clouds=0.0)).max() > 0
    placed = Camera(width=64, height=48, position=(-4000.0, 0.0, 0.0))
    made = view(world, placed, View(samples=1, haze=0.0, clouds=0.0, sun_azimuth=-90.0, sun_altitude=1.0))
    assert _mean(made, slice(20, 28), slice(28, 36)).argmax() == 0
    assert view(_halves()).shape == (960, 1280, 3)


def test_one_face_can_be_shown_and_what_is_no_planet_is_refused() -> None:
    globe = _halves()
    left = globe.replace(frame=globe.frame.replace(faces="left"))
    assert _mean(orbit(left, QUICK.replace(longitude=90.0)), slice(22, 26), slice(30, 34)).argmax() == 0
    assert orbit(left, QUICK.replace(longitude=-90.0)).shape == (48, 64, 3)
    with pytest.raises(FieldError, match="there is no planet"):
        orbit(World())
    with pytest.raises(FieldError, match="must be given a World with a planet, or a Globe"):
        orbit(3)  # type: ignore[arg-type]
