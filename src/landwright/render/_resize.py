"""Rasters at another width: means when it shrinks, cubic splines when it grows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["resized"]


def resized(values: NDArray[np.float32], width: int) -> NDArray[np.float32]:
    """Return `values` resampled to `width` columns and rows in proportion, each at least one.

    Samples are read as centers of equal cells. A smaller raster holds area means, a larger one a cubic interpolation.
    """
    rows, cols = values.shape
    height = max(1, round(rows * width / cols))
    out = values.astype(np.float64)
    for axis, count in ((0, height), (1, width)):
        out = _along(out, axis, count)
    return np.ascontiguousarray(out, dtype=np.float32)


def _along(values: NDArray[np.float64], axis: int, count: int) -> NDArray[np.float64]:
    size = values.shape[axis]
    if count == size:
        return values
    if count < size:
        edges = np.arange(count + 1) * (size / count)
        low = np.minimum(edges.astype(np.int64), size)
        shape = list(values.shape)
        shape[axis] = 1
        total = np.concatenate([np.zeros(shape), np.cumsum(values, axis=axis)], axis=axis)
        part = np.take(values, np.minimum(low, size - 1), axis=axis)
        fraction = edges - low
        bars = fraction.reshape([-1 if k == axis else 1 for k in range(2)])
        made: NDArray[np.float64] = np.diff(np.take(total, low, axis=axis) + part * bars, axis=axis) * (count / size)
        return made
    from scipy.ndimage import map_coordinates

    places = (np.arange(count) + 0.5) * (size / count) - 0.5
    index = np.meshgrid(
        *[places if k == axis else np.arange(values.shape[k], dtype=float) for k in range(2)], indexing="ij"
    )
    grown: NDArray[np.float64] = map_coordinates(values, index, order=3 if size > 3 else 1, mode="nearest")
    return grown
