"""Voronoi peaks: V-I1 to V-I7, the edge cases of the specification, and metres."""

from __future__ import annotations

import math

import numpy as np
import pytest

from landwright import Grid, Heightfield, generate
from landwright.errors import FieldError, SettingError
from landwright.generate import VoronoiPeaks
from naive import generate_peaks as naive

SHAPES = ["linear", "power", "sin_power", "combined"]
GRID = Grid(shape=(21, 30), cell_size=10.0)


def twin(grid: Grid, noun: VoronoiPeaks, seed: int, start=None) -> np.ndarray:
    made = generate.voronoi_peak_list(grid, noun, seed=seed)
    heights = made.positions[:, 2] / noun.relief
    peaks = [(int(r), int(c), float(h)) for (r, c), h in zip(made.samples, heights)]
    diagonal = math.hypot(*grid.extent) / grid.cell_size
    z = naive.voronoi_peaks(*grid.shape, peaks, noun.shape, noun.falloff, noun.dropoff, diagonal, start)
    return noun.relief * np.array(z)


@pytest.mark.jit_off
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("count", [1, 6])
def test_peaks_are_the_literal_formula(shape: str, count: int) -> None:
    """V-I1 at every sample, clamped as step 6 says."""
    noun = VoronoiPeaks(shape=shape, count=count, relief=200.0, falloff=0.7, dropoff=0.8)
    z = generate.voronoi_peaks(GRID, noun, seed=5).elevation
    np.testing.assert_allclose(z, twin(GRID, noun, 5), atol=1e-4)


@pytest.mark.parametrize("shape", SHAPES)
def test_peaks_at_random_samples_before_clamping(shape: str) -> None:
    """V-I1 written out once more, with numbers instead of a twin."""
    noun = VoronoiPeaks(shape=shape, relief=100.0, falloff=0.2, dropoff=2.0, peaks=((100.0, 100.0, 90.0),))
    z = generate.voronoi_peaks(GRID, noun).elevation
    d = math.hypot(70.0, 40.0) / math.hypot(290.0, 200.0)
    expected = {
        "linear": 0.9 - 0.2 * d,
        "power": 0.9 - 0.2 * d**2,
        "sin_power": 0.9 - (3 * d) ** 0.2 - math.sin(2 * math.pi * d) / 2.0,
        "combined": 0.9 - 0.2 * d - d**2,
    }[shape]
    assert z[20 - 14, 17] == pytest.approx(100.0 * max(expected, 0.0), abs=1e-4)


def test_the_result_is_nowhere_lower_than_the_start() -> None:
    """V-I2, and what a recipe's combine = "max" does."""
    rng = np.random.default_rng(1)
    start = Heightfield(rng.uniform(0.0, 60.0, GRID.shape), grid=GRID, mask=rng.random(GRID.shape) < 0.9)
    noun = VoronoiPeaks(relief=100.0)
    z = generate.voronoi_peaks(GRID, noun, seed=2, start=start)
    assert (z.elevation >= start.elevation).all()
    alone = generate.voronoi_peaks(GRID, noun, seed=2).elevation
    assert (z.elevation == np.maximum(alone, start.elevation)).all()
    np.testing.assert_allclose(z.elevation, twin(GRID, noun, 2, (start.elevation / 100.0).tolist()), atol=1e-4)
    assert (z.mask == start.mask).all()
    with pytest.raises(FieldError, match="start must lie on the grid of shape"):
        generate.voronoi_peaks(Grid(shape=(21, 31), cell_size=10.0), noun, start=start)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_order_of_peaks_is_irrelevant(shape: str) -> None:
    """V-I3."""
    peaks = ((20.0, 30.0, 50.0), (200.0, 90.0, 70.0), (140.0, 160.0, 70.0), (200.0, 90.0, 40.0))
    noun = VoronoiPeaks(shape=shape, relief=100.0, peaks=peaks)
    turned = noun.replace(peaks=peaks[::-1])
    assert (generate.voronoi_peaks(GRID, noun).elevation == generate.voronoi_peaks(GRID, turned).elevation).all()


@pytest.mark.parametrize("shape", ["linear", "power", "combined"])
def test_the_highest_sample_is_the_highest_peak(shape: str) -> None:
    """V-I4."""
    noun = VoronoiPeaks(shape=shape, relief=500.0, count=7)
    for seed in range(5):
        z = generate.voronoi_peaks(GRID, noun, seed=seed).elevation
        made = generate.voronoi_peak_list(GRID, noun, seed=seed)
        top = made.positions[:, 2].argmax()
        assert np.unravel_index(z.argmax(), z.shape) == tuple(made.samples[top])
        assert z.max() == np.float32(made.positions[top, 2])


def test_seeds_name_the_peaks_and_values_stay_in_range() -> None:
    """V-I5, V-I6."""
    for shape in SHAPES:
        noun = VoronoiPeaks(shape=shape, relief=300.0, max_height=1.0, count=9)
        a = generate.voronoi_peaks(GRID, noun, seed="peaks").elevation
        assert (a == generate.voronoi_peaks(GRID, noun, seed="peaks").elevation).all()
        assert (a != generate.voronoi_peaks(GRID, noun, seed="peak").elevation).any()
        assert a.min() >= 0.0
        assert a.max() <= 300.0


def test_no_falloff_is_a_plateau() -> None:
    """V-I7."""
    noun = VoronoiPeaks(falloff=0.0)
    z = generate.voronoi_peaks(GRID, noun, seed=1).elevation
    assert (z == np.float32(generate.voronoi_peak_list(GRID, noun, seed=1).positions[:, 2].max())).all()


