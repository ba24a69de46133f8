"""Samples at other places, one weighted sum of neighbours each.

``at_row`` (rows, taps) and ``at_col`` (cols, taps) are the source rows and columns of each target row and column, ``weight_row`` and
``weight_col`` their weights, each adding up to 1. ``data`` is (rows, cols) bool of the source, or (1, 1) when there is data everywhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.ops._kernels.narrow import narrow


@kernel("void(i8, i8, f4[:, ::1], i8[:, ::1], f8[:, ::1], i8[:, ::1], f8[:, ::1], f4[:, ::1])")
def gather_rows(
    row0: int, row1: int, z: Any, at_row: Any, weight_row: Any, at_col: Any, weight_col: Any, out: Any
) -> None:
    """Weighted sums where there is data everywhere: down the columns of the source first, then along the row."""
    taps = at_row.shape[1]
    line = np.empty(z.shape[1], np.float64)
    for r in range(row0, row1):
        for k in range(taps):
            w, source = weight_row[r, k], z[at_row[r, k]]
            for c in range(line.size):
                line[c] = (line[c] if k > 0 else 0.0) + w * np.float64(source[c])
        for c in range(at_col.shape[0]):
            total = 0.0
            for k in range(taps):
                total += weight_col[c, k] * line[at_col[c, k]]
            out[r, c] = narrow(total)  # out


@kernel(
    "void(i8, i8, f4[:, ::1], b1[:, ::1], i8[:, ::1], f8[:, ::1], i8[:, ::1], f8[:, ::1], i8[::1], i8[::1], f4[:, ::1], b1[:, ::1])"
)
def gather_data_rows(
    row0: int,
    row1: int,
    z: Any,
    data: Any,
    at_row: Any,
    weight_row: Any,
    at_col: Any,
    weight_col: Any,
    nearest_row: Any,
    nearest_col: Any,
    out: Any,
    held: Any,
) -> None:
    """Weighted sums over the samples that hold data. Where the nearest sample holds none, the result holds none and is that filler.

    Where one of the samples is missing, the others share its weight; overshoot beyond them is cut off.
    """
    taps = at_row.shape[1]
    for r in range(row0, row1):
        for c in range(at_col.shape[0]):
            near = z[nearest_row[r], nearest_col[c]]
            held[r, c] = data[nearest_row[r], nearest_col[c]]  # out
            out[r, c] = near  # out
            if not held[r, c]:
                continue
            total, share, missing = 0.0, 0.0, False
            low, high = np.float64(near), np.float64(near)
            for i in range(taps):
                for j in range(taps):
                    row, col = at_row[r, i], at_col[c, j]
                    w = weight_row[r, i] * weight_col[c, j]
                    if not data[row, col]:
                        missing = missing or w != 0.0
                        continue
                    value = np.float64(z[row, col])
                    total += w * value
                    share += w
                    low, high = min(low, value), max(high, value)
            if missing:
                total = min(max(total / share, low), high) if share > 0.05 else np.float64(near)
            out[r, c] = narrow(total)
