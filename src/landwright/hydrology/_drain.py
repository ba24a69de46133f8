"""Depressions drained over their lowest passes: what filling, flow, lakes and the depression tree have in common."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.hydrology._ground import Ground
from landwright.hydrology._kernels import basin_graph, steepest

__all__ = ["Drained", "drain", "filled", "first_receivers"]

_STRIPS = 8
_SMALL = 1 << 16
_NO_PASS = int(np.float32(np.inf).view(np.int32)) << 32
"""Where the keys of passes over missing data begin, which is infinitely high."""


class Drained(NamedTuple):
    """Pits, their basins, and the way out of each.

    ``receivers`` lead down to pits. ``labels`` (n,) name basins: 0 drains to a base level, the others have a pit each; ``pits`` (b,)
    has their cells (0 for label 0). ``level`` (b,) is how high water must rise there (m), minus infinity where it need not;
    ``leave`` and ``enter`` (b,) are the cells between which it flows out, ``order`` (b,) lists basins from the outside in. ``tree``
    holds the keys of the passes, lowest first; ``kept`` (b,) says which pits stay.
    """

    receivers: NDArray[np.int32]
    labels: NDArray[np.int32]
    pits: NDArray[np.int32]
    level: NDArray[np.float32]
    leave: NDArray[np.int32]
    enter: NDArray[np.int32]
    order: NDArray[np.int32]
    tree: NDArray[np.int64]
    kept: NDArray[np.bool_]


def first_receivers(ground: Ground) -> NDArray[np.int32]:
    """Return receivers (n,) that lead down to base levels and pits, over level ground too."""
    n = ground.z.size
    receivers = np.empty(n, np.int32)
    if ground.table.size == 0:
        rows, cols = ground.shape
        shape = (rows, cols)
        code = np.empty(shape, np.uint8)
        near, far = ground.inverse[0, 1], ground.inverse[0, 0]
        _pool.run_rows(steepest.directions, rows, ground.z.reshape(shape), ground.kind.reshape(shape), near, far, code)
        _pool.run_rows(steepest.receivers_of, rows, code, receivers.reshape(shape))
    else:
        _pool.run_rows(
            steepest.receivers_among, n, ground.z, ground.kind, ground.table, ground.inverse, receivers, block=1 << 16
        )
    _pool.call(steepest.cross_flats, *ground.neighbors, ground.z, ground.kind, receivers, polls=True)
    return receivers


def _labelled(ground: Ground, receivers: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return labels (n,) and pits (b,)."""
    n = receivers.size
    rows, cols = ground.shape
    strips = min(_STRIPS, rows) if ground.table.size == 0 and n >= _SMALL else 1
    bounds = np.array([s * rows // strips * cols for s in range(strips + 1)], np.int64)
    count = np.zeros(strips, np.int64)
    _pool.run_rows(basin_graph.count_pits, strips, bounds, ground.kind, receivers, count, block=1)
    first = np.concatenate(([1], 1 + np.cumsum(count)))
    pits = np.zeros(int(first[-1]), np.int32)
    labels = np.empty(n, np.int32)
    _pool.run_rows(
        basin_graph.label_strips, strips, bounds, ground.kind, receivers, first[:-1].copy(), pits, labels, block=1
    )
    if strips > 1:
        _pool.call(basin_graph.join_strips, labels, polls=True)
    return labels, pits


def _edges(ground: Ground, labels: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the keys of the passes between basins, lowest first."""
    found: list[tuple[int, NDArray[np.int64]]] = []
    z, table, inverse = _pool.thaw(ground.z), _pool.thaw(ground.table), ground.inverse
    shape = ground.shape
    near, far = ground.inverse[0, 1 % ground.inverse.shape[1]], ground.inverse[0, 0]

    def scan(begin: int, end: int) -> None:
        made: Any
        if table.size == 0:
            made = basin_graph.passes(begin, end, z.reshape(shape), near, far, labels.reshape(shape))
        else:
            made = basin_graph.passes_among(begin, end, z, table, inverse, labels)
        found.append((begin, made))

    _pool.run_rows(scan, shape[0], block=-(-shape[0] // (_STRIPS if labels.size >= _SMALL else 1)))
    edges = np.concatenate([made for _, made in found])
    edges.sort()
    edges = edges[: np.searchsorted(edges, _NO_PASS)].copy()
    _pool.call(basin_graph.order_ties, edges, *ground.neighbors, z, inverse)
    return edges


def drain(ground: Ground, keep: float = np.inf) -> Drained:
    """Find pits, passes and the level of every depression.

    `keep` (m): depressions deeper than that keep their lowest pit, which becomes a base level in ``ground.kind``; so does the lowest
    pit of ground that no pass leads out of.
    """
    control = _pool.current()
    with control.part(0.0, 0.3):
        receivers = first_receivers(ground)
        labels, pits = _labelled(ground, receivers)
    count = pits.size
    with control.part(0.3, 0.6):
        edges = _edges(ground, labels)
    rooted = np.zeros(count, np.uint8)
    rooted[0] = 1
    tree = np.empty(count, np.int64)
    with control.part(0.6, 0.9):
        used = _pool.call(
            basin_graph.lowest_passes,
            edges,
            *ground.neighbors,
            labels,
            pits,
            ground.z,
            np.float32(keep),
            rooted,
            tree,
            polls=True,
        )
    level = np.empty(count, np.float32)
    leave, enter, order = (np.empty(count, np.int32) for _ in range(3))
    tree = tree[:used].copy()
    _pool.call(basin_graph.spread_levels, tree, *ground.neighbors, labels, rooted, level, leave, enter, order)
    kept = rooted != 0
    kept[0] = False
    ground.kind[pits[kept]] = 1
    return Drained(receivers, labels, pits, level, leave, enter, order, tree, kept)


def filled(ground: Ground, drained: Drained) -> NDArray[np.float32]:
    """Return the ground with every depression filled to its level (n,)."""
    out = np.empty(ground.z.size, np.float32)
    _pool.run_rows(
        basin_graph.raise_to, out.size, ground.z, drained.labels, drained.level, out, block=max(1 << 16, out.size // 8)
    )
    return out
