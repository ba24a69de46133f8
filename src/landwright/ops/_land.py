"""Shaping that draws: terraces, islands, pushed ground."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from landwright import _elementary
from landwright._pool import run_rows
from landwright.grid import Grid
from landwright.noise import sample
from landwright.noise.settings import Fbm, Perlin
from landwright.ops._kernels import land as kernels
from landwright.ops._kernels import push
from landwright.ops._raster import R, data_of, like, rowwise, values_of
from landwright.ops._resample import on_grid
from landwright.ops.settings import Island, Terrace, Warp
from landwright.seeds import Seed, derive

__all__ = ["island", "terrace", "warp"]

_SILENT = np.zeros((1, 1), np.float32)
_DEGREE = 0.017453292519943295


def _waves(grid: Grid, wavelength: float, seed: int, wanted: bool, gain: float = 0.5) -> NDArray[np.float32]:
    """Return noise in [-1, 1] of the grid's shape, or (1, 1) silence."""
    if not wanted:
        return _SILENT
    return sample(Fbm(base=Perlin(wavelength=wavelength), octaves=6, gain=gain), grid, seed=seed)


def terrace(field: R, noun: Terrace = Terrace(), *, seed: Seed = 0) -> R:
    """Cut the ground into steps: level benches, steep risers.

    As layers of hard and soft rock leave it, or rice fields. A bench lies at ``first`` and at whole steps above and below;
    the ground meets it exactly there, and the risers lie halfway between.

    Parameters
    ----------
    field : Heightfield or Layer
        Ground surface (rows, cols), metres.
    noun : Terrace
        ``sharpness`` from 0 (nothing changes) to nearly 1 (stairs); ``jitter`` and ``dip`` bend and tilt the benches.
    seed : int or str
        Of the noise that bends the benches.

    Returns
    -------
    Heightfield or Layer
        Like `field`; a Mask becomes a plain Layer. No sample moves by more than half a step, higher ground stays higher
        where the benches are level.

    See Also
    --------
    curve : One shelf at a height of your own.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> hill = lw.Heightfield([[0.0, 10.0, 25.0, 40.0, 50.0]])
    >>> lw.ops.terrace(hill, lw.ops.Terrace(step=50.0, sharpness=0.5, jitter=0.0)).elevation.tolist()
    [[0.0, 4.0, 25.0, 46.0, 50.0]]
    """
    z, grid = values_of(field, noun.kind), field.grid
    noise = _waves(grid, noun.jitter_wavelength, derive(seed, noun.kind, "jitter"), noun.jitter > 0.0)
    bearing = noun.dip_bearing_degrees * _DEGREE
    east = 0.0 - noun.dip * float(_elementary.sin(bearing)) if noun.dip > 0.0 else 0.0
    north = 0.0 - noun.dip * float(_elementary.cos(bearing)) if noun.dip > 0.0 else 0.0
    shape = noun.jitter, east, north, noun.step, noun.first, 1.0 / (1.0 - noun.sharpness)
    return like(field, rowwise(kernels.terrace_rows, z, grid.x, grid.y, noise, *shape), bounded=False)


def island(field: R, noun: Island = Island(), *, seed: Seed = 0) -> R:
    """Let the land sink into the sea towards the border of the map.

    The border is sea floor everywhere. From there the floor rises into the given ground over ``falloff``, behind a coast
    that noise has cut into bays and capes. Inland nothing changes.

    Parameters
    ----------
    field : Heightfield or Layer
        Ground surface (rows, cols), metres.
    noun : Island
        ``margin`` of open sea, depth of ``coast``, width of ``falloff``, all metres.
    seed : int or str
        Of the noise that cuts the coast.

    Returns
    -------
    Heightfield or Layer
        Like `field`; a Mask becomes a plain Layer. On the border exactly ``sea_level - depth``.

    See Also
    --------
    mask_distance : What lies near the coast.

    Notes
    -----
    Reach: whole, because the border of the map is where the island ends; heights are read at the sample alone. Cost: O(cells).
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import landwright as lw
    >>> land = lw.Heightfield(np.full((5, 5), 80.0), cell_size=1000.0)
    >>> lw.ops.island(land, lw.ops.Island(depth=60.0)).elevation[2].tolist()
    [-60.0, ..., 80.0, ..., -60.0]
    """
    z, grid = values_of(field, noun.kind), field.grid
    noise = _waves(grid, noun.coast_wavelength, derive(seed, noun.kind, "coast"), noun.coast > 0.0, gain=0.53)
    lengths = np.array([noun.margin, noun.coast, noun.falloff])
    across, along = (np.arange(n, dtype=np.float64) * grid.cell_size for n in (grid.cols, grid.rows))
    ellipse = noun.form == "ellipse"
    if ellipse:
        half = 0.5 * across[-1], 0.5 * along[-1]
        shortest = min(half)
        across, along = (abs(d - h) / h if h > 0.0 else np.ones(1) for d, h in zip((across, along), half, strict=True))
        lengths = lengths / shortest if shortest > 0.0 else lengths
    else:
        across, along = np.minimum(across, across[::-1]), np.minimum(along, along[::-1])
    margin, coast, falloff = (float(length) for length in lengths)
    floor = noun.sea_level - noun.depth
    out = rowwise(kernels.island_rows, z, across, along, noise, ellipse, margin, coast, falloff, floor)
    return like(field, out, bounded=False)


def warp(field: R, noun: Warp = Warp(), *, seed: Seed = 0) -> R:
    """Push the ground aside by noise, so that straight and regular forms bend.

    Breaks the axes of diamond-square, the circles of cones and the edges of Voronoi cells. Where a sample is pushed off the
    map, the border goes on.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    noun : Warp
        ``amplitude`` is the farthest a sample moves along one axis; noise beyond -1 to 1 (cellular distances) is cut off.
    seed : int or str
        Of the noise that pushes.

    Returns
    -------
    Heightfield or Layer
        Like `field`. Data and gaps move with the ground.

    See Also
    --------
    landwright.noise.Warp : The same for a noise, before it becomes ground.

    Notes
    -----
    Reach: halo of the ``amplitude`` and 2 cells. Cost: O(cells), and twice the noise.
    Deterministic: bit-identical for any thread count and any tiling.

    References
    ----------
    .. [1] J. Olsen, "Realtime procedural terrain generation", 2004, section 2.3 (perturbation).

    Examples
    --------
    >>> import landwright as lw
    >>> level = lw.Heightfield(np.full((3, 3), 7.0))
    >>> bool((lw.ops.warp(level).elevation == 7.0).all())
    True
    """
    z, data = values_of(field, noun.kind), data_of(field)
    east, north = (np.clip(sample(noun.by, field.grid, seed=derive(seed, noun.kind, w)), -1, 1) for w in ("x", "y"))
    out, held = np.empty(z.shape, np.float32), np.empty(z.shape, np.bool_)
    run_rows(push.warp_rows, z.shape[0], z, data, east, north, noun.amplitude / field.cell_size, out, held)
    return on_grid(field, out, field.grid, held)
