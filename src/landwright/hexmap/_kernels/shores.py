"""Water: open water, shores with foam coordinates, and estuaries where a river crosses a shore.

*Symbols:* ``a`` the edge of the water cell's open water, ``b`` the land cell's own edge that faces it, both at the height of the water;
``near`` (6, 3) row, column and
index of the neighbours; ``v`` is 0 on the water's side and 1 on the land's.
"""

from __future__ import annotations

from typing import Any

from landwright._numba import kernel
from landwright.hexmap._kernels.edges import across, ring_edge, side_edge
from landwright.hexmap._kernels.emit import add, add_still, quad, set_uv, set_uv1, triangle
from landwright.hexmap._kernels.frame import center, river_through, under_water, water_of
from landwright.hexmap._kernels.shake import known, place, shaken

__all__ = ["water_side"]


@kernel(inline=True, borrows=True)
def _open_water(
    f: Any, out: Any, near: Any, x: Any, y: Any, z: Any, d: Any, row2: Any, column2: Any, cell2: Any
) -> None:  # out: out
    ax, ay = across(f, x, y, f.open, d)
    bx, by = across(f, x, y, f.open, d + 1)
    n = add(out, (x, y, z))
    add(out, (ax, ay, z))
    add(out, (bx, by, z))
    triangle(out, n, n + 1, n + 2)
    if d >= 3 or cell2 < 0:
        return
    x2, y2 = center(f, row2, column2)
    back = (d + 3) % 6
    cx, cy = across(f, x2, y2, f.open, back + 1)
    dx, dy = across(f, x2, y2, f.open, back)
    add(out, (cx, cy, z))
    add(out, (dx, dy, z))
    quad(out, n + 1, n + 2, n + 3, n + 4)
    if d < 2:
        row3, column3, cell3 = near[d + 1, 0], near[d + 1, 1], near[d + 1, 2]
        if cell3 >= 0 and under_water(f, cell3):
            x3, y3 = center(f, row3, column3)
            ex, ey = across(f, x3, y3, f.open, (d + 5) % 6)
            add(out, (ex, ey, z))
            triangle(out, n + 2, n + 4, n + 5)


@kernel(inline=True, borrows=True)
def _foam(out: Any, p: Any, v: Any) -> Any:
    n = add_still(out, known(p))
    set_uv(out, n, 0.0, v)
    return n


@kernel(inline=True, borrows=True)
def _mouth(out: Any, p: Any, u: Any, v: Any, u1: Any, v1: Any, incoming: Any) -> Any:
    """Append a vertex of an estuary; u1 and v1 are those of a river that flows into the water."""
    n = add_still(out, known(p))
    set_uv(out, n, u, v)
    if incoming:
        set_uv1(out, n, u1, v1)
    else:
        set_uv1(out, n, 1.0 - u1, 0.8 - v1)
    return n


@kernel(inline=True, borrows=True)
def _estuary(shore: Any, out: Any, a: Any, b: Any, incoming: Any) -> None:  # shore, out: out
    n = _foam(shore, b[0], 1.0)
    _foam(shore, a[1], 0.0)
    _foam(shore, a[0], 0.0)
    _foam(shore, b[4], 1.0)
    _foam(shore, a[4], 0.0)
    _foam(shore, a[3], 0.0)
    triangle(shore, n, n + 1, n + 2)
    triangle(shore, n + 3, n + 4, n + 5)
    m = _mouth(out, b[0], 0.0, 1.0, 1.5, 1.0, incoming)
    _mouth(out, a[1], 0.0, 0.0, 0.7, 1.15, incoming)
    _mouth(out, b[1], 1.0, 1.0, 1.0, 0.8, incoming)
    _mouth(out, a[2], 0.0, 0.0, 0.5, 1.1, incoming)
    _mouth(out, b[3], 1.0, 1.0, 0.0, 0.8, incoming)
    _mouth(out, a[3], 0.0, 0.0, 0.3, 1.15, incoming)
    _mouth(out, b[4], 0.0, 1.0, -0.5, 1.0, incoming)
    quad(out, m, m + 1, m + 2, m + 3)
    triangle(out, m + 3, m + 2, m + 4)
    quad(out, m + 3, m + 5, m + 4, m + 6)


@kernel(inline=True, borrows=True)
def water_side(
    f: Any, out: Any, a: Any, b: Any, near: Any, cell: Any, x: Any, y: Any, d: Any
) -> None:  # out, a, b: out
    """Add the water between the middle of a cell under water and its side `d`, and what lies beyond."""
    z = water_of(f, cell)
    row2, column2, cell2 = near[d, 0], near[d, 1], near[d, 2]
    if cell2 < 0 or under_water(f, cell2):
        _open_water(f, out.water, near, x, y, z, d, row2, column2, cell2)
        return
    x2, y2 = center(f, row2, column2)
    ring_edge(f, a, x, y, z, f.open, d)
    side_edge(f, b, x2, y2, z, f.solid, d)
    place(f, a, 5)
    place(f, b, 5)
    n = add(out.water, (x, y, z))
    for i in range(5):
        add_still(out.water, known(a[i]))
    for i in range(1, 5):
        triangle(out.water, n, n + i, n + i + 1)
    if river_through(f, cell, d):
        _estuary(out.shore, out.estuaries, a, b, (f.river_in_c[cell] >> d) & 1 == 1)
    else:
        n = out.shore.count[0]
        for i in range(5):
            _foam(out.shore, a[i], 0.0)
        for i in range(5):
            _foam(out.shore, b[i], 1.0)
        for i in range(n, n + 4):
            quad(out.shore, i, i + 1, i + 5, i + 6)
    after = (d + 1) % 6
    row3, column3, cell3 = near[after, 0], near[after, 1], near[after, 2]
    if cell3 >= 0:
        wet = under_water(f, cell3)
        x3, y3 = center(f, row3, column3)
        cx, cy = across(f, x3, y3, f.open if wet else f.solid, (d + 5) % 6)
        n = _foam(out.shore, a[4], 0.0)
        _foam(out.shore, b[4], 1.0)
        cx, cy = shaken(f, cx, cy)
        set_uv(out.shore, add_still(out.shore, (cx, cy, z)), 0.0, 0.0 if wet else 1.0)
        triangle(out.shore, n, n + 1, n + 2)
