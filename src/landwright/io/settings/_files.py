"""Nouns of the files: what to write, and how to read what does not explain itself.

An output noun (:class:`Png16`, :class:`Raw`, ...) says how one thing becomes a file; a recipe's ``[[outputs]]`` are these.
A reading noun (:class:`ReadImage`, :class:`ReadRaw`, ...) gives what a foreign file leaves out: a grey image knows neither
metres nor cell size, a raw file not even its shape. Files written by Landwright need none.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field, model_validator

from landwright.hexmap.settings import Features, Triangulation
from landwright.mesh.settings import Solid
from landwright.settings import Output, Reach, Settings, Stage, choice, flag, nested, quantity, words

__all__ = [
    "Cells",
    "Dem",
    "Geojson",
    "Geotiff",
    "Glb",
    "Hex",
    "HexGlb",
    "HexMesh",
    "HexObj",
    "HexPly",
    "HexStl",
    "MeshFile",
    "Normals",
    "Npy",
    "Obj",
    "Ply",
    "Png8",
    "Png16",
    "Raw",
    "ReadGeotiff",
    "ReadImage",
    "ReadNpy",
    "ReadRaw",
    "Splat",
    "Stl",
]

IMAGE_RELIEF = 255.0
"""Metres from black to white of a grey image that does not say: one metre a level of an 8-bit image."""

_LAYER = "Which layer of a world becomes the file; elevation is the ground."
_LOW = "Metres at the lowest level; by default the layer's own lowest value. Give it where tiles must share one range."
_HIGH = "Metres at the highest level; by default the layer's own highest value."
_CELL = "Distance between neighbouring samples; by default what the file says, else 1 m."

_Samples = Annotated[int, Field(ge=1, le=1 << 20)]


class _Levels(Output):
    """What every file of whole-number levels shares: the layer and the range the levels span."""

    layer: str = words("elevation", help=_LAYER, ui={"widget": "layer"})
    low: float | None = quantity(None, unit="m", help=_LOW)
    high: float | None = quantity(None, unit="m", help=_HIGH)

    @model_validator(mode="after")
    def _range(self) -> Self:
        if self.low is not None and self.high is not None and self.low >= self.high:
            raise ValueError(f"low must be below high, got low={self.low!r} and high={self.high!r}.")
        return self


class Png16(_Levels):
    """A 16-bit grey PNG: 65,536 levels between `low` and `high`; range and grid travel in a text chunk."""

    kind: Literal["png16"] = "png16"
    suffixes: ClassVar[tuple[str, ...]] = (".png",)


class Png8(_Levels):
    """An 8-bit grey PNG: 256 levels, which shows as terraces on land; made with a warning."""

    kind: Literal["png8"] = "png8"
    suffixes: ClassVar[tuple[str, ...]] = (".png",)


class Npy(Output):
    """A NumPy array of float32, exact; the grid travels in a JSON sidecar."""

    kind: Literal["npy"] = "npy"
    layer: str = words("elevation", help=_LAYER, ui={"widget": "layer"})
    suffixes: ClassVar[tuple[str, ...]] = (".npy",)


class Raw(_Levels):
    """A headerless file of 16-bit levels, as game engines import it; a JSON sidecar says what it holds."""

    kind: Literal["raw"] = "raw"
    endian: Literal["little", "big"] = choice(
        "little", help="Byte order of each level; little suits nearly everything."
    )
    row_order: Literal["north_first", "south_first"] = choice(
        "north_first", help="Which edge comes first in the file; south_first suits readers that count rows upwards."
    )
    size_in_name: bool = flag(
        False, help="Put the size into the file's name, land.r16 becoming land_1025x513.r16 (columns x rows)."
    )
    suffixes: ClassVar[tuple[str, ...]] = (".r16", ".raw")


class Geotiff(Output):
    """A GeoTIFF of float32, exact, with coordinate reference system and nodata; needs the extra ``geotiff``."""

    kind: Literal["geotiff"] = "geotiff"
    layer: str = words("elevation", help=_LAYER, ui={"widget": "layer"})
    nodata: float = quantity(
        -9999.0,
        unit="1",
        ge=-3.0e38,
        le=3.0e38,
        help="Value that stands for no data in the file; no sample may have it.",
    )
    suffixes: ClassVar[tuple[str, ...]] = (".tif", ".tiff")


class Splat(Output):
    """Material weights as RGBA images, four materials an image; the weights of a sample sum to 255."""

    kind: Literal["splat"] = "splat"
    layers: tuple[str, ...] = words(
        (),
        help="Layers that are material weights, in channel order; by default those whose names begin with the prefix.",
    )
    prefix: str = words("splat_", help="What the names of weight layers begin with; left out of the names in the file.")
    suffixes: ClassVar[tuple[str, ...]] = (".png",)

    def lacks(self, names: Set[str]) -> list[tuple[str, str]]:
        """Return what is missing: the layers named, or, where none are, any that begin with the prefix."""
        if self.layers or any(name.startswith(self.prefix) for name in names):
            return super().lacks(names)
        text = f"no stage writes a layer whose name begins with {self.prefix!r}, so there are no weights to write. "
        return [("prefix", f"{text}Add a stage that does, such as ops.splat, or name layers in `layers`.")]


class Normals(Output):
    """A tangent-space normal map of the ground, red to the east."""

    kind: Literal["normals"] = "normals"
    layer: str = words("elevation", help=_LAYER, ui={"widget": "layer"})
    handedness: Literal["opengl", "directx"] = choice(
        "opengl",
        help="Where green points: opengl (Y+, north; Godot, Blender, Unity, glTF) or directx (Y-, south; Unreal).",
    )
    bits: Literal[8, 16] = choice(8, help="Bits a channel; 16 keeps gentle slopes free of steps.")
    suffixes: ClassVar[tuple[str, ...]] = (".png",)


class MeshFile(Output):
    """What every mesh file shares: how a field becomes a mesh, and where the mesh is measured from."""

    max_error: float | None = quantity(
        None,
        unit="m",
        ge=0.0,
        help="How far the mesh may lie from the field: more gives a smaller file. Without it every sample is a vertex.",
        ui={"scale": "log", "soft": (0.1, 100.0)},
    )
    base: Solid | None = nested(None, help="Walls and a floor, for printing; without it the file is the surface alone.")
    origin: Literal["auto", "world", "local"] = choice(
        "auto",
        help="Where coordinates are measured from: the world's origin, the middle of the mesh, or (auto) its middle only "
        "when it lies so far out that float32 would be coarse. The place is noted in the file.",
    )
    shows: ClassVar[str] = "elevation"


class Glb(MeshFile):
    """A binary glTF 2.0 file for engines, browsers and viewers: normals, uv, colors, attributes, a picture; Y up."""

    kind: Literal["glb"] = "glb"
    suffixes: ClassVar[tuple[str, ...]] = (".glb",)
    roughness: float = quantity(
        0.9, unit="1", ge=0.0, le=1.0, help="How dull the ground looks; less makes it shine like wet rock."
    )
    texture: bool = flag(
        False,
        help="Wear a picture of what covers the ground. A recipe's build draws it; from Python give it: write(..., texture=).",
    )


class Obj(MeshFile):
    """A Wavefront OBJ text file: vertices, colors, uv, normals, groups; Z up."""

    kind: Literal["obj"] = "obj"
    suffixes: ClassVar[tuple[str, ...]] = (".obj",)


class Ply(MeshFile):
    """A binary PLY file: vertices with normals, uv, colors and all attributes; Z up."""

    kind: Literal["ply"] = "ply"
    suffixes: ClassVar[tuple[str, ...]] = (".ply",)


class Stl(MeshFile):
    """A binary STL file for printers: triangles alone; Z up."""

    kind: Literal["stl"] = "stl"
    suffixes: ClassVar[tuple[str, ...]] = (".stl",)
    longest_side: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        help="Length of the print's longer horizontal side: more is a larger print. The file is then in millimetres, as "
        "slicers read it; without it, it is in metres of the world.",
    )


_PARTS = ("terrain", "rivers", "roads", "water", "shore", "estuaries", "walls", "features")
_Part = Literal["terrain", "rivers", "roads", "water", "shore", "estuaries", "walls", "features"]


class HexMesh(Output):
    """What every mesh file of a hex map shares: which of its meshes are in it, and how they are made."""

    parts: tuple[_Part, ...] = words(
        _PARTS, help="Which meshes are in the file; the others are left out.", ui={"widget": "list"}
    )
    meshes: Triangulation = nested(
        Triangulation(normals="smooth"), help="How cells become meshes: crack-free, skirt, normals."
    )
    features: Features = nested(Features(), help="What stands on the cells, where features are among the parts.")
    road_lift: float = quantity(
        0.05,
        unit="m",
        ge=0.0,
        le=100.0,
        help="How far roads lie above the ground they are painted on; more keeps them visible from further away.",
    )
    origin: Literal["map", "world"] = choice(
        "map", help="Where coordinates are measured from: the center of the south-west cell, or the world's origin."
    )
    shows: ClassVar[str] = "hexmap"

    @model_validator(mode="after")
    def _some(self) -> Self:
        if not self.parts or len(set(self.parts)) < len(self.parts):
            raise ValueError(f"parts must name some meshes, each once, got {self.parts}")
        return self


class HexGlb(HexMesh):
    """A binary glTF 2.0 file of a hex map: a named node for each mesh, materials, what shaders need, features as instances."""

    kind: Literal["hexglb"] = "hexglb"
    suffixes: ClassVar[tuple[str, ...]] = (".glb",)
    things: Literal["instanced", "baked"] = choice(
        "instanced",
        help="Features as instances of their models (EXT_mesh_gpu_instancing), which keeps files small, or baked into one mesh, "
        "which every program reads.",
    )
    vertex_colors: Literal["ground", "weights"] = choice(
        "ground",
        help="What colors the ground's vertices: the blended color of its types, or for splat shaders the weights of three cells.",
    )
    roughness: float = quantity(
        0.9, unit="1", ge=0.0, le=1.0, help="How dull the ground looks; less makes it shine like wet rock."
    )


class HexObj(HexMesh):
    """A Wavefront OBJ text file of a hex map: a group for each mesh, vertex colors; Z up."""

    kind: Literal["hexobj"] = "hexobj"
    suffixes: ClassVar[tuple[str, ...]] = (".obj",)


class HexPly(HexMesh):
    """A binary PLY file of a hex map: vertices with colors and the number of their part; Z up."""

    kind: Literal["hexply"] = "hexply"
    suffixes: ClassVar[tuple[str, ...]] = (".ply",)


class HexStl(Output):
    """A binary STL file of a hex map's ground, for printers; Z up. With a base it is a closed body."""

    kind: Literal["hexstl"] = "hexstl"
    suffixes: ClassVar[tuple[str, ...]] = (".stl",)
    shows: ClassVar[str] = "hexmap"
    base: Solid | None = nested(None, help="Walls and a floor, for printing; without it the file is the ground alone.")
    longest_side: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        help="Length of the print's longer horizontal side: more is a larger print. The file is then in millimetres.",
    )


