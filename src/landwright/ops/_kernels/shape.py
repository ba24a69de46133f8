"""Heights to heights, sample by sample. ``z`` and ``out`` are (rows, cols) float32; arithmetic in float64."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._elementary import power
from landwright._numba import kernel
from landwright.ops._kernels.narrow import narrow


@kernel("void(i8, i8, f4[:, ::1], f8, f8, f8, f8, b1, f4[:, ::1])")
def remap_rows(
    row0: int,
    row1: int,
    z: Any,
    from_low: float,
    from_high: float,
    to_low: float,
    to_high: float,
    clamp: bool,
    out: Any,
) -> None:
    """A straight line through (from_low, to_low) and (from_high, to_high), exact at both."""
    span = from_high - from_low
    low, high = (0.0, 1.0) if clamp else (-math.inf, math.inf)
    for r in range(row0, row1):
        for c in range(z.shape[1]):
            t = min(max((np.float64(z[r, c]) - from_low) / span, low), high)
            out[r, c] = narrow(to_low * (1.0 - t) + to_high * t)  # out


@kernel("void(i8, i8, f4[:, ::1], f8, f8, f8, f4[:, ::1])")
def scale_rows(row0: int, row1: int, z: Any, factor: float, about: float, offset: float, out: Any) -> None:
    """``about + (z - about) * factor + offset``; factor 1 and offset 0 change nothing."""
    for r in range(row0, row1):
        for c in range(z.shape[1]):
            value = np.float64(z[r, c])
            out[r, c] = narrow(value + (value - about) * (factor - 1.0) + offset)  # out


@kernel("void(i8, i8, f4[:, ::1], f8, f8, f8, f4[:, ::1])")
def power_rows(row0: int, row1: int, z: Any, low: float, high: float, exponent: float, out: Any) -> None:
    """``low + span * ((z - low) / span) ** exponent`` inside the range; outside unchanged."""
    span = high - low
    for r in range(row0, row1):
        for c in range(z.shape[1]):
            value = np.float64(z[r, c])
            inside = low < value < high
            out[r, c] = narrow(low + span * power((value - low) / span, exponent) if inside else value)  # out


@kernel("void(i8, i8, f4[:, ::1], f8[:, ::1], f8, f8, f4[:, ::1])")
def curve_rows(row0: int, row1: int, z: Any, pieces: Any, before: float, after: float, out: Any) -> None:
    """Piecewise cubic. ``pieces`` is (n, 5): start, value, and the coefficients of t, t^2, t^3; the last row is the end point.

    Outside, straight lines of slope `before` and `after`.
    """
    last = pieces.shape[0] - 1
    for r in range(row0, row1):
        for c in range(z.shape[1]):
            value = np.float64(z[r, c])
            if value < pieces[0, 0]:
                out[r, c] = narrow(pieces[0, 1] + (value - pieces[0, 0]) * before)
                continue
            if value >= pieces[last, 0]:
                out[r, c] = narrow(pieces[last, 1] + (value - pieces[last, 0]) * after)
                continue
            low, high = 0, last
            while high - low > 1:
                middle = (low + high) // 2
                if value >= pieces[middle, 0]:
                    low = middle
                else:
                    high = middle
            t = value - pieces[low, 0]
            out[r, c] = narrow(pieces[low, 1] + t * (pieces[low, 2] + t * (pieces[low, 3] + t * pieces[low, 4])))  # out


@kernel("void(i8, i8, f4[:, ::1], f8[::1], f8[::1], f8, f8, f8, f8, f8, f4[:, ::1])")
def flatten_rows(
    row0: int,
    row1: int,
    z: Any,
    x: Any,
    y: Any,
    center_x: float,
    center_y: float,
    radius: float,
    falloff: float,
    level: float,
    out: Any,
) -> None:
    """Exactly `level` within the radius, unchanged beyond radius + falloff, a quintic fade between."""
    for r in range(row0, row1):
        dy = y[r] - center_y
        for c in range(z.shape[1]):
            dx = x[c] - center_x
            beyond = math.sqrt(dx * dx + dy * dy) - radius
            share = 0.0 if beyond <= 0.0 else 1.0
            if 0.0 < beyond < falloff:
                t = beyond / falloff
                share = t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
            out[r, c] = narrow(level * (1.0 - share) + np.float64(z[r, c]) * share)  # out


@kernel(inline=True)
def rise(v: Any, edge: Any, soft: Any) -> Any:
    """0 well below `edge`, 1 well above, a smoothstep of width `soft` between; a step when `soft` is 0. Infinite edges count."""
    if soft <= 0.0 or edge == math.inf or edge == -math.inf:
        return 1.0 if v >= edge else 0.0
    t = min(max((v - edge) / soft + 0.5, 0.0), 1.0)
    return t * t * (3.0 - 2.0 * t)


@kernel("void(i8, i8, f4[:, ::1], f8, f8, f8, b1, f4[:, ::1])")
def band_rows(row0: int, row1: int, value: Any, low: float, high: float, soft: float, invert: bool, out: Any) -> None:
    """Write 1 from `low` (in) to `high` (out), ramps of width `soft` centred on both; 1 minus that when inverted."""
    for r in range(row0, row1):
        for c in range(value.shape[1]):
            v = np.float64(value[r, c])
            weight = rise(v, low, soft) - rise(v, high, soft)
            out[r, c] = np.float32(1.0 - weight if invert else weight)  # out


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1], f8, f8, f8, f8, b1, f4[:, ::1])")
def bearing_rows(
    row0: int,
    row1: int,
    aspect: Any,
    slope: Any,
    middle: float,
    half: float,
    soft: float,
    least: float,
    invert: bool,
    out: Any,
) -> None:
    """Write 1 where the aspect lies within `half` of `middle` (degrees, around the circle), times a rise from `least` slope."""
    for r in range(row0, row1):
        for c in range(aspect.shape[1]):
            away = abs(np.float64(aspect[r, c]) - middle)
            away = min(away, abs(360.0 - away))
            weight = 1.0
            if half < 180.0:
                weight -= rise(away, half, soft)
            weight *= (
                rise(np.float64(slope[r, c]), 1.5 * least, least)
                if least > 0.0
                else (1.0 if slope[r, c] > 0.0 else 0.0)
            )
            out[r, c] = np.float32(1.0 - weight if invert else weight)  # out
