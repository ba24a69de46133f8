"""Nouns of ``render``: what a picture shows, from where, in which light and colors."""

from __future__ import annotations

import re
from typing import Annotated, ClassVar, Literal

from pydantic import Field, field_validator, model_validator

from landwright.settings import Output, Settings, choice, flag, nested, quantity, words

__all__ = ["Camera", "HexPlan", "Look", "Materials", "Orbit", "Relief", "View"]

Look = Literal["temperate", "alpine", "desert", "volcanic", "tropical"]
"""A named set of natural colors, and of rules for where each material lies."""

_Finite = Annotated[float, Field(allow_inf_nan=False, ge=-1e9, le=1e9)]
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


class Materials(Settings):
    """What the ground is made of and which color each material has.

    A world whose recipe wrote texture weights is drawn with those; any other ground gets natural materials from height, slope,
    hollows and noise, by the rules of its look.
    """

    look: Look = choice("temperate", help="Named set of natural colors and of the rules that place them.")
    colors: dict[str, str] = words(
        {},
        help="Color of a material by name, as #rrggbb in sRGB; the others keep the colors of the look.",
    )
    snow_line: _Finite | None = quantity(
        None, unit="m", help="Elevation above which snow stays; higher means less snow. By default the look's."
    )
    tree_line: _Finite | None = quantity(
        None, unit="m", help="Elevation above which forest ends; higher means more forest. By default the look's."
    )
    variation: float = quantity(
        1.0, unit="1", ge=0.0, le=3.0, help="How strongly color and borders of materials vary from place to place."
    )

    @field_validator("colors")
    @classmethod
    def _hex(cls, value: dict[str, str]) -> dict[str, str]:
        for name, color in value.items():
            if not _HEX.fullmatch(color):
                raise ValueError(f"the color of {name} must be written #rrggbb, got {color!r}")
        return value


class Camera(Settings):
    """Where the picture is taken from, and its size.

    Either `position` is given, or the camera circles the target: at `distance` metres from it, seen under `azimuth` and
    `elevation`. Without `distance` the camera stands back until the land fills the picture. A camera below the ground is
    lifted above it unless it may be `underground`.
    """

    position: tuple[_Finite, _Finite, _Finite] | None = quantity(
        None, unit="m", help="x, y, z of the eye; instead of distance, azimuth and elevation."
    )
    target: tuple[_Finite, _Finite, _Finite] | None = quantity(
        None, unit="m", help="x, y, z the camera looks at; by default the middle of the land."
    )
    distance: float | None = quantity(
        None, unit="m", gt=0.0, le=1e9, help="Distance from the target; by default the land fills the picture."
    )
    azimuth: float = quantity(
        152.0, unit="degrees", ge=-360.0, le=360.0, help="Bearing from the target to the eye; 180 looks from the south."
    )
    elevation: float = quantity(
        9.0, unit="degrees", gt=-90.0, le=90.0, help="Angle of the eye above the target; more looks down more steeply."
    )
    field_of_view: float = quantity(
        34.0, unit="degrees", ge=1.0, le=150.0, help="Angle between the top and bottom edges; more shows more land."
    )
    width: int = quantity(1280, unit="px", ge=1, le=16384, help="Width of the picture.")
    height: int = quantity(720, unit="px", ge=1, le=16384, help="Height of the picture.")
    underground: bool = flag(
        False,
        help="Leave an eye that is given below the ground where it is, as in a tunnel, instead of lifting it above.",
    )

    @model_validator(mode="after")
    def _one_way(self) -> Camera:
        if self.position is not None and self.distance is not None:
            raise ValueError("give either position or distance, not both: the position already fixes the distance")
        if self.position is not None and self.position == self.target:
            raise ValueError(f"position and target must differ, both are {self.position}")
        return self


