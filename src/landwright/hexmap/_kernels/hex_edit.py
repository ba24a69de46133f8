"""A stroke of the brush, cell by cell, and the rules of rivers, roads and special features.

Symbols: ``cells`` are the twelve arrays of a map, flat, in the order of ``ATTRIBUTES``; ``frame`` is columns, rows, wrap,
confluences and the steepest road; ``changed`` counts the values of each array that became others. All of them are written.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hexmap._kernels.hex_steps import step

__all__ = ["CELLS", "NOTHING", "flood", "loops", "stroke"]

CELLS = "Tuple((i2[::1], i2[::1], u1[::1], u1[::1], u1[::1], u1[::1], u1[::1], b1[::1], u1[::1], i1[::1], u1[::1], b1[::1]))"
NOTHING = -(1 << 15)
"""A paint that leaves what is there."""

ELEVATION, WATER, SPECIAL, RIVER_IN, RIVER_OUT, ROADS = 0, 1, 6, 8, 9, 10
YES, NO = 1, 2


@kernel(inline=True)
def _may_flow(cell: int, to: int, elevation_c: Any, water_c: Any) -> bool:
    """Whether a river may run from a cell to its neighbour: not uphill, unless out of a lake as high as the neighbour."""
    return elevation_c[cell] >= elevation_c[to] or water_c[cell] == elevation_c[to]


@kernel()
def _cut_outgoing(cell: int, frame: Any, cells: Any, changed: Any) -> None:
    """Remove the river that leaves a cell, at both ends."""
    side = cells[RIVER_OUT][cell]
    if side >= 0:
        to = step(cell, side, frame[0], frame[1], frame[2])
        cells[RIVER_OUT][cell] = -1
        cells[RIVER_IN][to] = np.uint8(cells[RIVER_IN][to] & (63 ^ 1 << (side + 3) % 6))
        changed[RIVER_OUT] += 1
        changed[RIVER_IN] += 1


@kernel()
def _cut_road(cell: int, side: int, frame: Any, cells: Any, changed: Any) -> None:
    """Remove the road across a side, at both ends."""
    if cells[ROADS][cell] >> side & 1:
        to = step(cell, side, frame[0], frame[1], frame[2])
        cells[ROADS][cell] = np.uint8(cells[ROADS][cell] & (63 ^ 1 << side))
        cells[ROADS][to] = np.uint8(cells[ROADS][to] & (63 ^ 1 << (side + 3) % 6))
        changed[ROADS] += 1


@kernel()
def _cut_incoming(cell: int, frame: Any, cells: Any, changed: Any, only_wrong: bool) -> None:
    """Remove the rivers that come into a cell, all or those that may not."""
    for side in range(6):
        if cells[RIVER_IN][cell] >> side & 1:
            source = step(cell, side, frame[0], frame[1], frame[2])
            if not (only_wrong and _may_flow(source, cell, cells[ELEVATION], cells[WATER])):
                _cut_outgoing(source, frame, cells, changed)


@kernel()
def _settle(cell: int, frame: Any, cells: Any, changed: Any) -> None:
    """Remove what a cell's new height or water no longer allows: its rivers, and roads that became too steep."""
    elevation_c = cells[ELEVATION]
    side = cells[RIVER_OUT][cell]
    if side >= 0:
        to = step(cell, side, frame[0], frame[1], frame[2])
        if not _may_flow(cell, to, elevation_c, cells[WATER]):
            _cut_outgoing(cell, frame, cells, changed)
    _cut_incoming(cell, frame, cells, changed, True)
    for side in range(6):
        if cells[ROADS][cell] >> side & 1:
            to = step(cell, side, frame[0], frame[1], frame[2])
            if abs(np.int64(elevation_c[cell]) - np.int64(elevation_c[to])) > frame[4]:
                _cut_road(cell, side, frame, cells, changed)


