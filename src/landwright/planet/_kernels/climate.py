"""Climate of a sphere: distance to the sea along nodes, temperature and moisture of points, biomes.

*Symbols:* ``far`` metres to the sea; ``z`` the sine of the latitude; (east, north) at a point.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._elementary import exp
from landwright._numba import kernel
from landwright.planet._kernels.faces import sampled
from landwright.planet._kernels.plates import smooth

STEPS = 12
"""Places upwind at which mountains are looked for."""
_STRIDE = 0.018


@kernel(inline=True)
def _nearer(points: Any, far: Any, radius: Any, face: Any, r: Any, c: Any, q: Any, d: Any) -> Any:
    """Distance by way of a neighbor, if it is on the face and nearer."""
    n = far.shape[1]
    if q < 0 or q >= n or d < 0 or d >= n:
        return far[face, r, c]
    x = points[face, r, c, 0] - points[face, q, d, 0]
    y = points[face, r, c, 1] - points[face, q, d, 1]
    z = points[face, r, c, 2] - points[face, q, d, 2]
    return min(far[face, r, c], far[face, q, d] + radius * math.sqrt(x * x + y * y + z * z))


@kernel("void(i8, i8, f8[:, :, :, ::1], f8, f8[:, :, ::1])")
def spread(face0, face1, points, radius, far):  # far: in and out
    """Let distances spread over faces ``face0`` to ``face1 - 1`` from node to node, until none gets shorter.

    Each is the shortest sum of chords along rows, columns and diagonals of a face: one number, in whatever order nodes are visited.
    """
    n = far.shape[1]
    for face in range(face0, face1):
        changed = True
        while changed:
            changed = False
            for r in range(n):
                for c in range(n):
                    before = far[face, r, c]
                    far[face, r, c] = _nearer(points, far, radius, face, r, c, r - 1, c - 1)
                    far[face, r, c] = _nearer(points, far, radius, face, r, c, r - 1, c)
                    far[face, r, c] = _nearer(points, far, radius, face, r, c, r - 1, c + 1)
                    far[face, r, c] = _nearer(points, far, radius, face, r, c, r, c - 1)
                    changed = changed or far[face, r, c] < before
            for r in range(n - 1, -1, -1):
                for c in range(n - 1, -1, -1):
                    before = far[face, r, c]
                    far[face, r, c] = _nearer(points, far, radius, face, r, c, r + 1, c + 1)
                    far[face, r, c] = _nearer(points, far, radius, face, r, c, r + 1, c)
                    far[face, r, c] = _nearer(points, far, radius, face, r, c, r + 1, c - 1)
                    far[face, r, c] = _nearer(points, far, radius, face, r, c, r, c + 1)
                    changed = changed or far[face, r, c] < before


@kernel(inline=True)
def belt(a: Any) -> Any:
    """Moisture over the sea by the sine of the latitude, north or south: wet, dry at 25 to 30 degrees, wet at 50, dry at the pole."""
    if a < 0.44:
        return 0.98 - 0.70 * smooth((a - 0.16) / 0.28)
    if a < 0.76:
        return 0.28 + 0.52 * smooth((a - 0.48) / 0.22)
    return 0.8 - 0.42 * smooth((a - 0.8) / 0.2)


@kernel(inline=True)
def _wind(z: Any) -> Any:
    """East and north part of the wind: trades to the west, west winds between 27 and 60 degrees, polar winds to the west."""
    a = abs(z)
    east = -1.0 + 2.0 * smooth((a - 0.40) / 0.16) - 2.0 * smooth((a - 0.83) / 0.08)
    north = -0.45 + 0.9 * smooth((a - 0.40) / 0.16) - 0.9 * smooth((a - 0.83) / 0.08)
    return east, north if z > 0.0 else -north


@kernel(
    "void(i8, i8, f8[:, ::1], f4[::1], f8[::1], f8[::1], f8[::1], f4[:, :, ::1], f8[:, :, ::1], i8, b1, f8[::1], f4[:, ::1])"
)
def climates(row0, row1, points, height, far, warm, wet, ground, axes, even, sea, form, out):  # out
    """Temperature (degC), moisture (0 to 1) and biome of points ``row0`` to ``row1 - 1``.

    ``height`` of the points and ``ground`` of a whole globe (6, n, n), m; ``warm`` and ``wet`` noise of about -1 to 1. ``form``: equator,
    poles, lapse, variety, moisture, inland, shadow.
    """
    for i in range(row0, row1):
        x, y, z = points[i, 0], points[i, 1], points[i, 2]
        h = np.float64(height[i])
        land = h >= 0.0 or not sea
        above = max(h, 0.0)
        s = z * z
        t = form[0] + (form[1] - form[0]) * s * (0.25 + 0.75 * s) - form[2] * above + form[3] * warm[i]
        a = abs(z + 0.07 * wet[i])
        m = belt(a)
        if land:
            near = exp(-far[i] / form[5])
            m *= 0.28 + 0.72 * near
            u, v = _wind(z)
            size = 1.0 / max(math.sqrt(x * x + y * y), 0.05)
            # the way to where the wind comes from: east is (y, -x, 0), north is the axis less its part along the point
            bx = -(u * y * size - v * z * x * size)
            by = -(-u * x * size - v * z * y * size)
            bz = -v * (1.0 - s) * size
            wall, lift = 0.0, 0.0
            for step in range(-2, STEPS + 1):
                if step == 0:
                    continue
                d = step * _STRIDE
                there = max(sampled(ground, axes, even, x + bx * d, y + by * d, z + bz * d), 0.0)
                if step > 0:
                    wall = max(wall, (there - above) * (1.0 - 0.06 * step))
                else:
                    lift = max(lift, there - above)
            m *= 1.0 - form[6] * smooth((wall - 300.0) / 2600.0)
            m += 0.25 * form[6] * smooth(lift / 2200.0) * near
            m += 0.16 * wet[i]
        m = min(max(m * form[4], 0.0), 1.0)
        out[i, 0], out[i, 1] = np.float32(t), np.float32(m)
        out[i, 2] = np.float32(_biome(t, m, land))


@kernel(inline=True)
def _biome(t: Any, m: Any, land: Any) -> Any:
    """Which of the climate's biomes grows at a temperature and moisture, after Whittaker."""
    if not land:
        return 1 if t < -9.0 else 0
    if t < -9.0:
        return 2
    if t < -2.0:
        return 3
    if m < 0.12 + 0.004 * max(t, 0.0):
        return 8
    if t < 6.0:
        return 4 if m > 0.3 else 5
    if t < 19.0:
        if m < 0.38:
            return 5
        return 6 if m < 0.72 else 7
    if m < 0.42:
        return 9
    return 10 if m < 0.7 else 11
