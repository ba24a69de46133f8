"""What every triangulation kernel reads: the cells, the sizes and the shaking noise, in one bundle.

*Symbols:* ``row``, ``column`` of a cell; on a map that wraps a column may lie beyond the east or west edge, the flat index ``cell`` never
does. ``d`` is a direction, 0 NE to 5 NW, clockwise. Heights are metres, levels are whole numbers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from landwright._numba import kernel

__all__ = [
    "CELLS",
    "SIZES",
    "Frame",
    "begins_or_ends",
    "center",
    "has_river",
    "make_frame",
    "neighbor",
    "river_through",
    "rivers_of",
    "road_through",
    "surface_of",
    "under_water",
    "water_of",
]

CELLS = "i2[::1], i2[::1], u1[::1], i1[::1], u1[::1], b1[::1]"
"""Signature of the arrays of cells: elevation, water level, river in, river out, roads, walled."""
SIZES = "f8[::1], f8[:, ::1], f4[:, ::1]"
"""Signature of the sizes (see :func:`make_frame`), the corners and the noise."""


class Frame(NamedTuple):
    """Cells, sizes and noise. Fields that end in ``_c`` have one value a cell.

    Attributes
    ----------
    columns, rows, wrap : int
        Size of the map; wrap is 1 when its east edge joins the west edge.
    elevation_c, water_c, river_in_c, river_out_c, roads_c, walled_c : flat arrays
        As in ``HexMap``.
    outer, inner, solid, open, step : float
        Radii (m), solid and water factors, elevation step (m).
    terraces : int
        Strips of a slope: 2 for each terrace, plus 1.
    strength, lift, scale : float
        How far points are shaken sideways and cells lifted (m); periods of the noise per metre.
    bed, surface : float
        Levels from a cell's top down to the bed and to the surface of water.
    wall_height, wall_offset, wall_thickness, wall_share : float
        Of walls: metres, metres, metres, share of the slope.
    corner : (7, 2) float64 array
        Corners around a center (m), clockwise from north; the last is the first.
    noise : (2, 2 * 512 * 512) float32 array
        One period; both channels that shake sideways, sample by sample, then the one that lifts cells and the fourth.
    """

    columns: Any
    rows: Any
    wrap: Any
    elevation_c: Any
    water_c: Any
    river_in_c: Any
    river_out_c: Any
    roads_c: Any
    walled_c: Any
    outer: Any
    inner: Any
    solid: Any
    open: Any
    step: Any
    terraces: Any
    strength: Any
    lift: Any
    scale: Any
    bed: Any
    surface: Any
    wall_height: Any
    wall_offset: Any
    wall_thickness: Any
    wall_share: Any
    corner: Any
    noise: Any


@kernel(inline=True, borrows=True)
def make_frame(
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
) -> Any:
    """Bundle the arguments of an entry kernel; `sizes` holds outer to wall_share in the order of the fields."""
    return Frame(
        columns,
        rows,
        wrap,
        elevation_c,
        water_c,
        river_in_c,
        river_out_c,
        roads_c,
        walled_c,
        sizes[0],
        sizes[1],
        sizes[2],
        sizes[3],
        sizes[4],
        np.int64(sizes[5]),
        sizes[6],
        sizes[7],
        sizes[8],
        sizes[9],
        sizes[10],
        sizes[11],
        sizes[12],
        sizes[13],
        sizes[14],
        corner,
        noise,
    )


@kernel(inline=True, borrows=True)
def center(f: Any, row: Any, column: Any) -> Any:
    """Return x and y of a cell's center before it is shaken."""
    return (column + 0.5 * (row & 1)) * (2.0 * f.inner), 1.5 * f.outer * row


@kernel(inline=True, borrows=True)
def neighbor(f: Any, row: Any, column: Any, d: Any) -> Any:
    """Return (row, column, cell) across side `d`; cell is -1 where there is none. The column is not wrapped."""
    odd = row & 1
    if d == 1:
        row2, column2 = row, column + 1
    elif d == 4:
        row2, column2 = row, column - 1
    else:
        row2 = row + 1 if d == 0 or d == 5 else row - 1
        column2 = column + odd if d == 0 or d == 2 else column + odd - 1
    inside = column2 % f.columns if f.wrap else column2
    if row2 < 0 or row2 >= f.rows or inside < 0 or inside >= f.columns:
        return row2, column2, np.int64(-1)
    return row2, column2, np.int64(row2 * f.columns + inside)


@kernel(inline=True, borrows=True)
def under_water(f: Any, cell: Any) -> Any:
    """Return whether a cell is under water."""
    return f.water_c[cell] > f.elevation_c[cell]


@kernel(inline=True, borrows=True)
def river_through(f: Any, cell: Any, d: Any) -> Any:
    """Return whether a river crosses side `d` of a cell, in or out."""
    return f.river_out_c[cell] == d or (f.river_in_c[cell] >> d) & 1 == 1


@kernel(inline=True, borrows=True)
def has_river(f: Any, cell: Any) -> Any:
    """Return whether a cell has a river."""
    return f.river_out_c[cell] >= 0 or f.river_in_c[cell] != 0


@kernel(inline=True, borrows=True)
def rivers_of(f: Any, cell: Any) -> Any:
    """Return the sides rivers cross, as bits."""
    bits = np.int64(f.river_in_c[cell])
    if f.river_out_c[cell] >= 0:
        bits |= np.int64(1) << np.int64(f.river_out_c[cell])
    return bits


@kernel(inline=True, borrows=True)
def begins_or_ends(f: Any, cell: Any) -> Any:
    """Return whether exactly one river crosses the sides of a cell: its source or its end."""
    bits = rivers_of(f, cell)
    return bits != 0 and bits & (bits - 1) == 0


@kernel(inline=True, borrows=True)
def road_through(f: Any, cell: Any, d: Any) -> Any:
    """Return whether a road crosses side `d` of a cell."""
    return (f.roads_c[cell] >> d) & 1 == 1


@kernel(inline=True, borrows=True)
def surface_of(f: Any, cell: Any) -> Any:
    """Return the height of the surface of a cell's river."""
    return (f.elevation_c[cell] + f.surface) * f.step


@kernel(inline=True, borrows=True)
def water_of(f: Any, cell: Any) -> Any:
    """Return the height of the surface of a cell's water."""
    return (f.water_c[cell] + f.surface) * f.step
