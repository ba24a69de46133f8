"""Slope, aspect, normals and curvature. ``z`` is (rows, cols) float32, metres; row 0 is north.

Symbols: p = dz/dx (east), q = dz/dy (north), r = d2z/dx2, s = d2z/dxdy, t = d2z/dy2. A neighbour is *there* when it lies on the map
and holds data; ``data`` is (rows, cols) bool, or (1, 1) when there is data everywhere.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.ops._kernels.narrow import narrow

_DEGREES = 57.29577951308232
_HALF_PI = 1.5707963267948966
_PI = 3.141592653589793


@kernel(inline=True)
def arctangent(x: Any) -> Any:
    """Arc tangent of x >= 0 (float64), within 4e-16: the angle is quartered, then Taylor's series; the same bits everywhere."""
    turned = x > 1.0
    v = 1.0 / x if turned else x
    v = v / (1.0 + math.sqrt(1.0 + v * v))
    v = v / (1.0 + math.sqrt(1.0 + v * v))
    w = v * v
    total = 0.0
    for k in range(12, 0, -1):
        total = w * (1.0 / (2 * k + 1) - total)
    angle = 4.0 * (v - v * total)
    return _HALF_PI - angle if turned else angle


@kernel(inline=True)
def there(data: Any, masked: Any, rows: Any, cols: Any, row: Any, col: Any) -> Any:
    """Whether a sample lies on the map and holds data."""
    if row < 0 or col < 0 or row >= rows or col >= cols:
        return False
    return not masked or data[row, col]


@kernel(inline=True)
def one_axis(z: Any, data: Any, masked: Any, row: Any, col: Any, drow: Any, dcol: Any) -> Any:
    """Central difference per cell along (drow, dcol); one-sided where one neighbour is missing, 0 where both are."""
    rows, cols = z.shape
    ahead = there(data, masked, rows, cols, row + drow, col + dcol)
    behind = there(data, masked, rows, cols, row - drow, col - dcol)
    here = np.float64(z[row, col])
    if ahead and behind:
        return (np.float64(z[row + drow, col + dcol]) - np.float64(z[row - drow, col - dcol])) * 0.5
    if ahead:
        return np.float64(z[row + drow, col + dcol]) - here
    if behind:
        return here - np.float64(z[row - drow, col - dcol])
    return 0.0


@kernel(inline=True)
def all_there(data: Any, masked: Any, rows: Any, cols: Any, row: Any, col: Any) -> Any:
    """Whether a sample has its eight neighbours."""
    if row < 1 or col < 1 or row > rows - 2 or col > cols - 2:
        return False
    if masked:
        for i in range(row - 1, row + 2):
            for j in range(col - 1, col + 2):
                if not data[i, j]:
                    return False
    return True


