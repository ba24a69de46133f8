"""Builder: append vertices, triangles and quads; and joining meshes."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import MeshError, sentence
from landwright.mesh._mesh import Mesh

_OWN: Final = ("normals", "uv0", "uv1", "colors")


class Builder:
    """Collects vertices and faces in any order and makes a mesh of them.

    A builder is the one thing here that changes: it is filled, and :meth:`build` gives the frozen mesh. Whole arrays
    are as welcome as single points; a strip of a million quads is one call.

    Parameters
    ----------
    *carries : str
        What every vertex brings along: ``"normals"``, ``"uv0"``, ``"uv1"``, ``"colors"`` or the name of an attribute.

    Examples
    --------
    >>> builder = Builder("uv0")
    >>> corners = builder.vertices([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], uv0=[[0, 1], [1, 1], [1, 0], [0, 0]])
    >>> builder.quads(corners)
    >>> builder.build()
    Mesh(4 vertices, 2 faces, with uv0)
    """

    def __init__(self, *carries: str) -> None:
        self._carries = carries
        self._count = 0
        self._face_count = 0
        self._points: list[NDArray[np.float64]] = []
        self._carried: dict[str, list[NDArray[np.generic]]] = {name: [] for name in carries}
        self._faces: list[NDArray[np.int64]] = []
        self._groups: dict[str, tuple[int, int]] = {}
        self._open: tuple[str, int] | None = None

    def vertices(self, points: ArrayLike, **carried: ArrayLike) -> NDArray[np.int64]:
        """Append points (n, 3) or (3,), metres, with what they carry, and return their indices (n,) int64."""
        array = np.array(points, dtype=np.float64).reshape(-1, 3)
        if set(carried) != set(self._carries):
            must = f"must be given {', '.join(self._carries) or 'nothing beside points'}"
            raise MeshError(sentence("mesh.Builder: vertices", must, ", ".join(carried) or "nothing"))
        for name, values in carried.items():
            given = np.array(values)
            if array.shape[0] == 1 and given.shape[:1] != (1,):
                given = given[np.newaxis]
            if len(given) != len(array):
                raise MeshError(sentence(f"mesh.Builder: {name}", f"must have {len(array)} rows", given.shape))
            self._carried[name].append(given)
        self._points.append(array)
        first, self._count = self._count, self._count + len(array)
        return np.arange(first, self._count)

    def triangles(self, corners: ArrayLike) -> None:
        """Append triangles (m, 3) or (3,) of vertex indices, counter-clockwise seen from outside."""
        array = np.array(corners, dtype=np.int64).reshape(-1, 3)
        self._faces.append(array)
        self._face_count += len(array)

    def quads(self, corners: ArrayLike) -> None:
        """Append quads (m, 4) or (4,), corners in order around, counter-clockwise; cut from the first to the third."""
        array = np.array(corners, dtype=np.int64).reshape(-1, 4)
        self.triangles(array[:, [0, 1, 2, 0, 2, 3]].reshape(-1, 3))

    def group(self, name: str) -> None:
        """Let the faces that follow belong to the group `name`, until the next call."""
        self._close()
        if name in self._groups:
            raise MeshError(f"mesh.Builder: group {name!r} must be filled in one go; it was closed before.")
        self._open = name, self._face_count

    def _close(self) -> None:
        if self._open is not None:
            self._groups[self._open[0]] = self._open[1], self._face_count
            self._open = None

    def add(self, mesh: Mesh) -> None:
        """Append a whole mesh, with its groups; its origin is added to its vertices.

        It must carry what this builder's vertices carry.
        """
        held = {name: _carried(mesh, name) for name in self._carries}
        self._close()
        for name, (begin, end) in mesh.groups.items():
            self._groups[_unused(name, self._groups)] = self._face_count + begin, self._face_count + end
        first = self._count
        self.vertices(mesh.vertices + np.array(mesh.origin), **held)
        self.triangles(mesh.faces.astype(np.int64) + first)

    def build(self, *, name: str = "", crs: str | None = None) -> Mesh:
        """Return what was collected as a mesh; a builder may be built again later."""
        groups = dict(self._groups)
        if self._open is not None:
            groups[self._open[0]] = self._open[1], self._face_count
        points = np.concatenate(self._points) if self._points else np.empty((0, 3))
        faces = np.concatenate(self._faces) if self._faces else np.empty((0, 3), np.int64)
        carried = {key: np.concatenate(parts) for key, parts in self._carried.items() if parts}
        known: dict[str, Any] = {key: carried.pop(key) for key in _OWN if key in carried}
        return Mesh(points, faces, **known, attributes=carried, groups=groups, name=name, crs=crs, copy=False)


def _unused(name: str, taken: Container[str]) -> str:
    """Return `name`, or the first of "name 2", "name 3", ... that is not taken."""
    label, index = name, 2
    while label in taken:
        label, index = f"{name} {index}", index + 1
    return label


def _carried(mesh: Mesh, name: str) -> NDArray[np.generic]:
    found = getattr(mesh, name) if name in _OWN else mesh.attributes.get(name)
    if found is None:
        raise MeshError(
            f"mesh.join: every mesh must carry {name}, one does not; give it one or take it from the others."
        )
    return np.asarray(found)


def join(meshes: Sequence[Mesh], *, name: str = "") -> Mesh:
    """Put meshes into one, with a group for each that has a name.

    Vertices are not merged; see :func:`weld`.

    Parameters
    ----------
    meshes : sequence of Mesh
        At least one. All carry the same arrays and have the same CRS; all are moved to the origin of the first.
    name : str
        Name of the result.

    Returns
    -------
    Mesh
        With the first mesh's origin and CRS.

    Raises
    ------
    MeshError
        If there is none, one carries what another does not, or systems differ.

    Notes
    -----
    Reach: whole. Cost: O(vertices + faces).
    Deterministic: yes.
    """
    if not meshes:
        raise MeshError("mesh.join: meshes must hold at least one mesh, got none.")
    first = meshes[0]
    carries = [n for n in _OWN if getattr(first, n) is not None]
    carries += list(first.attributes)
    builder = Builder(*carries)
    for mesh in meshes:
        if mesh.crs != first.crs:
            raise MeshError(sentence("mesh.join: crs", f"must be {first.crs!r} for every mesh", mesh.crs))
        extra = [n for n in _OWN if getattr(mesh, n) is not None and n not in carries]
        extra += [n for n in mesh.attributes if n not in carries]
        if extra:
            _carried(first, extra[0])
        groups = {mesh.name: (0, len(mesh.faces)), **mesh.groups} if mesh.name else mesh.groups
        moved = tuple(a - b for a, b in zip(mesh.origin, first.origin))
        builder.add(mesh.replace(origin=moved, groups=groups))
    return builder.build(name=name, crs=first.crs).replace(origin=first.origin)
