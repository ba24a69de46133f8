"""Normals for bodies with sharp edges."""

from __future__ import annotations

import numpy as np

from landwright.errors import MeshError, sentence
from landwright.mesh._mesh import Mesh


def shade(mesh: Mesh, *, smooth: frozenset[str] = frozenset({"surface"})) -> Mesh:
    """Give a body normals: smooth over the ground, flat on walls and floor, sharp between.

    For pictures; the vertices along an edge are doubled, so the mesh is no longer watertight by its indices.

    Parameters
    ----------
    mesh : Mesh
        Any mesh; faces in no group are flat.
    smooth : set of str
        Groups over which normals are averaged, weighted by area.

    Returns
    -------
    Mesh
        Faces, groups and what vertices carry are as before; vertices without a face are gone.

    Raises
    ------
    MeshError
        If a face without area leaves a vertex without a direction.

    Notes
    -----
    Reach: whole. Cost: O(faces).
    Deterministic: yes.
    """
    corners = mesh.vertices[mesh.faces].astype(np.float64)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    soft = np.zeros(len(mesh.faces), np.bool_)
    for name, (begin, end) in mesh.groups.items():
        if name in smooth:
            soft[begin:end] = True
    count = len(mesh.vertices)
    source = [np.unique(mesh.faces[soft]).astype(np.int64)]
    number = np.zeros(count, np.int64)
    number[source[0]] = np.arange(len(source[0]))
    total = np.zeros((count, 3))
    for k in range(3):
        np.add.at(total, mesh.faces[soft, k], across[soft])
    lines = [total[source[0]]]
    faces = np.empty(mesh.faces.shape, np.int64)
    faces[soft] = number[mesh.faces[soft]]
    hard = np.flatnonzero(~soft)
    source.append(mesh.faces[hard].reshape(-1).astype(np.int64))
    lines.append(np.repeat(across[hard], 3, axis=0))
    faces[hard] = len(source[0]) + np.arange(3 * len(hard)).reshape(-1, 3)
    index, raw = np.concatenate(source), np.concatenate(lines)
    length = np.linalg.norm(raw, axis=1, keepdims=True)
    if not bool((length > 0.0).all()):
        raise MeshError(
            sentence("mesh.shade: faces", "must have an area", f"{int((length == 0).sum())} corners without")
        )
    return mesh.replace(
        vertices=mesh.vertices[index],
        faces=faces,
        normals=raw / length,
        **{name: None if (held := getattr(mesh, name)) is None else held[index] for name in ("uv0", "uv1", "colors")},
        attributes={name: held[index] for name, held in mesh.attributes.items()},
    )
