"""Two rasters into one. All arrays are (rows, cols); arithmetic in float64, results float32 and finite."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.ops._kernels.narrow import narrow

REPLACE, ADD, MULTIPLY, MIN, MAX, SMOOTH_MIN, SMOOTH_MAX = range(7)


@kernel(inline=True)
def combined(a: Any, b: Any, how: Any, smoothness: Any) -> Any:
    """Combine two float64 values."""
    if how == REPLACE:
        return b
    if how == ADD:
        return a + b
    if how == MULTIPLY:
        return a * b
    low, high = min(a, b), max(a, b)
    gap = high - low
    dip = 0.0
    if how >= SMOOTH_MIN and gap < smoothness:
        rest = smoothness - gap
        dip = rest * rest / (4.0 * smoothness)
    if how == MIN or how == SMOOTH_MIN:
        return low - dip
    return high + dip


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1], i8, f8, f8, f4[:, ::1], f4[:, ::1])")
def combine_rows(
    row0: int, row1: int, old: Any, new: Any, how: int, smoothness: float, amount: float, weight: Any, out: Any
) -> None:
    """``out = old + w * (combined - old)`` with ``w = amount * weight``; exact at 0 and 1. A (1, 1) weight counts everywhere."""
    everywhere = weight.shape[0] == 1 and weight.shape[1] == 1
    for r in range(row0, row1):
        for c in range(old.shape[1]):
            w = amount * np.float64(weight[0, 0] if everywhere else weight[r, c])
            a = np.float64(old[r, c])
            if w <= 0.0:
                out[r, c] = old[r, c]
                continue
            value = combined(a, np.float64(new[r, c]), how, smoothness)
            out[r, c] = narrow(value if w >= 1.0 else a + w * (value - a))  # out
