"""The entry kernel: cells of a run of blocks (chunks, mostly), one after the other, into the buffers of seven meshes.

The kernel stops before a cell that might not fit into what is left of the buffers and says where it stopped; the caller makes room,
or empties them, and calls again. A cell's geometry reads its neighbours and nothing else, so the order of calls changes nothing.

*Symbols:* ``room`` (7, 2) how many vertices and faces each mesh's arrays hold; ``used`` (7, 3) how many are made, and vertices to be
shaken; ``most`` (7, 2) what one cell can need; ``at`` (2,) the block and the cell in it that come next; ``blocks`` (n, 4) their first
and end rows and columns. Columns of a map that wraps may lie beyond its edges.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from landwright._numba import kernel
from landwright.hexmap._kernels.brims import brim
from landwright.hexmap._kernels.channels import river_side
from landwright.hexmap._kernels.corners import cliff_split, corner
from landwright.hexmap._kernels.edges import CLIFF, kind_of_edge, ring_edge, side_edge, strips_between
from landwright.hexmap._kernels.emit import Buffer
from landwright.hexmap._kernels.frame import (
    CELLS,
    SIZES,
    center,
    make_frame,
    neighbor,
    river_through,
    rivers_of,
    road_through,
    under_water,
)
from landwright.hexmap._kernels.ground import Splat, cliff_strip, hexagon, skirt, skirt_end, strip
from landwright.hexmap._kernels.roads import road_side, road_strip
from landwright.hexmap._kernels.shake import Batch, settle, shake_batch, top
from landwright.hexmap._kernels.shores import water_side
from landwright.hexmap._kernels.streams import crossing
from landwright.hexmap._kernels.walls import corner_wall, divides, edge_wall

__all__ = ["BETWEEN", "MESHES", "build_cells"]

MESHES = ("terrain", "rivers", "roads", "water", "shore", "estuaries", "walls")
"""Names of the meshes, in the order of everything that has one entry a mesh."""
BETWEEN = 8
"""Cells between two times that loose vertices are shaken."""


class Options(NamedTuple):
    """What a person may choose.

    Attributes
    ----------
    weld : int
        1 to give strips the vertices that cliffs' corners put on them.
    depth : float
        How far the ground hangs down at the edge of the map (m); 0 for not at all.
    sunken_roads : int
        1 to draw roads under water too.
    """

    weld: Any
    depth: Any
    sunken_roads: Any


class Outs(NamedTuple):
    """The seven buffers, and what the ground's vertices carry."""

    terrain: Any
    rivers: Any
    roads: Any
    water: Any
    shore: Any
    estuaries: Any
    walls: Any
    splat: Any


class Scratch(NamedTuple):
    """Small arrays reused for every cell.

    Attributes
    ----------
    rim, far : (6, 5, 5) and (3, 5, 5) float64 arrays
        Its six edges, and those that face the first three of them.
    open, mid : (5, 5) float64 arrays
        Another two edges.
    tri, ids : (3, 5) float64 and (3,) int64 arrays
        A corner's points and cells.
    near : (6, 3) int64 array
        Row, column and index of its neighbours.
    batch : Batch
        Points that are shaken together.
    """

    rim: Any
    far: Any
    open: Any
    mid: Any
    tri: Any
    ids: Any
    near: Any
    batch: Any


