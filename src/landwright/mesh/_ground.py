"""What both ways of meshing a field share: windows, places, normals and texture coordinates of samples."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright._pool import run_rows
from landwright.errors import MeshError, sentence
from landwright.field import Heightfield
from landwright.grid import Grid
from landwright.mesh._kernels.quads import normals

Window = tuple[int, int, int, int]
"""Rows ``row0`` to ``row1 - 1`` and columns ``col0`` to ``col1 - 1``, as ``Grid.window`` takes them."""


def checked_window(field: Heightfield, window: Window | None, where: str) -> Window:
    """Return the window to mesh, or refuse one that is not a surface."""
    rows, cols = field.shape
    if window is None:
        window = (0, rows, 0, cols)
    row0, row1, col0, col1 = window
    if not (0 <= row0 < row1 <= rows and 0 <= col0 < col1 <= cols):
        raise MeshError(sentence(f"{where}: window", f"must lie inside the {rows} x {cols} samples", tuple(window)))
    if row1 - row0 < 2 or col1 - col0 < 2:
        raise MeshError(
            sentence(
                f"{where}: field",
                "must have at least 2 rows and 2 columns of samples to be a surface",
                (row1 - row0, col1 - col0),
                hint="A single row is a profile, not a surface.",
            )
        )
    return row0, row1, col0, col1


def valid_samples(field: Heightfield) -> NDArray[np.bool_]:
    """Return (rows, cols) bool, True where there is data; never writable through to the field."""
    return np.ones(field.shape, np.bool_) if field.mask is None else np.ascontiguousarray(field.mask)


def middle(grid: Grid, centered: bool) -> tuple[float, float, float]:
    """Return the origin of a mesh: the middle of the map, or (0, 0, 0)."""
    if not centered:
        return 0.0, 0.0, 0.0
    x, y = grid.x, grid.y
    return float((x[0] + x[-1]) / 2), float((y[0] + y[-1]) / 2), 0.0


def window_normals(field: Heightfield, window: Window, valid: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Return (rows, cols, 3) upward unit normals of a window; samples beyond it count, so tiles agree."""
    row0, row1, col0, col1 = window
    out = np.empty((row1 - row0, col1 - col0, 3), np.float32)
    run_rows(normals, row1 - row0, field.elevation, valid, row0, col0, field.cell_size, out)
    return out


def place(
    field: Heightfield, window: Window, rows: NDArray[Any], cols: NDArray[Any], origin: tuple[float, float, float]
) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
    """Return vertices (n, 3) float64 and uv (n, 2) float32 of samples, given by row and column of the whole field."""
    row0, row1, col0, col1 = window
    vertices = np.empty((len(rows), 3), np.float64)
    vertices[:, 0] = (field.grid.x - origin[0])[cols]
    vertices[:, 1] = (field.grid.y - origin[1])[rows]
    vertices[:, 2] = field.elevation[rows, cols]
    uv = np.empty((len(rows), 2), np.float32)
    uv[:, 0] = (cols - col0) / float(col1 - 1 - col0)
    uv[:, 1] = (rows - row0) / float(row1 - 1 - row0)
    return vertices, uv
