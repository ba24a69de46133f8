"""Midpoint displacement and diamond-square, level by level.

A level takes nodes `src` at one spacing and makes `dst` at half of it. Positions are counted in half spacings (the lattice
of `dst`), rows southward, columns eastward, and a displacement is a hash of that position in the stream of the level, so a
window of the plane gets the bits of the whole.

Even rows hold nodes and the midpoints of horizontal edges, odd rows the midpoints of vertical edges and centers. `dst` starts at
(row, col); `col` is even, and with an odd `row` it begins with an odd row. ``src[r, c]`` is the node at (row - row % 2, col).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import add32, as_u32, centered, hash2, unit
from landwright._numba import kernel

_F, _U = np.float32, np.uint32
_QUARTER, _HALF = _F(0.25), _F(0.5)


@kernel(inline=True)
def _draw(x: Any, y: Any, s0: Any, s1: Any) -> Any:
    return centered(hash2(x, y, s0, s1))


@kernel("void(i8, i8, i8, f4, f4, u4, u4, f4[:, ::1])")
def nodes(row: int, col: int, stride: int, middle: Any, amplitude: Any, s0: Any, s1: Any, out: Any) -> None:  # out
    """Fill `out` with the nodes of the coarsest level: ``middle`` plus or minus up to ``amplitude``."""
    for i in range(out.shape[0]):
        y = as_u32(np.int64((row + i) * stride))
        for j in range(out.shape[1]):
            out[i, j] = middle + amplitude * _draw(as_u32(np.int64((col + j) * stride)), y, s0, s1)


@kernel("void(u4, u4, f4[:, ::1])")
def corners(s0: Any, s1: Any, out: Any) -> None:  # out
    """Fill `out` with numbers from 0 to 1: the corners of the plasma's square."""
    for i in range(out.shape[0]):
        for j in range(out.shape[1]):
            out[i, j] = unit(hash2(as_u32(np.int64(j)), as_u32(np.int64(i)), s0, s1))


@kernel(inline=True)
def _pair_row(a: Any, o: Any) -> None:
    """Write nodes and the midpoints of horizontal edges."""
    pairs = o.shape[0] // 2
    for j in range(pairs):
        o[2 * j] = a[j]
        o[2 * j + 1] = _HALF * (a[j] + a[j + 1])
    if o.shape[0] & 1:
        o[2 * pairs] = a[pairs]


