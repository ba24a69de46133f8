"""Colors of a hex map where nothing else says them: ground by its type, roads, walls. Numbers only, as a viewer would pick them."""

from __future__ import annotations

from typing import Final

__all__ = ["ROAD_COLOR", "TERRAIN_COLORS", "WALL_COLOR"]

TERRAIN_COLORS: Final = ((222, 198, 142), (112, 152, 72), (140, 108, 78), (136, 134, 132), (240, 244, 248))
"""sRGB of sand, grass, mud, stone and snow, 0 to 255."""

ROAD_COLOR: Final = (168, 132, 92)
"""sRGB of roads, 0 to 255."""

WALL_COLOR: Final = (150, 142, 132)
"""sRGB of walls, 0 to 255."""
