"""Depressions as a graph: one node for each pit's basin, one edge for each lowest pass between two basins.

Labels: 0 is everything that drains to a base level; pits are numbered from 1 in the order of their indices. An *edge key* packs
the elevation of a pass and the number ``cell * ways + k`` of its two samples. Passes are ordered by elevation, then the steeper
first, then by number, so there are no ties. The tree of lowest passes (minimum spanning tree) of that order is unique: it does
not depend on how the work was divided.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hydrology._kernels.keys import LOW, beside, elevation_of, ordered

POLL = 1 << 14
SLOTS = 1 << 13


@kernel("void(i8, i8, i8[::1], u1[::1], i4[::1], i8[::1])", borrows=True)
def count_pits(strip0: Any, strip1: Any, bounds: Any, kind: Any, receivers: Any, pits: Any) -> None:
    """Count the pits of strips of cells; strip s is from ``bounds[s]`` to ``bounds[s + 1]``."""
    for s in range(strip0, strip1):
        count = 0
        for i in range(bounds[s], bounds[s + 1]):
            if receivers[i] == i and kind[i] == 0:
                count += 1
        pits[s] = count  # out


@kernel("void(i8, i8, i8[::1], u1[::1], i4[::1], i8[::1], i4[::1], i4[::1])", borrows=True)
def label_strips(
    strip0: Any, strip1: Any, bounds: Any, kind: Any, receivers: Any, first: Any, pit_of: Any, labels: Any
) -> None:
    """Label strips by walking down until something is labelled; ``first`` is each strip's first label.

    A walk that leaves its strip at cell i is noted as ``-2 - i``.
    """
    for s in range(strip0, strip1):
        low, high = bounds[s], bounds[s + 1]
        label = first[s]
        for cell in range(low, high):
            labels[cell] = np.int32(-1)
            if receivers[cell] == cell:
                if kind[cell] == 0:
                    labels[cell] = np.int32(label)  # out
                    pit_of[label] = np.int32(cell)  # out
                    label += 1
                else:
                    labels[cell] = np.int32(0)
        for start in range(low, high):
            if labels[start] != -1:
                continue
            i = np.int64(start)
            found = np.int32(-1)
            while found == -1:
                i = np.int64(receivers[i])
                found = np.int32(-2 - i) if i < low or i >= high else labels[i]
            i = np.int64(start)
            while i >= low and i < high and labels[i] == -1:
                labels[i] = found
                i = np.int64(receivers[i])


@kernel("void(i8[::1], i4[::1])", borrows=True)
def join_strips(control: Any, labels: Any) -> None:
    """Follow notes from strip to strip, shortening every way that was walked."""
    n = labels.shape[0]
    for start in range(n):
        if labels[start] >= 0:
            continue
        if start % POLL == 0 and control[0] != 0:
            return
        i = np.int64(start)
        while labels[i] < 0:
            i = np.int64(-2 - labels[i])
        found = labels[i]
        i = np.int64(start)
        while labels[i] < 0:
            after = np.int64(-2 - labels[i])
            labels[i] = found  # out
            i = after


@kernel(inline=True)
def _slot(both: Any) -> Any:
    """Return where in the table a pair of labels belongs."""
    return ((both >> 32) * 31 + both * 17) & (SLOTS - 1)


@kernel(inline=True)
def _steep(first: Any, second: Any, inverse: Any) -> Any:
    """Return a number that is lower the steeper it goes down from the higher of two cells to the other."""
    return ordered(-abs(first - second) * inverse)


@kernel(inline=True)
def _meet(both: Any, first: Any, second: Any, inverse: Any, number: Any, table: Any, out: Any, count: Any) -> Any:
    """Keep the first edge of each pair of labels in a small table; return how many edges are in ``out``.

    ``table`` (slots, 4) holds pair, elevation, steepness, number. It is direct-mapped: a pair that another pushes out goes to
    ``out``, and when it is met again it gives a further edge, which the tree then passes over.
    """
    kept = table[_slot(both)]
    level = ordered(max(first, second))
    if kept[0] == both:
        if level > kept[1]:
            return count
        steep = _steep(first, second, inverse)
        if level == kept[1] and (steep > kept[2] or (steep == kept[2] and number > kept[3])):
            return count
    else:
        steep = _steep(first, second, inverse)
        if kept[0] != 0:
            out[count] = (kept[1] << 32) | kept[3]
            count += 1
    kept[0] = both
    kept[1] = level
    kept[2] = steep
    kept[3] = number
    return count


@kernel(inline=True)
def _grown(out: Any, count: Any, more: Any) -> Any:
    """Return an array with room for `more` edges and for the whole table."""
    if count + more + SLOTS <= out.shape[0]:
        return out
    larger = np.empty(2 * (count + more + SLOTS), np.int64)
    larger[:count] = out[:count]
    return larger


@kernel(inline=True)
def _rest(table: Any, out: Any, count: Any) -> Any:
    """Return all edges: those in ``out`` and those still in the table."""
    for slot in range(SLOTS):
        if table[slot, 0] != 0:
            out[count] = (table[slot, 1] << 32) | table[slot, 3]
            count += 1
    return out[:count].copy()


@kernel(inline=True)
def _along(
    z: Any, beside_z: Any, label: Any, beside: Any, inverse: Any, number: Any, table: Any, out: Any, count: Any
) -> Any:
    """Meet the pairs of a row of samples and the row of those beside them; their numbers go up by 4."""
    last = np.int64(-1)
    top = np.float32(0.0)
    for c in range(z.shape[0]):
        a = np.int64(label[c])
        b = np.int64(beside[c])
        if a == b:
            continue
        both = (a << 32) | b if a < b else (b << 32) | a
        high = max(z[c], beside_z[c])
        if both == last and high > top:
            continue  # as it runs along a divide, most samples are higher than what was met just before
        top = high if both != last else min(high, top)
        last = both
        count = _meet(both, z[c], beside_z[c], inverse, number + 4 * c, table, out, count)
    return count


@kernel("i8[::1](i8, i8, f4[:, ::1], f4, f4, i4[:, ::1])")
def passes(row0: Any, row1: Any, z: Any, near: Any, far: Any, labels: Any) -> Any:
    """Return the edge keys between samples of these rows and the samples east and south of them; ``ways`` is 4.

    ``near`` and ``far`` are one over the distance (1/m) along and across.
    """
    rows, cols = z.shape
    table = np.zeros((SLOTS, 4), np.int64)
    out = np.empty(4 * cols + SLOTS, np.int64)
    count = 0
    for r in range(row0, row1):
        out = _grown(out, count, 4 * cols)
        label, here = labels[r], z[r]
        number = 4 * r * cols
        count = _along(here[:-1], here[1:], label[:-1], label[1:], near, number, table, out, count)
        if r + 1 < rows:
            below, under = labels[r + 1], z[r + 1]
            count = _along(here[1:], under[:-1], label[1:], below[:-1], far, number + 5, table, out, count)
            count = _along(here, under, label, below, near, number + 2, table, out, count)
            count = _along(here[:-1], under[1:], label[:-1], below[1:], far, number + 3, table, out, count)
    return _rest(table, out, count)


@kernel("i8[::1](i8, i8, f4[::1], i4[:, ::1], f4[:, ::1], i4[::1])")
def passes_among(cell0: Any, cell1: Any, z: Any, ways_of: Any, inverse: Any, labels: Any) -> Any:
    """Return the edge keys between these cells and their neighbours of higher index; ``ways`` is the width of ``ways_of``."""
    ways = ways_of.shape[1]
    table = np.zeros((SLOTS, 4), np.int64)
    out = np.empty(SLOTS, np.int64)
    count = 0
    for i in range(cell0, cell1):
        out = _grown(out, count, ways)
        for k in range(ways):
            m = np.int64(ways_of[i, k])
            if m > i and labels[i] != labels[m]:
                a, b = np.int64(labels[i]), np.int64(labels[m])
                both = (a << 32) | b if a < b else (b << 32) | a
                count = _meet(both, z[i], z[m], inverse[i, k], i * ways + k, table, out, count)
    return _rest(table, out, count)


@kernel(inline=True)
def _ends(edge: Any, table: Any, rows: Any, cols: Any) -> Any:
    """Return the two cells of an edge key."""
    number = edge & LOW
    if table.shape[0] == 0:
        i = number >> 2
        return i, beside(table, rows, cols, i, 4 + (number & 3))
    ways = table.shape[1]
    i = number // ways
    return i, np.int64(table[i, number - i * ways])


@kernel("void(i8[::1], i4[:, ::1], i8, i8, f4[::1], f4[:, ::1])")
def order_ties(edges: Any, table: Any, rows: Any, cols: Any, z: Any, inverse: Any) -> None:
    """Put sorted edges of equal elevation in the order of their steepness, then of their numbers.

    A sample that is the pass into several basins, or over several neighbours, gives several edges of its own elevation.
    """
    ways = 4 if table.shape[0] == 0 else table.shape[1]
    first = 0
    while first < edges.shape[0]:
        last = first + 1
        while last < edges.shape[0] and edges[last] >> 32 == edges[first] >> 32:
            last += 1
        if last - first > 1:
            keys = np.empty(last - first, np.int64)
            held = edges[first:last].copy()
            for j in range(first, last):
                cell, other = _ends(edges[j], table, rows, cols)
                way = (edges[j] & LOW) % ways
                if table.shape[0] == 0:
                    slope = _steep(z[cell], z[other], inverse[0, 4 + way])
                else:
                    slope = _steep(z[cell], z[other], inverse[cell, way])
                keys[j - first] = (slope << 32) | (j - first)
            keys.sort()
            for j in range(last - first):
                edges[first + j] = held[keys[j] & LOW]  # out
        first = last


@kernel(inline=True)
def _root(above: Any, node: Any) -> Any:
    """Find whose set a node is in, halving the way."""
    while above[node] != node:
        above[node] = above[above[node]]
        node = np.int64(above[node])
    return node


@kernel("i8(i8[::1], i8[::1], i4[:, ::1], i8, i8, i4[::1], i4[::1], f4[::1], f4, u1[::1], i8[::1])")
def lowest_passes(
    control: Any,
    edges: Any,
    table: Any,
    rows: Any,
    cols: Any,
    labels: Any,
    pit_of: Any,
    z: Any,
    keep: Any,
    rooted: Any,
    tree: Any,
) -> Any:
    """Join basins over their passes from the lowest up (Kruskal); return how many edges ``tree`` got.

    ``rooted`` says which basins need no way out: at first only label 0. When a depression is deeper than ``keep`` (m) where it would
    spill, its lowest pit becomes rooted too; so does the lowest pit of what no pass leads out of. Two rooted parts are not joined.
    """
    count = rooted.shape[0]
    above = np.empty(count, np.int32)
    size = np.ones(count, np.int32)
    lowest = np.empty(count, np.int32)  # the label of the lowest pit of a set
    for b in range(count):
        above[b] = np.int32(b)
        lowest[b] = np.int32(b)
    used = 0
    for j in range(edges.shape[0]):
        if j % POLL == 0 and control[0] != 0:
            return -1
        cell, other = _ends(edges[j], table, rows, cols)
        a, b = _root(above, np.int64(labels[cell])), _root(above, np.int64(labels[other]))
        if a == b:
            continue
        top = elevation_of(edges[j] >> 32)
        for part in (a, b):
            if rooted[lowest[part]] == 0 and top - z[pit_of[lowest[part]]] > keep:
                rooted[lowest[part]] = 1
        if rooted[lowest[a]] != 0 and rooted[lowest[b]] != 0:
            continue
        tree[used] = edges[j]  # out
        used += 1
        if rooted[lowest[a]] != 0:
            low = lowest[a]
        elif rooted[lowest[b]] != 0:
            low = lowest[b]
        else:
            pa, pb = np.int64(pit_of[lowest[a]]), np.int64(pit_of[lowest[b]])
            ka, kb = ordered(z[pa]), ordered(z[pb])
            low = lowest[a] if ka < kb or (ka == kb and pa < pb) else lowest[b]
        if size[a] < size[b]:
            a, b = b, a
        above[b] = np.int32(a)
        size[a] += size[b]
        lowest[a] = low
    for b in range(count):
        part = lowest[_root(above, np.int64(b))]
        rooted[part] = 1  # out
    return used


@kernel("void(i8[::1], i4[:, ::1], i8, i8, i4[::1], u1[::1], f4[::1], i4[::1], i4[::1], i4[::1])")
def spread_levels(
    tree: Any,
    table: Any,
    rows: Any,
    cols: Any,
    labels: Any,
    rooted: Any,
    level: Any,
    leave: Any,
    enter: Any,
    order: Any,
) -> None:
    """Give each basin the level its water must rise to, and the two cells between which it flows out.

    From the rooted basins outwards over the tree; ``level`` is minus infinity there, ``leave`` and ``enter`` are -1. ``order`` lists the
    basins so that each comes after the one it flows into.
    """
    count = rooted.shape[0]
    start = np.zeros(count + 1, np.int32)
    for j in range(tree.shape[0]):
        cell, other = _ends(tree[j], table, rows, cols)
        start[labels[cell] + 1] += 1
        start[labels[other] + 1] += 1
    for basin in range(count):
        start[basin + 1] += start[basin]
    place = start[:count].copy()
    edge_of = np.empty(2 * tree.shape[0], np.int32)
    for j in range(tree.shape[0]):
        cell, other = _ends(tree[j], table, rows, cols)
        for side in (np.int64(labels[cell]), np.int64(labels[other])):
            edge_of[place[side]] = np.int32(j)
            place[side] += 1
    tail = 0
    for basin in range(count):
        level[basin] = -np.float32(np.inf)  # out
        leave[basin] = np.int32(-1)  # out
        enter[basin] = np.int32(-1)  # out
        if rooted[basin] != 0:
            order[tail] = np.int32(basin)  # out
            tail += 1
    head = 0
    while head < tail:
        b = np.int64(order[head])
        head += 1
        for q in range(start[b], start[b + 1]):
            edge = tree[edge_of[q]]
            cell, other = _ends(edge, table, rows, cols)
            if labels[cell] == b:
                cell, other = other, cell
            up = np.int64(labels[cell])
            if rooted[up] != 0 or leave[up] >= 0:
                continue
            level[up] = max(level[b], np.float32(elevation_of(edge >> 32)))
            leave[up] = np.int32(cell)
            enter[up] = np.int32(other)
            order[tail] = np.int32(up)
            tail += 1


@kernel("void(i4[::1], i4[::1], i4[::1])", borrows=True)
def carve(leave: Any, enter: Any, receivers: Any) -> None:
    """Turn the way from each pass down to its pit about, and lead it over the pass (Cordonnier et al. 2019)."""
    for b in range(leave.shape[0]):
        if leave[b] < 0:
            continue
        i = np.int64(leave[b])
        after = np.int64(enter[b])
        while True:
            before = np.int64(receivers[i])
            receivers[i] = np.int32(after)  # out
            if before == i:
                break
            after = i
            i = before


@kernel("void(i8, i8, f4[::1], i4[::1], f4[::1], f4[::1])", borrows=True)
def raise_to(cell0: Any, cell1: Any, z: Any, labels: Any, level: Any, out: Any) -> None:
    """Fill every depression to its level."""
    for i in range(cell0, cell1):
        out[i] = max(z[i], level[labels[i]])  # out
