"""The noise that shakes points sideways and cells up and down: one periodic picture, read between its samples.

On a map that wraps, the westernmost columns blend into the picture's continuation of the east edge, so that both edges are shaken alike.

Many points at once take less than half the time of one by one: :func:`shake_batch` finds where all of them lie, fetches the samples around
them and moves them in three plain loops, of which the compiler makes vector instructions. The bits are the same.

*Symbols:* ``x``, ``y`` metres from the map's origin; ``s`` columns, ``t`` rows of the picture.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from landwright._numba import kernel
from landwright.hexmap._kernels.frame import CELLS, SIZES, center, make_frame

__all__ = [
    "BATCH",
    "SIDE",
    "Batch",
    "cell_tops",
    "known",
    "place",
    "settle",
    "shake_batch",
    "shake_points",
    "shaken",
    "top",
]

SIDE = 512
"""Samples a side of the picture."""
_LAST = SIDE - 1
BATCH = 64
"""Most points of a batch."""
_LANES = 16
"""Batches are rounded up to whole vectors; what lies behind the last point is shaken in vain."""


class Batch(NamedTuple):
    """Points that are shaken together.

    Attributes
    ----------
    x, y, moved_x, moved_y : (BATCH,) float64 arrays
        Where they are, and where they go.
    s, t : (BATCH,) float64 arrays
        How far they lie between samples.
    at, texel : (4, BATCH) int64 arrays
        The samples around each, and both channels of each in one number.
    channel : (4, 2 * BATCH) float32 array
        The memory of `texel`, channel by channel.
    pairs : (512 * 512,) int64 array
        The memory of the noise that shakes sideways, both channels of a sample in one number.
    """

    x: Any
    y: Any
    moved_x: Any
    moved_y: Any
    s: Any
    t: Any
    at: Any
    texel: Any
    channel: Any
    pairs: Any


@kernel(inline=True, borrows=True)
def _locate(v: Any) -> Any:
    """Return the sample before `v` (in samples), the one after, and how far between them."""
    low = math.floor(v)
    i = np.int64(low)
    return i & _LAST, (i + 1) & _LAST, v - low


@kernel(inline=True, borrows=True)
def _between(south0: Any, south1: Any, north0: Any, north1: Any, fs: Any, ft: Any) -> Any:
    south = south0 * (1.0 - fs) + south1 * fs
    north = north0 * (1.0 - fs) + north1 * fs
    return south * (1.0 - ft) + north * ft


@kernel(inline=True, borrows=True)
def _pair(noise: Any, scale: Any, x: Any, y: Any, plane: Any) -> Any:
    """Return the two channels of a plane of the picture at a point."""
    s0, s1, fs = _locate(x * scale * SIDE)
    t0, t1, ft = _locate(y * scale * SIDE)
    a, b = 2 * (t0 * SIDE + s0), 2 * (t0 * SIDE + s1)
    c, d = 2 * (t1 * SIDE + s0), 2 * (t1 * SIDE + s1)
    return (
        _between(noise[plane, a], noise[plane, b], noise[plane, c], noise[plane, d], fs, ft),
        _between(noise[plane, a + 1], noise[plane, b + 1], noise[plane, c + 1], noise[plane, d + 1], fs, ft),
    )


@kernel(borrows=True)
def _blended(noise: Any, scale: Any, width: Any, across: Any, x: Any, y: Any, plane: Any) -> Any:
    """Return two channels near the west edge of a map that wraps, `width` metres around."""
    if x >= width:
        x = x - width
    share = min(max(x / across - 0.5, 0.0), 1.0)
    a, b = _pair(noise, scale, x + width, y, plane)
    if share == 0.0:
        return a, b
    c, d = _pair(noise, scale, x, y, plane)
    return a * (1.0 - share) + c * share, b * (1.0 - share) + d * share


@kernel(inline=True, borrows=True)
def _sample(f: Any, x: Any, y: Any, plane: Any) -> Any:
    across = 2.0 * f.inner
    if f.wrap and x < 1.5 * across:
        return _blended(f.noise, f.scale, f.columns * across, across, x, y, plane)
    return _pair(f.noise, f.scale, x, y, plane)


@kernel(borrows=True)
def _moved(noise: Any, scale: Any, strength: Any, wrap: Any, width: Any, across: Any, x: Any, y: Any) -> Any:
    if wrap and (x < 1.5 * across or x >= width + 0.5 * across):
        a, b = _blended(noise, scale, width, across, x, y, 0)
    else:
        a, b = _pair(noise, scale, x, y, 0)
    return x + (2.0 * a - 1.0) * strength, y + (2.0 * b - 1.0) * strength


@kernel(inline=True, borrows=True)
def shaken(f: Any, x: Any, y: Any) -> Any:
    """Return where a point goes: x and y."""
    across = 2.0 * f.inner
    return _moved(f.noise, f.scale, f.strength, f.wrap, f.columns * across, across, x, y)


@kernel(inline=True, borrows=True)
def top(f: Any, row: Any, column: Any) -> Any:
    """Return the height of a cell's top: its elevation, lifted by the noise. The column may lie beyond an edge that wraps."""
    inside = column % f.columns
    x, y = center(f, row, inside)
    a, _ = _sample(f, x, y, 1)
    return f.elevation_c[row * f.columns + inside] * f.step + (2.0 * a - 1.0) * f.lift


@kernel(inline=True, borrows=True)
def place(f: Any, e: Any, count: Any) -> None:  # e: out
    """Note where the first points of an edge go, beside them."""
    across = 2.0 * f.inner
    _place(f.noise, f.scale, f.strength, f.wrap, f.columns * across, across, e, count)


