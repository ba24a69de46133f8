"""Towns on the best sites, fields around them, and roads from each town to the nearest of those that were there before."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hexmap._kernels.draws import below, chance

_RING = 8
"""Buckets of the queue of ways: more than the dearest step costs."""


@kernel("void(i8, i8, i8, i4[:, ::1], i4[::1], i4[::1], i1[::1], u1[::1], u1[::1], i8, f8[::1])")
def rate_sites(
    row0: Any,
    row1: Any,
    columns: Any,
    near: Any,
    level_c: Any,
    water_c: Any,
    out_c: Any,
    into_c: Any,
    terrain_c: Any,
    water_level: Any,
    score_c: Any,  # out
) -> None:
    """Write how good the cells of some rows are for a town, 0 for not at all: green, level, low, by a river or by water."""
    for cell in range(row0 * columns, row1 * columns):
        score_c[cell] = 0.0
        if water_c[cell] > level_c[cell] or terrain_c[cell] >= 3 or level_c[cell] > water_level + 4:
            continue
        score = 1.0 if terrain_c[cell] == 1 else (0.5 if terrain_c[cell] == 2 else 0.2)
        level = 0
        wet = 0
        for side in range(6):
            other = np.int64(near[cell, side])
            if other < 0:
                continue
            if water_c[other] > level_c[other]:
                wet += 1
            elif abs(level_c[other] - level_c[cell]) <= 1:
                level += 1
        if level < 2:
            continue
        score += 0.1 * level
        if out_c[cell] >= 0 or into_c[cell] != 0:
            score += 0.6
        if wet > 0:
            score += 0.4
        score_c[cell] = score


@kernel(
    "i8(i8[::1], i4[:, ::1], i4[::1], i4[::1], u1[::1], i4[::1], i8, i8, f8, b1, u4[::1], i8[::1], i4[::1], u1[::1], "
    "u1[::1], u1[::1], b1[::1])"
)
def found(
    control: Any,
    near: Any,
    level_c: Any,
    water_c: Any,
    terrain_c: Any,
    site_n: Any,
    wanted: Any,
    spacing: Any,
    walls: Any,
    farms: Any,
    words: Any,
    count: Any,
    town_n: Any,  # out
    plant_c: Any,  # out
    urban_c: Any,  # out
    farm_c: Any,  # out
    walled_c: Any,  # out
) -> Any:
    """Found towns on the sites in their order, none nearer to another than `spacing`; return how many."""
    cells = level_c.size
    taken_c = np.zeros(cells, np.uint8)
    mark_c = np.zeros(cells, np.int32)
    queue_c = np.empty(cells, np.int32)
    steps_c = np.empty(cells, np.int32)
    towns = 0
    control[2] = max(wanted, 1)
    for index in range(site_n.size):
        if towns >= wanted or control[0] != 0:
            break
        control[1] = towns
        site = np.int64(site_n[index])
        if taken_c[site] != 0:
            continue
        town_n[towns] = np.int32(site)
        towns += 1
        walled = chance(words, count) < walls
        queue_c[0] = np.int32(site)
        steps_c[site] = np.int32(0)
        mark_c[site] = np.int32(towns)
        at = 0
        end = 1
        while at < end:
            cell = np.int64(queue_c[at])
            at += 1
            steps = np.int64(steps_c[cell])
            taken_c[cell] = np.uint8(1)
            if steps <= 3 and water_c[cell] <= level_c[cell] and terrain_c[cell] < 3:
                luck = chance(words, count)
                if abs(level_c[cell] - level_c[site]) <= 1 and (steps == 0 or (steps == 1 and luck < 0.7)):
                    urban_c[cell] = np.uint8(3 if steps == 0 else 1 + below(words, count, 2))
                    farm_c[cell] = np.uint8(0)
                    plant_c[cell] = np.uint8(min(plant_c[cell], 1))
                    walled_c[cell] = walled
                elif farms and terrain_c[cell] == 1 and urban_c[cell] == 0 and luck < 0.9 - 0.25 * steps:
                    farm_c[cell] = np.uint8(1 + below(words, count, 3))
                    plant_c[cell] = np.uint8(min(plant_c[cell], 1))
            if steps + 1 < spacing or steps < 3:
                for side in range(6):
                    other = np.int64(near[cell, side])
                    if other >= 0 and mark_c[other] != towns:
                        mark_c[other] = np.int32(towns)
                        steps_c[other] = np.int32(steps + 1)
                        queue_c[end] = np.int32(other)
                        end += 1
    return towns


@kernel(inline=True)
def _cost(
    cell: Any, side: Any, other: Any, level_c: Any, water_c: Any, out_c: Any, into_c: Any, steepest: Any, roads_c: Any
) -> Any:
    """Return what a step of road costs, 0 where none may go."""
    if other < 0 or water_c[other] > level_c[other]:
        return 0
    if out_c[cell] == side or (np.int64(into_c[cell]) >> side) & 1 != 0:
        return 0
    rise = abs(np.int64(level_c[other]) - np.int64(level_c[cell]))
    if rise > steepest:
        return 0
    if (np.int64(roads_c[cell]) >> side) & 1 != 0:
        return 1
    return 3 if rise == 0 else 6


@kernel("void(i8[::1], i4[:, ::1], i4[::1], i4[::1], i1[::1], u1[::1], i8, i4[::1], i8, u1[::1])")
def pave(
    control: Any,
    near: Any,
    level_c: Any,
    water_c: Any,
    out_c: Any,
    into_c: Any,
    steepest: Any,
    town_n: Any,
    towns: Any,
    roads_c: Any,  # out
) -> None:
    """Lead a road from each town to the nearest town or road that was there before, where a way exists."""
    cells = level_c.size
    joined_c = np.zeros(cells, np.uint8)
    best_c = np.empty(cells, np.int64)
    mark_c = np.zeros(cells, np.int32)
    from_c = np.empty(cells, np.int8)
    next_n = np.empty(8 * cells + 8, np.int32)
    cell_n = np.empty(8 * cells + 8, np.int32)
    head = np.full(_RING, -1, np.int64)
    control[2] = max(towns, 1)
    for town in range(towns):
        if control[0] != 0:
            return
        control[1] = town
        start = np.int64(town_n[town])
        head[:] = -1
        used = 0
        best_c[start] = 0
        mark_c[start] = np.int32(town + 1)
        from_c[start] = np.int8(-1)
        cell_n[0] = np.int32(start)
        next_n[0] = np.int32(-1)
        head[0] = 0
        used = 1
        waiting = 1
        cost = 0
        goal = -1
        while waiting > 0 and goal < 0:
            entry = head[cost % _RING]
            if entry < 0:
                cost += 1
                continue
            head[cost % _RING] = next_n[entry]
            waiting -= 1
            cell = int(cell_n[entry])
            if best_c[cell] != cost:
                continue
            if joined_c[cell] != 0:
                goal = cell
                break
            for side in range(6):
                other = np.int64(near[cell, side])
                step = _cost(cell, side, other, level_c, water_c, out_c, into_c, steepest, roads_c)
                if step == 0 or (mark_c[other] == town + 1 and best_c[other] <= cost + step):
                    continue
                mark_c[other] = np.int32(town + 1)
                best_c[other] = cost + step
                from_c[other] = np.int8(side)
                cell_n[used] = np.int32(other)
                next_n[used] = np.int32(head[(cost + step) % _RING])
                head[(cost + step) % _RING] = used
                used += 1
                waiting += 1
        joined_c[start] = np.uint8(1)
        here = int(goal)
        while here >= 0 and here != start:
            side = int(from_c[here])
            back = (side + 3) % 6
            before = int(near[here, back])
            roads_c[here] = np.uint8(np.int64(roads_c[here]) | (1 << back))
            roads_c[before] = np.uint8(np.int64(roads_c[before]) | (1 << side))
            joined_c[here] = np.uint8(1)
            here = before
