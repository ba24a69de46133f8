"""Simplex noise that repeats: every corner is taken back to the plain axes, wrapped there, and skewed again.

In the plane a corner (i, j) of the skewed lattice lies at ``2 i + j`` half edges along x, in row j; the period is a whole number of edges
along x and an even number of rows along y. In space a corner (i, j, k) lies at ``(j + k - i, i + k - j, i + j - k)`` half cells; the
period is a whole number of cells along each axis. ``points2`` and ``points3`` hold the bumps; only the corners' names differ.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import add32, mix32, mul32, xor32
from landwright._numba import kernel
from landwright.noise._kernels.basis import fraction
from landwright.noise._kernels.lattice import BLOCK, PX, PY, PZ, fill, floor, low_bits, reals
from landwright.noise._kernels.points2 import POINTS, simplex2
from landwright.noise._kernels.points3 import path3, simplex3
from landwright.noise._kernels.stacking import finish, gather

_F = np.float32
_ONE = _F(1)


@kernel(inline=True)
def _wrap(place: Any, around: Any) -> Any:
    """Bring a whole number (float64) into [0, around); 0 leaves it."""
    return place - floor(place / around) * around if around > 0.0 else place


@kernel(inline=True)
def corner2(i: Any, j: Any, nx: Any, ny: Any, words: Any) -> Any:
    """Hash one corner; i and j are whole float64 numbers, nx and ny the period in half edges and rows."""
    row = _wrap(j, ny)
    place = _wrap(2.0 * i + j, nx)
    column = 0.5 * (place - row)
    return mix32(xor32(add32(mul32(low_bits(column), PX), words[1]), xor32(mul32(low_bits(row), PY), words[0])))


@kernel(inline=True)
def corner3(i: Any, j: Any, k: Any, nx: Any, ny: Any, nz: Any, words: Any) -> Any:
    """Hash one corner in space; the period is in half cells."""
    x, y, z = _wrap(j + k - i, nx), _wrap(i + k - j, ny), _wrap(i + j - k, nz)
    u, v, w = 0.5 * (y + z), 0.5 * (x + z), 0.5 * (x + y)
    layer = xor32(mul32(low_bits(v), PY), mul32(low_bits(w), PZ))
    return mix32(xor32(add32(mul32(low_bits(u), PX), words[1]), xor32(layer, words[0])))


@kernel(POINTS)
def simplex_period_points2(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any
) -> None:  # out
    """Fill the blocks with simplex noise that repeats."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy = np.empty(BLOCK), np.empty(BLOCK)
    noise, total, weight = reals(), reals(), reals()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        for o in range(amplitude.size):
            a = amplitude[o] if mode == 0 else _ONE
            nx, ny = np.float64(2 * cells[o, 0]), np.float64(cells[o, 1])
            for n in range(count):
                row = sy[n] * frequency[o, 1] + offset[o, 1]
                column = (sx[n] * frequency[o, 0] + offset[o, 0]) - 0.5 * row
                i, j = floor(column), floor(row)
                s, r = fraction(column, i), fraction(row, j)
                far = s + r >= _ONE
                step = 1.0 if far else 0.0
                h = corner2(i + step, j + step, nx, ny, words[o])
                h10, h01 = corner2(i + 1.0, j, nx, ny, words[o]), corner2(i, j + 1.0, nx, ny, words[o])
                noise[n] = simplex2(h, h10, h01, far, s, r, a)
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)


@kernel(POINTS)
def simplex_period_points3(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any
) -> None:  # out
    """Fill the blocks with simplex noise in space that repeats."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy, sz = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    noise, total, weight = reals(), reals(), reals()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        fill(begin, count, stride, 2, where[2], sz)
        for o in range(amplitude.size):
            a = amplitude[o] if mode == 0 else _ONE
            nx, ny, nz = np.float64(2 * cells[o, 0]), np.float64(2 * cells[o, 1]), np.float64(2 * cells[o, 2])
            for n in range(count):
                x = sx[n] * frequency[o, 0] + offset[o, 0]
                y = sy[n] * frequency[o, 1] + offset[o, 1]
                z = sz[n] * frequency[o, 2] + offset[o, 2]
                u, v, w = y + z, x + z, x + y
                i, j, k = floor(u), floor(v), floor(w)
                du, dv, dw = fraction(u, i), fraction(v, j), fraction(w, k)
                path = path3(du, dv, dw)
                h0 = corner3(i, j, k, nx, ny, nz, words[o])
                h1 = corner3(i + path[0], j + path[1], k + path[2], nx, ny, nz, words[o])
                h2 = corner3(i + path[3], j + path[4], k + path[5], nx, ny, nz, words[o])
                h3 = corner3(i + 1.0, j + 1.0, k + 1.0, nx, ny, nz, words[o])
                noise[n] = simplex3(h0, h1, h2, h3, path, du, dv, dw, a)
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)
