"""Plates of a sphere: how far a place is land, and how plates meet there.

Each plate has a center c and pulls with the weight ``exp((p . c - best) / width)``: one in its middle, all equal where borders meet.
What plates do to each other is summed over pairs by the product of their weights, at most 1/4 on a border: smooth everywhere, at
junctions of three too. *Symbols:* ``meet`` speed of approach of a pair, negative where they part.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._elementary import exp
from landwright._numba import kernel

_FELT = 14.0
"""Pulls weaker than exp of minus this are left out."""


@kernel(inline=True)
def smooth(t: Any) -> Any:
    """Cubic from 0 to 1."""
    s = min(max(t, 0.0), 1.0)
    return s * s * (3.0 - 2.0 * s)


@kernel("void(i8, i8, f8[:, ::1], f8[:, ::1], f8[:, ::1], f8[:, ::1], f8[::1], f8, f8[::1], f8[:, ::1])")
def plates(row0, row1, points, bends, centers, spins, crust, bend, widths, out):  # out
    """For points ``row0`` to ``row1 - 1``: land (-1 to 1), broad and narrow approach, parting (each 0 to about 1).

    ``bends`` (3, n): noise that moves each point before its plates are found. ``spins``: the axis of each plate times its speed.
    ``widths``: of coasts, ranges, and seams between plates.
    """
    count = centers.shape[0]
    near, which = np.empty(count), np.empty(count, np.int64)
    for i in range(row0, row1):
        x = points[i, 0] + bend * bends[0, i]
        y = points[i, 1] + bend * bends[1, i]
        z = points[i, 2] + bend * bends[2, i]
        size = math.sqrt(x * x + y * y + z * z)
        x, y, z = x / size, y / size, z / size
        best = -2.0
        for k in range(count):
            near[k] = x * centers[k, 0] + y * centers[k, 1] + z * centers[k, 2]
            best = max(best, near[k])
        for k in range(count):
            near[k] -= best
        land, total = 0.0, 0.0
        for k in range(count):
            if near[k] > -_FELT * widths[0]:
                w = exp(near[k] / widths[0])
                land += w * crust[k]
                total += w
        out[i, 0] = land / total
        for level in range(1, 3):
            width = widths[level]
            kept, total = 0, 0.0
            for k in range(count):
                if near[k] > -_FELT * width:
                    which[kept] = k
                    kept += 1
                    total += exp(near[k] / width)
            closing, opening = 0.0, 0.0
            for one in range(kept):
                a = which[one]
                wa = exp(near[a] / width)
                for two in range(one + 1, kept):
                    b = which[two]
                    nx, ny, nz = (
                        centers[b, 0] - centers[a, 0],
                        centers[b, 1] - centers[a, 1],
                        centers[b, 2] - centers[a, 2],
                    )
                    sx, sy, sz = spins[a, 0] - spins[b, 0], spins[a, 1] - spins[b, 1], spins[a, 2] - spins[b, 2]
                    vx, vy, vz = sy * z - sz * y, sz * x - sx * z, sx * y - sy * x
                    meet = (vx * nx + vy * ny + vz * nz) / math.sqrt(nx * nx + ny * ny + nz * nz)
                    share = 4.0 * wa * exp(near[b] / width) / (total * total)
                    if meet > 0.0:
                        closing += share * meet
                    else:
                        opening -= share * meet
            if level == 1:
                out[i, 1] = closing
            else:
                out[i, 2], out[i, 3] = closing, opening


@kernel("void(i8, i8, f8[:, ::1], f8[::1], f8[::1], f8[::1], f8[::1], f8[::1])")
def relief(row0, row1, plates, coast, hills, ranges, form, out):  # out
    """Elevation (m) from plates and noise: ``coast`` and ``hills`` about -1 to 1, ``ranges`` about 0 to 1.

    ``form``: coast, land, mountains, roughness, ocean depth, shelf depth, shelf width, ridge, trench, rift.
    """
    rough, deep, shelf, width = form[3], form[4], form[5], form[6]
    for i in range(row0, row1):
        c = 0.55 * plates[i, 0] - 0.26 + form[0] * coast[i]
        slope = 0.10 + 0.10 * width
        begin = -0.04 - 0.55 * width  # where the shelf breaks
        if c >= 0.0:
            e = form[1] * (1.6 * c * c / (c + 0.22)) + 60.0 * min(c * 20.0, 1.0) * rough
        elif c > begin:
            t = c / begin
            e = -shelf * t * (0.35 + 0.65 * t)
        else:
            e = -shelf - (deep - shelf) * smooth((begin - c) / slope)
        inland = smooth((c + 0.06) / 0.22)
        sea = 1.0 - inland
        belt = min(plates[i, 1], 1.5)
        crest = 0.35 + 1.0 * ranges[i]
        e += form[2] * belt * inland * crest * (0.25 + 0.75 * smooth(belt * 1.6))
        # arcs of islands rise behind trenches, where plates of the sea floor meet
        seam = min(plates[i, 2], 1.5)
        arc = smooth((belt - 1.3 * seam) * 2.0 - 0.3) * smooth((ranges[i] - 0.42) * 3.0)
        e += sea * (arc * (900.0 * ranges[i] - 1.15 * min(e, 0.0)) - form[8] * seam * seam)
        open_ = min(plates[i, 3], 1.5)
        e += sea * form[7] * open_ * (0.8 + 0.5 * ranges[i])
        e -= inland * form[9] * open_ * open_ * (0.6 + 0.8 * ranges[i])
        e += rough * hills[i] * (90.0 + 260.0 * inland * smooth(c * 3.0) + 140.0 * sea)
        out[i] = e
