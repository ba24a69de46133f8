"""Shaping that draws: terraces, islands, pushed ground. Their noise is read from the seed and the coordinates."""

from __future__ import annotations

import math
from typing import ClassVar, Literal

from landwright.noise.settings import AnyNoise, Fbm, Perlin
from landwright.settings import Reach, Stage, choice, nested, quantity

__all__ = ["Island", "Terrace", "Warp"]


class Terrace(Stage):
    """Cut the ground into steps: level benches, steep risers."""

    kind: Literal["ops.terrace"] = "ops.terrace"
    step: float = quantity(
        50.0, unit="m", gt=0.0, help="More sets the benches farther apart in height.", ui={"soft": (5, 200)}
    )
    sharpness: float = quantity(
        0.75, unit="1", ge=0.0, le=0.98, help="More makes benches flatter and risers steeper; 0 changes nothing."
    )
    first: float = quantity(
        0.0, unit="m", help="Height of one of the benches; the others lie whole steps above and below."
    )
    jitter: float = quantity(
        10.0,
        unit="m",
        ge=0.0,
        help="More lets the benches rise and fall along the slope, as layers of rock do; 0 keeps them level.",
    )
    jitter_wavelength: float = quantity(
        600.0,
        unit="m",
        gt=0.0,
        le=1e9,
        help="More makes the rise and fall of the benches longer.",
        ui={"scale": "log", "soft": (50, 5000)},
    )
    dip: float = quantity(
        0.0, unit="1", ge=0.0, le=2.0, help="More tilts all benches, rise over run, as tilted layers of rock."
    )
    dip_bearing_degrees: float = quantity(
        90.0, unit="degrees", ge=0.0, le=360.0, help="Turns the way the tilted benches go down clockwise from north."
    )

    verb: ClassVar[str] = "landwright.ops:terrace"
    seeded: ClassVar[bool] = True


class Island(Stage):
    """Let the land sink into the sea towards the border of the map, behind a natural coast."""

    kind: Literal["ops.island"] = "ops.island"
    form: Literal["ellipse", "border"] = choice(
        "ellipse", help="Outline of the island: an ellipse that touches the border, or a rectangle with round corners."
    )
    margin: float = quantity(
        100.0, unit="m", ge=0.0, help="More leaves a wider strip of open sea at the border.", ui={"soft": (0, 1000)}
    )
    falloff: float = quantity(
        1300.0,
        unit="m",
        ge=0.0,
        help="More lets the land sink over a longer way from inland to sea floor.",
        ui={"soft": (50, 4000)},
    )
    coast: float = quantity(
        800.0, unit="m", ge=0.0, help="More cuts deeper bays and longer capes into the outline.", ui={"soft": (0, 2000)}
    )
    coast_wavelength: float = quantity(
        1500.0,
        unit="m",
        gt=0.0,
        le=1e9,
        help="More sets bays and capes farther apart.",
        ui={"scale": "log", "soft": (100, 5000)},
    )
    sea_level: float = quantity(0.0, unit="m", ge=-1e6, le=1e6, help="More lifts the sea, and the sea floor with it.")
    depth: float = quantity(
        60.0, unit="m", ge=0.0, help="More sinks the sea floor deeper below sea level.", ui={"soft": (0, 500)}
    )

    verb: ClassVar[str] = "landwright.ops:island"
    seeded: ClassVar[bool] = True
    reach: ClassVar[Reach] = "whole"


class Warp(Stage):
    """Push the ground aside by noise, so that straight and regular forms bend."""

    kind: Literal["ops.warp"] = "ops.warp"
    amplitude: float = quantity(
        60.0,
        unit="m",
        ge=0.0,
        le=1e6,
        help="More pushes farther: the farthest a sample moves along one axis.",
        ui={"soft": (0, 500)},
    )
    by: AnyNoise = nested(
        Fbm(base=Perlin(wavelength=400.0), octaves=4),
        help="The noise that pushes; its wavelength sets the size of the bends.",
    )

    verb: ClassVar[str] = "landwright.ops:warp"
    seeded: ClassVar[bool] = True
    reach: ClassVar[Reach] = "halo"

    def halo(self, cell_size: float) -> int:
        """Return the farthest push in cells, and the neighbours of the place it leads to."""
        return math.ceil(self.amplitude / cell_size) + 2
