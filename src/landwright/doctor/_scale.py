"""Scale: heights that look like feet, grey levels or shares instead of metres, or like metres over another cell size."""

from __future__ import annotations

from typing import Final

import numpy as np

from landwright.doctor._findings import Finding, at_sample, metres
from landwright.doctor.settings import Checkup
from landwright.field import Heightfield

__all__ = ["find_scale"]

_HIGHEST: Final = 8849.0
"""Metres of the highest ground on Earth."""

_FOOT: Final = 0.3048

_SAMPLES: Final = 256


def find_scale(field: Heightfield, noun: Checkup) -> list[Finding]:
    """Find units and exaggerations that look wrong."""
    z = field.elevation
    there = np.ones(z.shape, np.bool_) if field.mask is None else field.mask
    data = z[there]
    if data.size < _SAMPLES or min(z.shape) < 3:
        return []
    low, high = float(data.min()), float(data.max())
    row, column = divmod(int(np.argmax(np.where(there, z, np.float32(-np.inf)))), z.shape[1])
    top = at_sample(field.grid, row, column, high)
    wide = max(field.grid.extent)
    if high > _HIGHEST:
        why = (
            f"feet would make it {metres(high * _FOOT)} m"
            if high * _FOOT <= _HIGHEST
            else "they may be levels of 16 bits"
        )
        text = f"The ground reaches {metres(high)} m, higher than any on Earth: are the heights in metres? {why.capitalize()}."
        return [Finding("scale", "warning", text, top)]
    if low >= 0.0 and 0.5 < high <= 1.0 and low < 0.1 and wide > 100.0:
        text = (
            f"All heights lie between 0 and 1 on a map {metres(wide)} m wide: they look like shares of a range, not metres; "
            "multiply them with ops.scale."
        )
        return [Finding("scale", "warning", text, top)]
    if high == 255.0 and low >= 0.0 and bool((data == np.rint(data)).all()):
        text = "All heights are whole numbers from 0 to 255: they look like grey levels, not metres; say their range in metres."
        return [Finding("scale", "warning", text, top)]
    slopes, at = _slopes(z, there, field.cell_size)
    median = float(np.median(slopes)) if slopes.size else 0.0
    if median > noun.steep_slope:
        down, over = metres(median / 0.35), np.degrees(np.arctan(median))
        feet = "heights in feet" if median < 5.0 else "a cell size that the file does not say"
        text = (
            f"Half of the ground is steeper than {over:.0f} degrees, as hardly any land is: {feet}, or an exaggeration of {down} times; "
            f"check the cell size ({metres(field.cell_size)} m) and the unit of height."
        )
        return [Finding("scale", "warning", text, at_sample(field.grid, *at, float(z[at])))]
    return []


def _slopes(z: np.ndarray, there: np.ndarray, cell_size: float) -> tuple[np.ndarray, tuple[int, int]]:
    """Return rise over run between samples two apart, and where it is greatest."""
    east = (z[1:-1, 2:] - z[1:-1, :-2]) / np.float32(2.0 * cell_size)
    south = (z[2:, 1:-1] - z[:-2, 1:-1]) / np.float32(2.0 * cell_size)
    known = there[1:-1, 2:] & there[1:-1, :-2] & there[2:, 1:-1] & there[:-2, 1:-1]
    rise = np.where(known, np.hypot(east, south), np.float32(0.0))
    row, column = divmod(int(np.argmax(rise)), rise.shape[1])
    return rise[known], (row + 1, column + 1)
