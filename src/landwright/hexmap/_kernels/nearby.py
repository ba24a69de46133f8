"""Neighbours of cells in rows: ``near`` is (cells, 6) int32, flat indices, -1 beyond the edge of the map."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel


@kernel("void(i8, i8, i8, i8, b1, i4[:, ::1])")
def find_near(row0: Any, row1: Any, rows: Any, columns: Any, wrap: Any, near: Any) -> None:  # out: near
    """Write the neighbours of all cells of some rows, sides 0 (NE) to 5 (NW)."""
    for row in range(row0, row1):
        odd = row & 1
        for column in range(columns):
            cell = row * columns + column
            for side in range(6):
                if side == 1:
                    to_row, to = row, column + 1
                elif side == 4:
                    to_row, to = row, column - 1
                else:
                    to_row = row + 1 if side == 0 or side == 5 else row - 1
                    to = column + odd if side < 3 else column + odd - 1
                if wrap:
                    if to < 0:
                        to += columns
                    elif to >= columns:
                        to -= columns
                if to < 0 or to >= columns or to_row < 0 or to_row >= rows:
                    near[cell, side] = np.int32(-1)
                else:
                    near[cell, side] = np.int32(to_row * columns + to)
