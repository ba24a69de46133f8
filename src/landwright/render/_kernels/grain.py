"""Small value noise for pictures: variation of color, bumps too fine for the grid, waves, clouds."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import as_u32, centered, hash2
from landwright._numba import kernel

_S0, _S1 = np.uint32(0x51ED270B), np.uint32(0x2545F491)


@kernel(inline=True)
def value(x: Any, y: Any, stream: Any) -> Any:
    """Value noise in [-1, 1] of period-free lattice cells one unit wide, and its derivatives along x and y."""
    fx, fy = math.floor(x), math.floor(y)
    i, j = np.int64(fx), np.int64(fy)
    u, v = x - fx, y - fy
    s1 = as_u32(np.int64(stream) * np.int64(40503) + np.int64(1))
    a = np.float64(centered(hash2(as_u32(i), as_u32(j), _S0, s1)))
    b = np.float64(centered(hash2(as_u32(i + np.int64(1)), as_u32(j), _S0, s1)))
    c = np.float64(centered(hash2(as_u32(i), as_u32(j + np.int64(1)), _S0, s1)))
    d = np.float64(centered(hash2(as_u32(i + np.int64(1)), as_u32(j + np.int64(1)), _S0, s1)))
    su, sv = u * u * u * (u * (u * 6.0 - 15.0) + 10.0), v * v * v * (v * (v * 6.0 - 15.0) + 10.0)
    du, dv = 30.0 * u * u * (u - 1.0) * (u - 1.0), 30.0 * v * v * (v - 1.0) * (v - 1.0)
    k = a - b - c + d
    return (
        a + (b - a) * su + (c - a) * sv + k * su * sv,
        (b - a + k * sv) * du,
        (c - a + k * su) * dv,
    )


@kernel()
def fbm(x: Any, y: Any, octaves: Any, gain: Any, stream: Any) -> Any:
    """Sum of octaves, each twice as fine and turned, scaled to about [-1, 1]."""
    total, amplitude, whole = 0.0, 1.0, 0.0
    for octave in range(octaves):
        n, _, _ = value(x, y, stream + octave)
        total += amplitude * n
        whole += amplitude
        amplitude *= gain
        x, y = 1.6 * x - 1.2 * y + 17.3, 1.2 * x + 1.6 * y + 9.1
    return total / whole


@kernel(inline=True)
def step(low: Any, high: Any, x: Any) -> Any:
    """Rise smoothly from 0 at `low` to 1 at `high`."""
    t = min(max((x - low) / (high - low), 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)
