"""Normals of one face of a cube-sphere: each node the sum of the cross products of the triangles around it."""

from __future__ import annotations

from landwright._numba import kernel


@kernel("void(i8, i8, f8[:, :, :, ::1], f8[:, :, :, ::1])")
def face_normals(row0, row1, points, out):  # out
    """Sum over the triangles of a face around each node, twice their area; ``row0`` to ``row1 - 1`` count rows of all faces given.

    Each cell is cut from its first corner to the one across, as ``face_triangles`` does. Of a strip of a face, nodes on its border with
    the rest lack what lies beyond.
    """
    rows, cols = points.shape[1], points.shape[2]
    for line in range(row0, row1):
        face, row = line // rows, line % rows
        for col in range(cols):
            x, y, z = 0.0, 0.0, 0.0
            for r in range(max(row - 1, 0), min(row + 1, rows - 1)):
                for c in range(max(col - 1, 0), min(col + 1, cols - 1)):
                    a, b = points[face, r, c], points[face, r, c + 1]
                    d, e = points[face, r + 1, c], points[face, r + 1, c + 1]
                    px, py, pz = e[0] - a[0], e[1] - a[1], e[2] - a[2]
                    if not (r == row - 1 and c == col):  # a, e, b
                        qx, qy, qz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
                        x += py * qz - pz * qy
                        y += pz * qx - px * qz
                        z += px * qy - py * qx
                    if not (r == row and c == col - 1):  # a, d, e
                        qx, qy, qz = d[0] - a[0], d[1] - a[1], d[2] - a[2]
                        x += qy * pz - qz * py
                        y += qz * px - qx * pz
                        z += qx * py - qy * px
            out[face, row, col, 0], out[face, row, col, 1], out[face, row, col, 2] = x, y, z
