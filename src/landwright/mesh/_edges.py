"""Edges of a mesh and how its faces hang together; whole arrays, no loops.

Directed edge ``3 f + k`` runs from corner k of face f to the next corner; corner ``3 f + k`` is its beginning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

Faces = NDArray[Any]


@dataclass(frozen=True)
class Edges:
    """The edges of a mesh, sorted so that faces at one edge are neighbours.

    Attributes
    ----------
    order : (3 m,) int64
        Directed edges, those between the same two vertices one after the other.
    start : (k,) int64
        Where in `order` each of the k undirected edges begins.
    count : (k,) int64
        How many faces each has.
    """

    order: NDArray[np.int64]
    start: NDArray[np.int64]
    count: NDArray[np.int64]


def ends(faces: Faces) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the first and last vertex of every directed edge."""
    return faces.reshape(-1).astype(np.int64), np.roll(faces, -1, axis=1).reshape(-1).astype(np.int64)


def edges_of(faces: Faces) -> Edges:
    """Sort the edges of faces (m, 3)."""
    begin, end = ends(faces)
    low, high = np.minimum(begin, end).astype(np.uint64), np.maximum(begin, end).astype(np.uint64)
    keys = (low << np.uint64(32)) | high
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    start = np.flatnonzero(np.concatenate([np.ones(min(len(keys), 1), np.bool_), keys[1:] != keys[:-1]]))
    return Edges(order, start, np.diff(np.append(start, len(keys))))


def open_edges(faces: Faces, edges: Edges) -> NDArray[np.int64]:
    """Return (k, 2) vertices of directed edges that have one face only, in the order of the faces."""
    begin, end = ends(faces)
    alone = np.sort(edges.order[edges.start[edges.count == 1]])
    return np.stack([begin[alone], end[alone]], axis=1)


def fans(faces: Faces, edges: Edges) -> NDArray[np.int64]:
    """Return for every corner (3 m,) the number of its fan: corners at one vertex whose faces are joined by edges."""
    first = edges.start[edges.count == 2]
    one, other = edges.order[first], edges.order[first + 1]
    begin, _ = ends(faces)
    against = begin[one] != begin[other]
    after = np.arange(faces.size).reshape(-1, 3)[:, [1, 2, 0]].reshape(-1)
    left = np.concatenate([one, after[one]])
    right = np.concatenate([np.where(against, after[other], other), np.where(against, other, after[other])])
    graph = coo_array((np.ones(len(left), np.bool_), (left, right)), shape=(faces.size, faces.size))
    return np.asarray(connected_components(graph, directed=False)[1], np.int64)


def pinched(faces: Faces, corner_fans: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the vertices at which more than one fan meets, ascending."""
    if not corner_fans.size:
        return np.empty(0, np.int64)
    vertex_of_fan = np.empty(int(corner_fans.max()) + 1, np.int64)
    vertex_of_fan[corner_fans] = faces.reshape(-1)
    found, times = np.unique(vertex_of_fan, return_counts=True)
    return found[times > 1]