@kernel("void(i8[::1], f4[:, ::1], i8, i8, i8, i8, f4, f4, f4, u4, u4, f4[:, ::1])")
def midpoint_level(
    control: Any,
    src: Any,
    r: int,
    c: int,
    row: int,
    col: int,
    amplitude: Any,
    low: Any,
    high: Any,
    s0: Any,
    s1: Any,
    dst: Any,
) -> None:  # out
    """One level of 2-D midpoint displacement; centers are clamped to [low, high]."""
    pairs = dst.shape[1] // 2
    lead = row & 1
    x0 = as_u32(np.int64(col + 1))
    for i in range((dst.shape[0] + lead + 1) // 2):
        if control[0]:
            return
        k = 2 * i - lead
        a = src[r + i, c:]
        if k >= 0:
            _pair_row(a, dst[k])
        if k + 1 < dst.shape[0]:
            b = src[r + i + 1, c:]
            o = dst[k + 1]
            y = as_u32(np.int64(row + k + 1))
            for j in range(pairs):
                o[2 * j] = _HALF * (a[j] + b[j])
                m = _QUARTER * ((a[j] + a[j + 1]) + (b[j] + b[j + 1]))
                v = m + amplitude * _draw(add32(x0, as_u32(np.int64(2 * j))), y, s0, s1)
                o[2 * j + 1] = min(max(v, low), high)
            if dst.shape[1] & 1:
                o[2 * pairs] = _HALF * (a[pairs] + b[pairs])


@kernel("void(f4[:, ::1], f4, f4[:, ::1])")
def clamp_scale(src: Any, scale: Any, out: Any) -> None:  # out
    """``out = clamp(src, 0, 1) * scale``; `out` may be `src`."""
    for i in range(out.shape[0]):
        a = src[i]
        o = out[i]
        for j in range(o.shape[0]):
            o[j] = min(max(a[j], _F(0.0)), _F(1.0)) * scale


@kernel("void(f4[:, ::1], f4, f4[:, ::1])")
def pixel_means(src: Any, scale: Any, out: Any) -> None:  # out
    """Mean of the four corners of every cell, clamped to [0, 1], times `scale`."""
    for i in range(out.shape[0]):
        a = src[i]
        b = src[i + 1]
        o = out[i]
        for j in range(o.shape[0]):
            m = _QUARTER * ((a[j] + a[j + 1]) + (b[j] + b[j + 1]))
            o[j] = min(max(m, _F(0.0)), _F(1.0)) * scale


@kernel(inline=True)
def _centers(a: Any, b: Any, count: int, x: int, y: Any, amplitude: Any, s0: Any, s1: Any, line: Any) -> None:  # out
    """Centers between node rows `a` and `b`, from position `x` on in steps of two."""
    x0 = as_u32(np.int64(x))
    for j in range(count):
        m = _QUARTER * ((a[j] + a[j + 1]) + (b[j] + b[j + 1]))
        line[j] = m + amplitude * _draw(add32(x0, as_u32(np.int64(2 * j))), y, s0, s1)


@kernel(inline=True)
def _even_row(a: Any, up: Any, down: Any, x: int, y: Any, amplitude: Any, s0: Any, s1: Any, o: Any) -> None:  # out
    """Nodes and horizontal edges; `up` and `down` hold the centers above and below, the first one west of ``o[0]``."""
    pairs = o.shape[0] // 2
    x0 = as_u32(np.int64(x + 1))
    for j in range(pairs):
        m = _QUARTER * ((a[j] + a[j + 1]) + (up[j + 1] + down[j + 1]))
        o[2 * j] = a[j]
        o[2 * j + 1] = m + amplitude * _draw(add32(x0, as_u32(np.int64(2 * j))), y, s0, s1)
    if o.shape[0] & 1:
        o[2 * pairs] = a[pairs]


@kernel(inline=True)
def _odd_row(a: Any, b: Any, line: Any, x: int, y: Any, amplitude: Any, s0: Any, s1: Any, o: Any) -> None:  # out
    """Vertical edges and centers; ``line[0]`` is the center west of ``o[0]``."""
    pairs = o.shape[0] // 2
    x0 = as_u32(np.int64(x))
    for j in range(pairs):
        m = _QUARTER * ((a[j] + b[j]) + (line[j] + line[j + 1]))
        o[2 * j] = m + amplitude * _draw(add32(x0, as_u32(np.int64(2 * j))), y, s0, s1)
        o[2 * j + 1] = line[j + 1]
    if o.shape[0] & 1:
        m = _QUARTER * ((a[pairs] + b[pairs]) + (line[pairs] + line[pairs + 1]))
        o[2 * pairs] = m + amplitude * _draw(add32(x0, as_u32(np.int64(2 * pairs))), y, s0, s1)


@kernel("void(i8[::1], f4[:, ::1], i8, i8, i8, i8, f4, f4, u4, u4, f4[:, ::1])")
def open_level(
    control: Any, src: Any, r: int, c: int, row: int, col: int, center: Any, edge: Any, s0: Any, s1: Any, dst: Any
) -> None:  # out
    """One level of diamond-square on the endless plane; `src` reaches one node beyond `dst` on every side."""
    rows, cols = dst.shape
    lead = row & 1
    count = (cols + 1) // 2 + 1
    lines = np.empty((2, count), np.float32)
    y = as_u32(np.int64(row - lead - 1))
    _centers(src[r - 1, c - 1 :], src[r, c - 1 :], count, col - 1, y, center, s0, s1, lines[1])
    for i in range((rows + lead + 1) // 2):
        if control[0]:
            return
        k = 2 * i - lead
        up = lines[(i + 1) & 1]
        down = lines[i & 1]
        a = src[r + i]
        b = src[r + i + 1]
        y = as_u32(np.int64(row + k + 1))
        _centers(a[c - 1 :], b[c - 1 :], count, col - 1, y, center, s0, s1, down)
        if k >= 0:
            _even_row(a[c:], up, down, col, as_u32(np.int64(row + k)), edge, s0, s1, dst[k])
        if k + 1 < rows:
            _odd_row(a[c:], b[c:], down, col, y, edge, s0, s1, dst[k + 1])


@kernel("void(i8[::1], f4[:, ::1], b1, f4, f4, f4, u4, u4, f4[:, ::1])")
def closed_level(
    control: Any, src: Any, torus: Any, outside: Any, center: Any, edge: Any, s0: Any, s1: Any, dst: Any
) -> None:  # out
    """One level of diamond-square on a whole map of (m + 1, n + 1) nodes, which becomes (2 m + 1, 2 n + 1).

    Outside lies the constant `outside`, or with `torus` the map's other side; the last row and column then repeat the first.
    """
    m, n = src.shape[0] - 1, src.shape[1] - 1
    lines = np.empty((2, n + 2), np.float32)
    if torus:
        _centers(src[m - 1], src[m], n, 1, as_u32(np.int64(2 * m - 1)), center, s0, s1, lines[1, 1:])
        lines[1, 0] = lines[1, n]
        lines[1, n + 1] = lines[1, 1]
    else:
        lines[1, :] = outside
    for i in range(m + 1):
        if control[0]:
            return
        up = lines[(i + 1) & 1]
        down = lines[i & 1]
        a = src[i]
        if i < m:
            b = src[i + 1]
            y = as_u32(np.int64(2 * i + 1))
            _centers(a, b, n, 1, y, center, s0, s1, down[1:])
            down[0] = down[n] if torus else outside
            down[n + 1] = down[1] if torus else outside
            _odd_row(a, b, down, 0, y, edge, s0, s1, dst[2 * i + 1])
        elif not torus:
            down[:] = outside
        if i < m or not torus:
            _even_row(a, up, down, 0, as_u32(np.int64(2 * i)), edge, s0, s1, dst[2 * i])
        if torus:
            if i < m:
                dst[2 * i, 2 * n] = dst[2 * i, 0]
                dst[2 * i + 1, 2 * n] = dst[2 * i + 1, 0]
            else:
                dst[2 * m, :] = dst[0, :]


@kernel("void(i8[::1], f8, u4, u4, i8[::1], f4[::1])")
def skyline_level(ends: Any, step: float, s0: Any, s1: Any, split: Any, out: Any) -> None:  # out, out
    """Split every segment between two of `ends` once; displacement up to `step` times its length in samples."""
    for k in range(ends.shape[0] - 1):
        left, right = ends[k], ends[k + 1]
        middle = (left + right) // 2
        split[2 * k] = left
        split[2 * k + 1] = middle
        if left < middle:
            share = np.float64(middle - left) / np.float64(right - left)
            mean = np.float64(out[left]) * (1.0 - share) + np.float64(out[right]) * share
            draw = np.float64(centered(hash2(as_u32(np.int64(k)), _U(0), s0, s1)))
            out[middle] = np.float32(mean + step * np.float64(right - left) * draw)
    split[2 * ends.shape[0] - 2] = ends[ends.shape[0] - 1]
