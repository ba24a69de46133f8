"""Noise at points in space, one octave of one block of points at a time; laid out as ``points2``.

*Symbols:* ``t``, ``y``, ``z`` fractions of the cell; ``x0, x1, y0, y1, z0, z1`` what the hash takes from the cell and the next one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import centered, mix32, shl32, signed_float, xor32
from landwright._numba import kernel
from landwright.noise._kernels.basis import PERLIN3_SCALE, blend4, cell, cell_value, fade, weights3
from landwright.noise._kernels.lattice import BLOCK, PX, PY, PZ, fill, integers, reals, salted, split
from landwright.noise._kernels.points2 import POINTS
from landwright.noise._kernels.stacking import finish, gather

_F, _U = np.float32, np.uint32
_ONE, _HALF, _ZERO = _F(1), _F(0.5), _F(0)
_UNIT = _F(1.0 / 2147483648.0)  # a power of two: moved from the gradients to the weights it changes no bit
SIMPLEX3_SCALE = _F(62.15 / 2147483648.0)  # the sum of four bumps with gradients in [-1, 1] is at most 1 / 62.1537


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
def bump3(h: Any, dx: Any, dy: Any, dz: Any) -> Any:
    """Return the part of one lattice corner, (dx, dy, dz) wavelengths away, in 3-D simplex noise, times 2**31."""
    near = max(_HALF - dx * dx - dy * dy - dz * dz, _ZERO)
    near = near * near
    return near * near * (signed_float(h) * dx + _second(h) * dy + _third(h) * dz)


@kernel(inline=True)
def path3(u: Any, v: Any, w: Any) -> Any:
    """Return which axes the path from corner 000 to corner 111 has gone along after one and after two steps.

    It goes along the axis with the largest fraction first; the four corners on it hold the point.
    """
    uv, vw, uw = u >= v, v >= w, u >= w
    return uv and uw, vw and not uv, not (uw or vw), uv or uw, vw or not uv, not (uw and vw)


@kernel(inline=True)
def simplex3(h0: Any, h1: Any, h2: Any, h3: Any, path: Any, u: Any, v: Any, w: Any, amplitude: Any) -> Any:
    """Simplex noise times an amplitude; (u, v, w) are the fractions in the sheared cube, the hashes those along the path."""
    one_u, one_v, one_w, two_u, two_v, two_w = path
    dx, dy, dz = (v + w - u) * _HALF, (u + w - v) * _HALF, (u + v - w) * _HALF
    total = bump3(h0, dx, dy, dz)
    total = total + bump3(
        h1,
        dx + (_HALF if one_u else -_HALF),
        dy + (_HALF if one_v else -_HALF),
        dz + (_HALF if one_w else -_HALF),
    )
    total = total + bump3(
        h2, dx - (_ZERO if two_u else _ONE), dy - (_ZERO if two_v else _ONE), dz - (_ZERO if two_w else _ONE)
    )
    total = total + bump3(h3, dx - _HALF, dy - _HALF, dz - _HALF)
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
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, y0, y1, y)
            split(sz, count, frequency[o, 2], offset[o, 2], cells[o, 2], PZ, z0, z1, z)
            for i in range(count):
                noise[i] = centered(mix32(xor32(salted(x0[i], s0, s1), xor32(y0[i], z0[i])))) * a
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
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, y0, y1, y)
            split(sz, count, frequency[o, 2], offset[o, 2], cells[o, 2], PZ, z0, z1, z)
            for i in range(count):
                noise[i] = value3(
                    salted(x0[i], s0, s1), salted(x1[i], s0, s1), y0[i], y1[i], z0[i], z1[i], t[i], y[i], z[i], a
                )
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
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, y0, y1, y)
            split(sz, count, frequency[o, 2], offset[o, 2], cells[o, 2], PZ, z0, z1, z)
            for i in range(count):
                noise[i] = perlin3(
                    salted(x0[i], s0, s1), salted(x1[i], s0, s1), y0[i], y1[i], z0[i], z1[i], t[i], y[i], z[i], a
                )
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
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            skew3(sx, sy, sz, count, frequency[o], offset[o], us, vs, ws)
            split(us, count, 1.0, 0.0, 0, PX, x0, x1, t)
            split(vs, count, 1.0, 0.0, 0, PY, y0, y1, y)
            split(ws, count, 1.0, 0.0, 0, PZ, z0, z1, z)
            for i in range(count):
                # loaded before the choices, which LLVM would else turn into gathers
                xa, xb = salted(x0[i], s0, s1), salted(x1[i], s0, s1)
                ya, yb, za, zb = y0[i], y1[i], z0[i], z1[i]
                path = path3(t[i], y[i], z[i])
                one_u, one_v, one_w, two_u, two_v, two_w = path
                h0 = mix32(xor32(xa, xor32(ya, za)))
                h1 = mix32(xor32(xb if one_u else xa, xor32(yb if one_v else ya, zb if one_w else za)))
                h2 = mix32(xor32(xb if two_u else xa, xor32(yb if two_v else ya, zb if two_w else za)))
                h3 = mix32(xor32(xb, xor32(yb, zb)))
                noise[i] = simplex3(h0, h1, h2, h3, path, t[i], y[i], z[i], a)
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)
