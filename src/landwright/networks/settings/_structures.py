"""Structures: what tunnels and bridges look like."""

from __future__ import annotations

from typing import Literal

from landwright.settings import Settings, choice, quantity

__all__ = ["Structures"]


class Structures(Settings):
    """How tunnels and bridges are built along roads; heights and widths in metres."""

    kind: Literal["networks.structures"] = "networks.structures"
    tunnel_height: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=1000.0,
        help="Height of a tunnel above its road; more is higher. Leave it out for what its road was planned with.",
    )
    tunnel_segments: int = quantity(
        12, unit="count", ge=2, le=256, help="Faces around the half circle of a tunnel; more is rounder."
    )
    portal_depth: float = quantity(
        1.5,
        unit="m",
        gt=0.0,
        le=100.0,
        help="How far the walls of a tunnel's mouth reach over its vault and to its sides, at the least; more is heavier.",
    )
    deck: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=100.0,
        help="Thickness of a bridge under the road; more is heavier. Leave it out for what its road was planned with.",
    )
    parapet_height: float = quantity(
        1.0,
        unit="m",
        ge=0.0,
        le=20.0,
        help="Height of the walls beside the road on a bridge; more is higher, 0 builds none.",
    )
    parapet_width: float = quantity(
        0.3, unit="m", gt=0.0, le=20.0, help="Thickness of the walls beside the road on a bridge; more is thicker."
    )
    pillar_spacing: float = quantity(
        20.0, unit="m", gt=0.0, le=1000.0, help="Longest way between the pillars of a bridge; more builds fewer."
    )
    pillar_width: float = quantity(1.2, unit="m", gt=0.0, le=100.0, help="Thickness of a pillar; more is thicker.")
    pillar_min_height: float = quantity(
        2.0,
        unit="m",
        ge=0.0,
        le=1000.0,
        help="Height over the ground from which a bridge stands on a pillar; more builds fewer.",
    )
    style: Literal["beam", "arch"] = choice(
        "beam", help="Whether the deck lies on pillars as a beam, or on arches of stone between them."
    )
