"""What can be sampled where, with which seeds, threads, windows and periods; and what is refused."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

import landwright as lw
import landwright.noise as noise
from landwright.errors import SettingError
from landwright.grid import Grid

NOUNS = {
    "white": noise.White(wavelength=70.0),
    "value": noise.Value(wavelength=70.0),
    "perlin": noise.Perlin(wavelength=70.0),
    "simplex": noise.Simplex(wavelength=70.0),
    "f1": noise.Cellular(wavelength=70.0),
    "walls": noise.Cellular(wavelength=70.0, output="f2_minus_f1", metric="manhattan"),
    "fbm": noise.Fbm(base=noise.Perlin(wavelength=150.0), octaves=6),
    "fbm of simplex": noise.Fbm(base=noise.Simplex(wavelength=150.0), octaves=3),
    "ridged": noise.Ridged(base=noise.Value(wavelength=90.0), octaves=3),
    "billow": noise.Billow(base=noise.Perlin(wavelength=90.0), octaves=3),
    "hybrid": noise.HybridMultifractal(base=noise.Simplex(wavelength=90.0), octaves=3),
    "warp": noise.Warp(
        base=noise.Fbm(base=noise.Perlin(wavelength=120.0), octaves=3),
        by=noise.Simplex(wavelength=80.0),
        amplitude=40.0,
    ),
}
SMOOTH = [name for name in NOUNS if name not in ("white", "f1", "walls")]


def same_bits(a, b):
    return a.dtype == b.dtype == np.float32 and np.array_equal(a.view(np.uint32), b.view(np.uint32))


def points_of(grid):
    return np.stack(np.broadcast_arrays(grid.x, grid.y[:, None]), -1).reshape(-1, 2)


def test_the_call_of_the_contract():
    noun = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=500.0), octaves=8, lacunarity=2.0, gain=0.5)
    grid = lw.Grid(shape=(20, 30), cell_size=4.0)
    ground = lw.noise.sample(noun, grid, seed=7)
    assert ground.shape == (20, 30)
    assert ground.dtype == np.float32
    assert ground.flags.c_contiguous
    assert lw.noise.sample(noun, np.zeros((5, 2)), seed=7).shape == (5,)
    assert lw.noise.sample(noun, np.zeros((5, 3)), seed=7).shape == (5,)
    assert lw.noise.sample(noun, np.zeros((0, 3)), seed=7).shape == (0,)


@pytest.mark.jit_off
@pytest.mark.parametrize("period", [None, (313.0, 222.2)])
@pytest.mark.parametrize("name", NOUNS)
def test_grid_points_and_windows_have_the_same_bits(name, period):
    grid = Grid(shape=(13, 19), cell_size=7.3, origin=(1e6 + 0.1, -3e5))
    whole = noise.sample(NOUNS[name], grid, seed=3, period=period)
    points = noise.sample(NOUNS[name], points_of(grid), seed=3, period=period)
    assert same_bits(whole.ravel(), points)
    window = noise.sample(NOUNS[name], grid.window(4, 11, 2, 3), seed=3, period=period)
    assert same_bits(window, whole[4:11, 2:3])


@pytest.mark.parametrize("name", NOUNS)
def test_threads_order_and_blocks_change_nothing(name, monkeypatch):
    grid = Grid(shape=(150, 101), cell_size=3.0)
    points = points_of(grid)
    monkeypatch.setenv("LANDWRIGHT_THREADS", "1")
    once = noise.sample(NOUNS[name], points, seed=1)
    for threads in ("2", "5"):
        monkeypatch.setenv("LANDWRIGHT_THREADS", threads)
        assert same_bits(noise.sample(NOUNS[name], points, seed=1), once)
        assert same_bits(noise.sample(NOUNS[name], grid, seed=1).ravel(), once)
    assert same_bits(noise.sample(NOUNS[name], points[::-1], seed=1)[::-1].copy(), once)
    assert same_bits(noise.sample(NOUNS[name], points[5000:5003], seed=1), once[5000:5003])


@pytest.mark.parametrize("name", NOUNS)
def test_a_volume_is_noise_in_space(name):
    grid = Grid(shape=(9, 11), cell_size=5.0)
    levels = [12.0, -40.0]
    stack = noise.sample_volume(NOUNS[name], grid, levels, seed=2)
    assert stack.shape == (2, 9, 11)
    for level, layer in zip(levels, stack):
        points = np.column_stack([points_of(grid), np.full(99, level)])
        assert same_bits(layer.ravel(), noise.sample(NOUNS[name], points, seed=2))


@pytest.mark.jit_off
@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("name", NOUNS)
def test_values_repeat_with_the_period(name, dim):
    """Lengths that are no multiple of anything; the noise does not repeat sooner."""
    period = (283.7, 411.0, 350.03)[:dim]
    points = np.random.default_rng(5).uniform(-500.0, 500.0, (60, dim))
    here = noise.sample(NOUNS[name], points, seed=8, period=period)
    for axis in range(dim):
        for times in (1.0, -2.0, 41.0):
            aside = np.zeros(dim)
            aside[axis] = times * period[axis]
            there = noise.sample(NOUNS[name], points + aside, seed=8, period=period)
            assert np.abs(there - here).max() < 1e-4
        half = np.zeros(dim)
        half[axis] = period[axis] / 2.0
        assert np.abs(noise.sample(NOUNS[name], points + half, seed=8, period=period) - here).max() > 0.05


@pytest.mark.parametrize("dim", [2, 3])
@pytest.mark.parametrize("name", SMOOTH)
def test_slopes_repeat_with_the_period(name, dim):
    period = (283.7, 411.0, 350.03)[:dim]
    points = np.random.default_rng(6).uniform(-500.0, 500.0, (400, dim))
    here = noise.sample_gradient(NOUNS[name], points, seed=8, period=period)
    assert np.array_equal(here.values, noise.sample(NOUNS[name], points, seed=8, period=period))
    for axis in range(dim):
        aside = np.zeros(dim)
        aside[axis] = period[axis]
        there = noise.sample_gradient(NOUNS[name], points + aside, seed=8, period=period)
        error = np.abs(there.gradient - here.gradient)
        assert np.quantile(error, 0.995) < 1e-5 * max(1.0, np.abs(here.gradient).max() / 0.01)


@pytest.mark.parametrize("name", SMOOTH)
def test_the_seam_is_smooth(name):
    """One sample each side of the seam: the step across is the slope there, as anywhere else."""
    period = (283.7, 411.0)
    y = np.linspace(0.0, 411.0, 500)
    for edge in (0.0, 283.7):
        left, right = np.column_stack([y * 0 + edge - 1e-3, y]), np.column_stack([y * 0 + edge + 1e-3, y])
        step = noise.sample(NOUNS[name], right, seed=8, period=period) - noise.sample(
            NOUNS[name], left, seed=8, period=period
        )
        assert np.abs(step).max() < 1e-3


def test_a_tile_of_a_periodic_grid_fits_to_its_copy():
    grid = Grid(shape=(64, 48), cell_size=10.0)
    noun = NOUNS["fbm of simplex"]
    whole = noise.sample(noun, grid.window(0, 64, 0, 96), seed=3, period=(480.0, 640.0))
    np.testing.assert_allclose(whole[:, :48], whole[:, 48:], atol=2e-6)


@pytest.mark.parametrize(
    "period,text",
    [
        ((100.0, 300.0), r"period must be at least one wavelength of the first octave \(150 m\) along x, got 100.0"),
        ((300.0, 149.0), "along y, got 149.0"),
        ((300.0,), r"period must be 2 lengths > 0 \(metres\), \(x, y\), got \(300.0,\)"),
        ((300.0, float("nan")), "must be 2 lengths > 0"),
        ((300.0, -300.0), "must be 2 lengths > 0"),
        (("a", "b"), "must be a list of lengths"),
        (7, "must be a list of lengths"),
    ],
)
def test_periods_that_hold_nothing_are_refused(period, text):
    with pytest.raises(SettingError, match=text):
        noise.sample(NOUNS["fbm"], [[0.0, 0.0]], period=period)


@pytest.mark.parametrize(
    "where,text",
    [
        (np.zeros((3, 4)), r"points must have the shape \(n, 2\) or \(n, 3\), got \(3, 4\)"),
        (np.zeros(4), "must have the shape"),
        ([[0.0, float("nan")]], r"points must be finite .* got \[0.0, nan\]"),
        ([[0.0, 1e16]], "within 1e\\+15 m"),
        ("here", "must be a Grid or an array"),
        (Grid(shape=(3, 3), cell_size=1.0, origin=(1e16, 0.0)), "must lie within 1e\\+15 m"),
    ],
)
def test_places_that_are_none_are_refused(where, text):
    with pytest.raises(SettingError, match=text):
        noise.sample(NOUNS["perlin"], where)
    if not isinstance(where, Grid):
        with pytest.raises(SettingError, match=text):
            noise.sample_gradient(NOUNS["perlin"], where)


@pytest.mark.parametrize("levels", [5.0, [[1.0]], [float("inf")], [1e16]])
def test_levels_that_are_none_are_refused(levels):
    with pytest.raises(SettingError, match="z must be a list of finite elevations"):
        noise.sample_volume(NOUNS["perlin"], Grid(shape=(2, 2)), levels)


def test_ten_thousand_seeds_give_ten_thousand_noises():
    noun = noise.Perlin(wavelength=10.0)
    points = np.random.default_rng(12).uniform(0.0, 100.0, (12, 2))
    seeds = np.random.default_rng(13).integers(0, 2**64, 10_000, dtype=np.uint64)
    found = {hashlib.sha256(noise.sample(noun, points, seed=int(s)).tobytes()).digest() for s in seeds}
    assert len(found) == 10_000


@pytest.mark.parametrize("name", ["white", "value", "perlin", "simplex", "f1"])
def test_neighbouring_seeds_do_not_correlate(name):
    """F1 is shorter in the middle of a square whatever the seed, which is a correlation of one hundredth."""
    noun = NOUNS[name].replace(wavelength=2.0)
    grid = Grid(shape=(96, 96), cell_size=1.7)
    first = np.random.default_rng(14).integers(-(2**62), 2**62, 40).tolist() + list(range(-2, 160))
    found = []
    for seed in first:
        a, b = noise.sample(noun, grid, seed=seed), noise.sample(noun, grid, seed=seed + 1)
        found.append(np.corrcoef(a.ravel(), b.ravel())[0, 1])
    assert len(found) >= 200
    assert np.abs(found).max() < 0.08
    assert abs(np.mean(found)) < (0.02 if name == "f1" else 0.005)


@pytest.mark.jit_off
def test_octaves_do_not_correlate():
    """One octave at a time out of a plan whose octaves all have the same wavelength."""
    from landwright.noise._octaves import plan
    from landwright.noise._sample import run

    made = plan(noise.Fbm(base=noise.Value(wavelength=2.0), octaves=3, lacunarity=1.0), 2, 5)
    points = np.random.default_rng(15).uniform(0, 1e4, (1500, 2)).reshape(-1)
    found = []
    for o in range(3):
        part = slice(o, o + 1)
        one = type(made)(
            **{
                **vars(made),
                "frequency": made.frequency[part],
                "offset": made.offset[:1],
                "cells": made.cells[part],
                "amplitude": made.amplitude[part],
                "words": made.words[part],
            }
        )
        out = np.empty(1500, np.float32)
        run(one, (points, points, points), 2, out)
        found.append(out)
    assert np.abs(np.corrcoef(found) - np.eye(3)).max() < 0.12


@pytest.mark.jit_off
def test_seeds_may_be_text_negative_or_of_64_bits():
    point = [[12.3, 45.6]]
    read = [float(noise.sample(NOUNS["perlin"], point, seed=s)[0]) for s in (7, "7", "alps", -7, 2**63, 2**64 - 1, -1)]
    assert read[5] == read[6]
    assert len(set(read)) == 6
    for seed in (1.5, True, 2**64):
        with pytest.raises(SettingError, match="seed must"):
            noise.sample(NOUNS["perlin"], point, seed=seed)


@pytest.mark.jit_off
def test_one_octave_is_the_bare_noise_and_kinds_differ():
    points = np.random.default_rng(16).uniform(0, 1e4, (50, 2))
    bare = [noise.sample(NOUNS[n].replace(wavelength=70.0), points, seed=1) for n in ("value", "perlin", "simplex")]
    for base, found in zip(("value", "perlin", "simplex"), bare):
        noun = noise.Fbm(base=NOUNS[base].replace(wavelength=70.0), octaves=1)
        assert same_bits(noise.sample(noun, points, seed=1), found)
    assert np.abs(np.corrcoef(bare) - np.eye(3)).max() < 0.5


@pytest.mark.parametrize("octaves", [1, 32])
@pytest.mark.parametrize("gain", [0.0, 1.0, 4.0])
@pytest.mark.parametrize("wavelength", [1e-9, 1e15])
def test_extremes_stay_finite_and_in_range(octaves, gain, wavelength):
    grid = Grid(shape=(8, 8), cell_size=10.0)
    for base in (noise.Perlin, noise.Simplex, noise.Value):
        noun = noise.Fbm(base=base(wavelength=wavelength), octaves=octaves, gain=gain, lacunarity=16.0)
        found = noise.sample(noun, grid, seed=1)
        assert np.isfinite(found).all()
        assert np.abs(found).max() <= 1.0
