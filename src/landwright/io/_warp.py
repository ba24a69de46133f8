"""Warp: a map in degrees, feet or rotated rows becomes one in square metres, by rasterio."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FormatError, MemoryLimit, SettingError, sentence
from landwright.grid import Grid
from landwright.io._nodata import fill

__all__ = ["utm", "warp"]

_MOST = 1 << 30
"""Most samples of a warped map."""


def utm(longitude: float, latitude: float) -> str:
    """Return the EPSG code of the UTM zone at a place (degrees), or of the polar system beyond 84 N and 80 S.

    Zones are the plain six degrees; the exceptions around Norway and Svalbard are left out.
    """
    if latitude > 84.0:
        return "EPSG:32661"
    if latitude < -80.0:
        return "EPSG:32761"
    zone = int((longitude + 180.0) % 360.0 // 6.0) + 1
    return f"EPSG:{(32600 if latitude >= 0.0 else 32700) + zone}"


def warp(
    values: NDArray[np.float32],
    mask: NDArray[np.bool_] | None,
    transform: Any,
    crs: Any,
    target: str,
    cell_size: float | None,
    path: Path,
) -> tuple[NDArray[np.float32], NDArray[np.bool_] | None, Grid]:
    """Return values, mask and grid in the reference system `target`, cubic, within the range of the data.

    The grid covers every sample of the source; the cell size is that of the source in the middle of the map, to three digits.
    """
    from rasterio import Affine
    from rasterio.enums import Resampling
    from rasterio.warp import reproject
    from rasterio.warp import transform as move

    from landwright.io._geotiff import _crs

    if crs is None:
        raise FormatError(
            f"read: {str(path)!r} names no reference system, so it cannot be warped; say which it is: ReadGeotiff(crs=..., warp=...)."
        )
    rows, cols = values.shape
    middle = _at(transform, cols / 2.0, rows / 2.0)
    if target == "utm":
        (longitude,), (latitude,) = move(crs, _crs("EPSG:4326", "warp"), [middle[0]], [middle[1]])
        target = utm(longitude, latitude)
    goal = _crs(target, "read.geotiff: warp")
    name, factor = ("degree", 0.0) if goal.is_geographic else goal.linear_units_factor
    if not math.isclose(factor, 1.0, rel_tol=1e-9):
        raise SettingError(
            sentence("read.geotiff: warp", f"must be a reference system in metres ({target} is in {name})", target)
        )
    xs, ys = move(crs, goal, *_outline(rows, cols, transform))
    if not (np.isfinite(xs).all() and np.isfinite(ys).all()):
        raise FormatError(f"read: {str(path)!r} reaches beyond what {target} can show; name another system in warp.")
    size = cell_size or _middle_size(rows, cols, transform, crs, goal)
    west, north = float(min(xs)), float(max(ys))
    shape = (math.floor((north - min(ys)) / size + 1e-6) + 1, math.floor((max(xs) - west) / size + 1e-6) + 1)
    if shape[0] * shape[1] > _MOST:
        raise MemoryLimit(
            f"read: {path.name!r} would be {shape[0]} x {shape[1]} samples; give a larger cell_size than {size:g} m."
        )
    source = values if mask is None else np.where(mask, values, np.float32(np.nan))
    warped = np.full(shape, np.nan, np.float32)
    reproject(
        source,
        warped,
        src_transform=transform,
        src_crs=crs,
        src_nodata=np.nan,
        dst_transform=Affine(size, 0.0, west - size / 2.0, 0.0, -size, north + size / 2.0),
        dst_crs=goal,
        dst_nodata=np.nan,
        resampling=Resampling.cubic,
        tolerance=0.0,
    )
    found = np.isfinite(warped)
    if not found.any():
        raise FormatError(
            f"read: nothing of {str(path)!r} is left after warping to {target}; check its reference system."
        )
    data = values if mask is None else values[mask]
    warped = np.clip(np.where(found, warped, data.flat[0]), data.min(), data.max())  # cubic curves overshoot
    grid = Grid(shape=shape, cell_size=size, origin=(west, north), crs=goal.to_string())
    return (warped, None, grid) if found.all() else (fill(warped, found), found, grid)


def _outline(rows: int, cols: int, transform: Any) -> tuple[list[float], list[float]]:
    """Return x and y of points along the outermost samples, in the source's system."""
    along = np.linspace(0.0, 1.0, 65)
    col = np.concatenate([along, along, np.zeros(65), np.ones(65)]) * (cols - 1) + 0.5
    row = np.concatenate([np.zeros(65), np.ones(65), along, along]) * (rows - 1) + 0.5
    x, y = _at(transform, col, row)
    return list(x), list(y)


def _at(transform: Any, col: Any, row: Any) -> tuple[Any, Any]:
    """Return x and y of a place counted in columns and rows from the corner of the map."""
    return transform.a * col + transform.b * row + transform.c, transform.d * col + transform.e * row + transform.f


def _middle_size(rows: int, cols: int, transform: Any, crs: Any, goal: Any) -> float:
    """Return the side of a square as large as the source's cell in the middle of the map, to three digits."""
    from rasterio.warp import transform as move

    col = np.array([0.0, 1.0, 0.0]) + cols / 2.0
    row = np.array([0.0, 0.0, 1.0]) + rows / 2.0
    x, y = move(crs, goal, *(list(part) for part in _at(transform, col, row)))
    area = abs((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]))
    if not (math.isfinite(area) and area > 0.0):
        raise FormatError("read: the middle of the map does not lie where its reference system can be warped from.")
    return float(f"{math.sqrt(area):.3g}")
