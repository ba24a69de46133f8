"""Noise in space with its slopes, in closed form; laid out as ``points3``, whose values it returns to the last bit.

*Symbols:* as in ``basis`` and ``points3``; ``dv, dw`` are the slopes of the fades v and w.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import centered, mix32, shl32, signed_float, xor32
from landwright._numba import kernel
from landwright.noise._kernels.basis import (
    PERLIN3_SCALE,
    blend4,
    cell,
    cell_value,
    fade,
    fade_slope,
    gradient3,
    weights3,
)
from landwright.noise._kernels.lattice import BLOCK, PX, PY, PZ, fill, floor, integers, reals, salted, split
from landwright.noise._kernels.points3 import SIMPLEX3_SCALE, path3, perlin3, simplex3, skew3, value3
from landwright.noise._kernels.simplex_period import corner3
from landwright.noise._kernels.slopes import finish_slopes, gather_slopes, room
from landwright.noise._kernels.slopes2 import SLOPES
from landwright.noise._kernels.stacking import finish

_F, _U = np.float32, np.uint32
_ONE, _HALF, _ZERO, _EIGHT = _F(1), _F(0.5), _F(0), _F(8)


@kernel(inline=True)
def _edge(x: Any, a00: Any, a10: Any, a01: Any, a11: Any, weights: Any, along_y: Any, along_z: Any) -> Any:
    """Return p0 and p1 of one edge of the cell, from the weights of its four corners, alone, times y and times z."""
    gx00, gy00, gz00 = gradient3(mix32(xor32(x, a00)))
    gx10, gy10, gz10 = gradient3(mix32(xor32(x, a10)))
    gx01, gy01, gz01 = gradient3(mix32(xor32(x, a01)))
    gx11, gy11, gz11 = gradient3(mix32(xor32(x, a11)))
    p1 = blend4(weights[0], weights[1], weights[2], weights[3], gx00, gx10, gx01, gx11)
    p0 = blend4(along_y[0], along_y[1], along_y[2], along_y[3], gy00, gy10, gy01, gy11)
    p0 = p0 + blend4(along_z[0], along_z[1], along_z[2], along_z[3], gz00, gz10, gz01, gz11)
    return p0, p1


@kernel(inline=True)
def perlin3_slopes(x0: Any, x1: Any, y0: Any, y1: Any, z0: Any, z1: Any, t: Any, y: Any, z: Any, amplitude: Any) -> Any:
    """Return the slopes of ``perlin3`` along the three axes."""
    a00, a10, a01, a11 = xor32(y0, z0), xor32(y1, z0), xor32(y0, z1), xor32(y1, z1)
    scale = amplitude * PERLIN3_SCALE
    v, w = fade(y), fade(z)
    dv, dw = fade_slope(y) * scale, fade_slope(z) * scale
    w00, w10, w01, w11 = weights3(v, w, scale)
    yn, zn = y - _ONE, z - _ONE
    u = fade(t)
    along_y, along_z = (w00 * y, w10 * yn, w01 * y, w11 * yn), (w00 * z, w10 * z, w01 * zn, w11 * zn)
    p0, p1 = _edge(x0, a00, a10, a01, a11, (w00, w10, w01, w11), along_y, along_z)
    q0, q1 = _edge(x1, a00, a10, a01, a11, (w00, w10, w01, w11), along_y, along_z)
    c2, c3 = (q0 - q1) - p0, q1 - p1
    slope_x = p1 + fade_slope(t) * (c2 + c3 * t) + u * c3
    e00, e10, e01, e11 = dv * (w - _ONE), dv * (_ONE - w), -dv * w, dv * w
    along_y = (e00 * y + w00, e10 * yn + w10, e01 * y + w01, e11 * yn + w11)
    along_z = (e00 * z, e10 * z, e01 * zn, e11 * zn)
    p0, p1 = _edge(x0, a00, a10, a01, a11, (e00, e10, e01, e11), along_y, along_z)
    q0, q1 = _edge(x1, a00, a10, a01, a11, (e00, e10, e01, e11), along_y, along_z)
    slope_y = cell(p0, p1, q0, q1, t, u)
    e00, e10, e01, e11 = dw * (v - _ONE), -dw * v, dw * (_ONE - v), dw * v
    along_y = (e00 * y, e10 * yn, e01 * y, e11 * yn)
    along_z = (e00 * z + w00, e10 * z + w10, e01 * zn + w01, e11 * zn + w11)
    p0, p1 = _edge(x0, a00, a10, a01, a11, (e00, e10, e01, e11), along_y, along_z)
    q0, q1 = _edge(x1, a00, a10, a01, a11, (e00, e10, e01, e11), along_y, along_z)
    return slope_x, slope_y, cell(p0, p1, q0, q1, t, u)


@kernel(inline=True)
def value3_slopes(x0: Any, x1: Any, y0: Any, y1: Any, z0: Any, z1: Any, t: Any, y: Any, z: Any, amplitude: Any) -> Any:
    """Return the slopes of ``value3`` along the three axes."""
    a00, a10, a01, a11 = xor32(y0, z0), xor32(y1, z0), xor32(y0, z1), xor32(y1, z1)
    b00, b10 = centered(mix32(xor32(x0, a00))), centered(mix32(xor32(x0, a10)))
    b01, b11 = centered(mix32(xor32(x0, a01))), centered(mix32(xor32(x0, a11)))
    c00, c10 = centered(mix32(xor32(x1, a00))), centered(mix32(xor32(x1, a10)))
    c01, c11 = centered(mix32(xor32(x1, a01))), centered(mix32(xor32(x1, a11)))
    v, w, u = fade(y), fade(z), fade(t)
    dv, dw = fade_slope(y) * amplitude, fade_slope(z) * amplitude
    w00, w10, w01, w11 = weights3(v, w, amplitude)
    slope_x = fade_slope(t) * (
        blend4(w00, w10, w01, w11, c00, c10, c01, c11) - blend4(w00, w10, w01, w11, b00, b10, b01, b11)
    )
    p, q = (_ONE - w) * (b10 - b00) + w * (b11 - b01), (_ONE - w) * (c10 - c00) + w * (c11 - c01)
    slope_y = dv * cell_value(p, q, u)
    p, q = (_ONE - v) * (b01 - b00) + v * (b11 - b10), (_ONE - v) * (c01 - c00) + v * (c11 - c10)
    return slope_x, slope_y, dw * cell_value(p, q, u)


@kernel(inline=True)
def bump3_slopes(h: Any, dx: Any, dy: Any, dz: Any) -> Any:
    """Return the slopes of ``bump3`` along dx, dy and dz."""
    gx, gy, gz = signed_float(h), signed_float(shl32(h, _U(11))), signed_float(shl32(h, _U(22)))
    near = max(_HALF - dx * dx - dy * dy - dz * dz, _ZERO)
    cube = near * near * near
    pull = _EIGHT * cube * (gx * dx + gy * dy + gz * dz)
    four = cube * near
    return four * gx - pull * dx, four * gy - pull * dy, four * gz - pull * dz


@kernel(inline=True)
def simplex3_slopes(h0: Any, h1: Any, h2: Any, h3: Any, path: Any, u: Any, v: Any, w: Any, amplitude: Any) -> Any:
    """Return the slopes of ``simplex3`` along the three axes."""
    one_u, one_v, one_w, two_u, two_v, two_w = path
    dx, dy, dz = (v + w - u) * _HALF, (u + w - v) * _HALF, (u + v - w) * _HALF
    ax, ay, az = bump3_slopes(h0, dx, dy, dz)
    ex, ey, ez = (_HALF if one_u else -_HALF), (_HALF if one_v else -_HALF), (_HALF if one_w else -_HALF)
    bx, by, bz = bump3_slopes(h1, dx + ex, dy + ey, dz + ez)
    ex, ey, ez = (_ZERO if two_u else _ONE), (_ZERO if two_v else _ONE), (_ZERO if two_w else _ONE)
    cx, cy, cz = bump3_slopes(h2, dx - ex, dy - ey, dz - ez)
    fx, fy, fz = bump3_slopes(h3, dx - _HALF, dy - _HALF, dz - _HALF)
    scale = SIMPLEX3_SCALE * amplitude
    return (ax + bx + cx + fx) * scale, (ay + by + cy + fy) * scale, (az + bz + cz + fz) * scale


@kernel(SLOPES)
def value_slopes3(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any, slopes: Any
) -> None:  # out, slopes: out
    """Fill the blocks with value noise and its slopes."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy, sz = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1, z0, z1 = integers(), integers(), integers(), integers(), integers(), integers()
    t, y, z, noise, total, weight = reals(), reals(), reals(), reals(), reals(), reals()
    slope, rise, drift = room(3), room(3), room(3)
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        fill(begin, count, stride, 2, where[2], sz)
        for o in range(amplitude.size):
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            fx, fy, fz = _F(frequency[o, 0]), _F(frequency[o, 1]), _F(frequency[o, 2])
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, y0, y1, y)
            split(sz, count, frequency[o, 2], offset[o, 2], cells[o, 2], PZ, z0, z1, z)
            for i in range(count):
                xa, xb = salted(x0[i], s0, s1), salted(x1[i], s0, s1)
                noise[i] = value3(xa, xb, y0[i], y1[i], z0[i], z1[i], t[i], y[i], z[i], a)
                dx, dy, dz = value3_slopes(xa, xb, y0[i], y1[i], z0[i], z1[i], t[i], y[i], z[i], a)
                slope[0, i], slope[1, i], slope[2, i] = dx * fx, dy * fy, dz * fz
            gather_slopes(mode, o, count, amplitude[o], shape, noise, slope, total, rise, weight, drift)
        finish(mode, begin, count, total, out)
        finish_slopes(mode, begin, count, rise, slopes)


