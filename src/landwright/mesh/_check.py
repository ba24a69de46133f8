"""Checks of a mesh, and welding."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components
from scipy.spatial import cKDTree

from landwright.errors import MeshError, sentence
from landwright.mesh._edges import edges_of, ends, fans, open_edges, pinched
from landwright.mesh._mesh import Mesh


@dataclass(frozen=True)
class Check:
    """What :func:`check` found.

    Attributes
    ----------
    vertices, faces : int
        How many there are.
    boundary_edges : int
        Edges with one face.
    crowded_edges : int
        Edges with more than two faces.
    pinched_vertices : int
        Vertices at which faces meet that no edge joins, as where two cells touch at a corner.
    repeated_edges : int
        Directed edges that occur more than once: two faces there are wound against each other.
    duplicate_faces : int
        Faces with the vertices of an earlier face, in any order.
    degenerate_faces : int
        Faces without area.
    unused_vertices : int
        Vertices without a face.
    area, volume : float
        m2 and m3; the volume is that of a closed body, positive when faces are wound outwards, and means nothing for an open one.
    """

    vertices: int
    faces: int
    boundary_edges: int
    crowded_edges: int
    pinched_vertices: int
    repeated_edges: int
    duplicate_faces: int
    degenerate_faces: int
    unused_vertices: int
    area: float
    volume: float

    @property
    def is_watertight(self) -> bool:
        """Whether every edge has exactly two faces."""
        return self.faces > 0 and not self.boundary_edges and not self.crowded_edges

    @property
    def is_manifold(self) -> bool:
        """Whether the surface looks like a disk, or half a disk at a border, around every point."""
        return not self.crowded_edges and not self.pinched_vertices

    @property
    def winding_is_consistent(self) -> bool:
        """Whether neighbours are wound the same way: every directed edge occurs once."""
        return not self.repeated_edges


def check(mesh: Mesh) -> Check:
    """Count what is wrong with a mesh, and measure it.

    Vertices at the same place count as different ones, as they do for a renderer; :func:`weld` first to see what a
    printer sees.

    Parameters
    ----------
    mesh : Mesh
        Any mesh.

    Returns
    -------
    Check
        Counts, area and volume; ``is_watertight``, ``is_manifold`` and ``winding_is_consistent`` follow from them.

    See Also
    --------
    weld : Merge vertices at the same place.

    Notes
    -----
    Reach: whole. Cost: O(faces log faces).
    Deterministic: yes.

    Examples
    --------
    >>> check(Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])).boundary_edges
    3
    """
    faces = mesh.faces
    edges = edges_of(faces)
    begin, end = ends(faces)
    directed = np.unique((begin.astype(np.uint64) << np.uint64(32)) | end.astype(np.uint64))
    corners = np.sort(faces, axis=1)
    distinct = len(np.unique(corners, axis=0)) if len(faces) else 0
    used = np.zeros(len(mesh.vertices), np.bool_)
    used[faces] = True
    area, volume, flat = _measure(mesh)
    return Check(
        vertices=len(mesh.vertices),
        faces=len(faces),
        boundary_edges=int(np.count_nonzero(edges.count == 1)),
        crowded_edges=int(np.count_nonzero(edges.count > 2)),
        pinched_vertices=len(pinched(faces, fans(faces, edges))),
        repeated_edges=faces.size - len(directed),
        duplicate_faces=len(faces) - distinct,
        degenerate_faces=flat,
        unused_vertices=int(np.count_nonzero(~used)),
        area=area,
        volume=volume,
    )


def boundary_edges(mesh: Mesh) -> NDArray[np.int64]:
    """Return the edges that have one face only.

    Parameters
    ----------
    mesh : Mesh
        Any mesh.

    Returns
    -------
    (k, 2) int64
        Vertex indices, in the direction of the one face.

    Notes
    -----
    Reach: whole. Cost: O(faces log faces).
    Deterministic: yes.
    """
    return open_edges(mesh.faces, edges_of(mesh.faces))


def _measure(mesh: Mesh) -> tuple[float, float, int]:
    if not len(mesh.faces):
        return 0.0, 0.0, 0
    middle = mesh.vertices.mean(axis=0, dtype=np.float64)
    a, b, c = (mesh.vertices[mesh.faces[:, k]].astype(np.float64) - middle for k in range(3))
    across = np.cross(b - a, c - a)
    double = np.sqrt(np.einsum("ij,ij->i", across, across))
    volume = float(np.einsum("ij,ij->i", a, across).sum()) / 6.0
    return float(double.sum()) / 2.0, volume, int(np.count_nonzero(double == 0.0))


def weld(mesh: Mesh, tolerance: float = 0.0) -> Mesh:
    """Merge vertices that lie closer together than a tolerance.

    Of vertices that become one the first stays, with its place, normal, uv and attributes; so seams of textures
    close. Chains merge as a whole: with three vertices in a row, each within `tolerance` of the next, one is left. Faces that lose a
    corner are dropped.

    Parameters
    ----------
    mesh : Mesh
        Any mesh.
    tolerance : float
        Distance (m), >= 0; with 0 only vertices at exactly the same place merge.

    Returns
    -------
    Mesh
        With as many vertices as there are places, in the order of their first appearance.

    Raises
    ------
    MeshError
        If the tolerance is negative or not finite.

    Notes
    -----
    Reach: whole. Cost: O(vertices log vertices).
    Deterministic: yes.
    """
    if not (math.isfinite(tolerance) and tolerance >= 0.0):
        raise MeshError(sentence("mesh.weld: tolerance", "must be a finite distance >= 0 (m)", tolerance))
    count = len(mesh.vertices)
    if tolerance == 0.0:
        place = np.asarray(np.unique(mesh.vertices + 0.0, axis=0, return_inverse=True)[1]).reshape(-1)
    else:
        pairs = cKDTree(mesh.vertices).query_pairs(tolerance, output_type="ndarray") if count else np.empty((0, 2), int)
        graph = coo_array((np.ones(len(pairs), np.bool_), (pairs[:, 0], pairs[:, 1])), shape=(count, count))
        place = connected_components(graph, directed=False)[1] if count else np.empty(0, int)
    first = np.full(int(place.max()) + 1 if count else 0, count, np.int64)
    np.minimum.at(first, place, np.arange(count))
    kept, number = np.unique(first, return_inverse=True)
    faces = number[place].astype(np.uint32)[mesh.faces]
    whole = (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    before = np.concatenate([[0], np.cumsum(whole)])
    return mesh.replace(
        vertices=mesh.vertices[kept],
        faces=faces[whole],
        **{
            name: None if (held := getattr(mesh, name)) is None else held[kept]
            for name in ("normals", "uv0", "uv1", "colors")
        },
        attributes={name: held[kept] for name, held in mesh.attributes.items()},
        groups={name: (int(before[a]), int(before[b])) for name, (a, b) in mesh.groups.items()},
    )
