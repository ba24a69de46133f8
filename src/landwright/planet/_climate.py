"""Climate on a globe: distance to the sea over the welded nodes, then temperature, moisture and biome of each."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.planet._globe import Globe
from landwright.planet._kernels import climate as kernels
from landwright.planet._pieces import face_points, pieces
from landwright.planet._shape import filtered
from landwright.planet._sphere import AXES, edge_pairs
from landwright.planet.settings import Climate, Mapping, Simple
from landwright.seeds import Seed, derive

__all__ = ["AXES_F8", "climate", "climate_of", "sea_distance"]

AXES_F8 = AXES.astype(np.float64)
_WARM = Simple(frequency=2.6, octaves=6, gain=0.5, floor=0.98, strength=2.2, center=(4.4, -1.2, 7.7))
_WET = Simple(frequency=2.1, octaves=7, gain=0.55, floor=1.09, strength=2.2, center=(-3.1, 9.3, 0.6))
_NOWHERE = 1e30
_TOGETHER = 2


def climate(globe: Globe, noun: Climate = Climate(), *, seed: Seed = 0) -> Globe:
    """Say how warm and how wet every place of a planet is, and which biome grows there.

    Parameters
    ----------
    globe : Globe
        Elevations; where there is a sea, it is what lies below zero, and moisture comes from it.
    noun : Climate
        Temperatures at the equator and the poles, moisture.
    seed : int or str
        How the borders of belts are frayed.

    Returns
    -------
    Globe
        The same elevations and colors; layers ``temperature`` (degC), ``moisture`` (0 to 1) and ``biome``, a number of ``CLIMATE_BIOMES``.

    See Also
    --------
    climate_paint : Colors from these layers.

    Notes
    -----
    Reach: whole, for the sea may be far. Cost: O(nodes), about 0.4 microseconds each on one core.
    Deterministic: bit-identical on every machine, for any thread count.

    References
    ----------
    .. [1] R. H. Whittaker, "Communities and Ecosystems", 2nd edition, Macmillan 1975, chapter 4: biomes by temperature and moisture.

    Examples
    --------
    >>> from landwright.planet import Frame
    >>> made = climate(Globe(Frame(radius=6371e3, resolution=9)))
    >>> float(made.layers["temperature"].min()) < -15.0 < 20.0 < float(made.layers["temperature"].max())
    True
    """
    frame = globe.frame
    height, far = globe.elevation.reshape(-1), sea_distance(globe).reshape(-1)
    layers = {name: np.empty(frame.shape, np.float32) for name in ("temperature", "moisture", "biome")}
    for part, points, where in pieces(frame):
        made = climate_of(points, height[part], far[part], globe, noun, seed, where)
        for column, values in enumerate(layers.values()):
            values.reshape(-1)[part] = made[:, column]
    for values in layers.values():
        values.flags.writeable = False
    return globe.replace(layers={**globe.layers, **layers})


def climate_of(
    points: NDArray[np.float64],
    height: NDArray[np.float32],
    far: NDArray[np.float64],
    ground: Globe,
    noun: Climate,
    seed: Seed,
    where: Any,
) -> NDArray[np.float32]:
    """Return temperature, moisture and biome (n, 3) of unit vectors that lie `far` (m) from the sea, on a planet like `ground`."""
    own = derive(seed, "planet.climate")
    out = np.empty((len(points), 3), np.float32)
    form = np.array([
        noun.equator, noun.poles, noun.lapse, noun.variety, noun.moisture, noun.inland, noun.shadow
    ])  # fmt: skip
    _pool.run_rows(
        kernels.climates,
        len(points),
        points,
        height,
        far,
        filtered(points, _WARM, own, where),
        filtered(points, _WET, own, where),
        ground.elevation,
        AXES_F8,
        even(ground.frame.mapping),
        ground.sea,
        form,
        out,
        block=1 << 13,
    )
    return out


def even(mapping: Mapping) -> int:
    """Return how kernels are told of a mapping."""
    return 1 if mapping == "even" else 0


def sea_distance(globe: Globe) -> NDArray[np.float64]:
    """Return how far each node is from the sea (6, n, n), in metres along nodes; 1e30 where there is none."""
    frame = globe.frame
    far = np.full(frame.shape, _NOWHERE)
    if not globe.sea:
        return far
    far[globe.elevation < 0.0] = 0.0
    if not bool((far == 0.0).any()):
        return far
    again, once = edge_pairs(frame.resolution)
    flat = far.reshape(-1)
    while True:
        for first in range(0, 6, _TOGETHER):  # few faces at a time, for their points take much more than the distances
            faces = slice(first, first + _TOGETHER)
            _pool.run_rows(kernels.spread, _TOGETHER, face_points(frame, faces), frame.radius, far[faces], block=1)
        before = flat[again], flat[once]
        np.minimum.at(flat, once, flat[again])
        flat[again] = flat[once]
        if np.array_equal(before[0], flat[again]) and np.array_equal(before[1], flat[once]):
            return far
