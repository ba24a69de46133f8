from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

from landwright.errors import FileWarning, FormatError
from landwright.io._nodata import clean, fill

HERE = Path("dem.tif")


@pytest.mark.parametrize(
    "number",
    [-9999.0, -32768.0, -32767.0, -99999.0, 1e38, 3.4028234663852886e38, -3.4e38, 1.8e308, -1e308, np.inf, -np.inf],
)
def test_undeclared_numbers_that_are_no_heights_are_masked_with_a_word(number: float) -> None:
    array = np.array([[1.0, 2.0, number], [3.0, 4.0, 5.0]])
    with pytest.warns(FileWarning, match=r"is no height.*1 of 6 samples"):
        values, mask = clean(array, HERE)
    assert mask is not None
    assert mask.tolist() == [[True, True, False], [True, True, True]]
    assert values[0, 2] in (2.0, 5.0), "the nearest sample with data"
    assert values.min() >= 1.0
    assert values.max() <= 5.0


def test_nan_and_declared_numbers_are_masked_without_a_word() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        _, mask = clean(np.array([[np.nan, 1.0, 0.0, 7.0]]), HERE, declared=[0.0, 7.0])
    assert mask is not None
    assert mask.tolist() == [[False, True, False, False]]


def test_a_declared_number_is_compared_in_the_type_of_the_file() -> None:
    _, mask = clean(np.array([[-3.4028234663852886e38, 1.0]], np.float32), HERE, declared=[-3.40282346638529e38])
    assert mask is not None
    assert mask.tolist() == [[False, True]]


def test_a_deep_sea_is_no_nodata() -> None:
    sea = np.array([[-9999.0, -9998.0, -9500.0, -10500.0]])
    values, mask = clean(sea, HERE)
    assert mask is None
    assert values.min() == -10500.0


def test_zero_is_the_sea_unless_it_is_declared() -> None:
    assert clean(np.array([[0, 5, 9]], np.int16), HERE)[1] is None
    _, mask = clean(np.array([[0, 5, 9]], np.int16), HERE, declared=[0.0])
    assert mask is not None
    assert mask.tolist() == [[False, True, True]]


def test_layers_may_hold_large_numbers() -> None:
    flow = np.array([[1e12, 1.0, -9999.0]])
    values, mask = clean(flow, HERE, metres=False)
    assert mask is None
    assert values[0, 0] == np.float32(1e12)


@pytest.mark.parametrize(
    "array", [np.full((2, 2), np.nan), np.full((2, 2), -9999.0), np.full((1, 1), -32768, np.int16)]
)
def test_nothing_left_is_refused(array: np.ndarray) -> None:
    with pytest.raises(FormatError, match="no data at all"):
        clean(array, HERE)


def test_fill_takes_the_nearest_sample() -> None:
    values = np.array([[1.0, 0.0, 0.0, 0.0, 9.0]], np.float32)
    mask = np.array([[True, False, False, False, True]])
    filled = fill(values, mask)
    assert filled[0, [0, 1, 3, 4]].tolist() == [1.0, 1.0, 9.0, 9.0]
    assert filled[0, 2] in (1.0, 9.0)
