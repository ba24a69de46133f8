"""Corridors: the samples beside centerlines, and where along which line each of them lies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright.errors import FieldError, sentence
from landwright.grid import Grid
from landwright.networks._kernels import corridor as kernels
from landwright.networks._network import Network

__all__ = ["Corridor", "corridor"]


@dataclass(frozen=True, eq=False)
class Corridor:
    """The k samples within reach of centerlines, in the order of the raster.

    Attributes
    ----------
    cells : (k,) int64
        Sample numbers, row by row: ``raster.reshape(-1)[cells]`` are their values.
    distance : (k,) float64
        Metres to the centerline.
    gap : (k,) float64
        Metres beyond the edge, below 0 between the edges: `distance` less half the width.
    segment : (k,) int32
        The point that the nearest segment begins with.
    share : (k,) float64
        Where along that segment, 0 to 1.
    edge : (k,) int32
        The edge of the network.
    side : (k,) int8
        -1 left of the line, 1 right of it, 0 on it.
    """

    cells: NDArray[np.int64]
    distance: NDArray[np.float64]
    gap: NDArray[np.float64]
    segment: NDArray[np.int32]
    share: NDArray[np.float64]
    edge: NDArray[np.int32]
    side: NDArray[np.int8]

    def __len__(self) -> int:
        """Return the number of samples."""
        return len(self.cells)

    def carry(self, values: ArrayLike) -> NDArray[np.float64]:
        """Return what the nearest place of the centerline carries: values (n,) of points, straight from point to point.

        Parameters
        ----------
        values : (n,) array
            One for each point of the network, such as ``network.points[:, 2]``.

        Returns
        -------
        (k,) float64 array
            One for each sample.
        """
        given = np.asarray(values, np.float64)
        before = given[self.segment]
        return np.asarray(before + self.share * (given[self.segment + 1] - before))


def corridor(grid: Grid, network: Network, reach: ArrayLike, half_width: ArrayLike = 0.0) -> Corridor:
    """Find every sample within reach of the centerlines of a network.

    Where lines of different width meet, the one whose edge is nearest counts: a brook does not dig into the bed of its river.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    network : Network
        Centerlines.
    reach : float or (n,) array
        How far beyond the edge samples count (m); a number, or one for each point.
    half_width : float or (n,) array
        From centerline to edge (m); 0 measures from the line itself.

    Returns
    -------
    Corridor
        Samples with their distance, their place along the line, and what the line carries there.

    Raises
    ------
    FieldError
        If an array does not fit the points, or is not finite or below 0.

    Notes
    -----
    Reach: point. Cost: O(samples in the corridor x segments that reach each), and one pass over the raster.
    Deterministic: bit-identical for any thread count and any window of the grid; of lines equally near the first counts.

    Examples
    --------
    >>> import landwright as lw
    >>> line = lw.networks.Network([[0, 0, 5], [40, 0, 1]], [[0, 1]], [[0, 0, 5], [40, 0, 1]], [0, 2])
    >>> found = corridor(lw.Grid(shape=(3, 5), cell_size=10.0), line, 10.0)
    >>> found.cells.tolist(), found.carry(line.points[:, 2])[:5].tolist()
    ([5, 6, 7, 8, 9, 10, 11, 12, 13, 14], [5.0, 4.0, 3.0, 2.0, 1.0])
    """
    count = len(network.points)
    wide, half = _each(reach, count, "reach"), _each(half_width, count, "half_width")
    first = np.delete(np.arange(count, dtype=np.int64), network.starts[1:] - 1)
    x, y = grid.x, grid.y
    segment = np.full(grid.shape, -1, np.int32)
    block = max(8, min(64, -(-grid.rows // (2 * _pool.threads()))))
    if first.size:
        _pool.run_rows(kernels.nearest, grid.rows, x, y, network.points, first, half, wide, segment, block=block)
    flat = segment.reshape(-1)
    cells = np.flatnonzero(flat >= 0).astype(np.int64)
    found = flat[cells]
    distance, share = np.empty(cells.size), np.empty(cells.size)
    side = np.empty(cells.size, np.int8)
    _pool.run_rows(
        kernels.measure, cells.size, x, y, network.points, cells, found, distance, share, side, block=1 << 16
    )
    edge = (np.searchsorted(network.starts, found, side="right") - 1).astype(np.int32)
    before = half[found]
    gap = distance - (before + share * (half[np.minimum(found + 1, count - 1)] - before))
    return Corridor(cells, distance, gap, found, share, edge, side)


def _each(given: ArrayLike, count: int, name: str) -> NDArray[np.float64]:
    values = np.asarray(given, np.float64)
    if values.shape not in ((), (count,)):
        raise FieldError(sentence(f"networks.corridor: {name}", f"must be a number or {count} numbers", values.shape))
    if values.size and not (np.isfinite(values).all() and values.min() >= 0.0):
        raise FieldError(sentence(f"networks.corridor: {name}", "must be finite and >= 0 (m)", float(values.min())))
    return np.ascontiguousarray(np.broadcast_to(values, (count,)))
