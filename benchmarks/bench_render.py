"""Pictures: seconds of relief and view, as ratios to a copy of the same memory and to NumPy's plain hillshade.

Run with ``pytest benchmarks/bench_render.py --benchmark-only``; the same functions run once, untimed, in the tests.
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import landwright as lw
from landwright.render import _light


def land(size: int) -> lw.Heightfield:
    noun = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=4000.0), octaves=9)
    grid = lw.Grid(shape=(size, size), cell_size=10.0)
    return lw.Heightfield(900.0 * lw.noise.sample(noun, grid, seed=7), grid=grid)


def numpy_hillshade(z: np.ndarray, cell_size: float) -> np.ndarray:
    """Return the textbook hillshade: no shadow, no sky, no color; the peer."""
    south, east = np.gradient(z, cell_size)
    slope = np.arctan(np.hypot(east, south))
    aspect = np.arctan2(-east, south)
    altitude, azimuth = math.radians(45.0), math.radians(315.0)
    light = np.sin(altitude) * np.cos(slope) + np.cos(altitude) * np.sin(slope) * np.cos(azimuth - aspect)
    return (255.0 * np.clip(light, 0.0, 1.0)).astype(np.uint8)


@pytest.fixture(scope="module")
def size(request: pytest.FixtureRequest) -> int:
    return 256 if request.config.getoption("--benchmark-disable") else 2048


@pytest.fixture(scope="module")
def field(size: int) -> lw.Heightfield:
    return land(size)


def test_copy(benchmark, field: lw.Heightfield) -> None:
    benchmark(field.elevation.copy)


def test_numpy_hillshade(benchmark, field: lw.Heightfield) -> None:
    assert benchmark(numpy_hillshade, field.elevation, field.cell_size).shape == field.shape


def test_shadow(benchmark, field: lw.Heightfield) -> None:
    assert benchmark(_light.horizon_toward, field.elevation, field.cell_size, 301.0).shape == field.shape


def test_sky(benchmark, field: lw.Heightfield) -> None:
    assert benchmark(_light.sky_seen, field.elevation, field.cell_size).shape == field.shape


@pytest.mark.parametrize("style", ["plain", "tint", "materials"])
def test_relief_with_shadow_and_sky(benchmark, field: lw.Heightfield, style: str) -> None:
    picture = benchmark(lw.render.relief, field, lw.render.Relief(style=style))
    assert picture.shape == (*field.shape, 3)


@pytest.mark.parametrize(("samples", "sea_level"), [(1, None), (2, None), (2, 0.0)])
def test_view(benchmark, request: pytest.FixtureRequest, samples: int, sea_level: float | None) -> None:
    small = request.config.getoption("--benchmark-disable")
    field = land(256 if small else 1024)
    camera = lw.render.Camera(width=128, height=72) if small else lw.render.Camera()
    settings = lw.render.View(samples=samples, sea_level=sea_level)
    assert benchmark(lw.render.view, field, camera, settings).shape == (camera.height, camera.width, 3)
