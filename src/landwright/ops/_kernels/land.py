"""Steps in the ground, and land that sinks into the sea."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._elementary import power
from landwright._numba import kernel
from landwright.ops._kernels.narrow import narrow


@kernel("void(i8, i8, f4[:, ::1], f8[::1], f8[::1], f4[:, ::1], f8, f8, f8, f8, f8, f8, f4[:, ::1])")
def terrace_rows(
    row0: int,
    row1: int,
    z: Any,
    x: Any,
    y: Any,
    noise: Any,
    jitter: float,
    east: float,
    north: float,
    step: float,
    first: float,
    exponent: float,
    out: Any,
) -> None:
    """Flatten the ground around each level ``first + k * step``, the levels bent by noise and tilted by (east, north)."""
    everywhere = noise.shape[0] == 1 and noise.shape[1] == 1
    for r in range(row0, row1):
        for c in range(z.shape[1]):
            n = np.float64(noise[0, 0] if everywhere else noise[r, c])
            level = first + jitter * n + east * x[c] + north * y[r]
            t = (np.float64(z[r, c]) - level) / step
            k = math.floor(t + 0.5)
            away = 2.0 * (t - k)
            shaped = 0.5 * power(min(abs(away), 1.0), exponent)
            out[r, c] = narrow(level + step * (k + (shaped if away > 0.0 else 0.0 - shaped)))  # out


@kernel("void(i8, i8, f4[:, ::1], f8[::1], f8[::1], f4[:, ::1], b1, f8, f8, f8, f8, f4[:, ::1])")
def island_rows(
    row0: int,
    row1: int,
    z: Any,
    across: Any,
    along: Any,
    noise: Any,
    ellipse: bool,
    margin: float,
    coast: float,
    falloff: float,
    floor: float,
    out: Any,
) -> None:
    """Blend from the sea floor at the border to the ground inland.

    ``across`` (cols,) and ``along`` (rows,) are distances to the border (m), or for an ellipse distances to the middle as shares of
    its half axes; then `falloff` and the rest are shares too.
    """
    everywhere = noise.shape[0] == 1 and noise.shape[1] == 1
    round_ = margin + falloff + coast
    for r in range(row0, row1):
        for c in range(z.shape[1]):
            if ellipse:
                inland = 1.0 - math.sqrt(across[c] * across[c] + along[r] * along[r])
            else:
                u, v = max(round_ - across[c], 0.0), max(round_ - along[r], 0.0)
                inland = round_ - math.sqrt(u * u + v * v)
            n = np.float64(noise[0, 0] if everywhere else noise[r, c])
            inland -= margin + coast * (0.5 - min(max(1.5 * n, -0.5), 0.5))
            t = min(max(inland / falloff, 0.0), 1.0) if falloff > 0.0 else (1.0 if inland > 0.0 else 0.0)
            share = t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
            out[r, c] = narrow(floor * (1.0 - share) + np.float64(z[r, c]) * share)  # out
