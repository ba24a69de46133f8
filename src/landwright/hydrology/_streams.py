"""Basins and streams of a flow graph."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright.errors import FieldError, SettingError, sentence
from landwright.hydrology._graph import FlowGraph
from landwright.hydrology._kernels import walk
from landwright.hydrology._sums import drainage_area

__all__ = ["Reaches", "basins", "reaches", "strahler_order", "streams"]


class Reaches(NamedTuple):
    """Streams as lines, each from a head or a confluence down to the next confluence or to its end.

    Parameters
    ----------
    starts : (r + 1,) int32
        Where each reach begins in ``cells``.
    cells : (m,) int32
        Cells of all reaches, downstream. A reach that flows into another ends with that one's first cell, so lines meet.
    receivers : (r,) int32
        The reach each flows into; itself where it ends. Below its own number, so reaches are in flow order.
    order : (r,) uint8
        Strahler order.
    """

    starts: NDArray[np.int32]
    cells: NDArray[np.int32]
    receivers: NDArray[np.int32]
    order: NDArray[np.uint8]

    def line(self, reach: int) -> NDArray[np.int32]:
        """Return the cells of one reach, downstream."""
        return self.cells[self.starts[reach] : self.starts[reach + 1]]


def basins(graph: FlowGraph) -> NDArray[np.int32]:
    """Return which base level each cell drains to.

    Parameters
    ----------
    graph : FlowGraph
        From ``flow`` or ``flow_on``; where flow divides, its main receivers count.

    Returns
    -------
    (n,) int32 array
        The index of the base level; -1 where there is no data. ``np.unique(..., return_inverse=True)`` makes numbers without gaps.

    See Also
    --------
    map_basins : Numbered by size, as a layer.

    Notes
    -----
    Reach: whole. Cost: O(cells).
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import landwright as lw
    >>> graph = lw.hydrology.flow_on([[-1, 1], [0, 2], [1, 3], [2, -1]], 10.0, [1.0, 2.0, 3.0, 1.0])
    >>> basins(graph).tolist()
    [0, 0, 3, 3]
    """
    out = np.empty(len(graph), np.int32)
    _pool.call(walk.outlets, graph.receivers, graph.order, out)
    if graph.data is not None:
        out[~graph.data] = -1
    return out


def streams(graph: FlowGraph, min_area: float, *, area: ArrayLike | None = None) -> NDArray[np.bool_]:
    """Return where enough ground drains through a cell for a stream.

    Parameters
    ----------
    graph : FlowGraph
        From ``flow`` or ``flow_on``.
    min_area : float
        Drainage area of a stream's head (m2).
    area : (n,) array, optional
        What to compare instead of the drainage area, such as a discharge.

    Returns
    -------
    (n,) bool array
        True on streams. Where flow does not divide, everything downstream of a stream is a stream.

    Raises
    ------
    SettingError
        If `min_area` is not above 0.

    See Also
    --------
    reaches : As lines.

    Notes
    -----
    Reach: whole. Cost: O(cells).
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import landwright as lw
    >>> graph = lw.hydrology.flow_on([[-1, 1], [0, 2], [1, -1]], 10.0, [3.0, 2.0, 1.0])
    >>> streams(graph, 2.0).tolist()
    [False, False, True]
    """
    if not min_area > 0.0:
        raise SettingError(sentence("hydrology.streams: min_area", "must be > 0 (m2)", min_area))
    values = drainage_area(graph) if area is None else np.asarray(area).reshape(-1)
    if values.shape != (len(graph),):
        raise FieldError(sentence("hydrology.streams: area", f"must have {len(graph)} values", values.shape))
    return np.asarray(values >= min_area)


def _marked(graph: FlowGraph, stream: ArrayLike, where: str) -> NDArray[np.bool_]:
    marked = np.ascontiguousarray(np.asarray(stream).reshape(-1), np.bool_)
    if marked.shape != (len(graph),):
        raise FieldError(sentence(f"{where}: stream", f"must have {len(graph)} values", np.shape(stream)))
    return marked


def strahler_order(graph: FlowGraph, stream: ArrayLike) -> NDArray[np.uint8]:
    """Return the Strahler order of streams.

    A stream is of order 1 at its head; where two of the same order meet, and none of a higher one comes in, it goes up by one.

    Parameters
    ----------
    graph : FlowGraph
        From ``flow`` or ``flow_on``; where flow divides, its main receivers count.
    stream : (n,) array of bool
        Where streams are, from :func:`streams`.

    Returns
    -------
    (n,) uint8 array
        0 off the streams.

    Raises
    ------
    FieldError
        If `stream` does not fit the graph.

    See Also
    --------
    reaches : As lines, with the order of each.

    Notes
    -----
    Reach: whole. Cost: O(cells).
    Deterministic: bit-identical for any thread count.

    References
    ----------
    .. [1] A. N. Strahler, "Quantitative analysis of watershed geomorphology", Transactions of the American Geophysical Union 38, 1957.

    Examples
    --------
    >>> import landwright as lw
    >>> fork = lw.hydrology.flow_on([[2, -1, -1], [2, -1, -1], [0, 1, 3], [2, -1, -1]], 1.0, [5, 5, 4, 3], base_levels=[0, 0, 0, 1])
    >>> strahler_order(fork, [True] * 4).tolist()
    [1, 1, 2, 2]
    """
    marked = _marked(graph, stream, "hydrology.strahler_order")
    out = np.zeros(len(graph), np.uint8)
    _pool.call(walk.strahler, graph.receivers, graph.order, marked, out)
    return out


def reaches(graph: FlowGraph, stream: ArrayLike) -> Reaches:
    """Return streams as lines between heads, confluences and ends.

    Parameters
    ----------
    graph : FlowGraph
        From ``flow`` or ``flow_on``; where flow divides, its main receivers count.
    stream : (n,) array of bool
        Where streams are, from :func:`streams`.

    Returns
    -------
    Reaches
        Lines of cells in flow order: a reach's number is above that of the one it flows into.

    Raises
    ------
    FieldError
        If `stream` does not fit the graph.

    See Also
    --------
    strahler_order : The order of each cell.

    Notes
    -----
    Reach: whole. Cost: O(cells) and a sort of the cells on streams.
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import landwright as lw
    >>> fork = lw.hydrology.flow_on([[2, -1, -1], [2, -1, -1], [0, 1, 3], [2, -1, -1]], 1.0, [5, 5, 4, 3], base_levels=[0, 0, 0, 1])
    >>> found = reaches(fork, [True] * 4)
    >>> [found.line(r).tolist() for r in range(3)], found.receivers.tolist()
    ([[2, 3], [1, 2], [0, 2]], [0, 0, 0])
    """
    marked = _marked(graph, stream, "hydrology.reaches")
    n = len(graph)
    reach, count = np.empty(n, np.int32), np.zeros(1, np.int32)
    _pool.call(walk.reach_of, graph.receivers, graph.order, marked, reach, count)
    made = int(count[0])
    upward = graph.order[::-1]
    on = upward[marked[upward]]
    on = on[np.argsort(reach[on], kind="stable")]
    sizes = np.bincount(reach[on], minlength=made)
    last = on[np.cumsum(sizes) - 1]
    after = graph.receivers[last]
    joins = (after != last) & marked[after]
    receivers = np.where(joins, reach[after], np.arange(made)).astype(np.int32)
    ends = np.cumsum(sizes)
    cells = np.insert(on, ends[joins], after[joins]).astype(np.int32)
    starts = np.zeros(made + 1, np.int32)
    np.cumsum(sizes + joins, out=starts[1:])
    order = strahler_order(graph, marked)[on[ends - sizes]] if made else np.zeros(0, np.uint8)
    return Reaches(starts, cells, receivers, order)
