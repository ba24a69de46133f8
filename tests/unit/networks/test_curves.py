"""Curves: cubics by least squares, the stiff line of the twin, and bends that keep their radius."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright.errors import FieldError
from landwright.networks._curves import curvature, ease, evaluate, fit_cubic, fit_cubics, lengths, resample, smooth_line
from landwright.networks._kernels.curves import stiffen
from naive.networks_roads import stiffen as twin


@given(seed=st.integers(0, 10**6), count=st.integers(6, 60), axes=st.sampled_from([2, 3]))
def test_a_cubic_is_found_again_from_its_points(seed: int, count: int, axes: int) -> None:
    draw = np.random.default_rng(seed)
    cubic = draw.uniform(-500.0, 500.0, (4, axes))
    t = np.sort(np.concatenate([[0.0, 1.0], draw.uniform(0.0, 1.0, count)]))
    assert np.abs(fit_cubic(evaluate(cubic, t), t) - cubic).max() < 1e-6  # R-I1


@given(seed=st.integers(0, 10**6), count=st.integers(2, 40), tolerance=st.floats(0.5, 20.0))
def test_a_chain_keeps_its_tolerance_its_ends_and_its_direction(seed: int, count: int, tolerance: float) -> None:
    draw = np.random.default_rng(seed)
    points = np.cumsum(draw.uniform(-20.0, 30.0, (count, 2)), axis=0)
    chain = fit_cubics(points, tolerance)
    assert (chain[0, 0] == points[0]).all()  # R-I3
    assert (chain[-1, 3] == points[-1]).all()
    curve = np.concatenate([evaluate(cubic, np.linspace(0.0, 1.0, 200)) for cubic in chain])
    off = np.sqrt(((points[:, None] - curve[None]) ** 2).sum(axis=2)).min(axis=1)
    assert off.max() < 1.1 * tolerance + 0.5
    for one, other in pairwise(chain):
        assert (one[3] == other[0]).all()
        before, after = one[3] - one[2], other[1] - other[0]
        if np.hypot(*before) > 1e-6 and np.hypot(*after) > 1e-6:
            assert abs(before[0] * after[1] - before[1] * after[0]) < 1e-6 * np.hypot(*before) * np.hypot(*after) + 1e-9
            assert before @ after > 0.0


def test_long_lists_are_cut_into_curves_of_few_points() -> None:
    t = np.linspace(0.0, 6.0, 301)
    points = np.stack([50.0 * t, 80.0 * np.sin(t)], axis=1)
    assert len(fit_cubics(points, 1e6, most=100)) == 4


@pytest.mark.jit_off
@given(seed=st.integers(0, 10**6), count=st.integers(2, 24))
def test_the_banded_solver_gives_the_dense_answer(seed: int, count: int) -> None:
    draw = np.random.default_rng(seed)
    points, weight = draw.uniform(-50.0, 50.0, (count, 2)), draw.uniform(0.0, 100.0, count)
    out = np.empty_like(points)
    stiffen(points, weight, out)
    assert np.abs(out - twin(points, weight)).max() < 1e-7


def test_curvature_of_a_circle_is_one_over_its_radius() -> None:
    a = np.linspace(0.0, 5.0, 80)
    circle = 37.0 * np.stack([np.cos(a), np.sin(a)], axis=1)
    assert np.allclose(curvature(circle)[1:-1], 1.0 / 37.0, rtol=1e-9)


@given(seed=st.integers(0, 10**6), radius=st.sampled_from([8.0, 16.0, 30.0]))
def test_bends_keep_their_radius_and_ends_their_place(seed: int, radius: float) -> None:
    draw = np.random.default_rng(seed)
    turns = draw.uniform(-1.5, 1.5, 6).cumsum()
    points = np.concatenate([[[0.0, 0.0]], np.cumsum(150.0 * np.stack([np.cos(turns), np.sin(turns)], axis=1), axis=0)])
    line = smooth_line(points, step=2.0, tolerance=4.0, radius=radius)
    assert curvature(line).max() <= 1.02 / radius
    assert (line[0] == points[0]).all()
    assert (line[-1] == points[-1]).all()
    off = np.sqrt(((points[:, None] - line[None]) ** 2).sum(axis=2)).min(axis=1)
    assert off.max() < 2.0 * radius + 6.0


def test_a_gentle_line_is_only_resampled() -> None:
    points = np.stack([np.linspace(0.0, 100.0, 51), 0.001 * np.linspace(0.0, 100.0, 51) ** 2], axis=1)
    assert np.array_equal(ease(points, 3.0, 16.0), resample(points, 3.0))
    steps = np.diff(lengths(resample(points, 3.0)))
    assert steps.max() <= 3.0
    assert np.ptp(steps) < 1e-3


def test_a_ring_closes_without_a_kink() -> None:
    a = np.linspace(0.0, 2.0 * np.pi, 25)[:-1]
    ring = smooth_line(
        90.0 * np.stack([np.cos(a), np.sin(a)], axis=1), step=2.0, tolerance=4.0, radius=20.0, closed=True
    )
    assert (ring[0] == ring[-1]).all()
    first, last = ring[1] - ring[0], ring[-1] - ring[-2]
    assert first @ last > 0.99 * np.hypot(*first) * np.hypot(*last)
    assert lengths(ring)[-1] == pytest.approx(2.0 * np.pi * 90.0, rel=0.02)


def test_one_point_is_no_line() -> None:
    with pytest.raises(FieldError, match="two points or more"):
        fit_cubic([[0.0, 0.0]])
