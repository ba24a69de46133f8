"""A landscape with all that runs across it as binary glTF: a named node and a material for each of its meshes."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import pygltflib

from landwright.errors import FormatError, SettingError
from landwright.io._gltf import PLAIN, Document, primitive_of, store, wear
from landwright.io._surface import note_of, placed
from landwright.io.settings import SceneGlb
from landwright.mesh import Mesh
from landwright.networks import network_meshes
from landwright.world import World

__all__ = ["write_scene"]

_COLORS: Final[dict[str, tuple[float, float, float, float]]] = {
    "roads": (0.055, 0.055, 0.06, 1.0),
    "bridges": (0.42, 0.40, 0.36, 1.0),
    "tunnels": (0.30, 0.29, 0.27, 1.0),
    "portals": (0.40, 0.37, 0.33, 1.0),
    "rivers": (0.02, 0.11, 0.14, 0.75),
    "lakes": (0.015, 0.09, 0.13, 0.8),
}
"""Linear; water lets the ground through."""

_WATER: Final = ("rivers", "lakes")
_GROUND: Final = ("terrain", "caps")


def write_scene(world: World, path: Path, noun: SceneGlb, *, texture: Any = None) -> tuple[Path, ...]:
    """Write node ``world``, and below it one for each mesh of ``networks.network_meshes`` that the noun asks for and the world has."""
    if noun.texture and texture is None:
        raise SettingError(
            "scene: texture is on, so write must get the picture: write(..., texture=render.albedo(world)), got none."
        )
    ground = world.require_ground()
    water = world.layers.get(noun.water) if noun.water else None
    made = network_meshes(ground, world.networks, water, noun.structures)
    terrain = placed(made["terrain"], noun.origin)
    parts = {name: _moved(mesh, terrain) for name, mesh in made.items() if name in noun.parts}
    if not parts:
        raise FormatError(f"write: the world has none of {', '.join(noun.parts)}, so there is nothing to write.")
    document = Document()
    gltf = document.gltf
    covered = None
    for name, mesh in parts.items():
        note = note_of(mesh)
        primitive = primitive_of(document, mesh, note)
        if name in _GROUND and covered is not None:
            primitive.material = covered
        else:
            primitive.material = len(gltf.materials)
            gltf.materials.append(_material(name, noun))
            if name in _GROUND:
                covered = primitive.material
        gltf.meshes.append(pygltflib.Mesh(name=name, primitives=[primitive]))
        gltf.nodes.append(pygltflib.Node(name=name, mesh=len(gltf.meshes) - 1, extras={"landwright": note}))
    if texture is not None and covered is not None:
        wear(document, gltf.materials[covered], texture)
    about = {"unit": "m", "origin": list(terrain.origin), "sea_level": world.sea_level}
    gltf.nodes.append(
        pygltflib.Node(name=world.name or "world", children=list(range(len(gltf.nodes))), extras={"landwright": about})
    )
    gltf.scenes, gltf.scene = [pygltflib.Scene(nodes=[len(gltf.nodes) - 1])], 0
    gltf.buffers = [pygltflib.Buffer(byteLength=document.length)]
    store(document, path)
    return (path,)


def _moved(mesh: Mesh, terrain: Mesh) -> Mesh:
    """Return a mesh measured from the ground's origin."""
    if mesh.origin == terrain.origin:
        return mesh
    move = np.array(mesh.origin) - np.array(terrain.origin)
    return mesh.replace(vertices=mesh.vertices.astype(np.float64) + move, origin=terrain.origin)


def _material(name: str, noun: SceneGlb) -> Any:
    ground = name in _GROUND
    metal = pygltflib.PbrMetallicRoughness(
        baseColorFactor=None if ground and noun.texture else list(PLAIN if ground else _COLORS[name]),
        metallicFactor=0.0,
        roughnessFactor=noun.roughness if ground else 0.1 if name in _WATER else 0.85,
    )
    made = pygltflib.Material(name="ground" if ground else name, pbrMetallicRoughness=metal, alphaCutoff=None)
    if name in _WATER:
        made.alphaMode = "BLEND"
        if name == "rivers":
            made.extras = {"landwright": {"across": "TEXCOORD_0.x", "along": "TEXCOORD_0.y", "unit": "m"}}
    return made
