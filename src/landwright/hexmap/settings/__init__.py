"""The nouns of ``hexmap``: one file an idea, all of them offered here."""

from __future__ import annotations

from landwright.hexmap.settings._continent import (
    Biomes,
    Continent,
    Erosion,
    Land,
    Rivers,
    Temperature,
    Towns,
    WaterCycle,
)
from landwright.hexmap.settings._features import Features
from landwright.hexmap.settings._ground import FromGround, ToGround
from landwright.hexmap.settings._layout import Layout
from landwright.hexmap.settings._metrics import Metrics
from landwright.hexmap.settings._movement import Movement, Vision
from landwright.hexmap.settings._strokes import Flood, Stroke, Strokes
from landwright.hexmap.settings._triangulation import Triangulation

__all__ = [
    "Biomes",
    "Continent",
    "Erosion",
    "Features",
    "Flood",
    "FromGround",
    "Land",
    "Layout",
    "Metrics",
    "Movement",
    "Rivers",
    "Stroke",
    "Strokes",
    "Temperature",
    "ToGround",
    "Towns",
    "Triangulation",
    "Vision",
    "WaterCycle",
]
