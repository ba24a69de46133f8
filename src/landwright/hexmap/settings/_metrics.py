"""Metrics: every length and threshold of a hex map's geometry, in one frozen noun."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from landwright.settings import Settings, quantity

__all__ = ["Metrics"]

_Share = Annotated[float, Field(ge=0.0, le=1.0)]
_Shares = tuple[_Share, _Share, _Share]


class Metrics(Settings):
    """How large a cell is, how far it is shaken, how high its walls stand: the constants that geometry is made from.

    The defaults give cells of 17 m across with steps of 3 m. Heights given in *levels* are multiples of `elevation_step`.
    """

    outer_radius: float = quantity(
        10.0, unit="m", gt=0.0, le=1e6, help="Distance from a cell's center to its corners; more makes larger cells."
    )
    solid_factor: float = quantity(
        0.8, unit="1", gt=0.0, lt=1.0, help="Share of a cell that is its own level top; more makes steeper slopes."
    )
    water_factor: float = quantity(
        0.6, unit="1", gt=0.0, lt=1.0, help="Share of a water cell that is open water; more makes narrower shores."
    )
    elevation_step: float = quantity(
        3.0, unit="m", gt=0.0, le=1e6, help="Height of one level; more makes higher cliffs."
    )
    terraces_per_slope: int = quantity(
        2, unit="count", ge=0, le=32, help="Level steps between two cells one level apart; 0 makes plain slopes."
    )
    cell_perturb_strength: float = quantity(
        4.0, unit="m", ge=0.0, le=1e6, help="How far points are shaken sideways; more makes less regular cells."
    )
    elevation_perturb_strength: float = quantity(
        1.5,
        unit="m",
        ge=0.0,
        le=1e6,
        help="How far cells are raised or lowered at random; more makes less even plains.",
    )
    noise_scale: float = quantity(
        0.003, unit="1/m", gt=0.0, le=1e3, help="Periods of the shaking noise per metre; more makes finer shaking."
    )
    chunk_size: int = quantity(
        5, unit="count", ge=1, le=256, help="Cells a side of a chunk; an edit rebuilds whole chunks."
    )
    stream_bed_offset: float = quantity(
        -1.75, unit="1", lt=0.0, ge=-100.0, help="Levels from a cell's top down to the bed of its river."
    )
    water_offset: float = quantity(
        -0.5,
        unit="1",
        lt=0.0,
        ge=-100.0,
        help="Levels from the nominal water level to the surface of water and rivers.",
    )
    hash_scale: float = quantity(
        0.25, unit="1/m", gt=0.0, le=1e3, help="Feature dice per metre: two features closer than 1 / this share theirs."
    )
    feature_thresholds: tuple[_Shares, _Shares, _Shares] = quantity(
        ((0.0, 0.0, 0.4), (0.0, 0.4, 0.6), (0.4, 0.6, 0.8)),
        unit="1",
        help="For levels 1 to 3, the dice below which a high, a medium or a low density feature stands.",
    )
    wall_height: float = quantity(4.0, unit="m", gt=0.0, le=1e6, help="Height of walls, foot to top.")
    wall_offset: float = quantity(
        -1.0, unit="m", le=0.0, ge=-1e6, help="How far the foot of a wall is sunk into the ground."
    )
    wall_thickness: float = quantity(0.75, unit="m", gt=0.0, le=1e6, help="Thickness of walls.")
    wall_elevation_offset: float = quantity(
        1.0 / 3.0,
        unit="1",
        ge=0.0,
        le=1.0,
        help="Where on a slope a wall stands: 0 at the low side, 1 at the high side.",
    )
    tower_threshold: float = quantity(0.5, unit="1", ge=0.0, le=1.0, help="Share of wall corners that carry a tower.")
    bridge_length: float = quantity(7.0, unit="m", gt=0.0, le=1e6, help="Length the bridge model is designed for.")
    maximum_road_slope: int = quantity(
        1, unit="count", ge=0, le=1000, help="Most levels between two cells that a road may climb."
    )

    @model_validator(mode="after")
    def _ordered(self) -> Metrics:
        for level, shares in enumerate(self.feature_thresholds, 1):
            if list(shares) != sorted(shares):
                raise ValueError(f"feature_thresholds of level {level} must rise from high to low, got {shares}")
        if self.stream_bed_offset >= self.water_offset:
            raise ValueError("stream_bed_offset must be below water_offset, or rivers would lie on dry beds")
        return self

    @property
    def inner_radius(self) -> float:
        """Distance from a cell's center to its edges (m): half the distance of two neighbours' centers."""
        return self.outer_radius * 0.8660254037844386

    @property
    def terrace_steps(self) -> int:
        """Strips of a terraced slope."""
        return 2 * self.terraces_per_slope + 1
