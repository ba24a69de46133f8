"""Hex maps as meshes for files: which parts, in which colors, all as one; and the plain mesh files of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FormatError
from landwright.hexmap import (
    ROAD_COLOR,
    TERRAIN_COLORS,
    WALL_COLOR,
    WATER_COLOR,
    HexMap,
    Triangulation,
    bake_instances,
    features,
    triangulate,
)
from landwright.io._obj import write_obj
from landwright.io._ply import write_ply
from landwright.io._stl import write_stl
from landwright.io.settings import HexMesh, HexObj, HexPly, HexStl, Obj, Ply, Stl
from landwright.mesh import Mesh, join, weld

__all__ = ["linear", "parts_of", "types_of", "write_hexobj", "write_hexply", "write_hexstl"]

WATERS: Final = ("rivers", "water", "shore", "estuaries")


def linear(color: Any) -> NDArray[np.float64]:
    """Return the linear color (0 to 1) of one in sRGB (0 to 255)."""
    share = np.asarray(color, np.float64) / 255.0
    return np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)


def types_of(land: HexMap, ground: Mesh) -> NDArray[np.uint8]:
    """Return the types of ground (n, 3) that the weights of a ground's vertices belong to."""
    return np.asarray(land.terrain.reshape(-1)[ground.attributes["cells"]], np.uint8)


def parts_of(land: HexMap, noun: HexMesh, *, baked: bool = True) -> dict[str, Mesh]:
    """Return the meshes of a map that a file shall hold, by name, colored, without the empty ones.

    Colors are linear uint8: the ground's types blended by their weights, roads fading at their sides, water half transparent.
    """
    found: dict[str, Mesh] = {}
    if set(noun.parts) - {"features"}:
        found.update(triangulate(land, noun.meshes))
    if "features" in noun.parts and baked:
        found["features"] = bake_instances(features(land, noun.features))
    made: dict[str, Mesh] = {
        name: _colored(land, name, found[name]) for name in found if name in noun.parts and len(found[name].faces)
    }
    if not made and (baked or noun.parts != ("features",)):
        raise FormatError(f"write: the hex map has none of {', '.join(noun.parts)}, so there is nothing to write.")
    if "roads" in made:
        lifted = made["roads"].vertices + np.array([0.0, 0.0, noun.road_lift])
        made["roads"] = made["roads"].replace(vertices=lifted)
    if noun.origin == "world":
        made = {name: _at_world(mesh) for name, mesh in made.items()}
    return made


def _at_world(mesh: Mesh) -> Mesh:
    return mesh.replace(vertices=mesh.vertices.astype(np.float64) + np.array(mesh.origin), origin=(0.0, 0.0, 0.0))


def _colored(land: HexMap, name: str, mesh: Mesh) -> Mesh:
    count = len(mesh.vertices)
    if name == "terrain":
        types = types_of(land, mesh)
        color = np.einsum("vk,vkc->vc", mesh.attributes["weights"].astype(np.float64), linear(TERRAIN_COLORS)[types])
        return mesh.replace(colors=_bytes(color), attributes={**mesh.attributes, "types": types})
    if name == "features":
        held = mesh.colors if mesh.colors is not None else np.full((count, 4), 255, np.uint8)
        return mesh.replace(colors=held[:, :3])
    if name == "roads":
        side = np.clip(mesh.uv0[:, 0], 0.0, 1.0) if mesh.uv0 is not None else np.ones(count)
        return mesh.replace(colors=_bytes(np.column_stack([np.tile(linear(ROAD_COLOR), (count, 1)), side])))
    if name in WATERS:
        return mesh.replace(colors=_bytes(np.tile((*WATER_COLOR[:3], 0.6), (count, 1))))
    return mesh.replace(colors=_bytes(np.tile(linear(WALL_COLOR), (count, 1))))


def _bytes(color: NDArray[Any]) -> NDArray[np.uint8]:
    made: NDArray[np.uint8] = np.rint(np.clip(color, 0.0, 1.0) * 255.0).astype(np.uint8)
    return made


def _whole(parts: Mapping[str, Mesh]) -> Mesh:
    """Return one mesh of all parts: opaque colors, a group for each part, and its number as an attribute of the vertices."""
    plain = []
    for name, mesh in parts.items():
        colors = np.asarray(mesh.colors)[:, :3]
        plain.append(Mesh(mesh.vertices, mesh.faces, colors=colors, origin=mesh.origin, name=name, copy=False))
    whole = join(plain, name="hexmap")
    number = np.repeat(np.arange(len(plain), dtype=np.uint8), [len(mesh.vertices) for mesh in plain])
    return whole.replace(attributes={"part": number})


def write_hexobj(land: HexMap, path: Path, noun: HexObj) -> tuple[Path, ...]:
    """Write all parts as groups of one object."""
    return write_obj(_whole(parts_of(land, noun)), path, Obj())


def write_hexply(land: HexMap, path: Path, noun: HexPly) -> tuple[Path, ...]:
    """Write all parts as one mesh; ``part`` numbers them in their order."""
    return write_ply(_whole(parts_of(land, noun)), path, Ply())


def write_hexstl(land: HexMap, path: Path, noun: HexStl) -> tuple[Path, ...]:
    """Write the ground, crack-free, closed when the noun has a base."""
    ground = weld(triangulate(land, Triangulation(weld=True))["terrain"].replace(attributes={}))
    return write_stl(ground, path, Stl(base=noun.base, longest_side=noun.longest_side))
