"""Where cells are: offset (column, row), axial (q, r), positions in metres, neighbours and distances.

A cell's array index is [row, column], row 0 in the south. Axial ``q = column - row // 2`` and ``r = row``; the third cube
coordinate is ``-q - r``. Directions 0 to 5 are NE, E, SE, SW, W, NW; direction d owns the edge from corner d to corner d + 1, corners
running clockwise from north. All functions take single numbers or arrays.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import SettingError, sentence
from landwright.hexmap.settings import Layout, Metrics

__all__ = [
    "Direction",
    "axial_to_offset",
    "cell_centers",
    "cell_distance",
    "corners",
    "locate",
    "neighbor",
    "neighbors",
    "offset_to_axial",
]

Ints = NDArray[np.int64]


class Direction(IntEnum):
    """The six sides of a cell, clockwise from north-east.

    Attributes
    ----------
    NE, E, SE, SW, W, NW : int
        0 to 5.
    """

    NE = 0
    E = 1
    SE = 2
    SW = 3
    W = 4
    NW = 5

    @property
    def opposite(self) -> Direction:
        """The side across."""
        return Direction((self + 3) % 6)

    @property
    def next(self) -> Direction:
        """The side after this one, clockwise."""
        return Direction((self + 1) % 6)

    @property
    def previous(self) -> Direction:
        """The side before this one, clockwise."""
        return Direction((self + 5) % 6)


_COLUMN_STEP = np.array([[0, 1, 0, -1, -1, -1], [1, 1, 1, 0, -1, 0]], np.int64)  # even row, odd row
_ROW_STEP = np.array([1, 0, -1, -1, 0, 1], np.int64)


def corners(metrics: Metrics = Metrics()) -> NDArray[np.float64]:
    """Return the corners of a cell.

    Parameters
    ----------
    metrics : Metrics
        Its outer radius counts.

    Returns
    -------
    (6, 2) float64 array
        x and y (m) from the center, clockwise from north.
    """
    outer, inner = metrics.outer_radius, metrics.inner_radius
    half = 0.5 * outer
    return np.array([(0.0, outer), (inner, half), (inner, -half), (0.0, -outer), (-inner, -half), (-inner, half)])


def offset_to_axial(column: ArrayLike, row: ArrayLike) -> tuple[Ints, Ints]:
    """Return axial q and r of columns and rows.

    Parameters
    ----------
    column, row : array of int
        Offset coordinates; negative ones count on.

    Returns
    -------
    q, r : int64 arrays
        Axial coordinates.
    """
    c, z = np.asarray(column, np.int64), np.asarray(row, np.int64)
    return c - z // 2, z


def axial_to_offset(q: ArrayLike, r: ArrayLike) -> tuple[Ints, Ints]:
    """Return columns and rows of axial q and r; the inverse of :func:`offset_to_axial`.

    Parameters
    ----------
    q, r : array of int
        Axial coordinates.

    Returns
    -------
    column, row : int64 arrays
        Offset coordinates.
    """
    x, z = np.asarray(q, np.int64), np.asarray(r, np.int64)
    return x + z // 2, z


def cell_centers(layout: Layout) -> NDArray[np.float64]:
    """Return where the centers of all cells are, before they are shaken.

    Parameters
    ----------
    layout : Layout
        Size, origin and metrics.

    Returns
    -------
    (rows, columns, 2) float64 array
        x and y (m).
    """
    rows = np.arange(layout.rows)
    across = 2.0 * layout.metrics.inner_radius
    x = (np.arange(layout.columns)[np.newaxis, :] + 0.5 * (rows % 2)[:, np.newaxis]) * across + layout.origin[0]
    y = np.broadcast_to((1.5 * layout.metrics.outer_radius * rows + layout.origin[1])[:, np.newaxis], layout.shape)
    return np.stack([x, y], axis=-1)


def locate(layout: Layout, x: ArrayLike, y: ArrayLike) -> tuple[Ints, Ints]:
    """Return the cell that holds each point, on the unshaken hexagons.

    Parameters
    ----------
    layout : Layout
        Size, origin and metrics.
    x, y : array of float
        Metres.

    Returns
    -------
    column, row : int64 arrays
        Offset coordinates; outside the map they are below 0 or not below its size, except that the columns of a map that
        wraps always lie inside.
    """
    px = np.asarray(x, np.float64) - layout.origin[0]
    pz = np.asarray(y, np.float64) - layout.origin[1]
    if not (np.isfinite(px).all() and np.isfinite(pz).all()):
        raise SettingError("hexmap.locate: x and y must be finite.")
    fx = px / (2.0 * layout.metrics.inner_radius)
    fy = -fx
    shift = pz / (3.0 * layout.metrics.outer_radius)
    fx, fy = fx - shift, fy - shift
    fz = -fx - fy
    q, s, r = np.rint(fx), np.rint(fy), np.rint(fz)
    off = q + s + r != 0.0
    dx, dy, dz = np.abs(fx - q), np.abs(fy - s), np.abs(fz - r)
    wrong_q = off & (dx > dy) & (dx > dz)
    wrong_r = off & ~wrong_q & (dz > dy)
    q, r = np.where(wrong_q, -s - r, q), np.where(wrong_r, -q - s, r)
    column, row = axial_to_offset(q.astype(np.int64), r.astype(np.int64))
    return (column % layout.columns if layout.wrap else column), row


def neighbor(layout: Layout, column: ArrayLike, row: ArrayLike, direction: ArrayLike) -> tuple[Ints, Ints]:
    """Return the cell across a side of each cell.

    Parameters
    ----------
    layout : Layout
        Size, and whether the map wraps.
    column, row : array of int
        Cells.
    direction : array of int
        0 to 5.

    Returns
    -------
    column, row : int64 arrays
        Offset coordinates; both -1 where there is no neighbour.
    """
    c, z, d = (np.asarray(value, np.int64) for value in (column, row, direction))
    if d.size and (int(d.min()) < 0 or int(d.max()) > 5):
        raise SettingError(sentence("hexmap.neighbor: direction", "must be from 0 (NE) to 5 (NW)", direction))
    column2, row2 = c + _COLUMN_STEP[z % 2, d], z + _ROW_STEP[d]
    if layout.wrap:
        column2 = column2 % layout.columns
    inside = (column2 >= 0) & (column2 < layout.columns) & (row2 >= 0) & (row2 < layout.rows)
    return np.where(inside, column2, -1), np.where(inside, row2, -1)


def neighbors(layout: Layout) -> Ints:
    """Return the neighbours of all cells as flat indices.

    Parameters
    ----------
    layout : Layout
        Size, and whether the map wraps.

    Returns
    -------
    (rows * columns, 6) int64 array
        ``row * columns + column`` of the cell in each direction, -1 where there is none.
    """
    row, column = np.divmod(np.arange(layout.rows * layout.columns)[:, np.newaxis], layout.columns)
    c, z = neighbor(layout, column, row, np.arange(6)[np.newaxis, :])
    return np.where(c >= 0, z * layout.columns + c, -1)


def cell_distance(layout: Layout, column: ArrayLike, row: ArrayLike, column2: ArrayLike, row2: ArrayLike) -> Ints:
    """Return how many steps lie between cells, whatever stands between them.

    Parameters
    ----------
    layout : Layout
        Whether the map wraps, and how wide it is.
    column, row, column2, row2 : array of int
        Offset coordinates of both ends.

    Returns
    -------
    int64 array
        Steps.
    """
    q, r = offset_to_axial(column, row)
    c2, z2 = np.asarray(column2, np.int64), np.asarray(row2, np.int64)

    def steps(turn: int) -> Any:
        q2, r2 = offset_to_axial(c2 + turn * layout.columns, z2)
        dq, dr = q2 - q, r2 - r
        return (np.abs(dq) + np.abs(dr) + np.abs(dq + dr)) // 2

    found = steps(0)
    if layout.wrap:
        found = np.minimum(found, np.minimum(steps(-1), steps(1)))
    return np.asarray(found, np.int64)
