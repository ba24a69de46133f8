"""The highest, and the middle, of the samples within a disc.

``widths`` (2 n + 1,) int64 is half the width of the disc in each of its rows, cells; samples off the map, or without data, do not
count. ``data`` is (rows, cols) bool, or (1, 1) when there is data everywhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel

_LEAST = np.float32(-np.inf)
_COLUMNS = 128
"""Columns that the median sorts side by side: a block stays in the cache, a comparison fills the vectors."""


@kernel(inline=True)
def higher(a: Any, b: Any, to: Any) -> None:
    """Write the higher of two lines, element by element."""
    for j in range(a.size):
        to[j] = a[j] if a[j] > b[j] else b[j]  # out


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], i8[::1], f4, f4[:, ::1])")
def highest_rows(row0: int, row1: int, z: Any, data: Any, widths: Any, sign: Any, out: Any) -> None:
    """Highest of ``sign * z`` within the disc, times sign: sign -1 finds the lowest. Samples without data stay as they are.

    In each row of the disc the highest of 2, 4, 8 ... neighbours is found by doubling, so a wide disc costs its height only.
    """
    rows, cols = z.shape
    masked = data.shape[0] == rows and data.shape[1] == cols
    half = widths.size // 2
    line, other = np.empty(cols + 2 * half, np.float32), np.empty(cols + 2 * half, np.float32)
    best = np.empty(cols, np.float32)
    for r in range(row0, row1):
        best[:] = _LEAST
        for k in range(widths.size):
            source = r + k - half
            if source < 0 or source >= rows:
                continue
            w = widths[k]
            line[:w] = _LEAST
            line[w + cols : cols + 2 * w] = _LEAST
            for j in range(cols):
                line[w + j] = sign * z[source, j]
            if masked:
                for j in range(cols):
                    if not data[source, j]:
                        line[w + j] = _LEAST
            window, span = 2 * w + 1, 1
            while 2 * span <= window:
                higher(line[: cols + 2 * w - span], line[span : cols + 2 * w], other)
                line, other = other, line
                span *= 2
            higher(line[:cols], line[window - span : window - span + cols], other)
            higher(other[:cols], best, best)
        for j in range(cols):
            held = not masked or data[r, j]
            out[r, j] = sign * best[j] if held else z[r, j]  # out


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], i8[:, ::1], i8[:, ::1], f4[:, ::1])")
def middle_rows(row0: int, row1: int, z: Any, data: Any, disc: Any, network: Any, out: Any) -> None:
    """Median within the disc; of an even number, halfway between the middle two. Samples without data stay as they are.

    ``disc`` (n, 2) holds the row and column offsets, ``network`` (m, 2) the comparisons that sort n values. Each comparison
    runs over many columns at once; what is missing sorts to the end as infinity.
    """
    rows, cols = z.shape
    masked = data.shape[0] == rows and data.shape[1] == cols
    n = disc.shape[0]
    lines = np.empty((n, _COLUMNS), np.float32)
    count = np.empty(_COLUMNS, np.int64)
    for r in range(row0, row1):
        for first in range(0, cols, _COLUMNS):
            many = min(_COLUMNS, cols - first)
            count[:] = 0
            for k in range(n):
                row = r + disc[k, 0]
                line = lines[k]
                line[:] = np.float32(np.inf)
                if row < 0 or row >= rows:
                    continue
                shift = first + disc[k, 1]
                for c in range(max(0, 0 - shift), min(many, cols - shift)):
                    if not masked or data[row, shift + c]:
                        line[c] = z[row, shift + c]
                        count[c] += 1
            for k in range(network.shape[0]):
                low, high = lines[network[k, 0]], lines[network[k, 1]]
                for c in range(_COLUMNS):
                    a, b = low[c], high[c]
                    low[c] = a if a < b else b
                    high[c] = b if a < b else a
            for c in range(many):
                if masked and not data[r, first + c]:
                    out[r, first + c] = z[r, first + c]  # out
                    continue
                below, above = lines[(count[c] - 1) // 2, c], lines[count[c] // 2, c]
                out[r, first + c] = np.float32((np.float64(below) + np.float64(above)) * 0.5)
