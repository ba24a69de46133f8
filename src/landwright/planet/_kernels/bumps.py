"""Gradient noise at one point in space, float64: for what a kernel asks now and then; ``octaves`` is for many points.

Gradients are the twelve middles of a cube's edges; the curve is the quintic one, so slopes are continuous.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import as_u32, hash3
from landwright._numba import kernel


@kernel(inline=True)
def _fade(t: Any) -> Any:
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


@kernel(inline=True)
def _corner(i: Any, j: Any, k: Any, s0: Any, s1: Any, x: Any, y: Any, z: Any) -> Any:
    """Dot product of a lattice corner's gradient and the way from it."""
    h = np.int64(hash3(as_u32(np.int64(i)), as_u32(np.int64(j)), as_u32(np.int64(k)), s0, s1))
    one = 1.0 if h & 1 else -1.0
    two = 1.0 if h & 2 else -1.0
    side = (h >> 8) % 3
    if side == 0:
        return one * x + two * y
    if side == 1:
        return one * y + two * z
    return one * z + two * x


@kernel(inline=True)
def bumps(x: Any, y: Any, z: Any, s0: Any, s1: Any) -> Any:
    """Noise of about -1 to 1 with features one unit apart."""
    fx, fy, fz = math.floor(x), math.floor(y), math.floor(z)
    i, j, k = np.int64(fx), np.int64(fy), np.int64(fz)
    x, y, z = x - fx, y - fy, z - fz
    u, v, w = _fade(x), _fade(y), _fade(z)
    total = 0.0
    for c in range(2):
        for b in range(2):
            low = _corner(i, j + b, k + c, s0, s1, x, y - b, z - c)
            high = _corner(i + 1, j + b, k + c, s0, s1, x - 1.0, y - b, z - c)
            total += (low + u * (high - low)) * (v if b else 1.0 - v) * (w if c else 1.0 - w)
    return total
