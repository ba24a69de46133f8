from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright.errors import SettingError
from landwright.grid import Grid


def test_default_origin_puts_the_south_west_sample_at_zero() -> None:
    grid = Grid(shape=(3, 5), cell_size=10.0)
    assert grid.origin == grid.north_west == (0.0, 20.0)
    assert grid.x.tolist() == [0, 10, 20, 30, 40]
    assert grid.y.tolist() == [20, 10, 0]
    assert grid.extent == (40.0, 20.0)
    assert (grid.rows, grid.cols) == (3, 5)


@given(
    st.integers(2, 40), st.integers(2, 40), st.floats(1e-3, 1e4), st.floats(-1e8, 1e8), st.floats(-1e8, 1e8), st.data()
)
def test_windows_have_the_same_bits_as_the_whole(
    rows: int, cols: int, cell: float, x: float, y: float, data: st.DataObject
) -> None:
    grid = Grid(shape=(rows, cols), cell_size=cell, origin=(x, y))
    r0, c0 = data.draw(st.integers(0, rows - 1)), data.draw(st.integers(0, cols - 1))
    r1, c1 = data.draw(st.integers(r0 + 1, rows)), data.draw(st.integers(c0 + 1, cols))
    window = grid.window(r0, r1, c0, c1)
    assert np.array_equal(window.x, grid.x[c0:c1])
    assert np.array_equal(window.y, grid.y[r0:r1])
    again = window.window(0, 1, 0, 1)
    assert again.x[0] == grid.x[c0]
    assert window.first == (r0, c0)
    assert pickle.loads(pickle.dumps(window)).y[0] == grid.y[r0]


def test_a_window_may_reach_beyond() -> None:
    grid = Grid(shape=(4, 4), cell_size=2.0)
    halo = grid.window(-1, 5, -2, 6)
    assert halo.shape == (6, 8)
    assert halo.x[2] == grid.x[0]
    with pytest.raises(SettingError, match="at least one sample"):
        grid.window(2, 2, 0, 1)


def test_round_trip_equality_and_hash() -> None:
    grid = Grid(shape=(4, 4), cell_size=0.1, origin=(5.0, 6.0), crs="EPSG:32610")
    assert Grid.from_json(grid.to_json()) == grid
    assert hash(Grid.from_json(grid.to_json())) == hash(grid)
    assert grid != grid.replace(crs=None)
    assert grid.replace(cell_size=0.2).origin == grid.origin


@pytest.mark.parametrize(
    "given,text",
    [
        (dict(shape=(0, 4)), "shape"),
        (dict(shape=(4,)), "shape"),
        (dict(shape=(4, 4), cell_size=0.0), "cell_size must be > 0"),
        (dict(shape=(4, 4), cell_size=float("inf")), "cell_size must be a finite number"),
        (dict(shape=(4, 4), origin=(float("nan"), 0)), "origin"),
        (dict(shape=(4, 4), cellsize=1), "Did you mean 'cell_size'"),
        (dict(cell_size=1), "shape must be given"),
        (dict(shape=(4, 1 << 21)), "shape"),
    ],
)
def test_wrong_grids_are_refused(given: dict, text: str) -> None:
    with pytest.raises(SettingError, match=text):
        Grid(**given)


@pytest.mark.parametrize("shape", [(float("inf"), 3), (float("nan"), 3), {"a": 1}, {}, None, "ab", (True, 3)])
def test_what_is_no_shape_is_refused_with_a_sentence(shape: object) -> None:
    with pytest.raises(SettingError, match=r"Grid: shape(\.0)? must be "):
        Grid(shape=shape)  # type: ignore[arg-type]
