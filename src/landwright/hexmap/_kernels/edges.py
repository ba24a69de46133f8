"""Points on the sides of cells and on the terraces between them.

Everything between two points is written so that swapping them gives the same bits: two cells that share a side, or two chunks
that share a corner, find the same vertices without knowing of each other.

*Symbols:* an edge ``e`` is a (5, 5) array, clockwise seen from its cell: x, y, z of its points, then x and y of where the
noise moves them; ``k`` of ``n`` counts the strips of a terraced slope.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel

__all__ = [
    "CLIFF",
    "FLAT",
    "SLOPE",
    "across",
    "kind_of_edge",
    "mix",
    "ring_edge",
    "set_edge",
    "side_edge",
    "strips_between",
    "terrace",
]

FLAT, SLOPE, CLIFF = 0, 1, 2


@kernel(inline=True, borrows=True)
def kind_of_edge(f: Any, cell: Any, cell2: Any) -> Any:
    """Return FLAT, SLOPE (terraced) or CLIFF. Without terraces nothing is a slope."""
    difference = abs(f.elevation_c[cell] - f.elevation_c[cell2])
    if difference == 0:
        return FLAT
    return SLOPE if difference == 1 and f.terraces > 1 else CLIFF


@kernel(inline=True, borrows=True)
def strips_between(f: Any, cell: Any, cell2: Any) -> Any:
    """Return how many strips of ground lie between two cells: several on a slope, otherwise one."""
    return f.terraces if kind_of_edge(f, cell, cell2) == SLOPE else np.int64(1)


@kernel(inline=True, borrows=True)
def mix(a: Any, b: Any, t: Any) -> Any:
    """Return the point a share `t` of the way from a to b."""
    s = 1.0 - t
    return a[0] * s + b[0] * t, a[1] * s + b[1] * t, a[2] * s + b[2] * t


@kernel(inline=True, borrows=True)
def terrace(k: Any, n: Any, a: Any, b: Any) -> Any:
    """Return the point of terrace line `k` of `n` between a (0) and b (n): level steps, so the height moves every second line."""
    p, q = (n - k) / n, k / n
    lines = (n + 1) // 2
    climbed = (k + 1) // 2
    u, v = (lines - climbed) / lines, climbed / lines
    return a[0] * p + b[0] * q, a[1] * p + b[1] * q, a[2] * u + b[2] * v


@kernel(borrows=True)
def set_edge(e: Any, ax: Any, ay: Any, bx: Any, by: Any, z: Any, share: Any) -> None:  # e: out
    """Fill an edge from a to b at one height; `share` is where its second point lies (a quarter, or a sixth in channels)."""
    rest = 1.0 - share
    e[0, 0], e[0, 1] = ax, ay
    e[1, 0], e[1, 1] = ax * rest + bx * share, ay * rest + by * share
    e[2, 0], e[2, 1] = ax * 0.5 + bx * 0.5, ay * 0.5 + by * 0.5
    e[3, 0], e[3, 1] = ax * share + bx * rest, ay * share + by * rest
    e[4, 0], e[4, 1] = bx, by
    for i in range(5):
        e[i, 2] = z


@kernel(inline=True, borrows=True)
def across(f: Any, x: Any, y: Any, factor: Any, d: Any) -> Any:
    """Return corner `d` (0 to 6) of a hexagon around (x, y), shrunk by `factor`."""
    return x + f.corner[d, 0] * factor, y + f.corner[d, 1] * factor


@kernel(inline=True, borrows=True)
def ring_edge(f: Any, e: Any, x: Any, y: Any, z: Any, factor: Any, d: Any) -> None:  # e: out
    """Fill the edge of side `d` of a hexagon shrunk by `factor`."""
    ax, ay = across(f, x, y, factor, d)
    bx, by = across(f, x, y, factor, d + 1)
    set_edge(e, ax, ay, bx, by, z, 0.25)


@kernel(inline=True, borrows=True)
def side_edge(f: Any, e: Any, x: Any, y: Any, z: Any, factor: Any, d: Any) -> None:  # e: out
    """Fill the edge by which the neighbour at (x, y) faces us across our side `d`; its points run in our order."""
    back = (d + 3) % 6
    ax, ay = across(f, x, y, factor, back + 1)
    bx, by = across(f, x, y, factor, back)
    set_edge(e, ax, ay, bx, by, z, 0.25)
