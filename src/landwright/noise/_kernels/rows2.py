"""Perlin and value noise on the rows of a grid, all octaves in one sweep. The same function as ``points2``, to the last bit.

In one row of one lattice cell Perlin noise is ``c0 + c1 t + u (c2 + c3 t)``: four numbers per cell and row, made from the
gradients at its corners, then three multiplications a sample. Gradients are hashed once per lattice row and kept for
the rows in between. An octave with more than one cell a sample gains nothing from that and is evaluated point by point.

*Symbols:* as in ``columns``, and r row, a and b the lattice rows below and above it, p and q the west and the east edge of a cell
(see ``basis``). ``sums`` holds the row of the result, a row of zeros and the row of one octave, from column ``base`` on.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import as_u32, centered, mix32, row_part, xor32
from landwright._numba import kernel
from landwright.noise._kernels.basis import blend2, fade, fraction, gradient2, line, weights2
from landwright.noise._kernels.columns import BORDERS, CELLS, COLUMNS, MODE, POINTS, WIDE, aligned, wrapped
from landwright.noise._kernels.lanes import LANES, PAD, load, offsets, pick, store
from landwright.noise._kernels.points2 import PLAN, perlin2, value2
from landwright.noise._kernels.stacking import finish, gather

TOTAL, NOTHING, OCTAVE = 0, 1, 2
"""Rows of ``sums``."""
NO_ROW = np.int64(-(2**62))
_ONE = np.float32(1)
_ROWS = f"void(i8, i8, f8[::1], {PLAN}, i8, {COLUMNS}, f4[:, ::1])"


@kernel(inline=True)
def sweep(o: Any, columns: Any, lines: Any, sums: Any, source: Any, target: Any, base: Any) -> None:  # sums: out
    """Add one octave of one row: ``sums[target] = sums[source] + octave``."""
    _, index, spans, borders, counts, t, u = columns
    if counts[o, MODE] == WIDE:
        for i in range(counts[o, CELLS]):
            c0, c1, c2, c3 = lines[0, i], lines[1, i], lines[2, i], lines[3, i]
            for j in range(spans[2 * o, i], spans[2 * o + 1, i], LANES):
                value = line(c0, c1, c2, c3, load(t, o, j), load(u, o, j))
                store(sums, target, base + j, load(sums, source, base + j) + value)
    for n in range(counts[o, BORDERS]):
        j, i = borders[o, n], index[o, borders[o, n]]
        near = offsets(index, o, j)
        c0, c1 = pick(lines, 0, i, near), pick(lines, 1, i, near)
        c2, c3 = pick(lines, 2, i, near), pick(lines, 3, i, near)
        value = line(c0, c1, c2, c3, load(t, o, j), load(u, o, j))
        store(sums, target, base + j, load(sums, source, base + j) + value)


@kernel(inline=True)
def sweep_value(o: Any, columns: Any, lines: Any, sums: Any, source: Any, target: Any, base: Any) -> None:  # sums: out
    """Add one octave of value noise, ``lines[0] + u * lines[1]``."""
    _, index, spans, borders, counts, _, u = columns
    if counts[o, MODE] == WIDE:
        for i in range(counts[o, CELLS]):
            c0, c1 = lines[0, i], lines[1, i]
            for j in range(spans[2 * o, i], spans[2 * o + 1, i], LANES):
                store(sums, target, base + j, load(sums, source, base + j) + (c0 + load(u, o, j) * c1))
    for n in range(counts[o, BORDERS]):
        j, i = borders[o, n], index[o, borders[o, n]]
        near = offsets(index, o, j)
        value = pick(lines, 0, i, near) + load(u, o, j) * pick(lines, 1, i, near)
        store(sums, target, base + j, load(sums, source, base + j) + value)


@kernel(inline=True)
def _hash_gradients(hashes: Any, share: Any, gx: Any, gy: Any) -> None:  # gx, gy: out
    """Fill the gradients of one lattice row."""
    for i in range(hashes.shape[0]):
        x, y = gradient2(mix32(xor32(hashes[i], share)))
        gx[i] = x
        gy[i] = y


@kernel(inline=True)
def hash_values(hashes: Any, share: Any, values: Any) -> None:  # values: out
    """Fill the values of one lattice row."""
    for i in range(hashes.shape[0]):
        values[i] = centered(mix32(xor32(hashes[i], share)))


@kernel(inline=True)
def differences(count: Any, lines: Any) -> None:  # lines: out
    """Turn the edges of the cells, rows 0 and 1 of `lines`, into the four numbers of :func:`basis.line`."""
    for i in range(0, count, LANES):
        p1, q1 = load(lines, 1, i), load(lines, 1, i + 1)
        store(lines, 2, i, (load(lines, 0, i + 1) - q1) - load(lines, 0, i))
        store(lines, 3, i, q1 - p1)


@kernel(_ROWS)
def perlin_rows2(
    row0: Any, row1: Any, y: Any, plan: Any, mode: Any, columns: Any, out: Any
) -> None:  # out: (rows, cols) float32
    """Perlin noise on rows ``row0`` to ``row1 - 1``."""
    frequency, offset, cells, amplitude, words, shape = plan
    hashes, _, _, _, counts, t, _ = columns
    octaves, width = t.shape[0], out.shape[1]
    edges = np.zeros((4 * octaves, hashes.shape[1] + PAD), np.float32)
    held = np.full((octaves, 2), NO_ROW, np.int64)
    lines = np.zeros((4, hashes.shape[1] + PAD), np.float32)
    sums = np.zeros((3, t.shape[1] + LANES), np.float32)
    base = aligned(sums)
    total, octave = sums[TOTAL, base : base + width], sums[OCTAVE, base : base + width]
    weight = np.empty(width, np.float32)
    for r in range(row0, row1):
        for o in range(octaves):
            p = y[r] * frequency[o, 1] + offset[o, 1]
            k = np.int64(math.floor(p))
            f = fraction(p, math.floor(p))
            a = amplitude[o] if mode == 0 else _ONE
            if counts[o, MODE] == POINTS:
                south = row_part(as_u32(wrapped(k, cells[o, 1])), words[o, 0])
                north = row_part(as_u32(wrapped(k + 1, cells[o, 1])), words[o, 0])
                west, east, ts = hashes[2 * o], hashes[2 * o + 1], t[o]
                for j in range(width):
                    octave[j] = perlin2(west[j], east[j], south, north, ts[j], f, a)
                gather(mode, o, width, amplitude[o], shape, octave, total, weight)
                continue
            count = counts[o, CELLS]
            for row in range(k, k + 2):
                at = 4 * o + 2 * (row & 1)
                if held[o, row & 1] != row:
                    held[o, row & 1] = row
                    share = row_part(as_u32(wrapped(row, cells[o, 1])), words[o, 0])
                    _hash_gradients(hashes[2 * o, : count + 1], share, edges[at], edges[at + 1])
            w0, w1 = weights2(fade(f), a)
            v0, v1 = w0 * f, w1 * (f - _ONE)
            below = 4 * o + 2 * (k & 1)
            above = 4 * o + 2 - 2 * (k & 1)
            for i in range(0, count + 1, LANES):
                store(lines, 0, i, blend2(v0, v1, load(edges, below + 1, i), load(edges, above + 1, i)))
                store(lines, 1, i, blend2(w0, w1, load(edges, below, i), load(edges, above, i)))
            differences(count, lines)
            if mode == 0:
                sweep(o, columns, lines, sums, TOTAL if o else NOTHING, TOTAL, base)
            else:
                sweep(o, columns, lines, sums, NOTHING, OCTAVE, base)
                gather(mode, o, width, amplitude[o], shape, octave, total, weight)
        finish(mode, 0, width, total, out[r])


@kernel(_ROWS)
def value_rows2(
    row0: Any, row1: Any, y: Any, plan: Any, mode: Any, columns: Any, out: Any
) -> None:  # out: (rows, cols) float32
    """Value noise on rows ``row0`` to ``row1 - 1``."""
    frequency, offset, cells, amplitude, words, shape = plan
    hashes, _, _, _, counts, t, _ = columns
    octaves, width = t.shape[0], out.shape[1]
    edges = np.zeros((2 * octaves, hashes.shape[1] + PAD), np.float32)
    held = np.full((octaves, 2), NO_ROW, np.int64)
    lines = np.zeros((2, hashes.shape[1] + PAD), np.float32)
    sums = np.zeros((3, t.shape[1] + LANES), np.float32)
    base = aligned(sums)
    total, octave = sums[TOTAL, base : base + width], sums[OCTAVE, base : base + width]
    weight = np.empty(width, np.float32)
    for r in range(row0, row1):
        for o in range(octaves):
            p = y[r] * frequency[o, 1] + offset[o, 1]
            k = np.int64(math.floor(p))
            f = fraction(p, math.floor(p))
            a = amplitude[o] if mode == 0 else _ONE
            if counts[o, MODE] == POINTS:
                south = row_part(as_u32(wrapped(k, cells[o, 1])), words[o, 0])
                north = row_part(as_u32(wrapped(k + 1, cells[o, 1])), words[o, 0])
                west, east, ts = hashes[2 * o], hashes[2 * o + 1], t[o]
                for j in range(width):
                    octave[j] = value2(west[j], east[j], south, north, ts[j], f, a)
                gather(mode, o, width, amplitude[o], shape, octave, total, weight)
                continue
            count = counts[o, CELLS]
            for row in range(k, k + 2):
                if held[o, row & 1] != row:
                    held[o, row & 1] = row
                    share = row_part(as_u32(wrapped(row, cells[o, 1])), words[o, 0])
                    hash_values(hashes[2 * o, : count + 1], share, edges[2 * o + (row & 1)])
            w0, w1 = weights2(fade(f), a)
            below, above = 2 * o + (k & 1), 2 * o + 1 - (k & 1)
            for i in range(0, count, LANES):
                start = blend2(w0, w1, load(edges, below, i), load(edges, above, i))
                end = blend2(w0, w1, load(edges, below, i + 1), load(edges, above, i + 1))
                store(lines, 0, i, start)
                store(lines, 1, i, end - start)
            if mode == 0:
                sweep_value(o, columns, lines, sums, TOTAL if o else NOTHING, TOTAL, base)
            else:
                sweep_value(o, columns, lines, sums, NOTHING, OCTAVE, base)
                gather(mode, o, width, amplitude[o], shape, octave, total, weight)
        finish(mode, 0, width, total, out[r])
