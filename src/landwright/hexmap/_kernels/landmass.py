"""Land raised from the sea, piece by piece.

A piece is a set of cells around a center, taken in the order of a key: sixteenths of a step of distance, chance to come a step
late, and for wide pieces smooth noise that frays the outline. A queue of buckets keeps that order at constant cost a cell.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._elementary import power
from landwright._hash import as_u32, hash3
from landwright._numba import kernel
from landwright.hexmap._kernels.draws import below, chance, draw

_STEP = 16
_HALF_ROOT_3 = 0.8660254037844386
_TO_SIGNED = 1.0 / 2147483648.0


@kernel(inline=True)
def _corner(ix: Any, iy: Any, piece: Any, words: Any) -> Any:
    return (
        np.int64(hash3(as_u32(np.int64(ix)), as_u32(np.int64(iy)), as_u32(np.int64(piece)), words[0], words[1]))
        * (_TO_SIGNED)
        - 1.0
    )


@kernel(inline=True)
def smooth_noise(x: Any, y: Any, field: Any, period: Any, words: Any) -> Any:
    """Value noise in [-1, 1] on the unit lattice, another one for each `field`; a `period` above 0 repeats it in x."""
    fx, fy = math.floor(x), math.floor(y)
    tx, ty = x - fx, y - fy
    tx, ty = tx * tx * (3.0 - 2.0 * tx), ty * ty * (3.0 - 2.0 * ty)
    ix, iy = np.int64(fx), np.int64(fy)
    east = ix + 1
    if period > 0:
        ix, east = ix % period, east % period
    south = _corner(ix, iy, field, words) * (1.0 - tx) + _corner(east, iy, field, words) * tx
    north = _corner(ix, iy + 1, field, words) * (1.0 - tx) + _corner(east, iy + 1, field, words) * tx
    return south * (1.0 - ty) + north * ty


@kernel(
    "i8(i8[::1], i8, b1, i4[:, ::1], i8[:, ::1], f8[::1], i8, i8, i8, i8, i8, f8, f8, u4[::1], u4[::1], i8[::1], i4[::1], i4[::1])"
)
def grow(
    control: Any,
    columns: Any,
    wrap: Any,
    near: Any,
    regions: Any,
    shares: Any,
    water_level: Any,
    lowest: Any,
    highest: Any,
    wanted: Any,
    tries: Any,
    hollow: Any,
    fray: Any,
    words: Any,
    noise_words: Any,
    count: Any,
    level_c: Any,  # out
    scratch_c: Any,  # out
) -> Any:
    """Raise and sink pieces until `wanted` cells are dry; return how many are still wanted when the work limit is reached.

    ``shares`` holds: smallest and largest piece, exponent of their sizes, jitter, high rise, sink. A piece begins at the lowest of `tries`
    cells drawn, none within `hollow` of the middle (1 is half the map). ``regions`` is (n, 4): first
    column, last column + 1, first row, last row + 1.
    """
    cells = level_c.size
    rows = cells // columns
    smallest, largest, exponent, jitter, high, sink = shares[0], shares[1], shares[2], shares[3], shares[4], shares[5]
    seen_c = np.zeros(cells, np.int32)
    buckets = 64
    head = np.full(buckets, -1, np.int32)
    left = wanted
    piece = 0
    work = 0
    limit = 200 * cells + 10000
    low_end, high_end = power(smallest, exponent), power(largest, exponent)
    control[2] = wanted
    while left > 0 and work < limit and control[0] == 0:
        region = piece % regions.shape[0]
        piece += 1
        control[1] = wanted - left
        wide = regions[region, 1] - regions[region, 0]
        deep = regions[region, 3] - regions[region, 2]
        start = -1
        for _ in range(tries):
            column = regions[region, 0] + below(words, count, wide)
            row = regions[region, 2] + below(words, count, deep)
            for _ in range(16):  # in a ring, not in the middle
                across = (2.0 * column + 1.0) / columns - 1.0
                along = (2.0 * row + 1.0) / rows - 1.0
                if across * across + along * along >= hollow * hollow:
                    break
                column = regions[region, 0] + below(words, count, wide)
                row = regions[region, 2] + below(words, count, deep)
            other = row * columns + column
            if start < 0 or level_c[other] < level_c[start]:
                start = other
        first_row = start // columns
        first_column = start - first_row * columns
        share = chance(words, count)
        want = np.int64(power(low_end + share * (high_end - low_end), 1.0 / exponent) + 0.5)
        sinks = chance(words, count) < sink
        change = 2 if chance(words, count) < high else 1
        if sinks:
            change = -change
        radius = math.sqrt(want / 3.0)
        bend = fray * radius * _STEP if radius > 6.0 else 0.0
        scale = 1.6 / radius
        first_q = first_column - (first_row >> 1)
        center_x = first_column + 0.5 * (first_row & 1)
        seen_c[start] = piece
        lowest_key = 0
        highest_key = 0
        head[0] = start
        scratch_c[start] = -1
        waiting = 1
        size = 0
        while size < want and waiting > 0:
            while head[lowest_key] < 0:
                lowest_key += 1
            cell = np.int64(head[lowest_key])
            head[lowest_key] = scratch_c[cell]
            waiting -= 1
            work += 1
            before = level_c[cell]
            after = before + change
            if after > highest or after < lowest:
                continue
            level_c[cell] = after
            size += 1
            if before < water_level and after >= water_level:
                left -= 1
                if left == 0:
                    break
            elif before >= water_level and after < water_level:
                left += 1
            for side in range(6):
                other = np.int64(near[cell, side])
                if other < 0 or seen_c[other] == piece:
                    continue
                seen_c[other] = piece
                row = other // columns
                column = other - row * columns
                dq = column - (row >> 1) - first_q
                dr = row - first_row
                steps = (abs(dq) + abs(dr) + abs(dq + dr)) >> 1
                turn = 0
                if wrap:
                    for other_turn in (-1, 1):
                        dq2 = dq + other_turn * columns
                        steps2 = (abs(dq2) + abs(dr) + abs(dq2 + dr)) >> 1
                        if steps2 < steps:
                            steps = steps2
                            turn = other_turn
                bits = draw(words, count)
                key = steps * _STEP + (bits & 15)
                if (bits >> 4) * (1.0 / 268435456.0) < jitter:
                    key += _STEP
                if bend > 0.0:
                    x = (column + 0.5 * (row & 1) - center_x + turn * columns) * scale
                    y = dr * _HALF_ROOT_3 * scale
                    bent = smooth_noise(x, y, piece, 0, noise_words)
                    bent += 0.5 * smooth_noise(x * 2.3 + 17.0, y * 2.3, piece, 0, noise_words)
                    bent += 0.25 * smooth_noise(x * 5.1 + 41.0, y * 5.1, piece, 0, noise_words)
                    key += np.int64(math.floor(bend * bent))
                if key < 0:
                    key = 0
                if key >= buckets:
                    more = buckets
                    while key >= more:
                        more *= 2
                    longer = np.full(more, -1, np.int32)
                    longer[:buckets] = head
                    head = longer
                    buckets = more
                if key < lowest_key:
                    lowest_key = key
                if key > highest_key:
                    highest_key = key
                scratch_c[other] = head[key]
                head[key] = np.int32(other)
                waiting += 1
        for key in range(lowest_key, highest_key + 1):
            head[key] = -1
    return left


@kernel("i8(i4[:, ::1], i8, i8, i8, i4[::1], i4[::1])")
def complete(near: Any, water_level: Any, left: Any, start: Any, level_c: Any, queue_c: Any) -> Any:  # out: level_c
    """Lift cells at the shore, nearest to land first, until no more are wanted; return how many still are."""
    cells = level_c.size
    known_c = np.zeros(cells, np.uint8)
    end = 0
    for cell in range(cells):
        if level_c[cell] >= water_level:
            known_c[cell] = 1
            queue_c[end] = np.int32(cell)
            end += 1
    if end == 0 and left > 0:
        known_c[start] = 1
        level_c[start] = water_level
        queue_c[0] = np.int32(start)
        end = 1
        left -= 1
    at = 0
    while at < end and left > 0:
        here = int(queue_c[at])
        at += 1
        for side in range(6):
            other = int(near[here, side])
            if other >= 0 and known_c[other] == 0 and left > 0:
                known_c[other] = 1
                level_c[other] = water_level
                left -= 1
                queue_c[end] = np.int32(other)
                end += 1
    return left
