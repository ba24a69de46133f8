"""Walls between walled and open cells: along edges, around corners, with gaps, caps and wedges.

A wall runs where the horizontal middle between two shaken points is, and stands on the slope a third up from the lower one. Every formula
treats the two sides alike, to the last bit: pieces that meet share their points, and turning all flags over changes nothing.

*Symbols:* points are (x, y, z), metres; ``near`` and ``far`` the two sides, left and right as seen from near to far; ``f`` the frame,
``out`` the buffer of the walls, whose vertices are all still.
"""

from __future__ import annotations

import math
from typing import Any

from landwright._numba import kernel
from landwright.hexmap._kernels.emit import add_still, triangle
from landwright.hexmap._kernels.frame import under_water
from landwright.hexmap._kernels.shake import known, shaken

__all__ = [
    "CORNER_VERTICES",
    "EDGE_VERTICES",
    "corner_wall",
    "divides",
    "edge_wall",
    "foot",
    "joins",
    "pivot_of",
    "settled",
]

EDGE_VERTICES, CORNER_VERTICES = 56, 12
"""Most vertices of one call of :func:`edge_wall` and :func:`corner_wall`; there are half as many faces."""


@kernel(borrows=True)
def settled(f: Any, p: Any) -> Any:
    """Return a point where it goes."""
    x, y = shaken(f, p[0], p[1])
    return x, y, p[2]


@kernel(inline=True, borrows=True)
def foot(f: Any, near: Any, far: Any) -> Any:
    """Return the middle of a wall's foot between two settled points."""
    low, high = min(near[2], far[2]), max(near[2], far[2])
    return 0.5 * (near[0] + far[0]), 0.5 * (near[1] + far[1]), low + (high - low) * f.wall_share + f.wall_offset


@kernel(inline=True, borrows=True)
def _reach(f: Any, near: Any, far: Any) -> Any:
    """Return half the thickness of a wall, as a horizontal vector from near to far."""
    x, y = far[0] - near[0], far[1] - near[1]
    length = math.sqrt(x * x + y * y)
    half = 0.5 * f.wall_thickness / length if length > 0.0 else 0.0
    return x * half, y * half


@kernel(inline=True, borrows=True)
def _at(p: Any, x: Any, y: Any, z: Any) -> Any:
    return p[0] + x, p[1] + y, p[2] + z


@kernel(borrows=True)
def _face(out: Any, a: Any, b: Any, c: Any, d: Any) -> None:  # out: out
    """Append a quad, counter-clockwise seen from outside, cut from a to c."""
    n = add_still(out, a)
    add_still(out, b)
    add_still(out, c)
    add_still(out, d)
    triangle(out, n, n + 2, n + 1)
    triangle(out, n, n + 3, n + 2)


@kernel(borrows=True)
def _segment(f: Any, out: Any, near_left: Any, far_left: Any, near_right: Any, far_right: Any) -> None:  # out: out
    """Append a piece of wall: near side, far side and top."""
    left, right = foot(f, near_left, far_left), foot(f, near_right, far_right)
    lx, ly = _reach(f, near_left, far_left)
    rx, ry = _reach(f, near_right, far_right)
    height = f.wall_height
    near_a, near_b = _at(left, -lx, -ly, height), _at(right, -rx, -ry, height)
    far_a, far_b = _at(left, lx, ly, height), _at(right, rx, ry, height)
    _face(out, _at(left, -lx, -ly, 0.0), _at(right, -rx, -ry, 0.0), near_b, near_a)
    _face(out, _at(right, rx, ry, 0.0), _at(left, lx, ly, 0.0), far_a, far_b)
    _face(out, near_a, near_b, far_b, far_a)


@kernel(borrows=True)
def _cap(f: Any, out: Any, near: Any, far: Any) -> None:  # out: out
    """Close the end of a wall that comes from the left, as seen from near to far."""
    middle = foot(f, near, far)
    x, y = _reach(f, near, far)
    height = f.wall_height
    low, high = _at(middle, -x, -y, 0.0), _at(middle, x, y, 0.0)
    _face(out, low, high, _at(middle, x, y, height), _at(middle, -x, -y, height))