class Cells(Output):
    """The cells of a hex map as a table: .csv has a line for each cell, .json the layout and rows of numbers."""

    kind: Literal["cells"] = "cells"
    suffixes: ClassVar[tuple[str, ...]] = (".csv", ".json")
    shows: ClassVar[str] = "hexmap"


class Hex(Output):
    """A save file of a hex map, exact and small: layout, seeds and every cell."""

    kind: Literal["hex"] = "hex"
    suffixes: ClassVar[tuple[str, ...]] = (".hex",)
    shows: ClassVar[str] = "hexmap"
    header: int | None = quantity(
        None,
        unit="count",
        ge=0,
        le=5,
        help="Version of the original game's save file to write instead, which holds cells only; more holds more.",
    )


class Geojson(Output):
    """The cells of a hex map as hexagons with their attributes, in metres of the world, for GIS."""

    kind: Literal["geojson"] = "geojson"
    suffixes: ClassVar[tuple[str, ...]] = (".geojson",)
    shows: ClassVar[str] = "hexmap"


class ReadImage(Settings):
    """How a grey image becomes a landscape. What is left out comes from the file's own note, or else the defaults.

    Without a note black is 0 m, white is 255 m (one metre a level of an 8-bit image) and the cell size is 1 m.
    """

    kind: Literal["read.image"] = "read.image"
    low: float | None = quantity(None, unit="m", help="Metres of black; by default what the file says, else 0.")
    relief: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        help="Metres from black to white: more is taller; by default what the file says, else 255.",
    )
    cell_size: float | None = quantity(None, unit="m", gt=0.0, help=_CELL)
    channel: Literal["luminance", "red", "green", "blue", "alpha"] | None = choice(
        None, help="Which channel of a color image is the height; without it a color image is refused."
    )


