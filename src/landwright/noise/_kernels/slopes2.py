"""Noise in the plane with its slopes, in closed form; laid out as ``points2``, whose values it returns to the last bit.

*Symbols:* as in ``basis`` and ``points2``; ``dv`` is the slope of the fade v; a trailing t or y names the axis of a slope. Slopes are
per lattice cell until the kernel multiplies by the frequency.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import centered, mix32, shl32, signed_float, xor32
from landwright._numba import kernel
from landwright.noise._kernels.basis import blend2, cell, cell_value, fade, fade_slope, gradient2, weights2
from landwright.noise._kernels.lattice import BLOCK, PX, PY, fill, floor, integers, reals, salted, split
from landwright.noise._kernels.points2 import EDGE, PLAN, ROW, SIMPLEX2_SCALE, perlin2, simplex2, skew2, value2
from landwright.noise._kernels.simplex_period import corner2
from landwright.noise._kernels.slopes import finish_slopes, gather_slopes, room
from landwright.noise._kernels.stacking import finish

SLOPES = f"void(i8, i8, i8, i8, UniTuple(f8[::1], 3), {PLAN}, i8, f4[::1], f4[:, ::1])"
_F, _U = np.float32, np.uint32
_ONE, _HALF, _ZERO, _EIGHT = _F(1), _F(0.5), _F(0), _F(8)
_AHEAD, _BACK = _F(0.408248290463863), _F(1.224744871391589)


@kernel(inline=True)
def perlin2_slopes(x0: Any, x1: Any, y0: Any, y1: Any, t: Any, y: Any, amplitude: Any) -> Any:
    """Return the slopes of ``perlin2`` along both axes."""
    gx00, gy00 = gradient2(mix32(xor32(x0, y0)))
    gx01, gy01 = gradient2(mix32(xor32(x0, y1)))
    gx10, gy10 = gradient2(mix32(xor32(x1, y0)))
    gx11, gy11 = gradient2(mix32(xor32(x1, y1)))
    w0, w1 = weights2(fade(y), amplitude)
    dv = fade_slope(y) * amplitude
    k0, k1 = w0 * y, w1 * (y - _ONE)
    p0, p1 = blend2(k0, k1, gy00, gy01), blend2(w0, w1, gx00, gx01)
    q0, q1 = blend2(k0, k1, gy10, gy11), blend2(w0, w1, gx10, gx11)
    c2, c3, u = (q0 - q1) - p0, q1 - p1, fade(t)
    along = p1 + fade_slope(t) * (c2 + c3 * t) + u * c3
    m0, m1 = w0 - dv * y, w1 + dv * (y - _ONE)
    p0, p1 = blend2(m0, m1, gy00, gy01), dv * (gx01 - gx00)
    q0, q1 = blend2(m0, m1, gy10, gy11), dv * (gx11 - gx10)
    return along, cell(p0, p1, q0, q1, t, u)


@kernel(inline=True)
def value2_slopes(x0: Any, x1: Any, y0: Any, y1: Any, t: Any, y: Any, amplitude: Any) -> Any:
    """Return the slopes of ``value2`` along both axes."""
    a00, a01 = centered(mix32(xor32(x0, y0))), centered(mix32(xor32(x0, y1)))
    a10, a11 = centered(mix32(xor32(x1, y0))), centered(mix32(xor32(x1, y1)))
    w0, w1 = weights2(fade(y), amplitude)
    dv = fade_slope(y) * amplitude
    along = fade_slope(t) * (blend2(w0, w1, a10, a11) - blend2(w0, w1, a00, a01))
    return along, cell_value(dv * (a01 - a00), dv * (a11 - a10), fade(t))


@kernel(inline=True)
def bump2_slopes(h: Any, dx: Any, dy: Any) -> Any:
    """Return the slopes of ``bump2`` along dx and dy."""
    gx, gy = signed_float(h), signed_float(shl32(h, _U(16)))
    near = max(_HALF - dx * dx - dy * dy, _ZERO)
    cube = near * near * near
    pull = _EIGHT * cube * (gx * dx + gy * dy)
    return cube * near * gx - pull * dx, cube * near * gy - pull * dy


@kernel(inline=True)
def simplex2_slopes(h: Any, h10: Any, h01: Any, far: Any, s: Any, r: Any, amplitude: Any) -> Any:
    """Return the slopes of ``simplex2`` along both axes, per edge and per row."""
    dx, dy = EDGE * (s + _HALF * r), ROW * r
    ax, ay = bump2_slopes(h, dx - (_BACK if far else _ZERO), dy - (ROW if far else _ZERO))
    bx, by = bump2_slopes(h10, dx - EDGE, dy)
    cx, cy = bump2_slopes(h01, dx - _AHEAD, dy - ROW)
    scale = SIMPLEX2_SCALE * amplitude
    return (ax + bx + cx) * (scale * EDGE), (ay + by + cy) * (scale * ROW)


@kernel(SLOPES)
def value_slopes2(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any, slopes: Any
) -> None:  # out, slopes: out
    """Fill the blocks with value noise and its slopes."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy = np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1 = integers(), integers(), integers(), integers()
    t, y, noise, total, weight = reals(), reals(), reals(), reals(), reals()
    slope, rise, drift = room(2), room(2), room(2)
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        for o in range(amplitude.size):
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            fx, fy = _F(frequency[o, 0]), _F(frequency[o, 1])
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, y0, y1, y)
            for i in range(count):
                xa, xb = salted(x0[i], s0, s1), salted(x1[i], s0, s1)
                noise[i] = value2(xa, xb, y0[i], y1[i], t[i], y[i], a)
                along, across = value2_slopes(xa, xb, y0[i], y1[i], t[i], y[i], a)
                slope[0, i], slope[1, i] = along * fx, across * fy
            gather_slopes(mode, o, count, amplitude[o], shape, noise, slope, total, rise, weight, drift)
        finish(mode, begin, count, total, out)
        finish_slopes(mode, begin, count, rise, slopes)


