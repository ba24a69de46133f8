"""Colors: gradients by elevation for biomes by latitude, and for the ocean."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, SerializeAsAny, field_validator

from landwright.planet.settings._filters import AnyFilter, Simple
from landwright.settings import Reach, Settings, Stage, nested, quantity, words

__all__ = ["Biome", "Colors", "Gradient", "Stop"]

_HEX = re.compile(r"#[0-9a-fA-F]{6}")
_Color = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]


class Stop(Settings):
    """One color of a gradient."""

    at: float = quantity(
        0.0, unit="1", ge=0.0, le=1.0, help="Where the color lies: 0 at the low end, 1 at the high end."
    )
    color: _Color = words("#808080", help="The color, as #rrggbb in sRGB.", ui={"widget": "color"})


Gradient = tuple[Stop, ...]
"""Colors from the low end (0) to the high end (1); between two they mix evenly in sRGB."""


def stops(*colors: tuple[float, str]) -> Gradient:
    """Return a gradient of (place, color) pairs."""
    return tuple(Stop(at=at, color=color) for at, color in colors)


def rising(value: Gradient) -> Gradient:
    if not value:
        raise ValueError("must hold at least one color")
    if [stop.at for stop in value] != sorted(stop.at for stop in value):
        raise ValueError(f"must rise from stop to stop, got {', '.join(f'{stop.at:g}' for stop in value)}")
    return value


class Biome(Settings):
    """A belt of the planet with colors of its own.

    Parameters
    ----------
    start : float
        Where it begins from the south pole (0) to the north pole (1).
    gradient : sequence of Stop
        Colors from the sea's level to the highest land.
    tint : str
        A color laid over the gradient.
    tint_share : float
        How much of it.
    """

    start: float = quantity(
        0.0,
        unit="1",
        ge=0.0,
        le=1.0,
        aliases=("start_height",),
        help="Where the belt begins: 0 south pole, 1 north pole.",
    )
    gradient: Gradient = nested(
        stops((0.0, "#4c7a3a"), (1.0, "#e8e6e1")), help="Colors from the sea's level up to the highest land."
    )
    tint: _Color = words("#ffffff", help="A color laid over the gradient.", ui={"widget": "color"})
    tint_share: float = quantity(
        0.0,
        unit="1",
        ge=0.0,
        le=1.0,
        aliases=("tint_percent",),
        help="How much of the tint is mixed in; 0 none, 1 all.",
    )

    @field_validator("gradient")
    @classmethod
    def _rising(cls, value: Gradient) -> Gradient:
        return rising(value)


_POLAR = stops((0.0, "#c9cfcf"), (0.12, "#dfe7ea"), (0.5, "#eef3f6"), (1.0, "#ffffff"))
_WARM = stops(
    (0.0, "#d8c58d"),
    (0.04, "#8e9a55"),
    (0.2, "#4f7d3c"),
    (0.42, "#6f6a45"),
    (0.62, "#7c6a58"),
    (0.82, "#a39b95"),
    (1.0, "#f2f4f6"),
)
_OCEAN = stops((0.0, "#0b2545"), (0.6, "#14508a"), (0.9, "#2b86b8"), (1.0, "#6cc3cf"))


class Colors(Stage):
    """Paint a planet: belts of climate from pole to pole, each with colors by elevation, and the ocean by depth.

    Paints what is there; the shape stays as it is, and its lowest and highest land on all faces are the ends of every gradient.
    """

    kind: Literal["planet.colors"] = "planet.colors"
    biomes: tuple[Biome, ...] = nested(
        (
            Biome(start=0.0, gradient=_POLAR),
            Biome(start=0.157, gradient=_WARM),
            Biome(start=0.833, gradient=_POLAR),
        ),
        help="Belts from the south pole to the north pole, in rising order of where they begin.",
    )
    noise: SerializeAsAny[AnyFilter] = nested(
        Simple(octaves=2, gain=1.13),
        help="Noise that bends the borders of the belts.",
    )
    noise_offset: float = quantity(
        1.08, unit="1", ge=-1e3, le=1e3, help="Value of the noise that moves no border; more pushes all belts north."
    )
    noise_strength: float = quantity(
        0.15,
        unit="1",
        ge=-1e3,
        le=1e3,
        help="How far the noise bends borders; more makes them wilder, 0 leaves them along the latitudes.",
        ui={"soft": (0.0, 1.0)},
    )
    blend: float = quantity(
        0.242,
        unit="1",
        ge=0.0,
        le=1.0,
        aliases=("blend_amount",),
        help="Width of the borders, pole to pole being 1; more mixes belts.",
    )
    ocean: Gradient = nested(_OCEAN, help="Colors from the deepest floor of the sea up to its shore.")
    smoothness: float = quantity(
        0.75, unit="1", ge=0.0, le=1.0, help="How the ocean mirrors the sun: more makes a smaller, brighter glint."
    )

    verb: ClassVar[str] = "landwright.planet:paint"
    takes: ClassVar[Any] = "planet"
    seeded: ClassVar[bool] = True
    reach: ClassVar[Reach] = "whole"

    @field_validator("ocean")
    @classmethod
    def _rising(cls, value: Gradient) -> Gradient:
        return rising(value)

    @field_validator("biomes")
    @classmethod
    def _in_order(cls, value: tuple[Biome, ...]) -> tuple[Biome, ...]:
        if not value:
            raise ValueError("must hold at least one biome")
        begins = [biome.start for biome in value]
        if begins != sorted(begins):
            raise ValueError(f"must begin in rising order, got {', '.join(f'{start:g}' for start in begins)}")
        return value
