"""Normals of the ground: flat, or smooth across the seams between cells and chunks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Part", "flat", "smooth"]

Part = tuple[NDArray[Any], ...]
"""Arrays of one mesh of some cells: vertices, faces, then texture coordinates, or weights and cells (and normals)."""

_STEPS = float(1 << 30)
"""Steps that sums are counted in, so that their order changes nothing."""


def _across(vertices: NDArray[np.float64], faces: NDArray[np.uint32]) -> NDArray[np.float64]:
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    u, v = b - a, c - a
    made = np.empty_like(u)
    for k in range(3):
        i, j = (k + 1) % 3, (k + 2) % 3
        made[:, k] = u[:, i] * v[:, j] - u[:, j] * v[:, i]
    return made


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return vectors of length 1; up for those without a length."""
    length = np.sqrt(vectors[:, 0] * vectors[:, 0] + vectors[:, 1] * vectors[:, 1] + vectors[:, 2] * vectors[:, 2])
    none = length == 0.0
    made = vectors / np.where(none, 1.0, length)[:, np.newaxis]
    made[none] = (0.0, 0.0, 1.0)
    return made.astype(np.float32)


def flat(part: Part) -> Part:
    """Return a part in which every face has its own vertices, with the face's normal.

    Parameters
    ----------
    part : tuple of arrays
        Vertices, faces, and whatever vertices carry.

    Returns
    -------
    tuple of arrays
        The same with one array more, the normals.
    """
    vertices, faces, *carried = part
    corners = faces.reshape(-1)
    normals = np.repeat(_unit(_across(vertices, faces)), 3, axis=0)
    numbers = np.arange(len(corners), dtype=np.uint32).reshape(-1, 3)
    return (vertices[corners], numbers, *(array[corners] for array in carried), normals)


def smooth(part: Part, around: Part, radius: float) -> NDArray[np.float32]:
    """Return normals of vertices: those of all faces at the same place, weighted by area.

    Parameters
    ----------
    part : tuple of arrays
        The ground of a block of cells. What is not part of `around` are the lower ends of skirts, which follow their upper ends.
    around : tuple of arrays
        The ground of the block and of two rings of cells around it.
    radius : float
        Outer radius of cells (m), the scale of areas.

    Returns
    -------
    (n, 3) float32 array
        Unit vectors. A seam has the same bits on both sides, whichever block it is seen from.
    """
    vertices, faces = around[0], around[1]
    both = np.concatenate([vertices, part[0]]) + 0.0
    place = np.asarray(np.unique(both, axis=0, return_inverse=True)[1]).reshape(-1)
    count = int(place.max()) + 1
    areas = np.rint(_across(vertices, faces) / (radius * radius) * _STEPS)
    corners = place[faces.astype(np.int64)]
    sums = np.zeros((count, 3))
    for k in range(3):
        for i in range(3):
            sums[:, k] += np.bincount(corners[:, i], weights=areas[:, k], minlength=count)
    known = np.zeros(count, np.bool_)
    known[place[: len(vertices)]] = True
    mine = place[len(vertices) :]
    at = np.arange(len(mine))
    at[~known[mine]] -= 1
    return _unit(sums[mine[at]])
