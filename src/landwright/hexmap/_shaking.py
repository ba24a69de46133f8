"""The noise of a map: what it shakes its points and lifts its cells with."""

from __future__ import annotations

import functools
import threading
import weakref
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright.errors import SettingError, sentence
from landwright.grid import Grid
from landwright.hexmap._coordinates import corners
from landwright.hexmap._kernels.shake import SIDE, cell_tops, shake_points
from landwright.hexmap._map import HexMap, check_map
from landwright.noise import Fbm, Perlin, sample
from landwright.seeds import Seed, derive

__all__ = ["cell_heights", "frame_of", "noise_texture", "perturb"]

_WAVES = 12
"""Waves of the first octave in one period: bumps about as large as a cell and a half."""
_CONTRAST = np.float32(0.9)
"""Stretches the noise over most of [0, 1]; with the metrics' defaults no triangle can flip (tested)."""

_kept = (
    threading.local()
)  # the frame of the map this thread looked at last: maps are frozen, and chunks come one by one


@functools.lru_cache(maxsize=8)
def noise_texture(seed: Seed = 0) -> NDArray[np.float32]:
    """Return the picture of noise that a map's points are shaken with, one period of it.

    Two octaves of periodic Perlin noise, another stream for each channel. Channels 0 and 2 shake sideways (x and y), channel 1
    lifts cells; the shading functions read all four.

    Parameters
    ----------
    seed : int or str
        A map's noise seed.

    Returns
    -------
    (512, 512, 4) float32 array
        From 0 to 1, about 0.5 in the mean; row t, column s holds the noise at y = t / 512 and x = s / 512 of a period. Read-only.
    """
    noun = Fbm(base=Perlin(wavelength=SIDE / _WAVES), octaves=2, gain=0.5)
    grid = Grid(shape=(SIDE, SIDE), cell_size=1.0)
    made = np.empty((SIDE, SIDE, 4), np.float32)
    for channel in range(4):
        waves = sample(noun, grid, seed=derive(seed, "hexmap.noise", channel), period=(SIDE, SIDE))
        made[..., channel] = np.clip(np.float32(0.5) + _CONTRAST * waves[::-1], np.float32(0), np.float32(1))
    made.flags.writeable = False
    return made


@functools.lru_cache(maxsize=4)
def _planes(seed: Seed) -> NDArray[np.float32]:
    """Return the picture as kernels read it: what is read together lies together."""
    picture = noise_texture(seed)
    made = np.stack([picture[..., [0, 2]], picture[..., [1, 3]]]).reshape(2, -1)
    made.flags.writeable = False
    return made


def frame_of(land: HexMap) -> tuple[Any, ...]:
    """Return what every triangulation kernel reads of a map, in the order of ``_kernels.frame``.

    Parameters
    ----------
    land : HexMap
        The map.

    Returns
    -------
    tuple
        Columns, rows, whether it wraps, flat arrays of cells, sizes, corners, noise.
    """
    kept: Any = getattr(_kept, "frame", None)
    if kept is not None and kept[0]() is land:
        return kept[1]  # type: ignore[no-any-return]
    m = land.layout.metrics
    sizes = np.array(
        [
            m.outer_radius,
            m.inner_radius,
            m.solid_factor,
            m.water_factor,
            m.elevation_step,
            m.terrace_steps,
            m.cell_perturb_strength,
            m.elevation_perturb_strength,
            m.noise_scale,
            m.stream_bed_offset,
            m.water_offset,
            m.wall_height,
            m.wall_offset,
            m.wall_thickness,
            m.wall_elevation_offset,
        ]
    )
    outline = corners(m)
    cells = (land.elevation, land.water_level, land.river_in, land.river_out, land.roads, land.walled)
    made = (
        land.columns,
        land.rows,
        int(land.layout.wrap),
        *(_pool.thaw(array).reshape(-1) for array in cells),
        sizes,
        np.concatenate([outline, outline[:1]]),
        _pool.thaw(_planes(land.seeds[1])),
    )
    _kept.frame = weakref.ref(land), made
    return made


def perturb(land: HexMap, points: ArrayLike) -> NDArray[np.float64]:
    """Return where the noise of a map moves points; heights stay.

    Parameters
    ----------
    land : HexMap
        Its origin, noise seed and metrics count; on a map that wraps, both ends of a row are moved alike.
    points : (n, 2) or (n, 3) array
        x, y and perhaps z (m).

    Returns
    -------
    float64 array of the same shape
        Moved points.

    Notes
    -----
    Reach: point.
    Cost: O(points).
    Deterministic: bit-identical for any thread count and on every machine.

    Examples
    --------
    >>> moved = perturb(HexMap.empty(4, 3), [[0.0, 0.0, 7.0]])
    >>> moved.shape, float(moved[0, 2])
    ((1, 3), 7.0)
    """
    check_map("hexmap.perturb", land)
    try:
        given = np.array(points, np.float64)
    except (TypeError, ValueError):
        raise SettingError("hexmap.perturb: points must be numbers, rows of (x, y) or (x, y, z).") from None
    if given.ndim != 2 or given.shape[1] not in (2, 3):
        raise SettingError(sentence("hexmap.perturb: points", "must have the shape (n, 2) or (n, 3)", given.shape))
    if not np.isfinite(given).all():
        raise SettingError("hexmap.perturb: points must be finite.")
    origin = np.array(land.layout.origin)
    flat = np.ascontiguousarray(given[:, :2] - origin)
    moved = np.empty_like(flat)
    _pool.run_rows(shake_points, len(flat), flat, *frame_of(land), moved, block=1 << 14)
    given[:, :2] = moved + origin
    return given


def cell_heights(land: HexMap) -> NDArray[np.float64]:
    """Return the heights of the tops of all cells: their elevation, lifted a little by the noise.

    Parameters
    ----------
    land : HexMap
        The map.

    Returns
    -------
    (rows, columns) float64 array
        Metres.

    Notes
    -----
    Reach: point.
    Cost: O(cells).
    Deterministic: bit-identical for any thread count and on every machine.

    Examples
    --------
    >>> cell_heights(HexMap.empty(4, 3)).shape
    (3, 4)
    """
    check_map("hexmap.cell_heights", land)
    tops = np.empty(land.shape)
    _pool.run_rows(cell_tops, land.rows, *frame_of(land), tops)
    return tops
