"""Cells next to cells, as flat indices ``row * columns + column``."""

from __future__ import annotations

from typing import Any

from landwright._numba import kernel

__all__ = ["apart", "beside", "inside", "step"]


@kernel(inline=True)
def beside(column: Any, row: Any, side: Any) -> tuple[Any, Any]:
    """Return column and row across a side, on a plane without end."""
    odd = row & 1
    if side == 0:
        return column + odd, row + 1
    if side == 1:
        return column + 1, row
    if side == 2:
        return column + odd, row - 1
    if side == 3:
        return column + odd - 1, row - 1
    if side == 4:
        return column - 1, row
    return column + odd - 1, row + 1


@kernel(inline=True)
def inside(column: Any, row: Any, columns: Any, rows: Any, wrap: Any) -> int:
    """Return the flat index of a column and row at most one step beyond the map, -1 outside of it."""
    if row < 0 or row >= rows:
        return -1
    if column < 0:
        if wrap == 0:
            return -1
        column += columns
    elif column >= columns:
        if wrap == 0:
            return -1
        column -= columns
    return int(row * columns + column)


@kernel(inline=True)
def step(cell: Any, side: Any, columns: Any, rows: Any, wrap: Any) -> int:
    """Return the cell across a side, or -1 where the map ends."""
    row = cell // columns
    column, row = beside(cell - row * columns, row, side)
    return inside(column, row, columns, rows, wrap)


@kernel(inline=True)
def apart(column: Any, row: Any, column2: Any, row2: Any) -> int:
    """Return how many steps lie between two cells of a plane without end."""
    dr = row2 - row
    dq = column2 - row2 // 2 - column + row // 2
    return int(abs(dq) + abs(dr) + abs(dq + dr)) >> 1
