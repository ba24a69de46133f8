"""The map picture: which side is bright, where water and contours lie, odd fields."""

from __future__ import annotations

import numpy as np
import pytest

from landwright.errors import FieldError, SettingError
from landwright.field import Heightfield, Layer
from landwright.render import Materials, Relief, albedo, relief
from landwright.render._resize import resized
from landwright.world import World

PLAIN = Relief(style="plain", exaggeration=1.0, shadow=0.0, occlusion=0.0)


def hill(rows: int = 48, cols: int = 64, cell: float = 10.0, top: float = 120.0) -> Heightfield:
    y, x = np.mgrid[0:rows, 0:cols]
    r2 = ((x - cols / 2 + 0.5) ** 2 + (y - rows / 2 + 0.5) ** 2) / (0.2 * min(rows, cols)) ** 2
    return Heightfield(top * np.exp(-0.5 * r2), cell_size=cell)


def blueness(image: np.ndarray) -> np.ndarray:
    return image[..., 2].astype(int) - image[..., 0].astype(int)


def test_a_hill_lit_from_the_north_west_is_bright_there() -> None:
    image = relief(hill(), PLAIN).astype(float).mean(axis=2)
    assert image.shape == (48, 64)
    north_west, south_east = image[16:24, 20:30].mean(), image[25:33, 34:44].mean()
    assert north_west > image[0, 0] + 10.0
    assert south_east < image[0, 0] - 10.0
    east = relief(hill(), PLAIN.replace(sun_azimuth=90.0)).astype(float).mean(axis=2)
    assert east[24, 40] > east[24, 24] + 20.0


def test_row_0_is_north_and_column_0_is_west() -> None:
    z = np.zeros((20, 30))
    z[2:5, 3:8] = 500.0
    image = relief(Heightfield(z, cell_size=50.0), Relief(shadow=0.0, occlusion=0.0)).astype(int)
    changed = np.abs(image - image[-1, -1]).sum(axis=2) > 60
    rows, cols = np.nonzero(changed)
    assert rows.max() <= 6
    assert cols.max() <= 9


def test_flat_open_ground_keeps_its_color() -> None:
    field = Heightfield(np.full((12, 12), 40.0), cell_size=10.0)
    for settings in (Relief(style="plain"), Relief(style="plain", multidirectional=True)):
        image = relief(field, settings)
        assert len(np.unique(image.reshape(-1, 3), axis=0)) == 1
        np.testing.assert_allclose(image[0, 0], (0xD9, 0xD5, 0xCC), atol=6)  # highlights bend a little


def test_shadow_falls_away_from_the_sun_only() -> None:
    z = np.zeros((40, 60))
    z[15:25, 28:32] = 100.0
    field = Heightfield(z, cell_size=10.0)
    bare = relief(field, PLAIN.replace(sun_azimuth=270.0, sun_altitude=30.0)).astype(int).sum(axis=2)
    cast = relief(field, PLAIN.replace(sun_azimuth=270.0, sun_altitude=30.0, shadow=1.0)).astype(int).sum(axis=2)
    assert (cast <= bare).all()
    darker = cast < bare - 20
    assert darker[20, 36:46].all()  # 100 m high, 30 degrees: 173 m long
    assert not darker[20, 52:].any()
    assert not darker[:, :28].any()
    assert not darker[:12].any()


def test_occlusion_darkens_valleys() -> None:
    z = np.abs(np.arange(41) - 20.0)[None, :] * np.full((41, 1), 10.0)
    field = Heightfield(z, cell_size=10.0)
    light = relief(field, PLAIN.replace(sun_altitude=90.0)).astype(int)
    dark = relief(field, PLAIN.replace(sun_altitude=90.0, occlusion=1.0)).astype(int)
    change = (light - dark).sum(axis=2)
    assert change[20, 20] > change[20, 3] > -3


@pytest.mark.parametrize("style", ["tint", "materials", "plain"])
def test_water_lies_below_the_sea_level_only(style: str) -> None:
    field = Heightfield(np.linspace(-50.0, 150.0, 80)[None, :].repeat(30, axis=0), cell_size=20.0)
    dry = relief(field, Relief(style=style))
    wet = relief(field, Relief(style=style, sea_level=0.0))
    level = field.elevation[0] <= 0.0
    assert (blueness(wet)[:, level] > 20).all()
    assert (blueness(wet)[:, ~level] < 20).all()
    assert (blueness(dry) < 20).all()
    assert (relief(World(ground=field), Relief(style=style)) == wet).all()  # a world's sea level is 0
    assert (relief(World(ground=field), Relief(style=style, water=False)) == dry).all()
    assert (relief(World(ground=field, sea_level=-60.0), Relief(style=style)) == dry).all()


