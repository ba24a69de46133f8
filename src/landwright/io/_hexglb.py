"""A hex map as binary glTF: a named node for each of its meshes, materials, what shaders need, features as instances."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
import pygltflib

from landwright.errors import FormatError
from landwright.hexmap import KINDS, WATER_COLOR, HexMap, Instances, feature_models, features, rotations, shade_scales
from landwright.io._frame import frame
from landwright.io._gltf import Document, primitive_of, store
from landwright.io._hexmesh import WATERS, linear, parts_of
from landwright.io._surface import note_of
from landwright.io.settings import HexGlb
from landwright.mesh import Mesh

__all__ = ["INSTANCING", "write_hexglb"]

INSTANCING: Final = "EXT_mesh_gpu_instancing"
_OPACITY: Final = 0.6
"""Opacity of water where no shader draws it; the specification's 0.315 is meant for one that adds waves and foam."""


def write_hexglb(land: HexMap, path: Path, noun: HexGlb) -> tuple[Path, ...]:
    """Write the map: node ``hexmap``, below it one for each part and, where features are instanced, one for each of their models."""
    baked = noun.things == "baked"
    parts = parts_of(land, noun, baked=baked)
    things = features(land, noun.features) if "features" in noun.parts and not baked else Instances()
    if not parts and not len(things):
        raise FormatError("write: the hex map has no features, so there is nothing to write.")
    document = Document()
    gltf = document.gltf
    scales = shade_scales(land.layout)
    for name, mesh in parts.items():
        if name == "terrain" and noun.vertex_colors == "weights":
            mesh = mesh.replace(colors=np.rint(mesh.attributes["weights"] * 255.0).astype(np.uint8))
        if name in WATERS:
            mesh = mesh.replace(colors=None)
        _node(document, name, mesh, _material(name, noun, scales))
    if len(things):
        _instances(document, things, noun)
    root = pygltflib.Node(name="hexmap", children=list(range(len(gltf.nodes))), extras={"landwright": _about(land)})
    gltf.nodes.append(root)
    gltf.scenes, gltf.scene = [pygltflib.Scene(nodes=[len(gltf.nodes) - 1])], 0
    gltf.buffers = [pygltflib.Buffer(byteLength=document.length)]
    store(document, path)
    return (path,)


def _node(document: Document, name: str, mesh: Mesh, material: Any) -> None:
    gltf, note = document.gltf, note_of(mesh)
    primitive = primitive_of(document, mesh, note)
    primitive.material = len(gltf.materials)
    gltf.materials.append(material)
    gltf.meshes.append(pygltflib.Mesh(name=name, primitives=[primitive]))
    gltf.nodes.append(pygltflib.Node(name=name, mesh=len(gltf.meshes) - 1, extras={"landwright": note}))


def _material(name: str, noun: HexGlb, scales: Any) -> Any:
    metal = pygltflib.PbrMetallicRoughness(metallicFactor=0.0, roughnessFactor=noun.roughness)
    made = pygltflib.Material(name=name, pbrMetallicRoughness=metal, alphaCutoff=None)
    if name in WATERS:
        metal.baseColorFactor = [*(float(v) for v in linear(np.array(WATER_COLOR[:3]) * 255.0)), _OPACITY]
        metal.roughnessFactor = 0.2
    if name in WATERS or name == "roads":
        made.alphaMode = "BLEND"
        made.extras = {"landwright": _shader(name, scales)}
    return made


def _shader(name: str, scales: Any) -> dict[str, Any]:
    """Return what moves and where: the constants of ``hexmap.shade_*``, in metres and seconds; t is time."""
    waves = {"scale": scales.waves, "slant": scales.slant, "speed": 1.0, "range": [0.75, 2.0]}
    foam = {"scale": scales.foam, "speed": 0.25, "land": "TEXCOORD_0.y"}
    flow = {"u_scale": 0.0625, "u_speed": [0.005, -0.0052], "v_speed": [-0.25, -0.23], "channels": ["x", "w"]}
    return {
        "roads": {"shader": "road", "scale": scales.road, "middle": "TEXCOORD_0.x", "range": [0.4, 0.7]},
        "rivers": {"shader": "river", "color": list(WATER_COLOR), "flow": {**flow, "along": "TEXCOORD_0.y"}},
        "water": {"shader": "water", "color": list(WATER_COLOR), "waves": waves},
        "shore": {"shader": "shore", "color": list(WATER_COLOR), "waves": waves, "foam": foam},
        "estuaries": {
            "shader": "estuary",
            "color": list(WATER_COLOR),
            "waves": waves,
            "foam": foam,
            "flow": {**flow, "along": "TEXCOORD_1.y"},
            "river_share": "TEXCOORD_0.x",
        },
    }[name]


def _about(land: HexMap) -> dict[str, Any]:
    layout = land.layout
    return {
        "unit": "m",
        "origin": [*layout.origin, 0.0],
        "columns": layout.columns,
        "rows": layout.rows,
        "wrap": layout.wrap,
        "outer_radius": layout.metrics.outer_radius,
        "elevation_step": layout.metrics.elevation_step,
        "noise_seed": str(land.seeds[1]),
    }


def _instances(document: Document, things: Instances, noun: HexGlb) -> None:
    """Append a node for each model that occurs: its mesh once, and where each instance of it stands."""
    gltf, models = document.gltf, feature_models()
    gltf.extensionsUsed, gltf.extensionsRequired = [INSTANCING], [INSTANCING]
    material = len(gltf.materials)
    metal = pygltflib.PbrMetallicRoughness(metallicFactor=0.0, roughnessFactor=noun.roughness)
    gltf.materials.append(pygltflib.Material(name="features", pbrMetallicRoughness=metal, alphaCutoff=None))
    move = np.array(things.origin) if noun.origin == "world" else np.zeros(3)
    turned = rotations(things)
    for kind, level, variant in sorted(set(zip(things.kind.tolist(), things.level.tolist(), things.variant.tolist()))):
        rows = (things.kind == kind) & (things.level == level) & (things.variant == variant)
        model = models[KINDS[kind], level, variant]
        model = model.replace(colors=np.asarray(model.colors)[:, :3])
        note: dict[str, Any] = {"kind": KINDS[kind], "level": level, "variant": variant}
        primitive = primitive_of(document, model, note)
        primitive.material = material
        name = model.name or KINDS[kind]
        gltf.meshes.append(pygltflib.Mesh(name=name, primitives=[primitive]))
        place = frame((things.position[rows] + move).astype("<f4"), "gltf")
        turn = np.concatenate([frame(turned[rows, :3], "gltf", directions=True), turned[rows, 3:]], axis=1)
        size = np.abs(frame(things.scale[rows].astype("<f4"), "gltf"))
        attributes = {
            "TRANSLATION": document.accessor(place, vertices=False),
            "ROTATION": document.accessor(np.ascontiguousarray(turn, "<f4"), vertices=False),
            "SCALE": document.accessor(size, vertices=False),
            "_CELL": document.accessor(np.ascontiguousarray(things.cell[rows], "<u4")[:, None], vertices=False),
        }
        node = pygltflib.Node(name=name, mesh=len(gltf.meshes) - 1, extras={"landwright": note})
        node.extensions = {INSTANCING: {"attributes": attributes}}
        gltf.nodes.append(node)
