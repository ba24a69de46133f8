"""How much wall a map has: sides, gaps, metres."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from landwright.hexmap._coordinates import neighbors
from landwright.hexmap._map import HexMap, check_map
from landwright.hexmap._triangulate import triangulate_chunk
from landwright.mesh import Mesh

__all__ = ["WallLengths", "wall_lengths"]


class WallLengths(NamedTuple):
    """How much wall a map has.

    Attributes
    ----------
    sides : int
        Sides of cells on which a wall stands.
    river_gaps, road_gaps : int
        Those of them with a gap, for a river or a road.
    length : float
        Metres along the middle of the wall's top, seen from above, with the pieces at corners and those that run into cliffs.
    """

    sides: int
    river_gaps: int
    road_gaps: int
    length: float


def wall_lengths(land: HexMap) -> WallLengths:
    """Measure the walls of a map.

    Parameters
    ----------
    land : HexMap
        The map.

    Returns
    -------
    WallLengths
        Sides with walls, gaps, and metres of wall.

    See Also
    --------
    triangulate : The walls themselves.

    Notes
    -----
    Reach: whole.
    Cost: O(cells), most of it in chunks with walls.
    Deterministic: bit-identical for any thread count and on every machine.

    Examples
    --------
    >>> town = HexMap.empty(5, 5).replace(walled=[[row == 2 and column == 2 for column in range(5)] for row in range(5)])
    >>> wall_lengths(town)[:3]
    (6, 0, 0)
    """
    check_map("hexmap.wall_lengths", land)
    near = neighbors(land.layout)[:, :3]
    cell, side = np.nonzero(near >= 0)
    other = near[cell, side]
    height, wet, walled = land.elevation.ravel().astype(np.int64), land.underwater.ravel(), land.walled.ravel()
    stands = (walled[cell] != walled[other]) & ~wet[cell] & ~wet[other] & (np.abs(height[cell] - height[other]) <= 1)
    cell, side = cell[stands], side[stands]
    river = (land.river_in.ravel()[cell] >> side & 1 == 1) | (land.river_out.ravel()[cell] == side)
    road = land.roads.ravel()[cell] >> side & 1 == 1
    size = land.layout.metrics.chunk_size
    rows, columns = np.divmod(cell, land.columns)
    chunks = np.zeros(land.layout.chunks, np.bool_)
    chunks[rows // size, columns // size] = True
    near_walls = chunks.copy()
    for z, x in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)):
        # a corner can carry a piece of wall between two cells of chunks beside its own
        near_walls |= np.roll(chunks, (z, x), (0, 1))
    length = 0.0
    for z, x in np.argwhere(near_walls):
        length += _along(triangulate_chunk(land, int(z), int(x))["walls"])
    return WallLengths(len(cell), int(np.count_nonzero(river)), int(np.count_nonzero(road & ~river)), length)


def _along(mesh: Mesh) -> float:
    """Return the length of a mesh of walls: the sum over the tops of its pieces."""
    faces = mesh.faces.astype(np.int64)
    corners: NDArray[np.float64] = mesh.vertices[faces][:, :, :2].astype(np.float64)
    a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    up = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0] > 1e-9
    paired = np.zeros(len(faces), np.bool_)
    paired[:-1] = up[:-1] & up[1:] & (faces[:-1, 0] == faces[1:, 0])
    first = np.flatnonzero(paired)
    step = corners[first, 1] + corners[first, 2] - corners[first, 0] - corners[first + 1, 2]
    total = float(np.sum(np.sqrt(step[:, 0] ** 2 + step[:, 1] ** 2))) / 2.0
    up[first], up[first + 1] = False, False
    wedge = corners[up, 1] - 0.5 * (corners[up, 0] + corners[up, 2])
    return total + float(np.sum(np.sqrt(wedge[:, 0] ** 2 + wedge[:, 1] ** 2)))
