"""The two finest levels of the errors of a right-triangulated irregular network, where the lattice is the samples themselves.

Half of all lattice points are axis points of side 1, and three quarters of the time would go into loops of two or three samples; here
those loops are written out. Same errors as ``bisection``, to rounding; a property test says so.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel

_INFINITE = np.int32(0x7F800000)
_U = np.uint64  # an index that cannot be negative needs no test for counting from the end


@kernel(inline=True)
def _apart(at: Any, plane: Any) -> Any:
    return np.float32(abs(np.float64(at) - plane)).view(np.int32)


@kernel(inline=True)
def _between(at: Any, one: Any, other: Any) -> Any:
    return np.float32(abs(np.float64(at) - 0.5 * (np.float64(one) + np.float64(other)))).view(np.int32)


@kernel("void(i8, i8, f4[:, ::1], i4[:, ::1])")
def axis_errors_1(row0: int, row1: int, z: Any, errors: Any) -> None:
    """Write the errors of axis points of side 1."""
    cols = z.shape[1]
    for i in range(row0, row1):
        line, out = z[i], errors[i]
        if i & 1 == 0:
            for k in range(cols >> 1):
                west, here, east = _U(2 * k), _U(2 * k + 1), _U(2 * k + 2)
                out[here] = min(_between(line[here], line[west], line[east]), _INFINITE)
        else:
            north, south = z[i - 1], z[i + 1]
            for k in range((cols + 1) >> 1):
                here = _U(2 * k)
                out[here] = min(_between(line[here], north[here], south[here]), _INFINITE)


@kernel("void(i8, i8, f4[:, ::1], i8, i4[:, ::1])")
def center_errors_1(row0: int, row1: int, z: Any, root: int, errors: Any) -> None:
    """Write the errors of center points of squares of two samples a side.

    Squares cut one way, squares cut the other way, then the larger of these and the finer points: three loops without a choice in
    them take a quarter of the time of one loop with it.
    """
    count = z.shape[1] >> 1
    own = np.empty(count, np.int32)
    for r in range(row0, row1):
        i = 2 * r + 1
        north, line, south = z[i - 1], z[i], z[i + 1]
        for k in range(0 if root == 2 else r & 1, count, 1 if root == 2 else 2):
            own[_U(k)] = _between(line[_U(2 * k + 1)], north[_U(2 * k)], south[_U(2 * k + 2)])
        for k in range(count if root == 2 else 1 - (r & 1), count, 2):
            own[_U(k)] = _between(line[_U(2 * k + 1)], south[_U(2 * k)], north[_U(2 * k + 2)])
        above, out, below = errors[i - 1], errors[i], errors[i + 1]
        for k in range(count):
            west, here, east = _U(2 * k), _U(2 * k + 1), _U(2 * k + 2)
            peak = max(max(above[here], below[here]), max(out[west], out[east]))
            out[here] = min(max(peak, own[_U(k)]), _INFINITE)


@kernel(inline=True)
def _line_2(one: Any, a: Any, b: Any, c: Any, other: Any, peak: Any) -> Any:
    """A hypotenuse of four samples: its inner three."""
    low, high = np.float64(one), np.float64(other)
    peak = max(peak, _apart(a, 0.75 * low + 0.25 * high))
    peak = max(peak, _apart(b, 0.5 * (low + high)))
    return max(peak, _apart(c, 0.25 * low + 0.75 * high))


@kernel(inline=True)
def _side_2(one: Any, other: Any, apex: Any, a: Any, b: Any, c: Any, peak: Any) -> Any:
    """The row of samples halfway from a hypotenuse of four samples to its apex."""
    low, high, top = np.float64(one), np.float64(other), np.float64(apex)
    peak = max(peak, _apart(a, 0.5 * (low + top)))
    peak = max(peak, _apart(b, 0.25 * (low + high) + 0.5 * top))
    return max(peak, _apart(c, 0.5 * (high + top)))


@kernel("void(i8, i8, f4[:, ::1], i4, i4[:, ::1])")
def axis_errors_2(row0: int, row1: int, z: Any, limit: Any, errors: Any) -> None:
    """Write the errors of axis points of side 2; rows count in steps of 2. Above `limit` they are not measured further."""
    rows, cols = z.shape
    for r in range(row0, row1):
        i = 2 * r
        flat = (r & 1) == 0
        for j in range(2 if flat else 0, cols, 4):
            peak = np.int32(0)
            if i > 0 and j > 0:
                peak = max(peak, errors[i - 1, j - 1])
            if i > 0 and j < cols - 1:
                peak = max(peak, errors[i - 1, j + 1])
            if i < rows - 1 and j > 0:
                peak = max(peak, errors[i + 1, j - 1])
            if i < rows - 1 and j < cols - 1:
                peak = max(peak, errors[i + 1, j + 1])
            if peak > limit:
                errors[i, j] = peak
                continue
            if flat:
                one, other = z[i, j - 2], z[i, j + 2]
                peak = _line_2(one, z[i, j - 1], z[i, j], z[i, j + 1], other, peak)
                if i > 0:
                    peak = _side_2(one, other, z[i - 2, j], z[i - 1, j - 1], z[i - 1, j], z[i - 1, j + 1], peak)
                if i < rows - 1:
                    peak = _side_2(one, other, z[i + 2, j], z[i + 1, j - 1], z[i + 1, j], z[i + 1, j + 1], peak)
            else:
                one, other = z[i - 2, j], z[i + 2, j]
                peak = _line_2(one, z[i - 1, j], z[i, j], z[i + 1, j], other, peak)
                if j > 0:
                    peak = _side_2(one, other, z[i, j - 2], z[i - 1, j - 1], z[i, j - 1], z[i + 1, j - 1], peak)
                if j < cols - 1:
                    peak = _side_2(one, other, z[i, j + 2], z[i - 1, j + 1], z[i, j + 1], z[i + 1, j + 1], peak)
            errors[i, j] = min(peak, _INFINITE)


@kernel("void(i8, i8, f4[:, ::1], i8, i4, i4[:, ::1])")
def center_errors_2(row0: int, row1: int, z: Any, root: int, limit: Any, errors: Any) -> None:
    """Write the errors of center points of squares of four samples a side. Above `limit` they are not measured further."""
    for r in range(row0, row1):
        i = 4 * r + 2
        for j in range(2, z.shape[1], 4):
            peak = max(max(errors[i - 2, j], errors[i + 2, j]), max(errors[i, j - 2], errors[i, j + 2]))
            if peak > limit:
                errors[i, j] = peak
                continue
            step = 1 if root == 4 or (i + j) & 4 == 4 else -1
            top = i - 2 * step
            z00, z01 = np.float64(z[top, j - 2]), np.float64(z[top, j + 2])
            z10, z11 = np.float64(z[top + 4 * step, j - 2]), np.float64(z[top + 4 * step, j + 2])
            low_x, low_t = 0.25 * (z11 - z10), 0.25 * (z10 - z00)
            top_x, top_t = 0.25 * (z01 - z00), 0.25 * (z11 - z01)
            for t in range(5):
                line = z[top + step * t]
                for k in range(5):
                    plane = z00 + (low_t * t + low_x * k if k <= t else top_t * t + top_x * k)
                    peak = max(peak, _apart(line[j - 2 + k], plane))
            errors[i, j] = min(peak, _INFINITE)
