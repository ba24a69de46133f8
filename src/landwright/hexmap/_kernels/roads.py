"""Roads: they lie on the ground, meet in the middle of cells and keep to the banks where there is a river.

*Symbols:* ``u`` is 1 on the middle line and 0 on the border; ``c`` the point where the roads of a cell (or of one bank) meet; left and
right are points between it and the ends of a side's edge.
"""

from __future__ import annotations

from typing import Any

from landwright._numba import kernel
from landwright.hexmap._kernels.channels import INNER_TO_OUTER, is_confluence, pivot, run_of
from landwright.hexmap._kernels.edges import mix, strips_between, terrace
from landwright.hexmap._kernels.emit import add, add_still, quad, set_uv, triangle
from landwright.hexmap._kernels.frame import road_through
from landwright.hexmap._kernels.shake import known

__all__ = ["road_meeting_point", "road_side", "road_strip"]


@kernel(inline=True, borrows=True)
def _at(out: Any, p: Any, u: Any) -> Any:
    n = add(out, p)
    set_uv(out, n, u, 0.0)
    return n


@kernel(inline=True, borrows=True)
def _line(out: Any, e: Any) -> Any:
    """Append the border, middle and border of a road that crosses an edge."""
    first = add_still(out, known(e[1]))
    set_uv(out, first, 0.0, 0.0)
    set_uv(out, add_still(out, known(e[2])), 1.0, 0.0)
    set_uv(out, add_still(out, known(e[3])), 0.0, 0.0)
    return first


@kernel(inline=True, borrows=True)
def road_strip(f: Any, out: Any, e1: Any, cell: Any, e2: Any, cell2: Any) -> None:  # out: out
    """Add the road between two cells."""
    n = strips_between(f, cell, cell2)
    at = _line(out, e1)
    for k in range(1, n):
        _at(out, terrace(k, n, e1[1], e2[1]), 0.0)
        _at(out, terrace(k, n, e1[2], e2[2]), 1.0)
        _at(out, terrace(k, n, e1[3], e2[3]), 0.0)
    _line(out, e2)
    for k in range(at, at + 3 * n, 3):
        quad(out, k, k + 1, k + 3, k + 4)
        quad(out, k + 1, k + 2, k + 4, k + 5)


@kernel(inline=True, borrows=True)
def _border(out: Any, c: Any, left: Any, right: Any) -> None:
    n = _at(out, c, 1.0)
    _at(out, left, 0.0)
    _at(out, right, 0.0)
    triangle(out, n, n + 1, n + 2)


@kernel(inline=True, borrows=True)
def road_meeting_point(f: Any, cell: Any, x: Any, y: Any, bits: Any, d: Any) -> Any:
    """Return x and y where the roads of one bank of a river meet, and whether side `d` of it carries any of their ground."""
    before, after = run_of(bits, d)
    between = before + after - 1
    first = (d + 7 - before) % 6
    if between == 5:
        at = (d + after + 3) % 6
        share = f.solid * 0.5 / 3.0
        return (
            x + (f.corner[at, 0] + f.corner[at + 1, 0]) * share,
            y + (f.corner[at, 1] + f.corner[at + 1, 1]) * share,
            True,
        )
    if between == 4 and not is_confluence(f, cell):
        at = (first + 5) % 6  # the corner between both rivers
        return x - f.corner[at, 0] * 0.2, y - f.corner[at, 1] * 0.2, True
    drawn = False
    for i in range(between):
        drawn |= road_through(f, cell, (first + i) % 6)
    at = (first + between // 2) % 6
    if between % 2 == 0:
        share = f.solid * 0.5
        return x + f.corner[at, 0] * share, y + f.corner[at, 1] * share, drawn
    if between == 1:
        share = f.solid * 0.5 * (INNER_TO_OUTER * 0.7)
    else:
        share = f.solid * 0.5 * (0.5 if is_confluence(f, cell) else 0.25)
    return (
        x + (f.corner[at, 0] + f.corner[at + 1, 0]) * share,
        y + (f.corner[at, 1] + f.corner[at + 1, 1]) * share,
        drawn,
    )


@kernel(inline=True, borrows=True)
def road_side(f: Any, out: Any, x: Any, y: Any, z: Any, e: Any, cell: Any, bits: Any, d: Any) -> None:  # out: out
    """Add the road between the middle of a cell with roads and its side `d`; `bits` are the sides that rivers cross."""
    c = (x, y, z)
    if bits != 0:
        if (bits >> d) & 1 == 1:
            return
        cx, cy, drawn = road_meeting_point(f, cell, x, y, bits, d)
        if not drawn:
            return
        c = (cx, cy, z)
    before, after = (d + 5) % 6, (d + 1) % 6
    if road_through(f, cell, d):
        left, right = mix(c, e[0], 0.5), mix(c, e[4], 0.5)
        n = _at(out, left, 0.0)
        _at(out, mix(left, right, 0.5), 1.0)
        _at(out, right, 0.0)
        _line(out, e)
        _at(out, c, 1.0)
        quad(out, n, n + 1, n + 3, n + 4)
        quad(out, n + 1, n + 2, n + 4, n + 5)
        triangle(out, n + 6, n, n + 1)
        triangle(out, n + 6, n + 1, n + 2)
    else:
        left = mix(c, e[0], 0.5 if road_through(f, cell, before) else 0.25)
        right = mix(c, e[4], 0.5 if road_through(f, cell, after) else 0.25)
        _border(out, c, left, right)
    if bits != 0:
        px, py = pivot(f.corner, f.solid, is_confluence(f, cell), x, y, bits, d)
        if (bits >> before) & 1 == 1:
            _border(out, c, (px, py, z), left)
        if (bits >> after) & 1 == 1:
            _border(out, c, right, (px, py, z))
