"""The same ground on another grid: resample, crop, pad."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from landwright._pool import run_rows
from landwright.errors import SettingError, sentence
from landwright.field import Heightfield, Layer, Mask
from landwright.grid import Grid
from landwright.ops._kernels import gather as kernels
from landwright.ops._raster import R, data_of, values_of

__all__ = ["crop", "on_grid", "pad", "resample", "window"]

Method = Literal["nearest", "bilinear", "cubic"]
_METHODS: tuple[Method, ...] = get_args(Method)
_ON_A_SAMPLE = 1e-6
"""Places nearer to a sample than this share of a cell are taken to be that sample."""


def on_grid(raster: R, values: NDArray[np.float32], grid: Grid, data: NDArray[np.bool_] | None) -> R:
    """Return a raster of the kind and unit of `raster` with other values on another grid."""
    made: Any
    if isinstance(raster, Heightfield):
        made = Heightfield(values, grid=grid, mask=data)
    elif isinstance(raster, Mask):
        made = Mask(np.clip(values, 0.0, 1.0), grid=grid)
    else:
        made = Layer(values, grid=grid, unit=raster.unit)
    return made  # type: ignore[no-any-return]


def _taps(place: NDArray[np.float64], count: int, method: Method) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the source indices and weights (n, taps) of places in cells, held inside 0 to count - 1."""
    place = np.clip(place, 0.0, count - 1.0)
    whole = np.round(place)
    place = np.where(abs(place - whole) < _ON_A_SAMPLE, whole, place)
    if method == "nearest":
        return np.floor(place + 0.5).astype(np.int64)[:, None], np.ones((place.size, 1))
    first = np.floor(place)
    t = place - first
    if method == "bilinear":
        index, weight = (0, 1), (1.0 - t, t)
    else:
        index = (-1, 0, 1, 2)  # type: ignore[assignment]
        weight = (  # type: ignore[assignment]
            t * (-0.5 + t * (1.0 - 0.5 * t)),
            1.0 + t * t * (-2.5 + 1.5 * t),
            t * (0.5 + t * (2.0 - 1.5 * t)),
            t * t * (-0.5 + 0.5 * t),
        )
    at = np.stack([np.clip(first + k, 0, count - 1) for k in index], axis=1).astype(np.int64)
    return np.ascontiguousarray(at), np.ascontiguousarray(np.stack(weight, axis=1))


def resample(field: R, grid: Grid | None = None, *, cell_size: float | None = None, method: Method = "bilinear") -> R:
    """Read a raster at the samples of another grid.

    World-aligned: a sample of the result lies where its x and y say. Where the grids share samples, these are equal to the
    bit. Going to a much coarser grid, smooth first with a ``radius`` of half the new cell size, or detail aliases.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    grid : Grid, optional
        Where the result's samples lie.
    cell_size : float, optional
        Instead of `grid`: the same north-west sample, another distance between samples (m), as many as fit the extent.
    method : {"nearest", "bilinear", "cubic"}
        Nearest keeps values as they are (for masks of 0 and 1, biomes); cubic (Catmull-Rom) keeps slopes smooth and can
        overshoot by a little.

    Returns
    -------
    Heightfield or Layer
        Like `field`, on the grid. A heightfield has no data where the nearest source sample has none and outside the
        source; beside missing samples only those with data count. A layer goes on outside with its border's values.

    Raises
    ------
    SettingError
        If neither or both of `grid` and `cell_size` are given, or the method is unknown.

    See Also
    --------
    crop : A part of the same samples.

    Notes
    -----
    Reach: halo of 2 cells of the source. Cost: O(cells of the result).
    Deterministic: bit-identical for any thread count.

    References
    ----------
    .. [1] R. Keys, "Cubic convolution interpolation for digital image processing", IEEE Transactions on Acoustics, Speech,
       and Signal Processing 29, 1981; a = -1/2.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.resample(lw.Heightfield([[0.0, 10.0]], cell_size=10.0), cell_size=5.0).elevation.tolist()
    [[0.0, 5.0, 10.0]]
    """
    if method not in _METHODS:
        raise SettingError(sentence("ops.resample: method", "must be one of the valid words", method, valid=_METHODS))
    if (grid is None) == (cell_size is None):
        raise SettingError("ops.resample: give either grid or cell_size, not both and not neither.")
    source = field.grid
    if grid is None or cell_size is not None:
        step = Grid(shape=(1, 1), cell_size=cell_size).cell_size  # type: ignore[arg-type]
        rows, cols = (int(np.floor((n - 1) * source.cell_size / step + _ON_A_SAMPLE)) + 1 for n in source.shape)
        grid = Grid(shape=(rows, cols), cell_size=step, origin=source.north_west, crs=source.crs)
    z, data = values_of(field, "ops.resample"), data_of(field)
    west, north = source.north_west
    col, row = (grid.x - west) / source.cell_size, (north - grid.y) / source.cell_size
    at_row, weight_row = _taps(row, source.rows, method)
    at_col, weight_col = _taps(col, source.cols, method)
    out = np.empty(grid.shape, np.float32)
    inside = np.logical_and.outer(_within(row, source.rows), _within(col, source.cols))
    if data.shape != z.shape:
        run_rows(kernels.gather_rows, grid.rows, z, at_row, weight_row, at_col, weight_col, out)
        return on_grid(field, out, grid, inside)
    held = np.empty(grid.shape, np.bool_)
    nearest = (np.ascontiguousarray(_taps(place, n, "nearest")[0][:, 0]) for place, n in zip((row, col), source.shape))
    run_rows(kernels.gather_data_rows, grid.rows, z, data, at_row, weight_row, at_col, weight_col, *nearest, out, held)
    return on_grid(field, out, grid, held & inside)


