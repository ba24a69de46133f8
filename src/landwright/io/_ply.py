"""PLY: binary little-endian vertices with everything they carry; Z up, metres.

Written as one structured array, because the codec of trimesh drops texture coordinates and the types of attributes.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from trimesh.exchange.ply import load_ply

from landwright._pool import current
from landwright.errors import FormatError, sentence
from landwright.io._surface import FAR, attributes_in, note_of, notes_in, reading, surface_of
from landwright.io._whole import whole_file
from landwright.io.settings import Ply
from landwright.mesh import Mesh

__all__ = ["read_ply", "write_ply"]

_PIECE: Final = 1 << 17
_MARK: Final = "comment landwright "
_WORDS: Final = {
    "<f4": "float",
    "<f8": "double",
    "|i1": "char",
    "|u1": "uchar",
    "<i2": "short",
    "<u2": "ushort",
    "<i4": "int",
    "<u4": "uint",
}
_COLORS: Final = ("red", "green", "blue", "alpha")


def write_ply(thing: Any, path: Path, noun: Ply) -> tuple[Path, ...]:
    """Write vertices (double where float is coarser than 4 mm), normals, uv (s, t), colors and attributes."""
    mesh = surface_of(thing, noun)
    columns, held = _columns(mesh)
    note = note_of(mesh) | ({"attributes": held} if held else {})
    index = "int" if len(mesh.vertices) < 2**31 else "uint"
    lines = [
        "ply",
        "format binary_little_endian 1.0",
        _MARK + json.dumps(note),
        "comment X east, Y north, Z up, metres",
    ]
    lines += [f"element vertex {len(mesh.vertices)}"]
    lines += [f"property {_WORDS[values.dtype.str]} {name}" for name, values in columns.items()]
    lines += [f"element face {len(mesh.faces)}", f"property list uchar {index} vertex_indices", "end_header"]
    record = np.dtype([(name, values.dtype) for name, values in columns.items()])
    corners = np.dtype([("count", "u1"), ("index", "<i4" if index == "int" else "<u4", 3)])
    control = current()
    with whole_file(path) as stream:
        stream.write(("\n".join(lines) + "\n").encode("ascii"))
        for begin, end in _pieces(len(mesh.vertices)):
            rows = np.empty(end - begin, record)
            for name, values in columns.items():
                rows[name] = values[begin:end]
            stream.write(rows.tobytes())
            control.report(0.5 * end / len(mesh.vertices))
        for begin, end in _pieces(len(mesh.faces)):
            records = np.empty(end - begin, corners)
            records["count"], records["index"] = 3, mesh.faces[begin:end]
            stream.write(records.tobytes())
            control.report(0.5 + 0.5 * end / len(mesh.faces))
    return (path,)


def _pieces(count: int) -> Iterator[tuple[int, int]]:
    for begin in range(0, count, _PIECE):
        yield begin, min(begin + _PIECE, count)


def _columns(mesh: Mesh) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
    """Return the properties of a vertex by name, and which of them make up each attribute."""
    far = mesh.vertices.dtype == np.float64 and float(np.abs(mesh.vertices).max()) > FAR
    points = mesh.vertices.astype("<f8" if far else "<f4")
    found = {name: points[:, k] for k, name in enumerate("xyz")}
    if mesh.normals is not None:
        found |= {name: mesh.normals[:, k].astype("<f4") for k, name in enumerate(("nx", "ny", "nz"))}
    for uv, u, v in ((mesh.uv0, "s", "t"), (mesh.uv1, "s1", "t1")):
        if uv is not None:
            found |= {u: uv[:, 0].astype("<f4"), v: (np.float32(1.0) - uv[:, 1]).astype("<f4")}
    if mesh.colors is not None:
        colors = mesh.colors if mesh.colors.dtype == np.uint8 else np.rint(mesh.colors * 255.0).astype(np.uint8)
        found |= {_COLORS[k]: colors[:, k] for k in range(colors.shape[1])}
    held: dict[str, Any] = {}
    for name, values in mesh.attributes.items():
        typed = _typed(name, values)
        stem = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name) or "_"
        while any(taken == stem or taken.startswith(f"{stem}_") for taken in found):
            stem += "_"
        names = [stem] if typed.ndim == 1 else [f"{stem}_{k}" for k in range(typed.shape[1])]
        found |= {names[k]: typed if typed.ndim == 1 else typed[:, k] for k in range(len(names))}
        held[name] = {"in": names, "shape": values.ndim, "type": values.dtype.str}
    return found, held


def _typed(name: str, values: NDArray[Any]) -> NDArray[Any]:
    """Return values of a type that PLY has a word for, or refuse."""
    for word in (values.dtype.newbyteorder("<").str, "<f4", "<i4", "<u4", "<f8"):
        if word in _WORDS:
            made = values.astype(word)
            if bool((made.astype(values.dtype) == values).all()):
                return made
    must = "must hold numbers that fit 32-bit integers or float64"
    raise FormatError(sentence(f"write: attribute {name!r} in PLY", must, str(values.dtype)))


def read_ply(path: Path, noun: None) -> Mesh:
    """Read a PLY, binary or text; quads become triangles, double places stay double."""
    with reading(path, "PLY"), path.open("rb") as stream:
        note = _note(stream.read(1 << 16))
        stream.seek(0)
        found = load_ply(stream, fix_texture=False)
        faces = found.get("faces")
        if faces is None or not len(faces):
            raise FormatError(f"read: {str(path)!r} holds no faces; a cloud of points is no mesh.")
        data = found["metadata"]["_ply_raw"]["vertex"]["data"]
        names = data.dtype.names if isinstance(data, np.ndarray) else tuple(data)
        column = {name: np.ravel(data[name]) for name in names}
        point = np.float32 if column["x"].dtype.itemsize <= 4 and column["x"].dtype.kind == "f" else np.float64
        made: dict[str, Any] = {}
        if {"nx", "ny", "nz"} <= column.keys():
            lines = np.stack([column["nx"], column["ny"], column["nz"]], axis=1)
            if bool((np.abs(np.linalg.norm(lines, axis=1) - 1.0) < 1e-3).all()):
                made["normals"] = lines
        for target, pairs in (("uv0", (("s", "t"), ("u", "v"), ("texture_u", "texture_v"))), ("uv1", (("s1", "t1"),))):
            for u, v in pairs:
                if u in column and v in column and target not in made:
                    made[target] = np.stack([column[u], np.float32(1.0) - column[v]], axis=1)
        if {"red", "green", "blue"} <= column.keys():
            made["colors"] = np.stack([column[name] for name in _COLORS if name in column], axis=1)
        points = np.stack([column[name] for name in "xyz"], axis=1).astype(point)
        attributes = attributes_in(note, column)
        return Mesh(points, faces, **made, attributes=attributes, **notes_in(note, len(faces)), copy=False)


def _note(head: bytes) -> dict[str, Any]:
    for line in head.split(b"end_header", 1)[0].decode("ascii", "replace").splitlines():
        if line.startswith(_MARK):
            found = json.loads(line[len(_MARK) :])
            return found if isinstance(found, dict) else {}
    return {}
