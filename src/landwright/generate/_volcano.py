"""A stratovolcano."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from landwright import _pool, seeds
from landwright._hash import seed_words
from landwright.field import Heightfield
from landwright.generate._frame import bearing, finish, make_room, uniform
from landwright.generate._kernels import cone as kernels
from landwright.generate.settings import Volcano
from landwright.grid import Grid

__all__ = ["volcano"]


def volcano(grid: Grid, noun: Volcano = Volcano(), *, seed: seeds.Seed = 0) -> Heightfield:
    """Raise a stratovolcano from a plain.

    Flanks fall concavely from the rim, cut by gullies that multiply as the cone widens; the crater's rim may be broken on one
    side; cinder cones stand on the flanks.

    Parameters
    ----------
    grid : Grid
        Where the samples lie; it may hold any part of the volcano, or none.
    noun : Volcano
        Place and size (m), crater, breach, gullies and side cones.
    seed : int or str
        Names the volcano.

    Returns
    -------
    Heightfield
        Elevation (rows, cols), metres; ``base_elevation`` on the plain around, about ``base_elevation + height`` on the rim.

    See Also
    --------
    dunes : Another single landform.

    Notes
    -----
    Reach: whole; with a given center a point. Cost: O(samples), about half a microsecond each.
    Deterministic: bit-identical on every machine and for any thread count, and with a given center for any tiling.

    References
    ----------
    .. [1] D. Karatson et al., "The regular shape of stratovolcanoes: a DEM-based morphometrical approach", Journal of
       Volcanology and Geothermal Research 193, 2010, for the concave profile.

    Examples
    --------
    >>> grid = Grid(shape=(65, 65), cell_size=250.0)
    >>> field = volcano(grid, Volcano(height=1800.0), seed=7)
    >>> bool(field.elevation.max() > 1400.0), float(field.elevation[0, 0])
    (True, 0.0)
    """
    make_room("generate.volcano", grid.shape, 6)
    stream = seeds.derive(seed, "generate.volcano")
    words = np.array([word for index in range(5) for word in seed_words(stream, index)], np.uint32)
    west, top = grid.north_west
    middle = (west + 0.5 * grid.extent[0], top - 0.5 * grid.extent[1])
    x, y = noun.center if noun.center is not None else middle
    east, north = bearing(noun.breach_degrees)
    numbers = np.array(
        [
            x,
            y,
            noun.radius,
            noun.height,
            noun.concavity,
            noun.crater_radius,
            noun.crater_depth,
            noun.breach,
            east,
            north,
            noun.gully_depth,
            noun.gully_spacing,
            noun.base_elevation,
        ]
    )
    out = np.empty(grid.shape, np.float32)
    cones = _cones(noun, x, y, seeds.derive(stream, "cones"))
    _pool.run_rows(kernels.volcano, grid.rows, grid.x, grid.y, numbers, cones, words, out)
    return finish(out, grid)


def _cones(noun: Volcano, x: float, y: float, stream: int) -> NDArray[np.float64]:
    """Return x, y, radius and height (m) of the side cones."""
    made = np.empty((noun.cones, 4), np.float64)
    for index in range(noun.cones):
        place = seeds.derive(stream, index)
        east, north = bearing(360.0 * uniform(place, 0))
        away = noun.radius * (0.32 + 0.5 * uniform(place, 1))
        size = noun.radius * (0.025 + 0.03 * uniform(place, 2) ** 2)
        made[index] = x + east * away, y + north * away, size, size * (0.38 + 0.17 * uniform(place, 3))
    return made
