"""Continents: plates that drift, and what happens where they meet."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from pydantic import model_validator

from landwright.settings import Reach, Stage, quantity

__all__ = ["Continents"]


class Continents(Stage):
    """Break a planet into drifting plates: continents with shelves, ranges where plates collide, ridges and rifts where they part.

    The nearest of so many centers says on which plate a place lies, with borders bent by noise. Some plates carry a continent, the others
    are sea floor. Every plate turns about an axis of its own; how fast two approach each other along their border makes mountains, island
    arcs and trenches, how fast they part makes mid-ocean ridges and rift valleys.
    """

    kind: Literal["planet.continents"] = "planet.continents"
    plates: int = quantity(
        16,
        unit="count",
        ge=2,
        le=200,
        help="How many plates there are; more makes smaller continents.",
        ui={"soft": (4, 60)},
    )
    land: float = quantity(
        0.42,
        unit="1",
        ge=0.0,
        le=1.0,
        help="Share of the plates that carry a continent; more makes more land.",
    )
    bend: float = quantity(
        0.35,
        unit="1",
        ge=0.0,
        le=2.0,
        help="How far noise bends the borders of plates; 0 leaves straight ones, 1 makes them wild.",
    )
    coast: float = quantity(
        0.55,
        unit="1",
        ge=0.0,
        le=2.0,
        help="How far noise moves the coasts off the borders of plates; more breaks continents into gulfs and islands.",
    )
    land_height: float = quantity(
        650.0, unit="m", ge=0.0, le=1e6, help="Height of the inner land of a continent; more makes plateaus."
    )
    mountain_height: float = quantity(
        5200.0,
        unit="m",
        ge=0.0,
        le=1e6,
        help="Height of ranges where plates collide at full speed; more makes higher ones.",
    )
    mountain_width: float = quantity(
        0.11,
        unit="1",
        gt=0.0,
        le=1.0,
        help="Width of ranges in planet radii; more makes broad highlands.",
        ui={"soft": (0.02, 0.4)},
    )
    roughness: float = quantity(
        1.0,
        unit="1",
        ge=0.0,
        le=4.0,
        help="Strength of hills and of the noise on all heights; 0 is smooth, more is rugged.",
    )
    ocean_depth: float = quantity(
        4300.0, unit="m", ge=0.0, le=1e6, help="Depth of the plains of the sea floor; more makes deeper seas."
    )
    shelf_depth: float = quantity(
        140.0, unit="m", ge=0.0, le=1e6, help="Depth of the shelves around continents; more sinks them out of sight."
    )
    shelf: float = quantity(
        0.3, unit="1", ge=0.0, le=1.0, help="Width of shelves: 0 none, more makes broad shallow seas."
    )
    ridge_height: float = quantity(
        1900.0,
        unit="m",
        ge=0.0,
        le=1e6,
        help="Height of ridges over the sea floor where plates part; more makes them rise to islands.",
    )
    trench_depth: float = quantity(
        3800.0,
        unit="m",
        ge=0.0,
        le=1e6,
        help="Depth of trenches below the sea floor where plates collide; more cuts deeper.",
    )
    rift_depth: float = quantity(
        900.0, unit="m", ge=0.0, le=1e6, help="Depth of valleys where a continent parts; more lets the sea in."
    )

    verb: ClassVar[str] = "landwright.planet:continents"
    takes: ClassVar[Any] = "planet"
    seeded: ClassVar[bool] = True
    reach: ClassVar[Reach] = "point"

    @model_validator(mode="after")
    def _below_the_shelf(self) -> Continents:
        if self.shelf_depth > self.ocean_depth:
            raise ValueError(
                f"shelf_depth must be at most ocean_depth, got {self.shelf_depth:g} and {self.ocean_depth:g} m"
            )
        return self
