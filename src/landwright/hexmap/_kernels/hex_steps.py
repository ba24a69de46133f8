"""Cells next to cells, as flat indices ``row * columns + column``."""

from __future__ import annotations

from landwright._numba import kernel

__all__ = ["apart", "step"]


@kernel(inline=True)
def step(cell: int, side: int, columns: int, rows: int, wrap: int) -> int:
    """Return the cell across a side, or -1 where the map ends."""
    row = cell // columns
    column = cell - row * columns
    odd = row & 1
    if side == 1:
        column += 1
    elif side == 4:
        column -= 1
    else:
        if side < 3:  # NE, SE
            column += odd
        else:  # SW, NW
            column += odd - 1
        if side == 0 or side == 5:
            row += 1
        else:
            row -= 1
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
    return row * columns + column


@kernel(inline=True)
def apart(column: int, row: int, column2: int, row2: int) -> int:
    """Return how many steps lie between two cells of a plane without end."""
    dr = row2 - row
    dq = column2 - row2 // 2 - column + row // 2
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2