class ReadNpy(Settings):
    """How an array of metres is placed."""

    kind: Literal["read.npy"] = "read.npy"
    cell_size: float | None = quantity(None, unit="m", gt=0.0, help=_CELL)


class ReadRaw(Settings):
    """What a raw file without a sidecar does not say about itself."""

    kind: Literal["read.raw"] = "read.raw"
    shape: tuple[_Samples, _Samples] | None = quantity(
        None, unit="count", help="Rows and columns; by default from the sidecar, or from a size in the file's name."
    )
    dtype: Literal["uint8", "uint16", "int16", "float32"] | None = choice(
        None, help="Type of a sample; by default from the sidecar, else uint16. int16 and float32 are read as metres."
    )
    endian: Literal["little", "big"] | None = choice(None, help="Byte order; by default from the sidecar, else little.")
    row_order: Literal["north_first", "south_first"] | None = choice(
        None, help="Which edge comes first in the file; by default from the sidecar, else north_first."
    )
    low: float | None = quantity(None, unit="m", help="Metres of level 0; by default from the sidecar, else 0.")
    relief: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        help="Metres from the lowest to the highest level; by default from the sidecar, else 255.",
    )
    cell_size: float | None = quantity(None, unit="m", gt=0.0, help=_CELL)


class ReadGeotiff(Settings):
    """How a GeoTIFF becomes a heightfield in metres."""

    kind: Literal["read.geotiff"] = "read.geotiff"
    band: int | None = quantity(None, unit="count", ge=1, help="Which band holds the heights, counted from 1.")
    warp: str | None = words(
        None,
        help='Reference system to warp into: "utm" for the zone under the middle of the map, or a name like EPSG:32610.',
    )
    crs: str | None = words(None, help="Reference system of a file that names none of its own, such as EPSG:4326.")
    cell_size: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        help="Distance between samples after warping, or of a file that is not placed; by default close to the file's own.",
    )


