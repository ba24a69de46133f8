"""Rays against triangles, one at a time, by Moeller and Trumbore: the twin of ``render._kernels.raster``."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def nearest(
    points: NDArray[np.float64], faces: NDArray[np.uint32], direction: NDArray[np.float64], near: float
) -> tuple[float, int]:
    """Return the depth and the face that a ray from the origin meets first; (inf, -1) when it meets none."""
    best, who = np.inf, -1
    for index, (a, b, c) in enumerate(points[faces]):
        along, across = b - a, c - a
        p = np.cross(direction, across)
        whole = along @ p
        if abs(whole) < 1e-12:
            continue
        u = (-a) @ p / whole
        q = np.cross(-a, along)
        v = direction @ q / whole
        t = across @ q / whole
        if u >= 0.0 and v >= 0.0 and u + v <= 1.0 and near < t < best:
            best, who = t, index
    return best, who


def blocked(
    points: NDArray[np.float64], faces: NDArray[np.uint32], start: NDArray[np.float64], direction: NDArray[np.float64]
) -> bool:
    """Return whether a ray from `start` meets any face."""
    return nearest(points - start, faces, direction, 1e-6)[1] >= 0
