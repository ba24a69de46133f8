"""Noise at points of the plane, one octave of one block of points at a time.

Every entry kernel has the same arguments: the blocks to do; where the points are (see ``lattice.fill``); the octave plan as arrays; how
octaves combine; the result. LLVM turns each inner loop into vector code, which a test checks in the assembly.

*Symbols:* ``t``, ``y`` fractions of the cell along x and y; ``x0, x1, y0, y1`` what the hash takes from the cell and the next one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import centered, mix32, shl32, signed_float, xor32
from landwright._numba import kernel
from landwright.noise._kernels.basis import blend2, cell, cell_value, fade, weights2
from landwright.noise._kernels.lattice import BLOCK, PX, PY, fill, integers, reals, salted, split
from landwright.noise._kernels.stacking import finish, gather

PLAN = "Tuple((f8[:, ::1], f8[:, ::1], i8[:, ::1], f4[::1], u4[:, ::1], f4[::1]))"
POINTS = f"void(i8, i8, i8, i8, UniTuple(f8[::1], 3), {PLAN}, i8, f4[::1])"
"""Blocks to do (first, last); number of points; stride; coordinates; frequency, offset, cells, amplitude, words and shape; mode; out."""
_F, _U = np.float32, np.uint32
_ONE, _HALF, _ZERO = _F(1), _F(0.5), _F(0)
_UNIT = _F(1.0 / 2147483648.0)  # a power of two: moved from the gradients to the weights it changes no bit
EDGE, ROW = _F(0.816496580927726), _F(0.7071067811865476)
_AHEAD, _BACK = _F(0.408248290463863), _F(1.224744871391589)
SIMPLEX2_SCALE = _F(72.36 / 2147483648.0)  # the sum of three bumps with gradients in [-1, 1] is at most 1 / 72.3629


@kernel(inline=True)
def perlin2(x0: Any, x1: Any, y0: Any, y1: Any, t: Any, y: Any, amplitude: Any) -> Any:
    """Perlin noise times an amplitude, in the order of ``basis``."""
    h00, h01 = mix32(xor32(x0, y0)), mix32(xor32(x0, y1))
    h10, h11 = mix32(xor32(x1, y0)), mix32(xor32(x1, y1))
    w0, w1 = weights2(fade(y), amplitude * _UNIT)
    k0, k1 = w0 * y, w1 * (y - _ONE)
    p1 = blend2(w0, w1, signed_float(h00), signed_float(h01))
    q1 = blend2(w0, w1, signed_float(h10), signed_float(h11))
    p0 = blend2(k0, k1, signed_float(shl32(h00, _U(16))), signed_float(shl32(h01, _U(16))))
    q0 = blend2(k0, k1, signed_float(shl32(h10, _U(16))), signed_float(shl32(h11, _U(16))))
    return cell(p0, p1, q0, q1, t, fade(t))


@kernel(inline=True)
def value2(x0: Any, x1: Any, y0: Any, y1: Any, t: Any, y: Any, amplitude: Any) -> Any:
    """Value noise times an amplitude, in the order of ``basis``."""
    w0, w1 = weights2(fade(y), amplitude * _UNIT)
    p = blend2(w0, w1, signed_float(mix32(xor32(x0, y0))), signed_float(mix32(xor32(x0, y1))))
    q = blend2(w0, w1, signed_float(mix32(xor32(x1, y0))), signed_float(mix32(xor32(x1, y1))))
    return cell_value(p, q, fade(t))


@kernel(inline=True)
def bump2(h: Any, dx: Any, dy: Any) -> Any:
    """Return the part of one lattice corner, (dx, dy) wavelengths away, in 2-D simplex noise, times 2**31."""
    near = max(_HALF - dx * dx - dy * dy, _ZERO)
    near = near * near
    return near * near * (signed_float(h) * dx + signed_float(shl32(h, _U(16))) * dy)


@kernel(inline=True)
def simplex2(h: Any, h10: Any, h01: Any, far: Any, s: Any, r: Any, amplitude: Any) -> Any:
    """Simplex noise times an amplitude; (s, r) are the fractions in the parallelogram of two triangles.

    The triangles share the corners (1, 0) and (0, 1); `h` is the hash of the third, which is (1, 1) if `far`, else (0, 0).
    """
    dx, dy = EDGE * (s + _HALF * r), ROW * r
    total = bump2(h, dx - (_BACK if far else _ZERO), dy - (ROW if far else _ZERO))
    total = total + bump2(h10, dx - EDGE, dy)
    total = total + bump2(h01, dx - _AHEAD, dy - ROW)
    return total * (SIMPLEX2_SCALE * amplitude)


@kernel()
def skew2(xs: Any, ys: Any, count: Any, frequency: Any, offset: Any, across: Any) -> None:  # across: out
    """Move rows of triangles so that they become parallelograms: x in edges, less half of y in rows."""
    fx, fy, ox, oy = frequency[0], frequency[1], offset[0], offset[1]
    for i in range(count):
        across[i] = (xs[i] * fx + ox) - 0.5 * (ys[i] * fy + oy)


@kernel(POINTS)
def white_points2(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any
) -> None:  # out
    """Fill the blocks with white noise."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy = np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1 = integers(), integers(), integers(), integers()
    t, y, noise, total, weight = reals(), reals(), reals(), reals(), reals()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        for o in range(amplitude.size):
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, y0, y1, y)
            for i in range(count):
                noise[i] = centered(mix32(xor32(salted(x0[i], s0, s1), y0[i]))) * a
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)