def test_deeper_water_is_darker_and_lakes_are_water() -> None:
    field = Heightfield(np.linspace(-80.0, 20.0, 60)[None, :].repeat(20, axis=0), cell_size=20.0)
    image = relief(field, Relief(sea_level=0.0)).astype(int).sum(axis=2)
    assert image[10, 2] < image[10, 20] < image[10, 40]
    ground = hill(top=30.0)
    depth = np.zeros(ground.shape)
    depth[5:10, 5:10] = 3.0
    lake = relief(World(ground=ground, sea_level=-10.0, layers={"water": Layer(depth, grid=ground.grid, unit="m")}))
    assert (blueness(lake)[5:10, 5:10] > 15).all()
    assert (blueness(lake)[15:, 15:] < 15).all()


def test_contours_run_where_the_land_crosses_their_levels() -> None:
    z = np.linspace(3.0, 97.0, 200)[None, :].repeat(16, axis=0)
    field = Heightfield(z, cell_size=5.0)
    ink = relief(field, PLAIN).astype(int) - relief(
        field, PLAIN.replace(contour_interval=20.0, contour_index=2)
    ).astype(int)
    row = ink[8].sum(axis=1)
    crossings = [int(np.argmin(np.abs(z[0] - level))) for level in (20.0, 40.0, 60.0, 80.0)]
    for column in crossings:
        assert row[column] > 60
    near = np.zeros(200, bool)
    for column in crossings:
        near[column - 2 : column + 3] = True
    assert (row[~near] == 0).all()
    assert row[crossings[1]] > 1.3 * row[crossings[0]]  # every second one is an index contour


def test_contours_leave_plateaus_alone() -> None:
    field = Heightfield(np.full((8, 8), 40.0), cell_size=5.0)
    assert (relief(field, PLAIN) == relief(field, PLAIN.replace(contour_interval=20.0))).all()


def test_land_without_data_is_plain() -> None:
    field = hill()
    mask = np.ones(field.shape, bool)
    mask[10:20, 30:50] = False
    z = np.where(mask, field.elevation, 9000.0)
    image = relief(Heightfield(z, cell_size=10.0, mask=mask), Relief(contour_interval=10.0, sea_level=1.0))
    assert len(np.unique(image[~mask], axis=0)) == 1
    same = relief(
        Heightfield(np.where(mask, field.elevation, -50.0), cell_size=10.0, mask=mask),
        Relief(contour_interval=10.0, sea_level=1.0),
    )
    assert (image == same).all()  # filler means nothing
    with pytest.raises(FieldError, match="mask of the heightfield is False everywhere"):
        relief(Heightfield(field.elevation, cell_size=10.0, mask=np.zeros(field.shape, bool)))


def test_tint_runs_from_low_to_high() -> None:
    field = Heightfield(np.linspace(0.0, 100.0, 50)[None, :].repeat(4, axis=0), cell_size=1000.0)
    flat = Relief(exaggeration=0.001, shadow=0.0, occlusion=0.0, color_map="gray", low=25.0, high=75.0)
    row = relief(field, flat)[2].astype(int).sum(axis=1)
    assert (np.diff(row) >= 0).all()
    assert (row[:12] == row[0]).all()
    assert (row[38:] == row[-1]).all()
    assert row[-1] > row[0] + 500
    with pytest.raises(SettingError, match="color_map must be the name of a color map"):
        relief(field, Relief(color_map="no such map"))


@pytest.mark.jit_off
@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (2, 2), (3, 3), (5, 17)])
@pytest.mark.parametrize("style", ["tint", "materials"])
def test_small_fields_are_drawn(shape: tuple[int, int], style: str) -> None:
    z = np.random.default_rng(1).random(shape) * 20.0
    image = relief(Heightfield(z, cell_size=3.0), Relief(style=style, sea_level=5.0, contour_interval=4.0))
    assert image.shape == (*shape, 3)
    assert image.dtype == np.uint8


