"""Flow, basins and streams as layers, for recipes and the studio."""

from __future__ import annotations

from collections.abc import Mapping
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import FieldError, sentence
from landwright.field import Heightfield, Layer, Mask
from landwright.grid import Grid
from landwright.hydrology._flow import flow
from landwright.hydrology._graph import FlowGraph
from landwright.hydrology._ground import Given, Raster, cells_of, field_of
from landwright.hydrology._streams import basins, strahler_order, streams
from landwright.hydrology._sums import drainage_area, upstream_sum
from landwright.hydrology.settings import Basins, FlowArea, Streams

__all__ = ["flow_area", "map_basins", "map_streams"]


def _layer(values: NDArray[np.generic], grid: Grid, unit: str = "1") -> Layer:
    return Layer(values.reshape(grid.shape).astype(np.float32), grid=grid, unit=unit)


def _grid(graph: FlowGraph, given: Given, where: str) -> Grid:
    return graph.grid or field_of(given, where).grid


@overload
def flow_area(given: Heightfield, noun: FlowArea = ..., *, sinks: ArrayLike | None = ...) -> Layer: ...
@overload
def flow_area(
    given: Mapping[str, Raster], noun: FlowArea = ..., *, sinks: ArrayLike | None = ...
) -> dict[str, Raster]: ...
def flow_area(
    given: Given, noun: FlowArea = FlowArea(), *, sinks: ArrayLike | None = None
) -> Layer | dict[str, Raster]:
    """Write how much water passes each sample in a year.

    Parameters
    ----------
    given : Heightfield or mapping of str to Heightfield or Layer
        The ground, or layers with ``elevation`` among them; metres.
    noun : FlowArea
        Where water leaves, how flow divides, and how much water falls.
    sinks : (rows, cols) array, optional
        True (or over 0.5) where water may end inland.

    Returns
    -------
    Layer or dict
        Cubic metres a year; ``{"flow": layer}`` when layers were given. With a runoff of 1 m/yr it is the drainage area (m2).

    Raises
    ------
    FieldError
        If layers do not fit each other, or the rain is below 0.
    SettingError
        If a setting names no layer that is there.

    See Also
    --------
    drainage_area : In float64, for a flow graph.

    Notes
    -----
    Reach: whole. Cost: that of :func:`flow`.
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import landwright as lw
    >>> slope = lw.Heightfield([[9.0, 9.0, 9.0], [3.0, 2.0, 1.0], [9.0, 9.0, 9.0]], cell_size=10.0)
    >>> lw.hydrology.flow_area(slope, lw.hydrology.FlowArea(runoff=0.5)).values[1].tolist()
    [50.0, 50.0, 100.0]
    """
    graph = flow(given, noun.routing(), sinks=sinks)
    rain = cells_of(given, noun.rain, "hydrology.flow_area: rain")
    if rain is None:
        total = drainage_area(graph) * noun.runoff
    else:
        if rain.min() < 0.0:
            raise FieldError(sentence(f"hydrology.flow_area: {noun.rain}", "must be >= 0 as rain", float(rain.min())))
        total = upstream_sum(graph, rain.astype(np.float64) * graph.areas.__float__() * noun.runoff)
    made = _layer(total, _grid(graph, given, noun.word), "m3/yr")
    return made if isinstance(given, Heightfield) else {"flow": made}


@overload
def map_basins(given: Heightfield, noun: Basins = ..., *, sinks: ArrayLike | None = ...) -> Layer: ...
@overload
def map_basins(
    given: Mapping[str, Raster], noun: Basins = ..., *, sinks: ArrayLike | None = ...
) -> dict[str, Raster]: ...
def map_basins(given: Given, noun: Basins = Basins(), *, sinks: ArrayLike | None = None) -> Layer | dict[str, Raster]:
    """Number drainage basins, the largest first.

    Parameters
    ----------
    given : Heightfield or mapping of str to Heightfield or Layer
        The ground, or layers with ``elevation`` among them; metres.
    noun : Basins
        Where water leaves, and how large a basin must be for a number.
    sinks : (rows, cols) array, optional
        True (or over 0.5) where water may end inland.

    Returns
    -------
    Layer or dict
        Whole numbers from 1, 0 for basins that are too small and where there is no data; ``{"basins": layer}`` when layers were given.
        Basins of the same area are in the order of their base levels.

    Raises
    ------
    FieldError
        If layers do not fit each other.
    SettingError
        If ``noun.sinks`` names no layer that is there.

    See Also
    --------
    basins : The base level of each cell of a flow graph.

    Notes
    -----
    Reach: whole. Cost: that of :func:`flow`.
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import landwright as lw
    >>> roof = lw.Heightfield([[9.0] * 5, [1.0, 2.0, 3.0, 2.5, 2.0], [9.0] * 5])
    >>> lw.hydrology.map_basins(roof, lw.hydrology.Basins(min_area=2.0)).values[1].tolist()
    [1.0, 1.0, 1.0, 2.0, 2.0]
    """
    graph = flow(given, noun.routing(), sinks=sinks)
    outlet = basins(graph)
    area = drainage_area(graph)
    ends = graph.base_levels
    large = ends[area[ends] >= noun.min_area]
    ranked = large[np.argsort(-area[large], kind="stable")]
    number = np.zeros(len(graph) + 1, np.int64)
    number[ranked] = np.arange(1, ranked.size + 1)
    made = _layer(number[outlet], _grid(graph, given, noun.word), "count")
    return made if isinstance(given, Heightfield) else {"basins": made}


@overload
def map_streams(given: Heightfield, noun: Streams = ..., *, sinks: ArrayLike | None = ...) -> Layer: ...
@overload
def map_streams(
    given: Mapping[str, Raster], noun: Streams = ..., *, sinks: ArrayLike | None = ...
) -> dict[str, Raster]: ...
def map_streams(
    given: Given, noun: Streams = Streams(), *, sinks: ArrayLike | None = None
) -> Layer | dict[str, Raster]:
    """Mark streams, or write their Strahler order.

    Parameters
    ----------
    given : Heightfield or mapping of str to Heightfield or Layer
        The ground, or layers with ``elevation`` among them; metres.
    noun : Streams
        Where water leaves, how much ground makes a stream, and what to write.
    sinks : (rows, cols) array, optional
        True (or over 0.5) where water may end inland.

    Returns
    -------
    Layer or dict
        A Mask, or a Layer of Strahler orders with 0 off the streams; ``{"streams": ...}`` when layers were given.

    Raises
    ------
    FieldError
        If layers do not fit each other.
    SettingError
        If ``noun.sinks`` names no layer that is there.

    See Also
    --------
    reaches : Streams as lines.

    Notes
    -----
    Reach: whole. Cost: that of :func:`flow`.
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import landwright as lw
    >>> valley = lw.Heightfield([[9.0] * 4, [4.0, 3.0, 2.0, 1.0], [9.0] * 4])
    >>> lw.hydrology.map_streams(valley, lw.hydrology.Streams(min_area=2.0)).values[1].tolist()
    [0.0, 0.0, 1.0, 1.0]
    """
    graph = flow(given, noun.routing(), sinks=sinks)
    grid = _grid(graph, given, noun.word)
    marked = streams(graph, noun.min_area)
    made: Layer
    if noun.value == "mask":
        made = Mask(marked.reshape(grid.shape).astype(np.float32), grid=grid)
    else:
        made = _layer(strahler_order(graph, marked), grid, "count")
    return made if isinstance(given, Heightfield) else {"streams": made}
