"""Turn models: sine and cosine of yaws, the same bits everywhere."""

from __future__ import annotations

from typing import Any

from landwright._elementary import cos, sin
from landwright._numba import kernel

_RADIANS = 0.017453292519943295


@kernel("void(f8[::1], f8[:, ::1])")
def turns(yaw: Any, out: Any) -> None:  # out: out
    """Fill cosine and sine (n, 2) of yaws in degrees; quarter turns are exact."""
    for n in range(len(yaw)):
        quarter = yaw[n] / 90.0
        if quarter == int(quarter):
            turn = int(quarter) % 4
            out[n, 0] = 1.0 if turn == 0 else (-1.0 if turn == 2 else 0.0)
            out[n, 1] = 1.0 if turn == 1 else (-1.0 if turn == 3 else 0.0)
        else:
            out[n, 0] = cos(yaw[n] * _RADIANS)
            out[n, 1] = sin(yaw[n] * _RADIANS)
