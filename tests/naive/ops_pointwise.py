"""Plain twins of the point kernels of ``ops``: one number at a time, Python floats."""

from __future__ import annotations

import math


def combined(a: float, b: float, how: str, k: float) -> float:
    if how in ("replace", "lerp"):
        return b
    if how == "add":
        return a + b
    if how == "multiply":
        return a * b
    if how == "min":
        return min(a, b)
    if how == "max":
        return max(a, b)
    h = max(k - abs(a - b), 0.0) / k if k > 0.0 else 0.0
    return min(a, b) - h * h * k / 4.0 if how == "smooth_min" else max(a, b) + h * h * k / 4.0


def combine(a: float, b: float, how: str, k: float, weight: float) -> float:
    return a + weight * (combined(a, b, how, k) - a)


def smoothstep(t: float) -> float:
    t = min(max(t, 0.0), 1.0)
    return 3.0 * t**2 - 2.0 * t**3


def quintic(t: float) -> float:
    t = min(max(t, 0.0), 1.0)
    return 6.0 * t**5 - 15.0 * t**4 + 10.0 * t**3


def rise(v: float, edge: float, soft: float) -> float:
    if soft == 0.0 or math.isinf(edge):
        return float(v >= edge)
    return smoothstep((v - (edge - soft / 2.0)) / soft)


def band(v: float, low: float, high: float, soft: float, invert: bool) -> float:
    weight = rise(v, low, soft) - rise(v, high, soft)
    return 1.0 - weight if invert else weight


def bearing(aspect: float, slope: float, middle: float, half: float, soft: float, least: float) -> float:
    away = abs((aspect - middle + 180.0) % 360.0 - 180.0)
    inside = 1.0 if half >= 180.0 else 1.0 - rise(away, half, soft)
    return inside * smoothstep((slope - least) / least)


def power(z: float, low: float, high: float, exponent: float) -> float:
    return low + (high - low) * ((z - low) / (high - low)) ** exponent if low < z < high else z


def terrace(z: float, level: float, step: float, sharpness: float) -> float:
    t = (z - level) / step
    k = round(t)
    away = t - k
    return level + step * (k + math.copysign(0.5 * (2.0 * abs(away)) ** (1.0 / (1.0 - sharpness)), away))


def flatten(
    z: float, x: float, y: float, center: tuple[float, float], radius: float, falloff: float, level: float
) -> float:
    beyond = math.hypot(x - center[0], y - center[1]) - radius
    share = quintic(beyond / falloff) if falloff > 0.0 else float(beyond > 0.0)
    return level + (z - level) * share


def stack(covers: list[float]) -> list[float]:
    """Weights of layers laid over each other, the first at the bottom."""
    weights = []
    for k, cover in enumerate(covers):
        shown = 1.0 if k == 0 else cover
        for above in covers[k + 1 :]:
            shown *= 1.0 - above
        weights.append(shown)
    return weights
