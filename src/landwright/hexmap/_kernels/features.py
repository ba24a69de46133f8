"""What stands on the cells of a chunk: urban, farm and plant features, specials, bridges, wall towers and gates.

*Symbols:* ``f`` the frame; ``d`` a side, 0 NE to 5 NW; ``t`` the table of throws (65536, 5); ``rules`` see :class:`Rules`; ``out`` see
:class:`Rows`. Positions are metres from the center of the south-west cell.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from landwright._numba import kernel
from landwright.hexmap._kernels.channels import is_confluence, pivot
from landwright.hexmap._kernels.dice import throw
from landwright.hexmap._kernels.frame import CELLS, SIZES, center, make_frame, neighbor, rivers_of, under_water
from landwright.hexmap._kernels.shake import top
from landwright.hexmap._kernels.walls import divides, foot, joins, pivot_of, settled

__all__ = ["MOST", "heading", "stand"]

CASTLE, BRIDGE, TOWER, GATE = 3, 6, 7, 8
"""Codes of kinds; urban, farm and plant are 0, 1 and 2, ziggurat and megaflora follow the castle."""
SPECIAL_SLOT, BRIDGE_SLOT, TOWER_SLOT, GATE_SLOT = 7, 8, 9, 11
"""Codes of slots; 0 is the center, 1 + d lies beside side d."""
MOST = 13
"""Rows that one cell can make at most."""

_DEGREES = 57.29577951308232


class Rules(NamedTuple):
    """What is wanted, and the numbers of choosing.

    Attributes
    ----------
    bridges, towers, gates, avoid_walls : bool
        As in ``Features``.
    variant_k : (3, 3) int64 array
        Models of urban, farm and plant features for high, medium and low density.
    share_k : (3, 3) float64 array
        Shares for level 1 to 3 below which a throw gives high, medium or low density.
    scale : float
        Throws per metre.
    tower_share, bridge_length, gate_length : float
        As in ``Metrics``; the last is the length of the gate's model.
    """

    bridges: Any
    towers: Any
    gates: Any
    avoid_walls: Any
    variant_k: Any
    share_k: Any
    scale: Any
    tower_share: Any
    bridge_length: Any
    gate_length: Any


class Rows(NamedTuple):
    """Instances while they are collected.

    Attributes
    ----------
    whole : (room, 5) int64 array
        Kind, level, variant, slot, cell.
    real : (room, 7) float64 array
        x, y, z, yaw, scale along x, y, z.
    count : (1,) int64 array
        Rows used.
    """

    whole: Any
    real: Any
    count: Any


@kernel(borrows=True)
def heading(x: Any, y: Any) -> Any:
    """Return the bearing of a direction, degrees clockwise from north (+y), from 0 to below 360; 0 for no direction."""
    ax, ay = abs(x), abs(y)
    if ax == 0.0 and ay == 0.0:
        return 0.0
    t = min(ax, ay) / max(ax, ay)
    for _ in range(3):  # arctan t = 2 arctan(t / (1 + sqrt(1 + t t)))
        t = t / (1.0 + math.sqrt(1.0 + t * t))
    s = t * t
    p = 1.0 / 17.0
    p = 1.0 / 15.0 - s * p
    p = 1.0 / 13.0 - s * p
    p = 1.0 / 11.0 - s * p
    p = 1.0 / 9.0 - s * p
    p = 1.0 / 7.0 - s * p
    p = 1.0 / 5.0 - s * p
    p = 1.0 / 3.0 - s * p
    angle = 8.0 * _DEGREES * (t - t * s * p)
    if ax > ay:
        angle = 90.0 - angle
    if y < 0.0:
        angle = 180.0 - angle
    if x < 0.0:
        angle = 360.0 - angle
    return angle - 360.0 if angle >= 360.0 else angle


@kernel(inline=True, borrows=True)
def _corner(f: Any, d: Any) -> Any:
    """Return corner `d` of a cell's solid top from its center; 6 is 0 again, and 7 is 1."""
    turn = d % 6
    return f.corner[turn, 0] * f.solid, f.corner[turn, 1] * f.solid


@kernel(inline=True, borrows=True)
def _middle(f: Any, d: Any) -> Any:
    """Return the middle of side `d` of a cell's solid top from its center."""
    ax, ay = _corner(f, d)
    bx, by = _corner(f, d + 1)
    return 0.5 * (ax + bx), 0.5 * (ay + by)


