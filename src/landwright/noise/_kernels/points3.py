"""Noise at points in space, one octave of one block of points at a time; laid out as ``points2``.

*Symbols:* ``t``, ``y``, ``z`` fractions of the cell; ``x0, x1, y0, y1, z0, z1`` what the hash takes from the cell and the next one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import centered, mix32, shl32, signed_float, xor32
from landwright._numba import kernel
from landwright.noise._kernels.basis import PERLIN3_SCALE, blend4, cell, cell_value, fade, gradient3, weights3
from landwright.noise._kernels.combine import finish, gather
from landwright.noise._kernels.lattice import BLOCK, PX, PY, PZ, ZERO, fill, integers, reals, split
from landwright.noise._kernels.points2 import POINTS

_F, _U = np.float32, np.uint32
_ONE, _HALF, _ZERO = _F(1), _F(0.5), _F(0)
_UNIT = _F(1.0 / 2147483648.0)  # a power of two: moved from the gradients to the weights it changes no bit
SIMPLEX3_SCALE = _F(62.15)  # the sum of four bumps with gradients in [-1, 1] is at most 1 / 62.1537


@kernel(inline=True)
def perlin3(x0: Any, x1: Any, y0: Any, y1: Any, z0: Any, z1: Any, t: Any, y: Any, z: Any, amplitude: Any) -> Any:
    """Perlin noise times an amplitude, in the order of ``basis``."""
    a00, a10, a01, a11 = xor32(y0, z0), xor32(y1, z0), xor32(y0, z1), xor32(y1, z1)
    h00, h10, h01, h11 = mix32(xor32(x0, a00)), mix32(xor32(x0, a10)), mix32(xor32(x0, a01)), mix32(xor32(x0, a11))
    e00, e10, e01, e11 = mix32(xor32(x1, a00)), mix32(xor32(x1, a10)), mix32(xor32(x1, a01)), mix32(xor32(x1, a11))
    w00, w10, w01, w11 = weights3(fade(y), fade(z), amplitude * PERLIN3_SCALE * _UNIT)
    yn, zn = y - _ONE, z - _ONE
    ky00, ky10, ky01, ky11 = w00 * y, w10 * yn, w01 * y, w11 * yn
    kz00, kz10, kz01, kz11 = w00 * z, w10 * z, w01 * zn, w11 * zn
    p1 = blend4(w00, w10, w01, w11, signed_float(h00), signed_float(h10), signed_float(h01), signed_float(h11))
    q1 = blend4(w00, w10, w01, w11, signed_float(e00), signed_float(e10), signed_float(e01), signed_float(e11))
    p0 = blend4(ky00, ky10, ky01, ky11, _second(h00), _second(h10), _second(h01), _second(h11)) + blend4(
        kz00, kz10, kz01, kz11, _third(h00), _third(h10), _third(h01), _third(h11)
    )
    q0 = blend4(ky00, ky10, ky01, ky11, _second(e00), _second(e10), _second(e01), _second(e11)) + blend4(
        kz00, kz10, kz01, kz11, _third(e00), _third(e10), _third(e01), _third(e11)
    )
    return cell(p0, p1, q0, q1, t, fade(t))


@kernel(inline=True)
def _second(h: Any) -> Any:
    """Return the second component of ``gradient3`` times 2**31."""
    return signed_float(shl32(h, _U(11)))


@kernel(inline=True)
def _third(h: Any) -> Any:
    """Return the third component of ``gradient3`` times 2**31."""
    return signed_float(shl32(h, _U(22)))


@kernel(inline=True)
def value3(x0: Any, x1: Any, y0: Any, y1: Any, z0: Any, z1: Any, t: Any, y: Any, z: Any, amplitude: Any) -> Any:
    """Value noise times an amplitude, in the order of ``basis``."""
    a00, a10, a01, a11 = xor32(y0, z0), xor32(y1, z0), xor32(y0, z1), xor32(y1, z1)
    w00, w10, w01, w11 = weights3(fade(y), fade(z), amplitude * _UNIT)
    p = blend4(w00, w10, w01, w11, _corner(x0, a00), _corner(x0, a10), _corner(x0, a01), _corner(x0, a11))
    q = blend4(w00, w10, w01, w11, _corner(x1, a00), _corner(x1, a10), _corner(x1, a01), _corner(x1, a11))
    return cell_value(p, q, fade(t))


@kernel(inline=True)
def _corner(x: Any, a: Any) -> Any:
    """Return the value at one lattice corner times 2**31."""
    return signed_float(mix32(xor32(x, a)))


@kernel(inline=True)
def bump3(h: Any, u: Any, v: Any, w: Any) -> Any:
    """Return the part of one lattice corner, (u, v, w) skewed cells away, in 3-D simplex noise."""
    dx, dy, dz = (v + w - u) * _HALF, (u + w - v) * _HALF, (u + v - w) * _HALF
    near = max(_HALF - dx * dx - dy * dy - dz * dz, _ZERO)
    near = near * near
    gx, gy, gz = gradient3(h)
    return near * near * (gx * dx + gy * dy + gz * dz)


@kernel(inline=True)
def simplex3(x0: Any, x1: Any, y0: Any, y1: Any, z0: Any, z1: Any, u: Any, v: Any, w: Any, amplitude: Any) -> Any:
    """Simplex noise times an amplitude; (u, v, w) are the fractions in the sheared cube of six tetrahedra.

    From corner 000 to corner 111 the path goes first along the axis with the largest fraction.
    """
    uv, vw, uw = u >= v, v >= w, u >= w
    first_u, first_v, first_w = uv and uw, vw and not uv, not (uw or vw)
    both_u, both_v, both_w = uv or uw, vw or not uv, not (uw and vw)
    total = bump3(mix32(xor32(x0, xor32(y0, z0))), u, v, w)
    h = mix32(xor32(x1 if first_u else x0, xor32(y1 if first_v else y0, z1 if first_w else z0)))
    total = total + bump3(
        h, u - (_ONE if first_u else _ZERO), v - (_ONE if first_v else _ZERO), w - (_ONE if first_w else _ZERO)
    )
    h = mix32(xor32(x1 if both_u else x0, xor32(y1 if both_v else y0, z1 if both_w else z0)))
    total = total + bump3(
        h, u - (_ONE if both_u else _ZERO), v - (_ONE if both_v else _ZERO), w - (_ONE if both_w else _ZERO)
    )
    total = total + bump3(mix32(xor32(x1, xor32(y1, z1))), u - _ONE, v - _ONE, w - _ONE)
    return total * (SIMPLEX3_SCALE * amplitude)


@kernel()
def skew3(
    xs: Any, ys: Any, zs: Any, count: Any, frequency: Any, offset: Any, us: Any, vs: Any, ws: Any
) -> None:  # us, vs, ws: out
    """Shear the body-centred cubic lattice so that its tetrahedra become the sixths of unit cubes."""
    fx, fy, fz, ox, oy, oz = frequency[0], frequency[1], frequency[2], offset[0], offset[1], offset[2]
    for i in range(count):
        x, y, z = xs[i] * fx + ox, ys[i] * fy + oy, zs[i] * fz + oz
        us[i] = y + z
        vs[i] = x + z
        ws[i] = x + y


@kernel(POINTS)
def white_points3(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any
) -> None:  # out
    """Fill the blocks with white noise."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy, sz = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1, z0, z1 = integers(), integers(), integers(), integers(), integers(), integers()
    t, y, z, noise, total, weight = reals(), reals(), reals(), reals(), reals(), reals()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        fill(begin, count, stride, 2, where[2], sz)
        for o in range(amplitude.size):
            a = amplitude[o] if mode == 0 else _ONE
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, words[o, 1], ZERO, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, ZERO, words[o, 0], y0, y1, y)
            split(sz, count, frequency[o, 2], offset[o, 2], cells[o, 2], PZ, ZERO, ZERO, z0, z1, z)
            for i in range(count):
                noise[i] = centered(mix32(xor32(x0[i], xor32(y0[i], z0[i])))) * a
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)


