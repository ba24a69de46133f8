"""The nouns of ``planet``: one file an idea, all of them offered here."""

from __future__ import annotations

from landwright.planet.settings._filters import AnyFilter, Filter, Rigid, Simple, filters
from landwright.planet.settings._frame import FACES, Face, Frame, Mapping
from landwright.planet.settings._shape import NoiseLayer, Shape

__all__ = [
    "FACES",
    "AnyFilter",
    "Face",
    "Filter",
    "Frame",
    "Mapping",
    "NoiseLayer",
    "Rigid",
    "Shape",
    "Simple",
    "filters",
]
