from __future__ import annotations

import numpy as np
import pytest

from landwright.errors import FieldError
from landwright.field import Heightfield, Layer, Mask
from landwright.grid import Grid


def test_arrays_are_copied_and_read_only() -> None:
    source = np.ones((3, 4))
    field = Heightfield(source, cell_size=2.0)
    source[0, 0] = 9.0
    assert field.elevation[0, 0] == 1.0
    assert field.elevation.dtype == np.float32
    assert field.elevation.flags.c_contiguous
    with pytest.raises(ValueError, match="read-only"):
        field.elevation[0, 0] = 5.0
    with pytest.raises(AttributeError):
        field.elevation = source  # type: ignore[misc]


def test_grid_or_cell_size() -> None:
    grid = Grid(shape=(2, 3), cell_size=5.0, origin=(10.0, 20.0))
    assert Heightfield(np.zeros((2, 3)), grid=grid).grid is grid
    assert Heightfield(np.zeros((2, 3)), cell_size=5.0).cell_size == 5.0
    with pytest.raises(FieldError, match="must have the grid's shape"):
        Heightfield(np.zeros((3, 2)), grid=grid)
    with pytest.raises(FieldError, match="cell_size"):
        Heightfield(np.zeros((2, 3)), grid=grid, cell_size=4.0)


@pytest.mark.parametrize(
    "array,text",
    [
        ([[np.nan, 1.0]], "must be finite everywhere"),
        ([[np.inf]], "must be finite everywhere"),
        ([[1e300]], "fit float32"),
        ([1.0, 2.0], "must be 2-D"),
        (np.zeros((0, 3)), "at least one sample"),
        ([["a"]], "real numbers"),
        ([[1.0, 2.0], [3.0]], "rows of different lengths"),
        ([[1j]], "real numbers"),
    ],
)
def test_what_is_no_elevation_is_refused(array: object, text: str) -> None:
    with pytest.raises(FieldError, match=text):
        Heightfield(array)  # type: ignore[arg-type]


def test_mask_is_absence_of_data() -> None:
    field = Heightfield([[1.0, 2.0]], mask=[[True, False]])
    assert field.mask is not None
    assert field.mask.tolist() == [[True, False]]
    assert not field.mask.flags.writeable
    assert Heightfield([[1.0]], mask=[[True]]).mask is None
    with pytest.raises(FieldError, match="mask"):
        Heightfield([[1.0]], mask=[[True, False]])
    assert field.with_elevation([[5.0, 6.0]]).mask is not None


def test_layers_have_units_and_masks_a_range() -> None:
    assert Layer([[1.0]], unit="m3/yr").unit == "m3/yr"
    with pytest.raises(FieldError, match="unit must be one of"):
        Layer([[1.0]], unit="furlong")
    assert Mask([[0.0, 1.0]]).unit == "1"
    with pytest.raises(FieldError, match="between 0 and 1"):
        Mask([[0.0, 1.5]])


def test_a_masked_array_brings_its_mask() -> None:
    array = np.ma.masked_array([[5.0, -9999.0], [np.nan, 7.0]], mask=[[False, True], [True, False]])
    field = Heightfield(array)
    assert field.mask is not None
    assert field.mask.tolist() == [[True, False], [False, True]]
    assert field.elevation.tolist() == [[5.0, 5.0], [5.0, 7.0]], "nothing below the lowest height"
    both = Heightfield(array, mask=[[False, True], [True, True]])
    assert both.mask is not None
    assert both.mask.tolist() == [[False, False], [False, True]]
    assert Heightfield(np.ma.masked_array([[1.0]])).mask is None
    nothing = Heightfield(np.ma.masked_all((2, 2)))
    assert nothing.mask is not None
    assert not nothing.mask.any()
    with pytest.raises(FieldError, match="heightfield: mask must have the shape"):
        Heightfield(array, mask=[[True]])
    with pytest.raises(FieldError, match="a masked array is for elevation"):
        Layer(array)
