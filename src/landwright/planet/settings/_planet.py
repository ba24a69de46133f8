"""Planet: shape, climate and colors of a whole planet in one noun."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field, SerializeAsAny, model_validator

from landwright.planet.settings._climate import Climate, ClimateColors
from landwright.planet.settings._colors import Colors
from landwright.planet.settings._continents import Continents
from landwright.planet.settings._craters import Craters
from landwright.planet.settings._frame import Frame, Sphere
from landwright.planet.settings._shape import Shape
from landwright.seeds import Seed
from landwright.settings import Stage, nested, quantity

__all__ = ["AnyColors", "Planet"]

if TYPE_CHECKING:
    AnyColors = Colors | ClimateColors
else:
    AnyColors = Annotated[Colors | ClimateColors, Field(discriminator="kind")]
    """Colors by latitude and elevation, or by climate."""


class Planet(Sphere):
    """A planet: its size, its land, its climate, its colors. The defaults are the one that people learn from.

    Its stages run in the order of the settings; those that are none are left out.

    Parameters
    ----------
    radius : float
        Metres.
    mapping, faces : str
        As in ``Frame``.
    seed : int or str
        Another one is another planet.
    continents : Continents, optional
        Plates.
    shape : Shape
        Layers of noise.
    craters : Craters, optional
        What fell on it.
    climate : Climate, optional
        Temperature and moisture.
    colors : Colors or ClimateColors
        By latitude and elevation, or by climate.
    """

    seed: Seed = quantity(
        0, unit="count", help="Any whole number of 64 bits, or any text; another one is another planet."
    )
    continents: Continents | None = nested(None, help="Plates that drift, continents and oceans; none leaves them out.")
    shape: Shape = nested(Shape(), help="Layers of noise that raise the land.")
    craters: Craters | None = nested(None, help="Craters of all sizes; none leaves them out.")
    climate: Climate | None = nested(None, help="Temperature, moisture and biomes; none leaves them out.")
    colors: SerializeAsAny[AnyColors] = nested(Colors(), help="Colors by belts of latitude, or by the climate.")

    @model_validator(mode="after")
    def _painted(self) -> Planet:
        if isinstance(self.colors, ClimateColors) and self.climate is None:
            raise ValueError("colors by climate need a climate: give climate, or colors of the kind planet.colors")
        return self

    def frame(self, resolution: int) -> Frame:
        """Return the frame at a resolution."""
        return Frame(radius=self.radius, resolution=resolution, mapping=self.mapping, faces=self.faces)

    @property
    def stages(self) -> tuple[tuple[str, Stage], ...]:
        """The planet's stages as (name of the stream of its seed, noun), in the order in which they run."""
        made: list[tuple[str, Stage | None]] = [
            ("continents", self.continents),
            ("shape", self.shape if self.shape.layers else None),
            ("craters", self.craters),
            ("climate", self.climate),
            ("colors", self.colors),
        ]
        return tuple((name, noun) for name, noun in made if noun is not None)
