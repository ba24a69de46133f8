"""Ways over cells: the cheapest path, what can be reached in some turns."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import SettingError, sentence
from landwright.hexmap._coordinates import neighbor
from landwright.hexmap._kernels import hex_paths
from landwright.hexmap._map import HexMap, check_map
from landwright.hexmap.settings import Movement

__all__ = ["HexPath", "Reached", "find_path", "reachable"]

Cell = tuple[int, int]


@dataclass(frozen=True, eq=False)
class HexPath:
    """A way from cell to cell.

    Attributes
    ----------
    cells : (n, 2) int64 array
        Column and row of each cell, start and goal included.
    costs : (n,) int64 array
        Points spent when a cell is entered, waits for the next turn included.
    turns : (n,) int64 array
        Turn in which a cell is entered; 0 is the current one.
    """

    cells: NDArray[np.int64]
    costs: NDArray[np.int64]
    turns: NDArray[np.int64]

    @property
    def cost(self) -> int:
        """Points of the whole way."""
        return int(self.costs[-1])

    def __len__(self) -> int:
        """Count the steps."""
        return len(self.cells) - 1


@dataclass(frozen=True, eq=False)
class Reached:
    """Which cells can be reached, and at what cost.

    Attributes
    ----------
    reached : (rows, columns) bool array
        Whether a way leads there.
    costs : (rows, columns) int64 array
        Points of the cheapest way, waits included; 0 where none leads.
    turns : (rows, columns) int64 array
        Turn in which the cell is entered, 0 the current one; 0 where no way leads.
    """

    reached: NDArray[np.bool_]
    costs: NDArray[np.int64]
    turns: NDArray[np.int64]


def find_path(land: HexMap, start: Cell, goal: Cell, noun: Movement = Movement()) -> HexPath | None:
    """Find the cheapest way between two cells.

    Water, cliffs, and walls without a road through them cannot be crossed; a step that no longer fits into a turn waits for the
    next one, and the wait counts.

    Parameters
    ----------
    land : HexMap
        Where to walk.
    start, goal : (int, int)
        Column and row.
    noun : Movement
        What steps cost.

    Returns
    -------
    HexPath or None
        None where no way leads.

    Raises
    ------
    SettingError
        If a cell lies outside the map.

    See Also
    --------
    reachable : All cells at once.
    cell_distance : Steps, whatever lies between.

    Notes
    -----
    Reach: whole map.
    Cost: O(cells visited): A* with the straight distance at the cheapest step, in a ring of buckets.
    Deterministic: yes, ties included.

    References
    ----------
    .. [1] Hart, Nilsson, Raphael, "A formal basis for the heuristic determination of minimum cost paths", IEEE Transactions on
       Systems Science and Cybernetics 4(2), 1968.
    .. [2] Jasper Flick, "Hex Map 15: Distances" to "Hex Map 17: Limited Movement", Catlike Coding, 2017.

    Examples
    --------
    >>> land = HexMap.empty(5, 1).replace(elevation=[[0, 0, 1, 1, 1]])
    >>> path = find_path(land, (0, 0), (4, 0))
    >>> path.costs.tolist(), path.turns.tolist()
    ([0, 5, 15, 20, 29], [0, 0, 0, 0, 1])
    """
    check_map("hexmap.find_path", land)
    first, last = _flat(land, start, "find_path: start"), _flat(land, goal, "find_path: goal")
    costs, sides = _search(land, first, last, np.iinfo(np.int64).max, noun)
    if not costs[last]:
        return None
    way, cell = [last], last
    while cell != first:
        row, column = divmod(cell, land.columns)
        across, up = neighbor(land.layout, column, row, int(sides[cell]))
        cell = int(up) * land.columns + int(across)
        way.append(cell)
    flat = np.array(way[::-1], np.int64)
    spent = costs[flat] - 1
    rows, columns = np.divmod(flat, land.columns)
    return HexPath(np.stack([columns, rows], axis=1), spent, _turns(spent, noun))


def reachable(land: HexMap, start: Cell, noun: Movement = Movement(), *, turns: int | None = None) -> Reached:
    """Find every cell that can be walked to, and what it costs.

    Parameters
    ----------
    land : HexMap
        Where to walk.
    start : (int, int)
        Column and row.
    noun : Movement
        What steps cost.
    turns : int, optional
        Only cells that are entered within so many turns; all when left out.

    Returns
    -------
    Reached
        Costs and turns of each cell.

    Raises
    ------
    SettingError
        If the cell lies outside the map or `turns` is below 0.

    See Also
    --------
    find_path : The way to one cell.

    Notes
    -----
    Reach: whole map.
    Cost: O(cells reached).
    Deterministic: yes.

    References
    ----------
    .. [1] Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik 1, 1959.

    Examples
    --------
    >>> reachable(HexMap.empty(9, 1), (0, 0), turns=1).reached.tolist()
    [[True, True, True, True, True, False, False, False, False]]
    """
    check_map("hexmap.reachable", land)
    if turns is not None and (isinstance(turns, bool) or turns < 0):
        raise SettingError(sentence("hexmap.reachable: turns", "must be 0 or more", turns))
    most = np.iinfo(np.int64).max if turns is None else turns * noun.speed
    costs, _ = _search(land, _flat(land, start, "reachable: start"), -1, most, noun)
    found = costs.reshape(land.shape) > 0
    spent = np.maximum(costs.reshape(land.shape) - 1, 0)
    return Reached(found, spent, _turns(spent, noun))


def _search(land: HexMap, start: int, goal: int, most: int, noun: Movement) -> tuple[NDArray[Any], NDArray[Any]]:
    count = land.rows * land.columns
    costs, sides, links = np.zeros(count, np.int64), np.zeros(count, np.int8), np.zeros((count, 2), np.int32)
    frame = np.array([land.columns, land.rows, land.layout.wrap], np.int64)
    cheapest = min(noun.flat, noun.slope, noun.road) if goal >= 0 and land.roads.any() else min(noun.flat, noun.slope)
    rules = np.array([noun.speed, noun.road, noun.flat, noun.slope, noun.explored_only, cheapest], np.int64)
    cells = tuple(_pool.thaw(array).reshape(-1) for array in land.arrays().values())
    _pool.call(hex_paths.search, start, goal, most, frame, rules, cells, costs, sides, links, polls=True)
    return costs, sides


def _turns(spent: NDArray[np.int64], noun: Movement) -> NDArray[np.int64]:
    return np.maximum(spent - 1, 0) // noun.speed


def _flat(land: HexMap, cell: Cell, where: str) -> int:
    try:
        column, row = (operator.index(value) for value in cell)
    except (TypeError, ValueError):
        raise SettingError(sentence(f"hexmap.{where}", "must be a column and a row, whole numbers", cell)) from None
    if not (0 <= column < land.columns and 0 <= row < land.rows):
        must = f"must lie in the map of {land.columns} columns and {land.rows} rows"
        raise SettingError(sentence(f"hexmap.{where}", must, cell))
    return row * land.columns + column
