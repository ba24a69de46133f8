"""Land from noise and from spectra: F-I3 to F-I6, mapping to metres, statistics, and FFTs that agree."""

from __future__ import annotations

import math

import numpy as np
import pytest

from landwright import Grid, generate, noise, seeds
from landwright.errors import MemoryLimit, SettingError
from landwright.generate import NoiseField, Perlin, Spectral
from landwright.generate import _spectral as spectral_module
from naive import generate_draws as draws
from naive import generate_perlin as naive


@pytest.mark.jit_off
@pytest.mark.parametrize("wraps", [False, True])
def test_perlin_is_its_definition(wraps: bool) -> None:
    noun = Perlin(cells=3, octaves=3, gain=0.6, relief=2.0, base_elevation=-1.0, wraps=wraps)
    grid = Grid(shape=(15, 22))
    stream = seeds.derive(7, "generate.perlin")
    expected = np.zeros(grid.shape)
    for octave, size in enumerate((1.0, 0.6, 0.36)):
        scale = 3 * 2**octave
        around = (scale, 2 * 2**octave) if wraps else None
        words = draws.words(stream, octave)
        for r in range(grid.rows):
            for c in range(grid.cols):
                expected[r, c] += size * math.sqrt(2.0) * naive.perlin(c * scale / 21, r * scale / 21, words, around)
    np.testing.assert_allclose(generate.perlin(grid, noun, seed=7).elevation, expected / 1.96, atol=1e-6)


def test_perlin_is_zero_at_lattice_points_and_bounded() -> None:
    """F-I3, F-I4; zero is the middle of the range."""
    noun = Perlin(cells=8, octaves=1, relief=2.0, base_elevation=-1.0)
    z = generate.perlin(Grid(shape=(257, 257)), noun, seed=3).elevation
    assert (z[::32, ::32] == 0.0).all()
    assert 0.6 < np.abs(z).max() <= 1.0


def test_perlin_is_smooth() -> None:
    """F-I5: halving the step halves the largest difference, and the largest difference of slopes."""
    noun = Perlin(cells=4, octaves=1, relief=2.0)
    first, second = [], []
    for n in (257, 513, 1025):
        z = generate.perlin(Grid(shape=(5, n)), noun, seed=3).elevation[1].astype(np.float64)
        first.append(np.abs(np.diff(z)).max())
        second.append(np.abs(np.diff(z, 2)).max() * (n - 1))
    for values in (first, second):
        assert values[0] / values[1] == pytest.approx(2.0, rel=0.08)
        assert values[1] / values[2] == pytest.approx(2.0, rel=0.08)


def test_perlin_wraps_and_repeats() -> None:
    """F-I6."""
    noun = Perlin(cells=4, octaves=4, wraps=True)
    z = generate.perlin(Grid(shape=(129, 65)), noun, seed=1).elevation
    assert (z[0] == z[-1]).all()
    assert (z[:, 0] == z[:, -1]).all()
    assert (z == generate.perlin(Grid(shape=(129, 65)), noun, seed=1).elevation).all()
    assert (z != generate.perlin(Grid(shape=(129, 65)), noun.replace(wraps=False), seed=1).elevation).any()
    with pytest.raises(SettingError, match="wraps needs a shorter side that holds a whole number of cells"):
        generate.perlin(Grid(shape=(129, 66)), noun)


def test_perlin_shows_the_same_land_at_half_the_cell_size() -> None:
    coarse = generate.perlin(Grid(shape=(33, 65), cell_size=4.0), seed=2).elevation
    fine = generate.perlin(Grid(shape=(65, 129), cell_size=2.0), seed=2).elevation
    assert (fine[::2, ::2] == coarse).all()


def test_noise_becomes_metres() -> None:
    grid = Grid(shape=(40, 50), cell_size=30.0)
    noun = NoiseField(noise=noise.Ridged(base=noise.Simplex(wavelength=300.0)), relief=700.0, base_elevation=-100.0)
    n = noise.sample(noun.noise, grid, seed=seeds.derive(5, "generate.noise"))
    z = generate.noise_field(grid, noun, seed=5).elevation
    np.testing.assert_allclose(z, -100.0 + 700.0 * (n.astype(np.float64) + 1.0) / 2.0, atol=1e-3)


def test_noise_field_tiles_and_has_a_period() -> None:
    grid = Grid(shape=(41, 81), cell_size=25.0)
    noun = NoiseField(noise=noise.Fbm(base=noise.Perlin(wavelength=250.0), octaves=4), period=(2000.0, 1000.0))
    z = generate.noise_field(grid, noun, seed=5).elevation
    assert (generate.noise_field(grid.window(7, 20, 30, 81), noun, seed=5).elevation == z[7:20, 30:81]).all()
    np.testing.assert_allclose(z[0], z[-1], atol=1e-3)
    np.testing.assert_allclose(z[:, 0], z[:, -1], atol=1e-3)


def test_noise_field_round_trips_through_json() -> None:
    noun = NoiseField(noise=noise.Warp(), period=(100.0, 200.0))
    assert NoiseField.from_json(noun.to_json()) == noun
    with pytest.raises(SettingError, match="period"):
        NoiseField(period=(100.0, 0.0))


