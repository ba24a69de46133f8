"""One small table: which function writes a noun, which function reads a suffix.

Functions are named as text, ``"_png:write_png"``, and loaded when first needed, so that reading a PNG never loads rasterio.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal, NamedTuple

from landwright.errors import FormatError, nearest
from landwright.io import settings
from landwright.settings import Output

__all__ = [
    "READERS",
    "WRITERS",
    "Reader",
    "Thing",
    "Writer",
    "load",
    "noun_for",
    "reader_for",
    "suffixes",
    "writer_for",
]

Thing = Literal["raster", "mesh", "splat", "image", "hexmap", "planet", "network", "scene"]


class Writer(NamedTuple):
    """A row of the table of writers.

    `function` is called ``(thing, path, noun)``, with ``texture=`` when `textured`, and returns the paths it wrote.
    """

    noun: type[Output]
    takes: frozenset[Thing]
    function: str
    textured: bool = False


class Reader(NamedTuple):
    """A row of the table of readers; `function` is called ``(path, noun)``, `nouns` are the kinds it understands."""

    function: str
    nouns: tuple[str, ...] = ()


_RASTER: frozenset[Thing] = frozenset({"raster"})
_SURFACE: frozenset[Thing] = frozenset({"raster", "mesh"})
_HEX: frozenset[Thing] = frozenset({"hexmap"})
_PLANET: frozenset[Thing] = frozenset({"planet"})
_LINES: frozenset[Thing] = frozenset({"network"})
_SCENE: frozenset[Thing] = frozenset({"scene"})

WRITERS: dict[str, Writer] = {
    "png16": Writer(settings.Png16, _RASTER, "_grey:write_grey"),
    "png8": Writer(settings.Png8, _RASTER, "_grey:write_grey"),
    "npy": Writer(settings.Npy, _RASTER, "_npy:write_npy"),
    "raw": Writer(settings.Raw, _RASTER, "_raw:write_raw"),
    "geotiff": Writer(settings.Geotiff, _RASTER, "_geotiff:write_geotiff"),
    "splat": Writer(settings.Splat, frozenset({"splat"}), "_splat:write_splat"),
    "normals": Writer(settings.Normals, _RASTER, "_normals:write_normals"),
    "glb": Writer(settings.Glb, _SURFACE, "_gltf:write_glb", textured=True),
    "obj": Writer(settings.Obj, _SURFACE, "_obj:write_obj"),
    "ply": Writer(settings.Ply, _SURFACE, "_ply:write_ply"),
    "stl": Writer(settings.Stl, _SURFACE, "_stl:write_stl"),
    "hexglb": Writer(settings.HexGlb, _HEX, "_hexglb:write_hexglb"),
    "hexobj": Writer(settings.HexObj, _HEX, "_hexmesh:write_hexobj"),
    "hexply": Writer(settings.HexPly, _HEX, "_hexmesh:write_hexply"),
    "hexstl": Writer(settings.HexStl, _HEX, "_hexmesh:write_hexstl"),
    "hex": Writer(settings.Hex, _HEX, "_hexcells:write_hex"),
    "cells": Writer(settings.Cells, _HEX, "_hexcells:write_cells"),
    "scene": Writer(settings.SceneGlb, _SCENE, "_scene:write_scene", textured=True),
    "lines": Writer(settings.LinesGeojson, _LINES, "_lines:write_lines"),
    "svg": Writer(settings.LinesSvg, _LINES, "_svg:write_svg"),
    "geojson": Writer(settings.Geojson, _HEX, "_hexcells:write_geojson"),
    "planetglb": Writer(settings.PlanetGlb, _PLANET, "_planetglb:write_planetglb"),
    "planetobj": Writer(settings.PlanetObj, _PLANET, "_planetmesh:write_planetobj"),
    "planetply": Writer(settings.PlanetPly, _PLANET, "_planetmesh:write_planetply"),
    "planetstl": Writer(settings.PlanetStl, _PLANET, "_planetmesh:write_planetstl"),
    "worldmap": Writer(settings.WorldMap, _PLANET, "_planetmap:write_worldmap"),
    "cubemap": Writer(settings.CubeMap, _PLANET, "_planetmap:write_cubemap"),
}
"""Kind of the output noun to its writer. The first row that knows a suffix and takes a thing is the default for both."""

_IMAGE = Reader("_image:read_image", ("read.image",))
_TIFF = Reader("_tiff:read_tiff", ("read.geotiff", "read.image"))
_RAW = Reader("_raw:read_raw", ("read.raw",))

READERS: dict[str, Reader] = {
    ".png": _IMAGE,
    ".npy": Reader("_npy:read_npy", ("read.npy",)),
    ".r16": _RAW,
    ".raw": _RAW,
    ".tif": _TIFF,
    ".tiff": _TIFF,
    ".jpg": _IMAGE,
    ".jpeg": _IMAGE,
    ".bmp": _IMAGE,
    ".webp": _IMAGE,
    ".glb": Reader("_gltf_read:read_glb"),
    ".obj": Reader("_obj:read_obj"),
    ".ply": Reader("_ply:read_ply"),
    ".stl": Reader("_stl:read_stl"),
    ".hex": Reader("_hexcells:read_hex"),
    ".csv": Reader("_hexcells:read_cells"),
    ".json": Reader("_hexcells:read_cells"),
    ".geojson": Reader("_linefile:read_geojson"),
    ".svg": Reader("_linefile:read_drawing"),
}
"""Suffix, lower case, to its reader."""


PICTURE = "_picture:write_picture"
"""Writer of image arrays, ``(image, path)``; images have no settings and no noun."""

PICTURE_SUFFIXES = (".png",)


def load(function: str) -> Callable[..., Any]:
    """Return the function that a row names."""
    module, name = function.split(":")
    found: Callable[..., Any] = getattr(importlib.import_module(f"landwright.io.{module}"), name)
    return found


def suffixes(thing: Thing | None = None) -> list[str]:
    """Return the suffixes that can be written (for one sort of thing, if given), in the order of the table."""
    rows = (row for row in WRITERS.values() if thing is None or thing in row.takes)
    found = list(dict.fromkeys(suffix for row in rows for suffix in row.noun.suffixes))
    return found or list(PICTURE_SUFFIXES)


def _held(thing: Thing) -> list[str]:
    """Return the suffixes of everything that a sort of thing can become, drawn ones too."""
    return [*suffixes(thing), *(PICTURE_SUFFIXES if thing == "hexmap" else ())]


def noun_for(path: Path, thing: Thing) -> Output:
    """Return the default noun for a thing written to a file of that name.

    Parameters
    ----------
    path : Path
        The file's name; only its suffix counts.
    thing : {"raster", "mesh", "splat", "image", "hexmap", "planet", "network", "scene"}
        The sort of thing.

    Returns
    -------
    Output
        The noun, with all its defaults.

    Raises
    ------
    FormatError
        If no format of that suffix holds such a thing; the text lists the suffixes that do.
    """
    suffix = path.suffix.lower()
    for row in WRITERS.values():
        if suffix in row.noun.suffixes and thing in row.takes:
            return row.noun()
    held = {
        "raster": "a heightfield or layer",
        "mesh": "a mesh",
        "splat": "a splat map",
        "image": "an image",
        "hexmap": "a hex map",
        "planet": "a planet",
        "network": "a network",
        "scene": "a world",
    }[thing]
    raise FormatError(f"write: {held} cannot become {path.name!r}. {_words(suffix, _held(thing))}")


def writer_for(noun: Output, path: Path) -> Writer:
    """Return the writer of `noun`, or raise FormatError when `path` has another suffix."""
    row = WRITERS.get(str(getattr(noun, "kind", "")))
    if row is None:
        raise FormatError(
            f"write: noun must be an output noun of landwright.io, got {type(noun).__name__}. "
            f"Valid: {', '.join(w.noun.__name__ for w in WRITERS.values())}."
        )
    if path.suffix.lower() not in row.noun.suffixes:
        raise FormatError(
            f"write: {type(noun).__name__} writes {' or '.join(row.noun.suffixes)}, got the file name {path.name!r}."
        )
    return row


def reader_for(path: Path) -> Reader:
    """Return the reader of the suffix of `path`, or raise FormatError with the valid suffixes."""
    row = READERS.get(path.suffix.lower())
    if row is None:
        raise FormatError(f"read: {path.name!r} is of no kind that can be read. {_words(path.suffix.lower(), READERS)}")
    return row


def _words(suffix: str, valid: Any) -> str:
    close = nearest(suffix, valid) if suffix else None
    return (f"Did you mean {close}? " if close else "") + f"Valid suffixes: {', '.join(valid)}."