@kernel(inline=True, borrows=True)
def _density(rules: Any, level: Any, thrown: Any) -> Any:
    """Return 0, 1 or 2 for high, medium or low density; -1 for nothing."""
    if level > 0:
        for index in range(3):
            if thrown < rules.share_k[level - 1, index]:
                return index
    return -1


@kernel(borrows=True)
def _put(  # out: out
    out: Any, kind: Any, level: Any, variant: Any, slot: Any, cell: Any, p: Any, yaw: Any, stretch: Any, axis: Any
) -> None:
    """Append an instance, stretched along one axis of its model."""
    row = out.count[0]
    whole, real = out.whole[row], out.real[row]
    whole[0], whole[1], whole[2], whole[3], whole[4] = kind, level, variant, slot, cell
    real[0], real[1], real[2], real[3] = p[0], p[1], p[2], yaw
    real[4], real[5], real[6] = 1.0, 1.0, 1.0
    real[4 + axis] = stretch
    out.count[0] = row + 1


@kernel(borrows=True)
def _choose(
    f: Any, rules: Any, t: Any, out: Any, x: Any, y: Any, z: Any, levels: Any, slot: Any, cell: Any
) -> None:  # out: out
    """Put what stands in a slot: of the types whose throw is small enough, the one with the smallest."""
    place = throw(x, y, rules.scale)
    kind, density, smallest = -1, -1, 2.0
    for each in range(3):
        found = _density(rules, levels[each], t[place, each])
        if found >= 0 and t[place, each] < smallest:
            kind, density, smallest = each, found, t[place, each]
    if kind >= 0:
        variant = np.int64(math.floor(t[place, 3] * rules.variant_k[kind, density]))
        _put(out, kind, density, variant, slot, cell, settled(f, (x, y, z)), 360.0 * t[place, 4], 1.0, 0)


@kernel(borrows=True)
def _slots(
    f: Any, rules: Any, t: Any, out: Any, row: Any, column: Any, cell: Any, z: Any, levels: Any
) -> None:  # out: out
    """Put the features of a dry cell: at its center, and beside each side that neither a river nor a road crosses."""
    rivers, roads = rivers_of(f, cell), np.int64(f.roads_c[cell])
    x, y = center(f, row, column)
    if rivers == 0 and roads == 0:
        _choose(f, rules, t, out, x, y, z, levels, 0, cell)
    for d in range(6):
        if (rivers | roads) >> d & 1:
            continue
        if rules.avoid_walls:
            _, _, cell2 = neighbor(f, row, column, d)
            if cell2 >= 0 and divides(f, cell, cell2):
                continue
        px, py = pivot(f.corner, f.solid, is_confluence(f, cell), x, y, rivers, d) if rivers else (x, y)
        mx, my = _middle(f, d)
        px, py = (px + 2.0 * (x + mx)) / 3.0, (py + 2.0 * (y + my)) / 3.0
        _choose(f, rules, t, out, px, py, z, levels, 1 + d, cell)


@kernel(borrows=True)
def _bridge(f: Any, rules: Any, out: Any, row: Any, column: Any, cell: Any, z: Any) -> None:  # out: out
    """Put the bridge of a cell that one river passes, straight or in a wide bend, if roads come to both banks."""
    into = 0
    while f.river_in_c[cell] >> into & 1 == 0:
        into += 1
    turn = (f.river_out_c[cell] - into) % 6
    roads = np.int64(f.roads_c[cell])
    if turn == 3:
        d = (into + 5) % 6
        here = roads >> d | roads >> ((d + 5) % 6)
        there = roads >> ((d + 2) % 6) | roads >> ((d + 3) % 6)
        x, y = _corner(f, d)
        ahead, back = 0.5, 0.5
    elif turn == 2 or turn == 4:
        d = (into + 6 - turn) % 6
        here = roads >> d | roads >> ((d + 1) % 6) | roads >> ((d + 5) % 6)
        there = roads >> ((d + 3) % 6)
        x, y = _middle(f, d)
        ahead, back = 0.25, 0.7 * f.outer / f.inner
    else:
        return
    if here & there & 1 == 0:
        return
    cx, cy = center(f, row, column)
    a = settled(f, (cx + x * ahead, cy + y * ahead, z))
    b = settled(f, (cx - x * back, cy - y * back, z))
    x, y = b[0] - a[0], b[1] - a[1]
    stretch = math.sqrt(x * x + y * y) / rules.bridge_length
    p = (0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), z)
    _put(out, BRIDGE, 0, 0, BRIDGE_SLOT, cell, p, heading(x, y), stretch, 1)


