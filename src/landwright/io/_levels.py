"""Levels: a raster of metres as whole numbers between a low and a high, and back.

Without a mask the lowest level is `low` and the highest is `high`. With one, level 0 stands for no data and the heights begin
at level 1. The error of a round trip is at most half a quantum, ``(high - low) / (number of levels - 1) / 2``.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import FormatError, LossyWarning, SettingError, sentence
from landwright.io._record import Raster

__all__ = ["from_levels", "to_levels"]

_BLOCK = 1 << 20
"""Samples converted at a time, so that the float64 in between stays small."""


def to_levels(
    raster: Raster, low: float | None, high: float | None, dtype: type[np.uint8] | type[np.uint16], where: str
) -> tuple[NDArray[Any], dict[str, Any]]:
    """Return the levels (rows, cols) and the part of the record that undoes them.

    `low` and `high` default to the raster's own lowest and highest value. Values outside a given range are set to its ends,
    with a warning that says how many.
    """
    data = raster.data()
    if data.size == 0:
        raise FormatError(f"{where}: the mask says that there is no data at all; there is nothing to write.")
    own_low, own_high = float(data.min()), float(data.max())
    low = own_low if low is None else low
    high = own_high if high is None else high
    if low > high or (low == high and own_low != own_high):
        raise SettingError(
            sentence(
                f"{where}: low and high",
                f"must span a range; the values reach from {own_low:g} to {own_high:g}",
                (low, high),
            )
        )
    outside = int(np.count_nonzero(data < low) + np.count_nonzero(data > high))
    if outside:
        warnings.warn(
            f"{where}: {outside} of {data.size} samples lie outside low={low:g} and high={high:g} (they reach from {own_low:g} "
            f"to {own_high:g}) and are set to the nearer end.",
            LossyWarning,
            stacklevel=2,
        )
    top = int(np.iinfo(dtype).max)
    first = 0 if raster.mask is None else 1
    scale = (top - first) / (high - low) if high > low else 0.0
    levels = np.empty(raster.values.shape, dtype)
    control = _pool.current()
    for rows in _blocks(levels.shape):
        control.check()
        part = raster.values[rows].astype(np.float64)
        np.clip(part, low, high, out=part)
        part -= low
        part *= scale
        part += first
        np.rint(part, out=part)
        levels[rows] = part
    if raster.mask is not None:
        levels[~raster.mask] = 0
    facts = {"low": low, "high": high, "levels": [first, top], "nodata": None if raster.mask is None else 0}
    return levels, facts


def from_levels(
    levels: NDArray[Any], facts: Mapping[str, Any], path: Path
) -> tuple[NDArray[np.float32], NDArray[np.bool_] | None]:
    """Return values (rows, cols) float32 and mask: the inverse of :func:`to_levels`.

    `facts` needs ``low``, ``high`` and ``levels``; ``nodata`` is the level without data.
    """
    low, high = float(facts["low"]), float(facts["high"])
    first, last = (float(level) for level in facts["levels"])
    if not last > first:
        raise FormatError(sentence(f"read: levels in the notes of {str(path)!r}", "must ascend", facts["levels"]))
    step = (high - low) / (last - first)
    values = np.empty(levels.shape, np.float32)
    control = _pool.current()
    for rows in _blocks(levels.shape):
        control.check()
        part = levels[rows].astype(np.float64)
        np.clip(part, first, last, out=part)
        part -= first
        part *= step
        part += low
        values[rows] = part
    nodata = facts.get("nodata")
    if nodata is None:
        return values, None
    mask = levels != nodata
    if not mask.any():
        raise FormatError(f"read: {str(path)!r} holds no data at all: every sample is the nodata level {nodata}.")
    return values, mask


def _blocks(shape: tuple[int, ...]) -> list[slice]:
    rows = max(1, _BLOCK // max(1, shape[1]))
    return [slice(start, start + rows) for start in range(0, shape[0], rows)]
