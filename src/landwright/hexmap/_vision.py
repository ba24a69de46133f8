"""What is seen from cells, and the memory of it: the data of a fog of war."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.hexmap._kernels import hex_paths
from landwright.hexmap._map import HexMap, check_map
from landwright.hexmap._paths import Cell, _flat
from landwright.hexmap.settings import Vision

__all__ = ["explore", "visibility", "visible_cells"]


def visible_cells(land: HexMap, cell: Cell, noun: Vision = Vision()) -> NDArray[np.bool_]:
    """Return which cells are seen from one.

    Parameters
    ----------
    land : HexMap
        Its heights and water count.
    cell : (int, int)
        Column and row of the viewer.
    noun : Vision
        How far one sees.

    Returns
    -------
    (rows, columns) bool array
        Whether each cell is seen; the viewer's own always is.

    Raises
    ------
    SettingError
        If the cell lies outside the map.

    See Also
    --------
    visibility : Counts of several viewers.

    Notes
    -----
    Reach: halo of ``sight`` steps plus the viewer's height.
    Cost: O(cells seen).
    Deterministic: yes.

    References
    ----------
    .. [1] Jasper Flick, "Hex Map 20: Fog of War" and "Hex Map 22: Advanced Vision", Catlike Coding, 2017.

    Examples
    --------
    >>> int(visible_cells(HexMap.empty(11, 11), (5, 5), Vision(sight=2)).sum())
    19
    """
    check_map("hexmap.visible_cells", land)
    return visibility(land, [cell], noun) > 0


def visibility(land: HexMap, cells: Sequence[Cell], noun: Vision = Vision()) -> NDArray[np.int32]:
    """Return how many of several viewers see each cell.

    Parameters
    ----------
    land : HexMap
        Its heights and water count.
    cells : sequence of (int, int)
        Column and row of each viewer.
    noun : Vision
        How far each sees.

    Returns
    -------
    (rows, columns) int32 array
        Viewers that see the cell. A cell of 0 lies in the fog.

    Raises
    ------
    SettingError
        If a cell lies outside the map.

    See Also
    --------
    explore : Remember what is seen.

    Notes
    -----
    Reach: halo of ``sight`` steps plus the viewers' heights.
    Cost: O(cells seen by all viewers).
    Deterministic: yes.

    References
    ----------
    .. [1] Jasper Flick, "Hex Map 20: Fog of War" and "Hex Map 22: Advanced Vision", Catlike Coding, 2017.

    Examples
    --------
    >>> int(visibility(HexMap.empty(11, 11), [(5, 5), (5, 5)]).max())
    2
    """
    check_map("hexmap.visibility", land)
    viewers = np.array([_flat(land, cell, f"visibility: viewer {i}") for i, cell in enumerate(cells)], np.int64)
    frame = np.array([land.columns, land.rows, land.layout.wrap], np.int64)
    seen = np.zeros(land.rows * land.columns, np.int32)
    heights = land.elevation.reshape(-1), land.water_level.reshape(-1)
    _pool.call(hex_paths.look, viewers, noun.sight, int(noun.edge), frame, *heights, seen, polls=True)
    return seen.reshape(land.shape)


def explore(land: HexMap, cells: Sequence[Cell], noun: Vision = Vision()) -> HexMap:
    """Return the map with everything that viewers see marked as explored.

    Parameters
    ----------
    land : HexMap
        Map before.
    cells : sequence of (int, int)
        Column and row of each viewer; a path's cells explore along the way.
    noun : Vision
        How far each sees.

    Returns
    -------
    HexMap
        Map after; what was explored before stays so.

    Raises
    ------
    SettingError
        If a cell lies outside the map.

    See Also
    --------
    visibility : What is seen right now.

    Notes
    -----
    Reach: halo of ``sight`` steps plus the viewers' heights.
    Cost: O(cells seen by all viewers).
    Deterministic: yes.

    References
    ----------
    .. [1] Jasper Flick, "Hex Map 21: Exploration", Catlike Coding, 2017.

    Examples
    --------
    >>> int(explore(HexMap.empty(11, 11), [(5, 5)], Vision(sight=1)).explored.sum())
    7
    """
    check_map("hexmap.explore", land)
    explored = land.explored | (visibility(land, cells, noun) > 0)
    return type(land)._made(land.layout, {**land.arrays(), "explored": explored})
