"""Where water goes first: the steepest way down, then over level ground to the nearest way out of it.

``z`` float32 elevation, infinite where there is no data; ``kind`` uint8: 0 ground, 1 base level, 2 no data. ``code`` uint8: which
neighbour takes the flow (0 to 7: NW, N, NE, W, E, SW, S, SE), :data:`NONE` where none is lower, :data:`BASE` at base levels.
Of equally steep ways the one with the lowest index is taken.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hydrology._kernels.keys import beside

NONE = 8
BASE = 9
POLL = 1 << 16


@kernel(inline=True)
def _at(z: Any, r: Any, c: Any, near: Any, far: Any) -> Any:
    """Return the code of a sample that may lie at the edge."""
    rows, cols = z.shape
    best = np.float32(0.0)
    found = NONE
    for k in range(8):
        spot = k + (1 if k > 3 else 0)
        down = spot // 3 - 1
        right = spot % 3 - 1
        if r + down < 0 or r + down >= rows or c + right < 0 or c + right >= cols:
            continue
        drop = (z[r, c] - z[r + down, c + right]) * (near if down * right == 0 else far)
        if drop > best:
            best = drop
            found = k
    return found


@kernel("void(i8, i8, f4[:, ::1], u1[:, ::1], f4, f4, u1[:, ::1])", borrows=True)
def directions(row0: Any, row1: Any, z: Any, kind: Any, near: Any, far: Any, code: Any) -> None:
    """Choose among eight neighbours; ``near`` and ``far`` are one over the distance (1/m) along and across."""
    rows, cols = z.shape
    for r in range(row0, row1):
        out = code[r]
        base = kind[r]
        if r == 0 or r == rows - 1 or cols < 3:
            for c in range(cols):
                out[c] = np.uint8(_at(z, r, c, near, far)) if base[c] == 0 else np.uint8(BASE)  # out
            continue
        above = z[r - 1]
        here = z[r]
        below = z[r + 1]
        for c in range(1, cols - 1):
            h = here[c] if base[c] == 0 else np.float32(0.0)
            best = np.float32(0.0)
            k = np.int32(NONE)
            s = (h - above[c - 1]) * far
            k = np.int32(0) if s > best else k
            best = s if s > best else best
            s = (h - above[c]) * near
            k = np.int32(1) if s > best else k
            best = s if s > best else best
            s = (h - above[c + 1]) * far
            k = np.int32(2) if s > best else k
            best = s if s > best else best
            s = (h - here[c - 1]) * near
            k = np.int32(3) if s > best else k
            best = s if s > best else best
            s = (h - here[c + 1]) * near
            k = np.int32(4) if s > best else k
            best = s if s > best else best
            s = (h - below[c - 1]) * far
            k = np.int32(5) if s > best else k
            best = s if s > best else best
            s = (h - below[c]) * near
            k = np.int32(6) if s > best else k
            best = s if s > best else best
            s = (h - below[c + 1]) * far
            k = np.int32(7) if s > best else k
            k = np.int32(BASE) if base[c] != 0 else k
            out[c] = np.uint8(k)
        for c in (0, cols - 1):
            out[c] = np.uint8(_at(z, r, c, near, far)) if base[c] == 0 else np.uint8(BASE)


@kernel("void(i8, i8, u1[:, ::1], i4[:, ::1])", borrows=True)
def receivers_of(row0: Any, row1: Any, code: Any, receivers: Any) -> None:
    """Turn codes into indices; a sample without a lower neighbour receives from itself."""
    cols = code.shape[1]
    for r in range(row0, row1):
        for c in range(cols):
            k = np.int64(code[r, c])
            spot = k + (1 if k > 3 else 0)
            step = (spot // 3 - 1) * cols + spot % 3 - 1 if k < NONE else 0
            receivers[r, c] = np.int32(r * cols + c + step)  # out


@kernel("void(i8, i8, f4[::1], u1[::1], i4[:, ::1], f4[:, ::1], i4[::1])", borrows=True)
def receivers_among(row0: Any, row1: Any, z: Any, kind: Any, table: Any, inverse: Any, receivers: Any) -> None:
    """Choose among the neighbours in ``table`` (n, k); ``inverse`` (n, k) is one over the distance (1/m)."""
    for i in range(row0, row1):
        best = np.float32(0.0)
        found = np.int64(i)
        if kind[i] == 0:
            for k in range(table.shape[1]):
                m = np.int64(table[i, k])
                if m < 0:
                    continue
                drop = (z[i] - z[m]) * inverse[i, k]
                if drop > best or (drop == best and found != i and m < found):
                    best = drop
                    found = m
        receivers[i] = np.int32(found)  # out


@kernel("i8(i8[::1], i4[:, ::1], i8, i8, f4[::1], u1[::1], i4[::1])")
def cross_flats(control: Any, table: Any, rows: Any, cols: Any, z: Any, kind: Any, receivers: Any) -> Any:
    """Lead level ground to its nearest way out, in steps; level ground without one to its sample of lowest index, a pit.

    Changes ``receivers`` and returns how many pits there are. A breadth-first search: first the samples beside a way out, in the
    order of their indices, then theirs, and so on.
    """
    n = z.shape[0]
    ways = table.shape[1]
    state = np.zeros(n, np.uint8)  # 1 level or pit, waiting; 2 has its receiver
    count = 0
    for cell in range(n):
        if receivers[cell] == cell and kind[cell] == 0:
            state[cell] = 1
            count += 1
    level = np.empty(count, np.int32)
    found = 0
    for cell in range(n):
        if state[cell] == 1:
            level[found] = np.int32(cell)
            found += 1
    queue = np.empty(count, np.int32)
    tail = 0
    for j in range(count):
        i = np.int64(level[j])
        for k in range(ways):
            m = beside(table, rows, cols, i, k)
            if m >= 0 and z[m] == z[i] and state[m] == 0 and kind[m] != 2:
                receivers[i] = np.int32(m)
                queue[tail] = np.int32(i)
                tail += 1
                break
    for j in range(tail):
        state[queue[j]] = 2
    head = 0
    pits = 0
    at = 0
    while True:
        while head < tail:
            i = np.int64(queue[head])
            head += 1
            if head % POLL == 0 and control[0] != 0:
                return -1
            for k in range(ways):
                m = beside(table, rows, cols, i, k)
                if m >= 0 and state[m] == 1 and z[m] == z[i]:
                    state[m] = 2
                    receivers[m] = np.int32(i)
                    queue[tail] = np.int32(m)
                    tail += 1
        while at < count and state[level[at]] != 1:
            at += 1
        if at == count:
            return pits
        state[level[at]] = 2
        queue[tail] = level[at]
        tail += 1
        pits += 1
