"""Depressions inside depressions: which merge into which as water rises, and what each holds.

Nodes: first one for each basin with a pit that has a way out, in the order of labels, then one for each merger, lowest first; so a
child's number is below its parent's.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hydrology._kernels.basin_graph import _ends, _root
from landwright.hydrology._kernels.keys import elevation_of, ordered


@kernel(
    "i8(i8[::1], i4[:, ::1], i8, i8, i4[::1], i4[::1], f4[::1], b1[::1], i4[::1], i4[::1], i4[::1], i4[::1], i4[::1],"
    " i4[::1], f4[::1])"
)
def merge(
    tree: Any,
    table: Any,
    rows: Any,
    cols: Any,
    labels: Any,
    pit_of: Any,
    z: Any,
    rooted: Any,
    leaf: Any,
    pit: Any,
    leave: Any,
    enter: Any,
    into: Any,
    parent: Any,
    level: Any,
) -> Any:
    """Follow the passes of ``tree`` from the lowest up; return how many nodes there are.

    ``leaf`` (b,) is the node of each basin, -1 for rooted ones. Node d spills at ``level`` from cell ``leave`` to cell ``enter``, into
    node ``into`` (its sibling, -1 for ground that drains), and is then part of ``parent`` (-1: of none).
    """
    count = rooted.shape[0]
    above = np.empty(count, np.int32)
    node_of = np.empty(count, np.int32)
    made = 0
    for b in range(count):
        above[b] = np.int32(b)
        node_of[b] = np.int32(-1)
        if not rooted[b]:
            node_of[b] = np.int32(made)
            pit[made] = pit_of[b]  # out
            made += 1
        leaf[b] = node_of[b]  # out
    for j in range(tree.shape[0]):
        cell, other = _ends(tree[j], table, rows, cols)
        a, b = _root(above, np.int64(labels[cell])), _root(above, np.int64(labels[other]))
        na, nb = np.int64(node_of[a]), np.int64(node_of[b])
        top = np.float32(elevation_of(tree[j] >> 32))
        both = na >= 0 and nb >= 0
        if na >= 0:
            level[na], leave[na], enter[na] = top, np.int32(cell), np.int32(other)  # out
            into[na], parent[na] = np.int32(nb), np.int32(made if both else -1)  # out
        if nb >= 0:
            level[nb], leave[nb], enter[nb] = top, np.int32(other), np.int32(cell)
            into[nb], parent[nb] = np.int32(na), np.int32(made if both else -1)
        above[b] = np.int32(a)
        node_of[a] = np.int32(made if both else -1)
        if both:
            pa, pb = np.int64(pit[na]), np.int64(pit[nb])
            ka, kb = ordered(z[pa]), ordered(z[pb])
            pit[made] = np.int32(pa if ka < kb or (ka == kb and pa < pb) else pb)
            made += 1
    return made


@kernel("void(i4[::1], f4[::1], f4[::1], i4[::1], i4[::1], f8[::1], i4[::1], f8[::1], f8[::1])")
def contents(
    parent: Any, level: Any, z: Any, labels: Any, leaf: Any, areas: Any, node: Any, area: Any, volume: Any
) -> None:
    """Find the innermost depression of each cell (-1: none), and the area (m2) and volume (m3) of each when it spills.

    Levels rise from child to parent; pointers that jump over many at once keep long rows of nested lakes quick. ``areas`` is
    (n,), or (1,) for the same everywhere.
    """
    count = parent.shape[0]
    jump = np.empty(count, np.int32)
    deep = np.zeros(count, np.int32)
    for child in range(count - 1, -1, -1):
        p = np.int64(parent[child])
        jump[child] = np.int32(child)
        if p >= 0:
            deep[child] = deep[p] + 1
            q = np.int64(jump[p])
            jump[child] = jump[q] if deep[p] - deep[q] == deep[q] - deep[jump[q]] else np.int32(p)
    for i in range(z.shape[0]):
        node[i] = np.int32(-1)  # out
        d = np.int64(leaf[labels[i]])
        if d < 0:
            continue
        while level[d] <= z[i]:
            if level[jump[d]] <= z[i] and jump[d] != d:
                d = np.int64(jump[d])
            elif parent[d] >= 0:
                d = np.int64(parent[d])
            else:
                break
        if level[d] <= z[i]:
            continue
        node[i] = np.int32(d)
        size = areas[i if areas.shape[0] > 1 else 0]
        area[d] += size  # out
        volume[d] -= np.float64(z[i]) * size  # out
    for child in range(count):
        p = np.int64(parent[child])
        if p >= 0:
            area[p] += area[child]
            volume[p] += volume[child]
        volume[child] += np.float64(level[child]) * area[child]
