"""Maps of planets: by latitude and longitude, and on the sides of a cube; heights, colors, normals."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray
from PIL import Image

from landwright import _pool
from landwright.errors import FormatError, SettingError, sentence
from landwright.grid import Grid
from landwright.io._levels import to_levels
from landwright.io._png import write_png
from landwright.io._record import KEY, VERSION, Raster, dumps, record_of
from landwright.io._sidecar import digest_of, sidecar_of
from landwright.io._whole import whole_file, whole_files
from landwright.io.settings import CubeMap, PlanetMap, WorldMap
from landwright.planet import CUBE_SIDES, Globe, cube_directions, map_directions, node_normals, node_points
from landwright.planet._sample import nodes_at

__all__ = ["write_cubemap", "write_worldmap"]

_BLOCK: Final = 1 << 18
"""Pixels sampled at a time."""

_CROSS: Final = {"py": (0, 1), "nx": (1, 0), "pz": (1, 1), "px": (1, 2), "nz": (1, 3), "ny": (2, 1)}
"""Row and column of each side in a cross; neighbours in it are neighbours on the cube."""

Floats = NDArray[np.float32]
Directions = NDArray[np.float64]


class _Picture(NamedTuple):
    """One file: what stands behind its name, its values (rows, cols, k) in the unit of the content, and where there are any."""

    suffix: str
    values: Floats
    there: NDArray[np.bool_] | None


def write_worldmap(globe: Globe, path: Path, noun: WorldMap) -> tuple[Path, ...]:
    """Write a map by latitude and longitude, twice as wide as high, or with edges one pixel more each way."""
    more = int(noun.edges)
    width = 4 * (globe.frame.resolution - 1) + more if noun.width is None else noun.width
    height = (width - more) // 2 + more
    if height < 2:
        raise SettingError(sentence("worldmap: width", "must make a map of at least 2 rows", width))
    directions, east = map_directions(height, width, ends=noun.edges)
    sampled = _Sampler(globe, noun)
    cell = math.pi * globe.frame.radius / (height - more)
    values = sampled(lambda start, end: directions[start:end], height, width, east)
    return _write([_Picture("", values, None)], path, noun, globe, cell)


def write_cubemap(globe: Globe, path: Path, noun: CubeMap) -> tuple[Path, ...]:
    """Write the six sides, each into its own file, or all into one picture."""
    size = globe.frame.resolution - 1 + int(noun.edges) if noun.size is None else noun.size
    size = max(size, 2)
    sampled = _Sampler(globe, noun)

    def side(number: int) -> Floats:
        directions = cube_directions(number, size, ends=noun.edges)
        directions /= np.sqrt((directions * directions).sum(axis=-1, keepdims=True))
        return sampled(lambda start, end: directions[start:end], size, size, None)

    cell = 2.0 * globe.frame.radius / (size - int(noun.edges))
    if noun.layout == "sides":
        pictures = [_Picture(f"_{name}", side(number), None) for number, name in enumerate(CUBE_SIDES)]
        return _write(pictures, path, noun, globe, cell)
    cross = noun.layout == "cross"
    values: Floats | None = None
    there = np.zeros((3 * size, 4 * size) if cross else (size, 6 * size), np.bool_)
    for number, name in enumerate(CUBE_SIDES):
        made = side(number)
        row, col = _CROSS[name] if cross else (0, number)
        part = slice(row * size, (row + 1) * size), slice(col * size, (col + 1) * size)
        if values is None:
            values = np.zeros((*there.shape, made.shape[2]), np.float32)
        values[part], there[part] = made, True
    return _write([_Picture("", values, None if there.all() else there)], path, noun, globe, cell)  # type: ignore[arg-type]


class _Sampler:
    """Draws what a map shows in given directions: metres, levels of sRGB, or components of normals from -1 to 1."""

    def __init__(self, globe: Globe, noun: PlanetMap) -> None:
        self._globe, self._noun = globe, noun
        floor = noun.sea == "floor"
        if noun.content == "color":
            if globe.colors is None:
                raise FormatError(
                    f"{_kind(noun)}: the planet has no colors; add a stage that paints it, such as planet.colors."
                )
            self._nodes = globe.colors.astype(np.float32)
        elif noun.content == "normals":
            raised = globe.elevation * np.float32(noun.exaggeration)
            self._nodes = node_normals(node_points(globe.replace(elevation=raised), sea_floor=floor))
        else:
            height = globe.elevation if floor or not globe.sea else np.maximum(globe.elevation, np.float32(0.0))
            self._nodes = height[..., np.newaxis]

    def __call__(
        self, directions: Callable[[int, int], Directions], rows: int, cols: int, east: Directions | None
    ) -> Floats:
        out = np.empty((rows, cols, self._nodes.shape[3]), np.float32)
        step = max(1, _BLOCK // cols)
        control = _pool.current()
        for start in range(0, rows, step):
            control.check()
            end = min(rows, start + step)
            unit = directions(start, end)
            found = nodes_at(self._globe, self._nodes, unit.reshape(-1, 3)).reshape(end - start, cols, -1)
            if self._noun.content == "normals":
                found = self._turned(found, unit, east)
            out[start:end] = found
        return out

    def _turned(self, normals: Floats, unit: Directions, east: Directions | None) -> Floats:
        """Return unit normals in the space of the noun."""
        held = normals.astype(np.float64)
        held /= np.sqrt((held * held).sum(axis=-1, keepdims=True))
        if self._noun.space == "object":
            return np.stack([held[..., 0], held[..., 2], -held[..., 1]], axis=-1).astype(np.float32)
        way = _east(unit) if east is None else np.broadcast_to(east, unit.shape).copy()
        pole = np.hypot(unit[..., 0], unit[..., 1]) < 1e-12
        way[pole] = (-1.0, 0.0, 0.0)  # at a pole as along the meridian of the front, so that it has one value
        north = np.cross(unit, way)
        green = 1.0 if self._noun.handedness == "opengl" else -1.0
        parts = [(held * axis).sum(axis=-1) for axis in (way, north, unit)]
        return np.stack([parts[0], green * parts[1], parts[2]], axis=-1).astype(np.float32)


def _east(unit: Directions) -> Directions:
    flat = np.maximum(np.sqrt(unit[..., 0] ** 2 + unit[..., 1] ** 2), 1e-300)
    return np.stack([-unit[..., 1] / flat, unit[..., 0] / flat, np.zeros_like(flat)], axis=-1)


def _kind(noun: PlanetMap) -> str:
    return str(getattr(noun, "kind", "map"))


def _write(pictures: list[_Picture], path: Path, noun: PlanetMap, globe: Globe, cell: float) -> tuple[Path, ...]:
    suffix, kind = path.suffix.lower(), _kind(noun)
    if noun.content != "elevation" and suffix != ".png":
        must = f"must be elevation in a {suffix} file; {noun.content} are written as .png"
        raise FormatError(sentence(f"{kind}: content", must, noun.content))
    note = {
        "planet": {
            "radius": globe.frame.radius,
            "projection": "equirectangular" if kind == "worldmap" else "cube",
            "edges": noun.edges,
            **({"sides": list(CUBE_SIDES), "layout": getattr(noun, "layout", "sides")} if kind == "cubemap" else {}),
        }
    }
    found: list[Path] = []
    for picture in pictures:
        file = path.with_name(f"{path.stem}{picture.suffix}{path.suffix}")
        if noun.content == "elevation":
            found.extend(_heights(picture, file, noun, globe, cell, note))
        else:
            found.append(_colors(picture, file, noun, note))
    return tuple(found)


def _heights(
    picture: _Picture, path: Path, noun: PlanetMap, globe: Globe, cell: float, note: dict[str, Any]
) -> tuple[Path, ...]:
    values = np.ascontiguousarray(picture.values[..., 0])
    raster = Raster(values, picture.there, Grid(shape=values.shape, cell_size=cell))
    if path.suffix.lower() == ".png":
        floor = 0.0 if globe.sea and noun.sea == "level" else globe.low
        low = max(globe.low, floor) if noun.low is None else noun.low
        high = max(globe.high, low) if noun.high is None else noun.high
        if low == high and globe.high == globe.low:
            high = low + 1.0  # a bare sphere
        levels, facts = to_levels(raster, low, high, np.uint16, _kind(noun))
        with whole_file(path) as stream:
            write_png(stream, levels, {KEY: dumps(record_of(raster, **facts, **note))})
        return (path,)
    if picture.there is not None:
        values = np.where(picture.there, values, np.float32(np.nan))
    if path.suffix.lower() == ".npy":
        side = sidecar_of(path)
        with whole_files(side, path) as streams:
            npy.write_array(streams[path], values, version=(1, 0), allow_pickle=False)
            digest = digest_of(streams[path])
            streams[side].write(dumps(record_of(raster, sha256=digest, **note), indent=2).encode() + b"\n")
        return path, side
    with whole_file(path) as stream:
        Image.fromarray(values).save(stream, "TIFF", description=dumps(record_of(raster, **note)))
    return (path,)


def _colors(picture: _Picture, path: Path, noun: PlanetMap, note: dict[str, Any]) -> Path:
    record: dict[str, Any] = {KEY: VERSION, "holds": noun.content, **note}
    dtype: type[Any] = np.uint8
    values = picture.values
    if noun.content == "normals":
        dtype = np.uint16 if noun.bits == 16 else np.uint8
        values = (values + np.float32(1.0)) * np.float32(np.iinfo(dtype).max / 2.0)
        record["space"] = noun.space
        record["axes"] = "gltf" if noun.space == "object" else noun.handedness
    pixels = np.rint(values).astype(dtype)
    if picture.there is not None:
        pixels = np.concatenate(
            [pixels, np.where(picture.there, np.iinfo(dtype).max, 0).astype(dtype)[..., None]], axis=-1
        )
        pixels[~picture.there] = 0
    with whole_file(path) as stream:
        write_png(stream, pixels, {KEY: dumps(record)})
    return path
