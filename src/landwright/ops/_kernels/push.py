"""The ground read at places that are pushed aside."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.ops._kernels.narrow import narrow


@kernel(inline=True)
def cubic(a: Any, b: Any, c: Any, d: Any, t: Any) -> Any:
    """Catmull-Rom between b (t = 0) and c (t = 1)."""
    return b + 0.5 * t * ((c - a) + t * ((2.0 * a - 5.0 * b + 4.0 * c - d) + t * (3.0 * (b - c) + d - a)))


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], f4[:, ::1], f4[:, ::1], f8, f4[:, ::1], b1[:, ::1])")
def warp_rows(
    row0: int, row1: int, z: Any, data: Any, east: Any, north: Any, cells: float, out: Any, held: Any
) -> None:
    """Read ``z`` at ``cells * east`` columns and ``-cells * north`` rows from each sample; off the map the border goes on.

    Cubic where all sixteen neighbours hold data, the nearest sample elsewhere. Whole and fraction of a push are taken apart
    before they meet the index, so a tile reads with the same weights as the whole.
    """
    rows, cols = z.shape
    masked = data.shape[0] == rows and data.shape[1] == cols
    line = np.empty(4, np.float64)
    for r in range(row0, row1):
        for c in range(cols):
            right, down = cells * np.float64(east[r, c]), 0.0 - cells * np.float64(north[r, c])
            i, j = r + math.floor(down), c + math.floor(right)
            s, t = down - math.floor(down), right - math.floor(right)
            near_row = min(max(i + (1 if s >= 0.5 else 0), 0), rows - 1)
            near_col = min(max(j + (1 if t >= 0.5 else 0), 0), cols - 1)
            whole = True
            for k in range(4):
                y = min(max(i + k - 1, 0), rows - 1)
                x0, x1 = min(max(j - 1, 0), cols - 1), min(max(j, 0), cols - 1)
                x2, x3 = min(max(j + 1, 0), cols - 1), min(max(j + 2, 0), cols - 1)
                if masked:
                    whole = whole and data[y, x0] and data[y, x1] and data[y, x2] and data[y, x3]
                line[k] = cubic(
                    np.float64(z[y, x0]), np.float64(z[y, x1]), np.float64(z[y, x2]), np.float64(z[y, x3]), t
                )
            held[r, c] = not masked or data[near_row, near_col]  # out
            value = cubic(line[0], line[1], line[2], line[3], s)
            out[r, c] = narrow(value) if whole else z[near_row, near_col]  # out
