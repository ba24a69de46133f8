"""The ground between and inside cells: fans, strips, terraces and skirts.

Each vertex carries the weights of up to three cells, so that their kinds of ground blend. Vertices of one fan or strip are shared;
those of two are not, because their cells differ.

*Symbols:* ``out`` the buffer, ``splat`` its weights and cells; ``e`` edges as in ``edges``; cell1 and cell2 own the near and the far edge.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from landwright._numba import kernel
from landwright.hexmap._kernels.edges import terrace
from landwright.hexmap._kernels.emit import add_still, loosen, quad, triangle

__all__ = [
    "Splat",
    "cliff_strip",
    "ground_point",
    "hexagon",
    "level_strip",
    "skirt",
    "skirt_end",
    "strip",
    "wedge",
]


class Splat(NamedTuple):
    """What the vertices of the ground carry besides their place.

    Attributes
    ----------
    weight_v : (room, 3) float32 array
        Shares of three cells; they sum to 1.
    cell_v : (room, 3) int32 array
        The flat indices of those cells.
    """

    weight_v: Any
    cell_v: Any


@kernel(inline=True, borrows=True)
def _carry(splat: Any, n: Any, w0: Any, w1: Any, w2: Any, c0: Any, c1: Any, c2: Any) -> None:  # splat: out
    splat.weight_v[n, 0] = w0
    splat.weight_v[n, 1] = w1
    splat.weight_v[n, 2] = w2
    splat.cell_v[n, 0] = c0
    splat.cell_v[n, 1] = c1
    splat.cell_v[n, 2] = c2


@kernel(inline=True, borrows=True)
def ground_point(
    out: Any, splat: Any, p: Any, w0: Any, w1: Any, w2: Any, c0: Any, c1: Any, c2: Any, still: Any
) -> Any:  # out, splat: out
    """Append a vertex of the ground; return its index."""
    n = add_still(out, p)
    if not still:
        loosen(out, n)
    _carry(splat, n, w0, w1, w2, c0, c1, c2)
    return n


@kernel(inline=True, borrows=True)
def _line(
    out: Any, splat: Any, n: Any, e: Any, count: Any, near: Any, far: Any, cell1: Any, cell2: Any
) -> None:  # out, splat: out
    """Write the first points of an edge from vertex `n` on; the caller counts them."""
    for i in range(count):
        out.vertex_v[n + i, 0] = e[i, 3]
        out.vertex_v[n + i, 1] = e[i, 4]
        out.vertex_v[n + i, 2] = e[i, 2]
        _carry(splat, n + i, near, far, 0.0, cell1, cell2, cell1)


@kernel(inline=True, borrows=True)
def _fan(out: Any, m: Any, count: Any, middle: Any) -> None:  # out: out
    """Write faces, from face `m` on, between a vertex and the edge of the vertices after it; the caller counts them."""
    for i in range(count):
        out.face_f[m + i, 0] = middle
        out.face_f[m + i, 1] = middle + i + 2
        out.face_f[m + i, 2] = middle + i + 1


@kernel(inline=True, borrows=True)
def _band(out: Any, m: Any, first: Any) -> None:  # out: out
    """Write eight faces, from face `m` on, between the five vertices from `first` on and the five after them."""
    for i in range(4):
        at, a = m + 2 * i, first + i
        out.face_f[at, 0] = a
        out.face_f[at, 1] = a + 1
        out.face_f[at, 2] = a + 5
        out.face_f[at + 1, 0] = a + 1
        out.face_f[at + 1, 1] = a + 6
        out.face_f[at + 1, 2] = a + 5


@kernel(inline=True, borrows=True)
def hexagon(out: Any, splat: Any, x: Any, y: Any, z: Any, rim: Any, cell: Any) -> None:  # out, splat: out
    """Add the level top of a cell: 24 faces around its center."""
    middle = ground_point(out, splat, (x, y, z), 1.0, 0.0, 0.0, cell, cell, cell, False)
    for d in range(6):
        _line(out, splat, middle + 1 + 4 * d, rim[d], 4, 1.0, 0.0, cell, cell)
    m = out.count[1]
    _fan(out, m, 23, middle)
    out.count[0] = middle + 25
    out.count[1] = m + 23
    triangle(out, middle, middle + 24, middle + 1)


@kernel(borrows=True)
def wedge(out: Any, splat: Any, p: Any, e: Any, cell: Any) -> None:  # out, splat: out
    """Add a fan of four faces from a point to an edge."""
    middle = ground_point(out, splat, p, 1.0, 0.0, 0.0, cell, cell, cell, False)
    _line(out, splat, middle + 1, e, 5, 1.0, 0.0, cell, cell)
    m = out.count[1]
    _fan(out, m, 4, middle)
    out.count[0] = middle + 6
    out.count[1] = m + 4


@kernel(borrows=True)
def level_strip(out: Any, splat: Any, e1: Any, e2: Any, cell: Any) -> Any:  # out, splat: out
    """Add the ground between two edges within a cell; return its first vertex."""
    first, m = out.count[0], out.count[1]
    _line(out, splat, first, e1, 5, 1.0, 0.0, cell, cell)
    _line(out, splat, first + 5, e2, 5, 1.0, 0.0, cell, cell)
    _band(out, m, first)
    out.count[0] = first + 10
    out.count[1] = m + 8
    return first


@kernel(inline=True, borrows=True)
def strip(out: Any, splat: Any, e1: Any, cell1: Any, e2: Any, cell2: Any, n: Any) -> None:  # out, splat: out
    """Add the ground between the edges of two cells, in `n` strips where it is terraced."""
    apart = 1.0 if cell1 != cell2 else 0.0
    first, m, loose = out.count[0], out.count[1], out.count[2]
    _line(out, splat, first, e1, 5, 1.0, 0.0, cell1, cell2)
    for k in range(1, n):
        far = k / n * apart
        for i in range(5):
            at = first + 5 * k + i
            x, y, z = terrace(k, n, e1[i], e2[i])
            out.vertex_v[at, 0] = x
            out.vertex_v[at, 1] = y
            out.vertex_v[at, 2] = z
            out.loose[loose + 5 * (k - 1) + i] = at
            _carry(splat, at, 1.0 - far, far, 0.0, cell1, cell2, cell1)
    _line(out, splat, first + 5 * n, e2, 5, 1.0 - apart, apart, cell1, cell2)
    for k in range(n):
        _band(out, m + 8 * k, first + 5 * k)
    out.count[0] = first + 5 * (n + 1)
    out.count[1] = m + 8 * n
    out.count[2] = loose + 5 * (n - 1)


@kernel(borrows=True)
def cliff_strip(
    out: Any, splat: Any, e1: Any, cell1: Any, e2: Any, cell2: Any, left: Any, right: Any
) -> None:  # out, splat: out
    """Add the ground of a cliff between two edges, with the vertices that the corners beside it put on its sides.

    `left` and `right` are points (x, y, z, share) on the straight sides e1[0] to e2[0] and e1[4] to e2[4] that must become vertices,
    because the corner beyond has one there; a share of 0 means none.
    """
    apart = 1.0 if cell1 != cell2 else 0.0
    a = out.count[0]
    c = a + 5
    _line(out, splat, a, e1, 5, 1.0, 0.0, cell1, cell2)
    _line(out, splat, c, e2, 5, 1.0 - apart, apart, cell1, cell2)
    out.count[0] = a + 10
    if left[3] > 0.0:
        split = ground_point(out, splat, left, 1.0 - left[3], left[3], 0.0, cell1, cell2, cell1, True)
        triangle(out, a, split, a + 1)
        triangle(out, split, c, a + 1)
        triangle(out, a + 1, c, c + 1)
    else:
        quad(out, a, a + 1, c, c + 1)
    quad(out, a + 1, a + 2, c + 1, c + 2)
    quad(out, a + 2, a + 3, c + 2, c + 3)
    if right[3] > 0.0:
        split = ground_point(out, splat, right, 1.0 - right[3], right[3], 0.0, cell1, cell2, cell1, True)
        triangle(out, a + 3, c + 3, a + 4)
        triangle(out, a + 4, c + 3, split)
        triangle(out, split, c + 3, c + 4)
    else:
        quad(out, a + 3, a + 4, c + 3, c + 4)


@kernel(inline=True, borrows=True)
def _drop(out: Any, splat: Any, p: Any, near: Any, cell1: Any, cell2: Any, depth: Any) -> Any:
    far = 1.0 - near
    n = ground_point(out, splat, p, near, far, 0.0, cell1, cell2, cell1, False)
    ground_point(out, splat, (p[0], p[1], p[2] - depth), near, far, 0.0, cell1, cell2, cell1, False)
    return n


@kernel(borrows=True)
def skirt(out: Any, splat: Any, e: Any, cell: Any, depth: Any) -> None:  # out, splat: out
    """Let the ground hang down `depth` metres at an edge beyond which the map ends."""
    for i in range(5):
        n = _drop(out, splat, e[i], 1.0, cell, cell, depth)
        if i > 0:
            quad(out, n - 2, n, n - 1, n + 1)


@kernel(borrows=True)
def skirt_end(
    out: Any, splat: Any, p: Any, cell1: Any, q: Any, cell2: Any, n: Any, right: Any, depth: Any
) -> None:  # out, splat: out
    """Let the ground hang down at the left or right end, from p to q, of a strip beyond which the map ends."""
    for k in range(n + 1):
        at = _drop(out, splat, terrace(k, n, p, q), 1.0 - k / n, cell1, cell2, depth)
        if k > 0:
            if right:
                quad(out, at, at - 2, at + 1, at - 1)
            else:
                quad(out, at - 2, at, at - 1, at + 1)
