"""Water at the edge of the map: from the open water out to where the ground ends, and down its side to the ground.

Without skirts the water ends as the ground of a cell does not: with the open water. A map with skirts is a block, and the water fills it.

*Symbols:* ``z`` the height of the water; p and q points of the ground's border, clockwise, where the noise moves them.
"""

from __future__ import annotations

from typing import Any

from landwright._numba import kernel
from landwright.hexmap._kernels.edges import across, mix, side_edge, strips_between, terrace
from landwright.hexmap._kernels.emit import add, add_still, triangle
from landwright.hexmap._kernels.frame import center, under_water, water_of
from landwright.hexmap._kernels.shake import known, place, shaken, top

__all__ = ["brim"]


@kernel(borrows=True)
def _side(out: Any, p: Any, q: Any, z: Any) -> None:  # out: out
    """Add the upright water above the ground from p to q, as far as it lies below the surface."""
    if p[2] >= z and q[2] >= z:
        return
    if p[2] < z and q[2] < z:
        a = add_still(out, (p[0], p[1], z))
        add_still(out, (q[0], q[1], z))
        add_still(out, p)
        add_still(out, q)
        triangle(out, a, a + 2, a + 1)
        triangle(out, a + 1, a + 2, a + 3)
        return
    m = mix(p, q, (z - p[2]) / (q[2] - p[2]))
    low = p if p[2] < z else q
    a = add_still(out, (low[0], low[1], z))
    add_still(out, low)
    add_still(out, (m[0], m[1], z))
    if p[2] < z:
        triangle(out, a, a + 1, a + 2)
    else:
        triangle(out, a, a + 2, a + 1)


@kernel(borrows=True)
def _end(
    f: Any, out: Any, near: Any, far: Any, n: Any, right: Any, z: Any, inner: Any, inner2: Any
) -> None:  # out: out
    """Add the water, level and upright, at the right or left end of the ground between two cells, `n` strips from near to far.

    *Symbols:* inner and inner2 the corners of the cells' open water; inner2 is inner where the far cell is dry.
    """
    p = near[0], near[1], near[2]
    before = (near[3], near[4], near[2])
    half = (n + 1) // 2
    a = add(out, (inner[0], inner[1], z))
    b = add(out, (inner2[0], inner2[1], z)) if inner2 != inner else a
    last = add_still(out, (before[0], before[1], z))
    for k in range(1, n + 1):
        x, y, height = terrace(k, n, p, far)
        x, y = shaken(f, x, y)
        here = (x, y, height)
        next_ = add_still(out, (x, y, z))
        tip = a if k <= half else b
        if right:
            triangle(out, tip, next_, last)
            _side(out, here, before, z)
        else:
            triangle(out, tip, last, next_)
            _side(out, before, here, z)
        if k == half and b != a:
            if right:
                triangle(out, a, b, next_)
            else:
                triangle(out, a, next_, b)
        before, last = here, next_


@kernel(borrows=True)
def brim(f: Any, out: Any, near: Any, rim: Any, far: Any, cell: Any, x: Any, y: Any, d: Any) -> None:  # out, far: out
    """Add the water that side `d` of a cell under water lacks where the map ends beyond it or beside it."""
    z = water_of(f, cell)
    ax, ay = across(f, x, y, f.open, d)
    bx, by = across(f, x, y, f.open, d + 1)
    cell2 = near[d, 2]
    if cell2 < 0:
        n = add(out, (ax, ay, z))
        add(out, (bx, by, z))
        for i in range(5):
            add_still(out, (rim[d, i, 3], rim[d, i, 4], z))
        triangle(out, n, n + 2, n + 3)
        triangle(out, n, n + 3, n + 4)
        triangle(out, n, n + 4, n + 1)
        triangle(out, n + 1, n + 4, n + 5)
        triangle(out, n + 1, n + 5, n + 6)
        for i in range(1, 5):
            _side(out, known(rim[d, i - 1]), known(rim[d, i]), z)
        return
    wet = under_water(f, cell2)
    left, right = near[(d + 5) % 6, 2] < 0, near[(d + 1) % 6, 2] < 0
    if not (left or right) or (wet and d >= 3):
        return
    row2, column2 = near[d, 0], near[d, 1]
    x2, y2 = center(f, row2, column2)
    side_edge(f, far, x2, y2, top(f, row2, column2), f.solid, d)
    place(f, far, 5)
    strips = strips_between(f, cell, cell2)
    back = (d + 3) % 6
    if right:
        inner2 = across(f, x2, y2, f.open, back) if wet else (bx, by)
        _end(f, out, rim[d, 4], far[4], strips, True, z, (bx, by), inner2)
    if left:
        inner2 = across(f, x2, y2, f.open, back + 1) if wet else (ax, ay)
        _end(f, out, rim[d, 0], far[0], strips, False, z, (ax, ay), inner2)
