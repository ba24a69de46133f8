"""Flow that divides: D-infinity on rasters, many receivers on anything.

``filled`` is the ground with every depression filled: flow divides among neighbours that are lower on it, by the slope of the
ground itself. In a lake, and where nothing is lower, all of it follows the one receiver. So no water runs in a circle, and no
surface has to be tilted for it. Links are 1-D: cell i gives ``weights[q]`` to ``shared[q]`` for q from ``starts[i]`` to
``starts[i + 1]``; the receiver is always among them, with weight 0 if need be. Base levels have none.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hydrology._kernels.keys import beside


@kernel("void(i8, i8, i4[:, ::1], i8, i8, f4[::1], f4[::1], i4[::1], i4[::1])", borrows=True)
def count_lower(
    cell0: Any, cell1: Any, table: Any, rows: Any, cols: Any, z: Any, filled: Any, receivers: Any, count: Any
) -> None:
    """Count the links of each cell where flow divides among all lower neighbours."""
    ways = 8 if table.shape[0] == 0 else table.shape[1]
    for i in range(cell0, cell1):
        links = 0
        r = receivers[i]
        if r != i:
            if filled[i] > z[i] or not filled[r] < filled[i]:
                links = 1
            else:
                for k in range(ways):
                    m = beside(table, rows, cols, i, k)
                    if m >= 0 and filled[m] < filled[i]:
                        links += 1
        count[i] = np.int32(links)  # out


@kernel(
    "void(i8, i8, i4[:, ::1], i8, i8, f4[:, ::1], f4[::1], f4[::1], i4[::1], f4, i4[::1], i4[::1], f4[::1])",
    borrows=True,
)
def share_lower(
    cell0: Any,
    cell1: Any,
    table: Any,
    rows: Any,
    cols: Any,
    inverse: Any,
    z: Any,
    filled: Any,
    receivers: Any,
    exponent: Any,
    starts: Any,
    shared: Any,
    weights: Any,
) -> None:
    """Divide flow by slope to the power ``exponent`` (Freeman 1991)."""
    ways = 8 if table.shape[0] == 0 else table.shape[1]
    for i in range(cell0, cell1):
        first, last = starts[i], starts[i + 1]
        if last - first <= 1:
            if last > first:
                shared[first] = receivers[i]  # out
                weights[first] = np.float32(1.0)  # out
            continue
        q = first
        total = np.float32(0.0)
        for k in range(ways):
            m = beside(table, rows, cols, i, k)
            if m >= 0 and filled[m] < filled[i]:
                slope = (z[i] - z[m]) * inverse[i if inverse.shape[0] > 1 else 0, k]
                weight = slope if exponent == np.float32(1.0) else np.float32(slope**exponent)
                shared[q] = np.int32(m)
                weights[q] = weight
                total += weight
                q += 1
        for q in range(first, last):
            if total > np.float32(0.0) and total < np.float32(np.inf):
                weights[q] = weights[q] / total
            else:
                weights[q] = np.float32(1.0) if shared[q] == receivers[i] else np.float32(0.0)


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1], i4[:, ::1], i4[:, ::1], i4[:, :, ::1], f4[:, :, ::1])", borrows=True)
def facets(row0: Any, row1: Any, z: Any, filled: Any, receivers: Any, count: Any, shared: Any, weights: Any) -> None:
    """Divide flow between the two neighbours beside the steepest way down eight triangular facets (Tarboton 1997).

    ``shared`` and ``weights`` are (rows, cols, 3), of which the first ``count`` hold; the third is for a receiver that is neither. A
    facet needs both its neighbours, and none of them in the lake that the sample is the pass of.
    """
    rows, cols = filled.shape
    quarter = math.pi / 4.0
    for r in range(row0, row1):
        for c in range(cols):
            i = r * cols + c
            main = np.int64(receivers[r, c])
            count[r, c] = 0  # out
            if main == i:
                continue
            here = filled[r, c]
            mr = main // cols
            shared[r, c, 0] = np.int32(main)  # out
            weights[r, c, 0] = np.float32(1.0)  # out
            count[r, c] = 1
            if here > z[r, c] or not filled[mr, main - mr * cols] < here:
                continue
            best = np.float32(0.0)
            share = np.float32(0.0)
            near = np.int64(-1)
            far = np.int64(-1)
            for f in range(8):
                # facet f: along is the neighbour in the row or column, across the one at the corner
                side = f // 2
                turn = 1 if f % 2 == 0 else -1
                dr1 = (side == 1) - (side == 3)
                dc1 = (side == 0) - (side == 2)
                dr2 = dr1 + (turn if dr1 == 0 else 0)
                dc2 = dc1 + (turn if dc1 == 0 else 0)
                if r + dr2 < 0 or r + dr2 >= rows or c + dc2 < 0 or c + dc2 >= cols:
                    continue
                e1 = z[r + dr1, c + dc1]
                e2 = z[r + dr2, c + dc2]
                if (e1 < here and filled[r + dr1, c + dc1] >= here) or (e2 < here and filled[r + dr2, c + dc2] >= here):
                    continue
                if e1 == np.float32(np.inf) or e2 == np.float32(np.inf):
                    continue
                s1 = here - e1
                s2 = e1 - e2
                if s2 <= np.float32(0.0):
                    slope = s1 * s1 if s1 > np.float32(0.0) else np.float32(0.0)
                    part = np.float32(0.0)
                elif s2 >= s1:
                    down = s1 + s2
                    slope = down * down * np.float32(0.5) if down > np.float32(0.0) else np.float32(0.0)
                    part = np.float32(1.0)
                else:
                    slope = s1 * s1 + s2 * s2
                    part = s2 / s1
                one = (r + dr1) * cols + c + dc1
                two = (r + dr2) * cols + c + dc2
                if slope > best:
                    best = slope
                    share = part
                    near = one
                    far = two
            if near < 0:
                continue
            if share > np.float32(0.0) and share < np.float32(1.0):
                share = np.float32(math.atan(np.float64(share)) / quarter)
            used = 0
            if share < np.float32(1.0):
                shared[r, c, used] = np.int32(near)
                weights[r, c, used] = np.float32(1.0) - share
                used += 1
            if share > np.float32(0.0):
                shared[r, c, used] = np.int32(far)
                weights[r, c, used] = share
                used += 1
            there = False
            for q in range(used):
                there = there or shared[r, c, q] == main
            if not there:
                shared[r, c, used] = np.int32(main)
                weights[r, c, used] = np.float32(0.0)
                used += 1
            count[r, c] = np.int32(used)


@kernel("void(i8, i8, i4[:, ::1], i4[::1], f4[:, ::1], i4[::1], i4[::1], f4[::1])", borrows=True)
def pack(
    cell0: Any, cell1: Any, wide: Any, starts: Any, wide_weights: Any, count: Any, shared: Any, weights: Any
) -> None:
    """Put links held three to a cell one after another."""
    for i in range(cell0, cell1):
        for q in range(count[i]):
            shared[starts[i] + q] = wide[i, q]  # out
            weights[starts[i] + q] = wide_weights[i, q]  # out
