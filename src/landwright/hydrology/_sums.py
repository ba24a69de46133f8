"""Sums along the flow: drainage area, and anything else gathered upstream or downstream."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright.errors import FieldError, sentence
from landwright.hydrology._graph import FlowGraph
from landwright.hydrology._kernels import walk

__all__ = ["downstream_sum", "drainage_area", "upstream_sum"]


def _values(graph: FlowGraph, values: ArrayLike, where: str) -> NDArray[np.float64]:
    given = np.array(np.broadcast_to(values, len(graph)) if np.ndim(values) == 0 else values, np.float64).reshape(-1)
    if given.shape != (len(graph),):
        raise FieldError(sentence(f"{where}: values", f"must be a number or {len(graph)} values", np.shape(values)))
    if not np.isfinite(given).all():
        raise FieldError(sentence(f"{where}: values", "must be finite everywhere", "NaN or infinite values"))
    if graph.data is not None:
        given[~graph.data] = 0.0
    return given


def _gather(graph: FlowGraph, total: NDArray[np.float64], one: Any, many: Any) -> NDArray[np.float64]:
    if graph.shares is None:
        _pool.call(one, graph.receivers, graph.order, total, polls=True)
    else:
        _pool.call(many, *graph.shares, graph.order, total, polls=True)
    return total


def drainage_area(graph: FlowGraph) -> NDArray[np.float64]:
    """Return how much ground drains through each cell, itself included.

    Parameters
    ----------
    graph : FlowGraph
        From ``flow`` or ``flow_on``.

    Returns
    -------
    (n,) float64 array
        Square metres; 0 where there is no data. Over the base levels it adds up to the area of all cells with data.

    See Also
    --------
    upstream_sum : The same for any values.

    Notes
    -----
    Reach: whole. Cost: O(links).
    Deterministic: bit-identical for any thread count. Where all cells count the same and flow does not divide, cells are counted, so each
    value is exact to one rounding.

    Examples
    --------
    >>> import landwright as lw
    >>> slope = lw.Heightfield([[9.0, 9.0, 9.0, 9.0], [4.0, 3.0, 2.0, 1.0], [9.0, 9.0, 9.0, 9.0]], cell_size=10.0)
    >>> lw.hydrology.drainage_area(lw.hydrology.flow(slope))[4:8].tolist()
    [100.0, 100.0, 200.0, 300.0]
    """
    if isinstance(graph.areas, float):
        return np.multiply(
            _gather(graph, _values(graph, 1.0, "hydrology.drainage_area"), walk.sum_upstream, walk.share_upstream),
            graph.areas,
        )
    return upstream_sum(graph, graph.areas)


def upstream_sum(graph: FlowGraph, values: ArrayLike) -> NDArray[np.float64]:
    """Add up values over everything upstream of each cell, itself included.

    Parameters
    ----------
    graph : FlowGraph
        From ``flow`` or ``flow_on``.
    values : float or (n,) array
        What each cell adds, such as its rain; cells without data add nothing.

    Returns
    -------
    (n,) float64 array
        Sums. Where flow divides, each receiver gets its share.

    Raises
    ------
    FieldError
        If the values do not fit the graph or are not finite.

    See Also
    --------
    downstream_sum : Along the way to the base level.

    Notes
    -----
    Reach: whole. Cost: O(links).
    Deterministic: bit-identical for any thread count; float64, added in flow order.

    Examples
    --------
    >>> import landwright as lw
    >>> graph = lw.hydrology.flow_on([[-1, 1], [0, 2], [1, -1]], 10.0, [3.0, 2.0, 1.0])
    >>> upstream_sum(graph, [5.0, 1.0, 1.0]).tolist()
    [5.0, 1.0, 2.0]
    """
    return _gather(graph, _values(graph, values, "hydrology.upstream_sum"), walk.sum_upstream, walk.share_upstream)


def downstream_sum(graph: FlowGraph, values: ArrayLike) -> NDArray[np.float64]:
    """Add up values along the way from each cell to its base level, both included.

    ``downstream_sum(graph, graph.distances)`` is how far water has to flow (m).

    Parameters
    ----------
    graph : FlowGraph
        From ``flow`` or ``flow_on``.
    values : float or (n,) array
        What each cell adds.

    Returns
    -------
    (n,) float64 array
        Sums. Where flow divides, the mean over all ways, by their shares.

    Raises
    ------
    FieldError
        If the values do not fit the graph or are not finite.

    See Also
    --------
    upstream_sum : Over everything upstream.

    Notes
    -----
    Reach: whole. Cost: O(links).
    Deterministic: bit-identical for any thread count; float64, added in flow order.

    Examples
    --------
    >>> import landwright as lw
    >>> graph = lw.hydrology.flow_on([[-1, 1], [0, 2], [1, -1]], 10.0, [3.0, 2.0, 1.0])
    >>> downstream_sum(graph, graph.distances).tolist()
    [0.0, 10.0, 0.0]
    """
    return _gather(
        graph, _values(graph, values, "hydrology.downstream_sum"), walk.sum_downstream, walk.share_downstream
    )
