"""Derivatives of the ground: slope, aspect, curvature."""

from __future__ import annotations

from typing import ClassVar, Literal

from landwright.ops.settings._filters import bell_cells
from landwright.settings import Reach, Stage, choice, quantity

__all__ = ["Aspect", "Curvature", "CurvatureForm", "Slope", "SlopeDegrees"]

CurvatureForm = Literal["mean", "profile", "plan", "tangential"]


class Derivative(Stage):
    """A stage that differentiates the ground, smoothed first over a radius."""

    radius: float = quantity(
        0.0,
        unit="m",
        ge=0.0,
        help="More ignores larger bumps: the ground is smoothed over this radius first; 0 reads neighbouring samples.",
        ui={"soft": (0, 100)},
    )

    reach: ClassVar[Reach] = "halo"
    ring: ClassVar[int] = 1

    def halo(self, cell_size: float) -> int:
        """Return the window of the smoothing and the ring of neighbours."""
        return self.ring + bell_cells(self.radius, cell_size)


class Slope(Derivative):
    """Write the slope, rise over run: 1 is 45 degrees."""

    kind: Literal["ops.slope"] = "ops.slope"
    verb: ClassVar[str] = "landwright.ops:slope"


class SlopeDegrees(Derivative):
    """Write the slope as an angle: 0 flat, 90 a wall."""

    kind: Literal["ops.slope_degrees"] = "ops.slope_degrees"
    verb: ClassVar[str] = "landwright.ops:slope_degrees"


class Aspect(Derivative):
    """Write where the ground faces: the bearing of its downhill direction, degrees clockwise from north."""

    kind: Literal["ops.aspect"] = "ops.aspect"
    verb: ClassVar[str] = "landwright.ops:aspect"


class Curvature(Derivative):
    """Write how the ground bends: positive on ridges and humps, negative in valleys and hollows."""

    kind: Literal["ops.curvature"] = "ops.curvature"
    form: CurvatureForm = choice(
        "mean",
        help="Which bend: mean of all directions, profile (down the slope), plan (of the contour line), tangential (across the slope).",
    )

    verb: ClassVar[str] = "landwright.ops:curvature"
    ring: ClassVar[int] = 2
