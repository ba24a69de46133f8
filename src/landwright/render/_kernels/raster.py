"""Triangles to sub-pixels: which face each ray meets first, where, and what the sun sees.

Camera space: x right, y up, z forward, metres from the eye. A ray goes through (u, v, 1); its signed volumes with a triangle's edges
are linear in u and v, so a face needs no clipping: what lies behind the eye has a negative distance. Two faces that share an
edge compute the same numbers with opposite signs, so no ray slips between them.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel

NOTHING = -1
"""Face of a ray that meets none."""


@kernel(inline=True)
def _volumes(points: Any, i: Any, j: Any, out: Any, k: Any) -> None:
    """Write the cross product of two points: what a ray's direction is multiplied with to get the volume of an edge."""
    ax, ay, az = points[i, 0], points[i, 1], points[i, 2]
    bx, by, bz = points[j, 0], points[j, 1], points[j, 2]
    out[k, 0] = ay * bz - az * by
    out[k, 1] = az * bx - ax * bz
    out[k, 2] = ax * by - ay * bx


@kernel("void(i8, i8, f8[:, ::1], u4[:, ::1], f8, f8, f8, f8, i4[:, ::1])")
def bounds(row0, row1, points, faces, step, half_cols, half_rows, near, out):  # out
    """First and last row and column of the sub-pixels that each face may cover; last below first for one that covers none."""
    cols, rows = int(2 * half_cols), int(2 * half_rows)
    for face in range(row0, row1):
        left, right, top, bottom = 1.0e30, -1.0e30, 1.0e30, -1.0e30
        behind = 0
        for k in range(3):
            p = faces[face, k]
            z = points[p, 2]
            if z < near:
                behind += 1
                continue
            x = points[p, 0] / (z * step) + half_cols - 0.5
            y = half_rows - 0.5 - points[p, 1] / (z * step)
            left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
        if behind == 3:
            out[face, 0], out[face, 1], out[face, 2], out[face, 3] = 1, 0, 1, 0
            continue
        if behind > 0:  # cut by the plane of the eye: anywhere in the picture
            left, right, top, bottom = 0.0, cols - 1.0, 0.0, rows - 1.0
        out[face, 0] = int(max(math.ceil(max(top, -1.0)), 0))
        out[face, 1] = int(min(math.floor(min(bottom, float(rows))), rows - 1))
        out[face, 2] = int(max(math.ceil(max(left, -1.0)), 0))
        out[face, 3] = int(min(math.floor(min(right, float(cols))), cols - 1))


@kernel(
    "void(i8, i8, i8, f8[:, ::1], u4[:, ::1], i4[:, ::1], f8, f8, f8, f8, f8[:, ::1], f8[:, ::1], i4[:, ::1], f4[:, :, ::1])"
)
def meet(
    row0, row1, first, points, faces, box, step, half_cols, half_rows, near, limit, depth, hit, share
):  # out: depth, hit, share
    """Nearest face of each ray of a band that begins at row `first`: depth along the view (m), face, shares of its first two corners.

    ``limit``: depth at which something opaque stands already.
    """
    cols = depth.shape[1]
    for row in range(row0, row1):
        for col in range(cols):
            depth[row, col] = limit[row, col]
            hit[row, col] = NOTHING
    edge = np.zeros((3, 3))
    top, bottom = first + row0, first + row1 - 1
    for face in range(faces.shape[0]):
        if box[face, 0] > bottom or box[face, 1] < top or box[face, 2] > box[face, 3]:
            continue
        a, b, c = faces[face, 0], faces[face, 1], faces[face, 2]
        _volumes(points, b, c, edge, 0)
        _volumes(points, c, a, edge, 1)
        _volumes(points, a, b, edge, 2)
        whole = points[a, 0] * edge[0, 0] + points[a, 1] * edge[0, 1] + points[a, 2] * edge[0, 2]
        if whole == 0.0:
            continue
        for row in range(max(int(box[face, 0]), top), min(int(box[face, 1]), bottom) + 1):
            v = step * (half_rows - 0.5 - row)
            r = row - first
            for col in range(box[face, 2], box[face, 3] + 1):
                u = step * (col + 0.5 - half_cols)
                e0 = u * edge[0, 0] + v * edge[0, 1] + edge[0, 2]
                e1 = u * edge[1, 0] + v * edge[1, 1] + edge[1, 2]
                e2 = u * edge[2, 0] + v * edge[2, 1] + edge[2, 2]
                if not ((e0 >= 0.0 and e1 >= 0.0 and e2 >= 0.0) or (e0 <= 0.0 and e1 <= 0.0 and e2 <= 0.0)):
                    continue
                total = e0 + e1 + e2
                if total == 0.0:
                    continue
                z = whole / total
                if near < z < depth[r, col]:
                    depth[r, col] = z
                    hit[r, col] = face
                    share[r, col, 0] = np.float32(e0 / total)
                    share[r, col, 1] = np.float32(e1 / total)