@kernel(POINTS)
def value_points3(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any
) -> None:  # out
    """Fill the blocks with value noise."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy, sz = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1, z0, z1 = integers(), integers(), integers(), integers(), integers(), integers()
    t, y, z, noise, total, weight = reals(), reals(), reals(), reals(), reals(), reals()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        fill(begin, count, stride, 2, where[2], sz)
        for o in range(amplitude.size):
            a = amplitude[o] if mode == 0 else _ONE
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, words[o, 1], ZERO, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, ZERO, words[o, 0], y0, y1, y)
            split(sz, count, frequency[o, 2], offset[o, 2], cells[o, 2], PZ, ZERO, ZERO, z0, z1, z)
            for i in range(count):
                noise[i] = value3(x0[i], x1[i], y0[i], y1[i], z0[i], z1[i], t[i], y[i], z[i], a)
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)


@kernel(POINTS)
def perlin_points3(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any
) -> None:  # out
    """Fill the blocks with Perlin noise."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy, sz = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1, z0, z1 = integers(), integers(), integers(), integers(), integers(), integers()
    t, y, z, noise, total, weight = reals(), reals(), reals(), reals(), reals(), reals()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        fill(begin, count, stride, 2, where[2], sz)
        for o in range(amplitude.size):
            a = amplitude[o] if mode == 0 else _ONE
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, words[o, 1], ZERO, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, ZERO, words[o, 0], y0, y1, y)
            split(sz, count, frequency[o, 2], offset[o, 2], cells[o, 2], PZ, ZERO, ZERO, z0, z1, z)
            for i in range(count):
                noise[i] = perlin3(x0[i], x1[i], y0[i], y1[i], z0[i], z1[i], t[i], y[i], z[i], a)
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)


@kernel(POINTS)
def simplex_points3(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any
) -> None:  # out
    """Fill the blocks with simplex noise that does not repeat."""
    frequency, offset, _, amplitude, words, shape = plan
    sx, sy, sz = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    us, vs, ws = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1, z0, z1 = integers(), integers(), integers(), integers(), integers(), integers()
    t, y, z, noise, total, weight = reals(), reals(), reals(), reals(), reals(), reals()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        fill(begin, count, stride, 2, where[2], sz)
        for o in range(amplitude.size):
            a = amplitude[o] if mode == 0 else _ONE
            skew3(sx, sy, sz, count, frequency[o], offset[o], us, vs, ws)
            split(us, count, 1.0, 0.0, 0, PX, words[o, 1], ZERO, x0, x1, t)
            split(vs, count, 1.0, 0.0, 0, PY, ZERO, words[o, 0], y0, y1, y)
            split(ws, count, 1.0, 0.0, 0, PZ, ZERO, ZERO, z0, z1, z)
            for i in range(count):
                noise[i] = simplex3(x0[i], x1[i], y0[i], y1[i], z0[i], z1[i], t[i], y[i], z[i], a)
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)
