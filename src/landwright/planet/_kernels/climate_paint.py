"""Colors of a planet's nodes by its climate."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.planet._kernels.plates import smooth


@kernel(inline=True)
def _mixed(ramps: Any, row: Any, place: Any, channel: Any) -> Any:
    """Value of a ramp at a place from 0 to 1."""
    last = ramps.shape[1] - 1
    x = min(max(place, 0.0), 1.0) * last
    i = min(np.int64(x), last - 1)
    f = x - i
    return ramps[row, i, channel] * (1.0 - f) + ramps[row, i + 1, channel] * f


@kernel(
    "void(i8, i8, f4[::1], f4[::1], f4[::1], f8[::1], f8[::1], f8[::1], f8[:, :, ::1], f8[:, :, ::1], f8[:, ::1], f8[::1], u1[:, ::1])"
)
def climate_colors(row0, row1, height, temperature, moisture, one, two, warmth, land, ocean, plain, form, out):  # out
    """Color of each node. ``one`` and ``two``: noise of about -1 to 1, coarse and fine.

    ``warmth`` and ``land``: temperatures of the belts and their ramps. ``ocean``: a ramp, or none without a sea. ``plain``: rock and snow.
    ``form``: depth of the sea, rock, snow, ice, variety.
    """
    belts = warmth.size
    for i in range(row0, row1):
        e, n1, n2 = np.float64(height[i]), one[i] * form[4], two[i] * form[4]
        t = np.float64(temperature[i]) + 1.3 * n2
        if e < 0.0 and ocean.shape[0] > 0:
            ice = smooth((form[3] + 1.2 - t + 1.6 * n1) / 2.4)
            place = 1.0 + e / form[0]
            for c in range(3):
                value = _mixed(ocean, 0, place, c) * (1.0 + 0.05 * n1)
                frozen = plain[1, c] * (0.955 + 0.03 * n2) - (10.0 if c == 0 else 3.0 if c == 1 else 0.0)
                value += (frozen - value) * ice * 0.96
                out[i, c] = np.uint8(min(max(value, 0.0), 255.0) + 0.5)
            continue
        m = np.float64(moisture[i]) + 0.07 * n1 + 0.05 * n2
        first = 0
        while first < belts - 2 and t > warmth[first + 1]:
            first += 1
        second = min(first + 1, belts - 1)
        f = 0.0
        if second > first:
            f = min(max((t - warmth[first]) / (warmth[second] - warmth[first]), 0.0), 1.0)
        bare = 0.8 * smooth((e * (1.0 + 0.25 * n2) - form[1]) / max(abs(form[1]), 1.0))
        snow = smooth((form[2] + 1.5 - t + 0.8 * n1) / 5.0) * smooth(m * 2.4 + 0.25)
        light = 1.0 + 0.045 * n2 + 0.03 * n1
        for c in range(3):
            value = _mixed(land, first, m, c) * (1.0 - f) + _mixed(land, second, m, c) * f
            value += (plain[0, c] - value) * bare
            value *= light
            value += (plain[1, c] - value) * snow
            out[i, c] = np.uint8(min(max(value, 0.0), 255.0) + 0.5)
