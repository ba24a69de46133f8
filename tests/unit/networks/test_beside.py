"""Masks beside lines: the distance by hand, classes that do and do not count, and a recipe that uses one."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import landwright as lw
from landwright.errors import FieldError, SettingError
from landwright.networks import CLASSES, Beside, Network, mark_beside

GRID = lw.Grid(shape=(41, 61), cell_size=5.0, origin=(-20.0, 170.0))


def _road(points: Any, width: float = 8.0, kinds: Any = None) -> Network:
    places = np.column_stack([np.asarray(points, np.float64), np.zeros(len(points))])
    carried: dict[str, Any] = {"width": np.full(len(places), width)}
    if kinds is not None:
        carried["class"] = np.asarray(kinds, np.int8)
    return Network(places[[0, -1]], [[0, 1]], places, [0, len(places)], of_points=carried)


def _distance(points: np.ndarray) -> np.ndarray:
    x, y = np.meshgrid(GRID.x, GRID.y)
    best = np.full(GRID.shape, np.inf)
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        t = np.clip(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2), 0, 1)
        best = np.minimum(best, np.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)))
    return best


@given(
    st.lists(st.tuples(st.floats(-50, 300), st.floats(-50, 200)), min_size=2, max_size=6, unique=True),
    st.floats(1, 30),
    st.floats(0, 30),
    st.floats(0, 40),
)
def test_it_is_the_distance_beyond_margin_and_edge(
    points: list[tuple[float, float]], width: float, margin: float, fade: float
) -> None:
    places = np.array(points)
    if np.hypot(*np.diff(places, axis=0).T).min() < 1e-3:
        return
    made = mark_beside({"grid": GRID, "roads": _road(places, width)}, Beside(margin=margin, fade=fade))["beside"].values
    beyond = _distance(places) - width / 2 - margin
    if fade > 1e-3:
        np.testing.assert_allclose(made, np.clip(1 - beyond / fade, 0, 1), atol=1e-4 + 1e-5 / fade)
    else:
        sure = np.abs(beyond) > 1e-3
        assert (made[sure] == (beyond <= 0)[sure]).all()


def test_bridges_count_and_tunnels_do_not() -> None:
    places = np.array([[0.0, 80.0], [80.0, 80.0], [81.0, 80.0], [160.0, 80.0], [161.0, 80.0], [240.0, 80.0]])
    kinds = [CLASSES.index(word) for word in ("surface", "surface", "bridge", "bridge", "tunnel", "tunnel")]
    road = {"grid": GRID, "roads": _road(places, kinds=kinds)}
    row = int(np.flatnonzero(GRID.y == 80.0)[0])

    def marked(**settings: Any) -> list[float]:
        values = mark_beside(road, Beside(**settings))["beside"].values[row]
        return [float(values[int(np.flatnonzero(GRID.x == at)[0])]) for at in (40.0, 120.0, 200.0)]

    assert marked() == [1.0, 1.0, 0.0]
    assert marked(bridges=False) == [1.0, 0.0, 0.0]
    assert marked(tunnels=True) == [1.0, 1.0, 1.0]
    assert marked(value="clear") == [0.0, 0.0, 1.0]


def test_the_nearer_point_of_a_segment_says_what_the_road_is() -> None:
    kinds = [CLASSES.index("surface"), CLASSES.index("bridge")]
    road = {"grid": GRID, "roads": _road([[0.0, 80.0], [200.0, 80.0]], kinds=kinds)}
    row = mark_beside(road, Beside(bridges=False))["beside"].values[int(np.flatnonzero(GRID.y == 80.0)[0])]
    assert [float(row[int(np.flatnonzero(GRID.x == at)[0])]) for at in (60.0, 140.0)] == [1.0, 0.0]


def test_several_networks_are_marked_together_and_empty_ones_mark_nothing() -> None:
    a, b = _road([[0, 0], [50, 0]]), _road([[0, 20], [50, 40]])
    noun = Beside(networks=("roads", "rivers", "paths"), layer="keep_off", fade=30.0)
    both = mark_beside({"grid": GRID, "roads": a, "rivers": b, "paths": Network()}, noun)["keep_off"].values
    one = mark_beside({"grid": GRID, "roads": a}, Beside(fade=30.0))["beside"].values
    two = mark_beside({"grid": GRID, "roads": b}, Beside(fade=30.0))["beside"].values
    assert (both == np.maximum(one, two)).all()
    assert one.any()
    assert two.any()


def test_what_is_no_network_is_refused() -> None:
    with pytest.raises(FieldError, match="'roads' must be a network that a stage before wrote, got .*Heightfield"):
        mark_beside({"grid": GRID, "roads": lw.Heightfield(np.zeros((41, 61)), grid=GRID)})
    with pytest.raises(SettingError, match="must name one network or more"):
        Beside(networks=())
