"""Lines that pull themselves straight, but stay near where they were."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel


@kernel("void(f8[:, ::1], f8[:, ::1], f8[::1], i8, i8)")
def relax(points: Any, home: Any, limit: Any, passes: int, free: int) -> None:
    """Move ``points`` (n, 2) toward the middle of their neighbours, `passes` times; the ends stay.

    A point stays within ``limit`` of its ``home``, except in the last `free` passes, which only take the corners off.
    """
    n = points.shape[0]
    for turn in range(passes):
        bx, by = points[0, 0], points[0, 1]
        for i in range(1, n - 1):
            x = 0.25 * bx + 0.5 * points[i, 0] + 0.25 * points[i + 1, 0]
            y = 0.25 * by + 0.5 * points[i, 1] + 0.25 * points[i + 1, 1]
            bx, by = points[i, 0], points[i, 1]
            if turn < passes - free:
                dx, dy = x - home[i, 0], y - home[i, 1]
                far = math.sqrt(dx * dx + dy * dy)
                if far > limit[i]:
                    x = home[i, 0] + dx * limit[i] / far
                    y = home[i, 1] + dy * limit[i] / far
            points[i, 0], points[i, 1] = x, y  # out


@kernel("void(f4[:, ::1], f8[:, ::1], f8, f8, f8, f8[::1])")
def sample(z: Any, points: Any, west: float, north: float, cell_size: float, out: Any) -> None:
    """Straight-line interpolation of ``z`` at ``points`` (n, 2); beyond the raster its edge goes on."""
    rows, cols = z.shape
    for i in range(points.shape[0]):
        c = min(max((points[i, 0] - west) / cell_size, 0.0), cols - 1.0)
        r = min(max((north - points[i, 1]) / cell_size, 0.0), rows - 1.0)
        c0, r0 = min(int(c), max(cols - 2, 0)), min(int(r), max(rows - 2, 0))
        c1, r1 = min(c0 + 1, cols - 1), min(r0 + 1, rows - 1)
        u, v = c - c0, r - r0
        top = z[r0, c0] + u * (z[r0, c1] - z[r0, c0])
        low = z[r1, c0] + u * (z[r1, c1] - z[r1, c0])
        out[i] = np.float64(top + v * (low - top))  # out