@kernel(inline=True, borrows=True)
def _connection(f: Any, o: Any, s: Any, out: Any, cell: Any, d: Any) -> None:  # out: out
    """Add what lies between a cell and its neighbour across side `d` (NE, E or SE), and the corner after it."""
    cell2 = s.near[d, 2]
    if cell2 < 0:
        if o.depth > 0.0:
            skirt(out.terrain, out.splat, s.rim[d], cell, o.depth)
        return
    near, far = s.rim[d], s.far[d]
    river = river_through(f, cell, d)
    if river:
        far[2, 2] = (f.elevation_c[cell2] + f.bed) * f.step
    after = s.near[d + 1, 2]
    before = s.near[(d + 5) % 6, 2]
    left = right = (0.0, 0.0, 0.0, 0.0)
    if o.weld and kind_of_edge(f, cell, cell2) == CLIFF:
        if before >= 0:
            left = cliff_split(f, near[0], cell, far[0], cell2, before, False)
        if after >= 0:
            right = cliff_split(f, near[4], cell, far[4], cell2, after, True)
    strips = strips_between(f, cell, cell2)
    if left[3] > 0.0 or right[3] > 0.0:
        cliff_strip(out.terrain, out.splat, near, cell, far, cell2, left, right)
    else:
        strip(out.terrain, out.splat, near, cell, far, cell2, strips)
    if river:
        crossing(f, out.rivers, near, cell, far, cell2, (f.river_in_c[cell] >> d) & 1 == 1)
    road = road_through(f, cell, d)
    if road and (o.sunken_roads or not (under_water(f, cell) and under_water(f, cell2))):
        road_strip(f, out.roads, near, cell, far, cell2)
    if divides(f, cell, cell2):
        edge_wall(f, out.walls, near, far, river or road, before < 0, after < 0)
    if o.depth > 0.0:
        if before < 0:
            skirt_end(out.terrain, out.splat, near[0], cell, far[0], cell2, strips, False, o.depth)
        if after < 0:
            skirt_end(out.terrain, out.splat, near[4], cell, far[4], cell2, strips, True, o.depth)
    if d < 2 and after >= 0:
        for i in range(5):
            s.tri[0, i] = near[4, i]
            s.tri[1, i] = far[4, i]
            s.tri[2, i] = s.far[d + 1, 0, i]
        s.ids[0], s.ids[1], s.ids[2] = cell, cell2, after
        corner(f, out.terrain, out.splat, s.tri, s.ids)
        corner_wall(f, out.walls, s.tri, s.ids)


@kernel(inline=True, borrows=True)
def _outline(f: Any, s: Any, row: Any, column: Any, x: Any, y: Any, z: Any, bed: Any, bits: Any) -> None:  # s: out
    """Find a cell's neighbours, its six edges and the three that face the first three, and shake all their points."""
    b, count = s.batch, 24
    for d in range(6):
        s.near[d, 0], s.near[d, 1], s.near[d, 2] = neighbor(f, row, column, d)
        ring_edge(f, s.rim[d], x, y, z, f.solid, d)
        if (bits >> d) & 1 == 1:
            s.rim[d, 2, 2] = bed
        for i in range(4):
            b.x[4 * d + i] = s.rim[d, i, 0]
            b.y[4 * d + i] = s.rim[d, i, 1]
    for d in range(3):
        if s.near[d, 2] >= 0:
            row2, column2 = s.near[d, 0], s.near[d, 1]
            x2, y2 = center(f, row2, column2)
            side_edge(f, s.far[d], x2, y2, top(f, row2, column2), f.solid, d)
            for i in range(5):
                b.x[count + i] = s.far[d, i, 0]
                b.y[count + i] = s.far[d, i, 1]
            count += 5
    shake_batch(f, b, count)
    for d in range(6):
        for i in range(4):
            s.rim[d, i, 3] = b.moved_x[4 * d + i]
            s.rim[d, i, 4] = b.moved_y[4 * d + i]
        s.rim[(d + 5) % 6, 4, 3] = b.moved_x[4 * d]
        s.rim[(d + 5) % 6, 4, 4] = b.moved_y[4 * d]
    count = 24
    for d in range(3):
        if s.near[d, 2] >= 0:
            for i in range(5):
                s.far[d, i, 3] = b.moved_x[count + i]
                s.far[d, i, 4] = b.moved_y[count + i]
            count += 5


@kernel(inline=True, borrows=True)
def _cell(f: Any, o: Any, s: Any, out: Any, row: Any, column: Any) -> None:  # out: out
    """Add everything that belongs to one cell."""
    cell = row * f.columns + column % f.columns
    x, y = center(f, row, column)
    z = top(f, row, column)
    bits = rivers_of(f, cell)
    wet = under_water(f, cell)
    roads = f.roads_c[cell] != 0 and (o.sunken_roads or not wet)
    _outline(f, s, row, column, x, y, z, (f.elevation_c[cell] + f.bed) * f.step, bits)
    if bits == 0:
        hexagon(out.terrain, out.splat, x, y, z, s.rim, cell)
    for d in range(6):
        if bits != 0:
            river_side(f, out, s.mid, x, y, z, s.rim[d], cell, bits, d)
        if roads:
            road_side(f, out.roads, x, y, z, s.rim[d], cell, bits, d)
        if d < 3:
            _connection(f, o, s, out, cell, d)
        elif o.depth > 0.0 and s.near[d, 2] < 0:
            skirt(out.terrain, out.splat, s.rim[d], cell, o.depth)
        if wet:
            water_side(f, out, s.open, s.mid, s.near, cell, x, y, d)
            if o.depth > 0.0:
                brim(f, out.water, s.near, s.rim, s.mid, cell, x, y, d)


