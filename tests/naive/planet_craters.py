"""Craters of a point, one by one: every draw of every cell around it, with no list kept and none left out early."""

from __future__ import annotations

import math

import numpy as np

from naive.hashing import centered, hash1, hash3, mix32

REACH = 2.4
_X, _Y, _Z, _R, _A, _P = 0x68E31DA4, 0xB5297A4D, 0x1B56C4E9, 0x7FEB352D, 0x846CA68B, 0x9E3779B1


def unit(h: int) -> float:
    """Number in [0, 1], rounded to float32 as the kernels do."""
    return float(np.float32(centered(h)) * np.float32(0.5) + np.float32(0.5))


def _smooth(t: float) -> float:
    s = min(max(t, 0.0), 1.0)
    return s * s * (3.0 - 2.0 * s)


def profile(
    x: float, fresh: float, radius: float, depth: float, complex_from: float, peak: float, wear: float
) -> float:
    """Height at x radii from the center, in radii: a bowl, a rim at 1, a blanket to 2.4, a floor and a peak for large ones."""
    young = 1.0 - wear * (1.0 - fresh)
    over = radius / complex_from
    deep = depth * max(over, 1.0) ** -0.7
    bowl, rim = deep * (0.25 + 0.75 * young), 0.24 * deep * young
    if x >= 1.0:
        return rim * max((REACH - x) / (REACH - 1.0), 0.0) ** 3 / x**2
    flat = _smooth((over - 0.6) / 1.2)
    round_ = _smooth((x - 0.42 * flat) / (1.0 - 0.42 * flat))
    wall = x * x + (round_ - x * x) * max(flat, 1.0 - young)
    return (bowl + rim) * wall - bowl + flat * peak * bowl * (0.3 + 0.7 * young) * math.exp(-((x / 0.2) ** 2))


def around(
    p: tuple[float, float, float], low: float, high: float, draws: float, exponent: float, words: tuple[int, int]
) -> list[tuple[float, float, float]]:
    """Craters of one class near a point: (distance, radius, freshness), the oldest first."""
    edge = high * 10.0 / 3.0
    found = []
    cell = [math.floor(v / edge) for v in p]
    for i in range(cell[0] - 2, cell[0] + 3):
        for j in range(cell[1] - 2, cell[1] + 3):
            for k in range(cell[2] - 2, cell[2] + 3):
                base = hash3(i, j, k, *words)
                extra = unit(mix32(base ^ _P)) < draws - math.floor(draws)
                for d in range(math.floor(draws) + extra):
                    h = hash1(d, base, words[1])
                    q = [(n + unit(mix32(h ^ salt))) * edge for n, salt in zip((i, j, k), (_X, _Y, _Z), strict=True)]
                    size = math.sqrt(sum(v * v for v in q))
                    if abs(size - 1.0) > 0.25 * edge:
                        continue
                    radius = low * (1.0 - unit(mix32(h ^ _R)) * (1.0 - (low / high) ** exponent)) ** (-1.0 / exponent)
                    found.append((math.dist(p, [v / size for v in q]), radius, unit(mix32(h ^ _A))))
    return sorted(found, key=lambda crater: crater[2])


def height(
    p: tuple[float, float, float],
    classes: list[tuple[float, float, float]],
    exponent: float,
    form: tuple[float, float, float, float],
    words: list[tuple[int, int]],
) -> float:
    """Height that craters of all classes (least and largest radius, draws) give to a point; rims are circles."""
    total, reset = 0.0, 0.0
    for (low, high, draws), pair in zip(classes, words, strict=True):
        here, floor = 0.0, reset
        for away, radius, fresh in around(p, low, high, draws, exponent, pair):
            x = away / radius
            if x >= REACH:
                continue
            under = 1.0 - _smooth((x - 0.85) / 0.6)
            left = _smooth((fresh - floor) * 4.0 + 0.5)
            here += left * (profile(x, fresh, radius, *form) * radius - under * here)
            reset = max(reset, fresh * under)
        total += here
    return total