@kernel()
def _set_river(cell: int, side: int, frame: Any, cells: Any, changed: Any) -> None:
    """Let a river leave a cell across a side, where it may."""
    if cells[RIVER_OUT][cell] == side:
        return
    to = step(cell, side, frame[0], frame[1], frame[2])
    if to < 0 or not _may_flow(cell, to, cells[ELEVATION], cells[WATER]):
        return
    across = (side + 3) % 6
    _cut_outgoing(cell, frame, cells, changed)
    if cells[RIVER_IN][cell] >> side & 1:
        _cut_outgoing(to, frame, cells, changed)
    if frame[3] == 0:
        _cut_incoming(to, frame, cells, changed, False)
    cells[RIVER_OUT][cell] = side
    cells[RIVER_IN][to] = np.uint8(cells[RIVER_IN][to] | 1 << across)
    changed[RIVER_OUT] += 1
    changed[RIVER_IN] += 1
    if cells[SPECIAL][cell] or cells[SPECIAL][to]:
        cells[SPECIAL][cell] = 0
        cells[SPECIAL][to] = 0
        changed[SPECIAL] += 1
    _cut_road(cell, side, frame, cells, changed)


@kernel()
def _set_road(cell: int, side: int, frame: Any, cells: Any, changed: Any) -> None:
    """Lay a road across a side, where one may lie."""
    to = step(cell, side, frame[0], frame[1], frame[2])
    if to < 0 or cells[ROADS][cell] >> side & 1:
        return
    if (
        cells[RIVER_OUT][cell] == side
        or cells[RIVER_IN][cell] >> side & 1
        or cells[SPECIAL][cell]
        or cells[SPECIAL][to]
    ):
        return
    if abs(np.int64(cells[ELEVATION][cell]) - np.int64(cells[ELEVATION][to])) > frame[4]:
        return
    cells[ROADS][cell] = np.uint8(cells[ROADS][cell] | 1 << side)
    cells[ROADS][to] = np.uint8(cells[ROADS][to] | 1 << (side + 3) % 6)
    changed[ROADS] += 1


@kernel(inline=True)
def _put(values_c: Any, cell: int, value: int, which: int, changed: Any) -> bool:
    """Write a value unless it is NOTHING or already there; say whether it was written."""
    if value == NOTHING or values_c[cell] == value:
        return False
    values_c[cell] = value
    changed[which] += 1
    return True


@kernel(inline=True)
def _paint(cell: int, paint: Any, cells: Any, changed: Any) -> None:
    """Give a cell all values that stand for themselves."""
    _put(cells[0], cell, paint[0], 0, changed)
    _put(cells[1], cell, paint[1], 1, changed)
    _put(cells[2], cell, paint[2], 2, changed)
    _put(cells[3], cell, paint[3], 3, changed)
    _put(cells[4], cell, paint[4], 4, changed)
    _put(cells[5], cell, paint[5], 5, changed)
    if paint[7] != NOTHING and cells[7][cell] != (paint[7] == 1):
        cells[7][cell] = paint[7] == 1
        changed[7] += 1
    if paint[11] != NOTHING and cells[11][cell] != (paint[11] == 1):
        cells[11][cell] = paint[11] == 1
        changed[11] += 1


@kernel(inline=True)
def _brushed(center: int, brush: int, frame: Any, around: Any) -> int:
    """Write the cells of the map within `brush` steps of a cell to `around`; return how many. A narrow cylinder repeats."""
    columns, rows = frame[0], frame[1]
    row = center // columns
    axial = center - row * columns - row // 2
    count = 0
    for up in range(max(-brush, -row), min(brush, rows - 1 - row) + 1):
        shift = axial + (row + up) // 2
        for across in range(max(-brush, -brush - up), min(brush, brush - up) + 1):
            column = shift + across
            if frame[2]:
                column = column % columns
            if column >= 0 and column < columns:
                around[count] = (row + up) * columns + column
                count += 1
    return count


