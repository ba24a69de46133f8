"""TIFF: is it a map or a picture? One look at the first directory says."""

from __future__ import annotations

import importlib.util
import struct
from pathlib import Path
from typing import Any, BinaryIO, Final

from landwright.errors import FormatError, MissingExtra
from landwright.io.settings import ReadGeotiff, ReadImage

__all__ = ["read_tiff"]

_MAP_TAGS: Final = frozenset({33550, 33922, 34264, 34735, 42112, 42113})
"""Pixel scale, tie points, transformation, geographic keys; GDAL's metadata and nodata."""

_SAMPLE_FORMAT: Final = 339
_MOST_TAGS: Final = 4096


def read_tiff(path: Path, noun: ReadGeotiff | ReadImage | None) -> Any:
    """Read a map with rasterio and a picture with Pillow; the noun decides when it is given."""
    is_map = isinstance(noun, ReadGeotiff) or (noun is None and _is_map(path))
    if is_map and importlib.util.find_spec("rasterio") is None:
        raise MissingExtra(f"read: {path.name!r} is a GeoTIFF, and reading one", "geotiff")
    if is_map:
        from landwright.io._geotiff import read_geotiff

        return read_geotiff(path, noun if isinstance(noun, ReadGeotiff) else ReadGeotiff())
    from landwright.io._image import read_image

    return read_image(path, noun if isinstance(noun, ReadImage) else None)


def _is_map(path: Path) -> bool:
    """Whether the file is georeferenced, or holds numbers that no picture has."""
    if any(path.with_suffix(suffix).exists() for suffix in (".tfw", ".TFW", ".tifw")):
        return True
    try:
        with path.open("rb") as stream:
            tags = _tags(stream)
    except (struct.error, ValueError):
        raise FormatError(f"read: {str(path)!r} is not a complete TIFF file, whatever its name says.") from None
    return bool(_MAP_TAGS & tags.keys()) or tags.get(_SAMPLE_FORMAT, 1) != 1


def _tags(stream: BinaryIO) -> dict[int, int]:
    """Return the tags of the first directory and, for short values, the first value (TIFF 6.0 section 2; BigTIFF)."""
    head = stream.read(16)
    order = {b"II": "<", b"MM": ">"}.get(head[:2])
    if order is None:
        raise ValueError("no byte order")
    (magic,) = struct.unpack_from(order + "H", head, 2)
    if magic == 42:
        (start,) = struct.unpack_from(order + "I", head, 4)
        count_code, entry = "H", order + "HHI4s"
    elif magic == 43:
        (start,) = struct.unpack_from(order + "Q", head, 8)
        count_code, entry = "Q", order + "HHQ8s"
    else:
        raise ValueError("no TIFF")
    stream.seek(start)
    (count,) = struct.unpack(order + count_code, stream.read(struct.calcsize(order + count_code)))
    if count > _MOST_TAGS:
        raise ValueError("too many tags")
    tags = {}
    for _ in range(count):
        tag, kind, _, value = struct.unpack(entry, stream.read(struct.calcsize(entry)))
        tags[tag] = struct.unpack_from(order + "H", value)[0] if kind == 3 else 1
    return tags
