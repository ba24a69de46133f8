"""Samples that are no heights: NaN, infinities, numbers no ground can have, and the usual nodata numbers."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.doctor._findings import Finding, at_sample, count_of, metres
from landwright.grid import Grid

__all__ = ["FARTHEST", "USUAL", "find_no_heights", "find_strays", "strays"]

FARTHEST: Final = 1.0e5
"""Metres beyond which a number cannot be a height of any ground."""

USUAL: Final = (-9999.0, -32768.0, -32767.0, -99999.0)
"""Numbers that files use for no data."""

_ENOUGH: Final = 16
"""Distinct heights that the rest must have before one that stands apart counts as astray."""


def find_no_heights(
    samples: NDArray[Any], grid: Grid | None, valid: NDArray[np.bool_] | None = None, *, holes_are_nan: bool = False
) -> list[Finding]:
    """Find numbers that are no heights in what a file or an array holds.

    `valid` is True where the file says that there is data; `holes_are_nan` says that NaN stands for no data there by agreement.
    """
    if samples.dtype.kind not in "fi":
        return []
    there = np.ones(samples.shape, np.bool_) if valid is None else valid
    found = []
    if samples.dtype.kind == "f":
        nan = np.isnan(samples) & there
        if nan.any() and not holes_are_nan:
            text = f"{_are(nan)} not a number (NaN); it is read as no data, so give a mask or fill the holes."
            found.append(Finding("non-finite", "error", text, _first(nan, grid), int(nan.sum())))
        endless = np.isinf(samples) & there
        if endless.any():
            text = f"{_are(endless)} infinite, which is no height; it is read as no data."
            found.append(Finding("non-finite", "error", text, _first(endless, grid), int(endless.sum())))
        there = there & np.isfinite(samples)
    with np.errstate(over="ignore"):
        wild = there & ((samples > FARTHEST) | (samples < -FARTHEST))
    if wild.any():
        value = float(samples[wild][0])
        text = f"{_are(wild)} {value:g} m or so, farther than any ground reaches; declare such numbers as nodata."
        found.append(Finding("nodata", "error", text, _first(wild, grid), int(wild.sum())))
    return found + find_strays(np.where(wild, 0, samples), there & ~wild, grid)


def find_strays(z: NDArray[Any], there: NDArray[np.bool_], grid: Grid | None) -> list[Finding]:
    """Find numbers that stand apart, far below or above all the others: nodata that nobody declared."""
    found = []
    for value, gap in strays(z, there):
        here = there & (z == z.dtype.type(value))
        side = "below" if gap < 0.0 else "above"
        why = "the usual number for no data" if value in USUAL else f"{metres(abs(gap))} m {side} the rest"
        text = f"{_are(here)} {value:g} m, {why}: declare it as nodata, or mask it."
        found.append(Finding("nodata", "error", text, _first(here, grid), int(here.sum())))
    return found


def strays(z: NDArray[Any], there: NDArray[np.bool_]) -> list[tuple[float, float]]:
    """Return the numbers that stand apart, and how far above (below 0: under) the rest (m)."""
    levels = np.unique(z[there]).astype(np.float64)
    out = []
    for low in (True, False):
        while len(levels) > _ENOUGH:
            value, rest = (levels[0], levels[1:]) if low else (levels[-1], levels[:-1])
            gap = float(rest[0] - value) if low else float(value - rest[-1])
            span = float(rest[-1] - rest[0])
            known = float(value) in USUAL and gap > max(100.0, 0.25 * span)
            if not known and gap <= max(2.0 * span, 10.0):
                break
            out.append((float(value), -gap if low else gap))
            levels = rest
    return out


def _are(mask: NDArray[np.bool_]) -> str:
    count = int(mask.sum())
    return f"{count_of(count, 'sample')} {'is' if count == 1 else 'are'}"


def _first(mask: NDArray[np.bool_], grid: Grid | None) -> Any:
    row, column = divmod(int(np.argmax(mask)), mask.shape[1])
    return at_sample(grid, row, column)
