"""Last steps of a view: sky and floor behind the land, haze before it, film curve, and the mean of the rays of a pixel."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.render._kernels.cast import ray
from landwright.render._kernels.sky import haze, heaven, radiance
from landwright.render._kernels.trace import FAR


@kernel(inline=True)
def _film(v: Any) -> Any:
    """Film curve: linear scene light to linear display light of 0 to 1, with a toe and a soft shoulder."""
    v = max(v, 0.0)
    return min(v * (2.51 * v + 0.03) / (v * (2.43 * v + 0.59) + 0.14), 1.0)


@kernel("void(i8, i8, f8[::1], i8, f8, f8, f8[::1], f8[::1], f4[:, ::1], f4[:, ::1], f4[:, :, ::1])")
def background(row0, row1, camera, first, width, length, air, look, distance, wet, out):  # out
    """Sky, floor and haze of each sub-pixel; colors become film values."""
    for row in range(row0, row1):
        for col in range(out.shape[1]):
            dx, dy, dz = ray(camera, np.float64(first + row), np.float64(col))
            t = np.float64(min(distance[row, col], wet[row, col]))
            r, g, b = np.float64(out[row, col, 0]), np.float64(out[row, col, 1]), np.float64(out[row, col, 2])
            if t < FAR:
                r, g, b = haze(air, camera[2], dx, dy, dz, t, r, g, b)
            elif dz < -1.0e-6:
                t = (look[4] - camera[2]) / dz
                x, y = camera[0] + dx * t, camera[1] + dy * t
                ax = max(max(-x, x - width), 0.0)
                ay = max(max(-y, y - length), 0.0)
                away = math.sqrt(ax * ax + ay * ay) / max(look[5], 1.0e-9)
                dark = 1.0 - 0.45 * math.exp(-0.9 * away)
                s0, s1, s2 = radiance(air, dx, dy, 0.0)
                f = math.exp(-6.0 * t / look[6])
                r = s0 + ((0.50 * (air[3] * air[2] * 0.5 + 0.8 * air[6])) * dark - s0) * f
                g = s1 + ((0.50 * (air[4] * air[2] * 0.5 + 0.8 * air[7])) * dark - s1) * f
                b = s2 + ((0.50 * (air[5] * air[2] * 0.5 + 0.8 * air[8])) * dark - s2) * f
            else:
                r, g, b = heaven(air, dx, dy, dz)
            e = air[21]
            out[row, col, 0] = np.float32(_film(r * e))
            out[row, col, 1] = np.float32(_film(g * e))
            out[row, col, 2] = np.float32(_film(b * e))


@kernel("void(i8, i8, f4[:, :, ::1], i8, u1[::1], u1[:, :, ::1])")
def develop(row0, row1, color, samples, table, out):  # out
    """Mean of samples x samples sub-pixels, encoded with the table (sRGB of 0 to 1)."""
    last = table.shape[0] - 1
    share = np.float32(1.0 / (samples * samples))
    for row in range(row0, row1):
        for col in range(out.shape[1]):
            for c in range(3):
                total = np.float32(0.0)
                for i in range(samples):
                    for j in range(samples):
                        total += color[row * samples + i, col * samples + j, c]
                out[row, col, c] = table[
                    int(min(max(total * share, np.float32(0.0)), np.float32(1.0)) * last + np.float32(0.5))
                ]
