"""The nouns of ``planet``: one file an idea, all of them offered here."""

from __future__ import annotations

from landwright.planet.settings._family import Filter

# isort: split
# what follows loads the filters of other packages, and those import Filter from here
from landwright.planet.settings._climate import CLIMATE_BIOMES, Climate, ClimateBelt, ClimateColors
from landwright.planet.settings._colors import Biome, Colors, Gradient, Stop
from landwright.planet.settings._continents import Continents
from landwright.planet.settings._craters import Craters
from landwright.planet.settings._filters import AnyFilter, Rigid, Simple, filters
from landwright.planet.settings._frame import FACES, Face, Frame, Mapping
from landwright.planet.settings._planet import AnyColors, Planet
from landwright.planet.settings._presets import PRESETS
from landwright.planet.settings._shape import NoiseLayer, Shape

__all__ = [
    "CLIMATE_BIOMES",
    "FACES",
    "PRESETS",
    "AnyColors",
    "AnyFilter",
    "Biome",
    "Climate",
    "ClimateBelt",
    "ClimateColors",
    "Colors",
    "Continents",
    "Craters",
    "Face",
    "Filter",
    "Frame",
    "Gradient",
    "Mapping",
    "NoiseLayer",
    "Planet",
    "Rigid",
    "Shape",
    "Simple",
    "Stop",
    "filters",
]
