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
    """Arc tangent of 0 <= x <= 1 (float64), within 4e-16: the angle is quartered, then Taylor's series; the same bits everywhere."""
    v = x / (1.0 + math.sqrt(1.0 + x * x))
    v = v / (1.0 + math.sqrt(1.0 + v * v))
    w = v * v
    t = 1.0 / 21.0 - w * (1.0 / 23.0)
    t = 1.0 / 19.0 - w * t
    t = 1.0 / 17.0 - w * t
    t = 1.0 / 15.0 - w * t
    t = 1.0 / 13.0 - w * t
    t = 1.0 / 11.0 - w * t
    t = 1.0 / 9.0 - w * t
    t = 1.0 / 7.0 - w * t
    t = 1.0 / 5.0 - w * t
    t = 1.0 / 3.0 - w * t
    return 4.0 * (v - v * (w * t))


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
def gradient_row(z: Any, data: Any, masked: Any, row: Any, per_cell: Any, p: Any, q: Any) -> None:
    """Fill p and q (cols,) of one row: Horn's 3 x 3 differences; per axis where a neighbour is missing."""
    rows, cols = z.shape
    inside = 1 <= row <= rows - 2 and cols >= 3
    first, last = 0, cols
    if inside and not masked:
        above, here, below = z[row - 1], z[row], z[row + 1]
        nw, n, ne = above[: cols - 2], above[1 : cols - 1], above[2:]
        w, e = here[: cols - 2], here[2:]
        sw, s, se = below[: cols - 2], below[1 : cols - 1], below[2:]
        to_p, to_q = p[1 : cols - 1], q[1 : cols - 1]
        for j in range(cols - 2):
            rise = np.float64(se[j]) - np.float64(nw[j])
            fall = np.float64(ne[j]) - np.float64(sw[j])
            to_p[j] = (fall + rise + 2.0 * (np.float64(e[j]) - np.float64(w[j]))) * 0.125 * per_cell  # out
            to_q[j] = (fall - rise + 2.0 * (np.float64(n[j]) - np.float64(s[j]))) * 0.125 * per_cell  # out
        first, last = cols - 1, cols
        p[0] = one_axis(z, data, masked, row, 0, 0, 1) * per_cell
        q[0] = one_axis(z, data, masked, row, 0, -1, 0) * per_cell
    for j in range(first, last):
        if all_there(data, masked, rows, cols, row, j):
            rise = np.float64(z[row + 1, j + 1]) - np.float64(z[row - 1, j - 1])
            fall = np.float64(z[row - 1, j + 1]) - np.float64(z[row + 1, j - 1])
            east = np.float64(z[row, j + 1]) - np.float64(z[row, j - 1])
            north = np.float64(z[row - 1, j]) - np.float64(z[row + 1, j])
            p[j] = (fall + rise + 2.0 * east) * 0.125 * per_cell
            q[j] = (fall - rise + 2.0 * north) * 0.125 * per_cell
        else:
            p[j] = one_axis(z, data, masked, row, j, 0, 1) * per_cell
            q[j] = one_axis(z, data, masked, row, j, -1, 0) * per_cell


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], f8, b1, f4[:, ::1])")
def slope_rows(row0: int, row1: int, z: Any, data: Any, cell_size: float, degrees: bool, out: Any) -> None:
    """Rise over run, or its angle in degrees."""
    masked = data.shape[0] == z.shape[0] and data.shape[1] == z.shape[1]
    p, q = np.empty(z.shape[1], np.float64), np.empty(z.shape[1], np.float64)
    for row in range(row0, row1):
        gradient_row(z, data, masked, row, 1.0 / cell_size, p, q)
        to = out[row]
        if degrees:
            for j in range(to.size):
                rise = math.sqrt(p[j] * p[j] + q[j] * q[j])
                angle = arctangent(min(rise, 1.0) / max(rise, 1.0))
                to[j] = np.float32(_DEGREES * (_HALF_PI - angle if rise > 1.0 else angle))  # out
        else:
            for j in range(to.size):
                to[j] = narrow(math.sqrt(p[j] * p[j] + q[j] * q[j]))


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], f8, f4[:, ::1])")
def aspect_rows(row0: int, row1: int, z: Any, data: Any, cell_size: float, out: Any) -> None:
    """Bearing of the downhill direction, degrees clockwise from north in [0, 360); flat ground gives 0."""
    masked = data.shape[0] == z.shape[0] and data.shape[1] == z.shape[1]
    p, q = np.empty(z.shape[1], np.float64), np.empty(z.shape[1], np.float64)
    for row in range(row0, row1):
        gradient_row(z, data, masked, row, 1.0 / cell_size, p, q)
        to = out[row]
        for j in range(to.size):
            a, b = abs(p[j]), abs(q[j])
            long = max(a, b)
            angle = arctangent(min(a, b) / (long if long > 0.0 else 1.0))
            angle = _HALF_PI - angle if a > b else angle
            angle = _PI - angle if q[j] > 0.0 else angle
            angle = 2.0 * _PI - angle if p[j] > 0.0 else angle
            bearing = np.float32(_DEGREES * angle)
            to[j] = bearing if bearing < np.float32(360.0) else np.float32(0.0)  # out


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], f8, f4[:, :, ::1])")
def normal_rows(row0: int, row1: int, z: Any, data: Any, cell_size: float, out: Any) -> None:
    """Unit normals (-p, -q, 1) / length."""
    masked = data.shape[0] == z.shape[0] and data.shape[1] == z.shape[1]
    p, q = np.empty(z.shape[1], np.float64), np.empty(z.shape[1], np.float64)
    for row in range(row0, row1):
        gradient_row(z, data, masked, row, 1.0 / cell_size, p, q)
        for j in range(z.shape[1]):
            scale = 1.0 / math.sqrt(p[j] * p[j] + q[j] * q[j] + 1.0)
            out[row, j, 0] = np.float32(0.0 - p[j] * scale)  # out
            out[row, j, 1] = np.float32(0.0 - q[j] * scale)
            out[row, j, 2] = np.float32(scale)


