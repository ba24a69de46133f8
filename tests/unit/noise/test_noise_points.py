"""Noise at points against plain twins, its values at lattice points, its range, its slopes."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import landwright.noise as noise
from landwright.errors import SettingError
from landwright.grid import Grid
from landwright.noise._octaves import farthest, plan
from naive import noise_points as naive

BASES = {
    "white": noise.White(wavelength=90.0),
    "value": noise.Value(wavelength=90.0),
    "perlin": noise.Perlin(wavelength=90.0),
    "simplex": noise.Simplex(wavelength=90.0),
    "f1": noise.Cellular(wavelength=90.0),
    "f2": noise.Cellular(wavelength=90.0, output="f2", jitter=0.8),
    "walls": noise.Cellular(wavelength=90.0, output="f2_minus_f1", metric="manhattan"),
    "patches": noise.Cellular(wavelength=90.0, output="value", metric="chebyshev"),
}
FRACTALS = {
    "fbm": noise.Fbm(base=BASES["perlin"], octaves=5, lacunarity=2.1),
    "fbm of simplex": noise.Fbm(base=BASES["simplex"], octaves=4, gain=0.7),
    "fbm of cells": noise.Fbm(base=BASES["f1"], octaves=2),
    "ridged": noise.Ridged(base=BASES["simplex"], octaves=4),
    "ridged cells": noise.Ridged(base=BASES["f2"], octaves=2),
    "billow": noise.Billow(base=BASES["value"], octaves=4),
    "hybrid": noise.HybridMultifractal(base=BASES["perlin"], octaves=4),
}
ALL = BASES | FRACTALS
PERIOD = (271.3, 430.0, 350.9)
SMOOTH = ("value", "perlin", "simplex", "fbm", "fbm of simplex", "ridged", "billow", "hybrid")


def scattered(count: int, dim: int, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    near = rng.uniform(-400.0, 400.0, (count - count // 4, dim))
    return np.concatenate([near, 1e6 * near[: count // 4]])


@pytest.mark.jit_off
@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("repeats", [False, True])
@pytest.mark.parametrize("name", ALL)
def test_points_agree_with_the_plain_twin(name, dim, repeats):
    noun, points = ALL[name], scattered(16, dim)
    period = PERIOD[:dim] if repeats else None
    made = plan(noun, dim, 5, period)
    twin = [naive.sample(noun, made, tuple(p)) for p in points.tolist()]
    np.testing.assert_allclose(noise.sample(noun, points, seed=5, period=period), twin, rtol=0, atol=3e-6)


@pytest.mark.parametrize("metric", ["euclidean", "manhattan", "chebyshev"])
@pytest.mark.parametrize("dim,count", [(2, 1500), (3, 60)])
def test_the_nearest_feature_is_found_however_far_it_lies(metric, dim, count):
    """Points in the corners of cells, where a feature two cells away may be the nearest, and far more often the second."""
    rng = np.random.default_rng(2)
    points = rng.integers(-500, 500, (count, dim)) + rng.uniform(-0.05, 0.05, (count, dim))
    for output in ("f1", "f2", "value"):
        noun = noise.Cellular(wavelength=1.0, output=output, metric=metric)
        made = plan(noun, dim, 3)
        twin = np.array([naive.sample(noun, made, tuple(p)) for p in points.tolist()])
        found = noise.sample(noun, points, seed=3)
        assert np.abs(found - twin).max() < 2e-6


def test_three_by_three_cells_would_not_do():
    """The case that the search of further rings is for occurs in a million points."""
    points = np.random.default_rng(3).uniform(0, 1e5, (1_000_000, 2))
    far = noise.sample(noise.Cellular(wavelength=1.0), points, seed=3) > 1.0
    assert 20 < far.sum() < 10_000


@pytest.mark.jit_off
@pytest.mark.parametrize("dim", [2, 3])
def test_bare_perlin_is_zero_at_lattice_points_and_fbm_is_not(dim):
    points = np.random.default_rng(4).integers(-5000, 5000, (40, dim)) * 500.0
    assert not noise.sample(noise.Perlin(wavelength=500.0), points, seed=9).any()
    rough = noise.sample(noise.Fbm(base=noise.Perlin(wavelength=500.0)), points, seed=9)
    assert np.abs(rough).min() > 0.0
    assert rough.std() > 0.02


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("name", ALL)
def test_ranges_are_as_documented_in_a_million_points(name, dim):
    noun = ALL[name]
    points = np.random.default_rng(6).uniform(0, 1e6, (1_000_000 if dim == 2 else 300_000, dim))
    found = noise.sample(noun, points, seed=11)
    basis = noun.base if hasattr(noun, "base") else noun
    distances = basis.kind == "cellular" and basis.output != "value" and noun.kind in ("cellular", "fbm")
    low, high = (0.0, farthest(basis, dim)) if distances else (-1.0, 1.0)
    if noun.kind == "hybrid":
        low = (noun.offset - 1.0) / (noun.offset + 1.0)
    assert np.isfinite(found).all()
    assert low <= found.min()
    assert found.max() <= high
    assert found.max() - found.min() > 0.4 * (high - low) * (0.6 if dim == 3 or noun.kind == "hybrid" else 1.0)


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("name", ["perlin", "simplex"])
def test_range_holds_where_gradients_conspire(name, dim):
    """The bound is the sum over corners of weight times the largest product with a gradient in [-1, 1]^dim."""
    if name == "perlin":
        middle = [0.5] * dim
        corners = np.stack(np.meshgrid(*[[0.0, 1.0]] * dim), -1).reshape(-1, dim)
        weight = 0.5**dim
        assert math.isclose(sum(weight * np.abs(middle - c).sum() for c in corners), dim / 2.0)
        return
    rng = np.random.default_rng(0)
    if dim == 2:
        lattice = np.array([[naive.EDGE * (i + j / 2), naive.ROW * j] for i in range(-3, 4) for j in range(-3, 4)])
        scale = 72.36
    else:
        corner = np.stack(np.meshgrid(*[np.arange(-2, 3.0)] * 3), -1).reshape(-1, 3)
        lattice, scale = np.concatenate([corner, corner + 0.5]), 62.15
    places = rng.uniform(0, 1, (60_000, dim))
    total = np.zeros(len(places))
    for point in lattice:
        d = places - point
        total += np.maximum(0.5 - (d * d).sum(1), 0.0) ** 4 * np.abs(d).sum(1)
    assert 0.98 < scale * total.max() <= 1.0


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("name", SMOOTH)
def test_slopes_are_those_of_the_values(name, dim):
    noun, points = ALL[name], np.random.default_rng(7).uniform(-4e3, 4e3, (2000, dim))
    values, gradient = noise.sample_gradient(noun, points, seed=13)
    assert np.array_equal(values, noise.sample(noun, points, seed=13))
    step = 0.03
    for axis in range(dim):
        aside = np.zeros(dim)
        aside[axis] = step
        rise = noise.sample(noun, points + aside, seed=13).astype(float) - noise.sample(noun, points - aside, seed=13)
        error = np.abs(rise / (2 * step) - gradient[:, axis])
        assert np.median(error) < 6e-6
        # a crease (ridged, billow, a weight that is clamped) lies between the two sides of few points
        assert np.quantile(error, 0.95) < 3e-5
        assert np.abs(gradient[:, axis]).max() > 1e-3


def test_slopes_of_a_warp_follow_the_chain_rule():
    noun = noise.Warp(base=FRACTALS["fbm"], by=noise.Simplex(wavelength=300.0), amplitude=60.0)
    points = np.random.default_rng(8).uniform(-4e3, 4e3, (500, 2))
    values, gradient = noise.sample_gradient(noun, points, seed=3)
    assert np.array_equal(values, noise.sample(noun, points, seed=3))
    for axis, aside in enumerate(([0.05, 0.0], [0.0, 0.05])):
        rise = noise.sample(noun, points + aside, seed=3).astype(float) - noise.sample(noun, points - aside, seed=3)
        assert np.abs(rise / 0.1 - gradient[:, axis]).max() < 1e-4


def test_slopes_on_a_grid_are_those_at_its_points():
    grid = Grid(shape=(21, 34), cell_size=7.0, origin=(1e8, -2e7))
    points = np.stack(np.broadcast_arrays(grid.x, grid.y[:, None]), -1).reshape(-1, 2)
    for noun in (FRACTALS["ridged"], noise.Warp(base=FRACTALS["fbm"])):
        values, gradient = noise.sample_gradient(noun, grid, seed=1)
        at_points = noise.sample_gradient(noun, points, seed=1)
        assert np.array_equal(values.ravel(), at_points.values)
        assert np.array_equal(gradient.reshape(-1, 2), at_points.gradient)


@pytest.mark.parametrize("noun", [BASES["white"], BASES["f1"], noise.Ridged(base=BASES["f1"])])
def test_noise_without_slopes_is_refused(noun):
    with pytest.raises(SettingError, match=r"gradient needs value, perlin or simplex noise, got '(white|cellular)'"):
        noise.sample_gradient(noun, [[0.0, 0.0]])


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("name", SMOOTH)
def test_values_and_slopes_do_not_jump_between_cells(name, dim):
    """Along a line in small steps nothing changes by more than the steepest slope allows."""
    noun = ALL[name]
    step = 0.01
    along = np.linspace(0.3, 1.0, dim)
    points = np.arange(100_000)[:, None] * (step * along / np.linalg.norm(along)) + 17.3
    values, gradient = noise.sample_gradient(noun, points, seed=2)
    change = np.abs(np.diff(values.astype(float)))
    assert change.max() <= step * np.linalg.norm(gradient, axis=1).max() * 1.01 + 3e-7
    if noun.kind in ("value", "perlin", "simplex", "fbm"):
        assert np.abs(np.diff(gradient, axis=0)).max() < 0.03 * np.abs(gradient).max()


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("basis", [noise.Perlin(wavelength=500.0), noise.Value(wavelength=500.0)])
def test_exact_at_a_hundred_thousand_kilometres(basis, dim):
    """Against exact rational arithmetic, not against rounded float64 coordinates."""
    noun = noise.Fbm(base=basis, octaves=8)
    points = 1e8 + np.random.default_rng(9).uniform(0, 4000.0, (40, dim))
    made = plan(noun, dim, 4)
    for point, found in zip(points.tolist(), noise.sample(noun, points, seed=4)):
        total = 0.0
        for o in range(8):
            exact = [
                Fraction(p) * Fraction(f) + Fraction(d) for p, f, d in zip(point, made.frequency[o], made.offset[o])
            ]
            floor = [math.floor(e) for e in exact]
            words = tuple(int(w) for w in made.words[o])
            cell = lambda inside, floor=floor, words=words: _moved(basis, inside, floor, words)  # noqa: E731
            total += float(made.amplitude[o]) * cell([float(e - f) for e, f in zip(exact, floor)])
        assert abs(total - float(found)) <= 1e-6


def _moved(basis, inside, floor, words):
    """One octave near the origin, with the hashes of the cells at `floor`: the words take up the difference."""
    import itertools

    from naive.noise_rows import faded

    total = 0.0
    for corner in itertools.product((0, 1), repeat=len(inside)):
        h = naive.hashed([f + c for f, c in zip(floor, corner)], words)
        weight = math.prod(faded(1 - abs(i - c)) for i, c in zip(inside, corner))
        if basis.kind == "value":
            total += weight * naive.centered(h)
        else:
            slope = naive.gradient(h, len(inside))
            total += weight * sum(g * (i - c) for g, i, c in zip(slope, inside, corner))
    return total * (2.0 / 3.0 if basis.kind == "perlin" and len(inside) == 3 else 1.0)


@pytest.mark.parametrize("basis", ["perlin", "simplex", "value"])
def test_far_out_it_is_as_rough_as_at_home(basis):
    noun = noise.Fbm(base=BASES[basis], octaves=6)
    home, away = Grid(shape=(200, 200), cell_size=2.0), Grid(shape=(200, 200), cell_size=2.0, origin=(1e8, 1e8))
    rough = [np.abs(np.diff(noise.sample(noun, grid, seed=s))).mean() for grid in (home, away) for s in range(4)]
    assert np.mean(rough[4:]) == pytest.approx(np.mean(rough[:4]), rel=0.15)


def test_no_period_of_256_cells():
    for name in ("value", "perlin", "simplex", "white", "f1"):
        base = BASES[name].replace(wavelength=1.0)
        points = np.random.default_rng(10).uniform(0, 200, (4000, 2))
        here = noise.sample(base, points, seed=1)
        for cells in (256.0, 65536.0):
            unit = naive.EDGE if name == "simplex" else 1.0
            there = noise.sample(base, points + np.array([cells * unit, 0.0]), seed=1)
            assert abs(np.corrcoef(here, there)[0, 1]) < 0.1


@pytest.mark.parametrize("name,allowed", [("simplex", 1.12), ("perlin", 1.35)])
def test_no_direction_is_special(name, allowed):
    """Mean squared difference over half a wavelength, by direction."""
    points = np.random.default_rng(11).uniform(0, 1e5, (200_000, 2))
    here = noise.sample(BASES[name], points, seed=6).astype(float)
    found = []
    for degrees in range(0, 180, 15):
        turn = 45.0 * np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
        found.append(((noise.sample(BASES[name], points + turn, seed=6) - here) ** 2).mean())
    assert max(found) / min(found) < allowed