@kernel(borrows=True)
def _wedge(f: Any, out: Any, near: Any, far: Any, point: Any) -> None:  # out: out
    """Run a wall that comes from the left, as seen from near to far, into a cliff or shore: it narrows to an upright edge."""
    middle = foot(f, near, far)
    x, y = _reach(f, near, far)
    height = f.wall_height
    tip, tip_top = (point[0], point[1], middle[2]), (point[0], point[1], middle[2] + height)
    near_top, far_top = _at(middle, -x, -y, height), _at(middle, x, y, height)
    _face(out, _at(middle, -x, -y, 0.0), tip, tip_top, near_top)
    _face(out, tip, _at(middle, x, y, 0.0), far_top, tip_top)
    n = add_still(out, near_top)
    add_still(out, tip_top)
    add_still(out, far_top)
    triangle(out, n, n + 2, n + 1)


@kernel(inline=True, borrows=True)
def _goes(f: Any, cell: Any, cell2: Any) -> Any:
    """Return whether the ground between two cells can carry a wall: both are dry, and there is no cliff."""
    return abs(f.elevation_c[cell] - f.elevation_c[cell2]) <= 1 and not (under_water(f, cell) or under_water(f, cell2))


@kernel(inline=True, borrows=True)
def divides(f: Any, cell: Any, cell2: Any) -> Any:
    """Return whether a wall stands between two neighbours."""
    return f.walled_c[cell] != f.walled_c[cell2] and _goes(f, cell, cell2)


@kernel(inline=True, borrows=True)
def pivot_of(f: Any, cell: Any, cell2: Any, cell3: Any) -> Any:
    """Return which of three cells around a corner differs from the two others in being walled, 0 to 2; -1 if none does."""
    first, second, third = f.walled_c[cell], f.walled_c[cell2], f.walled_c[cell3]
    if first == second:
        return -1 if second == third else 2
    return 1 if first == third else 0


@kernel(inline=True, borrows=True)
def joins(f: Any, pivot: Any, left: Any, right: Any) -> Any:
    """Return whether a wall comes to a corner from the left and goes on to the right."""
    return _goes(f, pivot, left) and _goes(f, pivot, right)


@kernel(borrows=True)
def edge_wall(f: Any, out: Any, near: Any, far: Any, gap: Any, open_left: Any, open_right: Any) -> None:  # out: out
    """Append the wall on the edge of two cells that it divides.

    *Symbols:* ``near`` and ``far`` the edges; ``gap`` leaves the middle half to a river or a road; ``open_left``
    and ``open_right`` say at which ends the map ends, so that no corner goes on: these get a cap.
    """
    near0, far0 = known(near[0]), known(far[0])
    near1, far1 = known(near[1]), known(far[1])
    near3, far3 = known(near[3]), known(far[3])
    near4, far4 = known(near[4]), known(far[4])
    _segment(f, out, near0, far0, near1, far1)
    if gap:
        _cap(f, out, near1, far1)
        _cap(f, out, far3, near3)
    else:
        near2, far2 = known(near[2]), known(far[2])
        _segment(f, out, near1, far1, near2, far2)
        _segment(f, out, near2, far2, near3, far3)
    _segment(f, out, near3, far3, near4, far4)
    if open_left:
        _cap(f, out, far0, near0)
    if open_right:
        _cap(f, out, near4, far4)


@kernel(inline=True, borrows=True)
def corner_wall(f: Any, out: Any, p: Any, ids: Any) -> None:  # out: out
    """Append the wall around a corner, if one goes there: three points, as those of edges, and their cells, clockwise."""
    first = pivot_of(f, ids[0], ids[1], ids[2])
    if first >= 0:
        second, third = (first + 1) % 3, (first + 2) % 3
        _corner(f, out, p[first], ids[first], p[second], ids[second], p[third], ids[third])


@kernel(borrows=True)
def _corner(f: Any, out: Any, p: Any, pivot: Any, p2: Any, left: Any, p3: Any, right: Any) -> None:  # out: out
    to_left, to_right = _goes(f, pivot, left), _goes(f, pivot, right)
    if not (to_left or to_right):
        return
    a, b, c = known(p), known(p2), known(p3)
    if to_left and to_right:
        _segment(f, out, a, b, a, c)
    elif to_left:
        if f.elevation_c[left] < f.elevation_c[right]:
            _wedge(f, out, a, b, c)
        else:
            _cap(f, out, a, b)
    elif f.elevation_c[right] < f.elevation_c[left]:
        _wedge(f, out, c, a, b)
    else:
        _cap(f, out, c, a)
