"""Regular meshing: normals of the ground, and two triangles a quad.

``z`` is (rows, cols) float32, metres, row 0 north; ``valid`` is True where there is data. Quads are named by their corners:
north-west, north-east, south-west, south-east. Faces are counter-clockwise seen from above.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel


@kernel(inline=True)
def normal(z: Any, valid: Any, r: Any, c: Any, cell_size: Any) -> Any:
    """Return the upward unit normal of a sample.

    Slopes are central differences; one-sided at the edge of the map or of the data; a sample without neighbours is level.
    """
    rows, cols = z.shape
    east, west = min(c + 1, cols - 1), max(c - 1, 0)
    north, south = max(r - 1, 0), min(r + 1, rows - 1)
    if not valid[r, east]:
        east = c
    if not valid[r, west]:
        west = c
    if not valid[north, c]:
        north = r
    if not valid[south, c]:
        south = r
    gx, gy = 0.0, 0.0
    if east > west:
        gx = (np.float64(z[r, east]) - np.float64(z[r, west])) / ((east - west) * cell_size)
    if south > north:
        gy = (np.float64(z[north, c]) - np.float64(z[south, c])) / ((south - north) * cell_size)
    length = 1.0 / math.sqrt(gx * gx + gy * gy + 1.0)
    return np.float32(-gx * length), np.float32(-gy * length), np.float32(length)


@kernel("void(i8, i8, f4[:, ::1], b1[:, ::1], i8, i8, f8, f4[:, :, ::1])")
def normals(row0: int, row1: int, z: Any, valid: Any, top: int, left: int, cell_size: float, out: Any) -> None:
    """Write the upward unit normals of rows of a window whose first sample is (top, left)."""
    for i in range(row0, row1):
        for j in range(out.shape[1]):
            x, y, up = normal(z, valid, top + i, left + j, cell_size)
            out[i, j, 0], out[i, j, 1], out[i, j, 2] = x, y, up


@kernel("void(i8, i8, b1[:, ::1], b1[:, ::1], i8[::1])")
def survey(row0: int, row1: int, valid: Any, used: Any, faces: Any) -> None:
    """Say which samples are part of a triangle, and how many triangles each row of quads has."""
    rows, cols = valid.shape
    for r in range(row0, row1):
        total = 0
        for c in range(cols):
            held = False
            for i in range(max(r - 1, 0), min(r + 1, rows - 1)):
                for j in range(max(c - 1, 0), min(c + 1, cols - 1)):
                    count = 0
                    for k in range(4):
                        if valid[i + (k >> 1), j + (k & 1)]:
                            count += 1
                    if count >= 3:
                        held = True
                        if i == r and j == c:
                            total += count - 2
            used[r, c] = held and valid[r, c]
        faces[r] = total


@kernel(
    "void(i8, i8, f4[:, ::1], b1[:, ::1], u4[:, ::1], i8[::1], i8, b1, u4[:, ::1])",
)
def triangles(
    row0: int, row1: int, z: Any, valid: Any, vertex: Any, first: Any, parity: int, shortest: bool, out: Any
) -> None:
    """Write the faces of rows of quads; ``first`` is the place of each row's first face.

    A quad is cut along its shorter diagonal or, on a tie, as in a checkerboard. One with three valid corners has one face.
    """
    for r in range(row0, row1):
        f = first[r]
        for c in range(z.shape[1] - 1):
            nw, ne, sw, se = vertex[r, c], vertex[r, c + 1], vertex[r + 1, c], vertex[r + 1, c + 1]
            v_nw, v_ne, v_sw, v_se = valid[r, c], valid[r, c + 1], valid[r + 1, c], valid[r + 1, c + 1]
            falling = ((r + c + parity) & 1) == 0  # the cut runs from north-west to south-east
            if shortest:
                down = abs(np.float64(z[r, c]) - np.float64(z[r + 1, c + 1]))
                up = abs(np.float64(z[r + 1, c]) - np.float64(z[r, c + 1]))
                if down != up:
                    falling = bool(down < up)
            if not (v_nw and v_se):
                falling = False
            if not (v_sw and v_ne):
                falling = True
            if falling:
                if v_nw and v_sw and v_se:
                    out[f, 0], out[f, 1], out[f, 2] = nw, sw, se
                    f += 1
                if v_nw and v_se and v_ne:
                    out[f, 0], out[f, 1], out[f, 2] = nw, se, ne
                    f += 1
            else:
                if v_sw and v_se and v_ne:
                    out[f, 0], out[f, 1], out[f, 2] = sw, se, ne
                    f += 1
                if v_sw and v_ne and v_nw:
                    out[f, 0], out[f, 1], out[f, 2] = sw, ne, nw
                    f += 1
