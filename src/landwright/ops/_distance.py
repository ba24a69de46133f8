"""How far it is to the sea, or to whatever a layer marks."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from landwright._pool import run_rows
from landwright.field import Heightfield, Layer, Mask
from landwright.grid import Grid
from landwright.ops._kernels import nearest as kernels
from landwright.ops._masks import band
from landwright.ops._raster import Raster, data_of, layer_of, values_of
from landwright.ops.settings import Distance, MaskDistance

__all__ = ["distance", "distance_from", "mask_distance"]


def distance_from(marked: NDArray[np.bool_], grid: Grid) -> Layer:
    """Measure the distance from each sample to the nearest marked sample.

    Parameters
    ----------
    marked : (rows, cols) bool array
        Where to measure to.
    grid : Grid
        Where the samples lie.

    Returns
    -------
    Layer
        Metres, exact to float32 rounding, 0 at marked samples. With no sample marked every distance is that from corner to
        corner of the cells, farther than any other can be.

    See Also
    --------
    distance : The same for the sea or for a layer by name.

    Notes
    -----
    Reach: whole. Cost: O(cells).
    Deterministic: bit-identical for any thread count.

    References
    ----------
    .. [1] A. Meijster, J. B. T. M. Roerdink, W. H. Hesselink, "A general algorithm for computing distance transforms in linear
       time", Mathematical Morphology and its Applications to Image and Signal Processing, 2000.

    Examples
    --------
    >>> import landwright as lw
    >>> grid = lw.Grid(shape=(1, 4), cell_size=10.0)
    >>> lw.ops.distance_from(np.array([[False, True, False, False]]), grid).values.tolist()
    [[10.0, 0.0, 10.0, 20.0]]
    """
    rows, cols = grid.shape
    if not marked.any():
        return Layer(np.full(grid.shape, math.hypot(rows, cols) * grid.cell_size), grid=grid, unit="m")
    gap = np.empty(grid.shape, np.int64)
    run_rows(kernels.along_columns, cols, np.ascontiguousarray(marked), rows + cols + 1, gap)
    out = np.empty(grid.shape, np.float32)
    run_rows(kernels.across_rows, rows, gap, grid.cell_size, out)
    return Layer(out, grid=grid, unit="m")


def _marked(layers: Mapping[str, Raster], noun: Distance | MaskDistance) -> tuple[NDArray[np.bool_], Grid]:
    layer = layer_of(layers, noun.to or "elevation", f"{noun.kind}: to")
    values = values_of(layer, noun.kind)
    # the sea: a layer other than the ground is a place where it is over one half
    marked = values > 0.5 if noun.to else (values < noun.sea_level) & data_of(layer)
    return np.asarray(marked), layer.grid


def distance(layers: Mapping[str, Raster] | Heightfield, noun: Distance = Distance()) -> dict[str, Raster]:
    """Measure how far it is to the sea, or to the nearest place where a layer is over one half.

    Parameters
    ----------
    layers : mapping of str to Heightfield or Layer
        Everything made so far; ``elevation``, or the layer that ``to`` names, among them.
    noun : Distance
        Without ``to`` the sea counts: ground below ``sea_level``.

    Returns
    -------
    dict
        ``{"output": Layer}``: metres from sample to sample, 0 inside. With nothing to measure to, farther than the map.

    Raises
    ------
    SettingError
        If the layer is not there.

    See Also
    --------
    distance_from : The same for an array of marks.

    Notes
    -----
    Reach: whole. Cost: O(cells).
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import landwright as lw
    >>> coast = lw.Heightfield([[-5.0, 2.0, 9.0]], cell_size=10.0)
    >>> lw.ops.distance({"elevation": coast})["output"].values.tolist()
    [[0.0, 10.0, 20.0]]
    """
    named = {"elevation": layers} if isinstance(layers, Heightfield) else layers
    return {"output": distance_from(*_marked(named, noun))}


def mask_distance(layers: Mapping[str, Raster] | Heightfield, noun: MaskDistance = MaskDistance()) -> dict[str, Raster]:
    """Mark what lies within, beyond or between distances of the sea or of a layer.

    Parameters
    ----------
    layers : mapping of str to Heightfield or Layer
        Everything made so far; ``elevation``, or the layer that ``to`` names, among them.
    noun : MaskDistance
        ``low`` counts in, ``high`` counts out.

    Returns
    -------
    dict
        ``{"output": Mask}``.

    Raises
    ------
    SettingError
        If the layer is not there.

    See Also
    --------
    distance : What is compared.

    Notes
    -----
    Reach: whole. Cost: O(cells).
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import landwright as lw
    >>> coast = lw.Heightfield([[-5.0, 2.0, 9.0]], cell_size=10.0)
    >>> lw.ops.mask_distance({"elevation": coast}, lw.ops.MaskDistance(high=15.0))["output"].values.tolist()
    [[1.0, 1.0, 0.0]]
    """
    named = {"elevation": layers} if isinstance(layers, Heightfield) else layers
    marked, grid = _marked(named, noun)
    away = distance_from(marked, grid).values
    return {"output": Mask(band(away, noun.low, noun.high, noun.soft, noun.invert), grid=grid)}
