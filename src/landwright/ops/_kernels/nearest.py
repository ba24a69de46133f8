"""Exact distance to the nearest marked sample, in two passes (Meijster, Roerdink, Hesselink 2000).

``gap`` (rows, cols) int64 is the distance in cells along the column, ``far`` where the column holds no marked sample.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel


@kernel("void(i8, i8, b1[:, ::1], i8, i8[:, ::1])")
def along_columns(col0: int, col1: int, marked: Any, far: int, gap: Any) -> None:
    """Fill columns `col0` to `col1 - 1` of ``gap``: down, then up."""
    rows = marked.shape[0]
    for r in range(rows):
        for c in range(col0, col1):
            before = gap[r - 1, c] + 1 if r > 0 else far
            gap[r, c] = 0 if marked[r, c] else min(before, far)  # out
    for r in range(rows - 2, -1, -1):
        for c in range(col0, col1):
            gap[r, c] = min(gap[r, c], gap[r + 1, c] + 1)


@kernel("void(i8, i8, i8[:, ::1], f8, f4[:, ::1])")
def across_rows(row0: int, row1: int, gap: Any, cell_size: float, out: Any) -> None:
    """For every column the least of ``(c - s)^2 + gap[s]^2``: the lower envelope of parabolas, kept as a stack."""
    cols = gap.shape[1]
    place, start = np.empty(cols, np.int64), np.empty(cols, np.int64)
    for r in range(row0, row1):
        g = gap[r]
        top = 0
        place[0], start[0] = 0, 0
        for c in range(1, cols):
            while top >= 0:
                s, at = place[top], start[top]
                if (at - s) * (at - s) + g[s] * g[s] > (at - c) * (at - c) + g[c] * g[c]:
                    top -= 1
                else:
                    break
            if top < 0:
                top = 0
                place[0], start[0] = c, 0
                continue
            s = place[top]
            begin = 1 + (c * c - s * s + g[c] * g[c] - g[s] * g[s]) // (2 * (c - s))
            if begin < cols:
                top += 1
                place[top], start[top] = c, begin
        for c in range(cols - 1, -1, -1):
            s = place[top]
            d = np.float64((c - s) * (c - s) + g[s] * g[s])
            out[r, c] = np.float32(math.sqrt(d) * cell_size)  # out
            if c == start[top]:
                top -= 1
