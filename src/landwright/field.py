"""Heightfield, Layer and Mask: read-only rasters on a Grid.

Glossary words: *heightfield* (elevation samples in memory, metres), *layer* (any other raster, with a unit), *mask* (a layer of
0 to 1 that says where). Containers hold, they do not compute: shaping is in ``ops``, files in ``io``, pictures in ``render``.

Absence of data is ``Heightfield.mask``, never a magic number: elevation is always finite.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import FieldError, UnknownName, sentence
from landwright.grid import Grid
from landwright.units import check_unit

__all__ = ["RESERVED_LAYERS", "Heightfield", "Layer", "Mask"]

RESERVED_LAYERS: Final[dict[str, str]] = {
    "elevation": "m",
    "water": "m",
    "flow": "m3/yr",
    "erosion": "m",
    "deposition": "m",
    "sediment": "m",
    "hardness": "1",
    "moisture": "1",
    "temperature": "degC",
    "biome": "1",
}
"""Layer names with a fixed meaning, and their units."""

picture: Callable[[Any], bytes | None] | None = None
"""Makes the PNG that a notebook shows; None leaves it to the front door. This module imports nothing for it."""


def _shown(thing: Any) -> bytes | None:
    """Return the PNG that a notebook shows, from :data:`picture` or from the front door's own ``_picture``."""
    maker = picture or getattr(sys.modules.get("landwright"), "_picture", None)
    return maker(thing) if maker is not None else None


def _all_finite(array: NDArray[np.float32]) -> bool:
    """Return whether every value is finite; a sum of squares says yes at a third of the cost, and says so only if it is true."""
    flat = array.reshape(-1)
    with np.errstate(all="ignore"):
        total = float(np.dot(flat, flat))
    return math.isfinite(total) or bool(np.isfinite(array).all())


def _freeze(values: ArrayLike, what: str) -> NDArray[np.float32]:
    try:
        array = np.asarray(values)
    except ValueError:
        raise FieldError(f"{what}: array must be 2-D, (rows, cols), got rows of different lengths.") from None
    if np.ma.is_masked(values):
        raise FieldError(f"{what}: a masked array is for elevation; fill it, because a {what} has a value everywhere.")
    if array.ndim != 2 or 0 in array.shape:
        raise FieldError(sentence(f"{what}: array", "must be 2-D, (rows, cols), with at least one sample", array.shape))
    if array.dtype.kind not in "fiub":
        raise FieldError(sentence(f"{what}: array", "must hold real numbers", str(array.dtype)))
    if (
        array.dtype.kind == "f"
        and array.dtype.itemsize > 4
        and np.abs(array, where=np.isfinite(array), out=np.zeros_like(array)).max() > 3e38
    ):
        raise FieldError(
            sentence(f"{what}: array", "must hold values that fit float32", float(np.nanmax(np.abs(array))))
        )
    # what a verb froze and gave away is held as it is; anything that could still be written to is copied
    given = array.dtype == np.float32 and array.flags.c_contiguous and array.flags.owndata and not array.flags.writeable
    own = array if given else np.array(array, dtype=np.float32, order="C", copy=True)
    if not _all_finite(own):
        count = int(own.size - np.count_nonzero(np.isfinite(own)))
        raise FieldError(
            sentence(
                f"{what}: array",
                "must be finite everywhere",
                f"{count} values that are NaN or infinite",
                hint="Fill them and pass mask= (True where there is data).",
            )
        )
    view = own.view()
    view.flags.writeable = False
    return view


def _unmasked(elevation: Any, mask: ArrayLike | None) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return a masked array's values, its lowest one where it has none, and where there is data."""
    data = ~np.ma.getmaskarray(elevation)
    filled = np.ma.filled(elevation, elevation.min() if data.any() else 0)
    if mask is None:
        return filled, data
    given = np.asarray(mask, dtype=np.bool_)
    if given.shape != data.shape:
        raise FieldError(sentence("heightfield: mask", f"must have the shape {data.shape}", given.shape))
    return filled, data & given


def _grid_for(shape: tuple[int, ...], cell_size: float | None, grid: Grid | None, what: str) -> Grid:
    if grid is None:
        return Grid(shape=(shape[0], shape[1]), cell_size=1.0 if cell_size is None else cell_size)
    if cell_size is not None and cell_size != grid.cell_size:
        raise FieldError(
            sentence(f"{what}: cell_size", f"must be left out or equal the grid's {grid.cell_size}", cell_size)
        )
    if tuple(shape) != grid.shape:
        raise FieldError(sentence(f"{what}: array", f"must have the grid's shape {grid.shape}", tuple(shape)))
    return grid


class _Raster:
    """What all rasters share: a sentence where a verb looks for what only a grid, a mesh or another container has."""

    if not TYPE_CHECKING:  # or every unknown name would be allowed

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            what = type(self).__name__
            raise UnknownName(
                f"{what} has nothing called {name!r}. Where a Grid is wanted, give the {what}'s own: .grid; a verb that makes "
                "land takes a Grid, one that changes it a Heightfield."
            )


