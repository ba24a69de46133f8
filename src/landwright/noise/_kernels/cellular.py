"""Cellular noise at points, one octave of one block at a time; laid out as ``points2``.

F1 with the Euclidean metric goes through nine (27) cells for whole vectors of points; the few points whose nearest feature may lie
further away, and all other outputs, go through ``nearest``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import centered, mix32, shl32, xor32
from landwright._numba import kernel
from landwright.noise._kernels.combine import finish, gather
from landwright.noise._kernels.lattice import BLOCK, PX, PY, PZ, before, fill, integers, reals, salted, split
from landwright.noise._kernels.nearest import EUCLIDEAN, F1, search2, search3, unseen
from landwright.noise._kernels.points2 import POINTS

_F, _U = np.float32, np.uint32
_ONE, _HALF, _ZERO, _FAR = _F(1), _F(0.5), _F(0), _F(1e30)
_LEFT, _RIGHT = _F(-0.5), _F(1.5)


@kernel(inline=True)
def _toward2(x: Any, y: Any, half: Any, middle_x: Any, middle_y: Any, t: Any, v: Any) -> Any:
    """Return the squared distance to the feature of one cell."""
    h = mix32(xor32(x, y))
    dx = (half * centered(h) + middle_x) - t
    dy = (half * centered(shl32(h, _U(16))) + middle_y) - v
    return dx * dx + dy * dy


@kernel(inline=True)
def _row2(xm: Any, x0: Any, x1: Any, y: Any, half: Any, middle_y: Any, t: Any, v: Any) -> Any:
    """Return the least squared distance to the features of three cells side by side."""
    west = _toward2(xm, y, half, _LEFT, middle_y, t, v)
    east = _toward2(x1, y, half, _RIGHT, middle_y, t, v)
    return min(min(west, east), _toward2(x0, y, half, _HALF, middle_y, t, v))


@kernel(inline=True)
def _toward3(x: Any, a: Any, half: Any, middle_x: Any, middle_y: Any, middle_z: Any, t: Any, v: Any, w: Any) -> Any:
    """Return the squared distance to the feature of one cell in space."""
    h = mix32(xor32(x, a))
    dx = (half * centered(h) + middle_x) - t
    dy = (half * centered(shl32(h, _U(11))) + middle_y) - v
    dz = (half * centered(shl32(h, _U(22))) + middle_z) - w
    return dx * dx + dy * dy + dz * dz


@kernel(inline=True)
def _row3(xm: Any, x0: Any, x1: Any, a: Any, half: Any, middle_y: Any, middle_z: Any, t: Any, v: Any, w: Any) -> Any:
    """Return the least squared distance to the features of three cells side by side in space."""
    west = _toward3(xm, a, half, _LEFT, middle_y, middle_z, t, v, w)
    east = _toward3(x1, a, half, _RIGHT, middle_y, middle_z, t, v, w)
    return min(min(west, east), _toward3(x0, a, half, _HALF, middle_y, middle_z, t, v, w))


@kernel(POINTS)
def cellular_points2(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any
) -> None:  # out
    """Fill the blocks with cellular noise."""
    frequency, offset, cells, amplitude, words, shape = plan
    half, output, metric = shape[4], np.int64(shape[5]), np.int64(shape[6])
    sx, sy = np.empty(BLOCK), np.empty(BLOCK)
    xm, x0, x1, ym, y0, y1 = integers(), integers(), integers(), integers(), integers(), integers()
    t, v, noise, total, weight = reals(), reals(), reals(), reals(), reals()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        for o in range(amplitude.size):
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            fx, fy, ox, oy = frequency[o, 0], frequency[o, 1], offset[o, 0], offset[o, 1]
            limit = _ZERO
            if output == F1 and metric == EUCLIDEAN:
                limit = unseen(1, _ZERO, half, metric)
                split(sx, count, fx, ox, cells[o, 0], PX, x0, x1, t)
                split(sy, count, fy, oy, cells[o, 1], PY, y0, y1, v)
                before(sx, count, fx, ox, cells[o, 0], PX, xm)
                before(sy, count, fy, oy, cells[o, 1], PY, ym)
                for i in range(count):
                    xw, xc, xe = salted(xm[i], s0, s1), salted(x0[i], s0, s1), salted(x1[i], s0, s1)
                    south = _row2(xw, xc, xe, ym[i], half, _LEFT, t[i], v[i])
                    north = _row2(xw, xc, xe, y1[i], half, _RIGHT, t[i], v[i])
                    noise[i] = min(min(south, north), _row2(xw, xc, xe, y0[i], half, _HALF, t[i], v[i]))
            else:
                for i in range(count):
                    noise[i] = _FAR
            for i in range(count):
                if noise[i] < limit:
                    noise[i] = a * _F(math.sqrt(noise[i]))
                else:
                    noise[i] = a * search2(sx[i] * fx + ox, sy[i] * fy + oy, cells[o], words[o], half, output, metric)
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)


@kernel(POINTS)
def cellular_points3(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any
) -> None:  # out
    """Fill the blocks with cellular noise in space."""
    frequency, offset, cells, amplitude, words, shape = plan
    half, output, metric = shape[4], np.int64(shape[5]), np.int64(shape[6])
    sx, sy, sz = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    xm, x0, x1, ym, y0, y1 = integers(), integers(), integers(), integers(), integers(), integers()
    zm, z0, z1 = integers(), integers(), integers()
    t, v, w, noise, total, weight = reals(), reals(), reals(), reals(), reals(), reals()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        fill(begin, count, stride, 2, where[2], sz)
        for o in range(amplitude.size):
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            fx, fy, fz = frequency[o, 0], frequency[o, 1], frequency[o, 2]
            ox, oy, oz = offset[o, 0], offset[o, 1], offset[o, 2]
            limit = _ZERO
            for i in range(count):
                noise[i] = _FAR
            if output == F1 and metric == EUCLIDEAN:
                limit = unseen(1, _ZERO, half, metric)
                split(sx, count, fx, ox, cells[o, 0], PX, x0, x1, t)
                split(sy, count, fy, oy, cells[o, 1], PY, y0, y1, v)
                split(sz, count, fz, oz, cells[o, 2], PZ, z0, z1, w)
                before(sx, count, fx, ox, cells[o, 0], PX, xm)
                before(sy, count, fy, oy, cells[o, 1], PY, ym)
                before(sz, count, fz, oz, cells[o, 2], PZ, zm)
                for layer in range(3):
                    zs = zm if layer == 0 else (z0 if layer == 1 else z1)
                    middle_z = _F(layer) - _HALF
                    for i in range(count):
                        xw, xc, xe = salted(xm[i], s0, s1), salted(x0[i], s0, s1), salted(x1[i], s0, s1)
                        south = _row3(xw, xc, xe, xor32(ym[i], zs[i]), half, _LEFT, middle_z, t[i], v[i], w[i])
                        north = _row3(xw, xc, xe, xor32(y1[i], zs[i]), half, _RIGHT, middle_z, t[i], v[i], w[i])
                        here = _row3(xw, xc, xe, xor32(y0[i], zs[i]), half, _HALF, middle_z, t[i], v[i], w[i])
                        noise[i] = min(noise[i], min(min(south, north), here))
            for i in range(count):
                if noise[i] < limit:
                    noise[i] = a * _F(math.sqrt(noise[i]))
                else:
                    noise[i] = a * search3(
                        sx[i] * fx + ox, sy[i] * fy + oy, sz[i] * fz + oz, cells[o], words[o], half, output, metric
                    )
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)
