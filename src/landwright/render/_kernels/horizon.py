"""How high the land stands around each sample: line sweeps, O(samples) for each direction.

A direction is a set of parallel lines. Line ``k`` runs along the columns and meets column ``j`` at row ``first + k + ratio * j``, between
two samples, where heights are interpolated. Walking a line with a stack that holds the upper convex hull of what was passed,
the horizon of a point is the tangent to the hull; every point is pushed and popped once. Lines of the other main direction run
over the transposed array. ``slope`` is vertical units over run: exaggeration / length of a step.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel

_STEEPEST = 1.0e6


@kernel(inline=True)
def _gather(z: Any, ratio: Any, start: Any, heights: Any) -> Any:
    """Fill `heights` with the line that begins at row `start`; return the first column on the map and one past the last."""
    rows, cols = z.shape
    begin, end = 0, cols
    if ratio > 0.0:
        begin = max(begin, math.floor((-1.0 - start) / ratio))
        end = min(end, math.ceil((rows - start) / ratio) + 1)
    elif ratio < 0.0:
        begin = max(begin, math.floor((rows - start) / ratio))
        end = min(end, math.ceil((-1.0 - start) / ratio) + 1)
    while begin < end and not -1.0 < start + ratio * begin < rows:
        begin += 1
    while end > begin and not -1.0 < start + ratio * (end - 1) < rows:
        end -= 1
    for j in range(begin, end):
        row = start + ratio * j
        i = math.floor(row)
        f = row - i
        low = max(i, 0)
        if f > 0.0:
            high = min(i + 1, rows - 1)
            heights[j] = z[low, j] * (1.0 - f) + z[high, j] * f
        else:
            heights[j] = z[low, j]
    return begin, end


@kernel(inline=True)
def _tangent(tall: Any, place: Any, top: Any, h: Any, x: Any) -> Any:
    """Drop what a point of height `h` hides from the hull (`tall`, `place`) behind it, push the point.

    Return the new top of the hull and the rise per step to the horizon.
    """
    rise = -_STEEPEST
    if top >= 0:
        up, run = tall[top] - h, x - place[top]
        while top > 0:
            further, longer = tall[top - 1] - h, x - place[top - 1]
            if further * run < up * longer:
                break
            up, run = further, longer
            top -= 1
        rise = up / run
    top += 1
    tall[top] = h
    place[top] = x
    return top, rise


@kernel("void(i8, i8, f4[:, ::1], f8, i8, f8, i8, f4[:, ::1])")
def toward(line0, line1, z, ratio, first, slope, ahead, out):  # out
    """Tangent of the horizon along each line, toward higher columns if `ahead` > 0, else lower ones; 0 is level, never below."""
    cols = z.shape[1]
    heights = np.empty(cols, np.float64)
    tall, place = np.empty(cols + 1, np.float64), np.empty(cols + 1, np.float64)
    for k in range(line0, line1):
        begin, end = _gather(z, ratio, np.float64(first + k), heights)
        top = -1
        for n in range(end - begin):
            j = end - 1 - n if ahead > 0 else begin + n
            top, rise = _tangent(tall, place, top, heights[j], np.float64(n))
            out[k, j] = min(max(rise * slope, 0.0), _STEEPEST)


@kernel("void(i8, i8, f4[:, ::1], f8, i8, f8, f8, f4[:, ::1])")
def open_sky(line0, line1, z, ratio, first, slope, weight, out):  # out
    """Share of sky seen along each line, both ways: ``weight * cos(horizon)**2`` for each of the two."""
    cols = z.shape[1]
    heights = np.empty(cols, np.float64)
    tall, place = np.empty(cols + 1, np.float64), np.empty(cols + 1, np.float64)
    for k in range(line0, line1):
        begin, end = _gather(z, ratio, np.float64(first + k), heights)
        top = -1
        for n in range(end - begin):
            top, rise = _tangent(tall, place, top, heights[begin + n], np.float64(n))
            t = min(max(rise * slope, 0.0), _STEEPEST)
            out[k, begin + n] = weight / (1.0 + t * t)
        top = -1
        for n in range(end - begin):
            j = end - 1 - n
            top, rise = _tangent(tall, place, top, heights[j], np.float64(n))
            t = min(max(rise * slope, 0.0), _STEEPEST)
            out[k, j] += weight / (1.0 + t * t)


@kernel("void(i8, i8, f4[:, ::1], f8, i8, f4[:, ::1])")
def straighten(row0, row1, lines, ratio, first, out):  # out
    """Add to each sample what the two lines beside it hold."""
    for i in range(row0, row1):
        for j in range(out.shape[1]):
            k = i - ratio * j - first
            low = math.floor(k)
            f = np.float32(k - low)
            if f > np.float32(0.0):
                out[i, j] += lines[low, j] * (np.float32(1.0) - f) + lines[low + 1, j] * f
            else:
                out[i, j] += lines[low, j]


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1])")
def halve(row0, row1, z, out):  # out
    """Mean of 2 x 2 samples; the last row or column of an odd count is its own neighbour."""
    rows, cols = z.shape
    for i in range(row0, row1):
        a, b = 2 * i, min(2 * i + 1, rows - 1)
        for j in range(out.shape[1]):
            c, d = 2 * j, min(2 * j + 1, cols - 1)
            north = np.float32(0.25) * z[a, c] + np.float32(0.25) * z[a, d]
            out[i, j] = north + np.float32(0.25) * z[b, c] + np.float32(0.25) * z[b, d]


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1])")
def double(row0, row1, small, out):  # out
    """Undo :func:`halve`: interpolate a halved raster at the samples of the whole."""
    rows, cols = small.shape
    for i in range(row0, row1):
        a = (i - 1) // 2
        v = np.float32(0.75) if i % 2 == 0 else np.float32(0.25)
        low, high = max(a, 0), min(a + 1, rows - 1)
        for j in range(out.shape[1]):
            b = (j - 1) // 2
            u = np.float32(0.75) if j % 2 == 0 else np.float32(0.25)
            left, right = max(b, 0), min(b + 1, cols - 1)
            north = small[low, left] * (np.float32(1.0) - u) + small[low, right] * u
            south = small[high, left] * (np.float32(1.0) - u) + small[high, right] * u
            out[i, j] = north * (np.float32(1.0) - v) + south * v
