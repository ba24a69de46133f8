"""OBJ: the mesh file that everything opens; text, Z up, metres.

Written line by line in pieces, because the codec of trimesh holds all of the text in memory and has no word for groups.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from trimesh.exchange.obj import load_obj
from trimesh.geometry import triangulate_quads

from landwright._pool import current
from landwright.errors import FormatError
from landwright.io._surface import note_of, notes_in, reading, surface_of
from landwright.io._whole import whole_file
from landwright.io.settings import Obj
from landwright.mesh import Mesh, join

__all__ = ["read_obj", "write_obj"]

_PIECE: Final = 1 << 14
_MARK: Final = "# landwright "


def write_obj(thing: Any, path: Path, noun: Obj) -> tuple[Path, ...]:
    """Write vertices with ten digits, texture coordinates with v up as the format has it, normals, groups."""
    mesh = surface_of(thing, noun)
    colors = mesh.colors if mesh.colors is None or mesh.colors.dtype != np.uint8 else mesh.colors / 255.0
    points = mesh.vertices if colors is None else np.concatenate([mesh.vertices, colors[:, :3]], axis=1)
    note = note_of(mesh) | {"faces": len(mesh.faces)}
    control = current()
    with whole_file(path) as stream:
        stream.write(f"{_MARK}{json.dumps(note)}\n# X east, Y north, Z up\n".encode())
        if mesh.name:
            stream.write(f"o {_word(mesh.name)}\n".encode())
        for line in _rows("v", "%.10g", points):
            stream.write(line)
        control.report(0.3)
        if mesh.uv0 is not None:
            for line in _rows("vt", "%.9g", np.stack([mesh.uv0[:, 0], np.float32(1.0) - mesh.uv0[:, 1]], axis=1)):
                stream.write(line)
        if mesh.normals is not None:
            for line in _rows("vn", "%.9g", mesh.normals):
                stream.write(line)
        control.report(0.5)
        corner = "%d" + ("/%d" if mesh.uv0 is not None else "/" if mesh.normals is not None else "")
        corner += "/%d" if mesh.normals is not None else ""
        for name, begin, end in _ranges(mesh):
            if name:
                stream.write(f"g {_word(name)}\n".encode())
            for first in range(begin, end, _PIECE):
                one = mesh.faces[first : min(first + _PIECE, end)].astype(np.int64) + 1
                stream.write(b"".join(_rows("f", corner, np.repeat(one, corner.count("%"), axis=1), corner.count("%"))))
                control.report(0.5 + 0.5 * first / len(mesh.faces))
    return (path,)


def _rows(word: str, number: str, values: NDArray[Any], each: int = 1) -> Iterator[bytes]:
    """Yield text of rows of numbers; `number` takes `each` of them."""
    row = " ".join([word] + [number] * (values.shape[1] // each)) + "\n"
    for begin in range(0, len(values), _PIECE):
        piece = values[begin : begin + _PIECE]
        yield ((row * len(piece)) % tuple(piece.ravel().tolist())).encode()


def _ranges(mesh: Mesh) -> Iterator[tuple[str, int, int]]:
    """Yield groups in the order of the faces, and what lies between them without a name; overlapping ones once."""
    done = 0
    for name, (begin, end) in sorted(mesh.groups.items(), key=lambda item: item[1]):
        if begin < done or begin == end:
            continue
        if begin > done:
            yield "", done, begin
        yield name, begin, end
        done = end
    if done < len(mesh.faces):
        yield "", done, len(mesh.faces)


def _word(name: str) -> str:
    return "_".join(name.split()) or "_"


def read_obj(path: Path, noun: None) -> Mesh:
    """Read all objects of an OBJ as one mesh; polygons become triangles, materials are left aside."""
    with reading(path, "OBJ"):
        data = path.read_bytes()
        last = data.rstrip(b"\n").rsplit(b"\n", 1)[-1].split()
        cut = not data.endswith(b"\n") and last[:1] == [b"f"] and len(last) < 4
        if b"\0" in data or not (data[:2] == b"f " or b"\nf " in data):
            raise FormatError(f"read: {str(path)!r} is not a complete OBJ file; it holds no faces.")
        note = _note(data)
        found = load_obj(StringIO(data.decode("utf-8")), maintain_order=True, skip_materials=True)
        parts = [_part(part) for part in found["geometry"].values()]
        if len(parts) > 1:
            parts = [part.replace(normals=None, uv0=None, colors=None) for part in parts]
        mesh = parts[0] if len(parts) == 1 else join(parts)
        if cut or note.get("faces", len(mesh.faces)) != len(mesh.faces):
            raise FormatError(f"read: {str(path)!r} is not a complete OBJ file; it breaks off.")
        return mesh.replace(**notes_in(note, len(mesh.faces)))


def _part(part: dict[str, Any]) -> Mesh:
    colors, lines, uv = part.get("vertex_colors"), part.get("vertex_normals"), getattr(part.get("visual"), "uv", None)
    if lines is not None and not bool((np.abs(np.linalg.norm(lines, axis=1) - 1.0) < 1e-3).all()):
        lines = None
    if colors is not None:
        colors = np.asarray(colors[:, :3] if colors.max() <= 1.0 else colors[:, :3] / 255.0, np.float32)
    return Mesh(
        np.asarray(part["vertices"], np.float64),
        np.asarray(triangulate_quads(part["faces"])),
        normals=lines,
        uv0=None if uv is None else np.stack([uv[:, 0], 1.0 - uv[:, 1]], axis=1),
        colors=colors,
    )


def _note(text: bytes) -> dict[str, Any]:
    first = text.split(b"\n", 1)[0].decode("utf-8", "replace")
    if not first.startswith(_MARK):
        return {}
    found = json.loads(first[len(_MARK) :])
    return found if isinstance(found, dict) else {}