@kernel(inline=True)
def bend(p: Any, q: Any, r: Any, s: Any, t: Any, form: Any, tightest: Any) -> Any:
    """Curvature from the derivatives, positive where the ground bulges. ``form``: 0 mean, 1 profile, 2 plan, 3 tangential."""
    g = p * p + q * q
    h = 1.0 + g
    if form == 0:
        return 0.0 - ((1.0 + q * q) * r - 2.0 * p * q * s + (1.0 + p * p) * t) / (2.0 * h * math.sqrt(h))
    level = g == 0.0
    safe = 1.0 if level else g
    down = (p * p * r + 2.0 * p * q * s + q * q * t) / safe
    across = (q * q * r - 2.0 * p * q * s + p * p * t) / safe
    if form == 1:
        return 0.0 if level else 0.0 - down / (h * math.sqrt(h))
    if form == 2:
        return 0.0 if level else 0.0 - min(max(across / math.sqrt(safe), 0.0 - tightest), tightest)
    return 0.0 if level else 0.0 - across / math.sqrt(h)


@kernel(inline=True)
def bend_at(z: Any, data: Any, masked: Any, i: Any, j: Any, per_cell: Any, form: Any) -> Any:
    """Curvature at one sample; 0 along an axis, or across both, where a neighbour is missing."""
    rows, cols = z.shape
    p = one_axis(z, data, masked, i, j, 0, 1) * per_cell
    q = one_axis(z, data, masked, i, j, -1, 0) * per_cell
    here = np.float64(z[i, j])
    area = per_cell * per_cell
    r, s, t = 0.0, 0.0, 0.0
    if there(data, masked, rows, cols, i, j - 1) and there(data, masked, rows, cols, i, j + 1):
        r = ((np.float64(z[i, j + 1]) - here) - (here - np.float64(z[i, j - 1]))) * area
    if there(data, masked, rows, cols, i - 1, j) and there(data, masked, rows, cols, i + 1, j):
        t = ((np.float64(z[i - 1, j]) - here) - (here - np.float64(z[i + 1, j]))) * area
    if all_there(data, masked, rows, cols, i, j):
        rise = np.float64(z[i - 1, j + 1]) - np.float64(z[i - 1, j - 1])
        fall = np.float64(z[i + 1, j + 1]) - np.float64(z[i + 1, j - 1])
        s = (rise - fall) * 0.25 * area
    return bend(p, q, r, s, t, form, per_cell)


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], f8, i8, f4[:, ::1])")
def curvature_rows(row0: int, row1: int, z: Any, data: Any, cell_size: float, form: int, out: Any) -> None:
    """Curvature (1/m). A sample on the rim of the map takes that of its inner neighbour, 0 where that holds no data."""
    rows, cols = z.shape
    masked = data.shape[0] == rows and data.shape[1] == cols
    per_cell = 1.0 / cell_size
    half, area = 0.5 * per_cell, per_cell * per_cell
    for row in range(row0, row1):
        i = min(max(row, 1), max(rows - 2, 0))
        to = out[row]
        if masked or rows < 3 or cols < 3:
            for col in range(cols):
                j = min(max(col, 1), max(cols - 2, 0))
                known = not masked or data[i, j]
                to[col] = narrow(bend_at(z, data, masked, i, j, per_cell, form)) if known else np.float32(0.0)  # out
            continue
        above, here, below = z[i - 1], z[i], z[i + 1]
        nw, n, ne = above[: cols - 2], above[1 : cols - 1], above[2:]
        w, mid, e = here[: cols - 2], here[1 : cols - 1], here[2:]
        sw, south, se = below[: cols - 2], below[1 : cols - 1], below[2:]
        inner = to[1 : cols - 1]
        for j in range(cols - 2):
            west, middle, east = np.float64(w[j]), np.float64(mid[j]), np.float64(e[j])
            up, down = np.float64(n[j]), np.float64(south[j])
            r = ((east - middle) - (middle - west)) * area
            t = ((up - middle) - (middle - down)) * area
            rise, fall = np.float64(ne[j]) - np.float64(nw[j]), np.float64(se[j]) - np.float64(sw[j])
            s = (rise - fall) * 0.25 * area
            inner[j] = narrow(bend((east - west) * half, (up - down) * half, r, s, t, form, per_cell))
        to[0], to[cols - 1] = to[1], to[cols - 2]