@pytest.mark.parametrize("z", [0.0, -1e6, 3e38, 1e-38])
def test_constant_land_of_any_height_is_drawn(z: float) -> None:
    image = relief(Heightfield(np.full((9, 9), z), cell_size=1.0), Relief(contour_interval=10.0))
    assert (image == image[0, 0]).all()


@pytest.mark.parametrize("style", ["tint", "materials"])
@pytest.mark.parametrize("top", [1e9, 3e38])
def test_huge_ranges_are_drawn(style: str, top: float) -> None:
    z = np.random.default_rng(2).random((33, 20)) * 2.0 * top - top
    image = relief(Heightfield(z, cell_size=1e-3), Relief(style=style, sea_level=0.0, contour_interval=1e5))
    assert image.std() > 1.0


def test_width_scales_the_land_before_it_is_lit() -> None:
    field = hill(60, 90)
    for width in (30, 90, 200):
        assert relief(field, Relief(width=width)).shape == (round(60 * width / 90), width, 3)
    z = np.random.default_rng(1).random((12, 18)).astype(np.float32)
    np.testing.assert_allclose(resized(z, 6), z.reshape(4, 3, 6, 3).mean(axis=(1, 3)), rtol=1e-6)
    np.testing.assert_allclose(resized(z, 13).mean(), z.mean(), rtol=1e-6)
    plane = np.add.outer(np.arange(12.0), np.arange(18.0)).astype(np.float32)
    grown = resized(plane, 36)
    np.testing.assert_allclose(np.diff(grown, axis=1)[8:-8, 12:-12], 0.5, atol=1e-3)


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    field = hill(200, 300)
    settings = Relief(style="materials", sea_level=5.0, contour_interval=20.0)
    pictures = []
    for count in ("1", "3"):
        monkeypatch.setenv("LANDWRIGHT_THREADS", count)
        pictures.append(relief(field, settings))
    assert (pictures[0] == pictures[1]).all()


def test_texture_weights_of_a_world_color_the_ground() -> None:
    field = hill()
    half = np.zeros(field.shape)
    half[:, 32:] = 1.0
    layers = {"splat_sand": Layer(half, grid=field.grid), "splat_lava": Layer(1.0 - half, grid=field.grid)}
    world = World(ground=field, layers=layers, sea_level=-5.0)
    color = albedo(world, Materials(colors={"sand": "#ffffff", "lava": "#200000"}, variation=0.0))
    assert (color[:, 32:] >= 254).all()
    assert (color[:, :32, 0] == 0x20).all()
    assert (color[:, :32, 1:] == 0).all()
    with pytest.raises(SettingError, match="must name materials that are there"):
        albedo(world, Materials(colors={"snow": "#ffffff"}))
    with pytest.raises(FieldError, match="must have the ground's shape"):
        albedo(World(ground=field, layers={"splat_sand": Layer([[1.0]])}))


def test_albedo_is_srgb_bytes_or_linear_light() -> None:
    field = hill()
    linear, srgb = albedo(field, space="linear"), albedo(field)
    assert linear.dtype == np.float32
    assert srgb.dtype == np.uint8
    assert 0.0 <= linear.min() <= linear.max() <= 1.0
    shown = np.where(linear <= 0.0031308, linear * 12.92, 1.055 * np.maximum(linear, 1e-9) ** (1 / 2.4) - 0.055) * 255.0
    np.testing.assert_allclose(srgb, shown, atol=0.75)
    with pytest.raises(SettingError, match="space must be one of the valid words"):
        albedo(field, space="cmyk")


def test_snow_lies_high_and_rock_on_steep_ground() -> None:
    x = np.arange(60.0)[None, :].repeat(60, axis=0)
    white = albedo(Heightfield(20.0 * x, cell_size=200.0), Materials(snow_line=600.0, variation=0.0)).astype(int)
    assert white[:, 45:].min() > 200
    assert white[:, :15].max() < 190
    flat = albedo(Heightfield(0.0 * x, cell_size=10.0), Materials(variation=0.0)).astype(int)[30, 30]
    steep = albedo(Heightfield(12.0 * x, cell_size=10.0), Materials(variation=0.0)).astype(int)[30, 30]
    assert np.ptp(flat) > 15  # green
    assert np.ptp(steep) < 20  # grey


def test_only_worlds_and_heightfields_can_be_drawn() -> None:
    with pytest.raises(FieldError, match="must be given a World or a Heightfield"):
        relief(np.zeros((3, 3)))
    with pytest.raises(FieldError, match="there is no ground"):
        relief(World())
