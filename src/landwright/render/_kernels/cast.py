"""First hits of the rays of a picture."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.render._kernels.trace import FAR, march

NONE, LAND, CUT = 0, 1, 2
"""What a ray meets: the sky, the ground, the side of the land."""


@kernel(inline=True)
def ray(camera: Any, row: Any, col: Any) -> Any:
    """Unit direction of sub-pixel (row, col).

    ``camera``: eye, forward, right, up (3 each); steps right and down at distance 1; half the columns and rows.
    """
    u = camera[12] * (col + 0.5 - camera[14])
    v = camera[13] * (camera[15] - row - 0.5)
    dx = camera[3] + u * camera[6] + v * camera[9]
    dy = camera[4] + u * camera[7] + v * camera[10]
    dz = camera[5] + u * camera[8] + v * camera[11]
    scale = 1.0 / math.sqrt(dx * dx + dy * dy + dz * dz)
    return dx * scale, dy * scale, dz * scale


@kernel("void(i8, i8, f8[::1], i8, f4[:, ::1], f4[::1], i8[:, ::1], f8, f8, f4[:, ::1], u1[:, ::1])")
def cast(row0, row1, camera, first, z, tops, levels, cell_size, base, distance, kind):  # out: distance, kind
    """Distance (m) to the land and what was met, for each sub-pixel of a band that begins at row `first`."""
    eye = (camera[0], camera[1], camera[2])
    for row in range(row0, row1):
        for col in range(distance.shape[1]):
            dx, dy, dz = ray(camera, np.float64(first + row), np.float64(col))
            t, what = march(z, tops, levels, cell_size, eye, (dx, dy, dz), 0.0, FAR, base)
            distance[row, col] = np.float32(t)
            kind[row, col] = np.uint8(what)