@kernel(SLOPES)
def perlin_slopes2(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any, slopes: Any
) -> None:  # out, slopes: out
    """Fill the blocks with Perlin noise and its slopes."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy = np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1 = integers(), integers(), integers(), integers()
    t, y, noise, total, weight = reals(), reals(), reals(), reals(), reals()
    slope, rise, drift = room(2), room(2), room(2)
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        for o in range(amplitude.size):
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            fx, fy = _F(frequency[o, 0]), _F(frequency[o, 1])
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, y0, y1, y)
            for i in range(count):
                xa, xb = salted(x0[i], s0, s1), salted(x1[i], s0, s1)
                noise[i] = perlin2(xa, xb, y0[i], y1[i], t[i], y[i], a)
                along, across = perlin2_slopes(xa, xb, y0[i], y1[i], t[i], y[i], a)
                slope[0, i], slope[1, i] = along * fx, across * fy
            gather_slopes(mode, o, count, amplitude[o], shape, noise, slope, total, rise, weight, drift)
        finish(mode, begin, count, total, out)
        finish_slopes(mode, begin, count, rise, slopes)


@kernel(SLOPES)
def simplex_slopes2(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any, slopes: Any
) -> None:  # out, slopes: out
    """Fill the blocks with simplex noise and its slopes, whether it repeats or not."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy, across = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1 = integers(), integers(), integers(), integers()
    h, h10, h01 = integers(), integers(), integers()
    t, y, noise, total, weight = reals(), reals(), reals(), reals(), reals()
    slope, rise, drift = room(2), room(2), room(2)
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        for o in range(amplitude.size):
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            fx, fy = _F(frequency[o, 0]), _F(frequency[o, 1])
            skew2(sx, sy, count, frequency[o], offset[o], across)
            split(across, count, 1.0, 0.0, 0, PX, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], 0, PY, y0, y1, y)
            for i in range(count):
                xa, xb, ya, yb = salted(x0[i], s0, s1), salted(x1[i], s0, s1), y0[i], y1[i]
                far = t[i] + y[i] >= _ONE
                h[i] = mix32(xor32(xb if far else xa, yb if far else ya))
                h10[i], h01[i] = mix32(xor32(xb, ya)), mix32(xor32(xa, yb))
            if cells[o, 0] > 0 or cells[o, 1] > 0:
                nx, ny = np.float64(2 * cells[o, 0]), np.float64(cells[o, 1])
                for i in range(count):
                    column, row = floor(across[i]), floor(sy[i] * frequency[o, 1] + offset[o, 1])
                    step = 1.0 if t[i] + y[i] >= _ONE else 0.0
                    h[i] = corner2(column + step, row + step, nx, ny, words[o])
                    h10[i] = corner2(column + 1.0, row, nx, ny, words[o])
                    h01[i] = corner2(column, row + 1.0, nx, ny, words[o])
            for i in range(count):
                far = t[i] + y[i] >= _ONE
                noise[i] = simplex2(h[i], h10[i], h01[i], far, t[i], y[i], a)
                east, north = simplex2_slopes(h[i], h10[i], h01[i], far, t[i], y[i], a)
                slope[0, i], slope[1, i] = east * fx, north * fy
            gather_slopes(mode, o, count, amplitude[o], shape, noise, slope, total, rise, weight, drift)
        finish(mode, begin, count, total, out)
        finish_slopes(mode, begin, count, rise, slopes)
