"""Masks: where something holds, as a layer of 0 to 1.

A range counts its lower limit in and its upper limit out. ``soft`` is the width of the ramp that is centred on each limit,
so two neighbouring ranges of equal softness add up to 1.
"""

from __future__ import annotations

from typing import ClassVar, Literal, Self

from pydantic import model_validator

from landwright.noise.settings import AnyNoise, Fbm, Perlin
from landwright.ops.settings._derivatives import CurvatureForm, Derivative
from landwright.settings import Reach, Stage, choice, flag, nested, quantity, words

__all__ = [
    "Distance",
    "MaskAspect",
    "MaskCurvature",
    "MaskDistance",
    "MaskHeight",
    "MaskNoise",
    "MaskRange",
    "MaskSlope",
]

_LOW = "Below this the mask is 0; leave it out for no lower limit."
_HIGH = "From here on the mask is 0; leave it out for no upper limit."
_SOFT = "More makes the mask fade over a wider ramp, centred on each limit."
_INVERT = "Swap 0 and 1."


def ordered(low: float | None, high: float | None, names: tuple[str, str]) -> None:
    """Raise ValueError unless `low` is below `high` where both are given."""
    if low is not None and high is not None and not low < high:
        raise ValueError(f"{names[0]} must be below {names[1]}, got {low:g} and {high:g}.")


class MaskHeight(Stage):
    """Mark the ground between two heights."""

    kind: Literal["ops.mask_height"] = "ops.mask_height"
    low: float | None = quantity(None, unit="m", help=_LOW)
    high: float | None = quantity(None, unit="m", help=_HIGH)
    soft: float = quantity(0.0, unit="m", ge=0.0, help=_SOFT)
    invert: bool = flag(False, help=_INVERT)

    verb: ClassVar[str] = "landwright.ops:mask_height"

    @model_validator(mode="after")
    def _check(self) -> Self:
        ordered(self.low, self.high, ("low", "high"))
        return self


class MaskRange(Stage):
    """Mark where a layer of any unit lies between two values."""

    kind: Literal["ops.mask_range"] = "ops.mask_range"
    low: float | None = quantity(None, unit="1", help=_LOW)
    high: float | None = quantity(None, unit="1", help=_HIGH)
    soft: float = quantity(0.0, unit="1", ge=0.0, help=_SOFT)
    invert: bool = flag(False, help=_INVERT)

    verb: ClassVar[str] = "landwright.ops:mask_range"

    @model_validator(mode="after")
    def _check(self) -> Self:
        ordered(self.low, self.high, ("low", "high"))
        return self


class MaskSlope(Derivative):
    """Mark the ground between two steepnesses."""

    kind: Literal["ops.mask_slope"] = "ops.mask_slope"
    low_degrees: float | None = quantity(None, unit="degrees", ge=0.0, le=90.0, help=_LOW)
    high_degrees: float | None = quantity(None, unit="degrees", ge=0.0, le=90.0, help=_HIGH)
    soft_degrees: float = quantity(0.0, unit="degrees", ge=0.0, le=90.0, help=_SOFT)
    invert: bool = flag(False, help=_INVERT)

    verb: ClassVar[str] = "landwright.ops:mask_slope"

    @model_validator(mode="after")
    def _check(self) -> Self:
        ordered(self.low_degrees, self.high_degrees, ("low_degrees", "high_degrees"))
        return self


class MaskAspect(Derivative):
    """Mark the ground that faces one way."""

    kind: Literal["ops.mask_aspect"] = "ops.mask_aspect"
    bearing_degrees: float = quantity(
        0.0,
        unit="degrees",
        ge=0.0,
        le=360.0,
        help="Turns the middle of the range clockwise: 0 faces north, 90 east, 180 south.",
    )
    width_degrees: float = quantity(
        90.0, unit="degrees", gt=0.0, le=360.0, help="More marks a wider range of bearings."
    )
    soft_degrees: float = quantity(30.0, unit="degrees", ge=0.0, le=180.0, help=_SOFT)
    min_slope: float = quantity(
        0.02,
        unit="1",
        ge=0.0,
        le=10.0,
        help="More leaves out more of the gentle ground, which faces nowhere; the mask rises from 0 to 1 up to twice this slope.",
    )
    invert: bool = flag(False, help=_INVERT)

    verb: ClassVar[str] = "landwright.ops:mask_aspect"