@kernel(inline=True, borrows=True)
def _beyond(f: Any, x: Any, y: Any, z: Any, d: Any, share: Any) -> Any:
    """Return a settled point of the neighbour's edge across side `d` of the cell at (x, y); `share` from its left to its right end."""
    ax, ay = f.corner[d % 6, 0], f.corner[d % 6, 1]
    bx, by = f.corner[(d + 1) % 6, 0], f.corner[(d + 1) % 6, 1]
    rest = 1.0 - f.solid
    px = x + (ax * (1.0 - share) + bx * share) * f.solid + (ax + bx) * rest
    py = y + (ay * (1.0 - share) + by * share) * f.solid + (ay + by) * rest
    return settled(f, (px, py, z))


@kernel(inline=True, borrows=True)
def _along(f: Any, x: Any, y: Any, z: Any, d: Any, share: Any) -> Any:
    """Return a settled point of the edge of side `d` of the cell at (x, y)."""
    ax, ay = _corner(f, d)
    bx, by = _corner(f, d + 1)
    return settled(f, (x + ax * (1.0 - share) + bx * share, y + ay * (1.0 - share) + by * share, z))


@kernel(borrows=True)
def _tower(f: Any, rules: Any, t: Any, out: Any, row: Any, column: Any, cell: Any, d: Any) -> None:  # out: out
    """Put the tower on the corner after side `d`: where a wall goes round it on both sides, between equally high cells."""
    row2, column2, cell2 = neighbor(f, row, column, d)
    row3, column3, cell3 = neighbor(f, row, column, d + 1)
    if cell2 < 0 or cell3 < 0:
        return
    turn = pivot_of(f, cell, cell2, cell3)
    if turn < 0:
        return
    pivot, left, right = cell, cell2, cell3
    if turn == 1:
        pivot, left, right = cell2, cell3, cell
    elif turn == 2:
        pivot, left, right = cell3, cell, cell2
    if f.elevation_c[left] != f.elevation_c[right] or not joins(f, pivot, left, right):
        return
    x, y = center(f, row, column)
    ax, ay = f.corner[d, 0], f.corner[d, 1]
    bx, by = f.corner[d + 1, 0], f.corner[d + 1, 1]
    cx, cy = f.corner[d + 2, 0], f.corner[d + 2, 1]
    part = (1.0 - f.solid) / 3.0  # the average of the three cells' points
    mx = x + bx * f.solid + (ax + 2.0 * bx + cx) * part
    my = y + by * f.solid + (ay + 2.0 * by + cy) * part
    if t[throw(mx, my, rules.scale), 4] >= rules.tower_share:
        return
    p = _along(f, x, y, top(f, row, column), d, 1.0)
    p2 = _beyond(f, x, y, top(f, row2, column2), d, 1.0)
    p3 = _beyond(f, x, y, top(f, row3, column3), d + 1, 0.0)
    if turn == 0:
        start, end = foot(f, p, p2), foot(f, p, p3)
    elif turn == 1:
        start, end = foot(f, p2, p3), foot(f, p2, p)
    else:
        start, end = foot(f, p3, p), foot(f, p3, p2)
    place = (0.5 * (start[0] + end[0]), 0.5 * (start[1] + end[1]), 0.5 * (start[2] + end[2]))
    yaw = (heading(end[0] - start[0], end[1] - start[1]) + 270.0) % 360.0
    _put(out, TOWER, 0, 0, TOWER_SLOT + d, cell, place, yaw, 1.0, 0)


