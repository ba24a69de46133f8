"""Craters: what falls on a planet from the sky."""

from __future__ import annotations

import itertools
from typing import Any, ClassVar, Literal

from pydantic import model_validator

from landwright.settings import Reach, Stage, quantity

__all__ = ["Craters"]


class Craters(Stage):
    """Strike a planet with craters of all sizes, many small ones for each large one, fresh and worn.

    Each has a bowl, a raised rim and a blanket of ejecta; beyond a size floors are flat and a peak stands in the middle.
    Depth follows radius. A crater erases what lay there before it, as far as it is the younger one.
    """

    kind: Literal["planet.craters"] = "planet.craters"
    largest: float = quantity(
        120e3,
        unit="m",
        gt=0.0,
        le=1e8,
        help="Radius of the largest craters; more makes larger and deeper ones.",
        ui={"scale": "log", "soft": (1e3, 1e6)},
    )
    smallest: float = quantity(
        3e3,
        unit="m",
        gt=0.0,
        le=1e8,
        help="Radius of the smallest craters; less adds finer ones, each halving costs about the same time.",
        ui={"scale": "log", "soft": (100.0, 1e5)},
    )
    cover: float = quantity(
        0.07,
        unit="1",
        ge=0.0,
        le=0.5,
        help="Share of the ground inside craters of the largest sizes, down to half; more makes a denser field.",
        ui={"soft": (0.0, 0.2)},
    )
    exponent: float = quantity(
        2.0,
        unit="1",
        ge=0.5,
        le=3.5,
        help="How fast numbers grow toward small sizes: N(larger) falls as radius to minus this; 2 covers as much ground at every size.",
    )
    depth: float = quantity(
        0.4,
        unit="1",
        ge=0.0,
        le=2.0,
        help="Depth of a fresh small bowl against its radius; more digs deeper.",
    )
    complex_from: float = quantity(
        9e3,
        unit="m",
        gt=0.0,
        le=1e8,
        help="Radius from which floors are flat with a peak in the middle, and depth grows more slowly; less where gravity is strong.",
        ui={"scale": "log", "soft": (1e3, 1e5)},
    )
    peak: float = quantity(
        0.45, unit="1", ge=0.0, le=1.0, help="Height of central peaks against the depth of their crater."
    )
    wear: float = quantity(
        0.6,
        unit="1",
        ge=0.0,
        le=1.0,
        help="How worn the oldest craters are: 0 leaves all fresh, 1 leaves of the oldest a shallow dish.",
    )
    irregularity: float = quantity(
        0.12, unit="1", ge=0.0, le=0.5, help="How far rims stray from a circle; more makes them ragged."
    )

    verb: ClassVar[str] = "landwright.planet:craters"
    takes: ClassVar[Any] = "planet"
    seeded: ClassVar[bool] = True
    reach: ClassVar[Reach] = "point"

    @model_validator(mode="after")
    def _in_order(self) -> Craters:
        if self.smallest > self.largest:
            raise ValueError(f"smallest must be at most largest, got {self.smallest:g} and {self.largest:g} m")
        return self

    @property
    def classes(self) -> tuple[tuple[float, float], ...]:
        """Ranges of radius (m), each a factor of two or less, the largest first."""
        edges = [self.largest]
        while edges[-1] > self.smallest * 1.0000001 and len(edges) < 41:
            edges.append(max(edges[-1] / 2.0, self.smallest))
        if len(edges) == 1:
            edges.append(self.largest)
        return tuple((low, high) for high, low in itertools.pairwise(edges))
