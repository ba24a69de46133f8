"""The ground of cells with rivers: the channel on the sides a river crosses, level ground on the others, and the river's surface.

Around the middle of the cell, every side without a river has a *pivot*, the point its ground fans out from; sides between the same two
rivers share it. A river that passes runs between the pivots on its left and right (or, next to another river, a point two thirds of the way
to their common corner). Where more than two rivers meet, their beds meet in the middle of the cell.

*Symbols:* ``bits`` sides that rivers cross; ``e`` the side's edge, ``m`` the edge halfway to it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.hexmap._kernels.edges import mix, set_edge
from landwright.hexmap._kernels.emit import quad, triangle
from landwright.hexmap._kernels.frame import surface_of, under_water
from landwright.hexmap._kernels.ground import ground_point, level_strip, wedge
from landwright.hexmap._kernels.shake import known, place, shaken
from landwright.hexmap._kernels.streams import meeting, spring, stretch

__all__ = ["INNER_TO_OUTER", "is_confluence", "pivot", "river_side", "run_of"]

INNER_TO_OUTER = 1.1547005383792515
"""One over the cosine of 30 degrees."""


@kernel(borrows=True)
def run_of(bits: Any, d: Any) -> Any:
    """Return how many steps the nearest rivers are before and after side `d`; 1 is the next side. There must be a river."""
    before, after = 1, 1
    while (bits >> ((d + 6 - before) % 6)) & 1 == 0:
        before += 1
    while (bits >> ((d + after) % 6)) & 1 == 0:
        after += 1
    return before, after


@kernel(inline=True, borrows=True)
def is_confluence(f: Any, cell: Any) -> Any:
    """Return whether several rivers flow into a cell."""
    into = np.int64(f.river_in_c[cell])
    return into & (into - 1) != 0


@kernel(borrows=True)
def pivot(corner: Any, solid: Any, star: Any, x: Any, y: Any, bits: Any, d: Any) -> Any:
    """Return x and y of the pivot of side `d`, which no river crosses; `star` says whether the cell is a confluence."""
    before, after = run_of(bits, d)
    between = before + after - 1
    if between == 1:
        share = solid * 0.5 * (INNER_TO_OUTER * 0.5)
        return x + (corner[d, 0] + corner[d + 1, 0]) * share, y + (corner[d, 1] + corner[d + 1, 1]) * share
    if between == 2 or (between == 4 and star):
        at = (d + 1 - before + between // 2) % 6
        return x + corner[at, 0] * (solid * 0.25), y + corner[at, 1] * (solid * 0.25)
    if between == 3 and star:
        at = (d + 2 - before) % 6
        share = solid * 0.5 * 0.25
        return x + (corner[at, 0] + corner[at + 1, 0]) * share, y + (corner[at, 1] + corner[at + 1, 1]) * share
    return x, y


@kernel(inline=True, borrows=True)
def _bank(corner: Any, solid: Any, star: Any, x: Any, y: Any, bits: Any, side: Any, at: Any) -> Any:
    """Return the bank of a channel: the pivot of the side next to it, or a point on the way to corner `at` of another channel."""
    if (bits >> side) & 1 == 1:
        share = 2.0 / 3.0
        rest = 1.0 - share
        return x * rest + (x + corner[at, 0] * solid) * share, y * rest + (y + corner[at, 1] * solid) * share
    return pivot(corner, solid, star, x, y, bits, side)


@kernel(inline=True, borrows=True)
def river_side(
    f: Any, out: Any, m: Any, x: Any, y: Any, z: Any, e: Any, cell: Any, bits: Any, d: Any
) -> None:  # out, m: out
    """Add the ground between the middle of a cell with rivers and its side `d`, and the river on it."""
    star = is_confluence(f, cell)
    if (bits >> d) & 1 == 0:
        px, py = pivot(f.corner, f.solid, star, x, y, bits, d)
        set_edge(
            m,
            0.5 * px + 0.5 * e[0, 0],
            0.5 * py + 0.5 * e[0, 1],
            0.5 * px + 0.5 * e[4, 0],
            0.5 * py + 0.5 * e[4, 1],
            z,
            0.25,
        )
        place(f, m, 5)
        level_strip(out.terrain, out.splat, m, e, cell)
        wedge(out.terrain, out.splat, (px, py, z), m, cell)
        return
    bed, wet = e[2, 2], under_water(f, cell)
    surface, incoming = surface_of(f, cell), f.river_out_c[cell] != d
    if bits & (bits - 1) == 0:
        set_edge(
            m,
            0.5 * x + 0.5 * e[0, 0],
            0.5 * y + 0.5 * e[0, 1],
            0.5 * x + 0.5 * e[4, 0],
            0.5 * y + 0.5 * e[4, 1],
            z,
            0.25,
        )
        m[2, 2] = bed
        place(f, m, 5)
        level_strip(out.terrain, out.splat, m, e, cell)
        wedge(out.terrain, out.splat, (x, y, z), m, cell)
        if not wet:
            stretch(out.rivers, known(m[1]), known(m[3]), known(e[1]), known(e[3]), surface, surface, 0.6, incoming)
            spring(out.rivers, shaken(f, x, y), known(m[1]), known(m[3]), surface, incoming)
        return
    lx, ly = _bank(f.corner, f.solid, star, x, y, bits, (d + 5) % 6, d)
    rx, ry = _bank(f.corner, f.solid, star, x, y, bits, (d + 1) % 6, d + 1)
    middle = (x, y, bed) if star else mix((lx, ly, bed), (rx, ry, bed), 0.5)
    set_edge(
        m,
        0.5 * lx + 0.5 * e[0, 0],
        0.5 * ly + 0.5 * e[0, 1],
        0.5 * rx + 0.5 * e[4, 0],
        0.5 * ry + 0.5 * e[4, 1],
        z,
        1.0 / 6.0,
    )
    m[2, 2] = bed
    place(f, m, 5)
    at = level_strip(out.terrain, out.splat, m, e, cell)
    lx, ly = shaken(f, lx, ly)
    rx, ry = shaken(f, rx, ry)
    n = ground_point(out.terrain, out.splat, (lx, ly, z), 1.0, 0.0, 0.0, cell, cell, cell, True)
    ground_point(out.terrain, out.splat, middle, 1.0, 0.0, 0.0, cell, cell, cell, False)
    ground_point(out.terrain, out.splat, (rx, ry, z), 1.0, 0.0, 0.0, cell, cell, cell, True)
    triangle(out.terrain, n, at, at + 1)
    quad(out.terrain, n, n + 1, at + 1, at + 2)
    quad(out.terrain, n + 1, n + 2, at + 2, at + 3)
    triangle(out.terrain, n + 2, at + 3, at + 4)
    if not wet:
        if star:
            meeting(out.rivers, shaken(f, x, y), (lx, ly), (rx, ry), known(m[1]), known(m[3]), surface, incoming)
        else:
            stretch(out.rivers, (lx, ly, z), (rx, ry, z), known(m[1]), known(m[3]), surface, surface, 0.4, incoming)
        stretch(out.rivers, known(m[1]), known(m[3]), known(e[1]), known(e[3]), surface, surface, 0.6, incoming)
