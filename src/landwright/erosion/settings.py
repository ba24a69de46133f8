"""Nouns of ``erosion``."""

from __future__ import annotations

import math
from typing import ClassVar, Literal

from landwright.settings import Reach, Stage, quantity

__all__ = ["Gullies"]


class Gullies(Stage):
    """Cut gullies that run down the slope and branch, at several scales, in one local pass.

    A filter, not a simulation: it looks at the ground within a short distance, takes no time to speak of, and tiles
    exactly. It gives noise the valleys and spurs that real land has; water does not run through them as it does after
    ``hydrology`` and stream-power erosion.
    """

    kind: Literal["erosion.gullies"] = "erosion.gullies"
    wavelength: float = quantity(
        600.0,
        unit="m",
        gt=0.0,
        le=1e9,
        help="Distance between the largest gullies; more makes broader valleys and spurs.",
        ui={"scale": "log", "soft": (50.0, 4000.0)},
    )
    depth: float = quantity(
        0.5,
        unit="1",
        ge=0.0,
        le=4.0,
        help="Depth of a gully against its width and the slope it lies on; more cuts deeper.",
        ui={"soft": (0.0, 1.5)},
    )
    octaves: int = quantity(
        5, unit="count", ge=1, le=12, help="How many scales of gullies; each further one is finer and branches off."
    )
    lacunarity: float = quantity(
        2.0, unit="1", ge=1.2, le=4.0, help="How much finer each scale is than the one before."
    )
    gain: float = quantity(
        0.5,
        unit="1",
        gt=0.0,
        le=1.0,
        help="Amplitude of each scale against the one before; more makes the ground rougher.",
        aliases=("persistence",),
    )
    branching: float = quantity(
        1.0,
        unit="1",
        ge=0.0,
        le=2.0,
        help="How strongly finer gullies turn into coarser ones; 0 makes all run straight down the slope.",
    )
    full_slope: float = quantity(
        0.35,
        unit="1",
        gt=0.0,
        le=5.0,
        help="Slope (rise over run) from which gullies are fully grown; gentler ground keeps its plains.",
    )
    ridge_rounding: float = quantity(
        0.4, unit="1", ge=0.0, le=1.0, help="How round the spurs are; 0 is a knife edge, 1 a soft back."
    )
    smoothing: float = quantity(
        0.2,
        unit="1",
        ge=0.05,
        le=1.0,
        help="How far, in wavelengths, the ground is looked at to find downhill; more makes gullies straighter.",
    )

    verb: ClassVar[str] = "landwright.erosion:gullies"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "field"
    seeded: ClassVar[bool] = True
    reach: ClassVar[Reach] = "halo"

    def sigmas(self, cell_size: float) -> tuple[float, float]:
        """Return the standard deviations (cells) of the smoothing that finds downhill and of the one that finds steepness."""
        near = max(self.smoothing * self.wavelength / cell_size, 0.75)
        return near, max(0.5 * self.wavelength / cell_size, 0.75)

    def halo(self, cell_size: float) -> int:
        """Return how many cells beyond a tile the result depends on, at this cell size (m)."""
        return sum(math.ceil(4.0 * sigma) + 1 for sigma in self.sigmas(cell_size)) + 1
