"""Nouns of the files of planets: meshes, and maps of the whole planet."""

from __future__ import annotations

from typing import ClassVar, Literal, Self

from pydantic import model_validator

from landwright.settings import Output, choice, flag, quantity

__all__ = ["CubeMap", "PlanetGlb", "PlanetMap", "PlanetMesh", "PlanetObj", "PlanetPly", "PlanetStl", "WorldMap"]


class PlanetMesh(Output):
    """What every mesh file of a planet shares: what the sea is, in how many pieces the ground comes, and its size."""

    shows: ClassVar[str] = "planet"
    sea: Literal["mesh", "level", "floor"] = choice(
        "mesh",
        help="How the sea is written: as a mesh of its own over its floor (mesh), as part of the ground at its level (level), or not at "
        "all, so that its floor lies open (floor).",
    )
    pieces: Literal["welded", "faces", "files"] = choice(
        "welded",
        help="The ground as one mesh without seams (welded), as one for each face of the cube (faces), or each face in a file of its own "
        "(files), NAME_top and so on. Their edges fit exactly.",
    )
    radius: float | None = quantity(
        None,
        unit="m",
        gt=0.0,
        le=1e9,
        help="Radius of the planet in the file: everything is scaled to it, which suits programs that see no 6371 km. By default its own.",
    )


class PlanetGlb(PlanetMesh):
    """A binary glTF 2.0 file of a planet, Y up: ground and ocean, normals, colors; uv are biome and elevation over radius."""

    kind: Literal["planetglb"] = "planetglb"
    suffixes: ClassVar[tuple[str, ...]] = (".glb",)
    roughness: float = quantity(
        0.95,
        unit="1",
        ge=0.0,
        le=1.0,
        help="How dull the land looks; less makes it shine like wet rock. The ocean shines as the planet's colors say.",
    )


class PlanetObj(PlanetMesh):
    """A Wavefront OBJ text file of a planet: a group for ground and ocean, colors, uv, normals; Z up."""

    kind: Literal["planetobj"] = "planetobj"
    suffixes: ClassVar[tuple[str, ...]] = (".obj",)


class PlanetPly(PlanetMesh):
    """A binary PLY file of a planet: vertices with normals, uv, colors, elevation and the number of their part; Z up."""

    kind: Literal["planetply"] = "planetply"
    suffixes: ClassVar[tuple[str, ...]] = (".ply",)


class PlanetStl(Output):
    """A binary STL file of a planet, for printers: one closed body in millimetres; Z up."""

    kind: Literal["planetstl"] = "planetstl"
    suffixes: ClassVar[tuple[str, ...]] = (".stl",)
    shows: ClassVar[str] = "planet"
    sea: Literal["level", "floor"] = choice(
        "level", help="Whether the body ends at the level of the sea (level) or goes down to its floor (floor)."
    )
    diameter: float = quantity(
        0.1,
        unit="m",
        gt=0.0,
        le=100.0,
        help="Diameter of the print without its mountains: more is a larger print.",
    )


class PlanetMap(Output):
    """What every map of a planet shares: what it shows, and where its pixels lie."""

    shows: ClassVar[str] = "planet"
    suffixes: ClassVar[tuple[str, ...]] = (".png", ".npy", ".tif", ".tiff")
    content: Literal["elevation", "color", "normals"] = choice(
        "elevation",
        help="What it shows. Elevation is a 16-bit PNG or, as .npy or .tif, exact float32 metres; color and normals are PNG.",
    )
    sea: Literal["floor", "level"] = choice(
        "floor", help="Whether elevation and normals are of the floor of the sea (floor), or flat where it is (level)."
    )
    low: float | None = quantity(
        None, unit="m", help="Metres at the lowest level of a PNG; by default the planet's lowest elevation."
    )
    high: float | None = quantity(
        None, unit="m", help="Metres at the highest level of a PNG; by default the planet's highest elevation."
    )
    space: Literal["object", "tangent"] = choice(
        "object",
        help="What colors of normals mean: x, y, z of the mesh in a GLB file, Y up (object), or east, north, up (tangent).",
        ui={"show_if": {"content": "normals"}},
    )
    handedness: Literal["opengl", "directx"] = choice(
        "opengl",
        help="Where green points in tangent space: opengl (Y+, north; Godot, Blender, Unity) or directx (Y-, south; Unreal).",
        ui={"show_if": {"content": "normals"}},
    )
    exaggeration: float = quantity(
        1.0,
        unit="1",
        gt=0.0,
        le=1000.0,
        help="Factor by which heights grow before normals are taken: more shows mountains of a planet as large as the Earth.",
        ui={"show_if": {"content": "normals"}},
    )
    bits: Literal[8, 16] = choice(
        8,
        help="Bits a channel of normals; 16 keeps gentle slopes free of steps.",
        ui={"show_if": {"content": "normals"}},
    )
    edges: bool = flag(
        False,
        help="On puts the outermost pixels onto the edges: both ends of a row are the date line, first and last row the poles; sides of a "
        "cube share their edges, as terrain tiles do. Off puts their middles within, as textures are read.",
    )

    @model_validator(mode="after")
    def _range(self) -> Self:
        if self.low is not None and self.high is not None and self.low >= self.high:
            raise ValueError(f"low must be below high, got low={self.low!r} and high={self.high!r}.")
        return self


class WorldMap(PlanetMap):
    """A map of the whole planet by latitude and longitude (equirectangular), twice as wide as high; north on top, east to the right."""

    kind: Literal["worldmap"] = "worldmap"
    width: int | None = quantity(
        None,
        unit="px",
        ge=4,
        le=65536,
        help="Width of the map; its height is half of it. By default as fine as the nodes along the equator.",
    )


class CubeMap(PlanetMap):
    """A map of the planet on the six sides of a cube, as graphics libraries sample it by the direction in the mesh of a GLB file."""

    kind: Literal["cubemap"] = "cubemap"
    size: int | None = quantity(
        None,
        unit="px",
        ge=2,
        le=16384,
        help="Pixels along an edge of a side; by default as many as the planet's faces have.",
    )
    layout: Literal["sides", "cross", "row"] = choice(
        "sides",
        help="A file for each side, NAME_px, nx, py, ny, pz, nz (sides); one picture of all, four sides wide and three high (cross); or "
        "all in a row (row).",
    )
