"""The path of water: flow graphs on rasters and on any cells with neighbours."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright.errors import FieldError, LandwrightError, SettingError, sentence
from landwright.hydrology._drain import Drained, drain, filled
from landwright.hydrology._fill import fill_ground
from landwright.hydrology._graph import FlowGraph, Shares
from landwright.hydrology._ground import Given, Ground, ground_of
from landwright.hydrology._kernels import basin_graph, divide, walk
from landwright.hydrology.settings import Fill, Flow, limit

__all__ = ["fill_on", "flow", "flow_on", "graph_of"]


def _distances(ground: Ground, receivers: NDArray[np.int32]) -> NDArray[np.float32]:
    own = np.arange(receivers.size, dtype=np.int32)
    if ground.table.size == 0:
        near, far = ground.length[0, 1], ground.length[0, 0]
        step = np.abs(receivers - own)
        cols = ground.shape[1]
        straight = (step == 1) | (step == cols)
        if cols <= 2:  # there a step along a row and one across it can be the same number of cells
            down, right = np.divmod(receivers, cols), np.divmod(own, cols)
            straight = (down[0] == right[0]) | (down[1] == right[1])
        out = np.where(straight, near, far)
        out[step == 0] = 0.0
        return np.asarray(out)
    hit = ground.table == receivers[:, np.newaxis]
    out = np.where(hit, ground.length, np.float32(np.inf)).min(axis=1)
    out[receivers == own] = 0.0
    return np.asarray(out, np.float32)


def _shares(ground: Ground, drained: Drained, receivers: NDArray[np.int32], noun: Flow) -> Shares:
    n = receivers.size
    water = filled(ground, drained)
    count = np.empty(n, np.int32)
    starts = np.zeros(n + 1, np.int32)
    block = max(1 << 15, n // 16)
    if noun.method == "multiple":
        _pool.run_rows(divide.count_lower, n, *ground.neighbors, ground.z, water, receivers, count, block=block)
        _total(count, starts)
        shared, weights = np.empty(starts[-1], np.int32), np.empty(starts[-1], np.float32)
        _pool.run_rows(
            divide.share_lower,
            n,
            *ground.neighbors,
            ground.inverse,
            ground.z,
            water,
            receivers,
            np.float32(noun.exponent),
            starts,
            shared,
            weights,
            block=block,
        )
        return Shares(starts, shared, weights)
    if ground.table.size:
        must = "must be steepest or multiple where cells are no raster"
        raise SettingError(sentence(f"{ground.where}: method", must, noun.method))
    shape = ground.shape
    wide, wide_weights = np.empty((n, 3), np.int32), np.empty((n, 3), np.float32)
    _pool.run_rows(
        divide.facets,
        shape[0],
        ground.z.reshape(shape),
        water.reshape(shape),
        receivers.reshape(shape),
        count.reshape(shape),
        wide.reshape(*shape, 3),
        wide_weights.reshape(*shape, 3),
    )
    _total(count, starts)
    shared, weights = np.empty(starts[-1], np.int32), np.empty(starts[-1], np.float32)
    _pool.run_rows(divide.pack, n, wide, starts, wide_weights, count, shared, weights, block=block)
    return Shares(starts, shared, weights)


def _total(count: NDArray[np.int32], starts: NDArray[np.int32]) -> None:
    total = int(count.sum(dtype=np.int64))
    if total >= 1 << 31:
        raise FieldError(sentence("hydrology.flow: cells", "must have fewer than 2147483648 links", total))
    np.cumsum(count, out=starts[1:])


def graph_of(ground: Ground, noun: Flow, areas: NDArray[np.float64] | float) -> FlowGraph:
    """Return the flow graph of a ground."""
    control = _pool.current()
    with control.part(0.0, 0.6):
        drained = drain(ground, limit(noun.keep_depth))
    receivers = drained.receivers
    _pool.call(basin_graph.carve, drained.leave, drained.enter, receivers)
    order = np.empty(receivers.size, np.int32)
    shares = None
    with control.part(0.6, 1.0):
        if noun.method == "steepest":
            reached = _pool.call(walk.order_of, receivers, order, polls=True)
        else:
            shares = _shares(ground, drained, receivers, noun)
            reached = _pool.call(walk.order_shared, shares.starts, shares.receivers, order, polls=True)
    if reached != receivers.size:
        raise LandwrightError(f"{ground.where}: water runs in a circle through {receivers.size - reached} cells.")
    return FlowGraph(receivers, order, _distances(ground, receivers), areas, ground.data, shares, ground.grid)


def flow(given: Given, noun: Flow = Flow(), *, sinks: ArrayLike | None = None) -> FlowGraph:
    """Find the path of water over ground as it is.

    Water takes the steepest way; over level ground it takes the nearest way out; out of a depression it flows over the lowest pass,
    and the way to that pass is followed as if it were carved. So from every sample a path leads to a base level, whatever the ground.

    Parameters
    ----------
    given : Heightfield or mapping of str to Heightfield or Layer
        The ground, or layers with ``elevation`` among them; metres.
    noun : Flow
        Where water leaves, which depressions stay closed, and whether flow divides.
    sinks : (rows, cols) array, optional
        True (or over 0.5) where water may end inland.

    Returns
    -------
    FlowGraph
        Receivers, flow order, distances; shares too unless the method is "steepest". No receiver is higher than its donor on the
        surface that :func:`fill` gives with the same settings.

    Raises
    ------
    FieldError
        If layers do not fit each other.
    SettingError
        If ``noun.sinks`` names no layer that is there.

    See Also
    --------
    drainage_area : How much ground drains through each sample.
    flow_on : The same on cells with a table of neighbours.

    Notes
    -----
    Reach: whole. Cost: O(samples) and a sort of the passes between depressions.
    Deterministic: bit-identical for any thread count. Base levels are all samples of the map's edges that ``edges`` names, ground
    below the sea, sinks, and with "all" edges the data beside missing data. Of ways equally steep, and of equal pits and passes, the
    lowest index wins.

    References
    ----------
    .. [1] G. Cordonnier, B. Bovy, J. Braun, "A versatile, linear complexity algorithm for flow routing in topographies with
       depressions", Earth Surface Dynamics 7, 2019.
    .. [2] D. G. Tarboton, "A new method for the determination of flow directions and upslope areas in grid digital elevation models",
       Water Resources Research 33, 1997.
    .. [3] T. G. Freeman, "Calculating catchment area with divergent flow based on a regular grid", Computers & Geosciences 17, 1991.

    Examples
    --------
    >>> import landwright as lw
    >>> graph = lw.hydrology.flow(lw.Heightfield([[9.0, 9.0, 9.0], [9.0, 4.0, 2.0], [9.0, 9.0, 9.0]]))
    >>> graph.receivers.tolist()
    [0, 1, 2, 3, 5, 5, 6, 7, 8]
    """
    ground = ground_of(given, noun, sinks)
    grid = ground.grid
    return graph_of(ground, noun, 1.0 if grid is None else grid.cell_size**2)


def _cells(
    neighbors: ArrayLike,
    distances: ArrayLike,
    elevation: ArrayLike,
    noun: Flow | Fill,
    base_levels: ArrayLike | None,
    sinks: ArrayLike | None,
) -> Ground:
    """Return the ground of cells with a table of neighbours."""
    where = str(noun.word)
    table = np.ascontiguousarray(neighbors, np.int32)
    z = np.ascontiguousarray(np.asarray(elevation).reshape(-1), np.float32)
    n = z.size
    if table.ndim != 2 or table.shape[0] != n or not 1 <= table.shape[1] <= 250:
        raise FieldError(
            sentence(f"{where}: neighbors", f"must be ({n}, k), one row for each cell", np.shape(neighbors))
        )
    if n == 0 or n * table.shape[1] >= _LINKS:
        raise FieldError(sentence(f"{where}: neighbors", f"must hold from 1 to {_LINKS - 1} links", table.size))
    if table.min() < -1 or table.max() >= n:
        raise FieldError(
            sentence(f"{where}: neighbors", f"must be -1 or from 0 to {n - 1}", (table.min(), table.max()))
        )
    if not np.isfinite(z).all():
        raise FieldError(sentence(f"{where}: elevation", "must be finite everywhere", "NaN or infinite values"))
    try:
        length = np.ascontiguousarray(np.broadcast_to(np.asarray(distances, np.float32), table.shape))
    except ValueError:
        must = f"must be a number or have the shape {table.shape}"
        raise FieldError(sentence(f"{where}: distances", must, np.shape(distances))) from None
    if not (length[table >= 0] > 0.0).all():
        raise FieldError(sentence(f"{where}: distances", "must be > 0 (m)", float(length[table >= 0].min())))
    length = np.where(table >= 0, length, np.float32(1.0))
    kind = np.zeros(n, np.uint8)
    marks: list[ArrayLike | None] = [base_levels, sinks]
    if base_levels is None and noun.edges == "all":
        kind[(table < 0).any(axis=1)] = 1
    for marked in marks:
        if marked is not None:
            array = np.asarray(marked).reshape(-1)
            if array.shape != (n,):
                raise FieldError(sentence(f"{where}: base_levels", f"must have {n} values", array.shape))
            kind[array.astype(np.bool_)] = 1
    if noun.sea_level is not None:
        kind[z < np.float32(noun.sea_level)] = 1
    return Ground(z, kind, table, length, (n, 1), None, where)


_LINKS = 1 << 32


def flow_on(
    neighbors: ArrayLike,
    distances: ArrayLike,
    elevation: ArrayLike,
    noun: Flow = Flow(),
    *,
    base_levels: ArrayLike | None = None,
    sinks: ArrayLike | None = None,
    areas: ArrayLike = 1.0,
) -> FlowGraph:
    """Find the path of water over cells with a table of neighbours: hexagons, spheres, triangulations.

    Parameters
    ----------
    neighbors : (n, k) array of int
        Neighbours of each cell, -1 where there is none; ``hexmap.neighbors(layout)`` is one. If a is a neighbour of b, b is one of a.
    distances : float or (n, k) array
        Metres from cell to neighbour.
    elevation : (n,) array
        Metres; other shapes are read row by row.
    noun : Flow
        Which depressions stay closed, the sea, and whether flow divides ("steepest" or "multiple"). Without `base_levels` and with
        "all" edges, cells that lack a neighbour are base levels.
    base_levels : (n,) array of bool, optional
        Where flow leaves, instead of the cells at an edge.
    sinks : (n,) array of bool, optional
        Further places where water may end.
    areas : float or (n,) array
        What each cell counts (m2).

    Returns
    -------
    FlowGraph
        Without a grid.

    Raises
    ------
    FieldError
        If arrays do not fit each other, or hold values that are not finite.
    SettingError
        If the method needs a raster.

    See Also
    --------
    flow : The same on a raster.

    Notes
    -----
    Reach: whole. Cost: O(links) and a sort of the passes between depressions.
    Deterministic: bit-identical for any thread count; ties as in :func:`flow`. Without any base level the lowest cell is one.

    Examples
    --------
    >>> line = [[-1, 1], [0, 2], [1, -1]]
    >>> flow_on(line, 10.0, [3.0, 2.0, 1.0]).receivers.tolist()
    [0, 2, 2]
    """
    ground = _cells(neighbors, distances, elevation, noun, base_levels, sinks)
    given = np.asarray(areas, np.float64)
    if given.ndim and given.reshape(-1).shape != ground.z.shape:
        raise FieldError(sentence(f"{noun.word}: areas", f"must be a number or {ground.z.size} values", given.shape))
    return graph_of(ground, noun, given.reshape(-1).copy() if given.ndim else float(given))


def fill_on(
    neighbors: ArrayLike,
    distances: ArrayLike,
    elevation: ArrayLike,
    noun: Fill = Fill(),
    *,
    base_levels: ArrayLike | None = None,
    sinks: ArrayLike | None = None,
) -> NDArray[np.float32]:
    """Fill the depressions of cells with a table of neighbours.

    Parameters
    ----------
    neighbors : (n, k) array of int
        Neighbours of each cell, -1 where there is none.
    distances : float or (n, k) array
        Metres from cell to neighbour.
    elevation : (n,) array
        Metres; other shapes are read row by row.
    noun : Fill
        Which depressions stay, the sea, and whether filled ground is tilted.
    base_levels : (n,) array of bool, optional
        Where water leaves, instead of the cells at an edge.
    sinks : (n,) array of bool, optional
        Further places where water may end.

    Returns
    -------
    (n,) float32 array
        Filled elevation (m).

    Raises
    ------
    FieldError
        If arrays do not fit each other, or hold values that are not finite.

    See Also
    --------
    fill : The same on a raster.

    Notes
    -----
    Reach: whole. Cost: O(links) and a sort of the passes between depressions.
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> line = [[-1, 1], [0, 2], [1, -1]]
    >>> fill_on(line, 10.0, [3.0, 1.0, 2.0]).tolist()
    [3.0, 2.0, 2.0]
    """
    return fill_ground(_cells(neighbors, distances, elevation, noun, base_levels, sinks), noun)
