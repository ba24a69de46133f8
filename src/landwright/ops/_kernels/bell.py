"""Bell-shaped smoothing, one axis at a time. Arrays are (rows, cols) float32, sums float64, in one fixed order."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._elementary import exp
from landwright._numba import kernel
from landwright.ops._kernels.narrow import fold, narrow


@kernel("void(f8, f8[::1])")
def bell(radius_cells: float, weights: Any) -> None:
    """Half a Gaussian that sums to 1 with its mirror image: ``weights[k]`` belongs to the samples k cells away."""
    total = 0.0
    for k in range(weights.size - 1, -1, -1):
        d = k / radius_cells
        weights[k] = exp(-0.5 * d * d)  # out
        total += weights[k] if k == 0 else 2.0 * weights[k]
    for k in range(weights.size):
        weights[k] /= total


@kernel("void(i8, i8, f4[:, ::1], f8[::1], f4[:, ::1])")
def across_rows(row0: int, row1: int, z: Any, weights: Any, out: Any) -> None:
    """Smooth along each row; the map is reflected at its borders."""
    cols, half = z.shape[1], weights.size - 1
    line = np.empty(cols + 2 * half, np.float64)
    total = np.empty(cols, np.float64)
    for r in range(row0, row1):
        for j in range(line.size):
            line[j] = z[r, fold(j - half, cols)]
        for j in range(cols):
            total[j] = weights[0] * line[half + j]
        for k in range(1, half + 1):
            w = weights[k]
            before, after = line[half - k : half - k + cols], line[half + k : half + k + cols]
            for j in range(cols):
                total[j] += w * (before[j] + after[j])
        for j in range(cols):
            out[r, j] = narrow(total[j])  # out


@kernel("void(i8, i8, f4[:, ::1], f8[::1], f4[:, ::1])")
def along_columns(row0: int, row1: int, z: Any, weights: Any, out: Any) -> None:
    """Smooth along each column; the map is reflected at its borders."""
    rows, cols = z.shape
    total = np.empty(cols, np.float64)
    for r in range(row0, row1):
        here = z[r]
        for j in range(cols):
            total[j] = weights[0] * np.float64(here[j])
        for k in range(1, weights.size):
            w = weights[k]
            above, below = z[fold(r - k, rows)], z[fold(r + k, rows)]
            for j in range(cols):
                total[j] += w * (np.float64(above[j]) + np.float64(below[j]))
        for j in range(cols):
            out[r, j] = narrow(total[j])  # out


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1], f8, f4[:, ::1])")
def detail_rows(row0: int, row1: int, z: Any, base: Any, amount: float, out: Any) -> None:
    """``z + amount * (z - base)``."""
    for r in range(row0, row1):
        for c in range(z.shape[1]):
            value = np.float64(z[r, c])
            out[r, c] = narrow(value + amount * (value - np.float64(base[r, c])))  # out
