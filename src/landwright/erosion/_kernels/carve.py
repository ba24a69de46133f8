"""Gullies: stripes that run down the slope, blended from jittered cells, each scale turned by the ones before.

Symbols: ``sx, sy`` the slope (rise over run) seen by the present scale; ``(ux, uy)`` the unit vector across it; a *pivot* is the
jittered center of a cell; a *turn* is a phase of 2 pi. ``z``, ``out`` are (rows, cols) float32, metres.

Every sample looks at the nine pivots around it. Around each pivot lies a stripe pattern cos(2 pi (p . u) / wavelength), ``p``
the way from the pivot; the nine are blended with smooth weights. The blended wave shapes the ground, its analytic
derivative turns the slope for the next, finer scale, so that fine gullies run into coarse ones.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import add32, as_u32, centered, hash2, shl32, sub32
from landwright._numba import kernel

_F, _U = np.float32, np.uint32
_ZERO, _QUARTER, _HALF, _ONE, _TWO = _F(0.0), _F(0.25), _F(0.5), _F(1.0), _F(2.0)
_JITTER = _F(0.38)
_TURN = _F(2.0 * math.pi)
_TINY = _F(1e-6)
# odd series of sin(2 pi t) on |t| <= 1/4, float32
_A1, _A3, _A5, _A7, _A9 = _F(6.2831853), _F(-41.341702), _F(81.605249), _F(-76.705859), _F(42.058694)


@kernel(inline=True)
def _sine_turn(t: Any) -> Any:
    """Sine of `t` turns, float32, within 4e-6."""
    t = t - np.floor(t + _HALF)
    t = _HALF - t if t > _F(0.25) else t
    t = -_HALF - t if t < _F(-0.25) else t
    s = t * t
    return t * (_A1 + s * (_A3 + s * (_A5 + s * (_A7 + s * _A9))))


@kernel(inline=True)
def _pivot(dx: Any, dy: Any, ix: Any, iy: Any, s0: Any, s1: Any, ux: Any, uy: Any, per_cell: Any) -> Any:
    """Return (weight, weight * cos, weight * sin) of one pivot; `dx`, `dy` from the cell's center, in cells."""
    h = hash2(ix, iy, s0, s1)
    px = dx - _JITTER * centered(h)
    py = dy - _JITTER * centered(shl32(h, _U(16)))
    w = _ONE - (px * px + py * py) * _F(0.7)
    w = w if w > _ZERO else _ZERO
    w = w * w * w
    t = (px * ux + py * uy) * per_cell
    return w, w * _sine_turn(t + _F(0.25)), w * _sine_turn(t)


@kernel(inline=True)
def _wave(fx: Any, fy: Any, ix: Any, iy: Any, s0: Any, s1: Any, ux: Any, uy: Any, per_cell: Any) -> Any:
    """Blend the nine pivots around a sample; return (cos, sin) of the blended phase, each in [-1, 1]."""
    one = _U(1)
    left, right = _F(1.0), _F(-1.0)
    xm, xp, ym, yp = sub32(ix, one), add32(ix, one), sub32(iy, one), add32(iy, one)
    w0, c0, v0 = _pivot(fx + left, fy + left, xm, ym, s0, s1, ux, uy, per_cell)
    w1, c1, v1 = _pivot(fx, fy + left, ix, ym, s0, s1, ux, uy, per_cell)
    w2, c2, v2 = _pivot(fx + right, fy + left, xp, ym, s0, s1, ux, uy, per_cell)
    w3, c3, v3 = _pivot(fx + left, fy, xm, iy, s0, s1, ux, uy, per_cell)
    w4, c4, v4 = _pivot(fx, fy, ix, iy, s0, s1, ux, uy, per_cell)
    w5, c5, v5 = _pivot(fx + right, fy, xp, iy, s0, s1, ux, uy, per_cell)
    w6, c6, v6 = _pivot(fx + left, fy + right, xm, yp, s0, s1, ux, uy, per_cell)
    w7, c7, v7 = _pivot(fx, fy + right, ix, yp, s0, s1, ux, uy, per_cell)
    w8, c8, v8 = _pivot(fx + right, fy + right, xp, yp, s0, s1, ux, uy, per_cell)
    w = ((w0 + w1) + (w2 + w3)) + ((w4 + w5) + (w6 + w7)) + w8
    c = ((c0 + c1) + (c2 + c3)) + ((c4 + c5) + (c6 + c7)) + c8
    v = ((v0 + v1) + (v2 + v3)) + ((v4 + v5) + (v6 + v7)) + v8
    inverse = _ONE / (w + _TINY)
    return c * inverse, v * inverse


