"""Colors of land and sea by themselves, so that neither runs into the other along a coast."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FieldError
from landwright.planet._globe import Globe
from landwright.planet._sphere import edge_pairs

__all__ = ["shore_colors"]

_AROUND = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def shore_colors(globe: Globe) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the colors of the land and those of the sea, each carried on by one node beyond the coast.

    Parameters
    ----------
    globe : Globe
        Painted.

    Returns
    -------
    land, sea : (6, n, n, 3) uint8 arrays
        sRGB. A node under water that has land beside it has in `land` the mean color of that land, and the other way round; all other nodes
        have their own.

    Raises
    ------
    FieldError
        If the globe has no colors.

    Notes
    -----
    Reach: halo of one node, across edges of the cube too. Cost: O(nodes).
    Deterministic: bit-identical on every machine.
    """
    if globe.colors is None:
        raise FieldError("planet.shore_colors: the globe has no colors; paint it first.")
    if not globe.sea:
        return globe.colors, globe.colors
    wet = globe.elevation < 0.0
    return _carried_on(globe.colors, ~wet), _carried_on(globe.colors, wet)


def _carried_on(colors: NDArray[np.uint8], own: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return colors in which the other nodes beside the own ones have the mean color of those."""
    n = own.shape[1]
    again, first = edge_pairs(n)
    near = np.zeros_like(own)
    for rows, cols in _AROUND:
        near[_part(rows, cols)] |= own[_part(-rows, -cols)]
    flat = (near & ~own).reshape(-1)
    np.logical_or.at(flat, first, flat[again])
    flat[again] = flat[first]
    chosen = np.flatnonzero(flat)
    face, row, col = np.unravel_index(chosen, own.shape)
    total = np.zeros((len(chosen), 4), np.int64)
    for rows, cols in _AROUND:
        i, j = row + rows, col + cols
        there = (i >= 0) & (i < n) & (j >= 0) & (j < n)
        there[there] = own[face[there], i[there], j[there]]
        total[there, :3] += colors[face[there], i[there], j[there]]
        total[there, 3] += 1
    place = np.full(own.size, -1, np.int64)
    place[chosen] = np.arange(len(chosen))
    shared = place[again] >= 0
    mine, theirs = place[again[shared]], place[first[shared]]
    np.add.at(total, theirs, total[mine])
    total[mine] = total[theirs]
    made = colors.copy()
    made.reshape(-1, 3)[chosen] = (total[:, :3] + total[:, 3:] // 2) // np.maximum(total[:, 3:], 1)
    return made


def _part(rows: int, cols: int) -> tuple[slice, slice, slice]:
    """Return the part of a face whose neighbour, so many rows and columns further, lies on it as well."""
    return slice(None), _run(rows), _run(cols)


def _run(step: int) -> slice:
    return slice(-step, None) if step < 0 else slice(None, -step) if step > 0 else slice(None)
