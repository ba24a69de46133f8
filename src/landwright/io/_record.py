"""The record: what a file says about the raster in it.

One small JSON object, the same in a PNG's text chunk, in the sidecar of a RAW or NPY file, in a GeoTIFF's tag. The table of
its keys is in ``docs/formats.md``. It holds no time, host or path, so the same thing gives the same bytes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FieldError, FormatError, LandwrightError, sentence
from landwright.field import Heightfield, Layer, Mask
from landwright.grid import Grid

__all__ = [
    "KEY",
    "MOST",
    "VERSION",
    "Raster",
    "dumps",
    "grid_of",
    "loads",
    "placed",
    "raster_of",
    "record_of",
    "thing_of",
]

KEY: Final = "landwright"
"""Keyword of the PNG text chunk, name of the GeoTIFF tag (in capitals), and the record's own version key."""

VERSION: Final = 1

MOST: Final = 1 << 30
"""Most samples of a raster that are read, 32768 x 32768: what a damaged or hostile header asks for is not tried."""


@dataclass(frozen=True)
class Raster:
    """What a writer of rasters gets and a reader gives, whatever class it came from.

    Attributes
    ----------
    values : (rows, cols) float32
        Finite.
    mask : (rows, cols) bool or None
        True where there is data.
    grid : Grid
    holds : {"heightfield", "layer", "mask"}
        The class.
    layer, unit : str
        Name and unit.
    """

    values: NDArray[np.float32]
    mask: NDArray[np.bool_] | None
    grid: Grid
    holds: str = "heightfield"
    layer: str = "elevation"
    unit: str = "m"

    def data(self) -> NDArray[np.float32]:
        """Return the values where there is data."""
        return self.values if self.mask is None else self.values[self.mask]


def raster_of(thing: Any, layer: str) -> Raster:
    """Return the raster in a Heightfield, Layer or Mask; `layer` names a Layer that comes without a world."""
    if isinstance(thing, Heightfield):
        return Raster(thing.elevation, thing.mask, thing.grid)
    if isinstance(thing, Layer):
        holds = "mask" if isinstance(thing, Mask) else "layer"
        name = layer if layer != "elevation" else holds
        return Raster(thing.values, None, thing.grid, holds, name, thing.unit)
    raise FormatError(
        sentence("write: thing", "must be a Heightfield, Layer or Mask for this file", type(thing).__name__)
    )


def thing_of(raster: Raster, path: Path) -> Heightfield | Layer:
    """Return the Heightfield, Layer or Mask that a raster holds."""
    try:
        if raster.holds == "mask":
            return Mask(np.clip(raster.values, 0.0, 1.0), grid=raster.grid)
        if raster.holds == "layer":
            return Layer(raster.values, grid=raster.grid, unit=raster.unit)
        return Heightfield(raster.values, grid=raster.grid, mask=raster.mask)
    except FieldError as error:
        raise FormatError(f"read: {str(path)!r} does not hold a raster ({str(error).rstrip('.')}).") from None


def record_of(raster: Raster, **more: Any) -> dict[str, Any]:
    """Return the record of a raster, with what a format adds."""
    return {
        KEY: VERSION,
        "holds": raster.holds,
        "layer": raster.layer,
        "unit": raster.unit,
        **placed(raster.grid),
        **more,
    }


def placed(grid: Grid) -> dict[str, Any]:
    """Return the part of a record that says where the samples lie."""
    return {
        "shape": list(grid.shape),
        "cell_size": grid.cell_size,
        "origin": list(grid.north_west),
        "crs": grid.crs,
    }


def dumps(record: Mapping[str, Any], *, indent: int | None = None) -> str:
    """Return a record as ASCII JSON; numbers keep all their bits."""
    return json.dumps(record, indent=indent, allow_nan=False)


def loads(text: str | bytes, path: Path) -> dict[str, Any]:
    """Return the record in `text`, checked as far as every format needs it."""
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        raise FormatError(f"read: the notes in {str(path)!r} are not JSON; restore the file or delete them.") from None
    if not isinstance(record, dict) or not isinstance(record.get(KEY), int):
        raise FormatError(f"read: the notes in {str(path)!r} are not from Landwright (no key {KEY!r}); delete them.")
    if record[KEY] > VERSION:
        raise FormatError(
            f"read: {str(path)!r} was written by a newer Landwright (notes of version {record[KEY]}, this one knows {VERSION})."
        )
    for key, good in _CHECKS.items():
        if key in record and not good(record[key]):
            raise FormatError(sentence(f"read: {key} in the notes of {str(path)!r}", _MUST[key], record[key]))
    return record


def grid_of(record: Mapping[str, Any], shape: tuple[int, int], path: Path, cell_size: float | None = None) -> Grid:
    """Return the grid of `shape` samples; `cell_size` overrides the record's."""
    try:
        said = tuple(record["shape"]) if "shape" in record else shape
        if said != shape:
            raise FormatError(
                sentence(f"read: the samples of {str(path)!r}", f"must have the noted shape {said}", shape)
            )
        origin = record.get("origin") if cell_size is None else None
        size = cell_size if cell_size is not None else record.get("cell_size", 1.0)
        return Grid(shape=shape, cell_size=size, origin=tuple(origin) if origin else None, crs=record.get("crs"))
    except FormatError:
        raise
    except LandwrightError as error:
        raise FormatError(
            f"read: the notes in {str(path)!r} place the samples wrongly ({str(error).rstrip('.')})."
        ) from None


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(_number(v) for v in value)


_CHECKS: dict[str, Callable[[Any], bool]] = {
    "holds": lambda v: isinstance(v, str),
    "layer": lambda v: isinstance(v, str),
    "unit": lambda v: isinstance(v, str),
    "shape": lambda v: _pair(v) and all(isinstance(n, int) and n >= 1 for n in v),
    "cell_size": lambda v: _number(v) and v > 0,
    "origin": _pair,
    "crs": lambda v: v is None or isinstance(v, str),
    "low": _number,
    "high": _number,
    "levels": _pair,
    "nodata": lambda v: v is None or _number(v),
}
_MUST = {
    "holds": "must be text",
    "layer": "must be text",
    "unit": "must be text",
    "shape": "must be two whole numbers of at least 1",
    "cell_size": "must be > 0 (metres)",
    "origin": "must be two numbers (metres)",
    "crs": "must be text or null",
    "low": "must be a number",
    "high": "must be a number",
    "levels": "must be two whole numbers",
    "nodata": "must be a number or null",
}
