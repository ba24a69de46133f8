"""Cellular noise, distance to the nearest feature point, on the rows of a grid. The same function as for points, to the last bit.

In one row of one cell the nine feature points around it are nine numbers along x and nine squared distances along y, so a sample
costs nine subtractions, multiplications, additions and minima, and one root. Feature points are hashed once per lattice row. The
few samples that may have a nearer point further away are searched one by one (see ``nearest``).

*Symbols:* as in ``columns`` and ``rows2``; ``half`` half the jitter; ``near[3 q + p]`` the feature points of lattice row q (slot: row
modulo 3) seen from the cell east (p = 0), from their own (1) and from the cell west (2); ``across[q]`` their y.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import as_u32, centered, mix32, row_part, shl32, xor32
from landwright._numba import kernel
from landwright.noise._kernels.basis import fraction
from landwright.noise._kernels.columns import CELLS, COLUMNS, aligned, wrapped
from landwright.noise._kernels.lanes import LANES, PAD, least, load, reaches, root, store
from landwright.noise._kernels.nearest import EUCLIDEAN, F1, margin, search2, unseen
from landwright.noise._kernels.points2 import PLAN
from landwright.noise._kernels.rows2 import NO_ROW
from landwright.noise._kernels.stacking import finish, gather

_WEST, _HERE, _EAST, _ZERO = np.float32(-0.5), np.float32(0.5), np.float32(1.5), np.float32(0)
_BITS = np.uint32(16)


@kernel(inline=True)
def _place(h: Any, half: Any, i: Any, near: Any, at: Any, across: Any, row: Any) -> None:  # near, across: out
    """Put the feature point of one cell down."""
    x = half * centered(h)
    near[at, i] = x + _WEST
    near[at + 1, i] = x + _HERE
    near[at + 2, i] = x + _EAST
    across[row, i] = half * centered(shl32(h, _BITS))


@kernel(inline=True)
def _closer(best: Any, x: Any, t: Any, squared: Any) -> Any:
    """Return the smaller of `best` and the squared distance to a feature point."""
    return least(best, (x - t) * (x - t) + squared)


@kernel(f"void(i8, i8, f8[::1], f8[::1], {PLAN}, i8, {COLUMNS}, f4[:, ::1])")
def cellular_rows2(
    row0: Any, row1: Any, x: Any, y: Any, plan: Any, mode: Any, columns: Any, out: Any
) -> None:  # out: (rows, cols) float32
    """Distance to the nearest feature point, Euclidean, on rows ``row0`` to ``row1 - 1``."""
    frequency, offset, cells, amplitude, words, shape = plan
    hashes, _, spans, _, counts, t, _ = columns
    octaves, width, half = t.shape[0], out.shape[1], shape[4]
    limit = unseen(1, _ZERO, half, EUCLIDEAN)
    near = np.zeros((9 * octaves, hashes.shape[1] + PAD), np.float32)
    across = np.zeros((3 * octaves, hashes.shape[1] + PAD), np.float32)
    squares = np.zeros((3, hashes.shape[1] + PAD), np.float32)
    held = np.full((octaves, 3), NO_ROW, np.int64)
    rows = np.zeros((1, t.shape[1] + LANES), np.float32)
    base = aligned(rows)
    octave = rows[0, base : base + width]
    total, weight = np.empty(width, np.float32), np.empty(width, np.float32)
    for r in range(row0, row1):
        for o in range(octaves):
            p = y[r] * frequency[o, 1] + offset[o, 1]
            k = np.int64(math.floor(p))
            f = fraction(p, math.floor(p))
            count = counts[o, CELLS]
            for q in range(3):
                row = k + q - 1
                slot = 3 * o + row % 3
                if held[o, row % 3] != row:
                    held[o, row % 3] = row
                    share = row_part(as_u32(wrapped(row, cells[o, 1])), words[o, 0])
                    _place(mix32(xor32(hashes[2 * o + 1, 0], share)), half, 0, near, 3 * slot, across, slot)
                    for i in range(count + 1):
                        _place(mix32(xor32(hashes[2 * o, i], share)), half, i + 1, near, 3 * slot, across, slot)
                middle = np.float32(q) - _HERE
                for i in range(0, count + 2, LANES):
                    dy = (load(across, slot, i) + middle) - f
                    store(squares, q, i, dy * dy)
            a0, a1, a2 = 3 * (3 * o + (k - 1) % 3), 3 * (3 * o + k % 3), 3 * (3 * o + (k + 1) % 3)
            for i in range(count):
                x00, x01, x02 = near[a0, i], near[a0 + 1, i + 1], near[a0 + 2, i + 2]
                x10, x11, x12 = near[a1, i], near[a1 + 1, i + 1], near[a1 + 2, i + 2]
                x20, x21, x22 = near[a2, i], near[a2 + 1, i + 1], near[a2 + 2, i + 2]
                s00, s01, s02 = squares[0, i], squares[0, i + 1], squares[0, i + 2]
                s10, s11, s12 = squares[1, i], squares[1, i + 1], squares[1, i + 2]
                s20, s21, s22 = squares[2, i], squares[2, i + 1], squares[2, i + 2]
                far = False
                for j in range(spans[2 * o, i], spans[2 * o + 1, i], LANES):
                    at = load(t, o, j)
                    low = _closer(_closer((x00 - at) * (x00 - at) + s00, x01, at, s01), x02, at, s02)
                    mid = _closer(_closer((x10 - at) * (x10 - at) + s10, x11, at, s11), x12, at, s12)
                    top = _closer(_closer((x20 - at) * (x20 - at) + s20, x21, at, s21), x22, at, s22)
                    best = least(least(low, mid), top)
                    far = far or reaches(best, limit)
                    store(rows, 0, base + j, root(best))
                if far:
                    for j in range(spans[2 * o, i], spans[2 * o + 1, i]):
                        inner = min(margin(t[o, j]), margin(f))
                        if octave[j] * octave[j] >= unseen(1, inner, half, EUCLIDEAN):
                            px = x[j] * frequency[o, 0] + offset[o, 0]
                            octave[j] = search2(px, p, cells[o], words[o], half, F1, EUCLIDEAN)
            if mode == 0:
                for j in range(width):
                    octave[j] = octave[j] * amplitude[o]
            gather(mode, o, width, amplitude[o], shape, octave, total, weight)
        finish(mode, 0, width, total, out[r])