class Relief(Output):
    """A map picture: shaded relief with natural light, colors, water and contours."""

    suffixes: ClassVar[tuple[str, ...]] = (".png",)
    picture: ClassVar[str] = "landwright.render:relief"

    shows: ClassVar[str] = "elevation"

    kind: Literal["relief"] = "relief"
    style: Literal["tint", "materials", "plain"] = choice(
        "tint", help="Color by elevation (tint), by what the ground is made of (materials), or none (plain)."
    )
    color_map: str = words(
        "", help="Color map of the cmap library for the tint, such as cmocean:topo; by default the look's own."
    )
    low: _Finite | None = quantity(
        None, unit="m", help="Elevation of the tint's first color; by default the lowest land of the map."
    )
    high: _Finite | None = quantity(
        None, unit="m", help="Elevation of the tint's last color; by default the highest land of the map."
    )
    sun_azimuth: float = quantity(
        315.0, unit="degrees", ge=-360.0, le=360.0, help="Bearing of the sun; 315 lights from the north-west."
    )
    sun_altitude: float = quantity(
        42.0, unit="degrees", gt=0.0, le=90.0, help="Height of the sun above the horizon; lower means longer shadows."
    )
    multidirectional: bool = flag(False, help="Light from four sides as well, so that no slope is lost in shade.")
    exaggeration: float | None = quantity(
        None,
        unit="1",
        gt=0.0,
        le=100.0,
        help="Vertical exaggeration of light and shade; by default gentle land gets more.",
    )
    shadow: float = quantity(0.7, unit="1", ge=0.0, le=1.0, help="How dark shadows cast by the land are; 0 casts none.")
    shadow_softness: float = quantity(
        3.0, unit="degrees", ge=0.05, le=20.0, help="Radius of the sun's disk; larger makes softer shadow edges."
    )
    occlusion: float = quantity(
        0.8, unit="1", ge=0.0, le=1.0, help="How much valleys darken because they see less sky; 0 turns it off."
    )
    contour_interval: float | None = quantity(
        None, unit="m", gt=0.0, le=1e6, help="Height between contour lines; by default there are none."
    )
    contour_index: int = quantity(5, unit="count", ge=1, le=100, help="Every how many contours one is drawn stronger.")
    water: bool = flag(True, help="Draw the sea and the water layer.")
    sea_level: _Finite | None = quantity(
        None, unit="m", help="Level of the sea; by default the world's, and no sea for a bare heightfield."
    )
    width: int | None = quantity(
        None, unit="px", ge=1, le=16384, help="Width of the picture; by default one pixel for each sample."
    )
    materials: Materials = nested(Materials(), help="What the ground is made of, and its colors.")

    @model_validator(mode="after")
    def _ordered(self) -> Relief:
        if self.low is not None and self.high is not None and self.low >= self.high:
            raise ValueError(f"low must be below high, got low={self.low:g} and high={self.high:g}")
        return self


class HexPlan(Output):
    """A flat map of hexagons: ground or heights in color, water, rivers, roads, walls, symbols, grid and labels."""

    suffixes: ClassVar[tuple[str, ...]] = (".png",)
    picture: ClassVar[str] = "landwright.render:hex_plan"
    shows: ClassVar[str] = "hexmap"

    kind: Literal["plan"] = "plan"
    width: int = quantity(
        1600, unit="px", ge=16, le=16384, help="Width of the picture; its height follows from the map."
    )
    color: Literal["terrain", "elevation"] = choice(
        "terrain", help="Color by the type of the ground, shaded by height (terrain), or by height alone (elevation)."
    )
    labels: Literal["none", "offset", "axial", "elevation"] = choice(
        "none", help="What is written on each cell: column and row, axial q and r, or its level."
    )
    grid: bool = flag(True, help="On draws a line around each cell.")
    symbols: bool = flag(True, help="On draws houses, fields, trees and special features.")
    rivers: bool = flag(True, help="On draws rivers.")
    roads: bool = flag(True, help="On draws roads.")
    walls: bool = flag(True, help="On draws walls.")
    relief: float = quantity(
        1.0, unit="1", ge=0.0, le=3.0, help="How strongly edges that rise or fall are lit; more shows steps better."
    )
    margin: float = quantity(
        0.5, unit="1", ge=0.0, le=100.0, help="Empty border around the map, in radii of a cell; more leaves more."
    )
    background: str = words("#f4efe4", help="Color around the map, as #rrggbb in sRGB.")

    @field_validator("background")
    @classmethod
    def _hex(cls, value: str) -> str:
        if not _HEX.fullmatch(value):
            raise ValueError(f"must be written #rrggbb, got {value!r}")
        return value


