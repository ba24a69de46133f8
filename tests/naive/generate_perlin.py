"""Perlin noise with 256 unit vectors and a direct sum of random waves, one point at a time."""

from __future__ import annotations

import cmath
import math

from naive.generate_draws import fade, hash2, mix32


def perlin(x: float, y: float, w: tuple[int, int], around: tuple[int, int] | None = None) -> float:
    """One octave at a position in lattice cells; the vectors are on the unit circle."""
    ix, iy = math.floor(x), math.floor(y)
    dots = []
    for b in (0, 1):
        for a in (0, 1):
            jx, jy = ix + a, iy + b
            if around:
                jx, jy = jx % around[0], jy % around[1]
            turn = 2 * math.pi * (hash2(jx, jy, w) % 256) / 256
            dots.append(math.cos(turn) * (x - ix - a) + math.sin(turn) * (y - iy - b))
    u, v = fade(x - ix), fade(y - iy)
    top = dots[0] + u * (dots[1] - dots[0])
    low = dots[2] + u * (dots[3] - dots[2])
    return top + v * (low - top)


def wave_sum(
    rows: int, cols: int, width: float, length: float, exponent: float, scale: float, w: tuple[int, int]
) -> list[list[float]]:
    """Add every wave of a half plane twice (its conjugate makes it real) at every sample."""
    out = [[0.0] * cols for _ in range(rows)]
    for ky in range(-((rows - 1) // 2), (rows - 1) // 2 + 1):
        for kx in range((cols - 1) // 2 + 1):
            if kx == 0 and ky <= 0:
                continue
            h = hash2(kx, ky, w)
            f = math.hypot(kx / width, ky / length)
            size = scale * f ** (-exponent / 2) * math.sqrt(-math.log((h + 0.5) / 2**32))
            phase = 2 * math.pi * (mix32(h ^ 0x68E31DA4) + 0.5) / 2**32
            for r in range(rows):
                for c in range(cols):
                    out[r][c] += (
                        2 * (size * cmath.exp(1j * (phase + 2 * math.pi * (kx * c / cols + ky * r / rows)))).real
                    )
    return out
