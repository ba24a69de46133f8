"""Sun and sky on the land: line sweeps against looking at every sample, and against what geometry says."""

from __future__ import annotations

import math

import numpy as np
import pytest

from landwright.render import _light
from landwright.render._kernels import relief as loops
from naive import render_light as naive


def rough(rows: int, cols: int, seed: int = 3) -> np.ndarray:
    return (np.random.default_rng(seed).random((rows, cols)) * 30.0).astype(np.float32)


@pytest.mark.jit_off
@pytest.mark.parametrize("azimuth", [0.0, 90.0, 180.0, 270.0, 45.0, 315.0, 20.0, 110.0, 200.0, 290.0, 63.4, 333.0])
def test_horizon_is_the_highest_of_all_samples_on_the_line(azimuth: float) -> None:
    z = rough(7, 11)
    np.testing.assert_allclose(
        _light.horizon_toward(z, 10.0, azimuth), naive.horizon(z, 10.0, azimuth), rtol=1e-5, atol=1e-6
    )


@pytest.mark.jit_off
@pytest.mark.parametrize("shape", [(6, 9), (9, 6), (1, 8), (8, 1), (1, 1), (2, 2)])
def test_sky_is_the_mean_over_sixteen_bearings(shape: tuple[int, int]) -> None:
    z = rough(*shape)
    np.testing.assert_allclose(_light.sky_seen(z, 10.0), naive.sky(z, 10.0), rtol=1e-5, atol=1e-5)


def test_a_wall_hides_the_sky_by_the_angle_it_stands_at() -> None:
    z = np.zeros((5, 40), np.float32)
    z[:, 30] = 50.0
    seen = _light.horizon_toward(z, 10.0, 90.0)
    assert seen[2, 10] == pytest.approx(50.0 / 200.0)
    assert seen[2, 35] == 0.0
    assert _light.horizon_toward(z, 10.0, 270.0)[2, 35] == pytest.approx(1.0)
    assert _light.horizon_toward(z, 10.0, 90.0, exaggeration=3.0)[2, 10] == pytest.approx(0.75)


def test_open_land_sees_all_the_sky_and_a_pit_sees_little() -> None:
    z = np.full((41, 41), 100.0, np.float32)
    assert _light.sky_seen(z, 10.0) == pytest.approx(1.0, abs=1e-6)
    z[20, 20] = 0.0
    seen = _light.sky_seen(z, 10.0)
    assert seen[20, 20] < 0.03
    assert seen[5, 5] == pytest.approx(1.0, abs=1e-6)


def test_sky_turns_with_the_land() -> None:
    z = rough(17, 17)  # an odd count: knight's moves meet the same samples after a turn
    turned = np.ascontiguousarray(np.rot90(z))
    np.testing.assert_allclose(_light.sky_seen(turned, 5.0), np.rot90(_light.sky_seen(z, 5.0)), atol=1e-5)


def test_large_maps_swept_at_every_second_sample_agree_with_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, cols = np.mgrid[0:81, 0:120]
    z = (60.0 * np.sin(rows / 9.0) * np.cos(cols / 13.0)).astype(np.float32)
    whole = _light.sky_seen(z, 10.0)
    monkeypatch.setattr(_light, "_WHOLE", 100)
    coarse = _light.sky_seen(z, 10.0)
    assert coarse.shape == z.shape
    assert float(np.abs(coarse - whole).max()) < 0.08
    assert float(np.abs(coarse - whole).mean()) < 0.01


@pytest.mark.jit_off
def test_light_is_lambert_on_a_bare_ground() -> None:
    z = rough(6, 7)
    sun = _light.sun_vector(300.0, 40.0)
    color = np.ones((6, 7, 3), np.float32)
    one = np.ones((6, 7), np.float32)
    loops.light(0, 6, z, one, one, 1.0 / 25.0, np.zeros(3), np.array([[*sun, 1.0, 1.0, 1.0]]), color)
    expected = naive.lambert(z, 25.0, 300.0, 40.0) / math.sin(math.radians(40.0))
    np.testing.assert_allclose(color[..., 1], expected, rtol=1e-5, atol=1e-6)


def test_a_plane_has_the_light_of_its_one_slope() -> None:
    rows, cols = np.mgrid[0:8, 0:8]
    z = (0.3 * 10.0 * cols - 0.2 * 10.0 * rows).astype(np.float32)  # rises to the east by 0.3 and to the north by 0.2
    sun = _light.sun_vector(90.0, 30.0)
    color = np.ones((8, 8, 3), np.float32)
    one = np.ones((8, 8), np.float32)
    loops.light(0, 8, z, one, one, 0.1, np.zeros(3), np.array([[*sun, 1.0, 1.0, 1.0]]), color)
    facing = (math.sin(math.radians(30.0)) - 0.3 * math.cos(math.radians(30.0))) / math.sqrt(1.0 + 0.3**2 + 0.2**2)
    np.testing.assert_allclose(color, facing / math.sin(math.radians(30.0)), rtol=1e-5)


def test_the_sun_stands_where_its_bearing_says() -> None:
    assert _light.sun_vector(0.0, 0.0) == pytest.approx((0.0, 1.0, 0.0), abs=1e-12)
    assert _light.sun_vector(90.0, 0.0) == pytest.approx((1.0, 0.0, 0.0), abs=1e-12)
    assert _light.sun_vector(200.0, 90.0) == pytest.approx((0.0, 0.0, 1.0), abs=1e-12)


@pytest.mark.parametrize("scale", [0.001, 1.0, 1000.0])
def test_shading_exaggeration_follows_the_slope_not_the_size(scale: float) -> None:
    z = rough(20, 20) * np.float32(scale)
    assert _light.fitting_exaggeration(z, 10.0 * scale) == pytest.approx(
        _light.fitting_exaggeration(rough(20, 20), 10.0), rel=1e-5
    )
    assert _light.fitting_exaggeration(np.zeros((4, 4), np.float32), 1.0) == 1.0
    assert _light.fitting_exaggeration(np.zeros((1, 1), np.float32), 1.0) == 1.0