@kernel(borrows=True)
def _gate(f: Any, rules: Any, out: Any, row: Any, column: Any, cell: Any, z: Any, d: Any) -> None:  # out: out
    """Put the gate where a road goes through the wall on side `d`."""
    row2, column2, cell2 = neighbor(f, row, column, d)
    if cell2 < 0 or not divides(f, cell, cell2):
        return
    x, y = center(f, row, column)
    z2 = top(f, row2, column2)
    left = foot(f, _along(f, x, y, z, d, 0.25), _beyond(f, x, y, z2, d, 0.25))
    right = foot(f, _along(f, x, y, z, d, 0.75), _beyond(f, x, y, z2, d, 0.75))
    dx, dy = right[0] - left[0], right[1] - left[1]
    stretch = math.sqrt(dx * dx + dy * dy) / rules.gate_length
    p = (0.5 * (left[0] + right[0]), 0.5 * (left[1] + right[1]), left[2] - f.wall_offset)
    _put(out, GATE, 0, 0, GATE_SLOT + d, cell, p, (heading(dx, dy) + 270.0) % 360.0, stretch, 0)


@kernel(borrows=True)
def _cell(  # out: out
    f: Any,
    rules: Any,
    t: Any,
    out: Any,
    row: Any,
    column: Any,
    urban_c: Any,
    farm_c: Any,
    plant_c: Any,
    special_c: Any,
) -> None:
    """Put all that a cell owns."""
    cell = row * f.columns + column
    z = top(f, row, column)
    roads = np.int64(f.roads_c[cell])
    if not under_water(f, cell):
        if special_c[cell] > 0:
            x, y = center(f, row, column)
            yaw = 360.0 * t[throw(x, y, rules.scale), 4]
            _put(
                out,
                CASTLE - 1 + np.int64(special_c[cell]),
                0,
                0,
                SPECIAL_SLOT,
                cell,
                settled(f, (x, y, z)),
                yaw,
                1.0,
                0,
            )
        elif urban_c[cell] or farm_c[cell] or plant_c[cell]:
            levels = (np.int64(urban_c[cell]), np.int64(farm_c[cell]), np.int64(plant_c[cell]))
            _slots(f, rules, t, out, row, column, cell, z, levels)
        arrives = np.int64(f.river_in_c[cell])
        if rules.bridges and roads and arrives and arrives & (arrives - 1) == 0 and f.river_out_c[cell] >= 0:
            _bridge(f, rules, out, row, column, cell, z)
    if rules.towers:
        _tower(f, rules, t, out, row, column, cell, 0)
        _tower(f, rules, t, out, row, column, cell, 1)
    if rules.gates:
        for d in range(3):
            if roads >> d & 1:
                _gate(f, rules, out, row, column, cell, z, d)


@kernel(
    f"void(i8, i8, i8, i8, i8, i8, {CELLS}, {SIZES}, u1[::1], u1[::1], u1[::1], u1[::1], b1[::1], i8[:, ::1],"
    " f8[:, ::1], f8[::1], f8[:, ::1], i8[:, ::1], f8[:, ::1], i8[::1])",
    borrows=True,
)
def stand(
    first: Any,
    stop: Any,
    chunk: Any,
    columns: Any,
    rows: Any,
    wrap: Any,
    elevation_c: Any,
    water_c: Any,
    river_in_c: Any,
    river_out_c: Any,
    roads_c: Any,
    walled_c: Any,
    sizes: Any,
    corner: Any,
    noise: Any,
    urban_c: Any,
    farm_c: Any,
    plant_c: Any,
    special_c: Any,
    wanted: Any,
    variant_k: Any,
    share_k: Any,
    lengths: Any,
    t: Any,
    whole: Any,  # out
    real: Any,  # out
    count: Any,  # out
) -> None:
    """Put all that stands on the chunks from `first` to `stop` - 1.

    *Symbols:* ``wanted`` and ``lengths`` hold the flags and the numbers of :class:`Rules`.
    """
    f = make_frame(
        columns, rows, wrap, elevation_c, water_c, river_in_c, river_out_c, roads_c, walled_c, sizes, corner, noise
    )
    rules = Rules(
        *(wanted[0], wanted[1], wanted[2], wanted[3]),
        variant_k,
        share_k,
        *(lengths[0], lengths[1], lengths[2], lengths[3]),
    )
    out = Rows(whole, real, count)
    across = (columns + chunk - 1) // chunk
    for index in range(first, stop):
        row0, column0 = index // across * chunk, index % across * chunk
        for row in range(row0, min(row0 + chunk, rows)):
            for column in range(column0, min(column0 + chunk, columns)):
                _cell(f, rules, t, out, row, column, urban_c, farm_c, plant_c, special_c)
