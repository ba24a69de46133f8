"""Colors of a planet's nodes: biomes by latitude, gradients by elevation; and light of sRGB levels."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._elementary import power
from landwright._numba import kernel


@kernel(inline=True)
def _place(ramps: Any, place: Any) -> Any:
    """Where in a ramp a place from 0 to 1 is: the sample before it, and how far behind that."""
    last = ramps.shape[1] - 1
    x = min(max(place, 0.0), 1.0) * last
    i = min(max(int(x), 0), last - 1)
    return i, x - i


@kernel(inline=True)
def _level(value: Any) -> Any:
    """Round to a level of sRGB."""
    return np.uint8(min(max(value, 0.0), 255.0) + 0.5)


@kernel(
    "void(i8, i8, f8[:, ::1], f4[::1], f8[::1], f8[::1], f8[::1], f8[:, :, ::1], f8[:, :, ::1], f4[::1], u1[:, ::1])"
)
def painted(row0, row1, points, height, noise, starts, form, land, ocean, value, out):  # value, out: out
    """Where each point lies among the biomes, 0 to 1, and its color.

    ``noise`` is empty for none. ``form``: offset and strength of the noise, blend, lowest and highest land. ``land`` has a ramp for each
    biome, ``ocean`` one, or none where nothing lies below a sea.
    """
    count, reach, low, high = starts.size, 0.5 * form[2] + 0.001, form[3], form[4]
    floor = 0.0 if ocean.shape[0] > 0 else low
    for i in range(row0, row1):
        h = 0.5 * (points[i, 2] + 1.0)
        if noise.size > 0:
            h += (noise[i] - form[0]) * form[1]
        index = 0.0
        for k in range(count):
            w = min(max((h - starts[k] + reach) / (2.0 * reach), 0.0), 1.0)
            index = index * (1.0 - w) + k * w
        value[i] = np.float32(index / max(1, count - 1))
        e = np.float64(height[i])
        if e < 0.0 and ocean.shape[0] > 0:
            k, f = _place(ocean, (e - low) / -low if low < 0.0 else 1.0)
            for c in range(3):
                out[i, c] = _level(ocean[0, k, c] * (1.0 - f) + ocean[0, k + 1, c] * f)
            continue
        k, g = _place(land, (e - floor) / (high - floor) if high > floor else 0.0)
        line = min(max(np.float64(value[i]) * (count - 1), 0.0), count - 1.0)
        first = min(int(line), max(count - 2, 0))
        second = min(first + 1, count - 1)
        f = line - first
        for c in range(3):
            one = land[first, k, c] * (1.0 - g) + land[first, k + 1, c] * g
            two = land[second, k, c] * (1.0 - g) + land[second, k + 1, c] * g
            out[i, c] = _level(one * (1.0 - f) + two * f)


@kernel("void(f4[::1])")
def linear_levels(out: Any) -> None:  # out
    """Linear light of the 256 levels of sRGB."""
    for index in range(out.size):
        value = index / 255.0
        if value <= 0.04045:
            out[index] = np.float32(value / 12.92)
        else:
            out[index] = np.float32(power((value + 0.055) / 1.055, 2.4))
