"""Profiles: crossings, the steepest grade, rounding, and what cannot be built."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from landwright.networks._profile import Track, blend, crossing_heights, limit_grade, profile, round_off, wander

STAR = [((0, 1), 40), ((1, 2), 55), ((3, 1), 31)]


def _tracks(hold: int = 0, curve: int = 0, meeting: int = 1) -> list[Track]:
    made = []
    for ends, count in STAR:
        holds = tuple(hold if node == meeting else 0 for node in ends)
        made.append(Track(ends, 2.0, count, (holds[0], holds[1]), curve))
    return made


def _heights(seed: int, rough: float) -> list[np.ndarray]:
    draw = np.random.default_rng(seed)
    return [np.cumsum(draw.normal(0.0, rough, count)) for _, count in STAR]


def test_a_crossing_lies_at_the_mean_of_the_ends_that_meet() -> None:
    z = [np.array([0.0, 4.0]), np.array([10.0, 0.0]), np.array([0.0, 1.0])]
    tracks = [Track(ends, 1.0, 2, (0, 0), 0) for ends, _ in STAR]
    assert crossing_heights(z, tracks, 4)[1] == 5.0  # (4 + 10 + 1) / 3


def test_blending_ends_at_the_crossing_and_leaves_what_is_far() -> None:
    z, tracks = _heights(1, 0.3), _tracks()
    crossing = crossing_heights(z, tracks, 4)
    for before, after, track in zip(z, blend(z, tracks, crossing, 20.0), tracks):
        assert after[0] == crossing[track.ends[0]]
        assert after[-1] == crossing[track.ends[1]]
        middle = len(before) // 2
        assert after[middle] == before[middle]


@given(seed=st.integers(0, 10**6), rough=st.floats(0.01, 3.0), grade=st.floats(0.03, 0.5))
def test_no_step_is_steeper_and_all_ends_meet(seed: int, rough: float, grade: float) -> None:
    tracks = _tracks(hold=5, curve=3)
    bounds = [np.full(count, -np.inf) for _, count in STAR]
    bounds[1][20:24] = 6.0
    z = _heights(seed, rough)
    made, nodes, steep = profile(z, bounds, tracks, 4, grade=grade, transition=20.0)
    if steep is not None:
        assert abs(steep.rise) > grade * steep.length - 1e-9
        return
    for one, track in zip(made, tracks):
        assert np.abs(np.diff(one)).max() <= grade * track.step * (1.0 + 1e-9) + 1e-12  # R-I5
        assert abs(one[0] - nodes[track.ends[0]]) < 1e-6  # R-I4
        assert abs(one[-1] - nodes[track.ends[1]]) < 1e-6
    assert made[1][20:24].min() >= 6.0 - 1e-9
    assert abs(made[0][-1] - made[0][-3]) < 1e-9  # level where roads meet


@given(seed=st.integers(0, 10**6), grade=st.floats(0.05, 0.4))
def test_the_grade_costs_as_little_height_as_it_can(seed: int, grade: float) -> None:
    """No profile with that grade is nearer to the given one: two of its points would already be too far apart."""
    track = Track((0, 1), 2.0, 60, (0, 0), 0)
    z = np.cumsum(np.random.default_rng(seed).normal(0.0, 1.0, 60))
    ends = np.array([z[0], z[-1]])
    made, _, _ = limit_grade([z], [track], ends, np.zeros(2, bool), grade)
    i = np.arange(60)
    excess = np.abs(z[:, None] - z[None]) - grade * 2.0 * np.abs(i[:, None] - i[None])
    assert abs(np.abs(made[0] - z).max() - max(0.0, 0.5 * excess.max())) < 1e-9


def test_what_already_keeps_the_grade_is_left_alone() -> None:
    track = Track((0, 1), 2.0, 50, (0, 0), 0)
    z = 3.0 * np.sin(np.arange(50) * 0.06)
    made, _, steep = limit_grade([z], [track], z[[0, -1]], np.ones(2, bool), 0.2)
    assert steep is None
    assert np.abs(made[0] - z).max() < 1e-12


def test_a_climb_that_is_too_steep_is_reported_with_its_ends() -> None:
    tracks = [Track((0, 1), 2.0, 51, (0, 0), 0)]
    z = [np.linspace(0.0, 30.0, 51)]
    _, _, steep = profile(z, [np.full(51, -np.inf)], tracks, 2, grade=0.12, transition=10.0)
    assert steep is not None
    assert (steep.low, steep.high, steep.rise, steep.length) == (0, 1, 30.0, 100.0)


def test_rounding_keeps_ends_straight_lines_and_the_grade() -> None:
    track = Track((0, 1), 2.0, 80, (0, 0), 8)
    straight = 0.1 * np.arange(80.0)
    assert np.abs(round_off(straight, track) - straight).max() < 1e-12
    tent = 0.2 * np.minimum(np.arange(80.0), 79.0 - np.arange(80.0))
    made = round_off(tent, track)
    assert made[0] == tent[0]
    assert np.abs(np.diff(made)).max() <= 0.2 + 1e-12
    assert np.abs(np.diff(made, 2)).max() < 0.5 * np.abs(np.diff(tent, 2)).max()


def test_random_heights_are_bounded() -> None:
    z = wander(np.linspace(0.0, 1000.0, 400), 2.0, 250.0, np.array([1.0, -1.0, 0.5, 1.0, -0.2]))
    assert np.abs(z).max() <= 2.0
    assert np.abs(np.diff(z)).max() < 0.1
