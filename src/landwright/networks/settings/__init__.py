"""Nouns of ``networks``: lines, and what becomes of them; a file each for water, roads and drawings."""

from __future__ import annotations

from landwright.networks.settings._beside import Beside
from landwright.networks.settings._lines import Line, Town
from landwright.networks.settings._roads import CLASSES, RANKS, Roads, Search
from landwright.networks.settings._sketch import Sketch
from landwright.networks.settings._structures import Structures
from landwright.networks.settings._water import Pond, Ponds, Rivers

__all__ = [
    "CLASSES",
    "RANKS",
    "Beside",
    "Line",
    "Pond",
    "Ponds",
    "Rivers",
    "Roads",
    "Search",
    "Sketch",
    "Structures",
    "Town",
]
