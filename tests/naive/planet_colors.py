"""The biome value and the color of one point of a planet, straight from the published formulas."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

Color = tuple[float, float, float]


def inverse_lerp(a: float, b: float, v: float) -> float:
    """Return where v lies between a and b, clamped."""
    return 0.0 if a == b else min(1.0, max(0.0, (v - a) / (b - a)))


def biome_value(y: float, noise: float, starts: Sequence[float], offset: float, strength: float, blend: float) -> float:
    """Return where a point at height y along the axis lies among the biomes."""
    h = (y + 1.0) / 2.0 + (noise - offset) * strength
    r = blend / 2.0 + 0.001
    index = 0.0
    for i, start in enumerate(starts):
        w = inverse_lerp(-r, r, h - start)
        index = index * (1.0 - w) + i * w
    return index / max(1, len(starts) - 1)


def gradient(stops: Sequence[tuple[float, Color]], t: float) -> Color:
    """Return the color of a gradient at t."""
    if t <= stops[0][0]:
        return stops[0][1]
    for (a, first), (b, second) in itertools.pairwise(stops):
        if t <= b:
            f = inverse_lerp(a, b, t)
            return tuple(x + (y - x) * f for x, y in zip(first, second, strict=True))  # type: ignore[return-value]
    return stops[-1][1]
