"""Last steps of a view: sky and floor behind the land, haze before it, film curve, and the mean of the rays of a pixel."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import as_u32, hash2, unit
from landwright._numba import kernel
from landwright.render._kernels.cast import ray
from landwright.render._kernels.sky import haze, heaven, radiance
from landwright.render._kernels.stars import starlight
from landwright.render._kernels.trace import FAR
from landwright.render._kernels.water import MIRRORED

SPACE = 3
"""Mode of ``background`` beside those of ``water``: nothing but stars behind the scene."""

_S0, _S1 = np.uint32(0x3C6EF372), np.uint32(0x1F83D9AB)


@kernel(inline=True)
def _film(v: Any) -> Any:
    """Film curve: linear scene light to linear display light of 0 to 1, with a short toe and a soft shoulder."""
    v = max(v, 0.0)
    v = v * (1.0 + 0.11 * v) / (0.9 + 0.75 * v)
    return min(1.02 * v * v / (v + 0.02), 1.0)


@kernel("void(i8, i8, f8[::1], i8, f8, f8, i8, f8[::1], f8[::1], f4[:, ::1], f4[:, ::1], f4[:, :, ::1])")
def background(row0, row1, camera, first, width, length, mode, air, look, distance, wet, out):  # out
    """Sky, floor and haze of each sub-pixel; colors become film values.

    Land outside the map dissolves when `mode` is MIRRORED; in SPACE there are stars, no floor and no haze.
    """
    for row in range(row0, row1):
        for col in range(out.shape[1]):
            dx, dy, dz = ray(camera, np.float64(first + row), np.float64(col))
            t = np.float64(min(distance[row, col], wet[row, col]))
            r, g, b = np.float64(out[row, col, 0]), np.float64(out[row, col, 1]), np.float64(out[row, col, 2])
            if mode == SPACE:
                if t >= FAR:
                    r, g, b = starlight(dx, dy, dz, look[3])
            elif t < FAR:
                r, g, b = haze(air, camera[2], dx, dy, dz, t, r, g, b)
                if mode == MIRRORED:
                    x, y = camera[0] + dx * t, camera[1] + dy * t
                    ax, ay = max(max(-x, x - width), 0.0), max(max(-y, y - length), 0.0)
                    away = math.sqrt(ax * ax + ay * ay) / look[6]
                    f = 1.0 - math.exp(-10.0 * away * away - 1.0 * away)
                    s0, s1, s2 = radiance(air, dx, dy, 0.0)
                    r, g, b = r + (s0 - r) * f, g + (s1 - g) * f, b + (s2 - b) * f
            elif dz < -1.0e-6 and mode == MIRRORED:
                r, g, b = radiance(air, dx, dy, 0.0)
            elif dz < -1.0e-6:
                t = (look[4] - camera[2]) / dz
                x, y = camera[0] + dx * t, camera[1] + dy * t
                ax = max(max(-x, x - width), 0.0)
                ay = max(max(-y, y - length), 0.0)
                away = math.sqrt(ax * ax + ay * ay) / max(look[5], 1.0e-9)
                dark = 1.0 - 0.45 * math.exp(-0.9 * away)
                s0, s1, s2 = radiance(air, dx, dy, 0.0)
                f = math.exp(-0.8 * t / look[6])
                r = s0 + ((0.50 * (air[3] * air[2] * 0.5 + 0.8 * air[6])) * dark - s0) * f
                g = s1 + ((0.50 * (air[4] * air[2] * 0.5 + 0.8 * air[7])) * dark - s1) * f
                b = s2 + ((0.50 * (air[5] * air[2] * 0.5 + 0.8 * air[8])) * dark - s2) * f
            else:
                r, g, b = heaven(air, dx, dy, dz)
            e = air[21]
            out[row, col, 0] = np.float32(_film(r * e))
            out[row, col, 1] = np.float32(_film(g * e))
            out[row, col, 2] = np.float32(_film(b * e))


@kernel("void(i8, i8, f4[:, :, ::1], i8, i8, f4[::1], u1[:, :, ::1])")
def develop(row0, row1, color, samples, first, table, out):  # out
    """Mean of samples x samples sub-pixels, encoded with the table (0 to 255, sRGB of 0 to 1).

    Values are rounded up or down by a hash of the pixel, so that a smooth sky shows no bands.
    """
    last = table.shape[0] - 1
    share = np.float32(1.0 / (samples * samples))
    zero, one, half = np.float32(0.0), np.float32(1.0), np.float32(0.5)
    for row in range(row0, row1):
        for col in range(out.shape[1]):
            grain = unit(hash2(as_u32(np.int64(col)), as_u32(np.int64(first + row)), _S0, _S1))
            for c in range(3):
                total = zero
                for i in range(samples):
                    for j in range(samples):
                        total += color[row * samples + i, col * samples + j, c]
                place = int(min(max(total * share, zero), one) * np.float32(last) + half)
                shown = table[min(max(place, 0), last)]
                out[row, col, c] = np.uint8(min(shown + grain, np.float32(255.0)))
