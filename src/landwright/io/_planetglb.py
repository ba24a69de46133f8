"""A planet as binary glTF: ground and ocean as meshes with materials of their own."""

from __future__ import annotations

from pathlib import Path

import pygltflib

from landwright.errors import FormatError
from landwright.io._gltf import LIMIT, Document, primitive_of, store
from landwright.io._planetmesh import facts_of, files_of, parts_of
from landwright.io._surface import note_of
from landwright.io.settings import PlanetGlb
from landwright.planet import Globe

__all__ = ["expected_bytes", "write_planetglb"]


def write_planetglb(globe: Globe, path: Path, noun: PlanetGlb) -> tuple[Path, ...]:
    """Write node ``planet`` and below it ``ground``, or a node for each face, and ``ocean``."""
    found = []
    for file, piece in files_of(globe, path, noun):
        _refuse_huge(piece, noun)
        document = Document()
        gltf = document.gltf
        for name, mesh in parts_of(piece, noun):
            note = note_of(mesh)
            carried = {key: values for key, values in mesh.attributes.items() if key != "biome_value"}  # that is uv0.x
            primitive = primitive_of(document, mesh.replace(attributes=carried), note)
            primitive.material = _material(document, "ocean" if name == "ocean" else "ground", globe, noun)
            gltf.meshes.append(pygltflib.Mesh(name=name, primitives=[primitive]))
            gltf.nodes.append(pygltflib.Node(name=name, mesh=len(gltf.meshes) - 1, extras={"landwright": note}))
        children = list(range(len(gltf.nodes)))
        gltf.nodes.append(pygltflib.Node(name="planet", children=children, extras={"landwright": facts_of(globe)}))
        gltf.scenes, gltf.scene = [pygltflib.Scene(nodes=[len(gltf.nodes) - 1])], 0
        gltf.buffers = [pygltflib.Buffer(byteLength=document.length)]
        store(document, file)
        found.append(file)
    return tuple(found)


def _material(document: Document, name: str, globe: Globe, noun: PlanetGlb) -> int:
    materials = document.gltf.materials
    for index, held in enumerate(materials):
        if held.name == name:
            return index
    rough = 1.0 - globe.smoothness if name == "ocean" else noun.roughness
    metal = pygltflib.PbrMetallicRoughness(metallicFactor=0.0, roughnessFactor=rough)
    if globe.colors is None:
        metal.baseColorFactor = [0.02, 0.08, 0.16, 1.0] if name == "ocean" else [0.52, 0.49, 0.42, 1.0]
    materials.append(pygltflib.Material(name=name, pbrMetallicRoughness=metal, alphaCutoff=None))
    return len(materials) - 1


def expected_bytes(globe: Globe, noun: PlanetGlb) -> int:
    """Return about how many bytes a globe takes: position, normal, uv, color, layers, and two triangles a cell; the ocean's share."""
    n, faces = globe.frame.resolution, len(globe.frame.active)
    vertex = (
        12 + 12 + 8 + (12 if globe.colors is not None else 0) + 4 * (1 + len(globe.layers.keys() - {"biome_value"}))
    )
    size = faces * (n * n * vertex + 24 * (n - 1) ** 2)
    if noun.sea == "mesh" and globe.sea:
        wet = globe.elevation[list(globe.frame.active)] < 0.0
        size += int(wet.sum()) * (44 + 24)
    return size


def _refuse_huge(globe: Globe, noun: PlanetGlb) -> None:
    """Refuse what does not fit into a file before its mesh is made."""
    size = expected_bytes(globe, noun)
    if size > LIMIT:
        hint = (
            'write each face into a file (pieces = "files")'
            if globe.frame.faces == "all"
            else "lower planet.resolution"
        )
        raise FormatError(
            f"write: a GLB file holds at most 4 GiB, this planet needs about {size / 2**30:.1f} GiB; {hint}."
        )
