"""Right-triangulated irregular network: errors level by level, then the triangles.

The *lattice* is (rows, cols) points, a multiple of the root side plus one each way. ``at_row`` and ``at_col`` say which sample of
``z`` a lattice row or column is; where an odd one repeats its predecessor, the point between two neighbouring samples is
absent. Each lattice point is the middle of the hypotenuse of the two triangles that are split there: along a row or
column (*axis* points, side ``s`` from the middle to the end) or along the diagonal of a square of side ``2 s`` (*center* points).

``errors`` are bits of float32 numbers >= 0 read as int32, which sort alike, so that maxima of whole rows are integer
maxima. A value that is not a number stands for a sample without data and counts as infinite. The error of a point is the largest
distance, at any sample, between the ground and the two triangles that stay whole if it is not split, or the error of a
point that must not be split before it, if that is larger. So the points above a threshold always make a mesh without cracks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel

_INFINITE = np.int32(0x7F800000)


@kernel(inline=True)
def _between(at: Any, one: Any, other: Any) -> Any:
    return np.float32(abs(np.float64(at) - 0.5 * (np.float64(one) + np.float64(other)))).view(np.int32)


@kernel(inline=True)
def _row_peak(line: Any, begin: Any, end: Any, base: Any, slope: Any, peak: Any) -> Any:
    """Return the larger of `peak` and the distances of samples begin..end from ``base + slope * step``."""
    for k in range(end - begin + 1):
        peak = max(peak, np.float32(abs(np.float64(line[begin + k]) - (base + slope * np.float64(k)))).view(np.int32))
    return peak


@kernel(inline=True)
def _square_peak(z: Any, row: Any, step: Any, height: Any, col: Any, width: Any, peak: Any) -> Any:
    """Both halves of a square cut from (row, col) to (row + step * height, col + width)."""
    z00, z01 = np.float64(z[row, col]), np.float64(z[row, col + width])
    z10, z11 = np.float64(z[row + step * height, col]), np.float64(z[row + step * height, col + width])
    low_x, low_t = (z11 - z10) / width, (z10 - z00) / height
    top_x, top_t = (z01 - z00) / width, (z11 - z01) / height
    whole, part = 0, 0  # the cut crosses line t at column whole + part / height
    for t in range(height + 1):
        line = z[row + step * t]
        peak = _row_peak(line, col, col + whole, z00 + low_t * t, low_x, peak)
        first = whole + 1 if part > 0 else whole
        peak = _row_peak(line, col + first, col + width, z00 + top_t * t + top_x * first, top_x, peak)
        part += width
        while part >= height:
            part -= height
            whole += 1
    return peak


@kernel(inline=True)
def _flat_peak(z: Any, row: Any, step: Any, height: Any, left: Any, right: Any, apex: Any, peak: Any) -> Any:
    """A triangle with its hypotenuse along a row and its apex `height` rows away in the direction of `step`."""
    z0 = np.float64(z[row, left])
    along = (np.float64(z[row, right]) - z0) / (right - left)
    across = (np.float64(z[row + step * height, apex]) - (z0 + along * (apex - left))) / height
    lead, trail = apex - left, right - apex
    begin, begin_part, end, end_part = left, 0, right, 0
    for t in range(height + 1):
        peak = _row_peak(z[row + step * t], begin, end, z0 + along * (begin - left) + across * t, along, peak)
        begin_part += lead
        while begin_part > 0:
            begin_part -= height
            begin += 1
        end_part += trail
        while end_part > 0:
            end_part -= height
            end -= 1
    return peak


@kernel(inline=True)
def _half_upright_peak(
    z: Any,
    row: Any,
    step: Any,
    height: Any,
    col: Any,
    side: Any,
    width: Any,
    z0: Any,
    along: Any,
    across: Any,
    peak: Any,
) -> Any:
    """The rows from one end of an upright hypotenuse to the row of the apex, `height` rows away."""
    reach, part = 0, 0
    for t in range(height + 1):
        begin = col - reach if side < 0 else col
        base = z0 + along * t + (across * reach if side < 0 else 0.0)
        peak = _row_peak(z[row + step * t], begin, begin + reach, base, across * side, peak)
        part += width
        while part >= height:
            part -= height
            reach += 1
    return peak


@kernel(inline=True)
def _upright_peak(z: Any, top: Any, bottom: Any, col: Any, apex_row: Any, apex: Any, peak: Any) -> Any:
    """A triangle with its hypotenuse along a column."""
    z0, z1 = np.float64(z[top, col]), np.float64(z[bottom, col])
    along = (z1 - z0) / (bottom - top)
    side, width = (1, apex - col) if apex > col else (-1, col - apex)
    across = (np.float64(z[apex_row, apex]) - (z0 + along * (apex_row - top))) / width
    peak = _half_upright_peak(z, top, 1, apex_row - top, col, side, width, z0, along, across, peak)
    return _half_upright_peak(z, bottom, -1, bottom - apex_row, col, side, width, z1, -along, across, peak)


@kernel("void(i8, i8, f4[:, ::1], i4[::1], i4[::1], i8, b1, i4, i4[:, ::1])")
def axis_errors(
    row0: int, row1: int, z: Any, at_row: Any, at_col: Any, s: int, measure: bool, limit: Any, errors: Any
) -> None:
    """Write the errors of axis points of side `s`; rows count in steps of `s`. Without `measure`, raise them to those of finer ones.

    A point above `limit` is split anyway, so it is not measured further.
    """
    rows, cols = errors.shape
    half = s >> 1
    for r in range(row0, row1):
        i = r * s
        flat = (r & 1) == 0
        for j in range(s if flat else 0, cols, 2 * s):
            peak = np.int32(0) if measure else errors[i, j]
            if half:
                if i > 0 and j > 0:
                    peak = max(peak, errors[i - half, j - half])
                if i > 0 and j < cols - 1:
                    peak = max(peak, errors[i - half, j + half])
                if i < rows - 1 and j > 0:
                    peak = max(peak, errors[i + half, j - half])
                if i < rows - 1 and j < cols - 1:
                    peak = max(peak, errors[i + half, j + half])
            if not measure or peak > limit:
                errors[i, j] = peak
                continue
            if s == 1:
                if flat and at_col[j] > at_col[j - 1]:
                    y, x = at_row[i], at_col[j]
                    peak = _between(z[y, x], z[y, x - 1], z[y, x + 1])
                elif not flat and at_row[i] > at_row[i - 1]:
                    y, x = at_row[i], at_col[j]
                    peak = _between(z[y, x], z[y - 1, x], z[y + 1, x])
            elif flat:
                y, left, right, apex = at_row[i], at_col[j - s], at_col[j + s], at_col[j]
                if i > 0:
                    peak = _flat_peak(z, y, -1, y - at_row[i - s], left, right, apex, peak)
                if i < rows - 1:
                    peak = _flat_peak(z, y, 1, at_row[i + s] - y, left, right, apex, peak)
            else:
                top, bottom, x, y = at_row[i - s], at_row[i + s], at_col[j], at_row[i]
                if j > 0:
                    peak = _upright_peak(z, top, bottom, x, y, at_col[j - s], peak)
                if j < cols - 1:
                    peak = _upright_peak(z, top, bottom, x, y, at_col[j + s], peak)
            errors[i, j] = min(peak, _INFINITE)


@kernel("void(i8, i8, f4[:, ::1], i4[::1], i4[::1], i8, i8, b1, i4, i4[:, ::1])")
def center_errors(
    row0: int, row1: int, z: Any, at_row: Any, at_col: Any, s: int, root: int, measure: bool, limit: Any, errors: Any
) -> None:
    """Write the errors of center points of squares of side `2 s`; rows count squares. Roots are cut from north-west to south-east."""
    cols = errors.shape[1]
    for r in range(row0, row1):
        i = (2 * r + 1) * s
        for j in range(s, cols, 2 * s):
            peak = np.int32(0) if measure else errors[i, j]
            peak = max(peak, max(errors[i - s, j], errors[i + s, j]))
            peak = max(peak, max(errors[i, j - s], errors[i, j + s]))
            if not measure or peak > limit:
                errors[i, j] = peak
                continue
            falling = 2 * s == root or ((i + j) // (2 * s)) & 1 == 1
            if s == 1:
                y, x = at_row[i], at_col[j]
                if y > at_row[i - 1] and x > at_col[j - 1]:
                    step = 1 if falling else -1
                    peak = max(peak, _between(z[y, x], z[y - step, x - 1], z[y + step, x + 1]))
            else:
                north, south, left = at_row[i - s], at_row[i + s], at_col[j - s]
                row, step = (north, 1) if falling else (south, -1)
                peak = _square_peak(z, row, step, south - north, left, at_col[j + s] - left, peak)
            errors[i, j] = min(peak, _INFINITE)


@kernel("void(i8, i8, i8, i4, i4[:, ::1])")
def pin_borders(row0: int, row1: int, root: int, limit: Any, errors: Any) -> None:
    """Make every point on a border of a root whose error is above `limit` one that is always split."""
    for i in range(row0, row1):
        step = 1 if i % root == 0 else root
        for j in range(0, errors.shape[1], step):
            if errors[i, j] > limit:
                errors[i, j] = _INFINITE
