"""Slope, aspect, normals and curvature of the ground."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from landwright._pool import run_rows
from landwright.field import Layer
from landwright.ops._filters import bell_smoothed
from landwright.ops._kernels import derive as kernels
from landwright.ops._raster import Raster, data_of, rowwise, values_of
from landwright.ops.settings import Aspect, Curvature, Slope, SlopeDegrees

__all__ = ["aspect", "curvature", "normals", "slope", "slope_degrees"]

_FORMS = {"mean": 0, "profile": 1, "plan": 2, "tangential": 3}


def _ground(field: Raster, radius: float, where: str) -> NDArray[np.float32]:
    return bell_smoothed(values_of(field, where), data_of(field), radius / field.cell_size, where)


def slope(field: Raster, noun: Slope = Slope()) -> Layer:
    """Measure how steep the ground is, rise over run.

    Horn's differences over the 3 x 3 neighbours. At the border of the map, or beside samples without data, differences
    per axis take their place: central where both neighbours exist, one-sided where one does. All are exact on planes.

    Parameters
    ----------
    field : Heightfield or Layer
        Ground surface (rows, cols), metres.
    noun : Slope
        ``radius`` smooths the ground first.

    Returns
    -------
    Layer
        Ratio; 0 is flat, 1 is 45 degrees.

    See Also
    --------
    slope_degrees : The same as an angle.

    Notes
    -----
    Reach: halo of 1 cell, and of 4 ``radius`` when it is not 0. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    References
    ----------
    .. [1] B. K. P. Horn, "Hill shading and the reflectance map", Proceedings of the IEEE 69, 1981.

    Examples
    --------
    >>> import landwright as lw
    >>> float(lw.ops.slope(lw.Heightfield([[0.0, 5.0, 10.0]], cell_size=10.0)).values[0, 1])
    0.5
    """
    z = _ground(field, noun.radius, noun.kind)
    return Layer(rowwise(kernels.slope_rows, z, data_of(field), field.cell_size, False), grid=field.grid)


def slope_degrees(field: Raster, noun: SlopeDegrees = SlopeDegrees()) -> Layer:
    """Measure how steep the ground is, as an angle.

    Parameters
    ----------
    field : Heightfield or Layer
        Ground surface (rows, cols), metres.
    noun : SlopeDegrees
        ``radius`` smooths the ground first.

    Returns
    -------
    Layer
        Degrees from 0 (flat) to 90 (a wall).

    See Also
    --------
    slope : The same as rise over run, and how it is measured.

    Notes
    -----
    Reach: halo of 1 cell, and of 4 ``radius`` when it is not 0. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> float(lw.ops.slope_degrees(lw.Heightfield([[0.0, 10.0, 20.0]], cell_size=10.0)).values[0, 1])
    45.0
    """
    z = _ground(field, noun.radius, noun.kind)
    values = rowwise(kernels.slope_rows, z, data_of(field), field.cell_size, True)
    return Layer(values, grid=field.grid, unit="degrees")


def aspect(field: Raster, noun: Aspect = Aspect()) -> Layer:
    """Measure where the ground faces: the bearing of its downhill direction.

    Parameters
    ----------
    field : Heightfield or Layer
        Ground surface (rows, cols), metres.
    noun : Aspect
        ``radius`` smooths the ground first.

    Returns
    -------
    Layer
        Degrees clockwise from north, 0 <= aspect < 360. Level ground faces nowhere and gives 0; ask :func:`slope` where
        that matters, as ``mask_aspect`` does.

    See Also
    --------
    mask_aspect : Ground that faces one way.

    Notes
    -----
    Reach: halo of 1 cell, and of 4 ``radius`` when it is not 0. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> float(lw.ops.aspect(lw.Heightfield([[0.0, 5.0, 10.0]], cell_size=10.0)).values[0, 1])
    270.0
    """
    z = _ground(field, noun.radius, noun.kind)
    values = rowwise(kernels.aspect_rows, z, data_of(field), field.cell_size)
    return Layer(values, grid=field.grid, unit="degrees")


def normals(field: Raster, *, radius: float = 0.0) -> NDArray[np.float32]:
    """Return the unit normals of the ground.

    Parameters
    ----------
    field : Heightfield or Layer
        Ground surface (rows, cols), metres.
    radius : float
        Smooth the ground over this radius first (m).

    Returns
    -------
    (rows, cols, 3) float32 array
        X east, Y north, Z up; length 1. The slope of each is that of :func:`slope`.

    See Also
    --------
    slope : How the differences are taken.

    Notes
    -----
    Reach: halo of 1 cell, and of 4 `radius` when it is not 0. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.normals(lw.Heightfield([[7.0, 7.0], [7.0, 7.0]]))[0, 0].tolist()
    [0.0, 0.0, 1.0]
    """
    noun = Slope(radius=radius)
    z = _ground(field, noun.radius, "ops.normals")
    out = np.empty((*z.shape, 3), np.float32)
    run_rows(kernels.normal_rows, z.shape[0], z, data_of(field), field.cell_size, out)
    return out


def curvature(field: Raster, noun: Curvature = Curvature()) -> Layer:
    """Measure how the ground bends.

    Central differences over the 3 x 3 neighbours, exact on surfaces of the second degree. A sample on the rim of the map
    takes the curvature of its inner neighbour. Where the ground is level, only the mean is defined; the others give 0.

    Parameters
    ----------
    field : Heightfield or Layer
        Ground surface (rows, cols), metres.
    noun : Curvature
        ``form`` chooses the mean of the surface, the profile down the slope, the plan of the contour line (never tighter
        than one cell), or the tangential section across the slope; ``radius`` smooths the ground first.

    Returns
    -------
    Layer
        Per metre, the inverse of a radius; positive on ridges and humps, negative in valleys and hollows.

    See Also
    --------
    mask_curvature : Ridges or hollows as a mask.

    Notes
    -----
    Reach: halo of 2 cells, and of 4 ``radius`` when it is not 0. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    References
    ----------
    .. [1] L. W. Zevenbergen, C. R. Thorne, "Quantitative analysis of land surface topography", Earth Surface Processes
       and Landforms 12, 1987.

    Examples
    --------
    >>> import landwright as lw
    >>> hump = lw.Heightfield([[0.0, 1.0, 0.0], [1.0, 2.0, 1.0], [0.0, 1.0, 0.0]])
    >>> float(lw.ops.curvature(hump).values[1, 1])
    2.0
    """
    z = _ground(field, noun.radius, noun.kind)
    values = rowwise(kernels.curvature_rows, z, data_of(field), field.cell_size, _FORMS[noun.form])
    return Layer(values, grid=field.grid, unit="1/m")
