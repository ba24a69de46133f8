"""Warp: a map in degrees, feet or rotated rows becomes one in square metres.

PROJ (through rasterio) says where each sample of the new grid lies in the old map; the height there is the cubic of its sixteen
neighbours. GDAL's own warper approximates the first along whole rows, which moves the ground by up to an eighth of a cell.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FormatError, MemoryLimit, SettingError, sentence
from landwright.grid import Grid
from landwright.io._nodata import fill
from landwright.io._record import MOST

__all__ = ["utm", "warp"]

_STEP: Final = 16
"""Samples between places that PROJ is asked about; a spline through them is exact to a millionth of a cell."""

_BLOCK: Final = 1 << 18
"""Samples looked up at a time."""


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
    from rasterio.warp import transform as move

    from landwright.io._geotiff import crs_of, ground_unit

    if crs is None:
        raise FormatError(
            f"read: {str(path)!r} names no reference system, so it cannot be warped; say which it is: ReadGeotiff(crs=..., warp=...)."
        )
    rows, cols = values.shape
    middle = _at(transform, cols / 2.0, rows / 2.0)
    if target == "utm":
        (longitude,), (latitude,) = move(crs, crs_of("EPSG:4326", "warp"), [middle[0]], [middle[1]])
        target = utm(longitude, latitude)
    goal = crs_of(target, "read.geotiff: warp")
    name, factor = ground_unit(goal)
    if not math.isclose(factor, 1.0, rel_tol=1e-9):
        raise SettingError(
            sentence("read.geotiff: warp", f"must be a reference system in metres ({target} is in {name})", target)
        )
    xs, ys = move(crs, goal, *_outline(rows, cols, transform))
    if not (np.isfinite(xs).all() and np.isfinite(ys).all()):
        raise FormatError(f"read: {str(path)!r} reaches beyond what {target} can show; name another system in warp.")
    size = cell_size or float(f"{_own_size(rows, cols, transform, crs, goal):.3g}")
    west, north = float(min(xs)), float(max(ys))
    shape = (math.floor((north - min(ys)) / size + 1e-6) + 1, math.floor((max(xs) - west) / size + 1e-6) + 1)
    if shape[0] * shape[1] > MOST:
        raise MemoryLimit(
            f"read: {path.name!r} would be {shape[0]} x {shape[1]} samples; give a larger cell_size than {size:g} m."
        )
    grid = Grid(shape=shape, cell_size=size, origin=(west, north), crs=goal.to_string())
    factor_down = int(size / _own_size(rows, cols, transform, crs, goal) + 1e-9)
    data = values if mask is None else values[mask]
    low, high = data.min(), data.max()
    if factor_down >= 2:  # much coarser than the file: means first, or detail would alias
        values, mask = _means(values, mask, factor_down)
        transform = _coarser(transform, factor_down)
    row, col = _places(grid, transform, crs, goal)
    warped, found = _cubic(values, mask, row, col)
    if not found.any():
        raise FormatError(
            f"read: nothing of {str(path)!r} is left after warping to {target}; check its reference system."
        )
    np.clip(warped, low, high, out=warped)  # cubic curves overshoot
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


def _own_size(rows: int, cols: int, transform: Any, crs: Any, goal: Any) -> float:
    """Return the side of a square as large as the source's cell in the middle of the map."""
    from rasterio.warp import transform as move

    col = np.array([0.0, 1.0, 0.0]) + cols / 2.0
    row = np.array([0.0, 0.0, 1.0]) + rows / 2.0
    x, y = move(crs, goal, *(list(part) for part in _at(transform, col, row)))
    area = abs((x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]))
    if not (math.isfinite(area) and area > 0.0):
        raise FormatError("read: the middle of the map does not lie where its reference system can be warped from.")
    return math.sqrt(area)


def _coarser(transform: Any, factor: int) -> Any:
    from rasterio import Affine

    a, b, c, d, e, f = transform[:6]
    return Affine(a * factor, b * factor, c, d * factor, e * factor, f)


def _means(
    values: NDArray[np.float32], mask: NDArray[np.bool_] | None, factor: int
) -> tuple[NDArray[np.float32], NDArray[np.bool_] | None]:
    """Return the means of the data in squares of `factor` samples; squares at the far edges may hold fewer."""
    starts = [np.arange(0, count, factor) for count in values.shape]
    held = np.ones(values.shape) if mask is None else mask.astype(np.float64)
    total = np.add.reduceat(np.add.reduceat(values * held, starts[0], axis=0), starts[1], axis=1)
    count = np.add.reduceat(np.add.reduceat(held, starts[0], axis=0), starts[1], axis=1)
    means = (total / np.maximum(count, 1.0)).astype(np.float32)
    return means, None if mask is None else count > 0.0


