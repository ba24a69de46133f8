"""Binary glTF 2.0, for engines, browsers and viewers; Y up, metres.

The document is built of pygltflib's classes; the numbers go straight from the arrays to the file, one after the other.
"""

from __future__ import annotations

import struct
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import numpy as np
import pygltflib
from numpy.typing import NDArray

from landwright._pool import current
from landwright.errors import FormatError, SettingError, sentence
from landwright.io._frame import frame
from landwright.io._png import write_png
from landwright.io._surface import note_of, surface_of
from landwright.io._whole import whole_file
from landwright.io.settings import Glb
from landwright.mesh import Mesh, shade

__all__ = ["LIMIT", "PLAIN", "Document", "primitive_of", "store", "wear", "write_glb"]

LIMIT: Final = 2**32 - 1
"""Bytes that a GLB file can hold: its lengths are 32-bit numbers."""

PLAIN: Final = (0.52, 0.49, 0.42, 1.0)
"""Color (linear) of ground without picture and vertex colors: dry earth."""

_TYPES: Final = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}


class Document:
    """A glTF document and the arrays it points to, in order."""

    def __init__(self) -> None:
        self.gltf = pygltflib.GLTF2()
        self.gltf.asset = pygltflib.Asset(version="2.0", generator="Landwright")
        self.parts: list[NDArray[Any]] = []
        self.length = 0

    def view(self, data: NDArray[Any], target: int | None = None) -> int:
        """Append an array as a buffer view and return its number."""
        self.gltf.bufferViews.append(
            pygltflib.BufferView(buffer=0, byteOffset=self.length, byteLength=data.nbytes, target=target)
        )
        self.parts.append(data)
        self.length += -(-data.nbytes // 4) * 4
        return len(self.gltf.bufferViews) - 1

    def accessor(
        self, data: NDArray[Any], *, indices: bool = False, bounds: bool = False, vertices: bool = True
    ) -> int:
        """Append an array as an accessor and return its number; without `vertices` it is for something else than a mesh."""
        target = pygltflib.ELEMENT_ARRAY_BUFFER if indices else pygltflib.ARRAY_BUFFER if vertices else None
        kinds = {"f4": pygltflib.FLOAT, "u4": pygltflib.UNSIGNED_INT, "u1": pygltflib.UNSIGNED_BYTE}
        made = pygltflib.Accessor(
            bufferView=self.view(data, target),
            componentType=kinds[data.dtype.str[1:]],
            count=data.size if indices else len(data),
            type="SCALAR" if indices else _TYPES[data.shape[1]],
            normalized=True if data.dtype == np.uint8 else None,
        )
        if bounds:
            made.min, made.max = data.min(axis=0).tolist(), data.max(axis=0).tolist()
        self.gltf.accessors.append(made)
        return len(self.gltf.accessors) - 1


def write_glb(thing: Any, path: Path, noun: Glb, *, texture: Any = None) -> tuple[Path, ...]:
    """Write one mesh, one material and, with `texture`, its picture; what else is known goes into ``extras``.

    `texture` is (rows, cols, 3 or 4) uint8, row 0 north, or the bytes of a PNG or JPEG.
    """
    if noun.texture and texture is None:
        raise SettingError(
            "glb: texture is on, so write must get the picture: write(..., texture=render.albedo(world)), got none."
        )
    mesh = surface_of(thing, noun)
    if mesh.normals is None and mesh.groups:
        mesh = shade(mesh)
    document = Document()
    note = note_of(mesh)
    primitive = primitive_of(document, mesh, note)
    material = pygltflib.Material(
        name="ground",
        pbrMetallicRoughness=pygltflib.PbrMetallicRoughness(metallicFactor=0.0, roughnessFactor=noun.roughness),
        alphaCutoff=None,
    )
    if texture is not None:
        if mesh.uv0 is None:
            raise FormatError("write: mesh must carry uv0 to wear a picture, it has none; leave texture out.")
        wear(document, material, texture)
    elif mesh.colors is None:
        material.pbrMetallicRoughness.baseColorFactor = list(PLAIN)
    gltf = document.gltf
    gltf.materials = [material]
    primitive.material = 0
    name = mesh.name or "ground"
    gltf.meshes = [pygltflib.Mesh(name=name, primitives=[primitive])]
    gltf.nodes = [pygltflib.Node(name=name, mesh=0, extras={"landwright": note})]
    gltf.scenes, gltf.scene = [pygltflib.Scene(nodes=[0])], 0
    gltf.buffers = [pygltflib.Buffer(byteLength=document.length)]
    store(document, path)
    return (path,)


def primitive_of(document: Document, mesh: Mesh, note: dict[str, Any]) -> Any:
    """Append the arrays of a mesh; the note learns in which of them each attribute lies."""
    primitive = pygltflib.Primitive(mode=pygltflib.TRIANGLES)
    primitive.indices = document.accessor(mesh.faces.astype("<u4", copy=False), indices=True)
    held = primitive.attributes
    held.POSITION = document.accessor(frame(mesh.vertices.astype("<f4"), "gltf"), bounds=True)
    if mesh.normals is not None:
        held.NORMAL = document.accessor(frame(mesh.normals.astype("<f4"), "gltf", directions=True))
    coordinates = {name: uv for name, uv in (("uv0", mesh.uv0), ("uv1", mesh.uv1)) if uv is not None}
    for k, uv in enumerate(coordinates.values()):  # the format numbers them without gaps
        setattr(held, f"TEXCOORD_{k}", document.accessor(uv.astype("<f4", copy=False)))
    if list(coordinates) == ["uv1"]:
        note["uv"] = ["uv1"]
    if mesh.colors is not None:
        held.COLOR_0 = document.accessor(_colors(mesh.colors))
    for name, values in mesh.attributes.items():
        table = values.reshape(len(values), -1)
        single = table.astype("<f4")
        if not bool((single.astype(np.float64) == table).all()) and table.dtype.kind != "f":
            must = "must hold whole numbers that float32 holds exactly (to 16,777,216)"
            raise FormatError(sentence(f"write: attribute {name!r} in GLB", must, str(values.dtype)))
        word = "_" + "".join(c if c.isascii() and c.isalnum() else "_" for c in name.upper())
        while any(str(label).startswith(word) for label in vars(held)):
            word += "_"
        labels = [word] if single.shape[1] <= 4 else [f"{word}_{k}" for k in range(-(-single.shape[1] // 4))]
        for k, label in enumerate(labels):
            setattr(held, label, document.accessor(np.ascontiguousarray(single[:, 4 * k : 4 * k + 4])))
        entry = {"in": labels, "shape": values.ndim, "type": values.dtype.str}
        note.setdefault("attributes", {})[name] = entry
    return primitive


def _colors(colors: NDArray[Any]) -> NDArray[Any]:
    """Four bytes or floats a vertex, because three bytes would not lie on a boundary of four."""
    if colors.dtype != np.uint8 or colors.shape[1] == 4:
        return colors if colors.dtype == np.uint8 else colors.astype("<f4", copy=False)
    return np.concatenate([colors, np.full((len(colors), 1), 255, np.uint8)], axis=1)


def wear(document: Document, material: Any, texture: Any) -> None:
    """Let a material show a picture: (rows, cols, 3 or 4) uint8, or the bytes of a PNG or JPEG."""
    if isinstance(texture, bytes | bytearray):
        data, kind = bytes(texture), "image/png" if texture[:4] == b"\x89PNG" else "image/jpeg"
        known = data[:4] == b"\x89PNG" or data[:3] == b"\xff\xd8\xff"
    else:
        image = np.asarray(texture)
        known = image.dtype == np.uint8 and image.ndim == 3 and image.shape[2] in (3, 4) and image.size > 0
        kind = "image/png"
        if known:
            stream = BytesIO()
            write_png(stream, image)
            data = stream.getvalue()
    if not known:
        got = f"{len(texture)} bytes" if isinstance(texture, bytes | bytearray) else f"{image.shape} {image.dtype}"
        must = "must be (rows, cols, 3 or 4) uint8, or the bytes of a PNG or JPEG"
        raise SettingError(sentence("write: texture", must, got))
    gltf = document.gltf
    gltf.images = [pygltflib.Image(bufferView=document.view(np.frombuffer(data, np.uint8)), mimeType=kind)]
    edge = pygltflib.CLAMP_TO_EDGE
    gltf.samplers = [
        pygltflib.Sampler(magFilter=pygltflib.LINEAR, minFilter=pygltflib.LINEAR_MIPMAP_LINEAR, wrapS=edge, wrapT=edge)
    ]
    gltf.textures = [pygltflib.Texture(source=0, sampler=0)]
    material.pbrMetallicRoughness.baseColorTexture = pygltflib.TextureInfo(index=0)
    if kind == "image/png" and data[25] in (4, 6):
        material.alphaMode = "BLEND"


def store(document: Document, path: Path) -> None:
    text = document.gltf.gltf_to_json(separators=(",", ":"), indent=None).encode()
    text += b" " * (-len(text) % 4)
    total = 12 + 8 + len(text) + 8 + document.length
    if total > LIMIT:
        raise FormatError(
            f"write: a GLB file holds at most 4 GiB, this mesh needs {total / 2**30:.1f} GiB; "
            "give max_error= for fewer triangles, or write it in tiles."
        )
    control = current()
    with whole_file(path) as stream:
        stream.write(struct.pack("<4sII", b"glTF", 2, total) + struct.pack("<I4s", len(text), b"JSON") + text)
        stream.write(struct.pack("<I4s", document.length, b"BIN\0"))
        done = 0
        for part in document.parts:
            flat = np.ascontiguousarray(part).reshape(-1).view(np.uint8).data
            for begin in range(0, len(flat), 1 << 24):
                stream.write(flat[begin : begin + (1 << 24)])
                control.report((done + begin) / document.length)
            stream.write(b"\0" * (-len(flat) % 4))
            done += len(flat)
