"""Lattice noise as a textbook has it: one sample, one octave at a time, in Python's float64.

Nothing here knows of rows, lanes or coefficients: gradients are dotted with the offset from their corner and faded together.
"""

from __future__ import annotations

import itertools
import math

from naive.hashing import centered, hash2, hash3


def faded(t: float) -> float:
    return 6 * t**5 - 15 * t**4 + 10 * t**3


def hashed(corner: tuple[int, ...], words: tuple[int, int]) -> int:
    return (hash2 if len(corner) == 2 else hash3)(*corner, *words)


def wrapped(corner: tuple[int, ...], cells: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(k % period if period else k for k, period in zip(corner, cells, strict=True))


def perlin(place: tuple[float, ...], words: tuple[int, int], cells: tuple[int, ...]) -> float:
    shifts = (0, 16) if len(place) == 2 else (0, 11, 22)
    scale = 1.0 if len(place) == 2 else 2.0 / 3.0
    return scale * _interpolated(
        place, words, cells, lambda h, d: sum(centered(h << s) * v for s, v in zip(shifts, d, strict=True))
    )


def value(place: tuple[float, ...], words: tuple[int, int], cells: tuple[int, ...]) -> float:
    return _interpolated(place, words, cells, lambda h, d: centered(h))


def _interpolated(place, words, cells, at_corner) -> float:
    base = tuple(math.floor(p) for p in place)
    total = 0.0
    for step in itertools.product((0, 1), repeat=len(place)):
        away = tuple(p - k - s for p, k, s in zip(place, base, step, strict=True))
        weight = math.prod(faded(1 - abs(d)) for d in away)
        corner = wrapped(tuple(k + s for k, s in zip(base, step, strict=True)), cells)
        total += weight * at_corner(hashed(corner, words), away)
    return total


def nearest(place: tuple[float, float], words: tuple[int, int], cells: tuple[int, int], jitter: float) -> float:
    """Distance to the nearest feature point among the 7 x 7 cells around."""
    base = tuple(math.floor(p) for p in place)
    found = []
    for i, j in itertools.product(range(-3, 4), repeat=2):
        h = hashed(wrapped((base[0] + i, base[1] + j), cells), words)
        x = base[0] + i + 0.5 + 0.5 * jitter * centered(h)
        y = base[1] + j + 0.5 + 0.5 * jitter * centered(h << 16)
        found.append(math.hypot(x - place[0], y - place[1]))
    return min(found)


def fbm(plan, one, point: tuple[float, ...]) -> float:
    """Sum the octaves of a plan at a point in metres; `one` is ``perlin``, ``value`` or a function like them."""
    total = 0.0
    for o in range(len(plan.amplitude)):
        place = tuple(p * float(f) + float(d) for p, f, d in zip(point, plan.frequency[o], plan.offset[o], strict=True))
        words = (int(plan.words[o, 0]), int(plan.words[o, 1]))
        total += float(plan.amplitude[o]) * one(place, words, tuple(int(n) for n in plan.cells[o]))
    return total
