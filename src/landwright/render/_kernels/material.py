"""What the ground is made of, as color: (rows, cols, 4) float32 holds linear red, green, blue and grain (roughness, 0 to 1)."""

from __future__ import annotations

import math

import numpy as np

from landwright._numba import kernel
from landwright.render._kernels.grain import fbm, step

GRASS, FOREST, SOIL, SCREE, ROCK, SAND, SNOW = range(7)
"""Rows of the palette; the natural materials in the order in which they cover each other."""


@kernel("void(i8, i8, f4[:, ::1], f4[:, ::1], f8, f8, f8, f8[:, ::1], f8[::1], f4[:, :, ::1])")
def natural(row0, row1, z, smooth, cell_size, column, line, palette, rules, out):  # out
    """Place natural materials by height, slope, hollows and noise, and mix their colors.

    ``smooth`` is the land without its small forms; ``column`` and ``line`` are the x and y of sample (0, 0) in cells. A row of
    `palette` is red, green, blue, grain. ``rules``: snow line, tree line, rock slope, forest share, sea level (or -1e30),
    variation.
    """
    rows, cols = z.shape
    snow_line, tree_line, rock_slope = rules[0], rules[1], rules[2]
    wood, sea, variation = rules[3], rules[4], rules[5]
    share = np.zeros(7)
    for i in range(row0, row1):
        north, south = max(i - 1, 0), min(i + 1, rows - 1)
        for j in range(cols):
            west, east = max(j - 1, 0), min(j + 1, cols - 1)
            h = np.float64(z[i, j])
            dx = (np.float64(z[i, east]) - z[i, west]) / (cell_size * max(east - west, 1))
            dy = (np.float64(z[north, j]) - z[south, j]) / (cell_size * max(south - north, 1))
            slope = math.sqrt(dx * dx + dy * dy)
            hollow = min(max((smooth[i, j] - h) / cell_size, -1.0), 1.0)
            x, y = column + j, line + i
            broad = fbm(x / 53.0, y / 53.0, 4, 0.6, 1) * variation
            fine = fbm(x / 7.0, y / 7.0, 3, 0.65, 11) * variation
            rough = 0.6 * broad + 0.4 * fine
            share[SOIL] = 0.5 * step(0.05, 0.5, 0.35 * hollow + 0.4 * fine) + 0.35 * step(0.1, 0.7, -broad)
            thin = step(tree_line - 100.0, tree_line + 160.0, h + 140.0 * rough - 160.0 * hollow)
            trees = step(1.0 - 2.0 * wood - 0.22, 1.0 - 2.0 * wood + 0.38, 1.1 * broad + 0.35 * fine + 0.5 * hollow)
            steep = step(1.15 * rock_slope, 1.5 * rock_slope, slope)
            share[FOREST] = min(0.1 + 0.9 * trees, 1.0) * (1.0 - thin) * (1.0 - steep) if wood > 0.0 else 0.0
            share[SCREE] = step(0.62 * rock_slope, 0.85 * rock_slope, slope + 0.15 * rough + 0.2 * (thin - 0.6))
            share[SCREE] = max(share[SCREE] * (0.25 + 0.75 * thin), 0.55 * thin * step(-0.2, 0.6, broad))
            share[ROCK] = step(0.85 * rock_slope, 1.2 * rock_slope, slope + 0.22 * rough + 0.2 * thin - 0.25 * hollow)
            lift = (h - snow_line + 160.0 * rough + 260.0 * hollow) / 130.0
            share[SNOW] = step(-0.8, 1.0, lift) * (1.0 - step(0.8, 1.35, slope + 0.25 * rough - 0.08 * max(lift, 0.0)))
            share[SAND] = 0.0
            if sea > -1.0e29:
                beach = h - sea + 2.5 * fine - 0.5
                share[SAND] = 1.0 - step(2.0, 6.0, beach + 9.0 * max(slope - 0.18, 0.0))
            c0, c1, c2, c3 = palette[0, 0], palette[0, 1], palette[0, 2], palette[0, 3]
            for k in range(1, 7):
                a = min(max(share[k], 0.0), 1.0)
                c0 += (palette[k, 0] - c0) * a
                c1 += (palette[k, 1] - c1) * a
                c2 += (palette[k, 2] - c2) * a
                c3 += (palette[k, 3] - c3) * a
            shade = 1.0 + (0.16 * fine + 0.12 * broad) * (1.0 - 0.75 * share[SNOW])
            warm = 0.05 * broad * (1.0 - share[SNOW])
            out[i, j, 0] = np.float32(c0 * shade * (1.0 + warm))
            out[i, j, 1] = np.float32(c1 * shade)
            out[i, j, 2] = np.float32(c2 * shade * (1.0 - warm))
            out[i, j, 3] = np.float32(c3)


@kernel("void(i8, i8, f4[:, :, ::1], f8[:, ::1], f8, f8, f8, f4[:, :, ::1])")
def weighted(row0, row1, weights, palette, column, line, variation, out):  # out
    """Mix colors by weights (materials, rows, cols), with a little noise where two meet."""
    count = weights.shape[0]
    for i in range(row0, row1):
        for j in range(out.shape[1]):
            x, y = column + j, line + i
            shade = 1.0
            if variation > 0.0:
                shade += variation * (
                    0.10 * fbm(x / 53.0, y / 53.0, 4, 0.6, 1) + 0.12 * fbm(x / 7.0, y / 7.0, 3, 0.65, 11)
                )
            total, c0, c1, c2, c3 = 0.0, 0.0, 0.0, 0.0, 0.0
            for k in range(count):
                w = max(np.float64(weights[k, i, j]), 0.0)
                total += w
                c0 += w * palette[k, 0]
                c1 += w * palette[k, 1]
                c2 += w * palette[k, 2]
                c3 += w * palette[k, 3]
            if total <= 0.0:
                total, c0, c1, c2, c3 = 1.0, palette[0, 0], palette[0, 1], palette[0, 2], palette[0, 3]
            out[i, j, 0] = np.float32(c0 / total * shade)
            out[i, j, 1] = np.float32(c1 / total * shade)
            out[i, j, 2] = np.float32(c2 / total * shade)
            out[i, j, 3] = np.float32(c3 / total)
