"""Painting a globe: a color for each node, from its latitude and its elevation."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.planet._globe import Globe
from landwright.planet._kernels import paint as kernels
from landwright.planet._pieces import pieces
from landwright.planet._shape import filtered
from landwright.planet.settings import Colors
from landwright.planet.settings._colors import Gradient
from landwright.seeds import Seed

__all__ = ["BIOME", "levels", "paint", "painted", "ramp"]

BIOME = "biome_value"
"""Layer that says where a node lies among the biomes, 0 to 1."""

_STEPS = 257


def paint(globe: Globe, noun: Colors = Colors(), *, seed: Seed = 0) -> Globe:
    """Give every node a color.

    Parameters
    ----------
    globe : Globe
        Elevations; a sea is painted with the ocean's gradient.
    noun : Colors
        Belts, gradients, tints.
    seed : int or str
        How the borders of the belts are bent.

    Returns
    -------
    Globe
        The same elevations; `colors`, the `smoothness` of the sea, and the layer ``biome_value``: where each node lies among the biomes,
        0 to 1.

    See Also
    --------
    shape : What is painted.

    Notes
    -----
    Reach: whole, for the ends of the gradients are the planet's lowest and highest land. Cost: O(nodes).
    Deterministic: bit-identical on every machine, for any thread count; colors do not depend on the face that is built.

    Examples
    --------
    >>> from landwright.planet import Frame, shape
    >>> paint(shape(Globe(Frame(resolution=9)))).colors.shape
    (6, 9, 9, 3)
    """
    frame = globe.frame
    height, ends = globe.elevation.reshape(-1), (globe.low, globe.high)
    value, colors = np.empty(frame.shape, np.float32), np.empty((*frame.shape, 3), np.uint8)
    for part, points, where in pieces(frame):
        colors.reshape(-1, 3)[part], value.reshape(-1)[part] = painted(
            points, height[part], noun, globe.sea, ends, seed, where
        )
    value.flags.writeable = colors.flags.writeable = False
    return globe.replace(layers={**globe.layers, BIOME: value}, colors=colors, smoothness=noun.smoothness)


def painted(
    points: NDArray[np.float64],
    height: NDArray[np.float32],
    noun: Colors,
    sea: bool,
    ends: tuple[float, float],
    seed: Seed,
    where: Any,
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """Return colors (n, 3) and biome values (n,) at unit vectors, on a planet whose lowest and highest land are `ends`."""
    noise = np.empty(0)
    if noun.noise_strength != 0.0:
        noise = filtered(points, noun.noise, seed, where)
    land = np.stack([ramp(b.gradient, b.tint, b.tint_share) for b in noun.biomes])
    ocean = ramp(noun.ocean, "#ffffff", 0.0)[np.newaxis] if sea else np.empty((0, _STEPS, 3))
    value, colors = np.empty(len(points), np.float32), np.empty((len(points), 3), np.uint8)
    _pool.run_rows(
        kernels.painted,
        len(points),
        points,
        height,
        noise,
        np.array([biome.start for biome in noun.biomes]),
        np.array([noun.noise_offset, noun.noise_strength, noun.blend, *ends]),
        land,
        np.ascontiguousarray(ocean),
        value,
        colors,
        block=1 << 14,
    )
    return colors, value


def ramp(gradient: Gradient, tint: str, share: float) -> NDArray[np.float64]:
    """Return a gradient as sRGB levels (steps, 3) from 0 to 255, with a tint laid over."""
    at = [stop.at for stop in gradient]
    colors = np.array([levels(stop.color) for stop in gradient], np.float64)
    place = np.arange(_STEPS) / (_STEPS - 1.0)
    made = np.stack([np.interp(place, at, colors[:, channel]) for channel in range(3)], axis=-1)
    return np.ascontiguousarray(made * (1.0 - share) + np.array(levels(tint), np.float64) * share)


def levels(color: str) -> tuple[int, int, int]:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
