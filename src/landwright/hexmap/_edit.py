"""Edits that keep the rules: brush strokes, floods, what must be built anew after one, and a history to go back in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import FieldError, SettingError, sentence
from landwright.hexmap._coordinates import _COLUMN_STEP, _ROW_STEP
from landwright.hexmap._kernels import hex_edit
from landwright.hexmap._map import ATTRIBUTES, HexMap, check_map
from landwright.hexmap.settings import Flood, Stroke, Strokes

__all__ = ["dirty_chunks", "edit", "flood"]

_NAMES = tuple(ATTRIBUTES)
_VALUES = ("elevation", "water_level", "terrain", "urban", "farm", "plant", "special")
_RULES = {
    "elevation": ("river_in", "river_out", "roads"),
    "water_level": ("river_in", "river_out"),
    "special": ("roads",),
    "river": ("river_in", "river_out", "roads", "special"),
    "road": ("roads",),
}
"""What changes with what a stroke sets."""
_MODES = {"ignore": 0, "yes": hex_edit.YES, "no": hex_edit.NO}
_SHORT = 1 << 14
"""Stamped cells below which a stroke is drawn at once; longer ones can be cancelled."""


class _Workspace:
    """The arrays of a map, each copied when it is first written to."""

    def __init__(self, land: HexMap) -> None:
        self.land = land
        layout = land.layout
        self.frame = np.array(
            [layout.columns, layout.rows, layout.wrap, layout.confluences, layout.metrics.maximum_road_slope], np.int64
        )
        self.changed = np.zeros(len(_NAMES), np.int64)
        self._arrays = land.arrays()
        self._copied: set[str] = set()

    def writable(self, names: set[str]) -> tuple[Any, ...]:
        """Return all arrays, flat; those named may be written to."""
        for name in names - self._copied:
            self._arrays[name] = self._arrays[name].copy()
        self._copied |= names
        return tuple(_pool.thaw(array).reshape(-1) for array in self._arrays.values())

    def finish(self) -> HexMap:
        """Return the map of what changed; arrays that did not stay shared with the first."""
        for name, count in zip(_NAMES, self.changed, strict=True):
            if not count:
                self._arrays[name] = getattr(self.land, name)
        if not self.changed.any():
            return self.land
        return type(self.land)._made(self.land.layout, self._arrays)


def edit(land: HexMap, noun: Stroke | Strokes | Sequence[Stroke] = Strokes()) -> HexMap:
    """Draw brush strokes on a map and keep the rules of rivers, roads and special features.

    A river never runs uphill unless it leaves a lake as high as the next cell, and never shares an edge with a road; a road
    climbs at most ``metrics.maximum_road_slope`` levels and never meets a special feature, which stands on no river. What a stroke
    asks against these rules does not happen; what it makes impossible is removed.

    Parameters
    ----------
    land : HexMap
        Map before.
    noun : Stroke, Strokes or sequence of Stroke
        What is drawn, in this order.

    Returns
    -------
    HexMap
        Map after; arrays without a change are shared with `land`, and it is `land` itself where nothing changed.

    Raises
    ------
    SettingError
        If a cell of a stroke lies outside the map.

    See Also
    --------
    dirty_chunks : What must be triangulated again.
    validate : A list of what looks wrong.

    Notes
    -----
    Reach: whole map.
    Cost: O(cells under the brush), and one copy of each array that may change, once for all strokes.
    Deterministic: yes; the order of the cells under one stamp does not count.

    References
    ----------
    .. [1] Jasper Flick, "Hex Map 5: Larger Maps" to "Hex Map 11: More Features", Catlike Coding, 2016.

    Examples
    --------
    >>> land = edit(HexMap.empty(8, 6), Stroke(cells=((3, 3),), brush=1, elevation=2))
    >>> int((land.elevation == 2).sum())
    7
    """
    check_map("hexmap.edit", land)
    if isinstance(noun, Stroke):
        strokes: tuple[Stroke, ...] = (noun,)
    elif isinstance(noun, Strokes):
        strokes = noun.strokes
    elif isinstance(noun, Sequence):
        strokes = tuple(noun)
    else:
        raise SettingError(sentence("hexmap.edit: noun", "must be a Stroke, a list of them, or Strokes", noun))
    work = _Workspace(land)
    for number, one in enumerate(strokes):
        if not isinstance(one, Stroke):
            raise SettingError(sentence(f"hexmap.edit: stroke {number}", "must be a Stroke", one))
        _draw(work, one, f"stroke {number}" if len(strokes) > 1 else "stroke")
    return work.finish()


def _draw(work: _Workspace, one: Stroke, where: str) -> None:
    land = work.land
    if not one.cells:
        return
    path = np.array(one.cells, np.int64)
    if int(path[:, 0].max()) >= land.columns or int(path[:, 1].max()) >= land.rows:
        outside = next(cell for cell in one.cells if cell[0] >= land.columns or cell[1] >= land.rows)
        must = f"must lie in the map of {land.columns} columns and {land.rows} rows"
        raise SettingError(sentence(f"hexmap.edit: {where}: cells", must, outside))
    paint = np.full(len(_NAMES), hex_edit.NOTHING, np.int64)
    names: set[str] = set()
    for name in _VALUES:
        value = getattr(one, name)
        if value is not None:
            paint[_NAMES.index(name)] = value
            names.update((name, *_RULES.get(name, ())))
    for name in ("walled", "explored"):
        mode = getattr(one, name)
        if mode != "ignore":
            paint[_NAMES.index(name)] = mode == "yes"
            names.add(name)
    for name in ("river", "road"):
        if getattr(one, name) != "ignore":
            names.update(_RULES[name])
    if not names:
        return
    flat = path[:, 1] * land.columns + path[:, 0]
    given = (
        flat,
        one.brush,
        paint,
        _MODES[one.river],
        _MODES[one.road],
        work.frame,
        work.writable(names),
        work.changed,
    )
    if len(path) * (1 + 3 * one.brush * (one.brush + 1)) <= _SHORT:
        control = _pool.current()
        control.check()
        hex_edit.stroke(control.flags, *given)
    else:
        _pool.call(hex_edit.stroke, *given, polls=True)


def flood(land: HexMap, noun: Flood = Flood()) -> HexMap:
    """Let water come to one level over everything that is joined to a cell and lies below it.

    From a lake it also sinks: the lake the cell lies in gets the new level as a whole, and what then stands above it falls dry.
    Rivers that would run uphill afterwards go. Neighbouring water of the same lake has one level then, so no gap shows.

    Parameters
    ----------
    land : HexMap
        Map before.
    noun : Flood
        Where the water starts, its level, and how far it may spread.

    Returns
    -------
    HexMap
        Map after.

    Raises
    ------
    SettingError
        If the cell lies outside the map, or is dry and not below the level.
    FieldError
        If the water would reach more than ``max_cells`` cells or meet water of another level; the map stays as it is.

    See Also
    --------
    validate : Finds lakes that meet at different levels.

    Notes
    -----
    Reach: whole map.
    Cost: O(cells reached).
    Deterministic: yes.

    References
    ----------
    .. [1] Jasper Flick, "Hex Map 8: Water", Catlike Coding, 2016; it leaves neighbouring levels to the user.

    Examples
    --------
    >>> land = HexMap.empty(3, 1).replace(elevation=[[0, 1, 4]])
    >>> flood(land, Flood(column=0, row=0, level=3)).water_level.tolist()
    [[3, 3, 0]]
    """
    check_map("hexmap.flood", land)
    if noun.column >= land.columns or noun.row >= land.rows:
        must = f"must lie in the map of {land.columns} columns and {land.rows} rows"
        raise SettingError(sentence("hexmap.flood: column, row", must, (noun.column, noun.row)))
    ground = int(land.elevation[noun.row, noun.column])
    if ground >= noun.level and not land.water_level[noun.row, noun.column] > ground:
        must = f"must be above the ground (level {ground}) of a dry cell (column {noun.column}, row {noun.row})"
        raise SettingError(sentence("hexmap.flood: level", must, noun.level))
    work = _Workspace(land)
    cells = work.writable({"water_level", "river_in", "river_out"})
    start = noun.row * land.columns + noun.column
    count = int(
        _pool.call(hex_edit.flood, start, noun.level, noun.max_cells, work.frame, cells, work.changed, polls=True)
    )
    if count == -1:
        raise FieldError(
            f"hexmap.flood: water of level {noun.level} from column {noun.column}, row {noun.row} would reach more than "
            f"max_cells={noun.max_cells} cells. Nothing was changed; raise the land around it, or max_cells."
        )
    if count < 0:
        row, column = divmod(-2 - count, land.columns)
        raise FieldError(
            f"hexmap.flood: water of level {noun.level} would meet water of level {int(land.water_level[row, column])} at "
            f"column {column}, row {row}. Nothing was changed; flood that water to {noun.level} first."
        )
    return work.finish()


def dirty_chunks(before: HexMap, after: HexMap) -> list[tuple[int, int]]:
    """Return the chunks whose meshes or features may differ between two maps.

    A chunk is dirty when the height, water, wall or ground of one of its cells or of a neighbour of one changed (grounds blend),
    or the river, road, special feature or density of one of its own. Triangulating just these gives the same bytes as
    triangulating all.

    Parameters
    ----------
    before, after : HexMap
        Maps of one layout.

    Returns
    -------
    list of (int, int)
        Row and column of chunks, ascending.

    Examples
    --------
    >>> land = HexMap.empty(20, 15)
    >>> dirty_chunks(land, edit(land, Stroke(cells=((7, 7),), elevation=1)))
    [(1, 1)]
    >>> dirty_chunks(land, edit(land, Stroke(cells=((5, 7),), elevation=1)))
    [(1, 0), (1, 1)]
    """
    check_map("hexmap.dirty_chunks", before)
    check_map("hexmap.dirty_chunks", after)
    layout, size = after.layout, after.layout.metrics.chunk_size
    if before.layout != layout:
        if before.shape == after.shape and before.layout.metrics.chunk_size == size:
            rows, columns = layout.chunks
            return [(cz, cx) for cz in range(rows) for cx in range(columns)]
        raise FieldError(
            "hexmap.dirty_chunks: both maps must have one size and chunk size; triangulate all of the new one."
        )
    wide, own = (
        _differing(before, after, names)
        for names in (
            ("elevation", "water_level", "walled", "terrain"),
            ("urban", "farm", "plant", "special", "river_in", "river_out", "roads"),
        )
    )
    row, column = np.divmod(wide, after.columns)
    across = column[:, np.newaxis] + _COLUMN_STEP[row % 2]
    up = row[:, np.newaxis] + _ROW_STEP
    if layout.wrap:
        across %= layout.columns
    there = (across >= 0) & (across < after.columns) & (up >= 0) & (up < after.rows)
    cells = np.concatenate([wide, up[there] * after.columns + across[there], own])
    row, column = np.divmod(cells, after.columns)
    columns = layout.chunks[1]
    found = np.unique(row // size * columns + column // size)
    return [(int(chunk) // columns, int(chunk) % columns) for chunk in found]


def _differing(before: HexMap, after: HexMap, names: Sequence[str]) -> NDArray[np.int64]:
    """Return flat indices of the cells that differ in one of some arrays."""
    found: list[NDArray[np.int64]] = [np.empty(0, np.int64)]
    for name in names:
        old, new = getattr(before, name), getattr(after, name)
        if old is not new:
            found.append(np.flatnonzero(old != new))
    return np.unique(np.concatenate(found)) if len(found) > 2 else found[-1].astype(np.int64)
