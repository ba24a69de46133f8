"""Values of a whole globe in any direction: on which face, where on it, and the mean of the four nodes around."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel


@kernel(inline=True)
def _even(a: Any, b: Any) -> Any:
    """Place across a face, -1 to 1, of a unit vector's parts along its two axes: the inverse of the even mapping."""
    a2, b2 = 2.0 * a * a, 2.0 * b * b
    across, along = 3.0 + a2 - b2, 3.0 - a2 + b2
    root = math.sqrt(max(across * across - 12.0 * a2, 0.0))
    return a * math.sqrt(12.0 / (across + root)), b * math.sqrt(12.0 / (along + root))


@kernel(inline=True)
def cell(n: Any, axes: Any, even: Any, x: Any, y: Any, z: Any) -> Any:
    """The cell of a face of n nodes an edge that a direction of any length meets: face, row, column, and the shares beyond them.

    ``axes`` as in ``_sphere``, ``even`` 1 for that mapping.
    """
    ax, ay, az = abs(x), abs(y), abs(z)
    if az >= ax and az >= ay:
        face = 0 if z > 0.0 else 1
    elif ax >= ay:
        face = 2 if x < 0.0 else 3
    else:
        face = 4 if y > 0.0 else 5
    a = x * axes[face, 1, 0] + y * axes[face, 1, 1] + z * axes[face, 1, 2]
    b = x * axes[face, 2, 0] + y * axes[face, 2, 1] + z * axes[face, 2, 2]
    if even == 1:
        size = 1.0 / math.sqrt(x * x + y * y + z * z)
        a, b = _even(a * size, b * size)
    else:
        up = x * axes[face, 0, 0] + y * axes[face, 0, 1] + z * axes[face, 0, 2]
        a, b = a / up, b / up
    last = n - 1
    c = min(max((a + 1.0) * 0.5 * last, 0.0), np.float64(last))
    r = min(max((b + 1.0) * 0.5 * last, 0.0), np.float64(last))
    j, i = min(np.int64(c), last - 1), min(np.int64(r), last - 1)
    return face, i, j, r - i, c - j


@kernel()
def sampled(values: Any, axes: Any, even: Any, x: Any, y: Any, z: Any) -> Any:
    """Value in the direction (x, y, z), mixed of the four nodes around."""
    face, i, j, r, c = cell(values.shape[1], axes, even, x, y, z)
    upper = values[face, i, j] * (1.0 - c) + values[face, i, j + 1] * c
    lower = values[face, i + 1, j] * (1.0 - c) + values[face, i + 1, j + 1] * c
    return upper * (1.0 - r) + lower * r


@kernel("void(i8, i8, f8[:, :, ::1], f8[:, :, ::1], i8, f8[:, ::1], f8[::1])")
def sample(row0, row1, values, axes, even, points, out):  # out
    """Values of a globe (6, n, n) in the directions ``points[row0:row1]``."""
    for i in range(row0, row1):
        out[i] = sampled(values, axes, even, points[i, 0], points[i, 1], points[i, 2])
