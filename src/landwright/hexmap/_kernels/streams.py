"""The surface of rivers: stretches between two pairs of points, the water where they meet, and waterfalls.

*Symbols:* ``u`` runs from 0 on the left bank to 1 on the right one, seen downstream; ``v`` grows by 0.2 a stretch along the flow and is
the same, modulo 1, on both sides of every seam. A stretch is *reversed* when it is built against the flow.
All points lie where the noise moved them.
"""

from __future__ import annotations

from typing import Any

from landwright._numba import kernel
from landwright.hexmap._kernels.edges import mix
from landwright.hexmap._kernels.emit import add_still, quad, set_uv, triangle
from landwright.hexmap._kernels.frame import surface_of, under_water, water_of
from landwright.hexmap._kernels.shake import known

__all__ = ["crossing", "meeting", "spring", "stretch"]


@kernel(inline=True, borrows=True)
def _at(out: Any, p: Any, z: Any, u: Any, v: Any) -> Any:
    n = add_still(out, (p[0], p[1], z))
    set_uv(out, n, u, v)
    return n


@kernel(borrows=True)
def stretch(
    out: Any, left: Any, right: Any, left2: Any, right2: Any, z: Any, z2: Any, v: Any, reversed: Any
) -> None:  # out: out
    """Add the surface between two pairs of points; the first pair is near, at height z, the second far, at z2."""
    u0, u1, v0, v1 = (1.0, 0.0, 0.8 - v, 0.6 - v) if reversed else (0.0, 1.0, v, v + 0.2)
    n = _at(out, left, z, u0, v0)
    _at(out, right, z, u1, v0)
    _at(out, left2, z2, u0, v1)
    _at(out, right2, z2, u1, v1)
    quad(out, n, n + 1, n + 2, n + 3)


@kernel(borrows=True)
def spring(out: Any, middle: Any, left: Any, right: Any, z: Any, incoming: Any) -> None:  # out: out
    """Add the surface from the middle of a cell in which a river begins or ends."""
    n = _at(out, middle, z, 0.5, 0.4)
    _at(out, left, z, 1.0 if incoming else 0.0, 0.2 if incoming else 0.6)
    _at(out, right, z, 0.0 if incoming else 1.0, 0.2 if incoming else 0.6)
    triangle(out, n, n + 1, n + 2)


@kernel(borrows=True)
def meeting(
    out: Any, middle: Any, left: Any, right: Any, left2: Any, right2: Any, z: Any, incoming: Any
) -> None:  # out: out
    """Add the surface of one arm of a confluence, from the middle of the cell to halfway to its side."""
    u0, u1, v1 = (1.0, 0.0, 0.2) if incoming else (0.0, 1.0, 0.6)
    n = _at(out, middle, z, 0.5, 0.4)
    _at(out, left, z, u0, 0.4)
    _at(out, left2, z, u0, v1)
    _at(out, right2, z, u1, v1)
    _at(out, right, z, u1, 0.4)
    for i in range(1, 4):
        triangle(out, n, n + i, n + i + 1)


@kernel(borrows=True)
def _waterfall(
    out: Any, left: Any, right: Any, left2: Any, right2: Any, z: Any, z2: Any, water: Any
) -> None:  # out: out
    """Add the surface from the upper pair of points down to the water, in the plane in which it would go on below."""
    share = (water - z2) / (z - z2)
    a, b = (left[3], left[4], z), (right[3], right[4], z)
    low, low2 = mix((left2[3], left2[4], z2), a, share), mix((right2[3], right2[4], z2), b, share)
    n = add_still(out, a)
    add_still(out, b)
    add_still(out, (low[0], low[1], water))
    add_still(out, (low2[0], low2[1], water))
    for i in range(4):
        set_uv(out, n + i, float(i & 1), 0.8 if i < 2 else 1.0)
    quad(out, n, n + 1, n + 2, n + 3)


@kernel(inline=True, borrows=True)
def crossing(f: Any, out: Any, e1: Any, cell: Any, e2: Any, cell2: Any, incoming: Any) -> None:  # out: out
    """Add the surface of a river between two cells: a stretch, a waterfall into the water of one of them, or nothing."""
    z, z2 = surface_of(f, cell), surface_of(f, cell2)
    if not under_water(f, cell):
        if not under_water(f, cell2):
            stretch(out, known(e1[1]), known(e1[3]), known(e2[1]), known(e2[3]), z, z2, 0.8, incoming)
        elif f.elevation_c[cell] > f.water_c[cell2]:
            _waterfall(out, e1[1], e1[3], e2[1], e2[3], z, z2, water_of(f, cell2))
    elif not under_water(f, cell2) and f.elevation_c[cell2] > f.water_c[cell]:
        _waterfall(out, e2[3], e2[1], e1[3], e1[1], z2, z, water_of(f, cell))
