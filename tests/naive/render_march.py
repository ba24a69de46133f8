"""A ray against a heightfield, in plain Python: many small steps."""

from __future__ import annotations

import math

import numpy as np


def ground(z: np.ndarray, cell_size: float, x: float, y: float) -> float:
    """Bilinear height at x east and y south (m) of the north-west sample."""
    col, row = x / cell_size, y / cell_size
    i, j = min(int(row), z.shape[0] - 2), min(int(col), z.shape[1] - 2)
    v, u = row - i, col - j
    north = float(z[i, j]) * (1.0 - u) + float(z[i, j + 1]) * u
    south = float(z[i + 1, j]) * (1.0 - u) + float(z[i + 1, j + 1]) * u
    return north * (1.0 - v) + south * v


def first_hit(z, cell_size, origin, direction, far: float, step: float) -> float:
    """Distance at which the ray is first on or below the ground inside the map; infinite when it never is."""
    width, length = (z.shape[1] - 1) * cell_size, (z.shape[0] - 1) * cell_size
    for n in range(int(far / step)):
        t = n * step
        x, y, h = (o + d * t for o, d in zip(origin, direction))
        if 0.0 <= x <= width and 0.0 <= y <= length and h <= ground(z, cell_size, x, y):
            return t
    return math.inf


def tops(z: np.ndarray) -> list[np.ndarray]:
    """Highest corner of every square of 2^k cells, level by level."""
    rows, cols = z.shape[0] - 1, z.shape[1] - 1
    levels = []
    size = 1
    while True:
        shape = (-(-rows // size), -(-cols // size))
        level = np.empty(shape, np.float32)
        for i in range(shape[0]):
            for j in range(shape[1]):
                level[i, j] = z[
                    i * size : min((i + 1) * size, rows) + 1, j * size : min((j + 1) * size, cols) + 1
                ].max()
        levels.append(level)
        if shape == (1, 1):
            return levels
        size *= 2
