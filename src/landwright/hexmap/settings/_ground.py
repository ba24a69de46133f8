"""FromGround and ToGround: a heightfield becomes cells, and cells become a heightfield."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from landwright.hexmap.settings._continent import Biomes
from landwright.settings import Reach, Stage, choice, nested, quantity

__all__ = ["FromGround", "ToGround"]

_Metres = Annotated[float, Field(ge=-1e6, le=1e6)]


class FromGround(Stage):
    """Cells take the mean height of the ground under them, in whole levels, and the sea takes what lies below it."""

    kind: Literal["hexmap.from_ground"] = "hexmap.from_ground"
    sea_level: float = quantity(
        0.0, unit="m", ge=-1e6, le=1e6, help="More drowns more land: elevation of the ground at the shore."
    )
    water_level: int = quantity(
        3, unit="count", ge=-1000, le=1000, help="More lifts the whole map: level of the sea among the cells."
    )
    step: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=1e6,
        help="More makes flatter land: metres of ground to a level; left out, the map's own elevation step.",
    )
    terrain: Literal["height", "climate", "biome", "keep"] = choice(
        "height",
        help="What the ground is made of: by height; by the layers moisture and temperature; by the layer biome; or as it is.",
    )
    bands: tuple[_Metres, _Metres, _Metres] = quantity(
        (3.0, 700.0, 1400.0),
        unit="m",
        help="Metres above the sea where grass, stone and snow begin, if terrain is by height.",
        ui={"show_if": {"terrain": "height"}},
    )
    biomes: Biomes = nested(
        Biomes(), help="What grows where, if terrain is by climate.", ui={"show_if": {"terrain": "climate"}}
    )
    coldest: float = quantity(
        -10.0, unit="degC", ge=-273.0, le=100.0, help="More makes the map colder: degrees that count as coldest."
    )
    warmest: float = quantity(
        30.0, unit="degC", ge=-273.0, le=100.0, help="More makes the map colder: degrees that count as warmest."
    )

    verb: ClassVar[str] = "landwright.hexmap:ground_to_hexes"
    takes: ClassVar[Literal["grid", "field", "layers", "hexmap"]] = "layers"
    reads: ClassVar[frozenset[str]] = frozenset({"hexmap", "elevation"})
    writes: ClassVar[frozenset[str]] = frozenset({"hexmap"})
    reach: ClassVar[Reach] = "whole"

    @model_validator(mode="after")
    def _ordered(self) -> FromGround:
        if list(self.bands) != sorted(self.bands):
            raise ValueError(f"bands must rise, got {self.bands}")
        if self.coldest >= self.warmest:
            raise ValueError(f"coldest must be below warmest ({self.warmest:g}), got {self.coldest:g}")
        return self

    def layers_read(self) -> frozenset[str]:
        """Return the map and the ground, and the layers that say what it is made of."""
        more = {"climate": {"moisture", "temperature"}, "biome": {"biome"}}
        return type(self).reads | more.get(self.terrain, set())


class ToGround(Stage):
    """A heightfield is laid over the cells: their surface as it is seen, their level tops, or a smooth ground through them."""

    kind: Literal["hexmap.to_ground"] = "hexmap.to_ground"
    surface: Literal["terrain", "cells", "smooth"] = choice(
        "terrain",
        help="Terrain follows terraces, cliffs and river beds; cells gives level tops; smooth gives rounded hills through them.",
    )
    sea_level: float = quantity(
        0.0, unit="m", ge=-1e6, le=1e6, help="More lifts the ground: elevation of the water surface at the water level."
    )
    water_level: int = quantity(
        3,
        unit="count",
        ge=-1000,
        le=1000,
        help="More lowers the ground: level of the cells whose water lies at the sea level.",
    )
    step: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=1e6,
        help="More makes steeper land: metres of ground to a level; left out, the map's own elevation step.",
    )

    verb: ClassVar[str] = "landwright.hexmap:hexes_to_ground"
    takes: ClassVar[Literal["grid", "field", "layers", "hexmap"]] = "layers"
    reads: ClassVar[frozenset[str]] = frozenset({"hexmap", "grid"})
    writes: ClassVar[frozenset[str]] = frozenset({"elevation"})
    reach: ClassVar[Reach] = "whole"
