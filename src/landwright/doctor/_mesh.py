"""Meshes: bodies that leak, faces without area, faces turned over."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from landwright.doctor._findings import Finding, Place, Severity, count_of
from landwright.doctor.settings import Checkup
from landwright.mesh import Check, Mesh, boundary_edges, check, weld

__all__ = ["find_mesh"]

_BODY: Final = 0.2
"""Share of the area seen from above that must face down for a mesh to be a body and no surface."""

_RIM: Final = 2.0
"""Length of all open edges, in square roots of the area, from which a mesh is open on purpose, as a sea around its islands is."""

_FEW: Final = 0.05
"""Share of faces that may be turned over by mistake; with more, the mesh is none that faces up."""


def find_mesh(mesh: Mesh, noun: Checkup, part: str = "") -> list[Finding]:
    """Find what is wrong with a mesh, as a printer or an engine sees it: with vertices at one place as one.

    Faces are compared with others of their group, so a road may end on an edge of the ground; whether a body is closed is seen on
    groups that share edges together.
    """
    if not len(mesh.faces):
        return [Finding("empty-mesh", "error", "This mesh has no faces.", Place(part=part))]
    found = []
    for name, piece in _groups(mesh):
        found += _faces(piece, ".".join(word for word in (part, name) if word))
    for name, piece in _bodies(mesh):
        found += _openings(weld(piece), ".".join(word for word in (part, name) if word))
    return found


def _groups(mesh: Mesh) -> list[tuple[str, Mesh]]:
    """Return the groups of a mesh by name; the whole where they do not cover it."""
    groups = [(name, *span) for name, span in mesh.groups.items() if span[1] > span[0]]
    if len(groups) < 2 or sum(last - first for _, first, last in groups) != len(mesh.faces):
        return [("", mesh)]
    return [(name, _piece(mesh, mesh.faces[first:last])) for name, first, last in groups]


def _piece(mesh: Mesh, faces: NDArray[np.uint32]) -> Mesh:
    used, index = np.unique(faces, return_inverse=True)
    return Mesh(mesh.vertices[used], index.reshape(-1, 3), origin=mesh.origin)


def _bodies(mesh: Mesh) -> list[tuple[str, Mesh]]:
    """Return the groups of a mesh, those that share edges as one, with the name of their first."""
    groups = {name: span for name, span in mesh.groups.items() if span[1] > span[0]}
    if len(_groups(mesh)) == 1:
        return [("", mesh)]
    place = np.unique(mesh.vertices + 0.0, axis=0, return_inverse=True)[1].reshape(-1)
    at = place[mesh.faces.astype(np.int64)]
    ends = np.stack([at, np.roll(at, -1, axis=1)], axis=-1)
    keys = ends.min(axis=-1) * (int(place.max()) + 1) + ends.max(axis=-1)
    held = [np.unique(keys[first:last]) for first, last in groups.values()]
    edge = np.unique(np.concatenate(held), return_inverse=True)[1].reshape(-1)
    owner = np.repeat(np.arange(len(held)), [len(one) for one in held])
    nodes = len(held) + int(edge.max()) + 1
    graph = coo_array((np.ones(len(edge), np.bool_), (owner, len(held) + edge)), shape=(nodes, nodes))
    cluster = connected_components(graph, directed=False)[1][: len(held)]
    out: list[tuple[str, Mesh]] = []
    for number in dict.fromkeys(cluster.tolist()):
        members = [list(groups.items())[k] for k in np.flatnonzero(cluster == number)]
        faces = np.concatenate([mesh.faces[first:last] for _, (first, last) in members])
        piece = _piece(mesh, faces)
        out.append((members[0][0] if len(out) or len(members) < len(held) else "", piece))
    return out


def _faces(mesh: Mesh, part: str) -> list[Finding]:
    across = _across(mesh)
    flat = ~across.any(axis=1)
    found = []
    if flat.any():
        text = f"{count_of(int(flat.sum()), 'face has', 'faces have')} no area: they give no normal; remove them."
        place = _face(mesh, int(np.argmax(flat)), part)
        found.append(Finding("degenerate-face", "warning", text, place, int(flat.sum())))
    mesh = weld(mesh)
    counts = check(mesh)
    if counts.duplicate_faces:
        ordered = np.sort(mesh.faces, axis=1)
        _, first = np.unique(ordered, axis=0, return_index=True)
        again = np.ones(len(ordered), np.bool_)
        again[first] = False
        text = (
            f"{count_of(counts.duplicate_faces, 'face is', 'faces are')} there twice: they flicker; keep one of each."
        )
        place = _face(mesh, int(np.argmax(again)), part)
        found.append(Finding("duplicate-face", "error", text, place, counts.duplicate_faces))
    if counts.crowded_edges and not counts.duplicate_faces:
        edges = count_of(counts.crowded_edges, "edge has", "edges have")
        text = f"{edges} more than two faces: no body is so; printers and booleans fail."
        place = _crowded(mesh, part)
        severity: Severity = "info" if counts.boundary_edges else "warning"  # what is open anyhow is for looking at
        found.append(Finding("crowded-edge", severity, text, place, counts.crowded_edges))
    elif counts.repeated_edges and not counts.duplicate_faces:
        found.append(_turned(mesh, counts, part))
    return found


def _turned(mesh: Mesh, counts: Check, part: str) -> Finding:
    """Return where faces are wound against their neighbours."""
    begin = mesh.faces.reshape(-1).astype(np.int64)
    end = np.roll(mesh.faces, -1, axis=1).reshape(-1).astype(np.int64)
    keys = begin * len(mesh.vertices) + end
    _, where, times = np.unique(keys, return_inverse=True, return_counts=True)
    bad = (times[where] > 1).reshape(-1, 3)
    count = int(np.count_nonzero(bad.all(axis=1))) or int(np.count_nonzero(bad.any(axis=1))) // 2
    face = int(np.argmax(bad.sum(axis=1)))
    edges = count_of(counts.repeated_edges, "edge")
    text = f"Some faces are wound against their neighbours ({edges}): they vanish or turn dark; flip them."
    return Finding("flipped-face", "error", text, _face(mesh, face, part), max(count, 1))


def _openings(mesh: Mesh, part: str) -> list[Finding]:
    across, counts = _across(mesh), check(mesh)
    up, down = float(np.maximum(across[:, 2], 0.0).sum()), float(np.maximum(-across[:, 2], 0.0).sum())
    body = min(up, down) > _BODY * max(up, down)
    if body and counts.boundary_edges and _edge_length(mesh) < _RIM * float(np.sqrt(counts.area)):
        edge = boundary_edges(mesh)[0]
        x, y, z = _world(mesh, mesh.vertices[edge].mean(axis=0))
        edges = count_of(counts.boundary_edges, "edge has", "edges have")
        text = f"This body is not watertight: {edges} one face only; close the holes, for printing and physics."
        return [Finding("leak", "error", text, Place(x=x, y=y, z=z, part=part), counts.boundary_edges)]
    if counts.is_watertight and counts.winding_is_consistent and counts.volume < 0.0:
        text = "This body is inside out: all its faces look inwards; reverse them."
        return [Finding("inside-out", "error", text, _face(mesh, 0, part), counts.faces)]
    turned = across[:, 2] < 0.0
    if (
        not body
        and 0 < np.count_nonzero(turned) <= _FEW * len(turned)
        and counts.repeated_edges == 0
        and down < _FEW * up
    ):
        over = int(np.argmin(across[:, 2]))
        faces = count_of(int(turned.sum()), "face looks", "faces look")
        text = f"{faces} down in a surface that looks up: an overhang, or faces folded over."
        return [Finding("overhang", "info", text, _face(mesh, over, part), int(turned.sum()))]
    if not body and up == 0.0 and down > 0.0:
        text = "This surface looks down: from above it is invisible; reverse its faces."
        return [Finding("upside-down", "warning", text, _face(mesh, 0, part), counts.faces)]
    return []


def _edge_length(mesh: Mesh) -> float:
    """Return how long all open edges are (m)."""
    ends = mesh.vertices[boundary_edges(mesh)].astype(np.float64)
    return float(np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1).sum())


def _across(mesh: Mesh) -> NDArray[np.float64]:
    a, b, c = (mesh.vertices[mesh.faces[:, k]].astype(np.float64) for k in range(3))
    out: NDArray[np.float64] = np.cross(b - a, c - a)
    return out


def _crowded(mesh: Mesh, part: str) -> Place:
    begin = mesh.faces.reshape(-1).astype(np.int64)
    end = np.roll(mesh.faces, -1, axis=1).reshape(-1).astype(np.int64)
    keys = np.minimum(begin, end) * len(mesh.vertices) + np.maximum(begin, end)
    _, where, times = np.unique(keys, return_inverse=True, return_counts=True)
    return _face(mesh, int(np.argmax(times[where])) // 3, part)


def _face(mesh: Mesh, face: int, part: str) -> Place:
    x, y, z = _world(mesh, mesh.vertices[mesh.faces[face]].mean(axis=0))
    return Place(face=face, x=x, y=y, z=z, part=part)


def _world(mesh: Mesh, point: NDArray[np.float64]) -> tuple[float, float, float]:
    x, y, z = (float(v) + o for v, o in zip(point, mesh.origin))
    return x, y, z
