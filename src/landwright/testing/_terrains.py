"""Terrains whose slope, aspect, curvature, normals or volume are known by a formula.

All are functions of the coordinates of the grid, so a window of the grid gives the same heights to the bit.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from landwright.field import Heightfield
from landwright.grid import Grid

__all__ = ["bowl", "checker", "cone", "flat", "hills", "paraboloid", "plane", "ramp", "steps"]


def _coordinates(grid: Grid) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return grid.x[None, :], grid.y[:, None]


def _middle(grid: Grid, center: tuple[float, float] | None) -> tuple[float, float]:
    if center is not None:
        return center
    west, north = grid.north_west
    return west + 0.5 * grid.extent[0], north - 0.5 * grid.extent[1]


def _distance(grid: Grid, center: tuple[float, float] | None) -> NDArray[np.float64]:
    x, y = _coordinates(grid)
    middle = _middle(grid, center)
    return np.asarray(np.sqrt((x - middle[0]) ** 2 + (y - middle[1]) ** 2))


def flat(grid: Grid, level: float = 0.0) -> Heightfield:
    """Make level ground.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    level : float
        Height everywhere (m).

    Returns
    -------
    Heightfield
        Slope and curvature are 0, normals point up.
    """
    return Heightfield(np.full(grid.shape, level), grid=grid)


def plane(grid: Grid, east: float = 0.1, north: float = 0.0, level: float = 0.0) -> Heightfield:
    """Make a tilted plane.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    east, north : float
        Rise over run towards east and north.
    level : float
        Height at x = y = 0 (m).

    Returns
    -------
    Heightfield
        Slope is ``hypot(east, north)`` everywhere, the downhill bearing ``atan2(-east, -north)``, curvature 0.
    """
    x, y = _coordinates(grid)
    return Heightfield(level + east * x + north * y, grid=grid)


def ramp(grid: Grid, slope: float = 0.5, foot: float | None = None) -> Heightfield:
    """Make level ground that turns into a slope rising to the east.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    slope : float
        Rise over run of the eastern part.
    foot : float, optional
        X (m) where the slope begins; the middle of the grid when left out.

    Returns
    -------
    Heightfield
        0 west of the foot, ``slope * (x - foot)`` east of it.
    """
    x, y = _coordinates(grid)
    start = _middle(grid, None)[0] if foot is None else foot
    return Heightfield(np.maximum(x - start, 0.0) * slope + 0.0 * y, grid=grid)


def cone(
    grid: Grid, slope: float = 0.5, height: float = 100.0, center: tuple[float, float] | None = None
) -> Heightfield:
    """Make a cone on level ground.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    slope : float
        Rise over run of its side.
    height : float
        Height of its top (m).
    center : (float, float), optional
        X and y of its axis (m); the middle of the grid when left out.

    Returns
    -------
    Heightfield
        On the side the slope is constant, the aspect points away from the axis, and the contour at distance d has the plan
        curvature ``1 / d``.
    """
    return Heightfield(np.maximum(height - slope * _distance(grid, center), 0.0), grid=grid)


def paraboloid(grid: Grid, bend: float = 0.001, center: tuple[float, float] | None = None) -> Heightfield:
    """Make a dome that falls off with the square of the distance.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    bend : float
        Curvature at the top (1/m); negative makes a bowl without a rim.
    center : (float, float), optional
        X and y of the top (m); the middle of the grid when left out.

    Returns
    -------
    Heightfield
        ``-bend / 2 * d**2``: the slope at distance d is ``abs(bend) * d``, the mean curvature at the top `bend`.
    """
    return Heightfield(-0.5 * bend * _distance(grid, center) ** 2, grid=grid)


def bowl(grid: Grid, depth: float = 50.0, radius: float | None = None, rim: float = 0.0) -> Heightfield:
    """Make a round depression in level ground, for tests of filling and lakes.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    depth : float
        Of the middle below the rim (m).
    radius : float, optional
        Of the rim (m); a third of the shorter side of the grid when left out.
    rim : float
        Height of the level ground and of the rim (m).

    Returns
    -------
    Heightfield
        ``rim - depth * (1 - (d / radius)**2)`` inside: filled to the rim it holds ``pi / 2 * radius**2 * depth`` cubic metres.
    """
    across = min(grid.extent) / 3.0 if radius is None else radius
    share = np.clip(1.0 - (_distance(grid, None) / max(across, grid.cell_size)) ** 2, 0.0, 1.0)
    return Heightfield(rim - depth * share, grid=grid)


def steps(grid: Grid, rise: float = 10.0, tread: float = 100.0) -> Heightfield:
    """Make stairs that climb to the east.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    rise : float
        Of one step (m).
    tread : float
        Width of one step (m).

    Returns
    -------
    Heightfield
        ``rise * floor(x / tread)``: level treads, cliffs of one cell between.
    """
    x, y = _coordinates(grid)
    return Heightfield(rise * np.floor(x / tread) + 0.0 * y, grid=grid)


def hills(grid: Grid, relief: float = 100.0, wavelength: float = 500.0) -> Heightfield:
    """Make smooth hills and hollows in rows and columns.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    relief : float
        From the lowest to the highest (m).
    wavelength : float
        From one top to the next along an axis (m).

    Returns
    -------
    Heightfield
        ``relief / 2 * sin(k x) * sin(k y)`` with ``k = 2 pi / wavelength``: the steepest slope is ``relief / 2 * k``.
    """
    x, y = _coordinates(grid)
    k = 2.0 * math.pi / wavelength
    return Heightfield(0.5 * relief * np.sin(k * x) * np.sin(k * y), grid=grid)


def checker(grid: Grid, relief: float = 1.0, side: int = 1) -> Heightfield:
    """Make a checkerboard, the roughest ground there is.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    relief : float
        Height of the raised squares (m); the others are 0.
    side : int
        Samples along a square.

    Returns
    -------
    Heightfield
        Each sample of a board of side 1 is lower, or higher, than its four neighbours.
    """
    row, col = grid.first
    r = (np.arange(grid.rows) + row)[:, None] // side
    c = (np.arange(grid.cols) + col)[None, :] // side
    return Heightfield(((r + c) % 2) * relief, grid=grid)