@dataclass(frozen=True, eq=False, init=False)
class Layer(_Raster):
    """A raster other than elevation, with a unit.

    Parameters
    ----------
    values : (rows, cols) array of real numbers
        Copied to float32; must be finite.
    cell_size : float, optional
        Distance between samples (m); 1.0 when neither it nor `grid` is given.
    grid : Grid, optional
        Where the samples lie; instead of `cell_size`.
    unit : str
        One of ``units.UNITS``.

    Attributes
    ----------
    values : (rows, cols) float32
        Read-only, C order.
    """

    values: NDArray[np.float32]
    grid: Grid
    unit: str = "1"

    def __init__(
        self, values: ArrayLike, *, cell_size: float | None = None, grid: Grid | None = None, unit: str = "1"
    ) -> None:
        array = _freeze(values, type(self).__name__.lower())
        try:
            check_unit(unit)
        except ValueError as error:
            raise FieldError(f"layer: {error}.") from None
        object.__setattr__(self, "values", array)
        object.__setattr__(self, "grid", _grid_for(array.shape, cell_size, grid, type(self).__name__.lower()))
        object.__setattr__(self, "unit", unit)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.grid.shape

    @property
    def cell_size(self) -> float:
        """Distance between samples (m)."""
        return self.grid.cell_size

    def _repr_png_(self) -> bytes | None:
        return _shown(self)


@dataclass(frozen=True, eq=False, init=False)
class Mask(Layer):
    """A layer of values from 0 to 1: where a stage works, and how strongly.

    Parameters
    ----------
    values : (rows, cols) array of real numbers
        From 0 (not here) to 1 (fully here).
    cell_size : float, optional
        Distance between samples (m).
    grid : Grid, optional
        Where the samples lie; instead of `cell_size`.

    Raises
    ------
    FieldError
        If a value is below 0 or above 1.
    """

    def __init__(self, values: ArrayLike, *, cell_size: float | None = None, grid: Grid | None = None) -> None:
        super().__init__(values, cell_size=cell_size, grid=grid, unit="1")
        low, high = float(self.values.min()), float(self.values.max())
        if low < 0.0 or high > 1.0:
            raise FieldError(sentence("mask: values", "must lie between 0 and 1", (low, high)))


@dataclass(frozen=True, eq=False, init=False)
class Heightfield(_Raster):
    """Elevation samples on a grid, metres.

    Parameters
    ----------
    elevation : (rows, cols) array of real numbers
        Metres above the datum; copied to float32, unless it is read-only float32 that owns its memory, which is held as it
        is; must be finite. Row 0 is north, column 0 west.
    cell_size : float, optional
        Distance between samples (m); 1.0 when neither it nor `grid` is given.
    grid : Grid, optional
        Where the samples lie; instead of `cell_size`.
    mask : (rows, cols) bool array, optional
        True where there is data. Elevation where it is False is finite filler and means nothing. A NumPy masked array as
        `elevation` brings its own (the other way round: True where there is none).

    Attributes
    ----------
    elevation : (rows, cols) float32
        Read-only, C order.
    mask : (rows, cols) bool or None
        Read-only; None when there is data everywhere.

    Raises
    ------
    FieldError
        If the elevation is not 2-D, empty or not finite, or does not fit the grid or the mask.

    Examples
    --------
    >>> field = Heightfield([[0.0, 1.0], [2.0, 3.0]], cell_size=10.0)
    >>> field.shape, field.grid.extent
    ((2, 2), (10.0, 10.0))
    """

    elevation: NDArray[np.float32]
    grid: Grid
    mask: NDArray[np.bool_] | None = None

    def __init__(
        self,
        elevation: ArrayLike,
        *,
        cell_size: float | None = None,
        grid: Grid | None = None,
        mask: ArrayLike | None = None,
    ) -> None:
        if np.ma.is_masked(elevation):
            elevation, mask = _unmasked(elevation, mask)
        array = _freeze(elevation, "heightfield")
        object.__setattr__(self, "elevation", array)
        object.__setattr__(self, "grid", _grid_for(array.shape, cell_size, grid, "heightfield"))
        held: NDArray[np.bool_] | None = None
        if mask is not None:
            held = np.array(mask, dtype=np.bool_, order="C", copy=True)
            if held.shape != array.shape:
                raise FieldError(sentence("heightfield: mask", f"must have the shape {array.shape}", held.shape))
            if held.all():
                held = None
            else:
                held = held.view()
                held.flags.writeable = False
        object.__setattr__(self, "mask", held)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.grid.shape

    @property
    def cell_size(self) -> float:
        """Distance between samples (m)."""
        return self.grid.cell_size

    def with_elevation(self, elevation: ArrayLike) -> Heightfield:
        """Return the same grid and mask with other elevations."""
        return Heightfield(elevation, grid=self.grid, mask=self.mask)

    def _repr_png_(self) -> bytes | None:
        return _shown(self)