def _places(grid: Grid, transform: Any, crs: Any, goal: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return row and column in the source, counted from its first sample, of every sample of the grid."""
    from rasterio.warp import transform as move
    from scipy.interpolate import RectBivariateSpline

    thin = min(grid.shape) > 4 * _STEP  # a spline needs four places each way
    picks = [np.unique(np.append(np.arange(0, n, _STEP), n - 1)) if thin else np.arange(n) for n in grid.shape]
    x, y = np.meshgrid(grid.x[picks[1]], grid.y[picks[0]])
    found = move(goal, crs, list(x.ravel()), list(y.ravel()))
    there_x, there_y = (np.asarray(part).reshape(x.shape) for part in found[:2])
    if not (np.isfinite(there_x).all() and np.isfinite(there_y).all()):
        raise FormatError(
            "read: the warped map reaches beyond what its reference system can show; name another in warp."
        )
    a, b, c, d, e, f = transform[:6]
    scale = a * e - b * d
    col = (e * (there_x - c) - b * (there_y - f)) / scale - 0.5
    row = (a * (there_y - f) - d * (there_x - c)) / scale - 0.5
    if not thin:
        return row, col
    every = [np.arange(n) for n in grid.shape]
    full_row, full_col = (RectBivariateSpline(*picks, part)(*every) for part in (row, col))
    return full_row, full_col


def _cubic(
    values: NDArray[np.float32], mask: NDArray[np.bool_] | None, row: NDArray[np.float64], col: NDArray[np.float64]
) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """Return the values at places in cells, and where there is data: where the nearest sample has some.

    Keys' cubic (a = -1/2); beside samples without data, the mean of those of the four nearest that have some, by distance.
    """
    rows, cols = values.shape
    out = np.zeros(row.shape, np.float32)
    found = np.zeros(row.shape, np.bool_)
    step = max(1, _BLOCK // row.shape[1])
    for start in range(0, row.shape[0], step):
        part = slice(start, start + step)
        r, c = row[part], col[part]
        near_r, near_c = np.floor(r + 0.5).astype(np.int64), np.floor(c + 0.5).astype(np.int64)
        inside = (near_r >= 0) & (near_r < rows) & (near_c >= 0) & (near_c < cols)
        if mask is not None:
            inside &= mask[near_r.clip(0, rows - 1), near_c.clip(0, cols - 1)]
        r, c = r[inside].clip(0.0, rows - 1.0), c[inside].clip(0.0, cols - 1.0)
        first_r, first_c = np.floor(r).astype(np.int64), np.floor(c).astype(np.int64)
        by_row, by_col = _keys(r - first_r), _keys(c - first_c)
        total = np.zeros(r.shape)
        whole = np.ones(r.shape, np.bool_)
        lean, weight = np.zeros(r.shape), np.zeros(r.shape)
        for i in range(4):
            at_r = (first_r + (i - 1)).clip(0, rows - 1)
            for j in range(4):
                at_c = (first_c + (j - 1)).clip(0, cols - 1)
                tap = values[at_r, at_c].astype(np.float64)
                total += by_row[i] * by_col[j] * tap
                if mask is None:
                    continue
                held = mask[at_r, at_c]
                whole &= held
                if i in (1, 2) and j in (1, 2):
                    share = np.abs(2 - i - (r - first_r)) * np.abs(2 - j - (c - first_c)) * held
                    lean += share * tap
                    weight += share
        if mask is not None:
            total = np.where(whole, total, lean / np.where(weight > 0.0, weight, 1.0))
        out[part][inside] = total
        found[part] = inside
    return out, found


def _keys(t: NDArray[np.float64]) -> tuple[NDArray[np.float64], ...]:
    """Return the weights of the samples before, at, after and beyond a place `t` of the way from one to the next."""
    return (
        t * (-0.5 + t * (1.0 - 0.5 * t)),
        1.0 + t * t * (-2.5 + 1.5 * t),
        t * (0.5 + t * (2.0 - 1.5 * t)),
        t * t * (-0.5 + 0.5 * t),
    )
