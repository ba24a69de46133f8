from __future__ import annotations

import numpy as np
import pytest

from landwright import _pool
from landwright.erosion import Gullies, gullies
from landwright.erosion import _gullies as module
from landwright.erosion._kernels.carve import carve
from landwright.errors import SettingError
from landwright.field import Heightfield
from landwright.grid import Grid
from naive.erosion_gullies import carve as naive_carve


def hills(rows: int, cols: int, cell_size: float = 10.0, seed: int = 1, origin=None) -> Heightfield:
    grid = Grid(shape=(rows, cols), cell_size=cell_size, origin=origin)
    rng = np.random.default_rng(seed)
    x, y = grid.x[None, :], grid.y[:, None]
    z = np.zeros(grid.shape)
    for _ in range(6):
        k, phase = rng.uniform(-0.008, 0.008, 2), rng.uniform(0, 6.3)
        z += 40.0 * np.sin(k[0] * x + k[1] * y + phase)
    return Heightfield(z, grid=grid)


@pytest.mark.jit_off
def test_the_kernel_equals_its_plain_twin() -> None:
    rng = np.random.default_rng(2)
    rows, cols, octaves = 7, 9, 3
    z, sx, sy = (rng.normal(0, s, (rows, cols)).astype(np.float32) for s in (100, 0.4, 0.4))
    around, crest = (rng.uniform(0, 1, (rows, cols)).astype(np.float32) for _ in range(2))
    x, y = np.arange(cols) * 37.0 - 120.0, 900.0 - np.arange(rows) * 37.0
    frequency, amplitude = np.array([1 / 300, 1 / 150, 1 / 75.0]), np.array([50, 25, 12], np.float32)
    words = rng.integers(0, 2**32, (octaves, 2), dtype=np.uint32)
    out = np.zeros((rows, cols), np.float32)
    scalars = [np.float32(v) for v in (module.STRIPES_PER_CELL, 0.8, 0.3)]
    carve(0, rows, z, sx, sy, around, crest, x, y, frequency, amplitude, words, *scalars, out)
    twin = naive_carve(z, sx, sy, around, crest, x, y, frequency, amplitude, words, *map(float, scalars))
    assert np.abs(out - np.array(twin)).max() < 2e-2  # metres, of 87: float32 turns add up over the octaves
    assert np.abs(out - z).max() > 10.0


def test_nothing_rises_and_nothing_sinks_too_far() -> None:
    field = hills(96, 128)
    noun = Gullies(wavelength=300.0)
    change = gullies(field, noun, seed=3).elevation - field.elevation
    assert change.max() <= 0.0
    assert change.min() >= -sum(0.35 * noun.depth * noun.wavelength * noun.gain**o for o in range(noun.octaves))
    assert change.min() < -10.0


def test_gullies_run_down_the_slope() -> None:
    # on a plane that falls to the south, the ground varies along the contour (east) and hardly down the slope (north)
    grid = Grid(shape=(128, 128), cell_size=10.0)
    plane = Heightfield(np.repeat(grid.y[:, None] * 0.5, 128, axis=1), grid=grid)
    cut = gullies(plane, Gullies(wavelength=200.0, octaves=1), seed=5).elevation - plane.elevation
    inner = cut[32:-32, 32:-32]
    assert np.abs(np.diff(inner, axis=1)).mean() > 3.0 * np.abs(np.diff(inner, axis=0)).mean()


def test_level_ground_keeps_its_level() -> None:
    flat = Heightfield(np.full((40, 50), 12.5), cell_size=5.0)
    assert np.array_equal(gullies(flat, Gullies(), seed=1).elevation, flat.elevation)


def test_tiles_with_their_halo_equal_the_whole() -> None:
    field = hills(150, 170, seed=4)
    noun = Gullies(wavelength=120.0, octaves=3)
    whole = gullies(field, noun, seed=9).elevation
    halo = noun.halo(field.cell_size)
    for r0, r1, c0, c1 in [(60, 80, 60, 100), (halo, halo + 5, halo, halo + 7)]:
        window = field.grid.window(r0 - halo, r1 + halo, c0 - halo, c1 + halo)
        cut = field.elevation[r0 - halo : r1 + halo, c0 - halo : c1 + halo]
        tile = gullies(Heightfield(cut, grid=window), noun, seed=9).elevation
        assert np.array_equal(tile[halo:-halo, halo:-halo], whole[r0:r1, c0:c1])


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    field = hills(64, 64)
    answers = []
    for count in ("1", "2", "5"):
        monkeypatch.setenv("LANDWRIGHT_THREADS", count)
        answers.append(gullies(field, Gullies(wavelength=150.0), seed=2).elevation)
    assert np.array_equal(answers[0], answers[1])
    assert np.array_equal(answers[0], answers[2])
    assert _pool.threads() == 5


def test_half_the_cell_size_gives_the_same_land() -> None:
    noun = Gullies(wavelength=400.0, octaves=2)
    coarse, fine = hills(65, 65, 20.0), hills(129, 129, 10.0)
    a, b = gullies(coarse, noun, seed=1).elevation, gullies(fine, noun, seed=1).elevation[::2, ::2]
    assert np.sqrt(np.mean((a - b)[4:-4, 4:-4] ** 2)) < 0.04 * np.ptp(a)


def test_seeds_move_the_gullies() -> None:
    field = hills(64, 64)
    one, two = (gullies(field, Gullies(wavelength=150.0), seed=s).elevation - field.elevation for s in (1, 2))
    assert abs(np.corrcoef(one.ravel(), two.ravel())[0, 1]) < 0.8
    assert not np.array_equal(one, two)


@pytest.mark.parametrize("shape", [(1, 1), (1, 40), (40, 1), (3, 3), (31, 37)])
@pytest.mark.parametrize("height", [0.0, 1e4])
def test_awkward_fields_stay_finite(shape: tuple[int, int], height: float) -> None:
    z = np.random.default_rng(0).uniform(-height, height, shape)
    out = gullies(Heightfield(z, cell_size=10.0), Gullies(wavelength=100.0), seed=1)
    assert np.isfinite(out.elevation).all()


def test_scales_finer_than_the_grid_are_left_out() -> None:
    field = hills(40, 40, 100.0)
    assert np.array_equal(gullies(field, Gullies(wavelength=150.0), seed=1).elevation, field.elevation)


def test_settings_round_trip_and_refuse() -> None:
    noun = Gullies(wavelength=123.0, persistence=0.4)
    assert Gullies.from_json(noun.to_json()) == noun
    with pytest.raises(SettingError, match="erosion.gullies: wavelength must be > 0"):
        Gullies(wavelength=0.0)
    with pytest.raises(SettingError, match="Did you mean 'octaves'"):
        Gullies(octave=3)


@pytest.mark.parametrize("wavelength, cell_size", [(1e9, 10.0), (600.0, 1e-6), (50_000.0, 10.0)])
def test_a_wavelength_of_too_many_cells_is_refused_by_name(wavelength: float, cell_size: float) -> None:
    message = r"erosion\.gullies: wavelength must be at most .* m on cells of"
    with pytest.raises(SettingError, match=message):
        gullies(Heightfield([[1.0, 2.0]], cell_size=cell_size), Gullies(wavelength=wavelength))
