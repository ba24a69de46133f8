"""Squared sines of an array, with the same bits on every machine."""

from __future__ import annotations

from typing import Any

from landwright._elementary import sin
from landwright._numba import kernel

__all__ = ["squared_sines"]


@kernel("void(f8[::1], f8[::1])")
def squared_sines(
    angles: Any,
    squares: Any,  # out
) -> None:
    """Write sin(angle) squared; angles in radians, at most a million."""
    for i in range(angles.size):
        value = sin(angles[i])
        squares[i] = value * value
