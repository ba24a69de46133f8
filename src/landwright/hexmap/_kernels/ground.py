"""The ground between and inside cells: fans, strips, terraces and skirts.

Each vertex carries the weights of up to three cells, so that their kinds of ground blend. Vertices of one fan or strip are shared;
those of two are not, because their cells differ.

*Symbols:* ``out`` the buffer, ``splat`` its weights and cells; ``e`` edges as in ``edges``; cell1 and cell2 own the near and the far edge.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from landwright._numba import kernel
from landwright.hexmap._kernels.edges import terrace
from landwright.hexmap._kernels.emit import add, add_still, quad, triangle

__all__ = ["Splat", "ground_point", "hexagon", "skirt", "skirt_end", "strip", "wedge"]


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
def ground_point(
    out: Any, splat: Any, p: Any, w0: Any, w1: Any, w2: Any, c0: Any, c1: Any, c2: Any, still: Any
) -> Any:  # out, splat: out
    """Append a vertex of the ground; return its index."""
    n = add_still(out, p) if still else add(out, p)
    splat.weight_v[n, 0] = w0
    splat.weight_v[n, 1] = w1
    splat.weight_v[n, 2] = w2
    splat.cell_v[n, 0] = c0
    splat.cell_v[n, 1] = c1
    splat.cell_v[n, 2] = c2
    return n


@kernel(inline=True, borrows=True)
def hexagon(out: Any, splat: Any, x: Any, y: Any, z: Any, rim: Any, cell: Any) -> None:  # out, splat: out
    """Add the level top of a cell: 24 faces around its center."""
    middle = ground_point(out, splat, (x, y, z), 1.0, 0.0, 0.0, cell, cell, cell, False)
    first = middle + 1
    for d in range(6):
        for i in range(4):
            ground_point(out, splat, rim[d, i], 1.0, 0.0, 0.0, cell, cell, cell, False)
    for i in range(23):
        triangle(out, middle, first + i, first + i + 1)
    triangle(out, middle, first + 23, first)


@kernel(borrows=True)
def wedge(out: Any, splat: Any, p: Any, e: Any, cell: Any) -> None:  # out, splat: out
    """Add a fan of four faces from a point to an edge."""
    middle = ground_point(out, splat, p, 1.0, 0.0, 0.0, cell, cell, cell, False)
    for i in range(5):
        ground_point(out, splat, e[i], 1.0, 0.0, 0.0, cell, cell, cell, False)
    for i in range(1, 5):
        triangle(out, middle, middle + i, middle + i + 1)


@kernel(borrows=True)
def strip(
    out: Any, splat: Any, e1: Any, cell1: Any, e2: Any, cell2: Any, n: Any, left: Any, right: Any
) -> Any:  # out, splat: out
    """Add the ground between two edges, in `n` strips where it is terraced; return its first vertex.

    `left` and `right` are points (x, y, z, share) on the straight sides e1[0] to e2[0] and e1[4] to e2[4] that must become vertices,
    because the corner beyond has one there; a share of 0 means none. Only cliffs have them.
    """
    first = out.count[0]
    for k in range(n + 1):
        far = k / n if cell1 != cell2 else 0.0
        for i in range(5):
            ground_point(out, splat, terrace(k, n, e1[i], e2[i]), 1.0 - far, far, 0.0, cell1, cell2, cell1, False)
    if left[3] == 0.0 and right[3] == 0.0:
        for k in range(n):
            for i in range(4):
                a = first + 5 * k + i
                quad(out, a, a + 1, a + 5, a + 6)
        return first
    a, c = first, first + 5
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
    return first


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
