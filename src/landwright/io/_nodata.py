"""Nodata: the numbers that stand for nothing become a mask here, and nowhere else.

NaN and infinities are never heights. Neither are numbers that no ground can have (beyond 100 km), nor the conventional -9999
and its kin where they stand alone, far below every other value. Samples without data are filled with the nearest one that has
data, so a filled field holds no value that was not measured.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FileWarning, FormatError

__all__ = ["clean", "fill"]

LIMIT: Final = 1.0e5
"""Metres beyond which a number cannot be a height of any ground."""

USUAL: Final = (-9999.0, -32768.0, -32767.0, -99999.0)
"""Numbers that files use for no data without saying so."""

GAP: Final = 1000.0
"""Metres that must lie between such a number and every other value before it counts as no data (the sea is 10,935 m deep)."""


def clean(
    array: NDArray[Any],
    path: Path,
    *,
    declared: Sequence[float] = (),
    valid: NDArray[np.bool_] | None = None,
    metres: bool = True,
) -> tuple[NDArray[np.float32], NDArray[np.bool_] | None]:
    """Return float32 values, finite everywhere, and the mask (None where there is data everywhere).

    Parameters
    ----------
    array : (rows, cols) real numbers
        What the file holds.
    path : Path
        For messages.
    declared : sequence of float
        Nodata numbers that the file declares; masked without a word.
    valid : (rows, cols) bool array, optional
        The file's own mask, True where there is data.
    metres : bool
        Whether the values are heights, so that numbers no ground can have are recognised.

    Raises
    ------
    FormatError
        If nothing remains.

    Warns
    -----
    FileWarning
        If numbers were taken for nodata that the file does not declare.
    """
    mask = np.isfinite(array) if array.dtype.kind == "f" else np.ones(array.shape, np.bool_)
    if valid is not None:
        mask &= valid
    for number in declared:
        mask &= ~_equals(array, number)
    found: list[float] = []
    if array.dtype.kind == "f":
        infinite = np.isinf(array) if valid is None else np.isinf(array) & valid
        found += [float(v) for v in np.unique(array[infinite]) if v not in declared]
    if metres and array.dtype.kind in "fi":
        wild = mask & ((array > LIMIT) | (array < -LIMIT))
        if wild.any():
            found += [float(v) for v in np.unique(array[wild])[:3]]
            mask &= ~wild
        found += _usual(array, mask)
    if not mask.any():
        raise FormatError(
            f"read: {str(path)!r} holds no data at all: every sample is NaN, infinite or a nodata number."
        )
    if found:
        count = int(mask.size - np.count_nonzero(mask))
        warnings.warn(
            f"{path.name}: {', '.join(f'{v:g}' for v in sorted(set(found)))} is no height and the file does not declare it as nodata; "
            f"it is taken for no data ({count} of {mask.size} samples have none).",
            FileWarning,
            stacklevel=2,
        )
    if mask.all():
        return array.astype(np.float32), None
    values = np.where(mask, array, array.dtype.type(0)).astype(np.float32)
    return fill(values, mask), mask


def fill(values: NDArray[np.float32], mask: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return the values with each sample outside the mask set to the nearest one inside it."""
    from scipy.ndimage import distance_transform_edt

    _, (row, col) = distance_transform_edt(~mask, return_indices=True)
    filled: NDArray[np.float32] = values[row, col]
    return filled


def _usual(array: NDArray[Any], mask: NDArray[np.bool_]) -> list[float]:
    """Mask the usual numbers where they stand alone, in place, and return those found."""
    found = []
    for number in USUAL:
        here = mask & _equals(array, number)
        if not here.any():
            continue
        rest = array[mask & ~here]
        if rest.size == 0 or float(rest.min()) > number + GAP:
            mask &= ~here
            found.append(number)
    return found


def _equals(array: NDArray[Any], number: float) -> NDArray[np.bool_]:
    """Compare in the array's own type, as a nodata number that was stored there would be."""
    if np.isnan(number):
        return np.isnan(array) if array.dtype.kind == "f" else np.zeros(array.shape, np.bool_)
    if array.dtype.kind == "f":
        with np.errstate(over="ignore"):
            return np.asarray(array == array.dtype.type(number))
    return np.asarray(array == number)
