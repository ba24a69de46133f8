"""What a row kernel knows about the columns of a grid before it starts: made once, used by every row.

Lattice coordinates are float64 and int64 to the end, float32 only inside a cell, so 10^8 cells from the origin noise looks
as it does at the origin. The columns are cut into chunks of ``LANES``. A chunk within one cell uses that cell's four numbers; a
chunk across a border gives every lane the numbers of its own cell. Which is which changes the speed and no bit.

*Symbols:* o octave, j column, i lattice column counted from the grid's first. ``t[o, j]``, ``u[o, j]``: fraction of column j within its
cell, and its fade. ``index[o, j]``: its cell. ``spans[2 o, i]``, ``spans[2 o + 1, i]``: first and end column of the chunks within cell i.
``borders[o]``: first columns of the chunks across borders. ``hashes[2 o, i]``: the share of lattice column i in the hash (by
points: of the lattice columns west and east of column j, in rows 2 o and 2 o + 1). Cell by cell, ``spans`` are the columns of
a cell, and ``hashes[2 o + 1, 0]`` is the share of lattice column -1.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import as_u32, column_part
from landwright._numba import kernel
from landwright.noise._kernels.basis import fade, fraction
from landwright.noise._kernels.lanes import LANES

POINTS, NARROW, WIDE, APART = 0, 1, 2, 3
"""How an octave is evaluated: sample by sample; every chunk across borders; most chunks within a cell; cell by cell."""
CELLS, MODE, BORDERS = 0, 1, 2
"""What ``counts[o]`` holds: cells the row crosses, how it is evaluated, how many chunks lie across borders."""
COLUMNS = "Tuple((u4[:, ::1], i4[:, ::1], i4[:, ::1], i4[:, ::1], i8[:, ::1], f4[:, ::1], f4[:, ::1]))"
"""hashes, index, spans, borders, counts, t, u."""
_WIDE_CELL = LANES + LANES // 4  # samples in a cell from which chunks within cells pay
_ZERO = np.float32(0)


@kernel(inline=True)
def wrapped(k: Any, period: Any) -> Any:
    """Return lattice index k, or its remainder where there is a period."""
    return k % period if period > 0 else k


@kernel(inline=True)
def aligned(rows: Any) -> Any:
    """Return the first column of `rows` whose address is a multiple of 64; no load from there on splits a cache line."""
    return np.int64((-rows.ctypes.data & 63) >> 2)


@kernel("void(f8[::1], f8[:, ::1], f8[:, ::1], i8[:, ::1])")
def measure(x: Any, frequency: Any, offset: Any, counts: Any) -> None:  # counts: out
    """Count the cells the columns cross, and find the octaves to be evaluated point by point."""
    width = x.shape[0]
    for o in range(frequency.shape[0]):
        crowded = False
        for j in range(width):
            here = math.floor(x[j] * frequency[o, 0] + offset[o, 0])
            ahead = math.floor(x[min(j + LANES, width) - 1] * frequency[o, 0] + offset[o, 0])
            crowded = crowded or ahead - here >= LANES
        first = math.floor(x[0] * frequency[o, 0] + offset[o, 0])
        last = math.floor(x[width - 1] * frequency[o, 0] + offset[o, 0])
        cells = width if crowded else np.int64(last - first) + 1
        counts[o, CELLS] = cells
        counts[o, MODE] = POINTS if crowded else (WIDE if width >= _WIDE_CELL * cells else NARROW)
        counts[o, BORDERS] = 0


@kernel(f"void(f8[::1], f8[:, ::1], f8[:, ::1], u4[:, ::1], i8[:, ::1], {COLUMNS})")
def lay_out(
    x: Any, frequency: Any, offset: Any, words: Any, cells: Any, columns: Any
) -> None:  # columns: out, and counts[:, BORDERS]
    """Fill what depends on the columns only; `x` ascends, and :func:`measure` has run."""
    hashes, index, spans, borders, counts, t, u = columns
    width = x.shape[0]
    for o in range(frequency.shape[0]):
        points = counts[o, MODE] == POINTS
        first = np.int64(math.floor(x[0] * frequency[o, 0] + offset[o, 0]))
        for j in range(t.shape[1]):
            p = x[min(j, width - 1)] * frequency[o, 0] + offset[o, 0]
            k = np.int64(math.floor(p))
            f = fraction(p, math.floor(p))
            t[o, j] = f
            u[o, j] = fade(f)
            if not points:
                index[o, j] = np.int32(k - first)
            elif j < width:
                hashes[2 * o, j] = column_part(as_u32(wrapped(k, cells[o, 0])), words[o, 1])
                hashes[2 * o + 1, j] = column_part(as_u32(wrapped(k + 1, cells[o, 0])), words[o, 1])
        if points:
            continue
        for i in range(counts[o, CELLS] + 1):
            hashes[2 * o, i] = column_part(as_u32(wrapped(first + i, cells[o, 0])), words[o, 1])
            spans[2 * o, i] = 0
            spans[2 * o + 1, i] = 0
        if counts[o, MODE] == APART:
            hashes[2 * o + 1, 0] = column_part(as_u32(wrapped(first - 1, cells[o, 0])), words[o, 1])
            for j in range(width):
                i = index[o, j]
                if spans[2 * o + 1, i] == 0:
                    spans[2 * o, i] = j
                spans[2 * o + 1, i] = j + 1
            continue
        across = 0
        for j in range(0, width, LANES):
            i = index[o, j]
            if counts[o, MODE] == WIDE and i == index[o, j + LANES - 1]:
                if spans[2 * o + 1, i] == 0:
                    spans[2 * o, i] = j
                spans[2 * o + 1, i] = j + LANES
            else:
                borders[o, across] = j
                across += 1
        counts[o, BORDERS] = across
