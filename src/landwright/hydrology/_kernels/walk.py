"""Walks over a finished graph: order, sums, basins, streams. No stack, no recursion.

``receivers`` (n,) int32, a base level receives from itself. ``order`` (n,) int32 runs from base levels to divides: each cell
comes after the cell it flows to.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel

POLL = 1 << 16


@kernel("i8(i8[::1], i4[::1], i4[::1])")
def order_of(control: Any, receivers: Any, order: Any) -> Any:
    """Fill ``order`` and return how many cells were reached; fewer than all means that water runs in a circle.

    Starts at every source and walks down until a cell still waits for other donors.
    """
    n = receivers.shape[0]
    waiting = np.zeros(n, np.uint8)
    for giver in range(n):
        taker = receivers[giver]
        if taker != giver:
            waiting[taker] += np.uint8(1)
    place = n
    for source in range(n):
        if waiting[source] != 0:
            continue
        if source % POLL == 0 and control[0] != 0:
            return -1
        i = np.int64(source)
        while True:
            waiting[i] = np.uint8(255)
            place -= 1
            order[place] = np.int32(i)  # out
            r = np.int64(receivers[i])
            if r == i:
                break
            waiting[r] -= np.uint8(1)
            if waiting[r] != 0:
                break
            i = r
    return n - place


@kernel("void(i8[::1], i4[::1], i4[::1], f8[::1])", borrows=True)
def sum_upstream(control: Any, receivers: Any, order: Any, total: Any) -> None:
    """Add to each cell's value those of everything upstream of it, in place."""
    for j in range(order.shape[0] - 1, -1, -1):
        i = order[j]
        r = receivers[i]
        if r != i:
            total[r] += total[i]  # out
        if j % POLL == 0 and control[0] != 0:
            return


@kernel("void(i8[::1], i4[::1], i4[::1], f8[::1])", borrows=True)
def sum_downstream(control: Any, receivers: Any, order: Any, total: Any) -> None:
    """Add to each cell's value those of everything it flows through, in place."""
    for j in range(order.shape[0]):
        i = order[j]
        r = receivers[i]
        if r != i:
            total[i] += total[r]  # out
        if j % POLL == 0 and control[0] != 0:
            return


@kernel("void(i8[::1], i4[::1], i4[::1], f4[::1], i4[::1], f8[::1])", borrows=True)
def share_upstream(control: Any, starts: Any, shared: Any, weights: Any, order: Any, total: Any) -> None:
    """As :func:`sum_upstream` where flow divides: cell i gives ``weights[j]`` to ``shared[j]``, j from ``starts[i]``."""
    for j in range(order.shape[0] - 1, -1, -1):
        i = order[j]
        for q in range(starts[i], starts[i + 1]):
            total[shared[q]] += total[i] * np.float64(weights[q])  # out
        if j % POLL == 0 and control[0] != 0:
            return


@kernel("void(i8[::1], i4[::1], i4[::1], f4[::1], i4[::1], f8[::1])", borrows=True)
def share_downstream(control: Any, starts: Any, shared: Any, weights: Any, order: Any, total: Any) -> None:
    """As :func:`sum_downstream` where flow divides: the mean over the ways down, by weight."""
    for j in range(order.shape[0]):
        i = order[j]
        for q in range(starts[i], starts[i + 1]):
            total[i] += total[shared[q]] * np.float64(weights[q])  # out
        if j % POLL == 0 and control[0] != 0:
            return


@kernel("i8(i8[::1], i4[::1], i4[::1], i4[::1])")
def order_shared(control: Any, starts: Any, shared: Any, order: Any) -> Any:
    """As :func:`order_of` where flow divides; a link of weight 0 counts too."""
    n = order.shape[0]
    waiting = np.zeros(n, np.uint8)
    for q in range(shared.shape[0]):
        waiting[shared[q]] += np.uint8(1)
    stack = np.empty(n, np.int32)
    place = n
    for source in range(n):
        if waiting[source] != 0:
            continue
        if source % POLL == 0 and control[0] != 0:
            return -1
        stack[0] = np.int32(source)
        top = 1
        while top > 0:
            top -= 1
            i = np.int64(stack[top])
            waiting[i] = np.uint8(255)
            place -= 1
            order[place] = np.int32(i)  # out
            for q in range(starts[i], starts[i + 1]):
                r = np.int64(shared[q])
                waiting[r] -= np.uint8(1)
                if waiting[r] == 0:
                    stack[top] = np.int32(r)
                    top += 1
    return n - place


@kernel("void(i4[::1], i4[::1], i4[::1])", borrows=True)
def outlets(receivers: Any, order: Any, out: Any) -> None:
    """Give each cell the base level it drains to."""
    for j in range(order.shape[0]):
        i = order[j]
        r = receivers[i]
        out[i] = i if r == i else out[r]  # out


@kernel("void(i4[::1], i4[::1], b1[::1], u1[::1])")
def strahler(receivers: Any, order: Any, stream: Any, out: Any) -> None:
    """Number streams: 1 at a head, one more where two of the same greatest order meet; 0 off the streams."""
    n = receivers.shape[0]
    twice = np.zeros(n, np.bool_)
    for j in range(n - 1, -1, -1):
        i = order[j]
        if not stream[i]:
            out[i] = np.uint8(0)
            continue
        if out[i] == 0:
            out[i] = np.uint8(1)
        elif twice[i]:
            out[i] += np.uint8(1)
        r = receivers[i]
        if r == i or not stream[r]:
            continue
        if out[i] > out[r]:
            out[r] = out[i]  # out
            twice[r] = False
        elif out[i] == out[r]:
            twice[r] = True


@kernel("void(i4[::1], i4[::1], b1[::1], i4[::1], i4[::1])")
def reach_of(receivers: Any, order: Any, stream: Any, reach: Any, count: Any) -> None:
    """Number reaches from the sea up: a reach begins (upstream) at a head or below a confluence; -1 off the streams.

    ``count[0]`` is how many there are. A reach's number is below those of the reaches that flow into it.
    """
    n = receivers.shape[0]
    arms = np.zeros(n, np.uint8)
    for i in range(n):
        r = receivers[i]
        reach[i] = np.int32(-1)  # out
        if r != i and stream[i] and stream[r]:
            arms[r] += np.uint8(1)
    made = 0
    for j in range(n):
        i = order[j]
        if not stream[i]:
            continue
        r = receivers[i]
        if r == i or not stream[r] or arms[r] != 1:
            reach[i] = np.int32(made)
            made += 1
        else:
            reach[i] = reach[r]
    count[0] = made  # out
