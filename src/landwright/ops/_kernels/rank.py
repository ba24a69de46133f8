"""The highest, and the middle, of the samples within a disc.

``widths`` (2 n + 1,) int64 is half the width of the disc in each of its rows, cells; samples off the map, or without data, do not
count. ``data`` is (rows, cols) bool, or (1, 1) when there is data everywhere.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel

_LEAST = np.float32(-np.inf)


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], i8[::1], f4, f4[:, ::1])")
def highest_rows(row0: int, row1: int, z: Any, data: Any, widths: Any, sign: Any, out: Any) -> None:
    """Highest of ``sign * z`` within the disc, times sign: sign -1 finds the lowest. Samples without data stay as they are.

    In each row of the disc the highest of 2, 4, 8 ... neighbours is found by doubling, so a wide disc costs its height only.
    """
    rows, cols = z.shape
    masked = data.shape[0] == rows and data.shape[1] == cols
    half = widths.size // 2
    line = np.empty(cols + 2 * half, np.float32)
    best = np.empty(cols, np.float32)
    for r in range(row0, row1):
        best[:] = _LEAST
        for k in range(widths.size):
            source = r + k - half
            if source < 0 or source >= rows:
                continue
            w = widths[k]
            line[:] = _LEAST
            for j in range(cols):
                line[w + j] = sign * z[source, j]
            if masked:
                for j in range(cols):
                    if not data[source, j]:
                        line[w + j] = _LEAST
            window, span = 2 * w + 1, 1
            while 2 * span <= window:
                for j in range(cols + 2 * w - span):
                    line[j] = max(line[j], line[j + span])
                span *= 2
            rest = line[window - span :]
            for j in range(cols):
                best[j] = max(best[j], max(line[j], rest[j]))
        for j in range(cols):
            held = not masked or data[r, j]
            out[r, j] = sign * best[j] if held else z[r, j]  # out


@kernel(inline=True)
def select(values: Any, count: Any, rank: Any) -> Any:
    """Return the element that would stand at `rank` if the first `count` values were sorted; reorders them."""
    low, high = 0, count - 1
    while low < high:
        pivot = values[(low + high) // 2]
        i, j = low, high
        while i <= j:
            while values[i] < pivot:
                i += 1
            while values[j] > pivot:
                j -= 1
            if i <= j:
                held = values[i]
                values[i] = values[j]
                values[j] = held
                i += 1
                j -= 1
        if rank <= j:
            high = j
        elif rank >= i:
            low = i
        else:
            break
    return values[rank]


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], i8[::1], f4[:, ::1])")
def middle_rows(row0: int, row1: int, z: Any, data: Any, widths: Any, out: Any) -> None:
    """Median within the disc; of an even number, halfway between the middle two. Samples without data stay as they are."""
    rows, cols = z.shape
    masked = data.shape[0] == rows and data.shape[1] == cols
    half = widths.size // 2
    found = np.empty((2 * half + 1) * (2 * half + 1), np.float32)
    for r in range(row0, row1):
        for c in range(cols):
            if masked and not data[r, c]:
                out[r, c] = z[r, c]  # out
                continue
            count = 0
            for k in range(widths.size):
                source = r + k - half
                if source < 0 or source >= rows:
                    continue
                for j in range(max(c - widths[k], 0), min(c + widths[k], cols - 1) + 1):
                    if not masked or data[source, j]:
                        found[count] = z[source, j]
                        count += 1
            upper = select(found, count, count // 2)
            if count % 2 == 1:
                out[r, c] = upper
                continue
            lower = found[0]
            for k in range(1, count // 2):
                lower = max(lower, found[k])
            out[r, c] = np.float32((np.float64(lower) + np.float64(upper)) * 0.5)
