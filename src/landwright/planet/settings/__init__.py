"""The nouns of ``planet``: one file an idea, all of them offered here."""

from __future__ import annotations

from landwright.planet.settings._colors import Biome, Colors, Gradient, Stop
from landwright.planet.settings._continents import Continents
from landwright.planet.settings._craters import Craters
from landwright.planet.settings._filters import AnyFilter, Filter, Rigid, Simple, filters
from landwright.planet.settings._frame import FACES, Face, Frame, Mapping
from landwright.planet.settings._planet import Planet
from landwright.planet.settings._shape import NoiseLayer, Shape

__all__ = [
    "FACES",
    "AnyFilter",
    "Biome",
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
