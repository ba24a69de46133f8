"""Classes of roads: thresholds, runs, and what may touch what."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from landwright.networks import CLASSES, Network, runs
from landwright.networks._classes import Limits, classify

LIMITS = Limits(cut=4.0, bank=1.0, fill=3.0, bore=8.0)
NOT_WET = np.zeros(1, bool)


def test_each_height_has_its_class() -> None:
    heights = [0.0, -4.0, 0.9, -4.1, -8.0, -8.1, 1.0, 3.0, 3.1]
    words = ["surface", "surface", "surface", "cut", "cut", "tunnel", "embankment", "embankment", "bridge"]
    assert [CLASSES[classify(np.array([gap]), NOT_WET, LIMITS)[0]] for gap in heights] == words


def test_water_below_is_always_a_bridge_and_grows_onto_land() -> None:
    gap = np.zeros(40)
    wet = np.zeros(40, bool)
    wet[20] = True
    made = classify(gap, wet, Limits(4.0, 1.0, 3.0, 8.0, shortest=7))
    assert np.flatnonzero(made == 3).tolist() == list(range(17, 24))


def test_short_stretches_join_what_lies_beside_them() -> None:
    gap = np.zeros(60)
    gap[10:12] = 5.0  # a dip too short for a bridge
    gap[30:45] = -9.0
    gap[36] = -7.0  # a skylight in a tunnel
    made = classify(gap, np.zeros(60, bool), Limits(4.0, 1.0, 3.0, 8.0, shortest=6))
    assert made[:30].tolist() == [0] * 30
    assert made[30:45].tolist() == [4] * 15


def test_crossings_are_neither_bored_nor_bridged() -> None:
    near = np.zeros(20, bool)
    near[:8] = True
    assert 4 not in classify(np.full(20, -20.0), np.zeros(20, bool), LIMITS, near)[:8]
    assert 3 not in classify(np.full(20, 20.0), np.zeros(20, bool), LIMITS, near)[:8]


@given(seed=st.integers(0, 10**6), count=st.integers(1, 120), shortest=st.integers(1, 15), jump=st.floats(0.5, 12.0))
def test_every_point_has_one_class_and_bridges_never_touch_tunnels(
    seed: int, count: int, shortest: int, jump: float
) -> None:
    draw = np.random.default_rng(seed)
    gap = np.cumsum(draw.normal(0.0, jump, count))
    wet = draw.uniform(size=count) < 0.05
    made = classify(gap, wet, Limits(4.0, 1.0, 3.0, 8.0, shortest))
    assert set(made.tolist()) <= set(range(5))
    assert not {(3, 4), (4, 3)} & set(zip(made.tolist(), made[1:].tolist()))  # R-I6
    assert (made[wet] == 3).all()
    points = np.column_stack([np.arange(count + 1.0), np.zeros(count + 1), np.zeros(count + 1)])
    codes = np.concatenate([made, made[-1:]])
    network = Network(points[[0, -1]], [[0, 1]], points, [0, count + 1], of_points={"class": codes})
    found = runs(network, 0)
    assert {i for run in found for i in range(run.first, run.last + 1)} == set(range(count + 1))
    for run in found:
        inner = codes[run.first + 1 : run.last] if run.code in (3, 4) else codes[run.first : run.last + 1]
        assert (inner == run.code).all()
        if run.code in (3, 4) and run.first > 0:
            assert codes[run.first] != run.code  # one point of overlap
