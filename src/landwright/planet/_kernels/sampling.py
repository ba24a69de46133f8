"""Layers of a globe in any direction, and the turns of maps."""

from __future__ import annotations

import math

import numpy as np

from landwright._elementary import cos, sin
from landwright._numba import kernel
from landwright.planet._kernels.faces import cell


@kernel("void(i8, i8, f8[:, ::1], f4[:, :, :, ::1], i8[:, :, ::1], i8, f4[:, ::1])")
def sample(row0, row1, directions, grid, axes, even, out):  # out
    """Mix the four nodes around each unit vector; ``axes`` are those of the faces, ``grid`` is (6, n, n, values)."""
    for m in range(row0, row1):
        face, row, col, v, u = cell(grid.shape[1], axes, even, directions[m, 0], directions[m, 1], directions[m, 2])
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
