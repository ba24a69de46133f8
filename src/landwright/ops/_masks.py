"""Masks: where something holds, as a layer of 0 to 1."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from landwright.field import Mask
from landwright.grid import Grid
from landwright.noise import sample
from landwright.ops._derivatives import aspect, curvature, slope, slope_degrees
from landwright.ops._kernels import shape as kernels
from landwright.ops._raster import Raster, data_of, rowwise, values_of
from landwright.ops.settings import (
    Aspect,
    Curvature,
    MaskAspect,
    MaskCurvature,
    MaskHeight,
    MaskNoise,
    MaskRange,
    MaskSlope,
    Slope,
    SlopeDegrees,
)
from landwright.seeds import Seed, derive

__all__ = ["band", "mask_aspect", "mask_curvature", "mask_height", "mask_noise", "mask_of", "mask_range", "mask_slope"]


def band(
    values: NDArray[np.float32], low: float | None, high: float | None, soft: float, invert: bool = False
) -> NDArray[np.float32]:
    """Return 1 from `low` to `high` with ramps of width `soft` centred on both; None is no limit."""
    lower, upper = -math.inf if low is None else low, math.inf if high is None else high
    return rowwise(kernels.band_rows, values, lower, upper, soft, invert)


def mask_of(field: Raster, weights: NDArray[np.float32]) -> Mask:
    """Return weights as a Mask on the grid of `field`; 0 where it has no data."""
    data = data_of(field)
    return Mask(weights if data.shape != weights.shape else weights * data, grid=field.grid)


def mask_height(field: Raster, noun: MaskHeight = MaskHeight()) -> Mask:
    """Mark the ground between two heights.

    Parameters
    ----------
    field : Heightfield or Layer
        Ground surface (rows, cols), metres.
    noun : MaskHeight
        ``low`` counts in, ``high`` counts out; the mask passes one half at each when ``soft`` is not 0.

    Returns
    -------
    Mask
        0 to 1; 0 where there is no data.

    See Also
    --------
    mask_range : The same for a layer of any unit.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.mask_height(lw.Heightfield([[0.0, 10.0, 20.0]]), lw.ops.MaskHeight(low=10.0, soft=20.0)).values.tolist()
    [[0.0, 0.5, 1.0]]
    """
    return mask_of(field, band(values_of(field, noun.kind), noun.low, noun.high, noun.soft, noun.invert))


def mask_range(field: Raster, noun: MaskRange = MaskRange()) -> Mask:
    """Mark where a layer lies between two values of its own unit.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    noun : MaskRange
        ``low`` counts in, ``high`` counts out; the mask passes one half at each when ``soft`` is not 0.

    Returns
    -------
    Mask
        0 to 1; 0 where there is no data.

    See Also
    --------
    mask_height : The same for the ground, metres.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.mask_range(lw.Layer([[0.2, 0.4, 0.6]], unit="1"), lw.ops.MaskRange(low=0.3, high=0.5)).values.tolist()
    [[0.0, 1.0, 0.0]]
    """
    return mask_of(field, band(values_of(field, noun.kind), noun.low, noun.high, noun.soft, noun.invert))


def mask_slope(field: Raster, noun: MaskSlope = MaskSlope()) -> Mask:
    """Mark the ground between two steepnesses.

    Parameters
    ----------
    field : Heightfield or Layer
        Ground surface (rows, cols), metres.
    noun : MaskSlope
        Limits in degrees; ``radius`` smooths the ground first, so that the mask follows slopes and not single samples.

    Returns
    -------
    Mask
        0 to 1; 0 where there is no data.

    See Also
    --------
    slope_degrees : What is compared.

    Notes
    -----
    Reach: halo of 1 cell, and of 4 ``radius`` when it is not 0. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.mask_slope(lw.Heightfield([[0.0, 0.0, 10.0, 20.0]], cell_size=10.0), lw.ops.MaskSlope(low_degrees=30.0)).values.tolist()
    [[0.0, 0.0, 1.0, 1.0]]
    """
    steep = slope_degrees(field, SlopeDegrees(radius=noun.radius)).values
    return mask_of(field, band(steep, noun.low_degrees, noun.high_degrees, noun.soft_degrees, noun.invert))


def mask_aspect(field: Raster, noun: MaskAspect = MaskAspect()) -> Mask:
    """Mark the ground that faces one way.

    Parameters
    ----------
    field : Heightfield or Layer
        Ground surface (rows, cols), metres.
    noun : MaskAspect
        ``bearing_degrees`` is the middle of the range and ``width_degrees`` its whole width. Gentle ground faces nowhere:
        the mask rises from 0 at ``min_slope`` to 1 at twice that slope.

    Returns
    -------
    Mask
        0 to 1; 0 where there is no data.

    See Also
    --------
    aspect : What is compared.

    Notes
    -----
    Reach: halo of 1 cell, and of 4 ``radius`` when it is not 0. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> west = lw.Heightfield([[0.0, 5.0, 10.0]], cell_size=10.0)
    >>> float(lw.ops.mask_aspect(west, lw.ops.MaskAspect(bearing_degrees=270.0)).values[0, 1])
    1.0
    """
    facing = aspect(field, Aspect(radius=noun.radius)).values
    steep = slope(field, Slope(radius=noun.radius)).values
    weights = rowwise(
        kernels.bearing_rows,
        facing,
        steep,
        noun.bearing_degrees,
        0.5 * noun.width_degrees,
        noun.soft_degrees,
        noun.min_slope,
        noun.invert,
    )
    return mask_of(field, weights)


def mask_curvature(field: Raster, noun: MaskCurvature = MaskCurvature()) -> Mask:
    """Mark ridges and humps, or valleys and hollows.

    Parameters
    ----------
    field : Heightfield or Layer
        Ground surface (rows, cols), metres.
    noun : MaskCurvature
        Positive curvature is a hump. Hollows: ``low=None, high=0.0``. Rough ground wants a ``radius`` of several cells.

    Returns
    -------
    Mask
        0 to 1; 0 where there is no data.

    See Also
    --------
    curvature : What is compared.

    Notes
    -----
    Reach: halo of 2 cells, and of 4 ``radius`` when it is not 0. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> hump = lw.Heightfield([[0.0, 1.0, 0.0], [1.0, 2.0, 1.0], [0.0, 1.0, 0.0]])
    >>> float(lw.ops.mask_curvature(hump, lw.ops.MaskCurvature(low=0.1)).values[1, 1])
    1.0
    """
    bend = curvature(field, Curvature(form=noun.form, radius=noun.radius)).values
    return mask_of(field, band(bend, noun.low, noun.high, noun.soft, noun.invert))


def mask_noise(grid: Grid, noun: MaskNoise = MaskNoise(), *, seed: Seed = 0) -> Mask:
    """Mark patches of noise.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    noun : MaskNoise
        Patches where the noise is over ``low`` (and below ``high``); about half of the map with the default.
    seed : int or str
        Of the noise.

    Returns
    -------
    Mask
        0 to 1.

    See Also
    --------
    landwright.noise.sample : The values that are compared.

    Notes
    -----
    Reach: point. Cost: O(cells x octaves).
    Deterministic: bit-identical on every machine, for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> patches = lw.ops.mask_noise(lw.Grid(shape=(64, 64), cell_size=20.0), seed=7)
    >>> bool(0.2 < patches.values.mean() < 0.8)
    True
    """
    values = sample(noun.noise, grid, seed=derive(seed, noun.kind))
    return Mask(band(values, noun.low, noun.high, noun.soft, noun.invert), grid=grid)
