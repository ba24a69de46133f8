from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import landwright as lw
from landwright.errors import FormatError, LossyWarning, SettingError
from landwright.io._levels import from_levels, to_levels
from landwright.io._record import raster_of

HERE = Path("x.png")
finite = st.floats(-1e5, 1e5, width=32)


@given(st.lists(finite, min_size=2, max_size=40), st.sampled_from([np.uint8, np.uint16]), st.booleans())
def test_a_round_trip_is_off_by_half_a_quantum_at_most(heights: list[float], dtype: type, holes: bool) -> None:
    values = np.array([heights], np.float32)
    mask = None
    if holes:
        mask = np.ones(values.shape, bool)
        mask[0, ::3] = False
    raster = raster_of(lw.Heightfield(values, mask=mask), "elevation")
    if not raster.data().size:
        return
    levels, facts = to_levels(raster, None, None, dtype, "test")
    back, held = from_levels(levels, facts, HERE)
    quantum = (facts["high"] - facts["low"]) / (np.iinfo(dtype).max - facts["levels"][0])
    data = slice(None) if raster.mask is None else raster.mask
    wrong = np.abs(back.astype(np.float64) - values)[data].max()
    assert wrong <= quantum / 2 * (1 + 1e-9) + np.spacing(np.float32(1e5)) / 2
    assert back[data].min() >= values[data].min()
    assert back[data].max() <= values[data].max()
    np.testing.assert_array_equal(
        np.ones(values.shape, bool) if held is None else held, True if raster.mask is None else raster.mask
    )


def test_the_ends_of_a_range_are_the_first_and_last_level() -> None:
    levels, facts = to_levels(raster_of(lw.Heightfield([[-5.0, 0.0, 5.0]]), "elevation"), -5.0, 5.0, np.uint16, "test")
    assert levels.tolist() == [[0, 32768, 65535]]
    assert facts == {"low": -5.0, "high": 5.0, "levels": [0, 65535], "nodata": None}


def test_no_data_has_a_level_of_its_own() -> None:
    field = lw.Heightfield([[7.0, 1.0, 3.0]], mask=[[False, True, True]])
    levels, facts = to_levels(raster_of(field, "elevation"), None, None, np.uint8, "test")
    assert levels.tolist() == [[0, 1, 255]]
    assert (facts["low"], facts["high"], facts["nodata"]) == (1.0, 3.0, 0), "what lies under the mask sets no range"


def test_a_global_range_makes_tiles_agree() -> None:
    whole = lw.Heightfield(np.linspace(100.0, 900.0, 20, dtype=np.float32).reshape(4, 5))
    left = lw.Heightfield(whole.elevation[:, :3])
    levels, _ = to_levels(raster_of(whole, "elevation"), 0.0, 1000.0, np.uint16, "test")
    part, _ = to_levels(raster_of(left, "elevation"), 0.0, 1000.0, np.uint16, "test")
    np.testing.assert_array_equal(levels[:, :3], part)


def test_values_outside_the_range_are_counted() -> None:
    raster = raster_of(lw.Heightfield([[-1.0, 0.0, 1.0, 2.0, 9.0]]), "elevation")
    with pytest.warns(LossyWarning, match=r"3 of 5 samples lie outside low=0 and high=1 .*from -1 to 9"):
        levels, _ = to_levels(raster, 0.0, 1.0, np.uint8, "png8")
    assert levels.tolist() == [[0, 0, 255, 255, 255]]


def test_a_constant_field_comes_back() -> None:
    raster = raster_of(lw.Heightfield(np.full((3, 3), 1234.5, np.float32)), "elevation")
    levels, facts = to_levels(raster, None, None, np.uint16, "test")
    back, _ = from_levels(levels, facts, HERE)
    assert (levels == 0).all()
    assert (back == np.float32(1234.5)).all()


def test_what_has_no_range_is_refused() -> None:
    raster = raster_of(lw.Heightfield([[5.0, 6.0]]), "elevation")
    with pytest.raises(SettingError, match="must span a range; the values reach from 5 to 6"):
        to_levels(raster, None, 3.0, np.uint16, "png16")
    empty = raster_of(lw.Heightfield([[5.0, 6.0]], mask=[[False, False]]), "elevation")
    with pytest.raises(FormatError, match="no data at all"):
        to_levels(empty, None, None, np.uint16, "png16")


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from landwright.io import _levels

    raster = raster_of(lw.Heightfield(np.arange(35, dtype=np.float32).reshape(7, 5) ** 2), "elevation")
    whole = to_levels(raster, None, None, np.uint16, "test")
    monkeypatch.setattr(_levels, "_BLOCK", 10)
    parts = to_levels(raster, None, None, np.uint16, "test")
    np.testing.assert_array_equal(whole[0], parts[0])
    np.testing.assert_array_equal(from_levels(*whole, HERE)[0], from_levels(*parts, HERE)[0])
