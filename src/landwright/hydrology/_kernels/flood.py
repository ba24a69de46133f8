"""Priority flood: the least surface that sheds water everywhere, and the least costly cuts.

``z``, ``kind``, ``table`` are those of ``steepest``. The heap holds keys (elevation, index), so nothing depends on ties.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hydrology._kernels.keys import LOW, beside, elevation_of, key, ordered, pop, push

POLL = 1 << 14


@kernel("void(i8[::1], i4[:, ::1], i8, i8, f4[::1], u1[::1], f4[::1])")
def tilt(control: Any, table: Any, rows: Any, cols: Any, z: Any, kind: Any, out: Any) -> None:
    """Fill so that every cell ends at least one float32 step above its lowest neighbour; base levels keep their elevation.

    Cells come off in the order of their new elevation. Raised ones wait in a queue, which is in order by itself, because each
    lies one step above the last one taken; only the others need the heap (Barnes, Lehman, Mulla 2014, here with both merged).
    """
    n = z.shape[0]
    ways = 8 if table.shape[0] == 0 else table.shape[1]
    heap = np.empty(n, np.int64)
    queue = np.empty(n, np.int32)
    seen = np.zeros(n, np.bool_)
    size = 0
    head = 0
    tail = 0
    done = 0
    control[2] = n
    for cell in range(n):
        out[cell] = z[cell]  # out
        if kind[cell] != 0:
            seen[cell] = True
        if kind[cell] == 1:
            push(heap, size, key(z[cell], cell))
            size += 1
    while size > 0 or head < tail:
        if head < tail and (size == 0 or ordered(out[queue[head]]) <= heap[0] >> 32):
            i = np.int64(queue[head])
            head += 1
        else:
            i = np.int64(heap[0] & LOW)
            pop(heap, size)
            size -= 1
        done += 1
        if done % POLL == 0:
            control[1] = done
            if control[0] != 0:
                return
        least = ordered(out[i]) + 1
        for k in range(ways):
            m = beside(table, rows, cols, i, k)
            if m < 0 or seen[m]:
                continue
            seen[m] = True
            if ordered(z[m]) < least:
                out[m] = np.float32(elevation_of(least))
                queue[tail] = np.int32(m)
                tail += 1
            else:
                push(heap, size, key(z[m], m))
                size += 1


@kernel("i8(i8[::1], i4[:, ::1], i8, i8, f4[:, ::1], u1[::1], i4[::1], f4, f4, f4[::1])")
def cut(
    control: Any,
    table: Any,
    rows: Any,
    cols: Any,
    length: Any,
    kind: Any,
    pits: Any,
    max_depth: Any,
    max_length: Any,
    z: Any,
) -> Any:
    """Cut a channel out of each pit, in the order given, where it takes the least; change ``z`` and return how many were cut.

    A search from the pit, cheapest first, to a lower cell or a base level. The cost of a way is the sum over its cells of how far
    each lies above the pit, times the length of the step into it. ``length`` (1, k) or (n, k) metres. A cut deeper than ``max_depth``
    or a way longer than ``max_length`` is not taken (Lindsay 2016).
    """
    n = z.shape[0]
    ways = 8 if table.shape[0] == 0 else table.shape[1]
    stamp = np.zeros(n, np.int32)
    closed = np.zeros(n, np.int32)
    cost = np.empty(n, np.float32)
    way = np.empty(n, np.float32)
    before = np.empty(n, np.int32)
    heap = np.empty(1024, np.int64)
    count = 0
    work = 0
    control[2] = pits.shape[0]
    for p in range(pits.shape[0]):
        pit = np.int64(pits[p])
        control[1] = p
        lower = False
        for k in range(ways):
            m = beside(table, rows, cols, pit, k)
            lower = lower or (m >= 0 and kind[m] != 2 and z[m] < z[pit])
        if lower:  # an earlier channel runs by
            count += 1
            continue
        heap[0] = key(np.float32(0.0), pit)
        size = 1
        stamp[pit] = p + 1
        cost[pit] = np.float32(0.0)
        way[pit] = np.float32(0.0)
        before[pit] = np.int32(pit)
        goal = np.int64(-1)
        while size > 0:
            i = np.int64(heap[0] & LOW)
            pop(heap, size)
            size -= 1
            if closed[i] == p + 1:
                continue
            closed[i] = np.int32(p + 1)
            work += 1
            if work % POLL == 0 and control[0] != 0:
                return -1
            if kind[i] == 1:
                goal = i
                break
            for k in range(ways):  # lower ground costs nothing more: the lowest ends the search
                m = beside(table, rows, cols, i, k)
                if m >= 0 and kind[m] != 2 and z[m] < z[pit] and (goal < 0 or z[m] < z[goal]):
                    step = length[i if length.shape[0] > 1 else 0, k]
                    if way[i] + step <= max_length:
                        goal = m
                        way[m] = way[i] + step
                        before[m] = np.int32(i)
            if goal >= 0:
                break
            for k in range(ways):
                m = beside(table, rows, cols, i, k)
                if m < 0 or kind[m] == 2 or closed[m] == p + 1 or z[m] < z[pit]:
                    continue
                step = length[i if length.shape[0] > 1 else 0, k]
                depth = z[m] - z[pit]
                if depth > max_depth or way[i] + step > max_length:
                    continue
                price = cost[i] + depth * step
                if stamp[m] != p + 1 or price < cost[m]:
                    stamp[m] = np.int32(p + 1)
                    cost[m] = price
                    way[m] = way[i] + step
                    before[m] = np.int32(i)
                    if size + 1 > heap.shape[0]:
                        larger = np.empty(2 * heap.shape[0], np.int64)
                        larger[: heap.shape[0]] = heap
                        heap = larger
                    push(heap, size, key(price, m))
                    size += 1
        if goal < 0:
            continue
        count += 1
        top = np.float64(z[pit])
        low = min(np.float64(z[goal]), top)
        total = np.float64(way[goal])
        i = goal
        while i != pit:
            bed = np.float32(low + (top - low) * (1.0 - np.float64(way[i]) / total))
            z[i] = min(z[i], bed)  # out
            i = np.int64(before[i])
    return count
