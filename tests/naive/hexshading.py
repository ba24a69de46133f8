"""The shading functions of a hex map, one point at a time, in plain Python."""

from __future__ import annotations

from math import floor, pi, sin, sqrt

Texture = list[list[list[float]]]


def noise(texture: Texture, u: float, v: float) -> list[float]:
    rows, cols = len(texture), len(texture[0])
    c, r = u * cols - 0.5, v * rows - 0.5
    c0, r0 = floor(c), floor(r)
    out = []
    for k in range(4):
        value = 0.0
        for dr in (0, 1):
            for dc in (0, 1):
                share = (c - c0 if dc else 1 - (c - c0)) * (r - r0 if dr else 1 - (r - r0))
                value += share * texture[(r0 + dr) % rows][(c0 + dc) % cols][k]
        out.append(value)
    return out


def mix(a: float, b: float, t: float) -> float:
    return a * (1 - t) + b * t


def smoothstep(low: float, high: float, value: float) -> float:
    t = min(max((value - low) / (high - low), 0.0), 1.0)
    return 3 * t**2 - 2 * t**3


def waves(texture: Texture, x: float, y: float, t: float) -> float:
    a = noise(texture, 0.025 * x, 0.025 * (y + t))
    b = noise(texture, 0.025 * (x + t), 0.025 * y)
    w = sin(0.1 * (x + y) + a[1] + b[2] + t) ** 2
    return smoothstep(0.75, 2, mix(a[2], a[3], w) + mix(b[0], b[1], w))


def foam(texture: Texture, shore: float, x: float, y: float, t: float) -> float:
    q = 0.9 * sqrt(shore)
    n = noise(texture, 0.015 * (x + 0.25 * t), 0.015 * (y + 0.25 * t))
    first = sin(10 * (q + n[0] * (1 - q)) - t) ** 2
    second = 0.7 * sin(10 * (q + n[1] * (1 - q)) + t + 2) ** 2
    return max(first, second) * q


def river(texture: Texture, u: float, v: float, t: float) -> float:
    first = noise(texture, 0.0625 * u + 0.005 * t, v - 0.25 * t)
    second = noise(texture, 0.0625 * u - 0.0052 * t, v - 0.23 * t)
    return first[0] * second[3]


def shore(texture: Texture, at: float, x: float, y: float, t: float) -> float:
    return max(foam(texture, at, x, y, t), waves(texture, x, y, t) * (1 - at))


def estuary(texture: Texture, share: float, at: float, x: float, y: float, u: float, v: float, t: float) -> float:
    return mix(shore(texture, at, x, y, t), river(texture, u, v, t), share)


def road(texture: Texture, color: tuple[float, float, float], u: float, x: float, y: float) -> list[float]:
    n = noise(texture, 0.025 * x, 0.025 * y)
    return [c * (0.75 * n[1] + 0.25) for c in color] + [smoothstep(0.4, 0.7, u * (n[0] + 0.5))]


def repeats(scale: float, width: float) -> bool:
    """Whether noise of that scale is the same after a width."""
    return abs(scale * width - round(scale * width)) < 1e-9


def stripes_repeat(slant: float, width: float) -> bool:
    return abs(slant * width / pi - round(slant * width / pi)) < 1e-9
