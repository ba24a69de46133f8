"""Sums of layers at points, in one pass each."""

from __future__ import annotations

import numpy as np

from landwright._numba import kernel


@kernel("void(i8, i8, f8[::1], f8[::1])")
def add(row0, row1, values, total):  # total: in and out
    """Add a layer."""
    for i in range(row0, row1):
        total[i] += values[i]


@kernel("void(i8, i8, f8[::1], f8[::1], f8[::1])")
def add_masked(row0, row1, values, mask, total):  # total: in and out
    """Add a layer times a mask."""
    for i in range(row0, row1):
        total[i] += values[i] * mask[i]


@kernel("void(i8, i8, f8[::1], f8, f4[::1], f4[::1])")
def lift(row0, row1, share, radius, before, out):  # out
    """Elevation (m) from what was there and shares of the radius, rounded once."""
    for i in range(row0, row1):
        out[i] = np.float32(np.float64(before[i]) + share[i] * radius)
