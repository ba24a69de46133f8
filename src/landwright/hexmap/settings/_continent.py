"""Continent and its parts: how land grows, wears, gets its rain, its rivers, its plants and its towns."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import Field, model_validator

from landwright.settings import Reach, Settings, Stage, choice, flag, nested, quantity

__all__ = ["Biomes", "Continent", "Erosion", "Land", "Rivers", "Temperature", "Towns", "WaterCycle"]

_Share = Annotated[float, Field(ge=0.0, le=1.0)]
_Bands = tuple[_Share, _Share, _Share]
_Biome = tuple[Annotated[int, Field(ge=0, le=4)], Annotated[int, Field(ge=0, le=3)]]
_BiomeRow = tuple[_Biome, _Biome, _Biome, _Biome]


class Land(Settings):
    """How land is raised from the sea, piece by piece, until enough of the map is dry."""

    source: Literal["grown", "given"] = choice(
        "grown", help="Grown makes new land; given keeps the elevation and the water of the map that is handed in."
    )
    shape: Literal["free", "ring"] = choice(
        "free", help="Free lets land rise anywhere; ring keeps the middle of the map low, for an inland sea."
    )
    percentage: float = quantity(
        50.0, unit="%", ge=5.0, le=95.0, help="More makes more land: cells out of a hundred that are dry."
    )
    smallest_piece: int = quantity(
        30, unit="count", ge=20, le=200, help="More makes coarser land: cells of the smallest piece that is raised."
    )
    largest_piece: int = quantity(
        100, unit="count", ge=20, le=200, help="More makes broader land: cells of the largest piece that is raised."
    )
    jitter: float = quantity(
        0.25, unit="1", ge=0.0, le=0.5, help="More frays the edges of pieces: chance that a cell comes late."
    )
    high_rise: float = quantity(
        0.25, unit="1", ge=0.0, le=1.0, help="More makes cliffs: chance that a piece rises two levels at once."
    )
    sink: float = quantity(
        0.2, unit="1", ge=0.0, le=0.4, help="More makes bays, straits and hollows: chance that a piece sinks instead."
    )
    evenness: int = quantity(
        1, unit="count", ge=1, le=16, help="More makes flatter land: of so many places the lowest is raised."
    )
    water_level: int = quantity(3, unit="count", ge=1, le=5, help="More makes deeper seas: level of the sea.")
    lowest: int = quantity(-2, unit="count", ge=-4, le=0, help="Less makes deeper sea floors: the lowest level.")
    highest: int = quantity(
        8, unit="count", ge=6, le=1000, help="More makes higher mountains: the highest level.", ui={"soft": (6, 10)}
    )
    border: int = quantity(
        5, unit="count", ge=0, le=10, help="More keeps land from the edges: cells where no piece begins."
    )
    regions: int = quantity(1, unit="count", ge=1, le=4, help="More makes more continents, each in its own region.")
    region_border: int = quantity(
        5, unit="count", ge=0, le=10, help="More widens the sea between regions: cells on each side of the line."
    )
    scale_with_map: bool = flag(
        True,
        help="On makes pieces, borders and coasts larger on maps of over 4800 cells, so that continents stay whole.",
    )

    @model_validator(mode="after")
    def _ordered(self) -> Land:
        if self.smallest_piece > self.largest_piece:
            raise ValueError(
                f"smallest_piece must not be above largest_piece ({self.largest_piece}), got {self.smallest_piece}"
            )
        return self


class Erosion(Settings):
    """Cliffs lose levels to the low cells at their feet; nothing is lost, it only moves."""

    percentage: float = quantity(
        50.0, unit="%", ge=0.0, le=100.0, help="More leaves fewer cliffs: steep cells out of a hundred that are worn."
    )


class WaterCycle(Settings):
    """Water evaporates, drifts as clouds, rains, and runs down; what stays is the moisture of the ground."""

    steps: int = quantity(40, unit="count", ge=0, le=1000, help="More carries rain further inland: turns of the cycle.")
    evaporation: float = quantity(
        0.5, unit="1", ge=0.0, le=1.0, help="More makes wetter air: clouds a turn over water."
    )
    land_evaporation: float = quantity(
        0.5, unit="1", ge=0.0, le=1.0, help="More dries the ground: share of its moisture that becomes clouds a turn."
    )
    precipitation: float = quantity(
        0.25, unit="1", ge=0.0, le=1.0, help="More lets rain fall near coasts: share of the clouds that rains a turn."
    )
    wind: Literal["NE", "E", "SE", "SW", "W", "NW"] = choice(
        "NW", help="Where the wind blows from; mountains keep rain from the land behind them."
    )
    wind_strength: float = quantity(
        4.0, unit="1", ge=1.0, le=100.0, help="More drives clouds straight: 1 spreads them evenly to all sides."
    )
    runoff: float = quantity(
        0.25, unit="1", ge=0.0, le=1.0, help="More drains slopes: share of moisture that runs to lower cells a turn."
    )
    seepage: float = quantity(
        0.125,
        unit="1",
        ge=0.0,
        le=1.0,
        help="More evens out plains: share of moisture that seeps to level cells a turn.",
    )
    starting_moisture: float = quantity(
        0.1, unit="1", ge=0.0, le=1.0, help="More makes the first turns wetter: moisture of all ground before them."
    )


class Temperature(Settings):
    """Warm and cold by latitude and height, with some chance."""

    hemisphere: Literal["both", "north", "south"] = choice(
        "both", help="Both is cold at the north and south edges, north only at the north edge, south at the south edge."
    )
    coldest: float = quantity(0.0, unit="1", ge=0.0, le=1.0, help="More warms the poles: temperature there, 0 to 1.")
    warmest: float = quantity(1.0, unit="1", ge=0.0, le=1.0, help="More warms the equator: temperature there, 0 to 1.")
    jitter: float = quantity(
        0.1, unit="1", ge=0.0, le=1.0, help="More makes warm and cold spells: greatest deviation from the latitude's."
    )
    spell: float = quantity(
        14.0, unit="count", ge=1.0, le=1000.0, help="More makes warm and cold spells wider: cells across."
    )

    @model_validator(mode="after")
    def _ordered(self) -> Temperature:
        if self.coldest > self.warmest:
            raise ValueError(f"coldest must not be above warmest ({self.warmest:g}), got {self.coldest:g}")
        return self


class Biomes(Settings):
    """Which ground and how many plants belong to each temperature and moisture."""

    temperatures: _Bands = quantity(
        (0.1, 0.3, 0.6), unit="1", help="Where the four rows of the table part, from cold to hot."
    )
    moistures: _Bands = quantity(
        (0.12, 0.28, 0.85), unit="1", help="Where the four columns of the table part, from dry to wet."
    )
    table: tuple[_BiomeRow, _BiomeRow, _BiomeRow, _BiomeRow] = quantity(
        (
            ((0, 0), (4, 0), (4, 0), (4, 0)),
            ((0, 0), (2, 0), (2, 1), (2, 2)),
            ((0, 0), (1, 0), (1, 1), (1, 2)),
            ((0, 0), (1, 1), (1, 2), (1, 3)),
        ),
        unit="1",
        help="Rows from cold to hot, in each from dry to wet: type of ground (0 to 4) and density of plants (0 to 3).",
    )

    @model_validator(mode="after")
    def _ordered(self) -> Biomes:
        for name in ("temperatures", "moistures"):
            bands = getattr(self, name)
            if list(bands) != sorted(bands):
                raise ValueError(f"{name} must rise, got {bands}")
        return self


class Rivers(Settings):
    """Rivers rise on wet heights and follow the ground to the sea, to a lake or to the spring of another river."""

    percentage: float = quantity(
        10.0, unit="%", ge=0.0, le=100.0, help="More makes more rivers: cells out of a hundred of land that have one."
    )
    extra_lake: float = quantity(
        0.25, unit="1", ge=0.0, le=1.0, help="More makes more lakes: chance of one where a river crosses level ground."
    )
    shortest: int = quantity(
        3, unit="count", ge=2, le=1000, help="More leaves out brooks: cells of the shortest river."
    )
    lake_size: int = quantity(
        3, unit="count", ge=1, le=100, help="More makes wider lakes where the ground is level: most cells of one."
    )


class Towns(Settings):
    """Towns on good ground, fields around them, roads between them."""

    density: float = quantity(
        0.0, unit="1", ge=0.0, le=100.0, help="More makes more towns: towns to a thousand cells of land; 0 makes none."
    )
    spacing: int = quantity(
        6, unit="count", ge=1, le=1000, help="More sets towns further apart: least steps between two of them."
    )
    farms: bool = flag(True, help="On puts fields around towns where the ground is green.")
    roads: bool = flag(True, help="On joins the towns of a landmass by roads along the easiest way.")
    walls: float = quantity(0.3, unit="1", ge=0.0, le=1.0, help="More walls more towns: share that have a wall.")


class Continent(Stage):
    """Land from a seed, with its climate, biomes, rivers and, if wanted, towns."""

    kind: Literal["hexmap.continent"] = "hexmap.continent"
    land: Land = nested(Land(), help="How land is raised from the sea.")
    erosion: Erosion = nested(Erosion(), help="How much cliffs are worn.")
    water_cycle: WaterCycle = nested(WaterCycle(), help="How rain comes to the land.")
    temperature: Temperature = nested(Temperature(), help="How warm it is where.")
    biomes: Biomes = nested(Biomes(), help="What grows where.")
    rivers: Rivers = nested(Rivers(), help="Where water runs.")
    towns: Towns = nested(Towns(), help="Where people live.")

    verb: ClassVar[str] = "landwright.hexmap:continent"
    takes: ClassVar[Literal["grid", "field", "layers", "hexmap"]] = "hexmap"
    seeded: ClassVar[bool] = True
    reads: ClassVar[frozenset[str]] = frozenset({"hexmap"})
    writes: ClassVar[frozenset[str]] = frozenset({"hexmap"})
    reach: ClassVar[Reach] = "whole"
