"""STL: triangles for printers; binary, float32, one record of 50 bytes a triangle.

Written in pieces from whole arrays, because the codec of trimesh builds the file in memory, leaves no say over the header and
keeps triangles that collapse in float32.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from trimesh.exchange.stl import load_stl_ascii

from landwright._pool import current
from landwright.errors import FormatError
from landwright.io._surface import notes_in, reading, surface_of
from landwright.io._whole import whole_file
from landwright.io.settings import Stl
from landwright.mesh import Mesh, weld

__all__ = ["read_stl", "write_stl"]

_RECORD: Final = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("unused", "<u2")])
_PIECE: Final = 1 << 17
_HEADER: Final = 80
_MARK: Final = b"Landwright, Z up, "


def write_stl(thing: Any, path: Path, noun: Stl) -> tuple[Path, ...]:
    """Write a binary STL, in metres or, with `longest_side`, in millimetres with all coordinates >= 0."""
    mesh = surface_of(thing, noun)
    points, header = mesh.vertices, _MARK + b"metres"
    if noun.longest_side is not None:
        low = points.min(axis=0).astype(np.float64)
        side = float((points.max(axis=0) - low)[:2].max())
        points, header = (points - low) * (1000.0 * noun.longest_side / side), _MARK + b"millimetres"
    elif any(mesh.origin):
        header += (" origin " + " ".join(f"{v:.10g}" for v in mesh.origin)).encode()
    single = np.ascontiguousarray(points, np.float32)
    if len(mesh.faces) >= 2**32:
        raise FormatError("write: STL holds at most 4,294,967,295 triangles, this mesh has more; give max_error=.")
    control, count = current(), 0
    with whole_file(path) as stream:
        stream.write(header[:_HEADER].ljust(_HEADER, b"\0") + bytes(4))
        for begin in range(0, len(mesh.faces), _PIECE):
            records = _records(single[mesh.faces[begin : begin + _PIECE]])
            stream.write(records.tobytes())
            count += len(records)
            control.report(begin / len(mesh.faces))
        stream.seek(_HEADER)
        stream.write(count.to_bytes(4, "little"))
    return (path,)


def _records(corners: NDArray[np.float32]) -> NDArray[Any]:
    """Return records of the triangles (k, 3, 3) that float32 leaves as such: no two corners at one place."""
    x, y, z = (np.ascontiguousarray(corners[:, :, axis].T, np.float64) for axis in range(3))
    apart = [(x[i] != x[j]) | (y[i] != y[j]) | (z[i] != z[j]) for i, j in ((0, 1), (1, 2), (2, 0))]
    kept = apart[0] & apart[1] & apart[2]
    if not bool(kept.all()):
        return _records(corners[kept])
    ux, uy, uz, vx, vy, vz = x[1] - x[0], y[1] - y[0], z[1] - z[0], x[2] - x[0], y[2] - y[0], z[2] - z[0]
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = np.sqrt(nx * nx + ny * ny + nz * nz)
    length[length == 0.0] = 1.0
    made = np.zeros(len(corners), _RECORD)
    made["corners"] = corners
    made["normal"] = np.stack([nx / length, ny / length, nz / length], axis=1)
    return made


def read_stl(path: Path, noun: None) -> Mesh:
    """Read an STL, binary or text; corners at the same place become one vertex."""
    with reading(path, "STL"), path.open("rb") as stream:
        head = stream.read(_HEADER + 4)
        size = path.stat().st_size
        count = int.from_bytes(head[_HEADER:], "little")
        if len(head) == _HEADER + 4 and size == _HEADER + 4 + count * _RECORD.itemsize:
            corners = np.frombuffer(stream.read(), _RECORD)["corners"].reshape(-1, 3).astype(np.float32)
        elif head.lstrip()[:5].lower() == b"solid" and b"\0" not in head:
            stream.seek(0)
            found = load_stl_ascii(stream)
            parts = found["geometry"].values() if "geometry" in found else [found]
            corners = np.concatenate([np.asarray(p["vertices"], np.float32)[np.asarray(p["faces"])] for p in parts])
            corners = corners.reshape(-1, 3)
            if not len(corners) or b"endsolid" not in path.read_bytes()[-4096:].lower():
                raise FormatError(f"read: {str(path)!r} is a text STL without its end, or without triangles.")
        else:
            want = _HEADER + 4 + count * _RECORD.itemsize
            raise FormatError(
                f"read: {str(path)!r} is not a complete STL file; its header promises {want} bytes, it has {size}."
            )
        if not len(corners):
            raise FormatError(f"read: {str(path)!r} holds no triangles.")
        faces = np.arange(len(corners), dtype=np.uint32).reshape(-1, 3)
        note = _note(head[:_HEADER])
        return weld(Mesh(corners, faces, **notes_in(note, 0), copy=False))


def _note(header: bytes) -> dict[str, Any]:
    words = header.rstrip(b"\0").decode("ascii", "replace").split()
    if not header.startswith(_MARK) or "origin" not in words:
        return {}
    at = words.index("origin")
    return {"origin": [float(v) for v in words[at + 1 : at + 4]]}