@kernel(f"void(i8[::1], i8[::1], i8, i8[::1], i8, i8, i8[::1], {CELLS}, i8[::1])")
def stroke(
    control: Any, path: Any, brush: int, paint: Any, river: int, road: int, frame: Any, cells: Any, changed: Any
) -> None:  # cells, changed out
    """Drag a brush along cells.

    Every stamp first gives all its cells their values and then applies the rules to each, so a river on a plateau survives that
    the plateau is raised, and the order of cells does not count.
    """
    around = np.empty(1 + 3 * brush * (brush + 1), np.int64)
    control[2] = len(path)
    for at in range(len(path)):
        if control[0]:
            return
        control[1] = at
        count = _brushed(path[at], brush, frame, around)
        for i in range(count):
            _paint(around[i], paint, cells, changed)
        if paint[ELEVATION] != NOTHING or paint[WATER] != NOTHING:
            for i in range(count):
                _settle(around[i], frame, cells, changed)
        if river == NO:
            for i in range(count):
                _cut_outgoing(around[i], frame, cells, changed)
                _cut_incoming(around[i], frame, cells, changed, False)
        if road == NO:
            for i in range(count):
                for side in range(6):
                    _cut_road(around[i], side, frame, cells, changed)
        if paint[SPECIAL] != NOTHING:
            for i in range(count):
                cell = around[i]
                wet = cells[RIVER_OUT][cell] >= 0 or cells[RIVER_IN][cell] != 0
                if (paint[SPECIAL] == 0 or not wet) and _put(cells[SPECIAL], cell, paint[SPECIAL], SPECIAL, changed):
                    for side in range(6):
                        if paint[SPECIAL]:
                            _cut_road(cell, side, frame, cells, changed)
        if at == 0 or (river != YES and road != YES):
            continue
        drag = -1
        for side in range(6):
            if step(path[at - 1], side, frame[0], frame[1], frame[2]) == path[at]:
                drag = side
                break
        if drag < 0:
            continue
        for i in range(count):
            source = step(around[i], (drag + 3) % 6, frame[0], frame[1], frame[2])
            if source >= 0:
                if river == YES:
                    _set_river(source, drag, frame, cells, changed)
                if road == YES:
                    _set_road(source, drag, frame, cells, changed)


@kernel(f"i8(i8[::1], i8, i8, i8, i8[::1], {CELLS}, i8[::1])")
def flood(
    control: Any, start: int, level: int, most: int, frame: Any, cells: Any, changed: Any
) -> int:  # cells, changed out
    """Let water of one level fill everything below it that is joined to a cell, and lower the lake that was there.

    Returns how many cells the water reaches; -1 when they are more than `most`; -2 - c when a lake of another level touches
    at cell c. Only a result >= 0 leaves the cells changed.
    """
    columns, rows, wrap = frame[0], frame[1], frame[2]
    elevation_c, water_c = cells[ELEVATION], cells[WATER]
    before = water_c[start]
    lake = before > elevation_c[start]
    total = columns * rows
    room = min(most, total) + 1
    queue = np.empty(room, np.int64)
    seen = np.zeros(total, np.bool_)
    queue[0] = start
    seen[start] = True
    count, at = 1, 0
    control[2] = room
    while at < count:
        if at & 0xFFFF == 0:
            if control[0]:
                return 0
            control[1] = at
        cell = queue[at]
        at += 1
        for side in range(6):
            to = step(cell, side, columns, rows, wrap)
            if to < 0 or seen[to]:
                continue
            joined = lake and water_c[to] == before and before > elevation_c[to]
            if elevation_c[to] < level or joined:
                if count == room or count >= most:
                    return -1
                seen[to] = True
                queue[count] = to
                count += 1
            elif elevation_c[cell] < level and water_c[to] > elevation_c[to] and water_c[to] != level:
                return -2 - to
    for i in range(count):
        _put(water_c, queue[i], level, WATER, changed)
    for i in range(count):
        _settle(queue[i], frame, cells, changed)
    return count


@kernel("void(i8[::1], u1[::1])")
def loops(next_c: Any, loop_c: Any) -> None:  # loop_c out
    """Mark the cells whose river comes back to them; `next_c` is where each cell's river goes, -1 where none leaves."""
    total = len(next_c)
    walk_c = np.zeros(total, np.int64)  # the walk that came here first, counted from 1
    for start in range(total):
        cell = start
        while cell >= 0 and walk_c[cell] == 0:
            walk_c[cell] = start + 1
            cell = next_c[cell]
        if cell >= 0 and walk_c[cell] == start + 1:
            while loop_c[cell] == 0:
                loop_c[cell] = 1
                cell = next_c[cell]
