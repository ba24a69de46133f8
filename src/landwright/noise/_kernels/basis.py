"""What all noise kernels share: fade, gradients, lattice hash. Two kernel families must be one function, so both call these.

Gradients are made by arithmetic on hash bits, no tables: components lie in [-1, 1], uniform in a square (2-D) or cube (3-D).
One octave of Perlin noise made of them is at most 1 (2-D) or 1.5 (3-D) in size; ``PERLIN3_SCALE`` brings the latter to 1.

The order of evaluation is part of the function: row kernels (``rows2``, ``rows3``) and point kernels agree to the last bit
because both interpolate along y (and z) first, with the octave's amplitude folded into the weights, and along x last.
*Symbols:* ``t`` fraction along x, ``u = fade(t)``; p and q the west and the east edge of the cell, each a line
``p0 + p1 * t``; ``a`` the amplitude of the octave (in 3-D times ``PERLIN3_SCALE``).

- Perlin 2-D: ``w0, w1 = weights2(v, a)``; ``p1 = blend2(w0, w1, gx00, gx01)`` and ``p0 = blend2(w0 * y, w1 * (y - 1), gy00,
  gy01)`` with gradients g at (x, y); q from g10, g11; the octave is ``cell(p0, p1, q0, q1, t, u)``.
- Perlin 3-D: ``w00, w10, w01, w11 = weights3(v, w, a)`` in the order (y, z) = 00, 10, 01, 11; ``p1 = blend4(w.., gx..)``;
  ``p0 = blend4(w00 * y, w10 * (y - 1), w01 * y, w11 * (y - 1), gy..) + blend4(w00 * z, w10 * z, w01 * (z - 1), w11 * (z - 1),
  gz..)``; the same ``cell``. Value noise: ``blend2`` or ``blend4`` of the corners, then ``cell_value``.
- Fractions: ``p = x * frequency + offset`` and its floor in float64, then ``fraction(p, floor)``.
- Octaves: ``total = total + octave``, from 0 on; nothing is multiplied afterwards.
- Cellular: ``fx = jitter * centered(h) + (i + 0.5)`` and ``fy`` from ``shl32(h, 16)``, with i, j in -1, 0, 1 relative to the
  cell; ``squared = (fx - t) * (fx - t) + (fy - y) * (fy - y)``; jitter is half the setting.

Everything here takes float32 scalars as well as the lanes of ``lanes``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import centered, shl32
from landwright._numba import kernel

_F, _U = np.float32, np.uint32
_SIX, _FIFTEEN, _TEN, _THIRTY, _TWO, _ONE = _F(6), _F(15), _F(10), _F(30), _F(2), _F(1)
_ZERO, _TINY = _F(0), _F(2.0**-30)
PERLIN3_SCALE = _F(2.0 / 3.0)


@kernel(inline=True)
def fraction(p: Any, floor: Any) -> Any:
    """Return the part of the float64 coordinate `p` above its `floor` as float32, in [0, 1].

    Below 2**-30 of a cell it is zero: its cube in :func:`fade` would be subnormal, and a processor takes a hundred times
    as long for such a number. Samples that fall on lattice points by round-off are common.
    """
    t = _F(p - floor)
    return t if t >= _TINY else _ZERO


@kernel(inline=True)
def fade(t: Any) -> Any:
    """Quintic smoothing weight 6t^5 - 15t^4 + 10t^3: first and second derivative vanish at 0 and 1."""
    return t * t * t * (t * (t * _SIX - _FIFTEEN) + _TEN)


@kernel(inline=True)
def fade_slope(t: Any) -> Any:
    """Return the derivative of :func:`fade`."""
    return t * t * (t * (t * _THIRTY - _F(60)) + _THIRTY)


@kernel(inline=True)
def gradient2(h: Any) -> Any:
    """Return (gx, gy), each in [-1, 1], from 32 hash bits."""
    return centered(h), centered(shl32(h, _U(16)))


@kernel(inline=True)
def gradient3(h: Any) -> Any:
    """Return (gx, gy, gz), each in [-1, 1], from 32 hash bits."""
    return centered(h), centered(shl32(h, _U(11))), centered(shl32(h, _U(22)))


@kernel(inline=True)
def weights2(v: Any, amplitude: Any) -> Any:
    """Return the weights of the lattice rows below and above; `v` is the fade of the fraction along y."""
    return (_ONE - v) * amplitude, v * amplitude


@kernel(inline=True)
def weights3(v: Any, w: Any, amplitude: Any) -> Any:
    """Return the weights of the four lattice rows (y, z) = 00, 10, 01, 11; `v`, `w` are the fades along y and z."""
    low, high = (_ONE - w) * amplitude, w * amplitude
    return (_ONE - v) * low, v * low, (_ONE - v) * high, v * high


@kernel(inline=True)
def blend2(w0: Any, w1: Any, a: Any, b: Any) -> Any:
    """Sum two lattice rows by weight."""
    return w0 * a + w1 * b


@kernel(inline=True)
def blend4(w00: Any, w10: Any, w01: Any, w11: Any, a: Any, b: Any, c: Any, d: Any) -> Any:
    """Sum four lattice rows by weight."""
    return (w00 * a + w10 * b) + (w01 * c + w11 * d)


@kernel(inline=True)
def cell(p0: Any, p1: Any, q0: Any, q1: Any, t: Any, u: Any) -> Any:
    """Perlin noise between the west edge ``p0 + p1 * t`` and the east edge ``q0 + q1 * (t - 1)``."""
    return line(p0, p1, (q0 - q1) - p0, q1 - p1, t, u)


@kernel(inline=True)
def line(c0: Any, c1: Any, c2: Any, c3: Any, t: Any, u: Any) -> Any:
    """Evaluate one cell of one row from its four coefficients."""
    return (c0 + c1 * t) + u * (c2 + c3 * t)


@kernel(inline=True)
def cell_value(p: Any, q: Any, u: Any) -> Any:
    """Value noise between the west value p and the east value q."""
    return p + u * (q - p)
