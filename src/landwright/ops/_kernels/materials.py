"""Materials laid over each other. ``weights`` is (rows, cols, n) float32, one plane a material."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.ops._kernels.shape import rise


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1], f8, f8, f8, f8, f4[:, ::1])")
def cover_rows(
    row0: int, row1: int, value: Any, noise: Any, shift: float, low: float, high: float, soft: float, cover: Any
) -> None:
    """Multiply ``cover`` by 1 where ``value + shift * noise`` lies between the limits; ramps of width `soft` centred on both.

    A (1, 1) noise counts everywhere.
    """
    everywhere = noise.shape[0] == 1 and noise.shape[1] == 1
    for r in range(row0, row1):
        for c in range(value.shape[1]):
            v = np.float64(value[r, c]) + shift * np.float64(noise[0, 0] if everywhere else noise[r, c])
            cover[r, c] *= np.float32(rise(v, low, soft) - rise(v, high, soft))  # out


@kernel("void(i8, i8, f4[:, :, ::1], f8[:, ::1])")
def check_rows(row0: int, row1: int, weights: Any, worst: Any) -> None:
    """Per row: the least weight, the most, and how far a sum is from 1; NaN spoils all three."""
    for r in range(row0, row1):
        least, most, off = 1.0, 0.0, 0.0
        for c in range(weights.shape[1]):
            total = 0.0
            for k in range(weights.shape[2]):
                w = np.float64(weights[r, c, k])
                least = w if not w >= least else least
                most = w if not w <= most else most
                total += w
            away = abs(total - 1.0)
            off = away if not away <= off else off
        worst[r, 0], worst[r, 1], worst[r, 2] = least, most, off  # out


@kernel("void(i8, i8, f4[:, :, ::1], f4[:, :, ::1])")
def stack_rows(row0: int, row1: int, cover: Any, weights: Any) -> None:
    """From covers (n, rows, cols), lowest first, to weights that add up to 1: what the top ones leave is for those below."""
    count = cover.shape[0]
    one = np.float32(1.0)
    for r in range(row0, row1):
        for c in range(cover.shape[2]):
            left = one
            for k in range(count - 1, 0, -1):
                share = left * cover[k, r, c]
                weights[r, c, k] = share  # out
                left = left - share
            weights[r, c, 0] = left


@kernel("void(i8, i8, f4[:, ::1], f8, f8, f4[:, :, ::1])")
def two_rows(row0: int, row1: int, z: Any, low: float, high: float, weights: Any) -> None:
    """Second material in proportion to the height from `low` to `high`, first material the rest."""
    one = np.float32(1.0)
    for r in range(row0, row1):
        for c in range(z.shape[1]):
            share = np.float32(min(max((np.float64(z[r, c]) - low) / (high - low), 0.0), 1.0))
            weights[r, c, 0] = one - share  # out
            weights[r, c, 1] = share


@kernel("void(i8, i8, f4[:, :, ::1], f4[:, :, :, ::1], f4[:, :, ::1])")
def mix_rows(row0: int, row1: int, weights: Any, colors: Any, out: Any) -> None:
    """Weighted sum of colors (n, rows or 1, cols or 1, 3)."""
    count = weights.shape[2]
    each_row, each_col = colors.shape[1] > 1, colors.shape[2] > 1
    for r in range(row0, row1):
        for c in range(weights.shape[1]):
            for channel in range(3):
                total = 0.0
                for k in range(count):
                    color = colors[k, r if each_row else 0, c if each_col else 0, channel]
                    total += np.float64(weights[r, c, k]) * np.float64(color)
                out[r, c, channel] = np.float32(total)  # out
