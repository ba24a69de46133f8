"""Climate: how warm and how wet each place of a planet is; and colors that follow from it."""

from __future__ import annotations

import itertools
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field, field_validator, model_validator

from landwright.planet.settings._colors import Gradient, rising, stops
from landwright.settings import Reach, Settings, Stage, nested, quantity, words

__all__ = ["CLIMATE_BIOMES", "Climate", "ClimateBelt", "ClimateColors"]

CLIMATE_BIOMES: Final = (
    "sea",
    "sea ice",
    "ice",
    "tundra",
    "taiga",
    "steppe",
    "temperate forest",
    "temperate rain forest",
    "desert",
    "savanna",
    "tropical forest",
    "tropical rain forest",
)
"""What the numbers of the layer ``biome`` mean, from 0 on."""

_Color = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]


class Climate(Stage):
    """Say how warm and how wet every place is, and which biome grows there.

    Temperature falls toward the poles and with height; moisture follows belts of latitude (wet at the equator, dry where air sinks, wet in
    the west winds, dry at the poles), the distance to the sea, and the shadow of mountains upwind. The elevation stays as it is; the layers
    ``temperature``, ``moisture`` and ``biome`` are added.
    """

    kind: Literal["planet.climate"] = "planet.climate"
    equator: float = quantity(
        28.0,
        unit="degC",
        ge=-273.0,
        le=500.0,
        help="Mean temperature at sea level on the equator; more warms the planet.",
    )
    poles: float = quantity(
        -24.0,
        unit="degC",
        ge=-273.0,
        le=500.0,
        help="Mean temperature at sea level at the poles; less spreads the ice.",
    )
    lapse: float = quantity(
        0.0065,
        unit="K/m",
        ge=0.0,
        le=1.0,
        help="How much colder it gets with height; more brings snow to lower mountains.",
    )
    variety: float = quantity(
        2.5, unit="K", ge=0.0, le=50.0, help="How far noise moves temperatures; more frays the borders of belts."
    )
    moisture: float = quantity(
        1.0, unit="1", ge=0.0, le=3.0, help="How wet the planet is: 0 a desert, 1 like the Earth, more greener."
    )
    inland: float = quantity(
        1.1e6,
        unit="m",
        gt=0.0,
        le=1e8,
        help="How far the sea's moisture reaches into the land, to about a third of it; more leaves fewer deserts.",
        ui={"scale": "log", "soft": (1e5, 1e7)},
    )
    shadow: float = quantity(
        0.6,
        unit="1",
        ge=0.0,
        le=1.0,
        help="How dry it is behind mountains, where the wind comes down; 0 leaves it as wet.",
    )

    verb: ClassVar[str] = "landwright.planet:climate"
    takes: ClassVar[Any] = "planet"
    seeded: ClassVar[bool] = True
    reach: ClassVar[Reach] = "whole"


class ClimateBelt(Settings):
    """The colors of one temperature, from dry to wet."""

    temperature: float = quantity(
        0.0, unit="degC", ge=-273.0, le=500.0, help="Mean temperature at which the land has these colors."
    )
    gradient: Gradient = nested(stops((0.0, "#c9b183"), (1.0, "#33562c")), help="Colors from dry (0) to wet (1) land.")

    @field_validator("gradient")
    @classmethod
    def _rising(cls, value: Gradient) -> Gradient:
        return rising(value)


