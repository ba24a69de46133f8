"""Rivers from spring to mouth, one after the other, each cell by cell over ground that does not rise.

A river ends in water, in a lake that it makes in a hollow, or at the spring of another river (with confluences: anywhere on another
river). One that can do none of these, or is too short, is taken back with all its lakes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hexmap._kernels.draws import below, chance


@kernel(inline=True)
def _has_river(cell: Any, out_c: Any, into_c: Any) -> Any:
    return out_c[cell] >= 0 or into_c[cell] != 0


@kernel(inline=True)
def _is_free(cell: Any, near: Any, level_c: Any, water_c: Any, out_c: Any, into_c: Any) -> Any:
    """Return whether a river may rise here: no river and no water, neither here nor next to it."""
    if water_c[cell] > level_c[cell] or _has_river(cell, out_c, into_c):
        return False
    for side in range(6):
        other = np.int64(near[cell, side])
        if other >= 0 and (water_c[other] > level_c[other] or _has_river(other, out_c, into_c)):
            return False
    return True


@kernel(inline=True)
def _fits(cell: Any, surface: Any, near: Any, level_c: Any, water_c: Any, out_c: Any, into_c: Any) -> Any:
    """Return whether water at `surface` may stand in the cell: banks as high or higher, other water just as high."""
    for side in range(6):
        other = np.int64(near[cell, side])
        if other >= 0:
            if water_c[other] > level_c[other]:
                if water_c[other] != surface:
                    return False
            elif level_c[other] < surface:
                return False
    return True


@kernel(inline=True)
def _widen(
    lake: Any,
    most: Any,
    near: Any,
    words: Any,
    count: Any,
    level_c: Any,
    water_c: Any,
    out_c: Any,
    into_c: Any,
) -> Any:
    """Let a lake of one cell take level cells without a river beside it, at most `most` cells in all."""
    surface = water_c[lake]
    want = below(words, count, most)
    cell = np.int64(lake)
    for _ in range(want):
        turn = below(words, count, 6)
        for step in range(6):
            other = np.int64(near[cell, (turn + step) % 6])
            if other < 0 or level_c[other] != surface or water_c[other] > level_c[other]:
                continue
            if _has_river(other, out_c, into_c):
                continue
            if _fits(other, surface, near, level_c, water_c, out_c, into_c):
                level_c[other] = np.int32(surface - 1)
                water_c[other] = surface
                cell = other
                break


@kernel("void(i4[:, ::1], i4[::1], i4[::1], i4[::1])")
def ways_down(near: Any, level_c: Any, water_c: Any, away_c: Any) -> None:  # out: away_c
    """Write how many steps over level ground each dry cell is from one that has lower ground or water beside it."""
    cells = level_c.size
    queue_c = np.empty(cells, np.int32)
    end = 0
    for cell in range(cells):
        away_c[cell] = np.int32(cells)
        for side in range(6):
            other = np.int64(near[cell, side])
            if other >= 0 and (level_c[other] < level_c[cell] or water_c[other] > level_c[other]):
                away_c[cell] = np.int32(0)
        if away_c[cell] == 0:
            queue_c[end] = np.int32(cell)
            end += 1
    at = 0
    while at < end:
        here = int(queue_c[at])
        at += 1
        for side in range(6):
            beside = int(near[here, side])
            if beside >= 0 and away_c[beside] == cells and level_c[beside] == level_c[here]:
                away_c[beside] = np.int32(away_c[here] + 1)
                queue_c[end] = np.int32(beside)
                end += 1


@kernel(
    "i8(i8[::1], i4[:, ::1], i4[::1], i8, i4[::1], b1, f8, i8, i8, u4[::1], i8[::1], i4[::1], i4[::1], i1[::1], u1[::1])"
)
def flow(
    control: Any,
    near: Any,
    away_c: Any,
    budget: Any,
    spring_n: Any,
    confluences: Any,
    extra_lake: Any,
    shortest: Any,
    lake_size: Any,
    words: Any,
    count: Any,
    level_c: Any,  # out
    water_c: Any,  # out
    out_c: Any,  # out
    into_c: Any,  # out
) -> Any:
    """Lead rivers from springs drawn without replacement until they fill `budget` cells; return how many they fill."""
    cells = level_c.size
    springs = spring_n.size
    path_c = np.empty(cells, np.int32)
    old_level_c = np.empty(cells, np.int32)
    old_water_c = np.empty(cells, np.int32)
    mine_c = np.zeros(cells, np.int32)
    ways = np.empty(36, np.int64)
    used = 0
    river = 0
    control[2] = max(budget, 1)
    while used < budget and springs > 0 and control[0] == 0:
        control[1] = used
        pick = below(words, count, springs)
        spring = np.int64(spring_n[pick])
        springs -= 1
        spring_n[pick] = spring_n[springs]
        if not _is_free(spring, near, level_c, water_c, out_c, into_c):
            continue
        river += 1
        cell = spring
        last = np.int64(-1)
        length = 0
        ended = False
        while True:
            path_c[length] = np.int32(cell)
            old_level_c[length] = level_c[cell]
            old_water_c[length] = water_c[cell]
            length += 1
            mine_c[cell] = river
            if water_c[cell] > level_c[cell]:
                ended = True
                break
            lowest = np.int64(1 << 30)
            options = 0
            joined = -1
            for side in range(6):
                other = np.int64(near[cell, side])
                if other < 0:
                    continue
                if level_c[other] < lowest:
                    lowest = np.int64(level_c[other])
                if mine_c[other] == river or level_c[other] > level_c[cell]:
                    continue
                if into_c[other] != 0 and not confluences:
                    continue
                if out_c[other] >= 0 and water_c[other] <= level_c[other]:
                    if joined < 0 or level_c[other] < level_c[near[cell, joined]]:
                        joined = side
                    continue
                if level_c[other] < level_c[cell] or away_c[other] < away_c[cell]:
                    for _ in range(3):
                        ways[options] = side
                        options += 1
                turn = (side - last + 6) % 6
                if length == 1 or (turn != 2 and turn != 4):
                    ways[options] = side
                    options += 1
                ways[options] = side
                options += 1
            if joined >= 0:
                other = np.int64(near[cell, joined])
                out_c[cell] = np.int8(joined)
                into_c[other] = np.uint8(np.int64(into_c[other]) | (1 << ((joined + 3) % 6)))
                ended = True
                break
            level = np.int64(level_c[cell])
            if options == 0:
                if length > 1 and lowest >= level and lowest < 1 << 30:
                    if _fits(cell, lowest, near, level_c, water_c, out_c, into_c):
                        water_c[cell] = np.int32(lowest)
                        if lowest == level:
                            level_c[cell] = np.int32(level - 1)
                        ended = True
                break
            side = ways[below(words, count, options)]
            other = np.int64(near[cell, side])
            out_c[cell] = np.int8(side)
            into_c[other] = np.uint8(np.int64(into_c[other]) | (1 << ((side + 3) % 6)))
            if lowest >= level and length > 1 and chance(words, count) < extra_lake:
                if _fits(cell, level, near, level_c, water_c, out_c, into_c):
                    water_c[cell] = np.int32(level)
                    level_c[cell] = np.int32(level - 1)
            last = side
            cell = other
        if not ended or length < shortest:
            for index in range(length):
                cell = np.int64(path_c[index])
                if old_water_c[index] > old_level_c[index]:
                    continue  # water that was there before: its river is another's
                gone = np.int64(out_c[cell])
                if gone >= 0:
                    other = np.int64(near[cell, gone])
                    into_c[other] = np.uint8(np.int64(into_c[other]) & (63 - (1 << ((gone + 3) % 6))))
                    out_c[cell] = np.int8(-1)
                level_c[cell] = old_level_c[index]
                water_c[cell] = old_water_c[index]
            continue
        for index in range(length):
            cell = np.int64(path_c[index])
            if water_c[cell] > level_c[cell] and old_water_c[index] <= old_level_c[index]:
                _widen(cell, lake_size, near, words, count, level_c, water_c, out_c, into_c)
            if water_c[cell] <= level_c[cell]:
                used += 1
    return used
