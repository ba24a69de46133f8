"""Values of a globe in any direction: bilinear in the coordinates of the face that the direction meets."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._elementary import cos, sin
from landwright._numba import kernel


@kernel(inline=True)
def _uneven(a: Any, b: Any) -> Any:
    """Return the place on the cube, -1 to 1, of a unit vector's parts along two axes: the inverse of the even mapping."""
    a2, b2 = 2.0 * a * a, 2.0 * b * b
    across, along = 3.0 + a2 - b2, 3.0 - a2 + b2
    root = math.sqrt(max(across * across - 12.0 * a2, 0.0))
    return a * math.sqrt(12.0 / (across + root)), b * math.sqrt(12.0 / (along + root))


@kernel("void(i8, i8, f8[:, ::1], f4[:, :, :, ::1], i8[:, :, ::1], i8, f4[:, ::1])")
def sample(row0, row1, directions, grid, axes, even, out):  # out
    """Mix the four nodes around each unit vector; ``axes`` are those of the faces, ``grid`` is (6, n, n, values)."""
    n = grid.shape[1]
    half = 0.5 * (n - 1)
    for m in range(row0, row1):
        x, y, z = directions[m, 0], directions[m, 1], directions[m, 2]
        ax, ay, az = abs(x), abs(y), abs(z)
        if az >= ax and az >= ay:
            face, far = (0 if z > 0.0 else 1), az
        elif ay >= ax:
            face, far = (4 if y > 0.0 else 5), ay
        else:
            face, far = (3 if x > 0.0 else 2), ax
        u = x * axes[face, 1, 0] + y * axes[face, 1, 1] + z * axes[face, 1, 2]
        v = x * axes[face, 2, 0] + y * axes[face, 2, 1] + z * axes[face, 2, 2]
        if even != 0:
            u, v = _uneven(u, v)
        else:
            u, v = u / far, v / far
        u, v = min(max((u + 1.0) * half, 0.0), n - 1.0), min(max((v + 1.0) * half, 0.0), n - 1.0)
        col, row = min(int(u), n - 2), min(int(v), n - 2)
        u, v = u - col, v - row
        for k in range(grid.shape[3]):
            a, b = np.float64(grid[face, row, col, k]), np.float64(grid[face, row, col + 1, k])
            c, d = np.float64(grid[face, row + 1, col, k]), np.float64(grid[face, row + 1, col + 1, k])
            upper, lower = a + (b - a) * u, c + (d - c) * u
            out[m, k] = np.float32(upper + (lower - upper) * v)


@kernel("void(i8, i8, f8[::1], f8[:, ::1])")
def turns(row0, row1, halves, out):  # out
    """Sine and cosine of half turns from -1 to 1; exactly 0 and 1 at quarters, and both ends the same point."""
    for m in range(row0, row1):
        q = abs(halves[m])
        back = q > 0.5
        b = 1.0 - q if back else q
        if b > 0.25:
            s, c = cos(math.pi * (0.5 - b)), sin(math.pi * (0.5 - b))
        else:
            s, c = sin(math.pi * b), cos(math.pi * b)
        out[m, 0] = -s if halves[m] < 0.0 else s
        out[m, 1] = -c if back else c
