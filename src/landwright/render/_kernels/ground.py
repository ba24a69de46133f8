"""Light on the land of a view: smooth normals with fine bumps, sun and its soft shadow, sky, bounced light; the cut sides."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.render._kernels.cast import CUT, LAND, ray
from landwright.render._kernels.grain import fbm, step, value
from landwright.render._kernels.trace import fold


@kernel(inline=True)
def _bilinear(texture: Any, levels: Any, level: Any, col: Any, row: Any, weight: Any, texel: Any) -> None:
    """Add `weight` times the texture of one level at sample (row, col) of the finest to `texel`."""
    offset, rows, cols = levels[level, 0], levels[level, 1], levels[level, 2]
    scale = 1.0 / (1 << level)
    x = min(max((col + 0.5) * scale - 0.5, 0.0), cols - 1.0)
    y = min(max((row + 0.5) * scale - 0.5, 0.0), rows - 1.0)
    i, j = min(max(int(x), 0), cols - 1), min(max(int(y), 0), rows - 1)
    u, v = np.float32(x - i), np.float32(y - j)
    i1, j1 = min(i + 1, cols - 1), min(j + 1, rows - 1)
    one, w = np.float32(1.0), np.float32(weight)
    a, b = offset + j * cols + i, offset + j * cols + i1
    c, d = offset + j1 * cols + i, offset + j1 * cols + i1
    for k in range(8):
        north = texture[a, k] * (one - u) + texture[b, k] * u
        south = texture[c, k] * (one - u) + texture[d, k] * u
        texel[k] += w * (north * (one - v) + south * v)


@kernel()
def lookup(texture, levels, col, row, footprint, texel):  # out: texel
    """Surface texture at sample (row, col), averaged over about `footprint` cells."""
    level = 0.0
    if footprint > 1.0:
        level = min(math.log(footprint) * 1.4426950408889634, levels.shape[0] - 1.0)
    low = int(level)
    f = level - low
    for k in range(8):
        texel[k] = np.float32(0.0)
    for n in range(2):
        weight = f if n == 1 else 1.0 - f
        if weight > 0.0:
            _bilinear(texture, levels, low + n, col, row, weight, texel)


@kernel()
def lamp(air, low, high, texel, dx, dy):
    """Light (red, green, blue) on ground with the gradient (dx, dy), as ``texel`` says: sun, sky, and what neighbours throw back."""
    up = 1.0 / math.sqrt(1.0 + dx * dx + dy * dy)
    facing = max((air[2] - dx * air[0] - dy * air[1]) * up, 0.0)
    facing *= 1.0 - step(low, high, np.float64(texel[3]))
    seen = np.float64(texel[2])
    above, aside = seen * (0.55 + 0.45 * up), seen * (0.5 - 0.5 * up) + 0.12 * seen
    thrown = air[22] * air[2] * (1.0 - 0.75 * seen) + 0.35 * air[22] * (1.0 - up)
    return (
        air[3] * facing + 0.8 * air[6] * above + 0.8 * air[9] * aside + air[3] * thrown * (texel[4] + 0.04),
        air[4] * facing + 0.8 * air[7] * above + 0.8 * air[10] * aside + air[4] * thrown * (texel[5] + 0.04),
        air[5] * facing + 0.8 * air[8] * above + 0.8 * air[11] * aside + air[5] * thrown * (texel[6] + 0.04),
    )


@kernel(
    "void(i8, i8, f8[::1], i8, f4[:, ::1], i8[:, ::1], f8, f8[::1], f8[::1], f4[:, ::1], u1[:, ::1], f4[:, :, ::1])"
)
def shade(row0, row1, camera, first, texture, levels, cell_size, air, look, distance, kind, out):  # out
    """Color of each sub-pixel that sees the land, without haze.

    ``look``: tangents of the lower and upper edge of the sun, strength of detail, angle (radians) of a sub-pixel, elevation of the base and
    thickness of the cut, exaggeration, x and y (cells) of sample (0, 0).
    """
    rows, cols = levels[0, 1], levels[0, 2]
    texel = np.zeros(8, np.float32)
    for row in range(row0, row1):
        for col in range(out.shape[1]):
            what = kind[row, col]
            if what == LAND:
                dx, dy, dz = ray(camera, np.float64(first + row), np.float64(col))
                t = np.float64(distance[row, col])
                x, flip_x = fold((camera[0] + dx * t) / cell_size, cols - 1.0)
                y, flip_y = fold((camera[1] + dy * t) / cell_size, rows - 1.0)
                pixel = t * look[3] / cell_size
                lookup(texture, levels, x, y, 0.7 * pixel, texel)
                gx, gy, grain = texel[0] * flip_x, texel[1] * flip_y, np.float64(texel[7])
                tilt = 1.0 / math.sqrt(1.0 + gx * gx + gy * gy)
                slant = abs((dz - gx * dx - gy * dy) * tilt)
                stretch = pixel / math.sqrt(max(slant, 0.08))
                if stretch > 1.0:
                    lookup(texture, levels, x, y, stretch, texel)
                    gx, gy = texel[0] * flip_x, texel[1] * flip_y
                shade_by, wave, strength = 0.0, 1.3, 1.0
                px, py = x + look[7], y + look[8]
                if look[2] > 0.0:
                    for octave in range(6):
                        fade = 1.0 - step(0.2, 0.5, stretch / wave)
                        if fade > 0.0:
                            c, s = math.cos(1.1 * octave), math.sin(1.1 * octave)
                            qx, qy = (c * px - s * py) / wave, (s * px + c * py) / wave
                            n, nx, ny = value(qx, qy, 30 + octave)
                            k = look[2] * fade * grain * strength * 0.2
                            gx += k * (c * nx + s * ny)
                            gy += k * (c * ny - s * nx)
                            shade_by += look[2] * fade * strength * n * (0.04 + 0.14 * grain)
                        wave *= 0.47
                        strength *= 0.85
                r, g, b = lamp(air, look[0], look[1], texel, gx, gy)
                m = 1.0 + max(shade_by, -0.6)
                out[row, col, 0] = np.float32(r * texel[4] * m)
                out[row, col, 1] = np.float32(g * texel[5] * m)
                out[row, col, 2] = np.float32(b * texel[6] * m)
            elif what == CUT:
                dx, dy, dz = ray(camera, np.float64(first + row), np.float64(col))
                t = np.float64(distance[row, col])
                x, y = (camera[0] + dx * t) / cell_size, (camera[1] + dy * t) / cell_size
                z = camera[2] + dz * t
                nx, ny = 0.0, 0.0
                near = 0.01
                if x < near:
                    nx = -1.0
                elif x > cols - 1 - near:
                    nx = 1.0
                elif y < near:
                    ny = -1.0
                elif y > rows - 1 - near:
                    ny = 1.0
                else:
                    flat = 1.0 / math.sqrt(max(dx * dx + dy * dy, 1.0e-12))
                    nx, ny = -dx * flat, -dy * flat
                facing = max(nx * air[0] + ny * air[1], 0.0)
                deep = (z - look[4]) / look[5]
                bend = fbm((x - y) * 0.012, 1.5 * deep, 3, 0.5, 91)
                bed = fbm(0.004 * (x + y), 11.0 * deep + 0.9 * bend, 4, 0.7, 90)
                tone = 1.0 + 0.38 * bed
                foot = 0.55 + 0.45 * step(0.0, 0.22, deep)
                a0, a1, a2 = 0.205 * tone, 0.158 * tone, 0.120 * tone
                out[row, col, 0] = np.float32(a0 * foot * (0.8 * air[3] * facing + 0.5 * air[6] + 0.42 * air[9]))
                out[row, col, 1] = np.float32(a1 * foot * (0.8 * air[4] * facing + 0.5 * air[7] + 0.42 * air[10]))
                out[row, col, 2] = np.float32(a2 * foot * (0.8 * air[5] * facing + 0.5 * air[8] + 0.42 * air[11]))
