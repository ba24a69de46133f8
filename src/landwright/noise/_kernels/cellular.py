"""Cellular noise at points, one octave of one block at a time; laid out as ``points2``.

Nine (27) cells are searched for whole vectors of points: a short loop for F1 with the Euclidean metric, a longer one for everything
else. The few points whose features may lie further away go through ``nearest``, which returns the same bits for the others.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import centered, mix32, shl32, xor32
from landwright._numba import kernel
from landwright.noise._kernels.lattice import BLOCK, PX, PY, PZ, before, fill, integers, reals, salted, split
from landwright.noise._kernels.nearest import (
    CELL_VALUE,
    EUCLIDEAN,
    F1,
    MANHATTAN,
    margin,
    search2,
    search3,
    shown,
    unseen,
)
from landwright.noise._kernels.points2 import POINTS
from landwright.noise._kernels.stacking import finish, gather

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


@kernel(inline=True)
def _nearer(d: Any, h: Any, first: Any, second: Any, best: Any) -> Any:
    """Return the two least distances and the hash of the nearest cell, after one more cell."""
    return min(first, d), min(second, max(first, d)), h if d < first else best


@kernel(inline=True)
def _length(dx: Any, dy: Any, dz: Any, metric: Any) -> Any:
    """Measure by the metric, squared if Euclidean; `dz` is 0 in the plane, which changes no bit."""
    ax, ay, az = abs(dx), abs(dy), abs(dz)
    around, along, most = dx * dx + dy * dy + dz * dz, ax + ay + az, max(max(ax, ay), az)
    return around if metric == EUCLIDEAN else (along if metric == MANHATTAN else most)


@kernel(inline=True)
def _visit2(x: Any, y: Any, half: Any, middle: Any, near_y: Any, t: Any, metric: Any) -> Any:
    """Return distance to and hash of the feature of one cell; `near_y` is the middle of its row less the point."""
    h = mix32(xor32(x, y))
    dy = (half * centered(shl32(h, _U(16))) + near_y[0]) - near_y[1]
    return _length((half * centered(h) + middle) - t, dy, _ZERO, metric), h


@kernel(inline=True)
def _visit3(x: Any, a: Any, half: Any, middle: Any, near_y: Any, near_z: Any, t: Any, metric: Any) -> Any:
    """Return distance to and hash of the feature of one cell in space."""
    h = mix32(xor32(x, a))
    dy = (half * centered(shl32(h, _U(11))) + near_y[0]) - near_y[1]
    dz = (half * centered(shl32(h, _U(22))) + near_z[0]) - near_z[1]
    return _length((half * centered(h) + middle) - t, dy, dz, metric), h


@kernel()
def _survey2(
    count: Any,
    xs: Any,
    ys: Any,
    t: Any,
    v: Any,
    middle_y: Any,
    half: Any,
    metric: Any,
    words: Any,
    found: Any,
    best: Any,
) -> None:  # found, best: out
    """Let three cells of one row into the two least distances of a block (found) and the hash of the nearest cell (best)."""
    first, second = found
    west, here, east = xs
    s0, s1 = words[0], words[1]
    for i in range(count):
        f, s, b = first[i], second[i], best[i]
        near_y = (middle_y, v[i])
        d, h = _visit2(salted(west[i], s0, s1), ys[i], half, _LEFT, near_y, t[i], metric)
        f, s, b = _nearer(d, h, f, s, b)
        d, h = _visit2(salted(here[i], s0, s1), ys[i], half, _HALF, near_y, t[i], metric)
        f, s, b = _nearer(d, h, f, s, b)
        d, h = _visit2(salted(east[i], s0, s1), ys[i], half, _RIGHT, near_y, t[i], metric)
        first[i], second[i], best[i] = _nearer(d, h, f, s, b)


@kernel()
def _survey3(
    count: Any,
    xs: Any,
    ys: Any,
    zs: Any,
    inner: Any,
    middle_y: Any,
    middle_z: Any,
    half: Any,
    metric: Any,
    words: Any,
    found: Any,
    best: Any,
) -> None:  # found, best: out
    """Let three cells of one row of one layer into the two least distances; like :func:`_survey2`."""
    first, second = found
    west, here, east = xs
    t, v, w = inner
    s0, s1 = words[0], words[1]
    for i in range(count):
        f, s, b = first[i], second[i], best[i]
        near_y, near_z, a = (middle_y, v[i]), (middle_z, w[i]), xor32(ys[i], zs[i])
        d, h = _visit3(salted(west[i], s0, s1), a, half, _LEFT, near_y, near_z, t[i], metric)
        f, s, b = _nearer(d, h, f, s, b)
        d, h = _visit3(salted(here[i], s0, s1), a, half, _HALF, near_y, near_z, t[i], metric)
        f, s, b = _nearer(d, h, f, s, b)
        d, h = _visit3(salted(east[i], s0, s1), a, half, _RIGHT, near_y, near_z, t[i], metric)
        first[i], second[i], best[i] = _nearer(d, h, f, s, b)


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
    near, next_near, best = reals(), reals(), integers()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        for o in range(amplitude.size):
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            fx, fy, ox, oy = frequency[o, 0], frequency[o, 1], offset[o, 0], offset[o, 1]
            split(sx, count, fx, ox, cells[o, 0], PX, x0, x1, t)
            split(sy, count, fy, oy, cells[o, 1], PY, y0, y1, v)
            before(sx, count, fx, ox, cells[o, 0], PX, xm)
            before(sy, count, fy, oy, cells[o, 1], PY, ym)
            if output == F1 and metric == EUCLIDEAN:
                for i in range(count):
                    xw, xc, xe = salted(xm[i], s0, s1), salted(x0[i], s0, s1), salted(x1[i], s0, s1)
                    south = _row2(xw, xc, xe, ym[i], half, _LEFT, t[i], v[i])
                    north = _row2(xw, xc, xe, y1[i], half, _RIGHT, t[i], v[i])
                    near[i] = min(min(south, north), _row2(xw, xc, xe, y0[i], half, _HALF, t[i], v[i]))
            else:
                near[:count] = _FAR
                next_near[:count] = _FAR
                for j in range(3):
                    ys = ym if j == 0 else (y0 if j == 1 else y1)
                    middle = _F(j) - _HALF
                    _survey2(count, (xm, x0, x1), ys, t, v, middle, half, metric, words[o], (near, next_near), best)
            plain = output == F1 and metric == EUCLIDEAN
            limit = unseen(1, _ZERO, half, metric)
            for i in range(count):
                need = near[i] if output in (F1, CELL_VALUE) else next_near[i]
                if need < limit or need < unseen(1, min(margin(t[i]), margin(v[i])), half, metric):
                    seen = _F(math.sqrt(near[i])) if plain else shown(near[i], next_near[i], best[i], output, metric)
                    noise[i] = a * seen
                else:
                    px, py = sx[i] * fx + ox, sy[i] * fy + oy
                    noise[i] = a * search2(px, py, cells[o], words[o], half, output, metric)
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
    near, next_near, best = reals(), reals(), integers()
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
            split(sx, count, fx, ox, cells[o, 0], PX, x0, x1, t)
            split(sy, count, fy, oy, cells[o, 1], PY, y0, y1, v)
            split(sz, count, fz, oz, cells[o, 2], PZ, z0, z1, w)
            before(sx, count, fx, ox, cells[o, 0], PX, xm)
            before(sy, count, fy, oy, cells[o, 1], PY, ym)
            before(sz, count, fz, oz, cells[o, 2], PZ, zm)
            near[:count] = _FAR
            next_near[:count] = _FAR
            for layer in range(3):
                zs = zm if layer == 0 else (z0 if layer == 1 else z1)
                middle_z = _F(layer) - _HALF
                if output == F1 and metric == EUCLIDEAN:
                    for i in range(count):
                        xw, xc, xe = salted(xm[i], s0, s1), salted(x0[i], s0, s1), salted(x1[i], s0, s1)
                        south = _row3(xw, xc, xe, xor32(ym[i], zs[i]), half, _LEFT, middle_z, t[i], v[i], w[i])
                        north = _row3(xw, xc, xe, xor32(y1[i], zs[i]), half, _RIGHT, middle_z, t[i], v[i], w[i])
                        here = _row3(xw, xc, xe, xor32(y0[i], zs[i]), half, _HALF, middle_z, t[i], v[i], w[i])
                        near[i] = min(near[i], min(min(south, north), here))
                else:
                    for j in range(3):
                        ys = ym if j == 0 else (y0 if j == 1 else y1)
                        middle = _F(j) - _HALF
                        xs, place, found = (xm, x0, x1), (t, v, w), (near, next_near)
                        _survey3(count, xs, ys, zs, place, middle, middle_z, half, metric, words[o], found, best)
            plain = output == F1 and metric == EUCLIDEAN
            limit = unseen(1, _ZERO, half, metric)
            for i in range(count):
                need = near[i] if output in (F1, CELL_VALUE) else next_near[i]
                inner = min(min(margin(t[i]), margin(v[i])), margin(w[i]))
                if need < limit or need < unseen(1, inner, half, metric):
                    seen = _F(math.sqrt(near[i])) if plain else shown(near[i], next_near[i], best[i], output, metric)
                    noise[i] = a * seen
                else:
                    px, py, pz = sx[i] * fx + ox, sy[i] * fy + oy, sz[i] * fz + oz
                    noise[i] = a * search3(px, py, pz, cells[o], words[o], half, output, metric)
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)