@kernel(inline=True, borrows=True)
def _settle_all(f: Any, batch: Any, out: Any) -> None:  # batch, out: out
    """Shake what is loose, where a mesh has loose vertices."""
    settle(f, batch, out.terrain)
    settle(f, batch, out.roads)
    settle(f, batch, out.water)


@kernel(
    f"void(i8[::1], i8, i8[:, ::1], i8, i8, i8, {CELLS}, {SIZES}, f8[::1], i8[:, ::1], i8[::1], i8[:, ::1], "
    "UniTuple(f8[:, ::1], 7), UniTuple(u4[:, ::1], 7), UniTuple(f4[:, ::1], 6), f4[:, ::1], i4[:, ::1], i8[:, ::1], "
    "i4[:, ::1], f8[:, :, ::1], i8[:, ::1], f8[:, ::1], i8[:, ::1], i8[:, ::1], f4[:, ::1])",
    borrows=True,
)
def build_cells(
    at: Any,  # out
    stop: Any,
    blocks: Any,
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
    options: Any,
    most: Any,
    pairs: Any,
    room: Any,
    vertex_v: Any,  # out
    face_f: Any,  # out
    uv_v: Any,  # out
    weight_v: Any,  # out
    cell_v: Any,  # out
    used: Any,  # out
    loose: Any,  # out
    edge: Any,  # out
    near: Any,  # out
    points: Any,  # out
    samples: Any,  # out
    texel: Any,  # out
    channel: Any,  # out
) -> None:
    """Triangulate from ``at`` to the block `stop`, or until the buffers are full.

    *Symbols:* `options` holds the fields of Options; of the tuples, `vertex_v` and `face_f` have one array a mesh, `uv_v` those of
    rivers, roads, shore and estuaries (two) and one without room; what follows `used` is scratch.
    """
    f = make_frame(
        columns, rows, wrap, elevation_c, water_c, river_in_c, river_out_c, roads_c, walled_c, sizes, corner, noise
    )
    o = Options(options[0] > 0.0, options[1], options[2] > 0.0)
    out = Outs(
        Buffer(vertex_v[0], loose[0], uv_v[5], uv_v[5], face_f[0], used[0]),
        Buffer(vertex_v[1], loose[1], uv_v[0], uv_v[5], face_f[1], used[1]),
        Buffer(vertex_v[2], loose[2], uv_v[1], uv_v[5], face_f[2], used[2]),
        Buffer(vertex_v[3], loose[3], uv_v[5], uv_v[5], face_f[3], used[3]),
        Buffer(vertex_v[4], loose[4], uv_v[2], uv_v[5], face_f[4], used[4]),
        Buffer(vertex_v[5], loose[5], uv_v[3], uv_v[4], face_f[5], used[5]),
        Buffer(vertex_v[6], loose[6], uv_v[5], uv_v[5], face_f[6], used[6]),
        Splat(weight_v, cell_v),
    )
    batch = Batch(points[0], points[1], points[2], points[3], points[4], points[5], samples, texel, channel, pairs)
    s = Scratch(edge[:6], edge[6:9], edge[9], edge[10], edge[11, :3], near[6], near[:6], batch)
    full, fitting, waiting = False, 0, 0
    while at[0] < stop and not full:
        row0, column0 = blocks[at[0], 0], blocks[at[0], 2]
        wide = blocks[at[0], 3] - column0
        count = (blocks[at[0], 1] - row0) * wide
        while at[1] < count:
            if fitting == 0:
                fitting = count
                for m in range(7):
                    fitting = min(fitting, (room[m, 0] - used[m, 0]) // most[m, 0])
                    fitting = min(fitting, (room[m, 1] - used[m, 1]) // most[m, 1])
            if fitting <= 0:
                full = True
                break
            fitting -= 1
            _cell(f, o, s, out, row0 + at[1] // wide, column0 + at[1] % wide)
            at[1] += 1
            waiting += 1
            if waiting == BETWEEN:
                _settle_all(f, batch, out)
                waiting = 0
        if not full:
            at[0] += 1
            at[1] = 0
    _settle_all(f, batch, out)
