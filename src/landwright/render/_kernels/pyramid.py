"""Pyramids: highest elevation over squares of cells for the ray march, means of surface textures against shimmer."""

from __future__ import annotations

import numpy as np

from landwright._numba import kernel

NOTHING = np.float32(-3.4e38)
"""Top of a cell that holds no ground."""


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], f4[:, ::1])")
def cell_tops(row0, row1, z, there, out):  # out
    """Highest corner of each cell; NOTHING where a corner has no data."""
    for i in range(row0, row1):
        for j in range(out.shape[1]):
            top = max(max(z[i, j], z[i, j + 1]), max(z[i + 1, j], z[i + 1, j + 1]))
            if not (there[i, j] and there[i, j + 1] and there[i + 1, j] and there[i + 1, j + 1]):
                top = NOTHING
            out[i, j] = top


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1])")
def higher(row0, row1, tops, out):  # out
    """Highest of 2 x 2; odd edges stand alone."""
    rows, cols = tops.shape
    for i in range(row0, row1):
        a, b = 2 * i, min(2 * i + 1, rows - 1)
        for j in range(out.shape[1]):
            c, d = 2 * j, min(2 * j + 1, cols - 1)
            out[i, j] = max(max(tops[a, c], tops[a, d]), max(tops[b, c], tops[b, d]))


@kernel("void(i8, i8, f4[:, :, ::1], f4[:, :, ::1])")
def coarser(row0, row1, texture, out):  # out
    """Mean of 2 x 2 texels, channel by channel."""
    rows, cols, channels = texture.shape
    quarter = np.float32(0.25)
    for i in range(row0, row1):
        a, b = 2 * i, min(2 * i + 1, rows - 1)
        for j in range(out.shape[1]):
            c, d = 2 * j, min(2 * j + 1, cols - 1)
            for k in range(channels):
                out[i, j, k] = quarter * (texture[a, c, k] + texture[a, d, k] + texture[b, c, k] + texture[b, d, k])


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1], f4[:, ::1], f4[:, :, ::1], f8, f4[:, :, ::1])")
def pack(row0, row1, z, sky, tangent, color, cell_size, out):  # out
    """Surface texture of a view: rise to the east, rise to the south, sky, sun's horizon, red, green, blue, grain."""
    rows, cols = z.shape
    for i in range(row0, row1):
        north, south = max(i - 1, 0), min(i + 1, rows - 1)
        for j in range(cols):
            west, east = max(j - 1, 0), min(j + 1, cols - 1)
            dx = (np.float64(z[i, east]) - z[i, west]) / (cell_size * max(east - west, 1))
            dy = (np.float64(z[south, j]) - z[north, j]) / (cell_size * max(south - north, 1))
            out[i, j, 0] = np.float32(min(max(dx, -1.0e6), 1.0e6))
            out[i, j, 1] = np.float32(min(max(dy, -1.0e6), 1.0e6))
            out[i, j, 2] = sky[i, j]
            out[i, j, 3] = tangent[i, j]
            for k in range(4):
                out[i, j, 4 + k] = color[i, j, k]
