"""Rays against a heightfield: a march through the pyramid of highest elevations, exact on the bilinear ground of a cell.

Local frame of a view: x east, y **south**, z up, metres; sample (row, col) lies at (col * cell_size, row * cell_size).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel

FAR = 1.0e30
"""Distance of a ray that meets nothing."""
MISS, GROUND, SIDE = 0, 1, 2
"""What :func:`march` met: nothing, the ground, the vertical side of the land."""


@kernel(inline=True)
def fold(x: Any, size: Any) -> Any:
    """Place of `x` on land that is mirrored at 0 and `size`, again and again; and 1, or -1 where it runs backwards."""
    turns = math.floor(x / size)
    rest = x - turns * size
    if int(turns) % 2 != 0:
        return size - rest, -1.0
    return rest, 1.0


@kernel(inline=True)
def _first_root(c0: Any, c1: Any, c2: Any, end: Any) -> Any:
    """Smallest s in (0, end] with c0 + c1 s + c2 s^2 = 0, for c0 > 0; FAR if there is none."""
    if abs(c2) * end * end < 1.0e-12 * c0:
        s = -c0 / c1 if c1 < 0.0 else FAR
        return s if s <= end else FAR
    inner = c1 * c1 - 4.0 * c2 * c0
    if inner < 0.0:
        return FAR
    q = -0.5 * (c1 + math.copysign(math.sqrt(inner), c1))
    best = FAR
    s = q / c2
    if 0.0 < s <= end:
        best = s
    if q != 0.0:
        s = c0 / q
        if 0.0 < s <= end and s < best:
            best = s
    return best


@kernel()
def march(z, tops, levels, cell_size, origin, direction, start, stop, base):
    """Follow a ray until it meets the land.

    Parameters
    ----------
    z : (rows, cols) float32
        Elevation (m).
    tops : (n,) float32
        Pyramid of highest elevations, level after level.
    levels : (k, 3) int64
        Offset, rows and columns of each level.
    cell_size : float
        Metres.
    origin, direction : (float, float, float)
        Of the ray; the direction is a unit vector.
    start, stop : float
        Part of the ray to look at (m).
    base : float
        Elevation of the bottom of the land (m): its sides end there.

    Returns
    -------
    distance : float
        FAR when nothing is met.
    kind : int
        MISS, GROUND or SIDE.
    """
    ox, oy = origin[0] / cell_size, origin[1] / cell_size
    oz = origin[2]
    dx, dy = direction[0] / cell_size, direction[1] / cell_size
    dz = direction[2]
    cols, rows = z.shape[1] - 1, z.shape[0] - 1
    t, end = start, stop
    if dx != 0.0:
        a, b = -ox / dx, (cols - ox) / dx
        t, end = max(t, min(a, b)), min(end, max(a, b))
    elif ox < 0.0 or ox > cols:
        return FAR, MISS
    if dy != 0.0:
        a, b = -oy / dy, (rows - oy) / dy
        t, end = max(t, min(a, b)), min(end, max(a, b))
    elif oy < 0.0 or oy > rows:
        return FAR, MISS
    nudge = 1.0e-5 * cell_size
    per_x, per_y = 1.0 / dx if dx != 0.0 else 0.0, 1.0 / dy if dy != 0.0 else 0.0
    next_x, next_y = 1 if dx > 0.0 else 0, 1 if dy > 0.0 else 0
    coarsest = levels.shape[0] - 1
    level = max(coarsest - 2, 0)
    t += nudge
    while t < end:
        col = min(max(int(ox + dx * t), 0), cols - 1)
        row = min(max(int(oy + dy * t), 0), rows - 1)
        i, j = col >> level, row >> level
        leave = end
        if dx != 0.0:
            leave = min(leave, (((i + next_x) << level) - ox) * per_x)
        if dy != 0.0:
            leave = min(leave, (((j + next_y) << level) - oy) * per_y)
        leave = max(leave, t)
        lowest = oz + dz * (leave if dz < 0.0 else t)
        if lowest <= tops[levels[level, 0] + j * levels[level, 2] + i]:
            if level > 0:
                level -= 1
                continue
            h = np.float64(z[j, i])
            ex = z[j, i + 1] - h
            ey = z[j + 1, i] - h
            exy = np.float64(z[j + 1, i + 1]) - z[j, i + 1] - ey
            u, v = ox + dx * t - i, oy + dy * t - j
            above = oz + dz * t - (h + ex * u + ey * v + exy * u * v)
            if tops[levels[0, 0] + j * levels[0, 2] + i] > np.float32(-3.0e38):
                if above <= 0.0:
                    if above > -0.02 * cell_size:
                        return t, GROUND
                    if oz + dz * t >= base:
                        return t, SIDE
                else:
                    steepness = dz - (ex * dx + ey * dy + exy * (u * dy + v * dx))
                    s = _first_root(above, steepness, -exy * dx * dy, leave - t)
                    if s < FAR:
                        return t + s, GROUND
        t = leave + nudge
        if level < coarsest and (
            int(ox + dx * t) >> (level + 1) != i >> 1 or int(oy + dy * t) >> (level + 1) != j >> 1
        ):
            level += 1
    return FAR, MISS
