"""Twins of paths and vision: Dijkstra with a heap, and breadth-first search, on neighbours by cube coordinates."""

from __future__ import annotations

import heapq
from collections import deque

from naive.hexmap_edit import Twin


def price(twin: Twin, at, d, noun) -> int | None:
    to = twin.beyond(at, d)
    if to is None:
        return None
    a, b = twin.cells[at], twin.cells[to]
    if b["water_level"] > b["elevation"] or (noun.explored_only and not b["explored"]):
        return None
    if d in a["roads"]:
        cost = noun.road
    elif abs(a["elevation"] - b["elevation"]) > 1 or a["walled"] != b["walled"]:
        return None
    else:
        cost = noun.flat if a["elevation"] == b["elevation"] else noun.slope
        cost += b["urban"] + b["farm"] + b["plant"]
    return cost if cost <= noun.speed else None


def costs(land, start, noun) -> dict[tuple[int, int], int]:
    """Return the points of the cheapest way to each cell: (turn, points spent in it) compared, waits included."""
    twin = Twin(land)
    best = {start: 0}
    heap = [(0, start)]
    done = set()
    while heap:
        spent, at = heapq.heappop(heap)
        if at in done:
            continue
        done.add(at)
        for d in range(6):
            cost = price(twin, at, d, noun)
            if cost is None:
                continue
            full_turns, used = divmod(spent, noun.speed)
            left = noun.speed - used if used else (noun.speed if spent == 0 else 0)
            arrival = spent + cost if cost <= left else (full_turns + (1 if used else 0)) * noun.speed + cost
            to = twin.beyond(at, d)
            if arrival < best.get(to, 1 << 60):
                best[to] = arrival
                heapq.heappush(heap, (arrival, to))
    return best


def straight(twin: Twin, a, b) -> int:
    def cube(at):
        return at[0] - at[1] // 2, at[1]

    found = []
    for turn in (-1, 0, 1) if twin.wrap else (0,):
        (q, r), (q2, r2) = cube(a), cube((b[0] + turn * twin.columns, b[1]))
        found.append(max(abs(q - q2), abs(r - r2), abs(q + r - q2 - r2)))
    return min(found)


def seen(land, start, noun) -> set[tuple[int, int]]:
    twin = Twin(land)

    def view(at) -> int:
        return max(twin.cells[at]["elevation"], twin.cells[at]["water_level"])

    far = noun.sight + view(start)
    steps = {start: 0}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        for d in range(6):
            to = twin.beyond(at, d)
            if to is None or to in steps:
                continue
            edge = to[1] in (0, twin.rows - 1) or (not twin.wrap and to[0] in (0, twin.columns - 1))
            if edge and not noun.edge:
                continue
            if steps[at] + 1 + view(to) <= far and steps[at] + 1 <= straight(twin, start, to):
                steps[to] = steps[at] + 1
                queue.append(to)
    return set(steps)