class MaskCurvature(Derivative):
    """Mark ridges and humps (positive) or valleys and hollows (negative) by their curvature."""

    kind: Literal["ops.mask_curvature"] = "ops.mask_curvature"
    form: CurvatureForm = choice(
        "mean",
        help="Which bend: mean of all directions, profile (down the slope), plan (of the contour line), tangential (across the slope).",
    )
    low: float | None = quantity(0.0, unit="1/m", help=_LOW)
    high: float | None = quantity(None, unit="1/m", help=_HIGH)
    soft: float = quantity(0.002, unit="1/m", ge=0.0, help=_SOFT)
    invert: bool = flag(False, help=_INVERT)

    verb: ClassVar[str] = "landwright.ops:mask_curvature"
    ring: ClassVar[int] = 2

    @model_validator(mode="after")
    def _check(self) -> Self:
        ordered(self.low, self.high, ("low", "high"))
        return self


class _Distant(Stage):
    """A stage that measures the distance to a place."""

    to: str = words(
        "", help="Layer to measure to, where it is over 0.5; empty measures to the sea.", ui={"widget": "layer"}
    )
    sea_level: float = quantity(
        0.0,
        unit="m",
        ge=-1e6,
        le=1e6,
        help="Higher counts more of the ground as sea; used when no layer is named.",
    )

    takes: ClassVar[Literal["grid", "field", "layers"]] = "layers"
    reach: ClassVar[Reach] = "whole"

    def layers_read(self) -> frozenset[str]:
        """Return the layer that is measured to."""
        return frozenset({self.to or "elevation"})


class Distance(_Distant):
    """Write the distance to the nearest place where a layer is over 0.5, or where the ground lies below the sea."""

    kind: Literal["ops.distance"] = "ops.distance"
    verb: ClassVar[str] = "landwright.ops:distance"


class MaskDistance(_Distant):
    """Mark what lies within, beyond or between distances of a layer or of the sea."""

    kind: Literal["ops.mask_distance"] = "ops.mask_distance"
    low: float | None = quantity(None, unit="m", ge=0.0, help=_LOW)
    high: float | None = quantity(100.0, unit="m", ge=0.0, help=_HIGH)
    soft: float = quantity(0.0, unit="m", ge=0.0, help=_SOFT)
    invert: bool = flag(False, help=_INVERT)

    verb: ClassVar[str] = "landwright.ops:mask_distance"

    @model_validator(mode="after")
    def _check(self) -> Self:
        ordered(self.low, self.high, ("low", "high"))
        return self


class MaskNoise(Stage):
    """Mark patches of noise."""

    kind: Literal["ops.mask_noise"] = "ops.mask_noise"
    noise: AnyNoise = nested(
        Fbm(base=Perlin(wavelength=500.0), octaves=5),
        help="The noise whose values are compared; its wavelength sets the size of the patches.",
    )
    low: float | None = quantity(
        0.0,
        unit="1",
        ge=-10.0,
        le=10.0,
        help="More makes the patches smaller: noise below this gives 0; most noises lie in -1 to 1.",
    )
    high: float | None = quantity(
        None,
        unit="1",
        ge=-10.0,
        le=10.0,
        help="Less makes holes in the patches: noise from here on gives 0; leave it out for none.",
    )
    soft: float = quantity(0.3, unit="1", ge=0.0, le=10.0, help=_SOFT)
    invert: bool = flag(False, help=_INVERT)

    verb: ClassVar[str] = "landwright.ops:mask_noise"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "grid"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset()

    @model_validator(mode="after")
    def _check(self) -> Self:
        ordered(self.low, self.high, ("low", "high"))
        return self
