"""Mesh: vertices, faces and what they carry; read-only and checked at the door.

Glossary words: *vertices* (n, 3), *faces* (m, 3), *normals*, *uv0*, *uv1*, *colors*, *groups*, *attributes*. The container holds, it does
not compute: checks are in ``_check``, files in ``io``.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import MeshError, sentence

__all__ = ["UP", "Mesh"]

UP: Final = (0.0, 0.0, 1.0)
"""The direction away from the ground."""

_UNIT_LENGTH = 1e-3
_NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


@dataclass(frozen=True, eq=False, init=False)
class Mesh:
    """Triangles in space: right-handed, X east, Y north, Z up, metres; counter-clockwise seen from outside.

    Parameters
    ----------
    vertices : (n, 3) array of real numbers
        Kept as float32 when given as float32, otherwise as float64; finite. Metres from `origin`.
    faces : (m, 3) array of integers
        Indices of vertices, kept as uint32.
    normals : (n, 3) array, optional
        Outward unit vectors, kept as float32.
    uv0, uv1 : (n, 2) array, optional
        Texture coordinates, kept as float32: u to the east, v to the south for fields, as in glTF; (0, 0) is the
        north-west corner of the picture.
    colors : (n, 3) or (n, 4) array, optional
        Linear colors, uint8 from 0 to 255 or floats from 0 to 1 (kept as float32).
    groups : mapping of str to (int, int), optional
        Name to the half-open range of faces it holds.
    attributes : mapping of str to (n, ...) array, optional
        Anything else a vertex carries: splat weights, cell ids.
    origin : (float, float, float)
        Where (0, 0, 0) of the vertices lies in the world (m); world position = vertex + origin.
    crs : str, optional
        Coordinate reference system of the world, carried.
    name : str
        For files.
    copy : bool
        False hands fresh arrays over without a copy; the caller must not change them any more.

    Raises
    ------
    MeshError
        If shapes do not fit each other, an index has no vertex, or a value is out of range.

    Examples
    --------
    >>> mesh = Mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 1, 2]])
    >>> mesh.vertices.dtype.name, mesh.faces.dtype.name
    ('float64', 'uint32')
    """

    vertices: NDArray[np.floating[Any]]
    faces: NDArray[np.uint32]
    normals: NDArray[np.float32] | None
    uv0: NDArray[np.float32] | None
    uv1: NDArray[np.float32] | None
    colors: NDArray[Any] | None
    groups: Mapping[str, tuple[int, int]]
    attributes: Mapping[str, NDArray[Any]]
    origin: tuple[float, float, float]
    crs: str | None
    name: str

    def __init__(
        self,
        vertices: ArrayLike,
        faces: ArrayLike,
        *,
        normals: ArrayLike | None = None,
        uv0: ArrayLike | None = None,
        uv1: ArrayLike | None = None,
        colors: ArrayLike | None = None,
        groups: Mapping[str, tuple[int, int]] | None = None,
        attributes: Mapping[str, ArrayLike] | None = None,
        origin: tuple[float, float, float] = (0.0, 0.0, 0.0),
        crs: str | None = None,
        name: str = "",
        copy: bool = True,
    ) -> None:
        points = _numbers(vertices, "vertices", copy, single=np.asarray(vertices).dtype == np.float32)
        if points.ndim != 2 or points.shape[1] != 3:
            raise MeshError(sentence("mesh: vertices", "must have the shape (n, 3)", points.shape))
        count = len(points)
        triangles = _faces(faces, count, copy)
        lines = None if normals is None else _per_vertex(normals, "normals", count, (3,), copy)
        if lines is not None and count:
            square = np.einsum("ij,ij->i", lines, lines)
            if not bool(np.all(np.abs(square - 1.0) < _UNIT_LENGTH)):
                worst = float(square[np.argmax(np.abs(square - 1.0))])
                raise MeshError(sentence("mesh: normals", "must be unit vectors", f"a length of {math.sqrt(worst):g}"))
        values: dict[str, Any] = {
            "vertices": points,
            "faces": triangles,
            "normals": lines,
            "uv0": None if uv0 is None else _per_vertex(uv0, "uv0", count, (2,), copy),
            "uv1": None if uv1 is None else _per_vertex(uv1, "uv1", count, (2,), copy),
            "colors": None if colors is None else _colors(colors, count, copy),
            "groups": _groups(groups or {}, len(triangles)),
            "attributes": _attributes(attributes or {}, count, copy),
            "origin": _origin(origin),
            "crs": crs,
            "name": name,
        }
        for field, value in values.items():
            object.__setattr__(self, field, value)

    @classmethod
    def _made(
        cls,
        vertices: NDArray[np.floating[Any]],
        faces: NDArray[np.uint32],
        origin: tuple[float, float, float],
        name: str,
        *,
        uv0: NDArray[np.float32] | None = None,
        uv1: NDArray[np.float32] | None = None,
        attributes: Mapping[str, NDArray[Any]] = _NOTHING,
    ) -> Self:
        """Return a mesh of arrays that are known to be right, of the types that meshes keep and fresh: they become read-only.

        Kernels whose own tests prove their meshes use it: checking a small mesh takes longer than building it.
        """
        mesh = object.__new__(cls)
        for array in (vertices, faces, uv0, uv1, *attributes.values()):
            if array is not None:
                array.flags.writeable = False
        mesh.__dict__.update(
            vertices=vertices,
            faces=faces,
            normals=None,
            uv0=uv0,
            uv1=uv1,
            colors=None,
            groups=_NOTHING,
            attributes=MappingProxyType(dict(attributes)) if attributes else _NOTHING,
            origin=origin,
            crs=None,
            name=name,
        )
        return mesh

    def replace(self, **changes: Any) -> Mesh:
        """Return a mesh with some arrays changed, checked like a new one; the others are shared, not copied."""
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return Mesh(**{**values, "copy": False, **changes})

    def __repr__(self) -> str:
        """Say how large it is and what it carries."""
        carried = [n for n in ("normals", "uv0", "uv1", "colors") if getattr(self, n) is not None]
        text = f"Mesh({len(self.vertices)} vertices, {len(self.faces)} faces"
        return text + (f", with {', '.join([*carried, *self.attributes])})" if carried or self.attributes else ")")


def _frozen(array: NDArray[Any]) -> NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view


def _numbers(values: ArrayLike, what: str, copy: bool, *, single: bool) -> NDArray[Any]:
    given = np.asarray(values)
    if given.dtype.kind not in "fiub" or (given.dtype.kind == "b" and given.size):
        raise MeshError(sentence(f"mesh: {what}", "must hold real numbers", str(given.dtype)))
    dtype = np.float32 if single else np.float64
    if single and given.dtype.itemsize > 4 and given.size and not bool(np.abs(given).max() <= np.finfo(np.float32).max):
        raise MeshError(sentence(f"mesh: {what}", "must be finite and fit float32", "a value that is not"))
    array = np.array(given, dtype=dtype, order="C", copy=True if copy else None)
    if not bool(np.isfinite(array).all()):
        bad = int(array.size - np.count_nonzero(np.isfinite(array)))
        raise MeshError(sentence(f"mesh: {what}", "must be finite", f"{bad} values that are NaN or infinite"))
    return _frozen(array)


def _per_vertex(values: ArrayLike, what: str, count: int, tail: tuple[int, ...], copy: bool) -> NDArray[Any]:
    array = _numbers(values, what, copy, single=True)
    if array.shape != (count, *tail):
        raise MeshError(sentence(f"mesh: {what}", f"must have the shape {(count, *tail)}", array.shape))
    return array


def _faces(values: ArrayLike, count: int, copy: bool) -> NDArray[np.uint32]:
    given = np.asarray(values)
    if given.size == 0:
        given = np.empty((0, 3), np.uint32)
    if given.ndim != 2 or given.shape[1] != 3 or given.dtype.kind not in "iu":
        got = f"{given.shape} of {given.dtype}"
        raise MeshError(sentence("mesh: faces", "must be whole numbers of the shape (m, 3)", got))
    if given.size and (int(given.min()) < 0 or int(given.max()) >= count):
        worst = int(given.min()) if int(given.min()) < 0 else int(given.max())
        raise MeshError(sentence("mesh: faces", f"must be indices from 0 to {count - 1}", worst))
    return _frozen(np.array(given, dtype=np.uint32, order="C", copy=True if copy else None))


def _colors(values: ArrayLike, count: int, copy: bool) -> NDArray[Any]:
    given = np.asarray(values)
    if given.dtype == np.uint8:
        array = _frozen(np.array(given, order="C", copy=True if copy else None))
    else:
        array = _numbers(given, "colors", copy, single=True)
        if array.size and (float(array.min()) < 0.0 or float(array.max()) > 1.0):
            got = (float(array.min()), float(array.max()))
            raise MeshError(sentence("mesh: colors", "must be uint8, or floats from 0 to 1", got))
    if array.ndim != 2 or array.shape[0] != count or array.shape[1] not in (3, 4):
        raise MeshError(sentence("mesh: colors", f"must have the shape ({count}, 3) or ({count}, 4)", array.shape))
    return array


def _groups(groups: Mapping[str, tuple[int, int]], count: int) -> Mapping[str, tuple[int, int]]:
    held: dict[str, tuple[int, int]] = {}
    for name, (first, last) in groups.items():
        if not 0 <= first <= last <= count:
            raise MeshError(sentence(f"mesh: group {name!r}", f"must be a range of the {count} faces", (first, last)))
        held[name] = int(first), int(last)
    return MappingProxyType(held)


def _attributes(attributes: Mapping[str, ArrayLike], count: int, copy: bool) -> Mapping[str, NDArray[Any]]:
    held: dict[str, NDArray[Any]] = {}
    for name, values in attributes.items():
        array = np.array(values, order="C", copy=True if copy else None)
        if array.dtype.kind not in "fiub":
            raise MeshError(sentence(f"mesh: attribute {name!r}", "must hold real numbers", str(array.dtype)))
        if array.ndim not in (1, 2) or len(array) != count:
            must = f"must have the shape ({count},) or ({count}, k)"
            raise MeshError(sentence(f"mesh: attribute {name!r}", must, array.shape))
        held[name] = _frozen(array)
    return MappingProxyType(held)


def _origin(origin: tuple[float, float, float]) -> tuple[float, float, float]:
    made = tuple(float(value) for value in origin)
    if len(made) != 3 or not all(math.isfinite(value) for value in made):
        raise MeshError(sentence("mesh: origin", "must be three finite numbers (m)", origin))
    return made
