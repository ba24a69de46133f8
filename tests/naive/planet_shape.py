"""A planet's elevation at one direction, straight from the published formulas, in their own words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

Point = tuple[float, float, float]


@dataclass
class Settings:
    """Settings of one layer, by their published names."""

    rigid: bool = False
    enabled: bool = True
    use_first_layer_as_mask: bool = False
    strength: float = 1.0
    num_layers: int = 1
    base_roughness: float = 1.0
    roughness: float = 2.0
    persistence: float = 0.5
    centre: Point = (0.0, 0.0, 0.0)
    min_value: float = 0.0
    weight_multiplier: float = 0.8


def evaluate(noise: Callable[[Point], float], p: Point, s: Settings, oceans: bool) -> float:
    """Return the value of one filter."""
    total, frequency, amplitude, weight = 0.0, s.base_roughness, 1.0, 1.0
    for _ in range(s.num_layers):
        n = noise((p[0] * frequency + s.centre[0], p[1] * frequency + s.centre[1], p[2] * frequency + s.centre[2]))
        if s.rigid:
            v = (1.0 - abs(n)) ** 2
            v *= weight
            weight = min(1.0, max(0.0, v * s.weight_multiplier))
            total += v * amplitude
        else:
            total += (n + 1.0) / 2.0 * amplitude
        frequency *= s.roughness
        amplitude *= s.persistence
    value = total - s.min_value
    return (value if oceans else max(0.0, value)) * s.strength


def elevation(
    noise: Callable[[Point], float], p: Point, layers: Sequence[Settings], *, oceans: bool = True, raw: bool = False
) -> float:
    """Return the sum of all layers."""
    if not layers:
        return 0.0
    first = evaluate(noise, p, layers[0], oceans)
    mask = first if raw else max(0.0, first)
    total = first if layers[0].enabled else 0.0
    for layer in layers[1:]:
        if layer.enabled:
            total += evaluate(noise, p, layer, oceans) * (mask if layer.use_first_layer_as_mask else 1.0)
    return total
