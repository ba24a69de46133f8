"""Octaves of simplex noise at points of a sphere, stacked as a planet's filters do; one block of points at a time.

All octaves read one noise: the argument of octave i is ``p * frequency_i + center``. Blocks are laid out as in ``noise``, and each
point's result is its own, so a list of any points gives the same bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import mix32, xor32
from landwright._numba import kernel
from landwright.noise.kernels import BLOCK, PX, PY, PZ, integers, path3, reals, salted, simplex3, skew3, split

SIMPLE, RIGID = 0, 1
_ONE = np.float32(1.0)


@kernel(inline=True)
def _stack(mode: Any, count: Any, amplitude: Any, multiplier: Any, noise: Any, weight: Any, total: Any) -> None:
    """Add one octave; ``weight`` remembers what reaches the next one (total, weight: out)."""
    if mode == SIMPLE:
        for i in range(count):
            total[i] += amplitude * ((np.float64(noise[i]) + 1.0) * 0.5)
    else:
        for i in range(count):
            crest = 1.0 - abs(np.float64(noise[i]))
            value = crest * crest * weight[i]
            total[i] += amplitude * value
            weight[i] = min(max(value * multiplier, 0.0), 1.0)


@kernel("void(i8, i8, f8[:, ::1], i8[::1], f8[::1], f8[::1], f8[::1], u4[::1], i8, f8[::1], f8[::1])")
def octaves(row0, row1, points, chosen, frequency, amplitude, center, words, mode, form, out):  # out
    """A filter at ``points[chosen]``, in blocks ``row0`` to ``row1 - 1`` of the chosen ones; other results stay as they are.

    None chosen means all. ``form``: weight multiplier, floor, strength, and 1 where nothing sinks below the floor.
    """
    us, vs, ws = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    sx, sy, sz = np.empty(BLOCK), np.empty(BLOCK), np.empty(BLOCK)
    x0, x1, y0, y1, z0, z1 = integers(), integers(), integers(), integers(), integers(), integers()
    t, y, z, noise = reals(), reals(), reals(), reals()
    total, weight, per = np.empty(BLOCK), np.empty(BLOCK), np.empty(3)
    s0, s1 = words[0], words[1]
    whole, points_in_all = chosen.size == 0, points.shape[0] if chosen.size == 0 else chosen.size
    multiplier, floor, strength, clamped = form[0], form[1], form[2], form[3] > 0.0
    for block in range(row0, row1):
        begin = block * BLOCK
        count = min(BLOCK, points_in_all - begin)
        for i in range(count):
            p = begin + i if whole else chosen[begin + i]
            sx[i], sy[i], sz[i] = points[p, 0], points[p, 1], points[p, 2]
            total[i], weight[i] = 0.0, 1.0
        for o in range(frequency.size):
            per[0], per[1], per[2] = frequency[o], frequency[o], frequency[o]
            skew3(sx, sy, sz, count, per, center, us, vs, ws)
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
                noise[i] = simplex3(h0, h1, h2, h3, path, t[i], y[i], z[i], _ONE)
            _stack(mode, count, amplitude[o], multiplier, noise, weight, total)
        for i in range(count):
            value = total[i] - floor
            out[begin + i if whole else chosen[begin + i]] = (max(value, 0.0) if clamped else value) * strength
