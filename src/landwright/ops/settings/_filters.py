"""Filters: what is done to a layer within a radius."""

from __future__ import annotations

import math
from typing import ClassVar, Literal

from landwright.settings import Reach, Stage, quantity

__all__ = ["Expand", "Median", "Sharpen", "Shrink", "Smooth", "bell_cells", "disc_cells"]


def bell_cells(radius: float, cell_size: float) -> int:
    """Return the cells on each side that a bell of standard deviation `radius` (m) reads: four radii."""
    return math.ceil(4.0 * radius / cell_size - 1e-9)


def disc_cells(radius: float, cell_size: float) -> int:
    """Return the cells on each side that a disc of `radius` (m) holds."""
    return math.floor(radius / cell_size + 1e-9)


class _Disc(Stage):
    """A stage that looks at the samples within a radius."""

    radius: float = quantity(
        10.0,
        unit="m",
        ge=0.0,
        help="More looks farther around each sample; under one cell nothing changes.",
        ui={"soft": (0, 100)},
    )

    reach: ClassVar[Reach] = "halo"

    def halo(self, cell_size: float) -> int:
        """Return the radius in whole cells."""
        return disc_cells(self.radius, cell_size)


class Smooth(Stage):
    """Smooth a layer with a bell-shaped (Gaussian) window."""

    kind: Literal["ops.smooth"] = "ops.smooth"
    radius: float = quantity(
        10.0,
        unit="m",
        ge=0.0,
        help="More removes larger bumps: the standard deviation of the bell.",
        ui={"soft": (0, 200)},
    )

    verb: ClassVar[str] = "landwright.ops:smooth"
    reach: ClassVar[Reach] = "halo"

    def halo(self, cell_size: float) -> int:
        """Return four radii in cells, where the bell is cut off."""
        return bell_cells(self.radius, cell_size)


class Sharpen(Stage):
    """Strengthen or weaken the detail that is finer than a radius."""

    kind: Literal["ops.sharpen"] = "ops.sharpen"
    radius: float = quantity(
        10.0,
        unit="m",
        ge=0.0,
        help="More counts larger bumps as detail: the standard deviation of the bell.",
        ui={"soft": (0, 200)},
    )
    amount: float = quantity(
        0.5,
        unit="1",
        ge=-1.0,
        le=10.0,
        help="More makes the detail stand out: 0 changes nothing, 1 doubles it, -1 removes it.",
    )

    verb: ClassVar[str] = "landwright.ops:sharpen"
    reach: ClassVar[Reach] = "halo"

    def halo(self, cell_size: float) -> int:
        """Return four radii in cells, where the bell is cut off."""
        return bell_cells(self.radius, cell_size)


class Median(_Disc):
    """Replace each sample by the middle value within a radius: spikes go, cliffs stay."""

    kind: Literal["ops.median"] = "ops.median"
    verb: ClassVar[str] = "landwright.ops:median"


class Expand(_Disc):
    """Replace each sample by the highest within a radius: peaks and masks grow (dilation)."""

    kind: Literal["ops.expand"] = "ops.expand"
    verb: ClassVar[str] = "landwright.ops:expand"


class Shrink(_Disc):
    """Replace each sample by the lowest within a radius: peaks and masks shrink (morphological erosion)."""

    kind: Literal["ops.shrink"] = "ops.shrink"
    verb: ClassVar[str] = "landwright.ops:shrink"
