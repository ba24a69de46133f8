"""A measured landscape as the first stage of a recipe."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FormatError, sentence
from landwright.field import Heightfield, Layer, Mask
from landwright.grid import Grid
from landwright.io._kept import kept_read
from landwright.io.settings import Dem
from landwright.ops import resample

__all__ = ["dem"]


def dem(grid: Grid, noun: Dem) -> Heightfield | Layer:
    """Lay an elevation file on a grid.

    Samples of the grid that fall on samples of the file have exactly its heights; between them the surface is cubic and stays
    within the file's range. Going to a much coarser grid aliases detail: import the file at its own cell size and resample.

    Parameters
    ----------
    grid : Grid
        Where the result's samples lie.
    noun : Dem
        Which file, and where it lies: ``center`` puts its middle on the middle of the grid, ``map`` uses its own coordinates,
        ``cover`` is ``center`` with another cell size, such that the file just covers the grid.

    Returns
    -------
    Heightfield or Layer
        On the grid. Where the file has no data or does not reach there is none (``mask``); a Layer goes on with its border.

    Raises
    ------
    FormatError
        If the file cannot be read, is no raster, or does not touch the grid.

    See Also
    --------
    read : The file on its own grid.

    Notes
    -----
    Reach: point.
    Cost: O(samples of the file + samples of the grid).
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import tempfile, landwright as lw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = lw.write(lw.Heightfield([[1.0, 3.0]], cell_size=2.0), f"{folder}/small.npy")
    ...     lw.io.dem(lw.Grid(shape=(1, 3), cell_size=1.0), lw.io.Dem(path=f"{folder}/small.npy")).elevation.tolist()
    [[1.0, 2.0, 3.0]]
    """
    raster: Any = kept_read(Path(noun.path), noun.reading)
    if not isinstance(raster, (Heightfield, Layer)):
        raise FormatError(sentence("io.dem: path", "must be a raster of heights", noun.path))
    if raster.grid == grid:
        return raster
    lying = _lying(raster.grid, grid, noun.place)
    if not _touch(lying, grid):
        raise FormatError(
            f"io.dem: {noun.path!r} lies elsewhere (north-west sample at {lying.north_west}) than the grid "
            f'({grid.north_west}); give the grid its origin, or place="center".'
        )
    laid: Any = resample(raster if lying == raster.grid else _moved(raster, lying), grid, method="cubic")
    own = raster.elevation if isinstance(raster, Heightfield) else raster.values
    held = np.clip(laid.elevation if isinstance(laid, Heightfield) else laid.values, own.min(), own.max())
    made: Heightfield | Layer = _moved(laid, grid, held)
    return made


def _lying(source: Grid, grid: Grid, place: str) -> Grid:
    """Return the grid of the file's samples as they are to lie."""
    if place == "map":
        return source
    size = source.cell_size
    if place == "cover":
        spans = [(there, count - 1) for there, count in zip(grid.extent, (source.cols, source.rows)) if count > 1]
        size = max((there / steps for there, steps in spans), default=size) or size
    (width, length), (x, y) = grid.extent, grid.north_west
    west = x + (width - (source.cols - 1) * size) / 2.0
    north = y - (length - (source.rows - 1) * size) / 2.0
    return Grid(shape=source.shape, cell_size=size, origin=(west, north), crs=grid.crs)


def _touch(one: Grid, other: Grid) -> bool:
    east = one.x[0] <= other.x[-1] and other.x[0] <= one.x[-1]
    return bool(east and one.y[-1] <= other.y[0] and other.y[-1] <= one.y[0])


def _moved(raster: Any, grid: Grid, values: NDArray[np.float32] | None = None) -> Any:
    """Return the same sort of raster on another grid, with other values if given."""
    if isinstance(raster, Heightfield):
        return Heightfield(raster.elevation if values is None else values, grid=grid, mask=raster.mask)
    values = raster.values if values is None else values
    return Mask(values, grid=grid) if isinstance(raster, Mask) else Layer(values, grid=grid, unit=raster.unit)
