"""Water of a view: where rays meet it, its waves, what it mirrors and what shows through."""

from __future__ import annotations

import math

import numpy as np

from landwright._numba import kernel
from landwright.render._kernels.cast import ray
from landwright.render._kernels.grain import fbm, step, value
from landwright.render._kernels.ground import lamp, lookup
from landwright.render._kernels.sky import radiance
from landwright.render._kernels.trace import FAR, fold, march

DRY, SURFACE, PANE = 0, 1, 2
"""What a ray meets before the land: no water, its surface, its cut side."""
BLOCK, OPEN_SEA, MIRRORED = 0, 1, 2
"""How the land ends: in cut sides, in an open sea, in its own mirror image."""


@kernel("void(i8, i8, f8[::1], i8, f8, i8, b1[:, ::1], f8, f4[:, ::1], f4[:, ::1], u1[:, ::1])")
def meet_sea(row0, row1, camera, first, level, mode, there, cell_size, distance, wet, kind):  # out: wet, kind
    """Distance to the sea's surface or cut side where it lies before the land and before other water."""
    rows, cols = there.shape
    width, length = (cols - 1) * cell_size, (rows - 1) * cell_size
    for row in range(row0, row1):
        for col in range(wet.shape[1]):
            dx, dy, dz = ray(camera, np.float64(first + row), np.float64(col))
            limit = np.float64(min(distance[row, col], wet[row, col]))
            if dz < 0.0:
                t = (level - camera[2]) / dz
                if 0.0 < t < limit:
                    x, y = camera[0] + dx * t, camera[1] + dy * t
                    inside = mode == MIRRORED or (0.0 <= x <= width and 0.0 <= y <= length)
                    if inside:
                        x, _ = fold(x, width)
                        y, _ = fold(y, length)
                        inside = there[
                            min(max(int(y / cell_size), 0), rows - 1), min(max(int(x / cell_size), 0), cols - 1)
                        ]
                    if mode == OPEN_SEA or inside:
                        wet[row, col] = np.float32(t)
                        kind[row, col] = SURFACE
                        continue
            if mode != BLOCK:
                continue
            begin, end = 0.0, FAR
            for axis in range(2):
                o, d, far = (camera[0], dx, width) if axis == 0 else (camera[1], dy, length)
                if d != 0.0:
                    a, b = -o / d, (far - o) / d
                    begin, end = max(begin, min(a, b)), min(end, max(a, b))
                elif o < 0.0 or o > far:
                    end = -1.0
            if 0.0 < begin < end and begin + 1.0e-3 * cell_size < limit and camera[2] + dz * begin < level:
                if limit < FAR:
                    wet[row, col] = np.float32(begin)
                    kind[row, col] = PANE


