"""Order-preserving keys and the heap: what makes every answer independent of ties.

A *key* packs an elevation and an index into one int64, so that keys compare as (elevation, index) and no two are equal. The heap
is a plain array of keys, four children to a node.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel

LOW = 0xFFFFFFFF


@kernel(inline=True)
def ordered(z: Any) -> Any:
    """Return a 32-bit whole number that sorts as `z` does; both zeros give the same."""
    plain = np.float32(np.float32(z) + np.float32(0.0))
    bits = np.int64(plain.view(np.int32))
    return bits ^ ((bits >> 31) & 0x7FFFFFFF)


@kernel(inline=True)
def elevation_of(place: Any) -> Any:
    """Return the elevation of a number from :func:`ordered`."""
    bits = np.int32(place ^ ((place >> 31) & 0x7FFFFFFF))
    return bits.view(np.float32)


@kernel(inline=True)
def key(z: Any, index: Any) -> Any:
    """Pack an elevation and an index from 0 to 2^32 - 1."""
    return (ordered(z) << 32) | index


@kernel(inline=True)
def push(heap: Any, size: Any, item: Any) -> None:
    """Put `item` into a heap of `size` keys."""
    place = size
    while place > 0:
        above = (place - 1) >> 2
        if heap[above] <= item:
            break
        heap[place] = heap[above]
        place = above
    heap[place] = item


@kernel(inline=True)
def pop(heap: Any, size: Any) -> None:
    """Take the least key, which is ``heap[0]``, out of a heap of `size` keys."""
    last = size - 1
    item = heap[last]
    place = 0
    while True:
        first = 4 * place + 1
        if first >= last:
            break
        least = first
        for child in range(first + 1, min(first + 4, last)):
            if heap[child] < heap[least]:
                least = child
        if heap[least] >= item:
            break
        heap[place] = heap[least]
        place = least
    heap[place] = item


@kernel(inline=True)
def beside(table: Any, rows: Any, cols: Any, index: Any, k: Any) -> Any:
    """Return neighbour `k` of cell `index`, -1 where there is none.

    With an empty ``table`` the cells are a raster of rows x cols, and neighbours 0 to 7 are NW, N, NE, W, E, SW, S, SE: in the order of
    their indices. Else row `index` of ``table`` (n, k) holds them.
    """
    if table.shape[0] != 0:
        return np.int64(table[index, k])
    spot = k + (1 if k > 3 else 0)
    row = index // cols
    down = spot // 3 - 1
    right = spot % 3 - 1
    column = index - row * cols + right
    row += down
    if row < 0 or row >= rows or column < 0 or column >= cols:
        return np.int64(-1)
    return np.int64(index + down * cols + right)