def _within(place: NDArray[np.float64], count: int) -> NDArray[np.bool_]:
    return (place >= -_ON_A_SAMPLE) & (place <= count - 1 + _ON_A_SAMPLE)


def window(field: R, row0: int, row1: int, col0: int, col1: int) -> R:
    """Return rows ``row0`` to ``row1 - 1`` and columns ``col0`` to ``col1 - 1``, exactly as they are.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    row0, row1, col0, col1 : int
        Inside the field; row 0 is north, column 0 west.

    Returns
    -------
    Heightfield or Layer
        Like `field`; its samples have the same coordinates to the bit.

    Raises
    ------
    SettingError
        If the window is empty or leaves the field.

    See Also
    --------
    crop : The same by coordinates.

    Notes
    -----
    Reach: point. Cost: O(cells of the result).
    Deterministic: the samples are copied.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.window(lw.Heightfield([[1.0, 2.0, 3.0]]), 0, 1, 1, 3).elevation.tolist()
    [[2.0, 3.0]]
    """
    rows, cols = field.shape
    given = (row0, row1, col0, col1)
    if not all(hasattr(place, "__index__") for place in given):
        raise SettingError(sentence("ops.window", "must be given whole numbers of rows and columns", given))
    if not (0 <= row0 < row1 <= rows and 0 <= col0 < col1 <= cols):
        must = f"must lie inside the {rows} rows and {cols} columns"
        raise SettingError(sentence("ops.window", must, f"rows {row0}:{row1}, columns {col0}:{col1}"))
    data = field.mask if isinstance(field, Heightfield) else None
    part = values_of(field, "ops.window")[row0:row1, col0:col1]
    grid = field.grid.window(row0, row1, col0, col1)
    return on_grid(field, part, grid, None if data is None else data[row0:row1, col0:col1])


def crop(field: R, *, west: float, south: float, east: float, north: float) -> R:
    """Return the samples inside a rectangle of the world, exactly as they are.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    west, south, east, north : float
        The rectangle (m); samples on its border are kept.

    Returns
    -------
    Heightfield or Layer
        Like `field`, on the part of its grid that lies inside.

    Raises
    ------
    SettingError
        If no sample lies inside.

    See Also
    --------
    window : The same by rows and columns.

    Notes
    -----
    Reach: point. Cost: O(cells of the result).
    Deterministic: the samples are copied.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.crop(lw.Heightfield([[1.0, 2.0, 3.0]], cell_size=10.0), west=5.0, south=0.0, east=20.0, north=0.0).elevation.tolist()
    [[2.0, 3.0]]
    """
    near = _ON_A_SAMPLE * field.cell_size
    cols = np.flatnonzero((field.grid.x >= west - near) & (field.grid.x <= east + near))
    rows = np.flatnonzero((field.grid.y >= south - near) & (field.grid.y <= north + near))
    if not rows.size or not cols.size:
        x, y = field.grid.x, field.grid.y
        must = f"must hold a sample of the map, which spans x {x[0]:g} to {x[-1]:g} and y {y[-1]:g} to {y[0]:g}"
        raise SettingError(sentence("ops.crop: the rectangle", must, (west, south, east, north)))
    return window(field, int(rows[0]), int(rows[-1]) + 1, int(cols[0]), int(cols[-1]) + 1)


def pad(field: R, cells: int, how: Literal["edge", "reflect", "constant"] = "edge", *, value: float = 0.0) -> R:
    """Return the field with more samples around it.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    cells : int
        Samples added on each side, 0 or more.
    how : {"edge", "reflect", "constant"}
        Go on with the value of the border, with the mirror image (the border sample itself is not repeated), or with `value`.
    value : float
        For ``"constant"``.

    Returns
    -------
    Heightfield or Layer
        Like `field`, on the larger grid. What is added counts as data where its source does.

    Raises
    ------
    SettingError
        If `cells` is negative or the way is unknown.

    See Also
    --------
    window : The inverse.

    Notes
    -----
    Reach: whole, for the mirror image. Cost: O(cells of the result).
    Deterministic: the samples are copied.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.pad(lw.Heightfield([[1.0, 2.0]]), 1).elevation.tolist()
    [[1.0, 1.0, 2.0, 2.0], [1.0, 1.0, 2.0, 2.0], [1.0, 1.0, 2.0, 2.0]]
    """
    ways = ("edge", "reflect", "constant")
    if how not in ways:
        raise SettingError(sentence("ops.pad: how", "must be one of the valid words", how, valid=ways))
    if not hasattr(cells, "__index__") or cells < 0:
        raise SettingError(sentence("ops.pad: cells", "must be a whole number >= 0", cells))
    z, data = values_of(field, "ops.pad"), field.mask if isinstance(field, Heightfield) else None
    more: dict[str, Any] = {"mode": how} if how != "constant" else {"mode": how, "constant_values": value}
    held = (
        None
        if data is None
        else np.pad(data, cells, **(more if how != "constant" else {**more, "constant_values": True}))
    )
    rows, cols = field.shape
    grid = field.grid.window(-cells, rows + cells, -cells, cols + cells)
    return on_grid(field, np.pad(z, cells, **more), grid, held)
