"""A stratovolcano: concave flanks, a crater with a broken rim, gullies that grow in number down the flank, side cones.

Symbols: ``r`` distance from the center (m); (c, s) the direction from the center, a unit vector, so that everything that depends
on the bearing closes on itself without an angle.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._elementary import exp
from landwright._numba import kernel
from landwright.generate._kernels.lattice import gradient_noise2, gradient_noise3, smooth

_TWO_PI = 6.283185307179586


@kernel(inline=True)
def _smooth_max_zero(z: float, w: float) -> Any:
    """Return max(z, 0) with the corner rounded over 2 w."""
    if z >= w:
        return z
    if z <= -w:
        return 0.0
    return (z + w) * (z + w) / (4.0 * w)


@kernel(inline=True)
def _smooth_min(a: float, b: float, w: float) -> Any:
    return a - _smooth_max_zero(a - b, w)


@kernel()
def _gullies(c: float, s: float, r: float, spacing: float, s0: Any, s1: Any) -> Any:
    """Return the depth of gullies, about 0 to 1: more of them where there is more room, the older ones deeper."""
    depth = 0.0
    count = 14.0
    for octave in range(7):
        gap = _TWO_PI * r / count
        room = smooth(0.35 * spacing, 0.9 * spacing, gap)
        if room == 0.0:
            break
        turn = count / _TWO_PI
        n = gradient_noise3(c * turn, s * turn, r / (10.0 * spacing) + 17.3 * octave, s0, s1)
        v = min(abs(n) * 1.7, 1.0)
        deep = min(gap / spacing, 4.0)
        depth += room * (1.0 - v * (2.0 - v)) * math.sqrt(deep) * 0.5
        count *= 2.0
    return depth


@kernel(inline=True)
def _side_cone(d: float) -> Any:
    """Return the height of a cinder cone one unit wide and high at distance `d` from its middle."""
    if d >= 1.0:
        return 0.0
    flank = (1.0 - d) * (1.0 - 0.25 * d)
    bowl = 0.52 + 1.9 * d * d
    return _smooth_min(flank, bowl, 0.06)


@kernel("void(i8, i8, f8[::1], f8[::1], f8[::1], f8[:, ::1], u4[::1], f4[:, ::1])")
def volcano(row0: int, row1: int, x: Any, y: Any, p: Any, cones: Any, seeds: Any, out: Any) -> None:  # out
    """Rows of a volcano.

    ``p`` holds center x and y, radius, height, concavity, crater radius, crater depth, breach, its direction east and north, gully
    depth, gully spacing, base. ``cones`` is (n, 4): x, y, radius, height.
    """
    cx, cy, radius, height, concavity = p[0], p[1], p[2], p[3], p[4]
    mouth, depth, breach, east, north = p[5], p[6], p[7], p[8], p[9]
    gully, spacing, base = p[10], p[11], p[12]
    foot = exp(-concavity)
    for i in range(row0, row1):
        for j in range(out.shape[1]):
            dx = x[j] - cx
            dy = y[i] - cy
            r = math.sqrt(dx * dx + dy * dy)
            c = dx / r if r > 0.0 else 0.0
            s = dy / r if r > 0.0 else 1.0
            # neither the foot nor the rim is a circle
            wide = radius * (1.0 + 0.13 * gradient_noise2(c * 1.3 + 5.2, s * 1.3 + 1.7, seeds[0], seeds[1]))
            lobe = gradient_noise3(c * 1.1, s * 1.1, 0.37, seeds[2], seeds[3])
            tooth = gradient_noise3(c * 3.1, s * 3.1, 0.61, seeds[2], seeds[3])
            # the flank, falling from the rim to the plain
            q = (r - mouth) / (wide - mouth)
            z = height * (exp(-concavity * max(q, -1.0)) - foot) / (1.0 - foot)
            z = _smooth_max_zero(z, 0.045 * height)
            if z > 0.0 and gully > 0.0:
                sway = 0.09 * gradient_noise2(dx / (4.0 * spacing), dy / (4.0 * spacing), seeds[4], seeds[5])
                cut = smooth(0.9 * mouth, 0.9 * mouth + 0.16 * radius, r) * smooth(0.0, 0.22 * height, z)
                z -= gully * cut * _gullies(c - s * sway, s + c * sway, r, spacing, seeds[6], seeds[7])
                rough = gradient_noise2(dx / (0.6 * spacing), dy / (0.6 * spacing), seeds[8], seeds[9])
                rough += 0.5 * gradient_noise2(dx / (0.27 * spacing), dy / (0.27 * spacing), seeds[8], seeds[9])
                z += 0.13 * gully * rough * smooth(0.0, 0.15 * height, z)
            if depth > 0.0 and r < 8.0 * mouth:
                # the crater, a bowl that opens into a widening valley where the rim is broken
                along = dx * east + dy * north
                side = dx * north - dy * east
                past = _smooth_max_zero(along, 0.8 * mouth)
                ahead = past * breach
                side = side / (1.0 + 0.4 * ahead / mouth)
                ahead = along - 0.8 * ahead
                reach = math.sqrt(ahead * ahead + side * side) / mouth
                edge = smooth(0.2, 0.8, reach)
                reach = reach / (1.0 + edge * (0.22 * lobe + 0.12 * tooth))
                slope = 0.3 * breach * past
                wall = max(reach - 0.18, 0.0) / 0.82
                level = height - depth - slope + depth * (0.05 * reach * reach + wall * math.sqrt(wall))
                level += 0.1 * depth * edge * (lobe + tooth)
                z = _smooth_min(z, level, 0.04 * depth)
            for k in range(cones.shape[0]):
                ex = x[j] - cones[k, 0]
                ey = y[i] - cones[k, 1]
                d2 = ex * ex + ey * ey
                if d2 < cones[k, 2] * cones[k, 2]:
                    z += cones[k, 3] * _side_cone(math.sqrt(d2) / cones[k, 2])
            out[i, j] = np.float32(base + z)
