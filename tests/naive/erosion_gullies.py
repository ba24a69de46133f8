"""Plain twin of ``erosion/_kernels/carve.py``: one sample at a time, float64, library sine."""

from __future__ import annotations

import math

from naive.hashing import centered, hash2

JITTER = 0.38


def wave(
    px: float, py: float, words: tuple[int, int], across: tuple[float, float], per_cell: float
) -> tuple[float, float]:
    """Blend the stripes of all pivots near (px, py), in cells."""
    ix, iy = math.floor(px), math.floor(py)
    total = cosine = sine = 0.0
    for j in range(iy - 2, iy + 3):
        for i in range(ix - 2, ix + 3):
            h = hash2(i, j, *words)
            dx = px - (i + 0.5 + JITTER * centered(h))
            dy = py - (j + 0.5 + JITTER * centered(h << 16 & 0xFFFFFFFF))
            weight = max(1.0 - 0.7 * (dx * dx + dy * dy), 0.0) ** 3
            turn = 2.0 * math.pi * (dx * across[0] + dy * across[1]) * per_cell
            total += weight
            cosine += weight * math.cos(turn)
            sine += weight * math.sin(turn)
    return cosine / (total + 1e-6), sine / (total + 1e-6)


def carve(z, slope_x, slope_y, steepness, crest, x, y, frequency, amplitude, words, per_cell, branching, rounding):
    """Return the carved elevations as nested lists."""
    result = []
    for r in range(len(y)):
        row = []
        for c in range(len(x)):
            h, sx, sy, target = float(z[r][c]), float(slope_x[r][c]), float(slope_y[r][c]), float(crest[r][c])
            for o in range(len(frequency)):
                steep = math.hypot(sx, sy)
                ux, uy = -sy / (steep + 1e-6), sx / (steep + 1e-6)
                cosine, sine = wave(x[c] * frequency[o], y[r] * frequency[o], tuple(words[o]), (ux, uy), per_cell)
                around = float(steepness[r][c])
                sure = steep / (steep + 0.25 * around + 1e-6)
                t = target + (0.5 + 0.5 * cosine - target) * sure
                h += amplitude[o] * around * (t * (t + 2.0 * rounding * (1.0 - t)) - 1.0)
                bend = 2.0 * (t + rounding * (1.0 - 2.0 * t)) * 0.5 * 2.0 * math.pi * per_cell * frequency[o]
                turn = -branching * amplitude[o] * around * sure * bend * sine
                sx, sy, target = sx + turn * ux, sy + turn * uy, t
            row.append(h)
        result.append(row)
    return result
