"""Nouns of this room: how a field becomes a mesh, and what is added to it."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from landwright.settings import Settings, choice, flag, quantity

__all__ = ["Regular", "Rtin", "Skirt", "Solid"]


class Regular(Settings):
    """Every sample becomes a vertex; the full detail of the field."""

    kind: Literal["mesh.regular"] = "mesh.regular"
    diagonal: Literal["shortest", "alternating"] = choice(
        "shortest",
        help="Which way each quad is cut: along the shorter of its two diagonals in space, which keeps ridges and "
        "valleys whole, or in a checkerboard, which is the same for every elevation.",
    )
    centered: bool = flag(
        False, help="Whether vertices are measured from the middle of the map, so that float32 holds them exactly."
    )


class Rtin(Settings):
    """A right-triangulated irregular network: few triangles where the ground is smooth, many where it is rough."""

    kind: Literal["mesh.rtin"] = "mesh.rtin"
    max_error: float = quantity(
        1.0,
        unit="m",
        ge=0.0,
        help="How far the mesh may lie above or below any sample of the field; more gives fewer triangles.",
        ui={"scale": "log", "soft": (0.1, 100.0)},
    )
    border_error: float | None = quantity(
        None,
        unit="m",
        ge=0.0,
        help="The same for the borders of tiles, at most max_error; tiles of one border_error meet without cracks, "
        "whatever their max_error.",
    )
    longest_edge: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        help="No short side of a triangle is longer than this; it is also the side of a tile, rounded down to a power "
        "of two of cells. Without it, triangles may be as large as the map.",
    )
    centered: bool = flag(
        False, help="Whether vertices are measured from the middle of the map, so that float32 holds them exactly."
    )

    @model_validator(mode="after")
    def _borders_are_finer(self) -> Rtin:
        if self.border_error is not None and self.border_error > self.max_error:
            raise ValueError(
                f"border_error must be at most max_error ({self.max_error:g} m), got {self.border_error:g}; borders are "
                "shared with finer tiles, so they are the finest."
            )
        return self


class Solid(Settings):
    """Walls and a floor under a surface, so that it is a closed body for printing or a diorama."""

    kind: Literal["mesh.solid"] = "mesh.solid"
    base_thickness: float = quantity(
        10.0, unit="m", gt=0.0, help="How thick the body is under the lowest vertex; more gives a higher pedestal."
    )
    base_elevation: float | None = quantity(
        None, unit="m", help="Elevation of the floor, instead of base_thickness; it must lie below every vertex."
    )


class Skirt(Settings):
    """Walls down from the borders of a surface, which hide gaps to a neighbour of other detail."""

    kind: Literal["mesh.skirt"] = "mesh.skirt"
    depth: float = quantity(
        10.0, unit="m", gt=0.0, help="How far the walls hang down; more hides larger gaps to a neighbour."
    )
