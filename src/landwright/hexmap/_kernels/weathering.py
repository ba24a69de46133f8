"""Cliffs lose levels to the low cells at their feet. A level moves from one cell to another, so the sum stays."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hexmap._kernels.draws import below


@kernel(inline=True)
def steep(cell: Any, near: Any, level_c: Any) -> Any:
    """Return how many neighbours lie two levels or more below."""
    found = 0
    for side in range(6):
        other = np.int64(near[cell, side])
        if other >= 0 and level_c[other] <= level_c[cell] - 2:
            found += 1
    return found


@kernel(inline=True)
def _enlist(cell: Any, list_c: Any, place_c: Any, length: Any) -> Any:
    if place_c[cell] < 0:
        place_c[cell] = np.int32(length)
        list_c[length] = np.int32(cell)
        length += 1
    return length


@kernel(inline=True)
def _dismiss(cell: Any, list_c: Any, place_c: Any, length: Any) -> Any:
    at = np.int64(place_c[cell])
    if at >= 0:
        length -= 1
        last = list_c[length]
        list_c[at] = last
        place_c[np.int64(last)] = np.int32(at)
        place_c[cell] = np.int32(-1)
    return length


@kernel("i8(i8[::1], i4[:, ::1], f8, u4[::1], i8[::1], i4[::1])")
def wear(control: Any, near: Any, percentage: Any, words: Any, count: Any, level_c: Any) -> Any:  # out: level_c
    """Move levels until only (100 - percentage) % of the cells that were steep still are; return how many are."""
    cells = level_c.size
    list_c = np.empty(cells, np.int32)
    place_c = np.full(cells, -1, np.int32)
    length = 0
    for cell in range(cells):
        if steep(cell, near, level_c) > 0:
            length = _enlist(cell, list_c, place_c, length)
    first = length
    target = np.int64(first * (100.0 - percentage) * 0.01)
    control[2] = max(first - target, 1)
    while length > target and control[0] == 0:
        control[1] = first - length
        cell = int(list_c[below(words, count, length)])
        pick = below(words, count, steep(cell, near, level_c))
        foot = -1
        for side in range(6):
            other = int(near[cell, side])
            if other >= 0 and level_c[other] <= level_c[cell] - 2:
                if pick == 0 and foot < 0:
                    foot = other
                pick -= 1
        level_c[cell] -= 1
        level_c[foot] += 1
        if steep(cell, near, level_c) == 0:
            length = _dismiss(cell, list_c, place_c, length)
        if steep(foot, near, level_c) > 0:
            length = _enlist(foot, list_c, place_c, length)
        for side in range(6):
            other = int(near[cell, side])
            if other >= 0 and level_c[other] == level_c[cell] + 2:
                length = _enlist(other, list_c, place_c, length)
        for side in range(6):
            other = int(near[foot, side])
            if other >= 0 and other != cell and level_c[other] == level_c[foot] + 1:
                if steep(other, near, level_c) == 0:
                    length = _dismiss(other, list_c, place_c, length)
    return length
