"""sin, cos, exp, log and pow in plain arithmetic: the same bits on every machine.

The C library's functions differ in the last bit from one platform to the next, and one bit moves a river. These use only
IEEE float64 addition, multiplication and division, written out in a fixed order, and exact scaling by powers of two.
The series are Taylor's, with one term more than float64 can see, after an exact or two-part argument reduction.

Accuracy, tested against ``mpmath``: ``sin`` and ``cos`` within 2e-16 absolute for ``|x| <= 1e6``; ``exp`` and ``log`` within 4e-16
relative (``log`` absolute near 1); ``power`` within 4e-16 * (1 + |y log x|) relative. ``sqrt`` is exact in IEEE: use ``math.sqrt``.
Domains: ``log`` and ``power`` want x > 0 (``power(0, y)`` is 0 for y > 0, 1 for y = 0); ``exp`` gives 0 below -745 and
infinity above 709.78.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel

__all__ = ["cos", "exp", "log", "power", "sin"]

_TWO_OVER_PI = 0.6366197723675814
# pi / 2 in three parts; the low 22 bits of the first two are clear, so k * part is exact for |k| < 2**22
_HALF_PI_A = 1.5707963267341256
_HALF_PI_B = 6.07710050359346e-11
_HALF_PI_C = 2.912732056093356e-20
# ln 2 in two parts; the low 12 bits of the first are clear
_LN2_A = 0.693147180559663
_LN2_B = 2.8235290563031577e-13
_INV_LN2 = 1.4426950408889634
_SQRT_TWO = 1.4142135623730951
_MANTISSA = np.int64(0x000FFFFFFFFFFFFF)
_ONE = np.int64(1023 << 52)


@kernel(inline=True)
def _sine(r: Any) -> Any:
    s = r * r
    p = 1.0 / 355687428096000.0
    p = p * s - 1.0 / 1307674368000.0
    p = p * s + 1.0 / 6227020800.0
    p = p * s - 1.0 / 39916800.0
    p = p * s + 1.0 / 362880.0
    p = p * s - 1.0 / 5040.0
    p = p * s + 1.0 / 120.0
    p = p * s - 1.0 / 6.0
    return r + r * s * p


@kernel(inline=True)
def _cosine(r: Any) -> Any:
    s = r * r
    p = -1.0 / 6402373705728000.0
    p = p * s + 1.0 / 20922789888000.0
    p = p * s - 1.0 / 87178291200.0
    p = p * s + 1.0 / 479001600.0
    p = p * s - 1.0 / 3628800.0
    p = p * s + 1.0 / 40320.0
    p = p * s - 1.0 / 720.0
    p = p * s + 1.0 / 24.0
    return 1.0 - 0.5 * s + s * s * p


@kernel(inline=True)
def _reduce(x: Any) -> Any:
    k = math.floor(x * _TWO_OVER_PI + 0.5)
    r = ((x - k * _HALF_PI_A) - k * _HALF_PI_B) - k * _HALF_PI_C
    return np.int64(k), r


@kernel(inline=True)
def sin(x: Any) -> Any:
    """Sine of `x` (radians, float64)."""
    k, r = _reduce(x)
    quadrant = k & 3
    value = _cosine(r) if quadrant & 1 else _sine(r)
    return -value if quadrant & 2 else value


@kernel(inline=True)
def cos(x: Any) -> Any:
    """Cosine of `x` (radians, float64)."""
    k, r = _reduce(x)
    quadrant = (k + 1) & 3
    value = _cosine(r) if quadrant & 1 else _sine(r)
    return -value if quadrant & 2 else value


@kernel(inline=True)
def _bits(v: Any) -> Any:
    """Return the 64 bits of a float64 as an integer."""
    return np.float64(v).view(np.int64)


@kernel(inline=True)
def _from_bits(bits: Any) -> Any:
    """Return the float64 with these 64 bits."""
    return np.int64(bits).view(np.float64)


@kernel(inline=True)
def _power_of_two(k: Any) -> Any:
    """Return 2**k for -1022 <= k <= 1023, exactly."""
    return _from_bits((np.int64(k) + np.int64(1023)) << np.int64(52))


@kernel(inline=True)
def exp(x: Any) -> Any:
    """E to the power `x` (float64)."""
    t = min(max(x, -746.0), 710.0)
    k = math.floor(t * _INV_LN2 + 0.5)
    s = (t - k * _LN2_A) - k * _LN2_B
    p = 1.0 / 87178291200.0
    p = p * s + 1.0 / 6227020800.0
    p = p * s + 1.0 / 479001600.0
    p = p * s + 1.0 / 39916800.0
    p = p * s + 1.0 / 3628800.0
    p = p * s + 1.0 / 362880.0
    p = p * s + 1.0 / 40320.0
    p = p * s + 1.0 / 5040.0
    p = p * s + 1.0 / 720.0
    p = p * s + 1.0 / 120.0
    p = p * s + 1.0 / 24.0
    p = p * s + 1.0 / 6.0
    value = 1.0 + (s + s * s * (0.5 + s * p))
    half = np.int64(k) // np.int64(2)
    return value * _power_of_two(half) * _power_of_two(np.int64(k) - half)


@kernel(inline=True)
def log(x: Any) -> Any:
    """Natural logarithm of `x` > 0 (float64)."""
    lift = 0
    v = np.float64(x)
    if v < 2.2250738585072014e-308:
        v = v * 18014398509481984.0
        lift = 54
    bits = _bits(v)
    e = (bits >> np.int64(52)) - 1023 - lift
    m = _from_bits((bits & _MANTISSA) | _ONE)
    if m > _SQRT_TWO:
        m = m * 0.5
        e = e + 1
    f = m - 1.0
    t = f / (2.0 + f)
    s = t * t
    p = 1.0 / 25.0
    p = p * s + 1.0 / 23.0
    p = p * s + 1.0 / 21.0
    p = p * s + 1.0 / 19.0
    p = p * s + 1.0 / 17.0
    p = p * s + 1.0 / 15.0
    p = p * s + 1.0 / 13.0
    p = p * s + 1.0 / 11.0
    p = p * s + 1.0 / 9.0
    p = p * s + 1.0 / 7.0
    p = p * s + 1.0 / 5.0
    p = p * s + 1.0 / 3.0
    half = 0.5 * f * f
    return e * _LN2_A + (f - (half - (t * (half + 2.0 * s * p) + e * _LN2_B)))


@kernel(inline=True)
def power(x: Any, y: Any) -> Any:
    """`x` to the power `y` (float64), for x >= 0."""
    if x <= 0.0:
        return 1.0 if y == 0.0 else 0.0
    return exp(y * log(x))
