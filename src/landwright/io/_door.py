"""The two verbs everyone uses: read a file, write a file, by its suffix."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from landwright.errors import (
    FieldError,
    FormatError,
    InputMissing,
    LandwrightError,
    MemoryLimit,
    SettingError,
    sentence,
)
from landwright.field import Heightfield, Layer
from landwright.hexmap import HexMap
from landwright.io._registry import PICTURE, PICTURE_SUFFIXES, Thing, load, noun_for, reader_for, suffixes, writer_for
from landwright.io.settings import ReadGeotiff
from landwright.networks import Network
from landwright.planet import Globe
from landwright.settings import Output, Settings
from landwright.world import World

__all__ = ["read", "write"]


def read(path: str | os.PathLike[str], noun: Settings | None = None, *, warp: bool = False) -> Any:
    """Read a file by its suffix.

    A raster reads as Heightfield, in metres; a file whose own record says that it holds another layer or a mask reads as Layer
    or Mask, a splat map as SplatMap. A mesh file reads as Mesh; a save file or a table of cells (.hex, .csv, .json) as HexMap;
    lines (.geojson, .svg) as Network, or as a dict of them by name where the file holds several.

    Parameters
    ----------
    path : path-like
        The file.
    noun : Settings, optional
        ``ReadImage``, ``ReadRaw``, ``ReadNpy`` or ``ReadGeotiff``: what a foreign file leaves out. What is given wins over what
        the file says.
    warp : bool
        Short for ``ReadGeotiff(warp="utm")``: bring a map in degrees, feet or rotated rows to metres.

    Returns
    -------
    Heightfield, Layer, Mask, SplatMap, Mesh, HexMap, Network or dict of Networks
        What the file holds.

    Raises
    ------
    InputMissing
        If there is no such file.
    FormatError
        If the suffix is unknown, or the file is not what its name says, truncated, or not fit to be a landscape; one sentence.

    See Also
    --------
    write : The inverse.

    Notes
    -----
    Reach: whole.
    Cost: O(samples).
    Deterministic: yes; no clock, host or random number is involved.

    Examples
    --------
    >>> import tempfile, landwright as lw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = lw.write(lw.Heightfield([[0.0, 1.0], [2.0, 3.0]], cell_size=10.0), f"{folder}/land.npy")
    ...     lw.read(f"{folder}/land.npy").cell_size
    10.0
    """
    file = Path(path)
    reader = reader_for(file)
    if warp:
        if noun is not None and not isinstance(noun, ReadGeotiff):
            raise SettingError(
                sentence("read: noun", "must be ReadGeotiff, or left out, beside warp=True", type(noun).__name__)
            )
        noun = (noun or ReadGeotiff()).replace(warp="utm")
    if noun is not None and getattr(noun, "kind", "") not in reader.nouns:
        names = ", ".join("Read" + kind.removeprefix("read.").capitalize() for kind in reader.nouns) or "none"
        raise SettingError(
            sentence(
                f"read: noun for a {file.suffix} file",
                "must be a reading noun that knows it",
                type(noun).__name__,
                hint=f"Valid: {names}.",
            )
        )
    try:
        if not file.exists():
            raise InputMissing(f"read: there is no file {str(file)!r}.")
        if file.is_dir():
            raise FormatError(f"read: {str(file)!r} is a folder; give the name of a file in it.")
        if file.stat().st_size == 0:
            raise FormatError(f"read: {str(file)!r} is empty (0 bytes).")
        return load(reader.function)(file, noun)
    except LandwrightError:
        raise
    except PermissionError:
        raise FormatError(f"read: {str(file)!r} cannot be opened; you have no right to read it.") from None
    except OSError as error:
        raise FormatError(f"read: {str(file)!r} cannot be read ({error.strerror or error}).") from None
    except MemoryError:
        raise MemoryLimit(f"read: {str(file)!r} does not fit into memory.") from None


def write(
    thing: Any, path: str | os.PathLike[str], noun: Output | None = None, *, texture: Any = None
) -> tuple[Path, ...]:
    """Write a thing to a file, by its suffix; the file appears whole or not at all.

    Parameters
    ----------
    thing : Heightfield, Layer, Mask, World, HexMap, Globe, Network, Mesh, SplatMap or (rows, cols, 3 or 4) uint8 array
        What to write. Of a World the layer that the noun names, by default its ground; its hex map or its planet
        for nouns of those, and where it has no ground.
    path : path-like
        The file; its folder must exist. An old file is replaced when the new one is complete.
    noun : Output, optional
        ``Png16``, ``Png8``, ``Npy``, ``Raw``, ``Geotiff``, ``Splat``, ``Normals``, a mesh noun, one of hex maps (``HexGlb``,
        ``Hex``, ``Cells``, ...) or of planets (``PlanetGlb``, ``WorldMap``, ``CubeMap``, ...); by default the first that knows the suffix.
    texture : (rows, cols, 3 or 4) uint8 array, optional
        The picture on a mesh, for formats that carry one.

    Returns
    -------
    tuple of Path
        The files written, sidecars included, the one asked for first.

    Raises
    ------
    FormatError
        If the suffix is unknown or the format cannot hold the thing.
    OutputError
        If the folder is missing or cannot be written to, or the disk is full.

    See Also
    --------
    read : The inverse.

    Notes
    -----
    Reach: whole.
    Cost: O(samples).
    Deterministic: the same thing and noun give the same bytes for any number of threads; no time, host or path is written.

    Examples
    --------
    >>> import tempfile, landwright as lw
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [file.name for file in lw.write(lw.Heightfield([[0.0, 1.0]]), f"{folder}/land.png")]
    ['land.png']
    """
    file = Path(path)
    sort = _sort(thing)
    if noun is None and sort == "image" and file.suffix.lower() in PICTURE_SUFFIXES:
        painted: tuple[Path, ...] = load(PICTURE)(thing, file)
        return painted
    if noun is None:
        noun = noun_for(file, _crossed(thing, file) or sort)
    elif not isinstance(noun, Output):
        raise SettingError(sentence("write: noun", "must be an output noun of landwright.io", type(noun).__name__))
    row = writer_for(noun, file)
    if isinstance(thing, World):
        if "hexmap" in row.takes:
            thing = thing.require_hexmap()
        elif "planet" in row.takes:
            thing = thing.require_planet()
        elif row.takes & {"network", "scene"}:
            pass  # its writer takes what the noun names
        elif "raster" in row.takes or "mesh" in row.takes:
            thing = _layer(thing, str(getattr(noun, "layer", "elevation")))
    elif sort not in row.takes:
        raise FormatError(
            sentence(
                f"write: thing for {type(noun).__name__}",
                f"must be a {' or '.join(sorted(row.takes))}",
                type(thing).__name__,
            )
        )
    if texture is not None and not row.textured:
        raise SettingError(f"write: texture is for mesh files that carry pictures (.glb), not for {file.suffix} files.")
    if row.textured:
        written: tuple[Path, ...] = load(row.function)(thing, file, noun, texture=texture)
    else:
        written = load(row.function)(thing, file, noun)
    return written


def _sort(thing: Any) -> Thing:
    if isinstance(thing, HexMap) or (isinstance(thing, World) and thing.ground is None and thing.hexmap is not None):
        return "hexmap"
    if isinstance(thing, Globe) or (isinstance(thing, World) and thing.ground is None and thing.planet is not None):
        return "planet"
    if isinstance(thing, Network):
        return "network"
    if isinstance(thing, (Heightfield, Layer, World)):
        return "raster"
    if isinstance(thing, np.ndarray):
        if thing.dtype == np.uint8 and thing.ndim == 3 and thing.shape[2] in (3, 4) and thing.size:
            return "image"
        raise FormatError(
            sentence(
                "write: thing",
                "must be an image (rows, cols, 3 or 4) uint8 when it is an array",
                f"{thing.shape} {thing.dtype}",
                hint="Put heights into a Heightfield: lw.Heightfield(array, cell_size=...).",
            )
        )
    if isinstance(thing, Mapping) or _is(thing, "landwright.ops._splat", "SplatMap"):
        return "splat"
    if _is(thing, "landwright.mesh._mesh", "Mesh") or {"vertices", "faces"} <= set(dir(thing)):
        return "mesh"
    raise FormatError(
        sentence(
            "write: thing",
            "must be a Heightfield, Layer, Mask, World, HexMap, Globe, Network, Mesh, SplatMap or image array",
            type(thing).__name__,
        )
    )


def _crossed(thing: Any, file: Path) -> Thing | None:
    """Return what a world with roads or rivers is for a file of that suffix, where it is more than its ground."""
    if not isinstance(thing, World) or thing.ground is None or not thing.networks:
        return None
    suffix = file.suffix.lower()
    if suffix in suffixes("scene"):
        return "scene"
    return "network" if suffix in suffixes("network") and suffix not in suffixes("raster") else None


def _is(thing: Any, module: str, name: str) -> bool:
    """Whether `thing` is of a class whose module is loaded; a module that is not loaded has made nothing."""
    home = sys.modules.get(module)
    return home is not None and isinstance(thing, getattr(home, name, ()))


def _layer(world: World, name: str) -> Heightfield | Layer:
    if name == "elevation":
        return world.require_ground()
    if name not in world.layers:
        raise FieldError(
            sentence("write: layer", "must be a layer of the world", name, valid=["elevation", *world.layers])
        )
    return world.layers[name]
