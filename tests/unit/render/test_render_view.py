"""The perspective picture: where things stand in it, light, water, edges, odd fields."""

from __future__ import annotations

import numpy as np
import pytest

from landwright import _pool
from landwright.errors import Cancelled, FieldError
from landwright.field import Heightfield, Layer
from landwright.render import Camera, Materials, Relief, View, view, view_of
from landwright.render import _view as studio
from landwright.render._camera import stand
from landwright.world import World

SMALL = Camera(width=96, height=64)
CALM = View(clouds=0.0, haze=0.0, samples=1, detail=0.0)


def flat(rows: int = 40, cols: int = 60, cell: float = 10.0) -> np.ndarray:
    return np.zeros((rows, cols))


def difference(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.abs(a.astype(int) - b.astype(int)).sum(axis=2)


def test_a_tower_stands_where_the_camera_must_see_it() -> None:
    z = flat()
    plain = Heightfield(z, cell_size=10.0)
    z[18:22, 10:13] = 80.0  # in the west
    tower = Heightfield(z, cell_size=10.0)
    for azimuth, side in ((180.0, "left"), (0.0, "right")):
        camera = SMALL.replace(azimuth=azimuth, elevation=25.0, distance=700.0, target=(300.0, 200.0, 0.0))
        changed = difference(view(plain, camera, CALM), view(tower, camera, CALM)) > 40
        cols = np.nonzero(changed)[1]
        assert (np.median(cols) < 40) == (side == "left")
        assert (np.median(cols) > 56) == (side == "right")
    # from the west itself it stands in the middle, from the east it is far and small
    near = difference(*(view(f, SMALL.replace(azimuth=270.0, distance=700.0), CALM) for f in (plain, tower))) > 40
    far = difference(*(view(f, SMALL.replace(azimuth=90.0, distance=700.0), CALM) for f in (plain, tower))) > 40
    assert abs(np.median(np.nonzero(near)[1]) - 47.5) < 6
    assert near.sum() > far.sum() > 0


def test_straight_down_is_a_map_with_north_up() -> None:
    z = flat(41, 41)
    plain = Heightfield(z, cell_size=10.0)
    z[4:8, 30:34] = 60.0  # in the north-east
    camera = Camera(width=64, height=64, elevation=90.0, azimuth=180.0, distance=1000.0, field_of_view=24.0)
    changed = difference(view(plain, camera, CALM), view(Heightfield(z, cell_size=10.0), camera, CALM)) > 60
    rows, cols = np.nonzero(changed)
    assert np.median(rows) < 24
    assert np.median(cols) > 40


def test_position_and_orbit_are_the_same_camera() -> None:
    field = Heightfield(np.random.default_rng(1).random((20, 30)) * 30.0, cell_size=10.0)
    target = (150.0, 90.0, 20.0)
    orbit = Camera(target=target, distance=300.0, azimuth=180.0, elevation=30.0, width=32, height=20)
    a = np.radians(30.0)
    place = (150.0, 90.0 - 300.0 * np.cos(a), 20.0 + 300.0 * np.sin(a))
    fixed = Camera(position=place, target=target, width=32, height=20)
    assert difference(view(field, orbit, CALM), view(field, fixed, CALM)).max() <= 6


def test_a_camera_below_the_ground_is_lifted_above_it() -> None:
    field = Heightfield(np.full((30, 30), 500.0), cell_size=10.0)
    camera = Camera(position=(150.0, 150.0, -100.0), target=(150.0, 290.0, 480.0), width=48, height=32)
    image = view(field, camera, CALM)
    assert difference(image[:1], image[-1:]).min() > 30  # sky above, ground below
    surface = np.full((30, 30), 500.0, np.float32)
    placed = stand(camera, surface, np.ones((30, 30), bool), 10.0, (0.0, 290.0))
    assert placed.eye[2] > 500.0


@pytest.mark.parametrize("shape", [(40, 60), (200, 12), (12, 200), (2, 2), (65, 65)])
@pytest.mark.parametrize("relief", [0.0, 0.02, 0.2, 3.0])  # of the shorter side
def test_the_default_camera_frames_any_land(shape: tuple[int, int], relief: float) -> None:
    rng = np.random.default_rng(4)
    relief *= 30.0 * (min(shape) - 1)
    bump = np.outer(np.hanning(shape[0] + 2)[1:-1], np.hanning(shape[1] + 2)[1:-1])
    field = Heightfield(bump * relief + rng.random(shape) * 0.02 * relief, cell_size=30.0)
    camera = Camera(width=96, height=54)
    image = view(field, camera, CALM).astype(int)
    sky = image[..., 2] - image[..., 0] > 12
    assert sky[0].mean() > 0.8, "the highest row is sky"
    axes = stand(camera, field.elevation, np.ones(shape, bool), 30.0, (0.0, 0.0))
    if relief <= 6.0 * (min(shape) - 1):
        assert axes.fills
    elif shape in ((40, 60), (65, 65)):
        assert not axes.fills, "what is taller than wide is shown whole"
    if axes.fills and relief <= 6.0 * (min(shape) - 1):
        assert sky[-1].mean() < 0.35, "the lowest row is land"
    elif not axes.fills:
        assert difference(image[:, :1], image[:, 48:49]).max() > 60, "the block stands in the middle"
    horizon = 0.5 - 0.5 * (-axes.forward[2] / axes.up[2]) / np.tan(np.radians(camera.field_of_view / 2))
    assert 0.2 < horizon < 0.4, "the horizon stands in the upper third"


def test_axes_stand_upright_and_right_is_right() -> None:
    surface = np.zeros((9, 9), np.float32)
    for azimuth in (0.0, 77.0, 180.0, 301.0):
        for elevation in (-20.0, 15.0, 90.0):
            camera = Camera(azimuth=azimuth, elevation=elevation, distance=500.0, target=(40.0, 40.0, 0.0))
            s = stand(camera, surface, np.ones((9, 9), bool), 10.0, (0.0, 80.0))
            for axis in (s.forward, s.right, s.up):
                assert np.linalg.norm(axis) == pytest.approx(1.0)
            # local y is south, so the cross product has the other sign than in a right-handed frame
            np.testing.assert_allclose(np.cross(s.forward, s.right), s.up, atol=1e-9)
            assert float(s.right @ s.forward) == pytest.approx(0.0, abs=1e-12)
            assert float(s.up @ s.forward) == pytest.approx(0.0, abs=1e-12)
            assert s.up[2] >= -1e-12
            assert s.right[2] == 0.0


def test_the_sun_lights_one_side_and_shadows_the_other() -> None:
    y, x = np.mgrid[0:60, 0:60]
    field = Heightfield(150.0 * np.exp(-((x - 30.0) ** 2 + (y - 30.0) ** 2) / 120.0), cell_size=10.0)
    camera = Camera(azimuth=180.0, elevation=60.0, distance=900.0, width=90, height=60)
    image = view(field, camera, CALM.replace(sun_azimuth=270.0, sun_altitude=25.0)).astype(int).sum(axis=2)
    west, east = image[25:38, 35:42].mean(), image[25:38, 48:55].mean()
    assert west > 1.25 * east
    assert image[25:38, 48:56].min() > 60, "shade is lit by the sky, never black"


def test_the_sea_lies_below_its_level_and_reaches_the_horizon() -> None:
    y, x = np.mgrid[0:60, 0:60]
    island = Heightfield(180.0 * np.exp(-((x - 30.0) ** 2 + (y - 30.0) ** 2) / 150.0) - 60.0, cell_size=20.0)
    camera = Camera(width=120, height=80)
    wet = view(World(ground=island), camera, CALM).astype(int)
    dry = view(island, camera, CALM).astype(int)
    blue = wet[..., 2] - wet[..., 0]
    assert (blue[-6:] > 25).all(), "open sea in front"
    assert difference(wet, dry).max() > 60
    assert (view(World(ground=island), camera, CALM.replace(water=False)) == dry).all()
    drowned = view(island, camera, CALM.replace(sea_level=500.0)).astype(int)
    assert (drowned[-20:, :, 2] > drowned[-20:, :, 0]).all()


def test_lakes_of_a_world_are_water() -> None:
    ground = Heightfield(flat(60, 60) + 50.0, cell_size=10.0)
    depth = np.zeros((60, 60))
    depth[20:40, 20:40] = 8.0
    world = World(ground=ground, sea_level=-100.0, layers={"water": Layer(depth, grid=ground.grid, unit="m")})
    camera = Camera(width=60, height=60, elevation=60.0, distance=700.0)
    image = view(world, camera, CALM).astype(int)
    assert difference(image, view(ground, camera, CALM))[28:34, 26:34].min() > 30
    assert image[30, 30, 2] > image[30, 30, 0]
    assert difference(image, view(ground, camera, CALM))[:6].max() <= 12


def test_land_ends_in_cut_sides_as_a_block() -> None:
    field = Heightfield(flat(), cell_size=10.0)
    camera = Camera(width=96, height=64, elevation=20.0, distance=1500.0)
    block = view(field, camera, CALM.replace(surroundings="block")).astype(int)
    assert (view(field, camera, CALM) == block).all(), "the near edge is in sight"
    endless = view(field, camera, CALM.replace(surroundings="haze")).astype(int)
    assert difference(block, endless).max() > 15
    _, cols = np.nonzero(difference(block, block[-1:, :1]) > 60)
    assert cols.min() > 2
    assert cols.max() < 93


@pytest.mark.parametrize("surroundings", ["haze", "block"])
def test_land_without_data_is_not_drawn(surroundings: str) -> None:
    z = flat(41, 41) + 30.0
    mask = np.ones(z.shape, bool)
    mask[14:27, 14:27] = False
    camera = Camera(width=64, height=64, elevation=70.0, distance=900.0)
    settings = CALM.replace(surroundings=surroundings)
    whole = view(Heightfield(z, cell_size=10.0), camera, settings)
    hole = view(Heightfield(np.where(mask, z, 4000.0), cell_size=10.0, mask=mask), camera, settings)
    changed = difference(whole, hole) > 30
    assert changed[30:34, 30:34].all()
    if surroundings == "block":
        assert not changed[:8].any()
        assert not changed[-8:].any()


@pytest.mark.parametrize("top", [0.0, 1e6, 3e38])
@pytest.mark.parametrize("sea_level", [None, 0.0])
def test_extreme_heights_give_a_picture(top: float, sea_level: float | None) -> None:
    z = (np.random.default_rng(3).random((17, 23)) - 0.5) * 2.0 * top
    image = view(Heightfield(z, cell_size=1.0), Camera(width=32, height=18), View(samples=1, sea_level=sea_level))
    assert image.shape == (18, 32, 3)


def test_lines_and_points_are_refused() -> None:
    for shape in ((1, 9), (9, 1), (1, 1)):
        with pytest.raises(FieldError, match="must have at least 2 rows and 2 columns"):
            view(Heightfield(np.zeros(shape)))


@pytest.mark.jit_off
def test_a_tiny_view_runs_uncompiled() -> None:
    z = np.random.default_rng(3).random((6, 7)) * 9.0
    ground = Heightfield(z, cell_size=3.0)
    depth = np.zeros((6, 7))
    depth[2:4, 2:4] = 2.0
    world = World(ground=ground, sea_level=2.0, layers={"water": Layer(depth, grid=ground.grid, unit="m")})
    for surroundings in ("haze", "block"):
        image = view(world, Camera(width=8, height=6), View(samples=1, surroundings=surroundings))
        assert image.shape == (6, 8, 3)


def test_threads_and_bands_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    y, x = np.mgrid[0:70, 0:90]
    field = Heightfield(40.0 * np.sin(x / 7.0) * np.cos(y / 9.0) + 20.0, cell_size=10.0)
    settings = View(sea_level=0.0)
    pictures = []
    for count, band in (("1", 1 << 20), ("3", 1 << 20), ("2", 3000)):
        monkeypatch.setenv("LANDWRIGHT_THREADS", count)
        monkeypatch.setattr(studio, "_BAND", band)
        pictures.append(view(field, SMALL, settings))
    assert (pictures[0] == pictures[1]).all()
    assert (pictures[0] == pictures[2]).all()


def test_the_ways_to_call_it_agree() -> None:
    field = Heightfield(np.random.default_rng(1).random((20, 30)) * 30.0, cell_size=10.0)
    settings = View(camera=SMALL, samples=1, materials=Materials(look="desert"))
    picture = view(field, SMALL, settings)
    assert (view(field, settings) == picture).all()
    assert (view(field, settings=settings) == picture).all()
    assert (view_of(field, settings) == picture).all()
    assert (view(field, camera=SMALL, settings=settings) == picture).all()
    assert Relief.picture == "landwright.render:relief"
    assert View.picture == "landwright.render:view_of"


def test_exaggeration_and_detail_and_haze_do_something() -> None:
    field = Heightfield(np.random.default_rng(1).random((40, 60)) * 30.0, cell_size=10.0)
    plain = view(field, SMALL, CALM)
    for change in (
        {"exaggeration": 3.0},
        {"detail": 2.0},
        {"haze": 4.0},
        {"exposure": 2.0},
        {"style": "tint"},
        {"clouds": 1.0},
    ):
        assert difference(plain, view(field, SMALL, CALM.replace(**change))).max() > 20, change


def test_a_view_reports_and_can_be_cancelled() -> None:
    field = Heightfield(np.random.default_rng(1).random((40, 60)) * 30.0, cell_size=10.0)
    seen: list[float] = []
    with _pool.using(_pool.Control(seen.append)):
        view(field, SMALL, CALM)
    assert seen[-1] == pytest.approx(1.0)
    control = _pool.Control()
    control.cancel()
    with _pool.using(control), pytest.raises(Cancelled):
        view(field, SMALL, CALM)
