"""The cheapest way over cells, and what is seen from them.

Symbols: ``frame`` is columns, rows and wrap; ``rules`` are speed, road, flat, slope and explored_only of a Movement, and the
cheapest step of a map with or without roads; ``cells`` the
twelve arrays of a map. ``cost_c`` holds one more than the points it takes to come to a cell, 0 where nobody came; ``side_c`` the side
it was entered by.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hexmap._kernels.hex_edit import CELLS
from landwright.hexmap._kernels.hex_steps import apart, beside, inside

__all__ = ["look", "search"]


@kernel(inline=True)
def _straight(column: Any, row: Any, column2: Any, row2: Any, columns: Any, wrap: Any) -> int:
    """Return the steps between two cells of the map, the short way around a cylinder."""
    found = apart(column, row, column2, row2)
    if wrap:
        found = min(found, apart(column, row, column2 - columns, row2), apart(column, row, column2 + columns, row2))
    return found


@kernel(f"i8(i8[::1], i8, i8, i8, i8[::1], i8[::1], {CELLS}, i8[::1], i1[::1], i4[:, ::1])")
def search(
    control: Any,
    start: int,
    goal: int,
    most: int,
    frame: Any,
    rules: Any,
    cells: Any,
    cost_c: Any,
    side_c: Any,
    link_c: Any,
) -> int:  # cost_c, side_c, link_c out
    """Search the way to a goal (A*), or with goal -1 to all cells that cost at most `most` points; return how many were visited.

    The queue is a ring of buckets, one for each number of points: a step and the wait before it take less than twice the
    dearest step, so a ring of that many (a power of two) never mixes two numbers. A cell is in at most one bucket; ``link_c``
    chains it to the ones before and after it there, as cell + 1. All outputs come as zeros.
    """
    columns, rows, wrap = frame[0], frame[1], frame[2]
    speed, road, flat, slope, explored_only = rules[0], rules[1], rules[2], rules[3], rules[4]
    elevation_c, water_c, urban_c, farm_c, plant_c = cells[0], cells[1], cells[3], cells[4], cells[5]
    walled_c, roads_c, explored_c = cells[7], cells[10], cells[11]
    cheapest = np.int64(0)
    goal_row = goal // columns
    goal_column = goal - goal_row * columns
    if goal >= 0:
        cheapest = rules[5]
    mask = np.int64(1)
    while mask < 2 * (max(road, flat, slope) + 9) + cheapest + 1:
        mask *= 2
    mask -= 1
    head = np.zeros(mask + 1, np.int32)
    cost_c[start] = 1
    row = start // columns
    at = cheapest * _straight(start - row * columns, row, goal_column, goal_row, columns, wrap)
    head[at & mask] = start + 1
    waiting, visited = 1, 0
    control[2] = columns * rows
    while waiting > 0:
        while head[at & mask] == 0:
            at += 1
        cell = np.int64(head[at & mask]) - 1
        after = link_c[cell, 1]
        head[at & mask] = after
        if after:
            link_c[after - 1, 0] = 0
        waiting -= 1
        visited += 1
        if cell == goal:
            return visited
        if visited & 0xFFFF == 0:
            if control[0]:
                return visited
            control[1] = visited
        spent = cost_c[cell] - 1
        turn_end = (spent // speed + 1) * speed  # where none is left, a step waits for nothing
        row = cell // columns
        column = cell - row * columns
        up, wall, roads = np.int64(elevation_c[cell]), walled_c[cell], np.int64(roads_c[cell])
        for side in range(6):
            column2, row2 = beside(column, row, side)
            to = inside(column2, row2, columns, rows, wrap)
            if to < 0:
                continue
            up2 = np.int64(elevation_c[to])
            if water_c[to] > up2 or (explored_only != 0 and not explored_c[to]):
                continue
            if roads >> side & 1:
                price = road
            else:
                climb = abs(up - up2)
                if climb > 1 or walled_c[to] != wall:
                    continue
                price = flat if climb == 0 else slope
                price += np.int64(urban_c[to]) + np.int64(farm_c[to]) + np.int64(plant_c[to])
            if price > speed:
                continue
            arrival = spent + price
            if arrival > turn_end:
                arrival = turn_end + price
            known = cost_c[to] - 1
            if arrival > most or (known >= 0 and arrival >= known):
                continue
            ahead = np.int64(0)
            if cheapest:
                ahead = cheapest * _straight(column2, row2, goal_column, goal_row, columns, wrap)
            if known >= 0:  # still waiting, in a dearer bucket: leave it
                before, after = link_c[to, 0], link_c[to, 1]
                if before:
                    link_c[before - 1, 1] = after
                else:
                    head[known + ahead & mask] = after
                if after:
                    link_c[after - 1, 0] = before
                waiting -= 1
            cost_c[to] = arrival + 1
            side_c[to] = (side + 3) % 6
            bucket = arrival + ahead & mask
            after = head[bucket]
            link_c[to, 0] = 0
            link_c[to, 1] = after
            if after:
                link_c[after - 1, 0] = to + 1
            head[bucket] = to + 1
            waiting += 1
    return visited


@kernel("void(i8[::1], i8[::1], i8, i8, i8[::1], i2[::1], i2[::1], i4[::1])")
def look(
    control: Any, viewers: Any, sight: int, edge: int, frame: Any, elevation_c: Any, water_c: Any, seen_c: Any
) -> None:  # seen_c out
    """Add 1 to every cell for each viewer that sees it, step by step outward and never on a way around."""
    columns, rows, wrap = frame[0], frame[1], frame[2]
    stamp_c = np.zeros(columns * rows, np.int32)
    queue = np.empty(columns * rows, np.int32)
    steps_c = np.empty(columns * rows, np.int32)
    control[2] = len(viewers)
    for number in range(len(viewers)):
        if control[0]:
            return
        control[1] = number
        start = viewers[number]
        start_row = start // columns
        start_column = start - start_row * columns
        far = sight + max(np.int64(elevation_c[start]), np.int64(water_c[start]))
        queue[0] = start
        steps_c[start] = 0
        stamp_c[start] = number + 1
        count, at = 1, 0
        while at < count:
            cell = np.int64(queue[at])
            at += 1
            seen_c[cell] += 1
            steps = steps_c[cell] + 1
            row = cell // columns
            column = cell - row * columns
            for side in range(6):
                column2, row2 = beside(column, row, side)
                to = inside(column2, row2, columns, rows, wrap)
                if to < 0 or stamp_c[to] == number + 1:
                    continue
                if edge == 0 and (
                    row2 == 0 or row2 == rows - 1 or (wrap == 0 and (column2 == 0 or column2 == columns - 1))
                ):
                    continue
                view = max(np.int64(elevation_c[to]), np.int64(water_c[to]))
                if steps + view > far or steps > _straight(start_column, start_row, column2, row2, columns, wrap):
                    continue
                stamp_c[to] = number + 1
                steps_c[to] = steps
                queue[count] = to
                count += 1