Reading = Annotated[ReadImage | ReadNpy | ReadRaw | ReadGeotiff, Field(discriminator="kind")]
"""Any of the reading nouns, told apart by ``kind``."""


class Dem(Stage):
    """A landscape that was measured: an elevation file, laid on the recipe's grid.

    On a grid of the file's own samples (as ``landwright import`` makes it) the heights are the file's, to the bit.
    """

    kind: Literal["io.dem"] = "io.dem"
    path: str = words(help="The elevation file; a relative path starts at the recipe's folder.")
    place: Literal["center", "map", "cover"] = choice(
        "center",
        help="Where the file lies: its middle on the grid's; where its own coordinates say; or scaled until it covers the grid.",
    )
    reading: Reading | None = nested(None, help="What the file does not say about itself: range, shape, warp.")

    verb: ClassVar[str] = "landwright.io:dem"
    takes: ClassVar[Literal["grid", "field", "layers"]] = "grid"
    reads: ClassVar[frozenset[str]] = frozenset()
    reach: ClassVar[Reach] = "point"
    files: ClassVar[tuple[str, ...]] = ("path",)


class SavedMap(Stage):
    """A hex map that was saved as a .hex file, or by the map editor that its format comes from, cell by cell.

    The recipe's ``[hexmap]`` must have as many columns and rows; ``landwright import`` and the studio write it so.
    """

    kind: Literal["io.saved_map"] = "io.saved_map"
    path: str = words(help="The saved map; a relative path starts at the recipe's folder.")

    verb: ClassVar[str] = "landwright.io:saved_map"
    takes: ClassVar[Literal["grid", "field", "layers", "hexmap"]] = "hexmap"
    reads: ClassVar[frozenset[str]] = frozenset({"hexmap"})
    writes: ClassVar[frozenset[str]] = frozenset({"hexmap"})
    reach: ClassVar[Reach] = "whole"
    files: ClassVar[tuple[str, ...]] = ("path",)
