"""Colors of a planet's nodes: biomes by latitude, gradients by elevation; and light of sRGB levels."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._elementary import power
from landwright._numba import kernel


@kernel(inline=True)
def _mixed(ramps: Any, row: Any, place: Any, channel: Any) -> Any:
    """Value of a ramp at a place from 0 to 1."""
    last = ramps.shape[1] - 1
    x = place * last
    i = min(max(int(x), 0), last - 1)
    f = x - i
    return ramps[row, i, channel] * (1.0 - f) + ramps[row, i + 1, channel] * f


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
            place = (e - low) / -low if low < 0.0 else 1.0
            for c in range(3):
                out[i, c] = np.uint8(min(max(_mixed(ocean, 0, min(max(place, 0.0), 1.0), c), 0.0), 255.0) + 0.5)
            continue
        place = min(max((e - floor) / (high - floor), 0.0), 1.0) if high > floor else 0.0
        line = min(max(np.float64(value[i]) * (count - 1), 0.0), count - 1.0)
        first = min(int(line), max(count - 2, 0))
        second = min(first + 1, count - 1)
        f = line - first
        for c in range(3):
            mixed = _mixed(land, first, place, c) * (1.0 - f) + _mixed(land, second, place, c) * f
            out[i, c] = np.uint8(min(max(mixed, 0.0), 255.0) + 0.5)


@kernel("void(f4[::1])")
def linear_levels(out: Any) -> None:  # out
    """Linear light of the 256 levels of sRGB."""
    for index in range(out.size):
        value = index / 255.0
        if value <= 0.04045:
            out[index] = np.float32(value / 12.92)
        else:
            out[index] = np.float32(power((value + 0.055) / 1.055, 2.4))
