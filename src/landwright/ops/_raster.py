"""What every verb of ``ops`` does at its door: take the samples out of a raster, and put new ones back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from landwright._pool import run_rows
from landwright.errors import FieldError, SettingError, sentence
from landwright.field import Heightfield, Layer, Mask
from landwright.grid import Grid

__all__ = ["R", "Raster", "data_of", "layer_of", "like", "rowwise", "same_grid", "values_of"]

Raster = Heightfield | Layer
R = TypeVar("R", Heightfield, Layer, Raster)

_EVERYWHERE: NDArray[np.bool_] = np.ones((1, 1), np.bool_)


def values_of(raster: Raster, where: str) -> NDArray[np.float32]:
    """Return the samples (rows, cols) of a heightfield or layer, or raise FieldError when it is neither."""
    if isinstance(raster, Heightfield):
        return raster.elevation
    if isinstance(raster, Layer):
        return raster.values
    raise FieldError(sentence(f"{where}: input", "must be a Heightfield or a Layer", type(raster).__name__))


def data_of(raster: Raster) -> NDArray[np.bool_]:
    """Return where there is data (rows, cols), or (1, 1) True when there is data everywhere."""
    mask = raster.mask if isinstance(raster, Heightfield) else None
    return _EVERYWHERE if mask is None else mask


def like(raster: R, values: NDArray[np.float32], *, bounded: bool = True) -> R:
    """Put values where those of `raster` were: same grid, data mask and unit.

    A Mask stays a Mask, cut off at 0 and 1, unless `bounded` is False; then it becomes a plain Layer.
    """
    made: Any
    if isinstance(raster, Heightfield):
        made = raster.with_elevation(values)
    elif isinstance(raster, Mask):
        made = Mask(np.clip(values, 0.0, 1.0), grid=raster.grid) if bounded else Layer(values, grid=raster.grid)
    else:
        made = Layer(values, grid=raster.grid, unit=raster.unit)
    return made  # type: ignore[no-any-return]


def rowwise(kernel: Callable[..., Any], values: NDArray[np.float32], *args: Any) -> NDArray[np.float32]:
    """Run a row kernel whose first input is `values` and whose one output has their shape; return the output."""
    out = np.empty(values.shape, np.float32)
    run_rows(kernel, values.shape[0], values, *args, out)
    out.flags.writeable = False  # a frozen array is held by the raster that gets it, without a copy
    return out


def same_grid(first: Grid, second: Grid, where: str, names: tuple[str, str]) -> None:
    """Raise FieldError unless two rasters share shape, cell size and place."""
    if first == second:
        return
    detail = f"{second.shape} at {second.cell_size:g} m from {second.origin}"
    must = f"must lie on the grid of the {names[0]}, {first.shape} at {first.cell_size:g} m from {first.origin}"
    raise FieldError(
        sentence(f"{where}: {names[1]}", must, detail, hint="Bring it there with ops.resample(field, grid).")
    )


def layer_of(layers: Mapping[str, Raster], name: str, where: str) -> Raster:
    """Return the layer of that name, or raise SettingError with the names there are."""
    found = layers.get(name)
    if found is None:
        raise SettingError(sentence(where, "must name a layer made by an earlier stage", name, valid=sorted(layers)))
    return found