@kernel(
    "void(i8, i8, f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, ::1],"
    " f8[::1], f8[::1], f8[::1], f4[::1], u4[:, ::1], f4, f4, f4, f4[:, ::1])"
)
def carve(
    row0,
    row1,
    z,
    slope_x,
    slope_y,
    steepness,
    crest,
    x,
    y,
    frequency,
    amplitude,
    words,
    per_cell,
    branching,
    rounding,
    out,
):  # out
    """Shape rows ``row0`` to ``row1 - 1``.

    ``slope_x``, ``slope_y`` are (rows, cols) float32, the smoothed slope; ``steepness`` how steep the surroundings are;
    ``crest`` 1 on the backs of the ground, 0 on its floors; ``frequency`` (octaves,) cells per metre; ``amplitude`` (octaves,)
    metres for steepness 1; ``words`` (octaves, 2) seed words; ``per_cell`` stripes a cell.
    """
    cols = z.shape[1]
    octaves = frequency.shape[0]
    sx = np.empty(cols, np.float32)
    sy = np.empty(cols, np.float32)
    h = np.empty(cols, np.float32)
    target = np.empty(cols, np.float32)
    fx = np.empty((octaves, cols), np.float32)
    ix = np.empty((octaves, cols), np.uint32)
    for o in range(octaves):
        for c in range(cols):
            p = x[c] * frequency[o]
            cell = math.floor(p)
            fx[o, c] = _F(p - cell) - _HALF
            ix[o, c] = as_u32(np.int64(cell))
    for r in range(row0, row1):
        for c in range(cols):
            h[c] = z[r, c]
            sx[c] = slope_x[r, c]
            sy[c] = slope_y[r, c]
            target[c] = crest[r, c]
        steep_row = steepness[r]
        for o in range(octaves):
            p = y[r] * frequency[o]
            cell = math.floor(p)
            fy = _F(p - cell) - _HALF
            iy = as_u32(np.int64(cell))
            s0, s1 = words[o, 0], words[o, 1]
            a = amplitude[o]
            wave_number = _TURN * per_cell * _F(frequency[o])
            fxo, ixo = fx[o], ix[o]
            for c in range(cols):
                steep = math.sqrt(sx[c] * sx[c] + sy[c] * sy[c])
                inverse = _ONE / (steep + _TINY)
                ux, uy = -sy[c] * inverse, sx[c] * inverse
                wave, shift = _wave(fxo[c], fy, ixo[c], iy, s0, s1, ux, uy, per_cell)
                # where the ground is level against its surroundings there is no downhill: keep the crest or floor it is
                sure = steep / (steep + _QUARTER * steep_row[c] + _TINY)
                t = target[c] + (_HALF + _HALF * wave - target[c]) * sure
                # profile of a gully from its floor (t = 0) to the back of a spur (t = 1): t^2 is a narrow crest over a
                # wide floor, 1 - (1 - t)^2 a broad back over a narrow floor
                profile = t * (t + rounding * _TWO * (_ONE - t))
                profile_slope = _TWO * (t + rounding * (_ONE - _TWO * t))
                lift = a * steep_row[c]
                h[c] += lift * (profile - _ONE)
                turn = -branching * lift * sure * profile_slope * _HALF * wave_number * shift
                sx[c] += turn * ux
                sy[c] += turn * uy
                target[c] = t
        for c in range(cols):
            out[r, c] = h[c]