@kernel(borrows=True)
def _place(
    noise: Any, scale: Any, strength: Any, wrap: Any, width: Any, across: Any, e: Any, count: Any
) -> None:  # e: out
    for i in range(count):
        x, y = e[i, 0], e[i, 1]
        if wrap and (x < 1.5 * across or x >= width + 0.5 * across):
            a, b = _blended(noise, scale, width, across, x, y, 0)
        else:
            a, b = _pair(noise, scale, x, y, 0)
        e[i, 3] = x + (2.0 * a - 1.0) * strength
        e[i, 4] = y + (2.0 * b - 1.0) * strength


@kernel(inline=True, borrows=True)
def known(p: Any) -> Any:
    """Return where a point of an edge goes."""
    return p[3], p[4], p[2]


@kernel(borrows=True)
def _shake_plainly(scale: Any, strength: Any, b: Any, count: Any) -> None:  # b: out
    side = np.float64(SIDE)
    for i in range(count):
        u, v = b.x[i] * scale * side, b.y[i] * scale * side
        low_u, low_v = math.floor(u), math.floor(v)
        s, t = np.int64(low_u), np.int64(low_v)
        row, row1 = (t & _LAST) * SIDE, ((t + 1) & _LAST) * SIDE
        b.s[i], b.t[i] = u - low_u, v - low_v
        b.at[0, i] = row + (s & _LAST)
        b.at[1, i] = row + ((s + 1) & _LAST)
        b.at[2, i] = row1 + (s & _LAST)
        b.at[3, i] = row1 + ((s + 1) & _LAST)
    for i in range(count):
        b.texel[0, i] = b.pairs[np.uint64(b.at[0, i])]
        b.texel[1, i] = b.pairs[np.uint64(b.at[1, i])]
        b.texel[2, i] = b.pairs[np.uint64(b.at[2, i])]
        b.texel[3, i] = b.pairs[np.uint64(b.at[3, i])]
    q = b.channel
    for i in range(count):
        fs, ft = b.s[i], b.t[i]
        j, k = 2 * i, 2 * i + 1
        b.moved_x[i] = b.x[i] + (2.0 * _between(q[0, j], q[1, j], q[2, j], q[3, j], fs, ft) - 1.0) * strength
        b.moved_y[i] = b.y[i] + (2.0 * _between(q[0, k], q[1, k], q[2, k], q[3, k], fs, ft) - 1.0) * strength


@kernel(inline=True, borrows=True)
def shake_batch(f: Any, b: Any, count: Any) -> None:  # b: out
    """Shake the first points of a batch."""
    if f.wrap:
        for i in range(count):
            b.moved_x[i], b.moved_y[i] = shaken(f, b.x[i], b.y[i])
    else:
        _shake_plainly(f.scale, f.strength, b, (count + _LANES - 1) // _LANES * _LANES)


@kernel(inline=True, borrows=True)
def settle(f: Any, b: Any, out: Any) -> None:  # b, out: out
    """Shake the loose vertices of a buffer."""
    if out.count[2] > 0:
        _settle(f, b, out.vertex_v, out.loose, out.count[2])
        out.count[2] = 0


@kernel(borrows=True)
def _settle(f: Any, b: Any, vertex_v: Any, loose: Any, count: Any) -> None:  # b, vertex_v: out
    for first in range(0, count, BATCH):
        some = min(count - first, BATCH)
        for i in range(some):
            b.x[i] = vertex_v[loose[first + i], 0]
            b.y[i] = vertex_v[loose[first + i], 1]
        shake_batch(f, b, some)
        for i in range(some):
            vertex_v[loose[first + i], 0] = b.moved_x[i]
            vertex_v[loose[first + i], 1] = b.moved_y[i]


@kernel(f"void(i8, i8, f8[:, ::1], i8, i8, i8, {CELLS}, {SIZES}, f8[:, ::1])", borrows=True)
def shake_points(
    row0: Any,
    row1: Any,
    points: Any,
    columns: Any,
    rows: Any,
    wrap: Any,
    elevation_c: Any,
    water_c: Any,
    river_in_c: Any,
    river_out_c: Any,
    roads_c: Any,
    walled_c: Any,
    sizes: Any,
    corner: Any,
    noise: Any,
    moved: Any,  # out
) -> None:
    """Shake points (n, 2): x and y."""
    f = make_frame(
        columns, rows, wrap, elevation_c, water_c, river_in_c, river_out_c, roads_c, walled_c, sizes, corner, noise
    )
    for n in range(row0, row1):
        moved[n, 0], moved[n, 1] = shaken(f, points[n, 0], points[n, 1])


@kernel(f"void(i8, i8, i8, i8, i8, {CELLS}, {SIZES}, f8[:, ::1])", borrows=True)
def cell_tops(
    row0: Any,
    row1: Any,
    columns: Any,
    rows: Any,
    wrap: Any,
    elevation_c: Any,
    water_c: Any,
    river_in_c: Any,
    river_out_c: Any,
    roads_c: Any,
    walled_c: Any,
    sizes: Any,
    corner: Any,
    noise: Any,
    tops: Any,  # out
) -> None:
    """Fill the heights of all cells' tops (rows, columns)."""
    f = make_frame(
        columns, rows, wrap, elevation_c, water_c, river_in_c, river_out_c, roads_c, walled_c, sizes, corner, noise
    )
    for row in range(row0, row1):
        for column in range(columns):
            tops[row, column] = top(f, row, column)