def test_known_values_of_the_specification() -> None:
    """Combined reaches 0 at d = 0.262, sin_power returns near d = 0.74 to 0.991."""
    line = Grid(shape=(1, 1001), cell_size=1.0)
    noun = VoronoiPeaks(relief=1.0, peaks=((0.0, 0.0, 0.5),), shape="combined")
    z = generate.voronoi_peaks(line, noun).elevation[0]
    assert np.flatnonzero(z[1:] == 0.0)[0] + 1 == pytest.approx(262, abs=2)
    z = generate.voronoi_peaks(line, noun.replace(shape="sin_power")).elevation[0]
    assert z[1:].argmax() == pytest.approx(740, abs=15)
    assert z[1:].max() == pytest.approx(0.991, abs=0.005)


def test_edge_cases_of_the_exponents() -> None:
    with pytest.raises(SettingError, match='dropoff must be > 0 with shape "sin_power"'):
        VoronoiPeaks(shape="sin_power", dropoff=0.0)
    noun = VoronoiPeaks(shape="power", dropoff=0.0, falloff=0.2, relief=1.0, peaks=((0.0, 0.0, 0.5),))
    z = generate.voronoi_peaks(GRID, noun).elevation
    assert z[-1, 0] == 0.5
    assert np.unique(z).tolist() == [np.float32(0.3), 0.5]
    sunk = generate.voronoi_peaks(GRID, noun.replace(shape="sin_power", falloff=0.0, dropoff=10.0)).elevation
    assert np.count_nonzero(sunk) == 1


def test_labels_say_who_won() -> None:
    noun = VoronoiPeaks(count=6, falloff=1.0, relief=100.0, min_height=0.8, max_height=0.8)
    labels = generate.voronoi_peak_labels(GRID, noun, seed=3).values
    samples = generate.voronoi_peak_list(GRID, noun, seed=3).samples
    rows, cols = np.mgrid[: GRID.rows, : GRID.cols]
    d = np.hypot(rows[..., None] - samples[:, 0], cols[..., None] - samples[:, 1])
    ordered = np.sort(d, axis=-1)
    clear = ordered[..., 1] - ordered[..., 0] > 1e-6
    assert (labels[clear] == d.argmin(axis=-1)[clear]).all()
    assert [labels[r, c] for r, c in samples] == list(range(6))


def test_peaks_are_drawn_in_metres_and_keep_their_place() -> None:
    noun = VoronoiPeaks(count=20)
    coarse = generate.voronoi_peak_list(Grid(shape=(65, 129), cell_size=8.0), noun, seed=4).positions
    fine = generate.voronoi_peak_list(Grid(shape=(257, 513), cell_size=2.0), noun, seed=4).positions
    assert np.abs(coarse - fine)[:, :2].max() <= 5.0
    assert (coarse[:, 2] == fine[:, 2]).all()
    assert fine[:, 0].min() < 120.0 < 900.0 < fine[:, 0].max()
    a = generate.voronoi_peaks(Grid(shape=(65, 129), cell_size=8.0), noun, seed=4).elevation
    b = generate.voronoi_peaks(Grid(shape=(257, 513), cell_size=2.0), noun, seed=4).elevation
    assert np.abs(b[::4, ::4] - a).max() < 0.02 * 1000.0


def test_spacing_keeps_peaks_apart_or_says_that_it_cannot() -> None:
    grid = Grid(shape=(101, 101), cell_size=10.0)
    noun = VoronoiPeaks(count=12, spacing=180.0)
    at = generate.voronoi_peak_list(grid, noun, seed=1).positions[:, :2]
    apart = np.hypot(*(at[:, None] - at[None]).transpose(2, 0, 1))
    assert apart[~np.eye(12, dtype=bool)].min() >= 180.0
    with pytest.raises(SettingError, match=r"spacing must leave room for 12 peaks .* use fewer peaks"):
        generate.voronoi_peaks(grid, noun.replace(spacing=700.0), seed=1)


@pytest.mark.parametrize(
    "options, text",
    [
        ({"min_height": 0.6, "max_height": 0.5}, "min_height must not exceed max_height"),
        ({"count": 0}, "count must be"),
        ({"shape": "sinpow"}, "sin_power"),
        ({"falloff": 11.0}, "falloff must be"),
        ({"peaks": ()}, "peaks must hold at least one"),
        ({"peaks": ((0.0, 0.0, 2000.0),)}, r"peaks must not be higher than relief \(1000 m\)"),
        ({"peaks": ((0.0, 0.0, -1.0),)}, "peaks"),
    ],
)
def test_wrong_settings_are_refused(options: dict, text: str) -> None:
    with pytest.raises(SettingError, match=text):
        VoronoiPeaks(**options)


def test_a_given_peak_outside_the_map_is_refused() -> None:
    with pytest.raises(SettingError, match=r"peaks\.1 must lie on the map, x 0 to 290, y 0 to 200, got \(500"):
        generate.voronoi_peaks(GRID, VoronoiPeaks(peaks=((0.0, 0.0, 1.0), (500.0, 0.0, 1.0))))


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (7, 1), (2, 2)])
def test_small_maps(shape: tuple[int, int]) -> None:
    noun = VoronoiPeaks(count=3, relief=10.0)
    z = generate.voronoi_peaks(Grid(shape=shape), noun, seed=1).elevation
    assert z.max() == np.float32(generate.voronoi_peak_list(Grid(shape=shape), noun, seed=1).positions[:, 2].max())
