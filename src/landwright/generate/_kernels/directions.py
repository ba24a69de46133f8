"""Unit vectors from angles, the same bits everywhere."""

from __future__ import annotations

from typing import Any

from landwright._elementary import cos, sin
from landwright._numba import kernel

_TWO_PI = 6.283185307179586


@kernel("void(f8, f8[::1])")
def unit_vector(bearing: float, out: Any) -> None:  # out
    """Write east and north of a compass bearing in radians."""
    out[0] = sin(bearing)
    out[1] = cos(bearing)


@kernel("void(f8[:, ::1])")
def unit_circle(out: Any) -> None:  # out
    """Fill ``out`` (n, 2) with x and y of unit vectors spread evenly over the circle, from (1, 0) on."""
    for k in range(out.shape[0]):
        turn = _TWO_PI * k / out.shape[0]
        out[k, 0] = cos(turn)
        out[k, 1] = sin(turn)
