"""Ground between its samples."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from landwright.field import Heightfield, Layer

__all__ = ["height_at", "inside", "values_at"]

Floats = NDArray[np.float64]


def values_at(raster: Heightfield | Layer, values: NDArray[np.float32], places: Floats) -> Floats:
    """Return a raster's values at places (n, 2), straight between its samples; NaN beyond the map."""
    grid = raster.grid
    west, north = grid.north_west
    col, row = (places[:, 0] - west) / grid.cell_size, (north - places[:, 1]) / grid.cell_size
    slack = 1e-6
    out = (col < -slack) | (row < -slack) | (col > grid.cols - 1 + slack) | (row > grid.rows - 1 + slack)
    c0 = np.clip(np.floor(col), 0, max(grid.cols - 2, 0)).astype(np.int64)
    r0 = np.clip(np.floor(row), 0, max(grid.rows - 2, 0)).astype(np.int64)
    c1, r1 = np.minimum(c0 + 1, grid.cols - 1), np.minimum(r0 + 1, grid.rows - 1)
    s, t = np.clip(col - c0, 0.0, 1.0), np.clip(row - r0, 0.0, 1.0)
    z = values.astype(np.float64, copy=False)
    upper, lower = z[r0, c0] + s * (z[r0, c1] - z[r0, c0]), z[r1, c0] + s * (z[r1, c1] - z[r1, c0])
    return np.where(out, np.nan, upper + t * (lower - upper))


def height_at(ground: Heightfield, places: Floats) -> Floats:
    """Return elevations at places (n, 2); NaN beyond the map."""
    return values_at(ground, ground.elevation, places)


def inside(ground: Heightfield, x: float, y: float, margin: float) -> bool:
    """Return whether a place lies on the map, at least so far (m) from its edge."""
    west, north = ground.grid.north_west
    wide, deep = ground.grid.extent
    return bool(west + margin <= x <= west + wide - margin and north - deep + margin <= y <= north - margin)
