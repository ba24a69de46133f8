"""Reading binary glTF 2.0: every triangle of the default scene as one mesh, in our frame.

The arrays are taken as they lie in the file, so that types, second texture coordinates and attributes survive; trimesh would turn
colors and coordinates into its own.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FormatError
from landwright.io._frame import unframe
from landwright.io._surface import attributes_in, notes_in, reading
from landwright.mesh import Mesh, join

__all__ = ["read_glb"]

_COMPONENTS: Final = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
_WIDTHS: Final = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
_TRIANGLES: Final = 4
_DEPTH: Final = 64


def read_glb(path: Path, noun: None) -> Mesh:
    """Read a GLB; pictures and materials are left aside, nodes are put where the scene has them."""
    with reading(path, "GLB"):
        tree, blob = _chunks(path.read_bytes(), path)
        needed = tree.get("extensionsRequired", [])
        if needed:
            raise FormatError(f"read: {str(path)!r} needs extensions that are not read here: {', '.join(needed)}.")
        parts = list(_parts(tree, blob))
        if not parts:
            raise FormatError(f"read: {str(path)!r} holds no triangles.")
        if len(parts) > 1:
            shared = set.intersection(*({n for n in _OPTIONAL if getattr(p, n) is not None} for p in parts))
            plain = {name: None for name in _OPTIONAL if name not in shared}
            parts = [p.replace(**plain, attributes={}, groups={}) for p in parts]
        mesh = parts[0] if len(parts) == 1 else join(parts)
        notes = [node.get("extras", {}).get("landwright") for node in tree.get("nodes", [])]
        note = next((entry for entry in notes if isinstance(entry, dict)), {})
        if len(parts) == 1 and note.get("attributes"):
            named = {f"_{name.upper()}": values for name, values in mesh.attributes.items()}
            mesh = mesh.replace(attributes=attributes_in(note, named))
        if note.get("uv") == ["uv1"] and mesh.uv1 is None:
            mesh = mesh.replace(uv0=None, uv1=mesh.uv0)
        said = notes_in(note, len(mesh.faces))
        if len(parts) > 1:  # a note is of one node, and here are the groups of all
            said.pop("groups", None)
            said.pop("name", None)
        return mesh.replace(**said)


_OPTIONAL: Final = ("normals", "uv0", "uv1", "colors")


def _chunks(data: bytes, path: Path) -> tuple[dict[str, Any], bytes]:
    if len(data) < 20 or data[:4] != b"glTF":
        raise FormatError(f"read: {str(path)!r} is not a GLB file; it does not begin with glTF.")
    version, total = struct.unpack_from("<II", data, 4)
    if version != 2:
        raise FormatError(f"read: {str(path)!r} is glTF version {version}; version 2 is read here.")
    if total > len(data):
        raise FormatError(f"read: {str(path)!r} is truncated; it promises {total} bytes and has {len(data)}.")
    found: dict[bytes, bytes] = {}
    at = 12
    while at + 8 <= total:
        length, kind = struct.unpack_from("<I4s", data, at)
        if at + 8 + length > total:
            raise ValueError("a chunk reaches beyond the end")
        found.setdefault(kind, data[at + 8 : at + 8 + length])
        at += 8 + -(-length // 4) * 4
    tree = json.loads(found[b"JSON"])
    if not isinstance(tree, dict):
        raise ValueError("its document is no object")
    return tree, found.get(b"BIN\0", b"")


def _parts(tree: dict[str, Any], blob: bytes) -> Iterator[Mesh]:
    """Yield every group of triangles in the scene, by the names of their nodes."""
    scenes = tree.get("scenes", [])
    roots = scenes[tree.get("scene", 0)].get("nodes", []) if scenes else range(len(tree.get("nodes", [])))
    names: dict[str, int] = {}
    todo = [(int(root), np.eye(4), 0) for root in reversed(list(roots))]
    while todo:
        index, above, depth = todo.pop()
        if depth > _DEPTH:
            raise ValueError("its nodes are nested without end")
        node = tree["nodes"][index]
        place = above @ _matrix(node)
        todo += [(int(child), place, depth + 1) for child in reversed(node.get("children", []))]
        if "mesh" in node:
            held = tree["meshes"][node["mesh"]]
            for primitive in held["primitives"]:
                if primitive.get("mode", _TRIANGLES) == _TRIANGLES and "POSITION" in primitive["attributes"]:
                    name = str(node.get("name") or held.get("name") or "part")
                    names[name] = names.get(name, 0) + 1
                    number = f" {names[name]}" if names[name] > 1 else ""
                    yield _mesh(tree, blob, primitive, place).replace(name=name + number)


def _matrix(node: dict[str, Any]) -> NDArray[np.float64]:
    if "matrix" in node:
        return np.array(node["matrix"], np.float64).reshape(4, 4).T
    x, y, z, w = (float(v) for v in node.get("rotation", (0.0, 0.0, 0.0, 1.0)))
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    made = np.eye(4)
    made[:3, :3] = turn * np.array(node.get("scale", (1.0, 1.0, 1.0)), np.float64)
    made[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return made


def _mesh(tree: dict[str, Any], blob: bytes, primitive: dict[str, Any], place: NDArray[np.float64]) -> Mesh:
    held = {name: _accessor(tree, blob, number) for name, number in primitive["attributes"].items()}
    points = held.pop("POSITION")
    if "indices" in primitive:
        faces = _accessor(tree, blob, primitive["indices"]).reshape(-1, 3)
    else:
        faces = np.arange(len(points), dtype=np.uint32).reshape(-1, 3)
    lines = held.pop("NORMAL", None)
    if not np.array_equal(place, np.eye(4)):
        points = points.astype(np.float64) @ place[:3, :3].T + place[:3, 3]
        determinant = float(np.linalg.det(place[:3, :3]))
        if not math.isfinite(determinant) or determinant == 0.0:
            raise ValueError("a node flattens its mesh")
        if determinant < 0.0:
            faces = faces[:, ::-1]
        if lines is not None:
            lines = lines @ np.linalg.inv(place[:3, :3])
            lines = lines / np.linalg.norm(lines, axis=1, keepdims=True)
    colors = held.pop("COLOR_0", None)
    uv0, uv1 = held.pop("TEXCOORD_0", None), held.pop("TEXCOORD_1", None)
    attributes = {name[1:].lower(): (v[:, 0] if v.shape[1] == 1 else v) for name, v in held.items() if name[0] == "_"}
    return Mesh(
        unframe(points, "gltf"),
        faces,
        normals=None if lines is None else unframe(lines, "gltf", directions=True),
        uv0=uv0,
        uv1=uv1,
        colors=colors,
        attributes=attributes,
        copy=False,
    )


def _accessor(tree: dict[str, Any], blob: bytes, number: int) -> NDArray[Any]:
    """Return an accessor as (n, k); normalised integers become floats from 0 to 1, colors of bytes stay bytes."""
    accessor = tree["accessors"][number]
    if "sparse" in accessor or "bufferView" not in accessor:
        raise NotImplementedError("sparse accessors are not read here")
    view = tree["bufferViews"][accessor["bufferView"]]
    if view.get("buffer", 0) != 0 or "uri" in tree["buffers"][0]:
        raise NotImplementedError("its numbers lie in another file")
    dtype, width = np.dtype(_COMPONENTS[accessor["componentType"]]), _WIDTHS[accessor["type"]]
    count, begin = int(accessor["count"]), int(view.get("byteOffset", 0)) + int(accessor.get("byteOffset", 0))
    step = int(view.get("byteStride", dtype.itemsize * width))
    end = begin + step * (count - 1) + dtype.itemsize * width if count else begin
    if min(count, begin) < 0 or step < dtype.itemsize * width or end > len(blob):
        raise ValueError("an array reaches beyond the end")
    if count == 0:
        return np.empty((0, width), dtype)
    made = np.ndarray((count, width), dtype, blob, begin, (step, dtype.itemsize))
    if accessor.get("normalized") and dtype != np.uint8:
        return np.asarray(np.maximum(made / np.float32(np.iinfo(dtype).max), -1.0), np.float32)
    return np.ascontiguousarray(made)
