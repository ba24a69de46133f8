"""How far a mesh lies from the samples it was made of, by looking at every sample in every triangle."""

from __future__ import annotations

import numpy as np


def distances(mesh, field):
    """Return (rows, cols) of the largest distance between the mesh and each sample; NaN where no triangle lies."""
    grid = field.grid
    col = np.rint((mesh.vertices[:, 0] + mesh.origin[0] - grid.x[0]) / grid.cell_size).astype(int)
    row = np.rint((grid.y[0] - mesh.vertices[:, 1] - mesh.origin[1]) / grid.cell_size).astype(int)
    z = field.elevation.astype(np.float64)
    worst = np.full(field.shape, np.nan)
    for a, b, c in mesh.faces.astype(int):
        r, k = row[[a, b, c]], col[[a, b, c]]
        rows, cols = np.mgrid[r.min() : r.max() + 1, k.min() : k.max() + 1]
        det = (r[1] - r[2]) * (k[0] - k[2]) + (k[2] - k[1]) * (r[0] - r[2])
        u = (r[1] - r[2]) * (cols - k[2]) + (k[2] - k[1]) * (rows - r[2])
        v = (r[2] - r[0]) * (cols - k[2]) + (k[0] - k[2]) * (rows - r[2])
        w = det - u - v
        inside = (u * np.sign(det) >= 0) & (v * np.sign(det) >= 0) & (w * np.sign(det) >= 0)
        height = (u * mesh.vertices[a, 2] + v * mesh.vertices[b, 2] + w * mesh.vertices[c, 2]) / det
        ys, xs = rows[inside], cols[inside]
        worst[ys, xs] = np.fmax(worst[ys, xs], np.abs(height[inside] - z[ys, xs]))
    return worst