@kernel("void(i8, i8, f8[:, ::1], u4[:, ::1], f4[:, ::1])")
def sun_depth(row0, row1, points, faces, out):  # out
    """Height toward the sun of what stands highest over each sample of the sun's map; ``points`` are (column, row, height)."""
    cols = out.shape[1]
    for row in range(row0, row1):
        for col in range(cols):
            out[row, col] = np.float32(-3.0e38)
    for face in range(faces.shape[0]):
        a, b, c = faces[face, 0], faces[face, 1], faces[face, 2]
        ax, ay, bx, by, cx, cy = (
            points[a, 0],
            points[a, 1],
            points[b, 0],
            points[b, 1],
            points[c, 0],
            points[c, 1],
        )
        low, high = min(ay, min(by, cy)), max(ay, max(by, cy))
        if high < row0 or low > row1 - 1:
            continue
        whole = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if whole == 0.0:
            continue
        left, right = min(ax, min(bx, cx)), max(ax, max(bx, cx))
        for row in range(max(math.ceil(low), row0), min(math.floor(high), row1 - 1) + 1):
            for col in range(max(math.ceil(left), 0), min(math.floor(right), cols - 1) + 1):
                e0 = ((bx - col) * (cy - row) - (cx - col) * (by - row)) / whole
                e1 = ((cx - col) * (ay - row) - (ax - col) * (cy - row)) / whole
                e2 = 1.0 - e0 - e1
                if e0 >= 0.0 and e1 >= 0.0 and e2 >= 0.0:
                    z = e0 * points[a, 2] + e1 * points[b, 2] + e2 * points[c, 2]
                    if z > out[row, col]:
                        out[row, col] = np.float32(z)


@kernel("void(i8, i8, f8[:, ::1], f4[:, ::1], f8, f8, f4[::1])")
def sunlit(row0, row1, places, depth, bias, blur, out):  # out
    """Share of the sun's disk that reaches each point; ``places`` are (column, row, height) in the sun's map."""
    rows, cols = depth.shape
    for n in range(row0, row1):
        x, y, z = places[n, 0], places[n, 1], places[n, 2] + bias
        lit = 0.0
        for i in range(-2, 3):
            for j in range(-2, 3):
                px, py = x + j * blur, y + i * blur
                col, row = math.floor(px), math.floor(py)
                if col < 0 or row < 0 or col >= cols - 1 or row >= rows - 1:
                    lit += 1.0
                    continue
                u, v = px - col, py - row
                a = 1.0 if depth[row, col] <= z else 0.0
                b = 1.0 if depth[row, col + 1] <= z else 0.0
                c = 1.0 if depth[row + 1, col] <= z else 0.0
                d = 1.0 if depth[row + 1, col + 1] <= z else 0.0
                lit += (a * (1.0 - u) + b * u) * (1.0 - v) + (c * (1.0 - u) + d * u) * v
        out[n] = np.float32(lit / 25.0)


@kernel("void(i8, i8, i8, f8[:, ::1], f4[:, :, ::1], f8, f8, f8, f8, f4[:, ::1])")
def openness(row0, row1, apron, depth, normal, step, half_cols, middle, radius, out):  # out
    """Share of the sky that each sub-pixel sees past what stands within `radius` metres of it in the picture.

    ``depth`` has `apron` more rows above and below than `out`; ``normal`` is in camera space; ``middle`` is the row of `depth` in the
    middle of the picture.
    """
    rows, cols = depth.shape
    for line in range(row0, row1):
        row = line + apron
        v = step * (middle - 0.5 - row)
        for col in range(cols):
            z = depth[row, col]
            if z >= 1.0e30:
                out[line, col] = np.float32(1.0)
                continue
            u = step * (col + 0.5 - half_cols)
            px, py = u * z, v * z
            reach = min(radius / (z * step), float(apron))
            nx, ny, nz = (
                np.float64(normal[line, col, 0]),
                np.float64(normal[line, col, 1]),
                np.float64(normal[line, col, 2]),
            )
            hidden, turn = 0.0, 0.7853981 * ((line * 5 + col * 3) % 8) / 8.0
            for k in range(16):
                angle = turn + k * 2.399963
                far = reach * math.sqrt((k + 0.5) / 16.0)
                j, i = int(col + far * math.cos(angle)), int(row + far * math.sin(angle))
                if j < 0 or i < 0 or j >= cols or i >= rows or (i == row and j == col):
                    continue
                other = depth[i, j]
                if other >= 1.0e30:
                    continue
                dx = step * (j + 0.5 - half_cols) * other - px
                dy = step * (middle - 0.5 - i) * other - py
                dz = other - z
                away = math.sqrt(dx * dx + dy * dy + dz * dz)
                rise = (dx * nx + dy * ny + dz * nz) / max(away, 1.0e-9)
                if rise > 0.08 and away < 2.0 * radius:
                    fade = 1.0 - 0.5 * away / radius
                    hidden += (rise - 0.08) * max(fade, 0.0)
            out[line, col] = np.float32(max(1.0 - 1.6 * hidden / 16.0, 0.15))
