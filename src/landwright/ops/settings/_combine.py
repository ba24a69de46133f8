"""How two layers become one."""

from __future__ import annotations

from typing import ClassVar, Literal

from landwright.settings import Stage, choice, quantity, words

__all__ = ["HOWS", "Blend", "How"]

How = Literal["replace", "add", "multiply", "lerp", "min", "max", "smooth_min", "smooth_max"]
"""The words of a recipe's ``combine``; ``lerp`` is ``replace`` by a share."""

HOWS: tuple[How, ...] = ("replace", "add", "multiply", "lerp", "min", "max", "smooth_min", "smooth_max")


class Blend(Stage):
    """Combine a layer with another layer that an earlier stage made."""

    kind: Literal["ops.blend"] = "ops.blend"
    base: str = words(
        "elevation", help="Layer to start from; the result has its type and unit.", ui={"widget": "layer"}
    )
    other: str = words(help="Layer that is combined with the base.", ui={"widget": "layer"})
    how: How = choice(
        "lerp", help="What is done with the two: smooth_min and smooth_max round the crease where they meet."
    )
    amount: float = quantity(
        1.0, unit="1", ge=0.0, le=1.0, help="More lets the other layer count more; 0 changes nothing."
    )
    by: str = words(
        "",
        help="Layer from 0 to 1 that multiplies the amount sample by sample; empty for none.",
        ui={"widget": "layer"},
    )
    smoothness: float = quantity(
        20.0,
        unit="m",
        ge=0.0,
        help="More rounds the crease of smooth_min and smooth_max over a larger difference in height.",
        ui={"show_if": {"how": ["smooth_min", "smooth_max"]}},
    )

    verb: ClassVar[str] = "landwright.ops:blend"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "layers"

    def layers_read(self) -> frozenset[str]:
        """Return the base, the other layer and, when there is one, the layer of amounts."""
        return frozenset({self.base, self.other, self.by} - {""})
