"""Beside: the noun of masks that lines leave for trees, rocks and textures."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import model_validator

from landwright.settings import Reach, Stage, choice, flag, quantity, words

__all__ = ["Beside"]


class Beside(Stage):
    """Mark the ground on and beside roads and rivers, so that no tree stands there and no grass grows there; or all other ground."""

    kind: Literal["networks.beside"] = "networks.beside"
    networks: tuple[str, ...] = words(
        ("roads",), help="Names of the networks whose lines count.", ui={"widget": "list"}
    )
    margin: float = quantity(
        0.0,
        unit="m",
        ge=0.0,
        le=1e5,
        help="How far beyond the edges of the lines the ground is marked; more marks broader strips.",
        ui={"soft": (0.0, 50.0)},
    )
    fade: float = quantity(
        0.0,
        unit="m",
        ge=0.0,
        le=1e5,
        help="Distance over which the mark goes from 1 to 0 beyond the margin; more is softer, and 0 has a hard edge.",
        ui={"soft": (0.0, 50.0)},
    )
    bridges: bool = flag(True, help="Whether the ground under bridges counts, where no tree has room.")
    tunnels: bool = flag(False, help="Whether the ground over tunnels counts, on which forests can grow.")
    value: Literal["beside", "clear"] = choice(
        "beside",
        help="Whether the mark is 1 on and beside lines, or 1 where the ground is clear of them and things may stand.",
    )
    layer: str = words("beside", max_length=100, help="Name of the mask it writes.")

    verb: ClassVar[str] = "landwright.networks:mark_beside"
    takes: ClassVar[Literal["grid", "field", "layers", "hexmap", "planet"]] = "layers"
    reads: ClassVar[frozenset[str]] = frozenset({"grid"})
    reach: ClassVar[Reach] = "whole"

    @model_validator(mode="after")
    def _named(self) -> Beside:
        if not self.networks or "" in self.networks:
            raise ValueError('networks must name one network or more, got none. Use networks=["roads"].')
        return self

    def layers_read(self) -> frozenset[str]:
        """Return the networks, and the frame of the mask."""
        return frozenset({"grid", *self.networks})

    def layers_written(self) -> frozenset[str]:
        """Return the name of the mask."""
        return frozenset({self.layer})
