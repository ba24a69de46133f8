"""Rays through the pyramid of heights, against many small steps."""

from __future__ import annotations

import math

import numpy as np
import pytest

from landwright.render import _view
from landwright.render._kernels import trace
from naive import render_march as naive


def rough(rows: int, cols: int, seed: int = 5) -> np.ndarray:
    rng = np.random.default_rng(seed)
    z = rng.random((rows, cols)) * 12.0
    return (z + np.linspace(0.0, 25.0, cols)).astype(np.float32)


def march(z, origin, direction, cell_size=10.0, base=-1000.0, there=None):
    there = np.ones(z.shape, np.bool_) if there is None else there
    tops, levels = _view._tops(z, there)
    unit = np.array(direction, float) / np.linalg.norm(direction)
    return trace.march(z, tops, levels, cell_size, tuple(map(float, origin)), tuple(unit), 0.0, 1e30, base), unit


@pytest.mark.jit_off
@pytest.mark.parametrize("shape", [(5, 9), (12, 12), (2, 2), (2, 7)])
def test_tops_are_the_highest_corners_of_their_squares(shape: tuple[int, int]) -> None:
    z = rough(*shape)
    tops, levels = _view._tops(z, np.ones(shape, np.bool_))
    expected = naive.tops(z)
    assert len(levels) == len(expected)
    for (offset, rows, cols), level in zip(levels, expected):
        np.testing.assert_array_equal(tops[offset : offset + rows * cols].reshape(rows, cols), level)


@pytest.mark.jit_off
def test_hits_are_where_small_steps_find_them() -> None:
    z = rough(9, 14)
    rng = np.random.default_rng(1)
    met = 0
    for _ in range(60):
        origin = np.array([rng.uniform(0.0, 130.0), rng.uniform(0.0, 80.0), rng.uniform(40.0, 60.0)])
        direction = np.array([*rng.uniform(-1.0, 1.0, 2), rng.uniform(-0.8, 0.1)])
        (t, kind), unit = march(z, origin, direction)
        expected = naive.first_hit(z, 10.0, origin, unit, 400.0, 0.02)
        if math.isinf(expected):
            assert kind == trace.MISS
            assert t == trace.FAR
        else:
            met += 1
            assert kind == trace.GROUND
            assert t == pytest.approx(expected, abs=0.021)
    assert met > 20


def test_a_grazing_ray_passes_over_and_one_below_the_ridge_hits_it() -> None:
    z = np.zeros((9, 33), np.float32)
    z[:, 20] = 50.0
    assert march(z, (0.0, 40.0, 50.5), (1.0, 0.0, 0.0))[0] == (trace.FAR, trace.MISS)
    (t, kind), _ = march(z, (0.0, 40.0, 25.0), (1.0, 0.0, 0.0))
    assert kind == trace.GROUND
    assert t == pytest.approx(195.0)


def test_rays_along_lines_of_samples_and_straight_down() -> None:
    z = np.zeros((9, 9), np.float32)
    z[4, 4] = 30.0
    assert march(z, (40.0, 40.0, 100.0), (0.0, 0.0, -1.0))[0][0] == pytest.approx(70.0)
    assert march(z, (0.0, 40.0, 15.0), (1.0, 0.0, 0.0))[0][0] == pytest.approx(35.0)
    assert march(z, (40.0, 0.0, 15.0), (0.0, 1.0, 0.0))[0][0] == pytest.approx(35.0)
    assert march(z, (200.0, 40.0, 15.0), (0.0, 1.0, 0.0))[0] == (trace.FAR, trace.MISS)


def test_from_outside_a_ray_meets_the_side_down_to_the_base() -> None:
    z = np.full((9, 9), 20.0, np.float32)
    (t, kind), _ = march(z, (-50.0, 40.0, 10.0), (1.0, 0.0, 0.0), base=-5.0)
    assert kind == trace.SIDE
    assert t == pytest.approx(50.0, abs=0.01)
    assert march(z, (-50.0, 40.0, -6.0), (1.0, 0.0, 0.0), base=-5.0)[0] == (trace.FAR, trace.MISS)


def test_where_there_is_no_data_rays_pass() -> None:
    z = np.full((9, 9), 20.0, np.float32)
    there = np.ones((9, 9), np.bool_)
    there[3:6, 3:6] = False
    assert march(z, (40.0, 40.0, 90.0), (0.0, 0.0, -1.0), there=there)[0] == (trace.FAR, trace.MISS)
    assert march(z, (5.0, 5.0, 90.0), (0.0, 0.0, -1.0), there=there)[0][0] == pytest.approx(70.0)


@pytest.mark.jit_off
@pytest.mark.parametrize("x", [-25.0, -10.0, -3.0, 0.0, 4.0, 10.0, 13.0, 20.0, 27.0, 45.0])
def test_folding_mirrors_at_both_edges(x: float) -> None:
    place, sign = trace.fold(x, 10.0)
    assert 0.0 <= place <= 10.0
    phase = x % 20.0
    assert place == pytest.approx(phase if phase <= 10.0 else 20.0 - phase)
    if phase not in (0.0, 10.0):
        assert sign == (1.0 if phase < 10.0 else -1.0)
