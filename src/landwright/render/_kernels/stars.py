"""The sky of space: black, with stars; the same ones whatever the size of the picture."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import as_u32, hash3, mix32, unit, xor32
from landwright._numba import kernel

_CELLS = 90
"""Cells along an edge of the cube on whose faces stars are drawn; each holds one, mostly faint."""
_S0, _S1, _U, _V, _W = (np.uint32(n) for n in (0x6A09E667, 0xBB67AE85, 0x2545F491, 0x9E3779B1, 0x85EBCA77))


@kernel(inline=True)
def starlight(dx: Any, dy: Any, dz: Any, pixel: Any) -> Any:
    """Color of the stars in a direction; ``pixel`` is the angle of a sub-pixel (radians), below which no star is small."""
    ax, ay, az = abs(dx), abs(dy), abs(dz)
    if ax >= ay and ax >= az:
        side, u, v = (0 if dx > 0.0 else 1), dy / ax, dz / ax
    elif ay >= az:
        side, u, v = (2 if dy > 0.0 else 3), dx / ay, dz / ay
    else:
        side, u, v = (4 if dz > 0.0 else 5), dx / az, dy / az
    half = 0.5 * _CELLS
    i, j = int((u + 1.0) * half), int((v + 1.0) * half)
    h = hash3(as_u32(np.int64(i)), as_u32(np.int64(j)), as_u32(np.int64(side)), _S0, _S1)
    x = (i + 0.1 + 0.8 * np.float64(unit(mix32(xor32(h, _U))))) / half - 1.0
    y = (j + 0.1 + 0.8 * np.float64(unit(mix32(xor32(h, _V))))) / half - 1.0
    draw = np.float64(unit(h))
    bright = draw * draw
    bright *= bright
    bright *= bright * bright * bright  # draw ** 12: few are bright
    size = max(1.1 * pixel, 4.0e-4) * (0.8 + 0.9 * bright)
    shrink = 1.0 / (1.0 + u * u + v * v)  # cells look smaller toward the corners of the cube
    away = ((u - x) * (u - x) + (v - y) * (v - y)) * shrink / (size * size)
    if away > 12.0:
        return 0.0, 0.0, 0.0
    light = (0.03 + 1.6 * bright) * math.exp(-away)
    warm = np.float64(unit(mix32(xor32(h, _W)))) - 0.5
    return light * (1.0 + 0.35 * warm), light, light * (1.0 - 0.5 * warm)
