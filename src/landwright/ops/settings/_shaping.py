"""Shaping: heights in, other heights out, sample by sample."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from landwright.ops.settings._masks import ordered
from landwright.settings import Reach, Stage, choice, flag, quantity

__all__ = ["Clamp", "Curve", "Flatten", "Normalize", "Power", "Remap", "Scale"]

_Finite = Annotated[float, Field(allow_inf_nan=False)]


class Clamp(Stage):
    """Cut a layer off below and above."""

    kind: Literal["ops.clamp"] = "ops.clamp"
    low: float | None = quantity(
        None, unit="m", help="Higher fills more of the lowland up to this; leave it out for no lower limit."
    )
    high: float | None = quantity(
        None, unit="m", help="Lower cuts more of the summits down to this; leave it out for no upper limit."
    )

    verb: ClassVar[str] = "landwright.ops:clamp"

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError(f"low must not be above high, got {self.low:g} and {self.high:g}.")
        return self


class Remap(Stage):
    """Stretch one range of values onto another, in a straight line."""

    kind: Literal["ops.remap"] = "ops.remap"
    from_low: float = quantity(0.0, unit="m", help="Value that becomes to_low.")
    from_high: float = quantity(1.0, unit="m", help="Value that becomes to_high; above from_low.")
    to_low: float = quantity(0.0, unit="m", help="More lifts the lower end of the result.")
    to_high: float = quantity(
        100.0, unit="m", help="More lifts the upper end of the result; below to_low turns the ground upside down."
    )
    clamp: bool = flag(False, help="Cut values off at the ends of the range instead of going on in the straight line.")

    verb: ClassVar[str] = "landwright.ops:remap"

    @model_validator(mode="after")
    def _check(self) -> Self:
        ordered(self.from_low, self.from_high, ("from_low", "from_high"))
        return self


class Scale(Stage):
    """Multiply and shift: factor first, then offset."""

    kind: Literal["ops.scale"] = "ops.scale"
    factor: float = quantity(1.0, unit="1", help="More exaggerates heights; negative turns the ground upside down.")
    about: float = quantity(0.0, unit="m", help="Height that the factor leaves where it is.")
    offset: float = quantity(0.0, unit="m", help="More lifts everything.")

    verb: ClassVar[str] = "landwright.ops:scale"


class Power(Stage):
    """Bend the heights of a range by a power curve; the ends of the range stay."""

    kind: Literal["ops.power"] = "ops.power"
    low: float = quantity(0.0, unit="m", help="Lower end of the range; what lies below is left alone.")
    high: float = quantity(1000.0, unit="m", help="Upper end of the range; what lies above is left alone.")
    exponent: float = quantity(
        1.5,
        unit="1",
        gt=0.0,
        le=20.0,
        help="More than 1 widens the lowland and sharpens summits; less than 1 widens the highland.",
    )

    verb: ClassVar[str] = "landwright.ops:power"

    @model_validator(mode="after")
    def _check(self) -> Self:
        ordered(self.low, self.high, ("low", "high"))
        return self


class Curve(Stage):
    """Bend heights by a smooth curve through control points, without overshoot."""

    kind: Literal["ops.curve"] = "ops.curve"
    points: tuple[tuple[_Finite, _Finite], ...] = quantity(
        ((0.0, 0.0), (1000.0, 1000.0)),
        unit="m",
        help="Pairs of height before and height after, by rising height before; at least two.",
    )
    beyond: Literal["straight", "hold"] = choice(
        "straight", help="Outside the points: go on in the straight line of the end, or hold the end's value."
    )

    verb: ClassVar[str] = "landwright.ops:curve"

    @model_validator(mode="after")
    def _check(self) -> Self:
        if len(self.points) < 2:
            raise ValueError(f"points must hold at least two pairs (before, after), got {len(self.points)}.")
        befores = [before for before, _ in self.points]
        if any(not a < b for a, b in pairwise(befores)):
            raise ValueError(f"points must have rising heights before, got {', '.join(f'{b:g}' for b in befores)}.")
        return self


class Normalize(Stage):
    """Stretch a layer so that its own lowest and highest values become the given ones.

    The only stage that uses the map's own extremes, so its reach is the whole map; ``Remap`` takes the range from you.
    """

    kind: Literal["ops.normalize"] = "ops.normalize"
    low: float = quantity(0.0, unit="m", help="Value that the lowest sample gets.")
    high: float = quantity(1.0, unit="m", help="Value that the highest sample gets.")

    verb: ClassVar[str] = "landwright.ops:normalize"
    reach: ClassVar[Reach] = "whole"

    @model_validator(mode="after")
    def _check(self) -> Self:
        ordered(self.low, self.high, ("low", "high"))
        return self


class Flatten(Stage):
    """Level a round pad into the ground, for a town or a runway."""

    kind: Literal["ops.flatten"] = "ops.flatten"
    center: tuple[_Finite, _Finite] = quantity((0.0, 0.0), unit="m", help="x and y of the middle of the pad.")
    radius: float = quantity(100.0, unit="m", ge=0.0, help="More makes a larger level pad.")
    falloff: float = quantity(
        100.0, unit="m", ge=0.0, help="More lets the pad run out into the ground over a wider ring."
    )
    level: float = quantity(0.0, unit="m", help="More lifts the pad.")

    verb: ClassVar[str] = "landwright.ops:flatten"
