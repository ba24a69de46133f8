"""What all mesh files share: from a field or mesh to vertices that fit the file, and notes about where they lie."""

from __future__ import annotations

import contextlib
import json
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FormatError, LandwrightError, MeshError, SettingError, sentence
from landwright.field import Heightfield
from landwright.io.settings import MeshFile
from landwright.mesh import Mesh, Regular, Rtin, regular, rtin, solid

__all__ = ["FAR", "attributes_in", "note_of", "notes_in", "placed", "reading", "surface_of"]

FAR: Final = 65536.0
"""Beyond this (m) float32 is coarser than 4 mm, and a mesh that could lie nearer is moved."""

_GAIN: Final = 4.0
"""A mesh is moved only if that makes its largest coordinate smaller by this factor: a large map at home stays."""


def surface_of(thing: Any, noun: MeshFile) -> Mesh:
    """Return the mesh that a file shall hold: meshed, closed and moved as the noun says."""
    if isinstance(thing, Heightfield):
        mesh = regular(thing, Regular()) if noun.max_error is None else rtin(thing, Rtin(max_error=noun.max_error))
    elif isinstance(thing, Mesh):
        if noun.max_error is not None:
            raise SettingError(
                sentence(
                    f"write: {type(noun).__name__}: max_error",
                    "must be left out for what is a mesh already",
                    noun.max_error,
                    hint="Write the heightfield, or use mesh.rtin before.",
                )
            )
        mesh = thing
    else:
        must = "must be a Heightfield, Mesh or World for a mesh file"
        raise FormatError(sentence("write: thing", must, type(thing).__name__))
    if not len(mesh.faces):
        raise FormatError("write: mesh must have faces to be a file, got none.")
    return placed(mesh if noun.base is None else solid(mesh, noun.base), noun.origin)


def placed(mesh: Mesh, origin: str) -> Mesh:
    """Return a mesh measured from where a noun's ``origin`` says."""
    low, high = mesh.vertices.min(axis=0).astype(np.float64), mesh.vertices.max(axis=0).astype(np.float64)
    middle = np.array([*np.round((low[:2] + high[:2]) / 2.0), 0.0])
    far, near = float(np.abs([low, high]).max()), float(np.abs([low - middle, high - middle]).max())
    if origin == "world":
        move = -np.array(mesh.origin)
    elif origin == "local" or (far > FAR and near * _GAIN <= far):
        move = middle
    else:
        return mesh
    if not move.any():
        return mesh
    x, y, z = (float(a + b) for a, b in zip(mesh.origin, move))
    return mesh.replace(vertices=mesh.vertices.astype(np.float64) - move, origin=(x, y, z))


def note_of(mesh: Mesh) -> dict[str, Any]:
    """Return what a mesh file says about its place: metres, origin, CRS, name, groups."""
    note: dict[str, Any] = {"unit": "m", "origin": list(mesh.origin)}
    if mesh.crs is not None:
        note["crs"] = mesh.crs
    if mesh.name:
        note["name"] = mesh.name
    if mesh.groups:
        note["groups"] = {name: list(bounds) for name, bounds in mesh.groups.items()}
    return note


def notes_in(note: Mapping[str, Any], faces: int) -> dict[str, Any]:
    """Return keyword arguments for a Mesh from a note; what does not fit is left out."""
    found: dict[str, Any] = {}
    origin, groups = note.get("origin"), note.get("groups")
    if isinstance(origin, list) and len(origin) == 3 and all(isinstance(v, int | float) for v in origin):
        found["origin"] = tuple(float(v) for v in origin)
    if isinstance(groups, dict):
        ranges = {str(n): tuple(v) for n, v in groups.items() if isinstance(v, list) and len(v) == 2}
        if all(isinstance(v, int) and 0 <= v <= faces for pair in ranges.values() for v in pair):
            found["groups"] = ranges
    found.update({key: note[key] for key in ("crs", "name") if isinstance(note.get(key), str)})
    return found


def attributes_in(note: Mapping[str, Any], columns: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Put attributes together again from what a note says of each: the columns it lies in, and its shape and type."""
    found: dict[str, NDArray[Any]] = {}
    for name, entry in note.get("attributes", {}).items():
        parts = [columns[str(each)].reshape(len(columns[str(each)]), -1) for each in entry["in"]]
        values = np.concatenate(parts, axis=1).astype(np.dtype(str(entry["type"])))
        found[str(name)] = values[:, 0] if entry["shape"] == 1 else values
    return found


@contextlib.contextmanager
def reading(path: Path, what: str) -> Iterator[None]:
    """Turn what a codec says about a broken file into one sentence."""
    try:
        yield
    except MeshError as error:
        raise FormatError(f"read: {str(path)!r} holds no mesh that makes sense ({error})") from None
    except LandwrightError:
        raise
    except (
        ArithmeticError,
        AttributeError,
        EOFError,
        LookupError,
        NotImplementedError,
        RecursionError,
        TypeError,
        UnicodeError,
        ValueError,
        json.JSONDecodeError,
        struct.error,
    ) as error:
        detail = str(error).splitlines()[0].rstrip(".")[:120] if str(error) else type(error).__name__
        raise FormatError(f"read: {str(path)!r} is not a complete {what} file ({detail}).") from None
