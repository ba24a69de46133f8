"""Voronoi peaks: every sample takes the highest of the flanks."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._elementary import power, sin
from landwright._numba import kernel

_TWO_PI = 6.283185307179586
LINEAR, POWER, SIN_POWER, COMBINED = 0, 1, 2, 3


@kernel(inline=True)
def _flank(shape: int, d: float, y: float, f: float, q: float) -> Any:
    """Height at distance `d` (share of the diagonal) from a peak of height `y`; d > 0."""
    if shape == LINEAR:
        return y - d * f
    if shape == POWER:
        return y - power(d, q) * f
    if shape == SIN_POWER:
        return y - power(3.0 * d, f) - sin(_TWO_PI * d) / q
    return y - d * f - power(d, q)


@kernel("void(i8, i8, i8[:, ::1], f8[::1], i8, f8, f8, f8, f8, f4[:, ::1], f4[:, ::1])")
def voronoi_peaks(
    row0: int,
    row1: int,
    at: Any,
    heights: Any,
    shape: int,
    falloff: float,
    dropoff: float,
    scale: float,
    relief: float,
    out: Any,
    winner: Any,
) -> None:  # out, out
    """Rows of the map. `at` is (peaks, 2) row and column; `scale` is one cell as a share of the diagonal.

    `winner` gets the index of the peak that is highest here before clamping; the first of equals.
    """
    for i in range(row0, row1):
        for j in range(out.shape[1]):
            best = -np.inf
            index = 0
            for p in range(heights.shape[0]):
                y = heights[p]
                di = np.float64(i - at[p, 0])
                dj = np.float64(j - at[p, 1])
                square = di * di + dj * dj
                if square == 0.0:
                    h = y
                elif shape != SIN_POWER and y < best:
                    continue  # those flanks never rise above their peak
                else:
                    h = _flank(shape, np.sqrt(square) * scale, y, falloff, dropoff)
                if h > best:
                    best = h
                    index = p
            out[i, j] = np.float32(min(max(best, 0.0), 1.0) * relief)
            winner[i, j] = np.float32(index)
