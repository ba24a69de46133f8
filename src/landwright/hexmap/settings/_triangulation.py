"""Triangulation: what a person may choose about the meshes of a hex map."""

from __future__ import annotations

from typing import Literal

from landwright.settings import Settings, choice, flag, quantity

__all__ = ["Triangulation"]


class Triangulation(Settings):
    """How a hex map becomes meshes. The shape of the ground is the map's and its metrics'; this is about the meshes."""

    weld: bool = flag(
        False,
        help="On gives the ground a vertex wherever two of its edges touch, so that no crack can show and files are watertight inside.",
    )
    skirt_depth: float = quantity(
        0.0,
        unit="m",
        ge=0.0,
        le=1e6,
        help="How far the ground hangs down at the edge of the map; more hides more of what lies below, 0 hides nothing. "
        "With it the map is a block, and water fills it to its sides.",
    )
    normals: Literal["none", "flat", "smooth"] = choice(
        "none",
        help="Normals of the ground: none, flat (each face its own, three vertices a face), or smooth across all seams.",
    )
    sunken_roads: bool = flag(True, help="On draws roads under water too; off leaves them out there.")
