"""Planets as meshes for files: ground and ocean in the pieces a noun asks for; and the plain mesh files of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from landwright.errors import FormatError, sentence
from landwright.io._obj import write_obj
from landwright.io._ply import write_ply
from landwright.io._stl import write_stl
from landwright.io.settings import Obj, PlanetMesh, PlanetObj, PlanetPly, PlanetStl, Ply, Stl
from landwright.mesh import Mesh, join
from landwright.planet import FACES, Globe, face_meshes, globe_mesh, ocean_mesh, shore_colors

__all__ = ["facts_of", "files_of", "parts_of", "write_planetobj", "write_planetply", "write_planetstl"]


def facts_of(globe: Globe) -> dict[str, Any]:
    """Return what a file says about its planet."""
    frame = globe.frame
    return {
        "unit": "m",
        "radius": frame.radius,
        "resolution": frame.resolution,
        "mapping": frame.mapping,
        "low": globe.low,
        "high": globe.high,
        "sea": globe.sea,
    }


def files_of(globe: Globe, path: Path, noun: PlanetMesh) -> Iterator[tuple[Path, Globe]]:
    """Yield the files to write and what is in each: the whole, or where faces are files one for each that is built."""
    if noun.pieces != "files":
        yield path, globe
        return
    for face in globe.frame.active:
        name = FACES[face]
        yield path.with_name(f"{path.stem}_{name}{path.suffix}"), globe.replace(frame=globe.frame.replace(faces=name))


def parts_of(globe: Globe, noun: PlanetMesh) -> Iterator[tuple[str, Mesh]]:
    """Yield the meshes of a planet by name, one after the other so that few are held: ground or faces, then the ocean."""
    factor = 1.0 if noun.radius is None else noun.radius / globe.frame.radius
    ocean = noun.sea == "mesh" and globe.sea and bool((globe.elevation < 0.0).any())
    ground = globe
    if ocean and globe.colors is not None:
        ground = globe.replace(colors=shore_colors(globe)[0])
    sea_floor = ocean or noun.sea == "floor"
    if noun.pieces == "faces":
        for mesh in face_meshes(ground, sea_floor=sea_floor):
            yield mesh.name, _scaled(mesh, factor)
    else:
        yield "ground", _scaled(globe_mesh(ground, sea_floor=sea_floor), factor)
    if ocean:
        sea = ocean_mesh(globe)
        if len(sea.faces):
            yield "ocean", _scaled(sea, factor)


def _scaled(mesh: Mesh, factor: float) -> Mesh:
    return mesh if factor == 1.0 else mesh.replace(vertices=mesh.vertices.astype(np.float64) * factor)


def _whole(globe: Globe, noun: PlanetMesh) -> Mesh:
    """Return one mesh of all parts, a group for each; vertices carry elevation and the number of their part."""
    plain = []
    for number, (name, mesh) in enumerate(parts_of(globe, noun)):
        height = mesh.attributes.get("elevation", np.zeros(len(mesh.vertices), np.float32))
        part = np.full(len(mesh.vertices), number, np.uint8)
        plain.append(mesh.replace(attributes={"elevation": height, "part": part}, name=name))
    return join(plain, name="planet")


def write_planetobj(globe: Globe, path: Path, noun: PlanetObj) -> tuple[Path, ...]:
    """Write all parts as groups of one object."""
    return _each(globe, path, noun, lambda mesh, file: write_obj(mesh.replace(attributes={}), file, Obj()))


def write_planetply(globe: Globe, path: Path, noun: PlanetPly) -> tuple[Path, ...]:
    """Write all parts as one mesh; ``part`` numbers them in their order."""
    return _each(globe, path, noun, lambda mesh, file: write_ply(mesh, file, Ply()))


def _each(globe: Globe, path: Path, noun: PlanetMesh, write: Any) -> tuple[Path, ...]:
    found: list[Path] = []
    for file, piece in files_of(globe, path, noun):
        found.extend(write(_whole(piece, noun), file))
    return tuple(found)


def write_planetstl(globe: Globe, path: Path, noun: PlanetStl) -> tuple[Path, ...]:
    """Write the whole planet as one closed body, in millimetres."""
    if globe.frame.faces != "all":
        hint = 'Set planet.faces to "all".'
        raise FormatError(
            sentence("planetstl: faces", "must be all, for a body is closed", globe.frame.faces, hint=hint)
        )
    ground = globe_mesh(globe, sea_floor=noun.sea == "floor")
    factor = 1000.0 * noun.diameter / (2.0 * globe.frame.radius)
    bare = Mesh(ground.vertices.astype(np.float64) * factor, ground.faces, name="planet", copy=False)
    return write_stl(bare, path, Stl())
