"""Checkup: from where on something counts as wrong."""

from __future__ import annotations

from typing import Literal

from landwright.settings import Settings, quantity

__all__ = ["Checkup"]


class Checkup(Settings):
    """How strict an examination is."""

    kind: Literal["doctor.checkup"] = "doctor.checkup"
    min_levels: int = quantity(
        256,
        unit="count",
        ge=2,
        le=65536,
        help="Ground with no more heights than this, evenly spaced, counts as terraced; more finds finer terraces.",
    )
    swapped_ratio: float = quantity(
        4.0,
        unit="1",
        gt=1.0,
        le=1000.0,
        help="How many times smoother the ground must become with its bytes swapped to say that they are; more says so less often.",
    )
    seam_ratio: float = quantity(
        4.0,
        unit="1",
        gt=1.0,
        le=1000.0,
        help="How many times rougher than the rows or columns beside it one must be to count as a seam; more finds only the worst.",
    )
    spike_slope: float = quantity(
        4.0,
        unit="1",
        gt=0.0,
        le=1000.0,
        help="How steeply a sample must stand over or under all those around it to count as a spike; more leaves more alone.",
    )
    steep_slope: float = quantity(
        0.8,
        unit="1",
        gt=0.0,
        le=1000.0,
        help="Ground of which half is steeper than this is taken for exaggerated or for feet; more believes more.",
    )
    pit_depth: float = quantity(
        0.0, unit="m", ge=0.0, le=12000.0, help="Depressions that are deeper than this are counted; more counts fewer."
    )
    rise: float = quantity(
        0.01,
        unit="m",
        ge=0.0,
        le=1000.0,
        help="How much a river may climb along its way before it counts as running uphill; more allows more.",
    )
    level_tolerance: float = quantity(
        0.05, unit="m", ge=0.0, le=1000.0, help="How far a lake's surface may lie from level; more allows more."
    )
    max_grade: float = quantity(
        0.12, unit="1", gt=0.0, le=10.0, help="Steepest grade that a road may have; more allows steeper ones."
    )
    road_tolerance: float = quantity(
        0.05, unit="m", ge=0.0, le=100.0, help="How far the ground may rise over a road's surface; more allows more."
    )
    road_gap: float = quantity(
        2.5,
        unit="m",
        ge=0.0,
        le=1000.0,
        help="How far the ground may lie below a road that is no bridge before the road hangs in the air; more allows more.",
    )
