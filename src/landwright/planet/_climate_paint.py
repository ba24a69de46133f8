"""Painting a globe by its climate: vegetation, bare heights, snow, sea and ice."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import FieldError, nearest
from landwright.planet._globe import Globe
from landwright.planet._kernels import climate_paint as kernels
from landwright.planet._paint import BIOME, levels, ramp
from landwright.planet._pieces import pieces
from landwright.planet._shape import filtered
from landwright.planet.settings import CLIMATE_BIOMES, ClimateColors, Simple
from landwright.seeds import Seed, derive

__all__ = ["climate_paint", "colored"]

_COARSE = Simple(frequency=7.0, octaves=5, gain=0.55, floor=1.05, strength=2.4, center=(6.2, -4.1, 3.3))
_FINE = Simple(frequency=31.0, octaves=5, gain=0.6, floor=1.15, strength=2.2, center=(-9.4, 1.8, 2.5))


def climate_paint(globe: Globe, noun: ClimateColors = ClimateColors(), *, seed: Seed = 0) -> Globe:
    """Give every node a color that follows from its climate.

    Parameters
    ----------
    globe : Globe
        Elevations and the layers of :func:`climate`.
    noun : ClimateColors
        Belts, sea, rock, snow and ice.
    seed : int or str
        The small changes from place to place.

    Returns
    -------
    Globe
        The same elevations and layers; `colors`, the `smoothness` of the sea, and the layer ``biome_value``: the biome's number against the
        last one's, 0 to 1.

    Raises
    ------
    FieldError
        If the globe has no climate.

    See Also
    --------
    climate : What is painted.
    paint : Colors by latitude and elevation alone.

    Notes
    -----
    Reach: point. Cost: O(nodes), about 0.2 microseconds each on one core.
    Deterministic: bit-identical on every machine, for any thread count.

    Examples
    --------
    >>> from landwright.planet import Frame, climate, continents
    >>> earth = climate(continents(Globe(Frame(radius=6371e3, resolution=9))))
    >>> climate_paint(earth).colors.shape
    (6, 9, 9, 3)
    """
    for name in ("temperature", "moisture", "biome"):
        if name not in globe.layers:
            close = nearest(name, sorted(globe.layers))
            hint = f" Did you mean {close!r}?" if close else ""
            raise FieldError(f"planet.climate_colors needs the layer {name!r}; run planet.climate before.{hint}")
    frame = globe.frame
    height, warm, wet = (
        values.reshape(-1) for values in (globe.elevation, globe.layers["temperature"], globe.layers["moisture"])
    )
    colors = np.empty((*frame.shape, 3), np.uint8)
    for part, points, where in pieces(frame):
        made = colored(points, height[part], warm[part], wet[part], globe.sea, noun, seed, where)
        colors.reshape(-1, 3)[part] = made
    value = globe.layers["biome"] / np.float32(len(CLIMATE_BIOMES) - 1)
    value.flags.writeable = colors.flags.writeable = False
    return globe.replace(layers={**globe.layers, BIOME: value}, colors=colors, smoothness=noun.smoothness)


def colored(
    points: NDArray[np.float64],
    height: NDArray[np.float32],
    temperature: NDArray[np.float32],
    moisture: NDArray[np.float32],
    sea: bool,
    noun: ClimateColors,
    seed: Seed,
    where: Any,
) -> NDArray[np.uint8]:
    """Return colors (n, 3) at unit vectors."""
    own = derive(seed, "planet.climate_colors")
    land = np.stack([ramp(belt.gradient, "#ffffff", 0.0) for belt in noun.belts])
    ocean = ramp(noun.ocean, "#ffffff", 0.0)[np.newaxis] if sea else np.empty((0, land.shape[1], 3))
    out = np.empty((len(points), 3), np.uint8)
    none = np.zeros(len(points)) if noun.variety == 0.0 else None
    _pool.run_rows(
        kernels.climate_colors,
        len(points),
        height,
        temperature,
        moisture,
        filtered(points, _COARSE, own, where) if none is None else none,
        filtered(points, _FINE, own, where) if none is None else none,
        np.array([belt.temperature for belt in noun.belts]),
        land,
        np.ascontiguousarray(ocean),
        np.array([levels(noun.rock), levels(noun.snow)], np.float64),
        np.array([noun.ocean_depth, noun.rock_from, noun.snow_below, noun.ice_below, noun.variety]),
        out,
        block=1 << 14,
    )
    return out
