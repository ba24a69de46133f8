"""Rivers of a landscape on the cells of a map: lines averaged onto hexes, by the rules of hex rivers."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import FieldError, sentence
from landwright.hexmap._coordinates import locate, neighbors
from landwright.hexmap._edit import edit
from landwright.hexmap._map import HexMap, check_map
from landwright.hexmap.settings import Stroke

__all__ = ["rivers_from_lines"]


def rivers_from_lines(land: HexMap, lines: Iterable[ArrayLike], *, carve: bool = True) -> HexMap:
    """Let rivers run through the cells that lines cross.

    Parameters
    ----------
    land : HexMap
        The map, in the coordinates of the lines; ``from_ground`` makes one over a landscape.
    lines : iterable of (n, 3) or (n, 2) array
        Centerlines, each downstream, metres; ``network.lines()`` gives those of a landscape. Earlier ones come first where two want
        the same cell.
    carve : bool
        Lower cells that lie above the cell their river comes from. Without it a river ends where it would run uphill.

    Returns
    -------
    HexMap
        With the rivers; those that were there stay.

    Raises
    ------
    FieldError
        If a line does not have the shape (n, 2) or (n, 3).

    See Also
    --------
    from_ground : Heights of cells from a landscape.
    validate : Finds no fault in what this gives.

    Notes
    -----
    Reach: whole map.
    Cost: O(points + cells).
    Deterministic: yes.

    A river ends at the first cell under water, or in one beside the cell that its line ends in, at the map's edge, and in a cell that
    has a river already: it flows into that where the layout allows confluences, and stops short of it elsewhere.

    Examples
    --------
    >>> land = rivers_from_lines(HexMap.empty(6, 1), [[(0.0, 0.0), (90.0, 0.0)]])
    >>> land.river_out.tolist()
    [[1, 1, 1, 1, 1, -1]]
    """
    check_map("hexmap.rivers_from_lines", land)
    near = neighbors(land.layout)
    out = _flows(land, near)
    added: dict[int, int] = {}
    rising = land.elevation.reshape(-1).astype(np.int64)
    wet = land.water_level.reshape(-1) > rising
    into = np.bincount(out[out >= 0], minlength=out.size)
    for line in lines:
        steps = _steps(land, line, near)
        if steps and not wet[steps[-1][1]]:
            beside = near[steps[-1][1]]
            shore = beside[(beside >= 0) & wet[beside] & (beside != steps[-1][0])]
            steps += [(steps[-1][1], int(shore[0]))] if shore.size else []
        for a, b in steps:
            if wet[a]:
                continue
            taken = out[a] >= 0
            full = into[b] > 0 and not land.layout.confluences
            uphill = not carve and rising[a] < rising[b]
            if taken or full or uphill or _reaches(out, b, a):
                if taken and out[a] == b:
                    continue
                break
            out[a], added[a] = b, b
            into[b] += 1
            if wet[b]:
                break
    lowered = _lowered(out, rising, wet) if carve else rising
    strokes = [
        Stroke(cells=(_place(land, int(cell)),), elevation=int(lowered[cell]))
        for cell in np.flatnonzero(lowered != rising)
    ]
    strokes += [Stroke(cells=(_place(land, a), _place(land, b)), river="yes") for a, b in added.items()]
    return edit(land, strokes)


def _flows(land: HexMap, near: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the cell that each cell's river runs to, -1 for none."""
    side = land.river_out.reshape(-1).astype(np.int64)
    return np.where(side >= 0, near[np.arange(side.size), np.maximum(side, 0)], -1)


def _place(land: HexMap, cell: int) -> tuple[int, int]:
    row, column = divmod(cell, land.columns)
    return column, row


def _steps(land: HexMap, line: ArrayLike, near: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Return the steps from cell to neighboring cell along a line, without loops."""
    points = np.asarray(line, np.float64)
    if points.ndim != 2 or points.shape[1] not in (2, 3) or not np.isfinite(points).all():
        raise FieldError(
            sentence("hexmap.rivers_from_lines: lines", "must be finite and (n, 2) or (n, 3)", points.shape)
        )
    step = 0.25 * land.layout.metrics.inner_radius
    parts = [
        a + (b - a) * np.linspace(0.0, 1.0, int(np.ceil(np.hypot(*(b - a)) / step)) + 1)[:, np.newaxis]
        for a, b in pairwise(points[:, :2])
    ]
    places = np.concatenate(parts) if parts else points[:, :2]
    column, row = locate(land.layout, places[:, 0], places[:, 1])
    here = (column >= 0) & (column < land.columns) & (row >= 0) & (row < land.rows)
    path: list[int] = []
    for inside, cell in zip(here.tolist(), (row * land.columns + column).tolist(), strict=True):
        if not inside:
            if path:
                break
            continue
        if path and path[-1] == cell:
            continue
        if cell in path:
            del path[path.index(cell) + 1 :]
        elif not path or cell in near[path[-1]]:
            path.append(cell)
        else:
            shared = set(near[path[-1]].tolist()) & set(near[cell].tolist()) - {-1}
            if not shared:
                break
            path += [min(shared), cell]
    return list(pairwise(path))


def _reaches(out: NDArray[np.int64], cell: int, goal: int) -> bool:
    """Whether the river of a cell comes to another one; rivers that run in circles do not go round for ever."""
    for _ in range(out.size):
        if cell == goal:
            return True
        cell = int(out[cell])
        if cell < 0:
            return False
    return True


def _lowered(out: NDArray[np.int64], elevation: NDArray[np.int64], wet: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return elevations that never rise along rivers, from their sources down."""
    level = elevation.copy()
    waits = np.bincount(out[out >= 0], minlength=out.size)
    ready = [int(cell) for cell in np.flatnonzero((out >= 0) & (waits == 0))]
    while ready:
        cell = ready.pop()
        to = int(out[cell])
        if to < 0:
            continue
        if not wet[to] and not wet[cell]:
            level[to] = min(level[to], level[cell])
        waits[to] -= 1
        if waits[to] == 0:
            ready.append(to)
    return level