@kernel(POINTS)
def value_points2(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any
) -> None:  # out
    """Fill the blocks with value noise."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy = np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1 = integers(), integers(), integers(), integers()
    t, y, noise, total, weight = reals(), reals(), reals(), reals(), reals()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        for o in range(amplitude.size):
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, y0, y1, y)
            for i in range(count):
                noise[i] = value2(salted(x0[i], s0, s1), salted(x1[i], s0, s1), y0[i], y1[i], t[i], y[i], a)
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)


@kernel(POINTS)
def perlin_points2(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any
) -> None:  # out
    """Fill the blocks with Perlin noise."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy = np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1 = integers(), integers(), integers(), integers()
    t, y, noise, total, weight = reals(), reals(), reals(), reals(), reals()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        for o in range(amplitude.size):
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            split(sx, count, frequency[o, 0], offset[o, 0], cells[o, 0], PX, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, y0, y1, y)
            for i in range(count):
                noise[i] = perlin2(salted(x0[i], s0, s1), salted(x1[i], s0, s1), y0[i], y1[i], t[i], y[i], a)
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)


@kernel(POINTS)
def simplex_points2(
    first: Any, last: Any, points: Any, stride: Any, where: Any, plan: Any, mode: Any, out: Any
) -> None:  # out
    """Fill the blocks with simplex noise that does not repeat."""
    frequency, offset, cells, amplitude, words, shape = plan
    sx, sy, across = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1 = integers(), integers(), integers(), integers()
    t, y, noise, total, weight = reals(), reals(), reals(), reals(), reals()
    for block in range(first, last):
        begin = block * BLOCK
        count = min(BLOCK, points - begin)
        fill(begin, count, stride, 0, where[0], sx)
        fill(begin, count, stride, 1, where[1], sy)
        for o in range(amplitude.size):
            a, s0, s1 = amplitude[o] if mode == 0 else _ONE, words[o, 0], words[o, 1]
            skew2(sx, sy, count, frequency[o], offset[o], across)
            split(across, count, 1.0, 0.0, 0, PX, x0, x1, t)
            split(sy, count, frequency[o, 1], offset[o, 1], cells[o, 1], PY, y0, y1, y)
            for i in range(count):
                # loaded before the choice, which LLVM would else turn into gathers
                xa, xb, ya, yb = salted(x0[i], s0, s1), salted(x1[i], s0, s1), y0[i], y1[i]
                far = t[i] + y[i] >= _ONE
                h = mix32(xor32(xb if far else xa, yb if far else ya))
                h10, h01 = mix32(xor32(xb, ya)), mix32(xor32(xa, yb))
                noise[i] = simplex2(h, h10, h01, far, t[i], y[i], a)
            gather(mode, o, count, amplitude[o], shape, noise, total, weight)
        finish(mode, begin, count, total, out)
