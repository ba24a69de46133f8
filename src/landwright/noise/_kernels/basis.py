"""What all noise kernels share: fade, gradients, lattice hash. Two kernel families must be one function, so both call these.

Gradients are made by arithmetic on hash bits, no tables: components lie in [-1, 1], uniform in a square (2-D) or cube (3-D).
One octave of Perlin noise made of them is at most 1 (2-D) or 1.5 (3-D) in size; ``PERLIN3_SCALE`` brings the latter to 1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import centered, shl32
from landwright._numba import kernel

_F, _U = np.float32, np.uint32
_SIX, _FIFTEEN, _TEN, _THIRTY, _TWO, _ONE = _F(6), _F(15), _F(10), _F(30), _F(2), _F(1)
PERLIN3_SCALE = _F(2.0 / 3.0)


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
