"""Route search: what moves between places of a lattice cost, and the way that costs least.

*Symbols:* ``ids`` (rows, cols) int32 numbers the places that take part, -1 the others; ``cells`` (m,) the other way round, row x columns
+ column. ``moves`` (d, 2) rows and columns of each direction, in pairs of opposites: direction k and its opposite ``back[k]``. ``cost``
(m, d) of a move, infinite where there is none. Jumps, which are bridges and tunnels, of place i are numbers ``jump_first[i]`` to
``jump_first[i + 1] - 1``: where to, at what cost, and which direction is nearest to theirs. ``turn`` (d, d) is the cost of a direction
after another.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import as_u32, hash2, hash3
from landwright._numba import kernel

POLL = 1 << 12
BRIDGE, TUNNEL = 3, 4


@kernel(inline=True)
def _sift_up(keys: Any, items: Any, place: Any, value: Any, item: Any) -> None:
    while place > 0:
        above = (place - 1) >> 2
        if keys[above] < value or (keys[above] == value and items[above] <= item):
            break
        keys[place] = keys[above]
        items[place] = items[above]
        place = above
    keys[place] = value
    items[place] = item


@kernel(inline=True)
def _take(keys: Any, items: Any, size: Any) -> None:
    """Take the least of `size` entries, which is the first, out of a heap with four children to a node."""
    last = size - 1
    value = keys[last]
    item = items[last]
    place = 0
    while True:
        child = 4 * place + 1
        if child >= last:
            break
        least = child
        for k in range(child + 1, min(child + 4, last)):
            if keys[k] < keys[least] or (keys[k] == keys[least] and items[k] < items[least]):
                least = k
        if keys[least] > value or (keys[least] == value and items[least] >= item):
            break
        keys[place] = keys[least]
        items[place] = items[least]
        place = least
    keys[place] = value
    items[place] = item


@kernel(inline=True)
def _between(z: Any, wet: Any, r: Any, c: Any, dr: Any, dc: Any, q: Any, n: Any) -> Any:
    """Return the height of the ground after q of n steps along a move, and whether there is water.

    Along its longer axis a move meets rows or columns of the lattice, where it lies between two places.
    """
    if abs(dr) >= abs(dc):
        row = r + (q if dr > 0 else -q)
        at = c + dc * q / n
        c0 = np.int64(math.floor(at))
        t = at - c0
        c1 = min(c0 + 1, z.shape[1] - 1)
        water = (wet[row, c0] != 0 and t < 1.0) or (wet[row, c1] != 0 and t > 0.0)
        return z[row, c0] * (1.0 - t) + z[row, c1] * t, water
    col = c + (q if dc > 0 else -q)
    at = r + dr * q / n
    r0 = np.int64(math.floor(at))
    t = at - r0
    r1 = min(r0 + 1, z.shape[0] - 1)
    water = (wet[r0, col] != 0 and t < 1.0) or (wet[r1, col] != 0 and t > 0.0)
    return z[r0, col] * (1.0 - t) + z[r1, col] * t, water


@kernel("void(i8, i8, i4[:, ::1], i8[::1], f8[:, ::1], u1[:, ::1], f8[:, ::1], i8[:, ::1], f8[::1], f8[:, ::1])")
def price(
    row0: Any, row1: Any, ids: Any, cells: Any, z: Any, wet: Any, dear: Any, moves: Any, how: Any, out: Any
) -> None:
    """Write what every move from places `row0` to `row1 - 1` costs.

    ``how``: step, steepest grade, free grade, weight of slope, deepest cut, highest bank. ``dear`` is the cost of a metre of level road;
    infinite where none is built. A move is priced from its end with the lower number, so that both ways cost the same.
    """
    step, grade, free, weight, cut, fill = how[0], how[1], how[2], how[3], how[4], how[5]
    rows, cols = ids.shape
    for i in range(row0, row1):
        for k in range(moves.shape[0]):
            out[i, k] = np.inf  # out
            r = cells[i] // cols
            c = cells[i] % cols
            dr = moves[k, 0]
            dc = moves[k, 1]
            if r + dr < 0 or r + dr >= rows or c + dc < 0 or c + dc >= cols or ids[r + dr, c + dc] < 0:
                continue
            if dr < 0 or (dr == 0 and dc < 0):
                r += dr
                c += dc
                dr = -dr
                dc = -dc
            if wet[r, c] != 0 or wet[r + dr, c + dc] != 0:
                continue
            length = step * math.sqrt(np.float64(dr * dr + dc * dc))
            rise = z[r + dr, c + dc] - z[r, c]
            slope = abs(rise) / length
            if slope > grade:
                continue
            n = max(abs(dr), abs(dc))
            closed = False
            if abs(dr) == 1 and abs(dc) == 1:
                closed = wet[r + dr, c] != 0 and wet[r, c + dc] != 0
            for q in range(1, n):
                ground, water = _between(z, wet, r, c, dr, dc, q, n)
                gap = z[r, c] + rise * q / n - ground
                closed = closed or water or gap > fill or gap < -cut
            if closed:
                continue
            over = 0.0
            if slope > free:
                over = (slope - free) / max(grade - free, 1e-12)
            out[i, k] = length * (0.5 * (dear[r, c] + dear[r + dr, c + dc]) + weight * over * over)


@kernel(
    "void(i8, i8, i4[:, ::1], i8[::1], f8[:, ::1], u1[:, ::1], u4, u4, f8[::1], f8[:, ::1], i4[:, ::1], f8[:, ::1], i1[:, ::1])"
)
def leap(
    row0: Any,
    row1: Any,
    ids: Any,
    cells: Any,
    z: Any,
    wet: Any,
    s0: Any,
    s1: Any,
    how: Any,
    ways: Any,
    to: Any,
    out: Any,
    kind: Any,
) -> None:
    """Try bridges and tunnels from places `row0` to `row1 - 1`: where each ends, what it costs, and what it is (0 nothing).

    ``how``: step, steepest grade, deepest cut, highest bank, shortest and longest, cost of a metre of bridge and of tunnel. ``ways``
    (k, 2) unit vectors; a hash of seed, place and number chooses one of them and a length, so a corridor tries what the whole map does.
    A bridge has no ground above it, and water or a drop below; a tunnel has no ground below it, and no water.
    """
    step, grade, cut, fill, short, long, over, under = how[0], how[1], how[2], how[3], how[4], how[5], how[6], how[7]
    rows, cols = ids.shape
    for i in range(row0, row1):
        r = cells[i] // cols
        c = cells[i] % cols
        for k in range(to.shape[1]):
            to[i, k] = -1  # out
            out[i, k] = np.inf
            kind[i, k] = 0
            if wet[r, c] != 0:
                continue
            h = hash3(as_u32(r), as_u32(c), as_u32(k), s0, s1)
            g = hash2(h, as_u32(k), s0, s1)
            way = np.int64(h) % ways.shape[0]
            length = short + (long - short) * (np.float64(np.int64(g)) / 4294967296.0)
            dr = np.int64(math.floor(length * ways[way, 0] / step + 0.5))
            dc = np.int64(math.floor(length * ways[way, 1] / step + 0.5))
            n = max(abs(dr), abs(dc))
            if n < 2 or r + dr < 0 or r + dr >= rows or c + dc < 0 or c + dc >= cols:
                continue
            if ids[r + dr, c + dc] < 0 or wet[r + dr, c + dc] != 0:
                continue
            length = step * math.sqrt(np.float64(dr * dr + dc * dc))
            rise = z[r + dr, c + dc] - z[r, c]
            if length < short or length > long or abs(rise) > grade * length:
                continue
            least = 0.0
            most = 0.0
            water = False
            for q in range(1, n):
                ground, here = _between(z, wet, r, c, dr, dc, q, n)
                gap = z[r, c] + rise * q / n - ground
                least = min(least, gap)
                most = max(most, gap)
                water = water or here
                if least < -cut and (most > fill or water):
                    break
            if least >= -cut and (water or most > fill):
                to[i, k] = ids[r + dr, c + dc]
                out[i, k] = length * over
                kind[i, k] = BRIDGE
            elif not water and most <= fill and least < -cut:
                to[i, k] = ids[r + dr, c + dc]
                out[i, k] = length * under
                kind[i, k] = TUNNEL


@kernel("void(i8[::1], i4[:, ::1], i8[::1], i8[:, ::1], f8[:, ::1], i4[::1], i4[::1], f8[::1], i8, f8[::1])")
def flood(
    control: Any,
    ids: Any,
    cells: Any,
    moves: Any,
    cost: Any,
    jump_first: Any,
    jump_to: Any,
    jump_cost: Any,
    start: Any,
    out: Any,
) -> None:
    """Write what the cheapest way from one place to every other costs, turns left out; infinite where there is none (Dijkstra)."""
    m = cells.shape[0]
    cols = ids.shape[1]
    out[:] = np.inf  # out
    closed = np.zeros(m, np.bool_)
    keys = np.empty(4096)
    items = np.empty(4096, np.int64)
    out[start] = 0.0
    keys[0] = 0.0
    items[0] = start
    size = 1
    done = 0
    control[2] = m
    while size > 0:
        i = items[0]
        _take(keys, items, size)
        size -= 1
        if closed[i]:
            continue
        closed[i] = True
        done += 1
        if done % POLL == 0:
            control[1] = done
            if control[0] != 0:
                return
        jumps = jump_first[i + 1] - jump_first[i]
        if size + moves.shape[0] + jumps > keys.shape[0]:
            wider = np.empty(2 * keys.shape[0] + jumps)
            wider[:size] = keys[:size]
            keys = wider
            more = np.empty(keys.shape[0], np.int64)
            more[:size] = items[:size]
            items = more
        r = cells[i] // cols
        c = cells[i] % cols
        for k in range(moves.shape[0] + jumps):
            if k < moves.shape[0]:
                value = out[i] + cost[i, k]
                if value == np.inf:
                    continue
                j = np.int64(ids[r + moves[k, 0], c + moves[k, 1]])
            else:
                jump = jump_first[i] + k - moves.shape[0]
                value = out[i] + jump_cost[jump]
                j = np.int64(jump_to[jump])
            if value < out[j]:
                out[j] = value
                _sift_up(keys, items, size, value, j)
                size += 1


@kernel(
    "f8(i8[::1], i4[:, ::1], i8[::1], i8[:, ::1], f8[:, ::1], i4[::1], i4[::1], f8[::1], i4[::1], f8[:, ::1], "
    "f8[::1], i8, i8, i8, i4[::1])"
)
def search(
    control: Any,
    ids: Any,
    cells: Any,
    moves: Any,
    cost: Any,
    jump_first: Any,
    jump_to: Any,
    jump_cost: Any,
    jump_way: Any,
    turn: Any,
    bound: Any,
    start: Any,
    goal: Any,
    heading: Any,
    before: Any,
) -> Any:
    """Find the cheapest way between two places with the cost of its turns (A*); return its cost and write where each state came from.

    A state is place x directions + the direction one arrives in. ``bound`` (m,) never exceeds what is left to the goal. ``heading`` is
    the direction before the start, -1 for any. ``before`` (m d + 1,) is the state before each, -1 for those that come from the start and
    -2 for those never seen; its last entry is the state that reached the goal.
    """
    m, ways = cost.shape
    cols = ids.shape[1]
    best = np.full(m * ways, np.inf)
    closed = np.zeros(m * ways, np.bool_)
    before[:] = -2  # out
    keys = np.empty(4096)
    items = np.empty(4096, np.int64)
    size = 0
    first = True
    done = 0
    while True:
        if first:
            i = start
            way = heading
            reached = 0.0
        else:
            if size == 0:
                return np.inf
            state = items[0]
            _take(keys, items, size)
            size -= 1
            if closed[state]:
                continue
            closed[state] = True
            i = state // ways
            way = state % ways
            reached = best[state]
            if i == goal:
                before[m * ways] = np.int32(state)
                return reached
            done += 1
            if done % POLL == 0 and control[0] != 0:
                return np.inf
        jumps = jump_first[i + 1] - jump_first[i]
        if size + ways + jumps > keys.shape[0]:
            wider = np.empty(2 * keys.shape[0] + jumps)
            wider[:size] = keys[:size]
            keys = wider
            more = np.empty(keys.shape[0], np.int64)
            more[:size] = items[:size]
            items = more
        r = cells[i] // cols
        c = cells[i] % cols
        for k in range(ways + jumps):
            if k < ways:
                value = cost[i, k]
                if value == np.inf:
                    continue
                j = np.int64(ids[r + moves[k, 0], c + moves[k, 1]])
                new = np.int64(k)
            else:
                jump = jump_first[i] + k - ways
                value = jump_cost[jump]
                j = np.int64(jump_to[jump])
                new = np.int64(jump_way[jump])
            if bound[j] == np.inf:
                continue
            if way >= 0:
                value += turn[way, new]
            value += reached
            target = j * ways + new
            if value < best[target]:
                best[target] = value
                before[target] = np.int32(-1) if first else np.int32(i * ways + way)
                _sift_up(keys, items, size, value + bound[j], target)
                size += 1
        first = False


@kernel(
    "void(i8[::1], i8, i4[:, ::1], f8[:, ::1], i1[:, ::1], i4[:, ::1], i4[::1], i4[::1], f8[::1], i4[::1], i1[::1])",
)
def both_ways(
    cells: Any,
    cols: Any,
    to: Any,
    cost: Any,
    kind: Any,
    nearest: Any,
    first: Any,
    jump_to: Any,
    jump_cost: Any,
    jump_way: Any,
    jump_kind: Any,
) -> None:
    """Sort jumps by the place they leave from, each both ways.

    ``nearest`` (2 reach + 1, 2 reach + 1) is the direction nearest to that of so many rows and columns. ``first`` (m + 1,) comes as zeros.
    """
    m, count = to.shape
    reach = nearest.shape[0] // 2
    for i in range(m):
        for k in range(count):
            if to[i, k] >= 0:
                first[i + 1] += 1  # out
                first[to[i, k] + 1] += 1
    for i in range(m):
        first[i + 1] += first[i]
    place = first[:-1].copy()
    for i in range(m):
        for k in range(count):
            j = np.int64(to[i, k])
            if j < 0:
                continue
            dr = cells[j] // cols - cells[i] // cols
            dc = cells[j] % cols - cells[i] % cols
            a = place[i]
            jump_to[a] = j
            jump_cost[a] = cost[i, k]
            jump_way[a] = nearest[reach + dr, reach + dc]
            jump_kind[a] = kind[i, k]
            place[i] += 1
            b = place[j]
            jump_to[b] = i
            jump_cost[b] = cost[i, k]
            jump_way[b] = nearest[reach - dr, reach - dc]
            jump_kind[b] = kind[i, k]
            place[j] += 1
