"""Colors and light of a map picture. Colors are linear (rows, cols, 3) float32; the picture is sRGB uint8."""

from __future__ import annotations

import math

import numpy as np

from landwright._numba import kernel


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1], f8, f8, f4[:, :, ::1])")
def tint(row0, row1, z, ramp, low, high, out):  # out
    """Color each sample by elevation: `ramp` is (n, 3), its ends at `low` and `high` metres."""
    last = ramp.shape[0] - 1
    scale = last / (high - low)
    for i in range(row0, row1):
        for j in range(z.shape[1]):
            t = min(max((z[i, j] - low) * scale, 0.0), np.float64(last))
            a = min(max(int(t), 0), last - 1)
            f = np.float32(t - a)
            for c in range(3):
                out[i, j, c] = ramp[a, c] + (ramp[a + 1, c] - ramp[a, c]) * f


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1], f8, f4[:, :, ::1])")
def sea(row0, row1, depth, ramp, scale, out):  # out
    """Color water by depth (m; negative on land): the position on the ramp is ``1 - exp(-depth / scale)``."""
    last = ramp.shape[0] - 1
    for i in range(row0, row1):
        for j in range(depth.shape[1]):
            if depth[i, j] >= np.float32(0.0):
                t = (1.0 - math.exp(-np.float64(depth[i, j]) / scale)) * last
                a = min(max(int(t), 0), last - 1)
                f = np.float32(t - a)
                for c in range(3):
                    out[i, j, c] = ramp[a, c] + (ramp[a + 1, c] - ramp[a, c]) * f


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1], f4[:, ::1], f8, f8[::1], f8[:, ::1], f4[:, :, ::1])")
def light(row0, row1, z, sunlit, sky, slope, ambient, suns, out):  # out
    """Multiply colors by the light that falls on the land.

    ``slope`` is exaggeration / cell size; ``sunlit`` and ``sky`` are 0 to 1. A row of `suns` is (east, north, up, red, green, blue); only
    the first casts shadows. Ground that is flat, open and sunlit keeps its color.
    """
    rows, cols = z.shape
    flat = np.zeros(3)
    for c in range(3):
        flat[c] = ambient[c]
        for s in range(suns.shape[0]):
            flat[c] += suns[s, 2] * suns[s, 3 + c]
    for i in range(row0, row1):
        north, south = max(i - 1, 0), min(i + 1, rows - 1)
        per_row = slope / max(south - north, 1)
        for j in range(cols):
            west, east = max(j - 1, 0), min(j + 1, cols - 1)
            dx = (np.float64(z[i, east]) - z[i, west]) * (slope / max(east - west, 1))
            dy = (np.float64(z[north, j]) - z[south, j]) * per_row
            up = 1.0 / math.sqrt(1.0 + dx * dx + dy * dy)
            r, g, b = ambient[0] * sky[i, j], ambient[1] * sky[i, j], ambient[2] * sky[i, j]
            for s in range(suns.shape[0]):
                facing = max((suns[s, 2] - dx * suns[s, 0] - dy * suns[s, 1]) * up, 0.0)
                if s == 0:
                    facing *= sunlit[i, j]
                r += facing * suns[s, 3]
                g += facing * suns[s, 4]
                b += facing * suns[s, 5]
            out[i, j, 0] *= np.float32(r / flat[0])
            out[i, j, 1] *= np.float32(g / flat[1])
            out[i, j, 2] *= np.float32(b / flat[2])


@kernel("void(i8, i8, f4[:, ::1], f8, f8, f8, f4[:, ::1])")
def sunlit(row0, row1, tangent, low, high, strength, out):  # out
    """Share of the sun's disk above the horizon, as light: its lower and upper edge stand at tangents `low` and `high`."""
    scale = 1.0 / (high - low)
    for i in range(row0, row1):
        for j in range(out.shape[1]):
            t = min(max((tangent[i, j] - low) * scale, 0.0), 1.0)
            out[i, j] = 1.0 - strength * t * t * (3.0 - 2.0 * t)


@kernel("void(i8, i8, f4[:, ::1], f8, f8, i8, f8, f4[:, ::1])")
def contours(row0, row1, z, interval, cell_size, index, pixel, out):  # out
    """Ink of the contour lines, 0 to 1: about one sample wide, antialiased by distance = height difference / slope."""
    rows, cols = z.shape
    for i in range(row0, row1):
        north, south = max(i - 1, 0), min(i + 1, rows - 1)
        for j in range(cols):
            west, east = max(j - 1, 0), min(j + 1, cols - 1)
            dx = (np.float64(z[i, east]) - z[i, west]) / max(east - west, 1)
            dy = (np.float64(z[north, j]) - z[south, j]) / max(south - north, 1)
            rise = math.sqrt(dx * dx + dy * dy)
            level = math.floor(z[i, j] / interval + 0.5)
            away = abs(z[i, j] - level * interval)
            ink = 0.0
            if rise > 0.0:
                major = level % index == 0.0
                width = 0.75 * pixel if major else 0.5 * pixel
                ink = min(max(width + 0.5 - away / rise, 0.0), 1.0) * (0.62 if major else 0.34)
                ink *= min(1.0, interval / (3.0 * rise))
            out[i, j] = ink


@kernel("void(i8, i8, f4[:, :, ::1], f4[:, ::1], u1[::1], f8[::1], u1[:, :, ::1])")
def encode(row0, row1, color, ink, table, pen, out):  # out
    """Draw the ink over the colors, bend highlights softly below white, and encode with the table (sRGB of 0 to 1)."""
    last = table.shape[0] - 1
    for i in range(row0, row1):
        for j in range(color.shape[1]):
            a = ink[i, j]
            for c in range(3):
                v = color[i, j, c] * (1.0 - a) + pen[c] * a
                if v > 0.6:
                    v = 1.0 - 0.16 / (v - 0.2)
                out[i, j, c] = table[min(max(int(min(max(v, 0.0), 1.0) * last + 0.5), 0), last)]
