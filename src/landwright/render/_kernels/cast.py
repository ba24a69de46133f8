"""First hits of the rays of a picture."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.render._kernels.trace import FAR, fold, march

NONE, LAND, CUT = 0, 1, 2
"""What a ray meets: the sky, the ground, the side of the land."""


@kernel(inline=True)
def ray(camera: Any, row: Any, col: Any) -> Any:
    """Unit direction of sub-pixel (row, col).

    ``camera``: eye, forward, right, up (3 each); steps right and down at distance 1; half the columns and rows.
    """
    u = camera[12] * (col + 0.5 - camera[14])
    v = camera[13] * (camera[15] - row - 0.5)
    dx = camera[3] + u * camera[6] + v * camera[9]
    dy = camera[4] + u * camera[7] + v * camera[10]
    dz = camera[5] + u * camera[8] + v * camera[11]
    scale = 1.0 / math.sqrt(dx * dx + dy * dy + dz * dz)
    return dx * scale, dy * scale, dz * scale


@kernel("void(i8, i8, f8[::1], i8, f4[:, ::1], f4[::1], i8[:, ::1], f8, f8, f8, i8, f4[:, ::1], u1[:, ::1])")
def cast(
    row0, row1, camera, first, z, tops, levels, cell_size, base, reach, around, distance, kind
):  # out: distance, kind
    """Distance (m) to the land and what was met, for each sub-pixel of a band that begins at row `first`.

    With ``reach`` > 0 the land behind the map is its mirror image, up to that distance; with 0 there is none. With ``around`` > 0 land
    before the map is its image too.
    """
    eye = (camera[0], camera[1], camera[2])
    width, length = (z.shape[1] - 1) * cell_size, (z.shape[0] - 1) * cell_size
    highest = np.float64(tops[levels[levels.shape[0] - 1, 0]])
    for row in range(row0, row1):
        for col in range(distance.shape[1]):
            dx, dy, dz = ray(camera, np.float64(first + row), np.float64(col))
            distance[row, col] = np.float32(FAR)
            kind[row, col] = NONE
            if reach <= 0.0:
                t, what = march(z, tops, levels, cell_size, eye, (dx, dy, dz), 0.0, FAR, base)
                distance[row, col] = np.float32(t)
                kind[row, col] = np.uint8(what)
                continue
            x, y, h, gone = eye[0], eye[1], eye[2], 0.0
            begin, end = 0.0, FAR
            if around > 0:
                x, flip_x = fold(x, width)
                y, flip_y = fold(y, length)
                dx, dy = dx * flip_x, dy * flip_y
            for axis in range(2):
                o, d, size = (x, dx, width) if axis == 0 else (y, dy, length)
                if d != 0.0:
                    begin, end = max(begin, min(-o / d, (size - o) / d)), min(end, max(-o / d, (size - o) / d))
                elif o < 0.0 or o > size:
                    end = -1.0
            if begin >= end:
                continue
            while gone < reach and not (dz >= 0.0 and h > highest):
                t, what = march(z, tops, levels, cell_size, (x, y, h), (dx, dy, dz), 0.0, FAR, base)
                if what != NONE:
                    distance[row, col] = np.float32(gone + t)
                    kind[row, col] = np.uint8(what)
                    break
                away_x = (width - x) / dx if dx > 0.0 else (-x / dx if dx < 0.0 else FAR)
                away_y = (length - y) / dy if dy > 0.0 else (-y / dy if dy < 0.0 else FAR)
                t = min(away_x, away_y)
                if t >= FAR:
                    break
                x, y, h, gone = (
                    min(max(x + dx * t, 0.0), width),
                    min(max(y + dy * t, 0.0), length),
                    h + dz * t,
                    gone + t,
                )
                if away_x <= away_y:
                    x, dx = width if dx > 0.0 else 0.0, -dx
                else:
                    y, dy = length if dy > 0.0 else 0.0, -dy