EARTHLY: Final = (
    ClimateBelt(
        temperature=-18.0,
        gradient=stops((0.0, "#dfe6ea"), (0.4, "#f1f5f8"), (1.0, "#fbfdff")),
    ),
    ClimateBelt(
        temperature=-10.0,
        gradient=stops((0.0, "#a9a59c"), (0.35, "#c9cdca"), (0.7, "#f2f5f6"), (1.0, "#fafcfd")),
    ),
    ClimateBelt(
        temperature=-4.0,
        gradient=stops((0.0, "#8d8069"), (0.35, "#7d7657"), (0.7, "#6c6d4c"), (1.0, "#67715a")),
    ),
    ClimateBelt(
        temperature=2.0,
        gradient=stops((0.0, "#9a8562"), (0.3, "#77714a"), (0.55, "#3f5232"), (1.0, "#2b4429")),
    ),
    ClimateBelt(
        temperature=9.0,
        gradient=stops((0.0, "#b59a6b"), (0.25, "#93894f"), (0.5, "#566a34"), (0.75, "#37542a"), (1.0, "#274723")),
    ),
    ClimateBelt(
        temperature=17.0,
        gradient=stops((0.0, "#cfae77"), (0.2, "#b79c61"), (0.42, "#7f8446"), (0.65, "#48662e"), (1.0, "#264d22")),
    ),
    ClimateBelt(
        temperature=25.0,
        gradient=stops(
            (0.0, "#d9b47c"),
            (0.18, "#cba468"),
            (0.36, "#a3934f"),
            (0.55, "#5f7836"),
            (0.75, "#2f5a26"),
            (1.0, "#1b451c"),
        ),
    ),
    ClimateBelt(
        temperature=34.0,
        gradient=stops((0.0, "#c99462"), (0.4, "#b98f55"), (0.7, "#5c7034"), (1.0, "#1c431c")),
    ),
)
_SEA: Final = stops(
    (0.0, "#061a36"), (0.35, "#0a2a52"), (0.7, "#0f3f6d"), (0.92, "#124a74"), (0.975, "#195f82"), (1.0, "#2f7f8c")
)


class ClimateColors(Stage):
    """Paint a planet by its climate: vegetation by warmth and moisture, bare heights, snow, sea by depth, sea ice.

    Reads the layers of ``Climate``. Nothing depends on the planet's lowest or highest land, so a place keeps its color whatever else
    changes.
    """

    kind: Literal["planet.climate_colors"] = "planet.climate_colors"
    belts: tuple[ClimateBelt, ...] = nested(
        EARTHLY, help="Colors of land by temperature, the coldest first; between two they mix."
    )
    ocean: Gradient = nested(_SEA, help="Colors from the deep sea (0) up to its shore (1).")
    ocean_depth: float = quantity(
        5500.0,
        unit="m",
        gt=0.0,
        le=1e6,
        help="Depth from which the sea has its deepest color; more brightens shallow seas.",
    )
    rock: _Color = words("#857a70", help="Color of bare rock on high land.", ui={"widget": "color"})
    rock_from: float = quantity(
        2200.0,
        unit="m",
        ge=-1e6,
        le=1e6,
        help="Height from which rock shows, all of it at twice that; more lets green climb higher.",
    )
    snow: _Color = words("#fafcff", help="Color of snow and ice.", ui={"widget": "color"})
    snow_below: float = quantity(
        -7.0,
        unit="degC",
        ge=-273.0,
        le=500.0,
        help="Mean temperature below which snow stays on wet land; more brings it lower.",
    )
    ice_below: float = quantity(
        -9.0,
        unit="degC",
        ge=-273.0,
        le=500.0,
        help="Mean temperature below which the sea freezes; more spreads the ice.",
    )
    variety: float = quantity(
        1.0, unit="1", ge=0.0, le=4.0, help="Strength of the small changes from place to place; 0 paints smooth belts."
    )
    smoothness: float = quantity(
        0.75, unit="1", ge=0.0, le=1.0, help="How the ocean mirrors the sun: more makes a smaller, brighter glint."
    )

    verb: ClassVar[str] = "landwright.planet:climate_paint"
    takes: ClassVar[Any] = "planet"
    seeded: ClassVar[bool] = True
    reach: ClassVar[Reach] = "point"

    @field_validator("ocean")
    @classmethod
    def _rising(cls, value: Gradient) -> Gradient:
        return rising(value)

    @model_validator(mode="after")
    def _in_order(self) -> ClimateColors:
        warm = [belt.temperature for belt in self.belts]
        if not warm:
            raise ValueError("belts must hold at least one belt")
        if any(a >= b for a, b in itertools.pairwise(warm)):
            raise ValueError(f"belts must rise in temperature, got {', '.join(f'{t:g}' for t in warm)} degC")
        return self