@kernel(inline=True)
def gradient(z: Any, data: Any, masked: Any, row: Any, col: Any, per_cell: Any) -> Any:
    """Return (p, q): Horn's 3 x 3 differences; per axis where a neighbour is missing."""
    rows, cols = z.shape
    if all_there(data, masked, rows, cols, row, col):
        nw, n, ne = np.float64(z[row - 1, col - 1]), np.float64(z[row - 1, col]), np.float64(z[row - 1, col + 1])
        w, e = np.float64(z[row, col - 1]), np.float64(z[row, col + 1])
        sw, s, se = np.float64(z[row + 1, col - 1]), np.float64(z[row + 1, col]), np.float64(z[row + 1, col + 1])
        p = ((ne - nw) + 2.0 * (e - w) + (se - sw)) * 0.125
        q = ((nw - sw) + 2.0 * (n - s) + (ne - se)) * 0.125
    else:
        p = one_axis(z, data, masked, row, col, 0, 1)
        q = one_axis(z, data, masked, row, col, -1, 0)
    return p * per_cell, q * per_cell


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], f8, b1, f4[:, ::1])")
def slope_rows(row0: int, row1: int, z: Any, data: Any, cell_size: float, degrees: bool, out: Any) -> None:
    """Rise over run, or its angle in degrees."""
    masked = data.shape[0] == z.shape[0] and data.shape[1] == z.shape[1]
    per_cell = 1.0 / cell_size
    for row in range(row0, row1):
        for col in range(z.shape[1]):
            p, q = gradient(z, data, masked, row, col, per_cell)
            value = math.sqrt(p * p + q * q)
            out[row, col] = narrow(_DEGREES * arctangent(value) if degrees else value)  # out


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], f8, f4[:, ::1])")
def aspect_rows(row0: int, row1: int, z: Any, data: Any, cell_size: float, out: Any) -> None:
    """Bearing of the downhill direction, degrees clockwise from north in [0, 360); flat ground gives 0."""
    masked = data.shape[0] == z.shape[0] and data.shape[1] == z.shape[1]
    per_cell = 1.0 / cell_size
    for row in range(row0, row1):
        for col in range(z.shape[1]):
            p, q = gradient(z, data, masked, row, col, per_cell)
            east, north = -p, -q
            a, b = abs(east), abs(north)
            angle = 0.0
            if a > 0.0 or b > 0.0:
                angle = arctangent(a / b) if b > 0.0 else _HALF_PI
                if north < 0.0:
                    angle = _PI - angle
                if east < 0.0:
                    angle = 2.0 * _PI - angle
            bearing = np.float32(_DEGREES * angle)
            out[row, col] = bearing if bearing < np.float32(360.0) else np.float32(0.0)  # out


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], f8, f4[:, :, ::1])")
def normal_rows(row0: int, row1: int, z: Any, data: Any, cell_size: float, out: Any) -> None:
    """Unit normals (-p, -q, 1) / length."""
    masked = data.shape[0] == z.shape[0] and data.shape[1] == z.shape[1]
    per_cell = 1.0 / cell_size
    for row in range(row0, row1):
        for col in range(z.shape[1]):
            p, q = gradient(z, data, masked, row, col, per_cell)
            scale = 1.0 / math.sqrt(p * p + q * q + 1.0)
            out[row, col, 0] = np.float32(0.0 - p * scale)  # out
            out[row, col, 1] = np.float32(0.0 - q * scale)
            out[row, col, 2] = np.float32(scale)


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], f8, i8, f4[:, ::1])")
def curvature_rows(row0: int, row1: int, z: Any, data: Any, cell_size: float, form: int, out: Any) -> None:
    """Curvature (1/m), positive where the ground bulges. ``form``: 0 mean, 1 profile, 2 plan, 3 tangential.

    A sample on the rim of the map takes the curvature of its inner neighbour; one with a neighbour without data bends 0 along that axis.
    """
    rows, cols = z.shape
    masked = data.shape[0] == rows and data.shape[1] == cols
    per_cell = 1.0 / cell_size
    for row in range(row0, row1):
        i = min(max(row, 1), max(rows - 2, 0))
        for col in range(cols):
            j = min(max(col, 1), max(cols - 2, 0))
            p = one_axis(z, data, masked, i, j, 0, 1) * per_cell
            q = one_axis(z, data, masked, i, j, -1, 0) * per_cell
            here = np.float64(z[i, j])
            r, s, t = 0.0, 0.0, 0.0
            if there(data, masked, rows, cols, i, j - 1) and there(data, masked, rows, cols, i, j + 1):
                r = ((np.float64(z[i, j + 1]) - here) - (here - np.float64(z[i, j - 1]))) * per_cell * per_cell
            if there(data, masked, rows, cols, i - 1, j) and there(data, masked, rows, cols, i + 1, j):
                t = ((np.float64(z[i - 1, j]) - here) - (here - np.float64(z[i + 1, j]))) * per_cell * per_cell
            if all_there(data, masked, rows, cols, i, j):
                ne_nw = np.float64(z[i - 1, j + 1]) - np.float64(z[i - 1, j - 1])
                se_sw = np.float64(z[i + 1, j + 1]) - np.float64(z[i + 1, j - 1])
                s = (ne_nw - se_sw) * 0.25 * per_cell * per_cell
            g = p * p + q * q
            h = 1.0 + g
            value = 0.0
            if form == 0:
                value = -((1.0 + q * q) * r - 2.0 * p * q * s + (1.0 + p * p) * t) / (2.0 * h * math.sqrt(h))
            elif g > 0.0:
                down = (p * p * r + 2.0 * p * q * s + q * q * t) / g
                across = (q * q * r - 2.0 * p * q * s + p * p * t) / g
                if form == 1:
                    value = -down / (h * math.sqrt(h))
                elif form == 2:
                    value = min(max(-across / math.sqrt(g), -per_cell), per_cell)
                else:
                    value = -across / math.sqrt(h)
            out[row, col] = narrow(value)  # out