class View(Output):
    """A perspective picture of the land under sun and sky."""

    suffixes: ClassVar[tuple[str, ...]] = (".png",)
    picture: ClassVar[str] = "landwright.render:view_of"

    kind: Literal["view"] = "view"
    camera: Camera = nested(Camera(), help="Where the picture is taken from, and its size.")
    style: Literal["materials", "tint"] = choice(
        "materials", help="Color by what the ground is made of (materials) or by elevation (tint)."
    )
    sun_azimuth: float = quantity(
        255.0,
        unit="degrees",
        ge=-360.0,
        le=360.0,
        help="Bearing of the sun; 255 is a late afternoon in the west-south-west.",
    )
    sun_altitude: float = quantity(
        28.0,
        unit="degrees",
        gt=0.0,
        le=90.0,
        help="Height of the sun above the horizon; lower gives warmer light, longer shadows.",
    )
    haze: float = quantity(
        1.0, unit="1", ge=0.0, le=10.0, help="How much haze lies over the distance; 0 is none, 1 a clear day."
    )
    surroundings: Literal["auto", "haze", "block"] = choice(
        "auto",
        help="What lies beyond the map: land that dissolves in haze, nothing around a block cut from the earth, or (auto) haze where the "
        "near edge is out of sight. An island lies in open sea.",
    )
    sky: Literal["air", "space"] = choice(
        "air", help="What is above: air, which scatters light and hazes the distance, or space, black with stars."
    )
    clouds: float = quantity(0.4, unit="1", ge=0.0, le=1.0, help="How much of the sky thin clouds cover.")
    exposure: float = quantity(1.0, unit="1", gt=0.0, le=10.0, help="Brightness of the whole picture.")
    exaggeration: float = quantity(
        1.0, unit="1", gt=0.0, le=100.0, help="Vertical exaggeration of the land; 1 is true to nature."
    )
    samples: int = quantity(
        2, unit="count", ge=1, le=8, help="Rays across and down each pixel; more gives smoother edges and takes longer."
    )
    detail: float = quantity(
        1.0, unit="1", ge=0.0, le=3.0, help="Strength of the small bumps and grains near the camera; 0 is smooth."
    )
    water: bool = flag(True, help="Draw the sea and the water layer.")
    sea_level: _Finite | None = quantity(
        None, unit="m", help="Level of the sea; by default the world's, and no sea for a bare heightfield."
    )
    time: float = quantity(
        3.0, unit="s", ge=0.0, le=1e6, help="Moment of the waves on a hex map; another one shows them elsewhere."
    )
    materials: Materials = nested(Materials(), help="What the ground is made of, and its colors.")


class Orbit(Output):
    """A picture of a planet from space: ground, a sea that mirrors the sun, clouds, air, stars."""

    suffixes: ClassVar[tuple[str, ...]] = (".png",)
    picture: ClassVar[str] = "landwright.render:orbit"
    shows: ClassVar[str] = "planet"

    kind: Literal["orbit"] = "orbit"
    longitude: float = quantity(
        30.0, unit="degrees", ge=-360.0, le=360.0, help="Longitude the eye is over; another one shows another side."
    )
    latitude: float = quantity(
        14.0, unit="degrees", ge=-90.0, le=90.0, help="Latitude the eye is over; more shows more of the north."
    )
    distance: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=1e10,
        help="Distance of the eye from the planet's center; by default the whole planet is in the picture. An eye below the ground is "
        "lifted above it.",
    )
    pitch: float = quantity(
        0.0,
        unit="degrees",
        ge=0.0,
        le=150.0,
        help="How far the eye looks up: 0 straight down, 90 level with the ground below it.",
    )
    heading: float = quantity(
        0.0,
        unit="degrees",
        ge=-360.0,
        le=360.0,
        help="Bearing that is up in the picture, and that a raised eye looks along: 0 north, 90 east.",
    )
    field_of_view: float = quantity(
        34.0, unit="degrees", ge=1.0, le=150.0, help="Angle between the top and bottom edges; more shows more of space."
    )
    width: int = quantity(1280, unit="px", ge=1, le=16384, help="Width of the picture.")
    height: int = quantity(960, unit="px", ge=1, le=16384, help="Height of the picture.")
    sun_longitude: float = quantity(
        50.0,
        unit="degrees",
        ge=-360.0,
        le=360.0,
        help="How far east of the eye's meridian the sun stands: 0 lights the whole disk, 90 half of it, 180 none.",
    )
    sun_latitude: float = quantity(
        16.0, unit="degrees", ge=-90.0, le=90.0, help="Latitude the sun stands over; more lights the north pole."
    )
    air: float = quantity(
        1.0,
        unit="1",
        ge=0.0,
        le=10.0,
        help="How much air there is: 0 none, as on a moon, 1 like the Earth, more is hazy.",
    )
    clouds: float = quantity(0.0, unit="1", ge=0.0, le=1.0, help="How much of the planet clouds cover.")
    time: float = quantity(
        0.0, unit="s", ge=0.0, le=1e6, help="Moment of the clouds; another one shows them elsewhere."
    )
    exaggeration: float | None = quantity(
        None,
        unit="1",
        gt=0.0,
        le=1000.0,
        help="Factor by which heights grow; 1 is true to nature. By default so much that mountains show.",
    )
    water: bool = flag(True, help="On lets the sea mirror the sun; off leaves it matt.")
    exposure: float = quantity(1.0, unit="1", gt=0.0, le=10.0, help="Brightness of the whole picture.")
    samples: int = quantity(
        2, unit="count", ge=1, le=8, help="Rays across and down each pixel; more gives smoother edges and takes longer."
    )