@kernel(SLOPES)
def perlin_slopes3(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any, slopes: Any
) -> None:  # out, slopes: out
    """Fill the blocks with Perlin noise and its slopes."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy, sz = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1, z0, z1 = integers(), integers(), integers(), integers(), integers(), integers()
    t, y, z, noise, total, weight = reals(), reals(), reals(), reals(), reals(), reals()
    slope, rise, drift = room(3), room(3), room(3)
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        fill(begin, count, stride, 2, where[2], sz)
        for o in range(amplitude.size):
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            fx, fy, fz = _F(frequency[o, 0]), _F(frequency[o, 1]), _F(frequency[o, 2])
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, y0, y1, y)
            split(sz, count, frequency[o, 2], offset[o, 2], cells[o, 2], PZ, z0, z1, z)
            for i in range(count):
                xa, xb = salted(x0[i], s0, s1), salted(x1[i], s0, s1)
                noise[i] = perlin3(xa, xb, y0[i], y1[i], z0[i], z1[i], t[i], y[i], z[i], a)
                dx, dy, dz = perlin3_slopes(xa, xb, y0[i], y1[i], z0[i], z1[i], t[i], y[i], z[i], a)
                slope[0, i], slope[1, i], slope[2, i] = dx * fx, dy * fy, dz * fz
            gather_slopes(mode, o, count, amplitude[o], shape, noise, slope, total, rise, weight, drift)
        finish(mode, begin, count, total, out)
        finish_slopes(mode, begin, count, rise, slopes)


@kernel(SLOPES)
def simplex_slopes3(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any, slopes: Any
) -> None:  # out, slopes: out
    """Fill the blocks with simplex noise and its slopes, whether it repeats or not."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy, sz = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    us, vs, ws = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    t, y, z, noise, total, weight = reals(), reals(), reals(), reals(), reals(), reals()
    x0, x1, y0, y1, z0, z1 = integers(), integers(), integers(), integers(), integers(), integers()
    slope, rise, drift = room(3), room(3), room(3)
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        fill(begin, count, stride, 2, where[2], sz)
        for o in range(amplitude.size):
            a = amplitude[o] if mode == 0 else _ONE
            fx, fy, fz = _F(frequency[o, 0]), _F(frequency[o, 1]), _F(frequency[o, 2])
            skew3(sx, sy, sz, count, frequency[o], offset[o], us, vs, ws)
            split(us, count, 1.0, 0.0, 0, PX, x0, x1, t)
            split(vs, count, 1.0, 0.0, 0, PY, y0, y1, y)
            split(ws, count, 1.0, 0.0, 0, PZ, z0, z1, z)
            nx, ny, nz = np.float64(2 * cells[o, 0]), np.float64(2 * cells[o, 1]), np.float64(2 * cells[o, 2])
            for i in range(count):
                path = path3(t[i], y[i], z[i])
                u, v, w = floor(us[i]), floor(vs[i]), floor(ws[i])
                h0 = corner3(u, v, w, nx, ny, nz, words[o])
                h1 = corner3(u + path[0], v + path[1], w + path[2], nx, ny, nz, words[o])
                h2 = corner3(u + path[3], v + path[4], w + path[5], nx, ny, nz, words[o])
                h3 = corner3(u + 1.0, v + 1.0, w + 1.0, nx, ny, nz, words[o])
                noise[i] = simplex3(h0, h1, h2, h3, path, t[i], y[i], z[i], a)
                dx, dy, dz = simplex3_slopes(h0, h1, h2, h3, path, t[i], y[i], z[i], a)
                slope[0, i], slope[1, i], slope[2, i] = dx * fx, dy * fy, dz * fz
            gather_slopes(mode, o, count, amplitude[o], shape, noise, slope, total, rise, weight, drift)
        finish(mode, begin, count, total, out)
        finish_slopes(mode, begin, count, rise, slopes)
