"""The nearest of many segments for every sample near one.

Symbols: a segment runs from point i to point i + 1 of ``points`` (n, 3), where ``first`` (s,) lists the i; t from 0 to 1 along it. A
sample's *gap* is its distance to the segment, less ``half`` there; it is reached while the gap is at most ``reach`` there. ``half`` and
``reach`` (n,) go linearly from point to point, so of one segment the foot of the perpendicular counts, and of several the least gap;
of equal gaps the lower index.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel


@kernel(inline=True)
def _foot(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Return t of the place nearest to (px, py)."""
    ux, uy = bx - ax, by - ay
    square = ux * ux + uy * uy
    if square <= 0.0:
        return 0.0
    t = ((px - ax) * ux + (py - ay) * uy) / square
    return min(max(t, 0.0), 1.0)


@kernel(inline=True)
def _distance(px: float, py: float, ax: float, ay: float, bx: float, by: float, t: float) -> float:
    dx, dy = px - (ax + t * (bx - ax)), py - (ay + t * (by - ay))
    return math.sqrt(dx * dx + dy * dy)


@kernel("void(i8, i8, f8[::1], f8[::1], f8[:, ::1], i8[::1], f8[::1], f8[::1], i4[:, ::1])")
def nearest(row0: int, row1: int, x: Any, y: Any, points: Any, first: Any, half: Any, reach: Any, segment: Any) -> None:
    """Write into rows `row0` to `row1 - 1` of ``segment`` the first point of each sample's segment; -1 stays where none reaches."""
    cols = x.shape[0]
    least = np.full((row1 - row0, cols), np.inf)
    step = abs(x[1] - x[0]) if cols > 1 else 1.0
    north, south = y[row0], y[row1 - 1]
    for s in range(first.shape[0]):
        i = first[s]
        ax, ay, bx, by = points[i, 0], points[i, 1], points[i + 1, 0], points[i + 1, 1]
        wide = max(half[i] + reach[i], half[i + 1] + reach[i + 1])
        if min(ay, by) - wide > north or max(ay, by) + wide < south:
            continue
        for r in range(row0, row1):
            py = y[r]
            low, high = min(ay, by), max(ay, by)
            if py < low - wide or py > high + wide:
                continue
            # the part of the segment within reach of this row, and the columns beside it
            x0, x1 = min(ax, bx), max(ax, bx)
            if high - low > 2.0 * wide:
                ta, tb = (py - wide - ay) / (by - ay), (py + wide - ay) / (by - ay)
                xa = ax + min(max(ta, 0.0), 1.0) * (bx - ax)
                xb = ax + min(max(tb, 0.0), 1.0) * (bx - ax)
                x0, x1 = min(xa, xb), max(xa, xb)
            if x1 + wide < x[0] - step or x0 - wide > x[cols - 1] + step:
                continue
            c0 = max(math.floor(max((x0 - wide - x[0]) / step, -1.0)), 0)
            c1 = min(math.ceil(min((x1 + wide - x[0]) / step, float(cols))) + 1, cols)
            for c in range(c0, c1):
                t = _foot(x[c], py, ax, ay, bx, by)
                gap = _distance(x[c], py, ax, ay, bx, by, t) - (half[i] + t * (half[i + 1] - half[i]))
                if gap <= reach[i] + t * (reach[i + 1] - reach[i]) and gap < least[r - row0, c]:
                    least[r - row0, c] = gap
                    segment[r, c] = i  # out


@kernel("void(i8, i8, f8[::1], f8[::1], f8[:, ::1], i8[::1], i4[::1], f8[::1], f8[::1], i1[::1])")
def measure(
    at0: int,
    at1: int,
    x: Any,
    y: Any,
    points: Any,
    cells: Any,
    segment: Any,
    distance: Any,  # out
    share: Any,  # out
    side: Any,  # out
) -> None:
    """For samples ``cells`` (k,), which lie at columns and rows of x and y: how far from their segment, where along it, on which side."""
    cols = x.shape[0]
    for k in range(at0, at1):
        px, py = x[cells[k] % cols], y[cells[k] // cols]
        i = segment[k]
        ax, ay, bx, by = points[i, 0], points[i, 1], points[i + 1, 0], points[i + 1, 1]
        t = _foot(px, py, ax, ay, bx, by)
        share[k] = t
        distance[k] = _distance(px, py, ax, ay, bx, by, t)
        turn = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
        side[k] = -1 if turn > 0.0 else 1 if turn < 0.0 else 0