@kernel(
    "void(i8, i8, f8[::1], i8, f4[:, ::1], f4[::1], i8[:, ::1], f4[:, ::1], i8[:, ::1], f8, f8[::1], f8[::1], f8[::1],"
    " f4[:, ::1], f4[:, ::1], u1[:, ::1], f4[:, :, ::1])"
)
def shine(
    row0, row1, camera, first, z, tops, top_levels, texture, levels, cell_size, air, look, sea, distance, wet, kind, out
):  # out
    """Cover the lit land with water: Fresnel mirror of sky and land, glitter, depth color, foam along the shore.

    ``sea``: red, green, blue of deep water; absorption per metre of the three; how the land ends; the level of the sea.
    """
    rows, cols = z.shape
    width, length = (cols - 1) * cell_size, (rows - 1) * cell_size
    rim = 0.10 * min(width, length)
    texel = np.zeros(8, np.float32)
    for row in range(row0, row1):
        for col in range(out.shape[1]):
            what = kind[row, col]
            if what == DRY:
                continue
            dx, dy, dz = ray(camera, np.float64(first + row), np.float64(col))
            t = np.float64(wet[row, col])
            x, y, h = camera[0] + dx * t, camera[1] + dy * t, camera[2] + dz * t
            under = np.float64(distance[row, col]) - t
            pixel = t * look[3]
            flip_x, flip_y = 1.0, 1.0
            if sea[6] == MIRRORED:
                x, flip_x = fold(x, width)
                y, flip_y = fold(y, length)
            inside = 0.0 <= x <= width and 0.0 <= y <= length
            lookup(texture, levels, x / cell_size, y / cell_size, pixel / cell_size, texel)
            if not inside:
                texel[2], texel[3] = np.float32(1.0), np.float32(0.0)
            sun = 1.0 - step(look[0], look[1], np.float64(texel[3]))
            seen = np.float64(texel[2])
            depth = under * abs(dz)
            if what == SURFACE:
                steep = math.sqrt(1.0 - (1.0 - dz * dz) / 1.777)
                path = depth * (1.0 + 1.0 / steep)
            else:
                path = 2.0 * under
            if sea[6] == OPEN_SEA:
                away = min(min(x, width - x), min(y, length - y))
                path += 60.0 * (1.0 - step(0.0, rim, away)) / max(sea[4], 1.0e-9) * 0.05
            l0 = air[3] * air[2] * (0.35 + 0.65 * sun) + 0.7 * seen * (air[6] + 0.5 * air[9])
            l1 = air[4] * air[2] * (0.35 + 0.65 * sun) + 0.7 * seen * (air[7] + 0.5 * air[10])
            l2 = air[5] * air[2] * (0.35 + 0.65 * sun) + 0.7 * seen * (air[8] + 0.5 * air[11])
            k0, k1, k2 = math.exp(-sea[3] * path), math.exp(-sea[4] * path), math.exp(-sea[5] * path)
            r = sea[0] * l0 * (1.0 - k0) + out[row, col, 0] * k0
            g = sea[1] * l1 * (1.0 - k1) + out[row, col, 1] * k1
            b = sea[2] * l2 * (1.0 - k2) + out[row, col, 2] * k2
            if what == SURFACE:
                nx, ny, lost = 0.0, 0.0, 0.0
                wave, strength = 47.0, 0.05
                px, py = x + look[7] * cell_size, y + look[8] * cell_size
                for octave in range(6):
                    fade = 1.0 - step(0.15, 0.5, pixel / max(abs(dz), 0.05) / wave)
                    lost += strength * strength * (1.0 - fade)
                    if fade > 0.0:
                        c, s = math.cos(0.7 + 1.3 * octave), math.sin(0.7 + 1.3 * octave)
                        _, wx, wy = value((c * px - s * py) / wave, (s * px + c * py) / wave * 0.6, 40 + octave)
                        nx -= fade * strength * (c * wx + s * wy)
                        ny -= fade * strength * (c * wy - s * wx)
                    wave *= 0.46
                    strength *= 0.93
                scale = 1.0 / math.sqrt(1.0 + nx * nx + ny * ny)
                toward = -(dx * nx + dy * ny + dz) * scale
                if toward < 0.02:
                    nx, ny, scale, toward = 0.0, 0.0, 1.0, max(-dz, 1.0e-4)
                miss = 1.0 - min(toward, 1.0)
                rough = math.sqrt(lost)
                mirror = 0.02 + 0.98 * miss * miss * miss * miss * miss / (1.0 + 3.0 * rough)
                rx, ry = dx + 2.0 * toward * nx * scale, dy + 2.0 * toward * ny * scale
                rz = max(abs(dz + 2.0 * toward * scale), 0.015)
                size = 1.0 / math.sqrt(rx * rx + ry * ry + rz * rz)
                rx, ry, rz = rx * size, ry * size, rz * size
                s0, s1, s2 = radiance(air, rx, ry, min(rz + 0.5 * rough, 1.0))
                if mirror > 0.03 and inside:
                    far, hit = march(
                        z,
                        tops,
                        top_levels,
                        cell_size,
                        (x, y, h + 0.01 * cell_size),
                        (rx * flip_x, ry * flip_y, rz),
                        0.05 * cell_size,
                        FAR,
                        h,
                    )
                    if hit != 0:
                        lookup(
                            texture,
                            levels,
                            (x + rx * flip_x * far) / cell_size,
                            (y + ry * flip_y * far) / cell_size,
                            2.0 + 2.0 * pixel / cell_size,
                            texel,
                        )
                        m0, m1, m2 = lamp(air, look[0], look[1], texel, texel[0] * flip_x, texel[1] * flip_y)
                        s0, s1, s2 = m0 * texel[4], m1 * texel[5], m2 * texel[6]
                hx, hy, hz = air[0] - dx, air[1] - dy, air[2] - dz
                half = 1.0 / math.sqrt(hx * hx + hy * hy + hz * hz)
                even = max((hx * nx + hy * ny + hz) * half * scale, 0.0)
                spread = 0.004 + 0.5 * lost
                lean = (1.0 - even * even) / max(even * even, 1.0e-3)
                glint = sun * 0.06 * math.exp(-lean / spread) / spread * mirror
                glint = min(glint, 1.6)
                r = r * (1.0 - mirror) + s0 * mirror + air[3] * glint
                g = g * (1.0 - mirror) + s1 * mirror + air[4] * glint
                b = b * (1.0 - mirror) + s2 * mirror + air[5] * glint
                if (
                    depth < 4.0 and abs(h - sea[7]) < 0.05
                ):  # waves break on the sea's shore, not on those of lakes and rivers
                    swell = fbm(px / 9.0, py / 9.0, 4, 0.6, 50)
                    surf = depth + 0.9 * swell
                    foam = 1.0 - step(0.15, 0.9, surf)
                    band = math.sin(2.6 * depth + 3.0 * swell)
                    foam = max(foam, 0.55 * step(0.75, 0.95, band) * (1.0 - step(1.0, 3.6, depth)))
                    foam *= 0.75 * (0.55 + 0.45 * step(-0.3, 0.3, fbm(px / 1.7, py / 1.7, 3, 0.6, 55)))
                    if what == SURFACE and under < FAR:
                        r += (0.80 * l0 * 0.62 - r) * foam
                        g += (0.84 * l1 * 0.62 - g) * foam
                        b += (0.86 * l2 * 0.62 - b) * foam
            else:
                r, g, b = 0.9 * r + 0.03 * air[9], 0.9 * g + 0.04 * air[10], 0.9 * b + 0.05 * air[11]
            out[row, col, 0], out[row, col, 1], out[row, col, 2] = np.float32(r), np.float32(g), np.float32(b)
