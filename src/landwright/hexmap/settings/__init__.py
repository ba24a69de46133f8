"""The nouns of ``hexmap``: one file an idea, all of them offered here."""

from __future__ import annotations

from landwright.hexmap.settings._layout import Layout
from landwright.hexmap.settings._metrics import Metrics
from landwright.hexmap.settings._movement import Movement, Vision
from landwright.hexmap.settings._strokes import Flood, Stroke, Strokes
from landwright.hexmap.settings._triangulation import Triangulation

__all__ = ["Flood", "Layout", "Metrics", "Movement", "Stroke", "Strokes", "Triangulation", "Vision"]
