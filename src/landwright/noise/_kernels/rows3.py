"""Perlin and value noise in space, on the rows of levels of a grid. The same function as ``points3``, to the last bit.

Rows are counted through all levels: row r is row ``r % rows`` of level ``r // rows``. In one row of one cell the noise has the form it
has in the plane; only its four numbers come from eight corners. See ``rows2`` and ``columns``.

*Symbols:* lattice rows (y, z) = 00, 10, 01, 11 around a row of samples; lattice row (k, l) is kept in slot ``(k & 1) + 2 (l & 1)``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import as_u32, level_part, mix32, xor32
from landwright._numba import kernel
from landwright.noise._kernels.basis import PERLIN3_SCALE, blend4, fade, fraction, gradient3, weights3
from landwright.noise._kernels.columns import CELLS, COLUMNS, MODE, POINTS, aligned, wrapped
from landwright.noise._kernels.lanes import LANES, PAD, load, store
from landwright.noise._kernels.points2 import PLAN
from landwright.noise._kernels.points3 import perlin3, value3
from landwright.noise._kernels.rows2 import (
    NO_ROW,
    NOTHING,
    OCTAVE,
    TOTAL,
    differences,
    hash_values,
    sweep,
    sweep_value,
)
from landwright.noise._kernels.stacking import finish, gather

_ONE, _NONE = np.float32(1), np.uint32(0)
_ROWS = f"void(i8, i8, f8[::1], f8[::1], {PLAN}, i8, {COLUMNS}, f4[:, ::1])"


@kernel(inline=True)
def _hash_gradients(hashes: Any, share: Any, gx: Any, gy: Any, gz: Any) -> None:  # gx, gy, gz: out
    """Fill the gradients of one lattice row."""
    for i in range(hashes.shape[0]):
        x, y, z = gradient3(mix32(xor32(hashes[i], share)))
        gx[i] = x
        gy[i] = y
        gz[i] = z


@kernel(inline=True)
def _share(k: Any, m: Any, period_y: Any, period_z: Any, word: Any) -> Any:
    """Return the share of lattice row (k, m) in the hash."""
    return level_part(as_u32(wrapped(k, period_y)), as_u32(wrapped(m, period_z)), word)


@kernel(inline=True)
def _claim(held: Any, o: Any, slot: Any, k: Any, m: Any) -> Any:  # held: out
    """Put lattice row (k, m) down as kept in a slot; tell whether it has to be made."""
    if held[o, slot, 0] == k and held[o, slot, 1] == m:
        return False
    held[o, slot, 0] = k
    held[o, slot, 1] = m
    return True


@kernel(_ROWS)
def perlin_rows3(
    row0: Any, row1: Any, y: Any, z: Any, plan: Any, mode: Any, columns: Any, out: Any
) -> None:  # out: (levels * rows, cols) float32
    """Perlin noise on rows ``row0`` to ``row1 - 1``."""
    frequency, offset, cells, amplitude, words, shape = plan
    hashes, _, _, _, counts, t, _ = columns
    octaves, width, rows = t.shape[0], out.shape[1], y.shape[0]
    edges = np.zeros((12 * octaves, hashes.shape[1] + PAD), np.float32)
    held = np.full((octaves, 4, 2), NO_ROW, np.int64)
    lines = np.zeros((4, hashes.shape[1] + PAD), np.float32)
    sums = np.zeros((3, t.shape[1] + LANES), np.float32)
    base = aligned(sums)
    total, octave = sums[TOTAL, base : base + width], sums[OCTAVE, base : base + width]
    weight = np.empty(width, np.float32)
    for r in range(row0, row1):
        for o in range(octaves):
            p, q = y[r % rows] * frequency[o, 1] + offset[o, 1], z[r // rows] * frequency[o, 2] + offset[o, 2]
            k, m = np.int64(math.floor(p)), np.int64(math.floor(q))
            f, g = fraction(p, math.floor(p)), fraction(q, math.floor(q))
            a = amplitude[o] if mode == 0 else _ONE
            if counts[o, MODE] == POINTS:
                y0, y1 = _share(k, 0, cells[o, 1], 0, words[o, 0]), _share(k + 1, 0, cells[o, 1], 0, words[o, 0])
                z0, z1 = _share(0, m, 0, cells[o, 2], _NONE), _share(0, m + 1, 0, cells[o, 2], _NONE)
                west, east, ts = hashes[2 * o], hashes[2 * o + 1], t[o]
                for j in range(width):
                    octave[j] = perlin3(west[j], east[j], y0, y1, z0, z1, ts[j], f, g, a)
                gather(mode, o, width, amplitude[o], shape, octave, total, weight)
                continue
            count = counts[o, CELLS]
            for corner in range(4):
                row, level = k + (corner & 1), m + (corner >> 1)
                slot = (row & 1) + 2 * (level & 1)
                at = 12 * o + 3 * slot
                if _claim(held, o, slot, row, level):
                    share = _share(row, level, cells[o, 1], cells[o, 2], words[o, 0])
                    _hash_gradients(hashes[2 * o, : count + 1], share, edges[at], edges[at + 1], edges[at + 2])
            w00, w10, w01, w11 = weights3(fade(f), fade(g), a * PERLIN3_SCALE)
            south, north, low, high = k & 1, 1 - (k & 1), 2 * (m & 1), 2 - 2 * (m & 1)
            e00, e10 = 12 * o + 3 * (south + low), 12 * o + 3 * (north + low)
            e01, e11 = 12 * o + 3 * (south + high), 12 * o + 3 * (north + high)
            u00, u10, u01, u11 = w00 * f, w10 * (f - _ONE), w01 * f, w11 * (f - _ONE)
            v00, v10, v01, v11 = w00 * g, w10 * g, w01 * (g - _ONE), w11 * (g - _ONE)
            for i in range(0, count + 1, LANES):
                ax, bx, cx, dx = load(edges, e00, i), load(edges, e10, i), load(edges, e01, i), load(edges, e11, i)
                ay, by = load(edges, e00 + 1, i), load(edges, e10 + 1, i)
                cy, dy = load(edges, e01 + 1, i), load(edges, e11 + 1, i)
                az, bz = load(edges, e00 + 2, i), load(edges, e10 + 2, i)
                cz, dz = load(edges, e01 + 2, i), load(edges, e11 + 2, i)
                store(lines, 1, i, blend4(w00, w10, w01, w11, ax, bx, cx, dx))
                store(
                    lines, 0, i, blend4(u00, u10, u01, u11, ay, by, cy, dy) + blend4(v00, v10, v01, v11, az, bz, cz, dz)
                )
            differences(count, lines)
            if mode == 0:
                sweep(o, columns, lines, sums, TOTAL if o else NOTHING, TOTAL, base)
            else:
                sweep(o, columns, lines, sums, NOTHING, OCTAVE, base)
                gather(mode, o, width, amplitude[o], shape, octave, total, weight)
        finish(mode, 0, width, total, out[r])


@kernel(_ROWS)
def value_rows3(
    row0: Any, row1: Any, y: Any, z: Any, plan: Any, mode: Any, columns: Any, out: Any
) -> None:  # out: (levels * rows, cols) float32
    """Value noise on rows ``row0`` to ``row1 - 1``."""
    frequency, offset, cells, amplitude, words, shape = plan
    hashes, _, _, _, counts, t, _ = columns
    octaves, width, rows = t.shape[0], out.shape[1], y.shape[0]
    edges = np.zeros((4 * octaves, hashes.shape[1] + PAD), np.float32)
    held = np.full((octaves, 4, 2), NO_ROW, np.int64)
    lines = np.zeros((2, hashes.shape[1] + PAD), np.float32)
    sums = np.zeros((3, t.shape[1] + LANES), np.float32)
    base = aligned(sums)
    total, octave = sums[TOTAL, base : base + width], sums[OCTAVE, base : base + width]
    weight = np.empty(width, np.float32)
    for r in range(row0, row1):
        for o in range(octaves):
            p, q = y[r % rows] * frequency[o, 1] + offset[o, 1], z[r // rows] * frequency[o, 2] + offset[o, 2]
            k, m = np.int64(math.floor(p)), np.int64(math.floor(q))
            f, g = fraction(p, math.floor(p)), fraction(q, math.floor(q))
            a = amplitude[o] if mode == 0 else _ONE
            if counts[o, MODE] == POINTS:
                y0, y1 = _share(k, 0, cells[o, 1], 0, words[o, 0]), _share(k + 1, 0, cells[o, 1], 0, words[o, 0])
                z0, z1 = _share(0, m, 0, cells[o, 2], _NONE), _share(0, m + 1, 0, cells[o, 2], _NONE)
                west, east, ts = hashes[2 * o], hashes[2 * o + 1], t[o]
                for j in range(width):
                    octave[j] = value3(west[j], east[j], y0, y1, z0, z1, ts[j], f, g, a)
                gather(mode, o, width, amplitude[o], shape, octave, total, weight)
                continue
            count = counts[o, CELLS]
            for corner in range(4):
                row, level = k + (corner & 1), m + (corner >> 1)
                slot = (row & 1) + 2 * (level & 1)
                if _claim(held, o, slot, row, level):
                    share = _share(row, level, cells[o, 1], cells[o, 2], words[o, 0])
                    hash_values(hashes[2 * o, : count + 1], share, edges[4 * o + slot])
            w00, w10, w01, w11 = weights3(fade(f), fade(g), a)
            south, north, low, high = k & 1, 1 - (k & 1), 2 * (m & 1), 2 - 2 * (m & 1)
            e00, e10, e01, e11 = 4 * o + south + low, 4 * o + north + low, 4 * o + south + high, 4 * o + north + high
            for i in range(0, count + 1, LANES):
                s, n, h, d = load(edges, e00, i), load(edges, e10, i), load(edges, e01, i), load(edges, e11, i)
                store(lines, 0, i, blend4(w00, w10, w01, w11, s, n, h, d))
            for i in range(0, count, LANES):
                store(lines, 1, i, load(lines, 0, i + 1) - load(lines, 0, i))
            if mode == 0:
                sweep_value(o, columns, lines, sums, TOTAL if o else NOTHING, TOTAL, base)
            else:
                sweep_value(o, columns, lines, sums, NOTHING, OCTAVE, base)
                gather(mode, o, width, amplitude[o], shape, octave, total, weight)
        finish(mode, 0, width, total, out[r])