@pytest.mark.jit_off
@pytest.mark.parametrize("shape", [(9, 10), (10, 9), (2, 8), (12, 7)])
def test_spectral_is_a_sum_of_waves(shape: tuple[int, int]) -> None:
    noun = Spectral(relief=100.0, base_elevation=7.0, exponent=2.5)
    grid = Grid(shape=shape, cell_size=3.0)
    rows, cols = shape[0] - 1, shape[1] - 1
    total = spectral_module._power(cols * 3.0, rows * 3.0, 0.0, 2.5)
    words = draws.words(seeds.derive(4, "generate.spectral"), 0)
    waves = naive.wave_sum(rows, cols, cols * 3.0, rows * 3.0, 2.5, 25.0 / math.sqrt(total), words)
    z = generate.spectral(grid, noun, seed=4).elevation
    np.testing.assert_allclose(z[:rows, :cols], 57.0 + np.array(waves), atol=1e-4)
    assert (z[-1] == z[0]).all()
    assert (z[:, -1] == z[:, 0]).all()


def test_two_transforms_agree_within_the_stated_bound() -> None:
    """The statement of Notes, Deterministic: SciPy's transform and NumPy's, in parts and at once."""
    noun = Spectral(relief=1500.0, base_elevation=500.0)
    grid = Grid(shape=(130, 200), cell_size=10.0)
    ours = generate.spectral(grid, noun, seed=1).elevation.astype(np.float64)

    by_parts = spectral_module._sum(spectral_module._waves(grid, noun, 1), grid, noun, np.fft)
    assert np.abs(ours - by_parts).max() <= 1e-6 * 2000.0
    waves = spectral_module._waves(grid, noun, 1)
    at_once = np.fft.irfft2(waves, s=(129, 199), norm="forward") + 1250.0
    assert np.abs(ours[:-1, :-1] - at_once).max() <= 1e-6 * 2000.0


@pytest.mark.parametrize("exponent", [2.0, 3.0])
def test_power_falls_with_frequency_as_asked(exponent: float) -> None:
    grid = Grid(shape=(257, 257))
    z = generate.spectral(grid, Spectral(exponent=exponent), seed=3).elevation[:-1, :-1].astype(np.float64)
    power = np.abs(np.fft.fft2(z)) ** 2
    k = np.hypot(*np.meshgrid(np.fft.fftfreq(256), np.fft.fftfreq(256)))
    bands = [(0.02, 0.04), (0.04, 0.08), (0.08, 0.16), (0.16, 0.32)]
    means = [power[(k >= low) & (k < high)].mean() for low, high in bands]
    fitted = -np.polyfit(np.arange(4), np.log2(means), 1)[0]
    assert fitted == pytest.approx(exponent, abs=0.12)


def test_relief_is_four_deviations_whatever_the_cell_size() -> None:
    spread = []
    for seed in range(12):
        for n in (65, 129):
            z = generate.spectral(
                Grid(shape=(n, n), cell_size=640.0 / (n - 1)), Spectral(relief=400.0), seed=seed
            ).elevation
            spread.append(z.std())
    assert np.mean(spread) == pytest.approx(100.0, rel=0.15)
    z = generate.spectral(Grid(shape=(513, 513)), Spectral(relief=400.0, wavelength=64.0), seed=1).elevation
    assert z.std() == pytest.approx(100.0, rel=0.1)
    assert z.mean() == pytest.approx(200.0, abs=0.1)


def test_halving_the_cell_size_keeps_all_waves() -> None:
    noun = Spectral(relief=400.0)
    coarse = generate.spectral(Grid(shape=(65, 97), cell_size=8.0), noun, seed=3).elevation[:-1, :-1].astype(np.float64)
    fine = generate.spectral(Grid(shape=(129, 193), cell_size=4.0), noun, seed=3).elevation[:-1, :-1].astype(np.float64)
    a, b = np.fft.rfft2(coarse, norm="forward"), np.fft.rfft2(fine, norm="forward")
    np.testing.assert_allclose(a[:32, :48], b[:32, :48], atol=1e-5)
    np.testing.assert_allclose(a[33:, :48], b[-31:, :48], atol=1e-5)
    assert np.corrcoef(coarse.ravel(), fine[::2, ::2].ravel())[0, 1] > 0.995


def test_sum_and_integral_of_power_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = [spectral_module._power(100.0, 80.0, 0.2, e) for e in (1.0, 2.0, 3.2)]
    monkeypatch.setattr(spectral_module, "_MOST", 0)
    ring = [spectral_module._power(100.0, 80.0, 0.2, e) for e in (1.0, 2.0, 3.2)]
    np.testing.assert_allclose(ring, exact, rtol=0.03)


@pytest.mark.parametrize("verb", ["perlin", "spectral", "noise_field"])
@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (2, 3), (13, 7)])
def test_any_shape(verb: str, shape: tuple[int, int]) -> None:
    assert getattr(generate, verb)(Grid(shape=shape, cell_size=40.0), seed=1).shape == shape


@pytest.mark.parametrize("verb", ["perlin", "spectral", "noise_field", "voronoi_peaks", "volcano"])
def test_huge_maps_are_refused(verb: str) -> None:
    with pytest.raises(MemoryLimit, match="Use a larger cell size"):
        getattr(generate, verb)(Grid(shape=(1 << 20, 1 << 20)))
