"""TIFF: is it complete, and is it a map or a picture? Its directory says.

GDAL and Pillow read what is left of a truncated file and fill the rest with zeros, or lose where the map lies, so the directory is
checked against the length of the file first.
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from landwright.errors import FormatError
from landwright.io.settings import ReadGeotiff, ReadImage

__all__ = ["read_tiff"]

_MAP_TAGS: Final = frozenset({33550, 33922, 34264, 34735, 42112, 42113})
"""Pixel scale, tie points, transformation, geographic keys; GDAL's metadata and nodata."""

_SAMPLE_FORMAT: Final = 339
_PIECES: Final = ((273, 279), (324, 325))
"""Offsets and byte counts of strips and of tiles."""

_SIZES: Final = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 6: 1, 7: 1, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8, 13: 4, 16: 8, 17: 8, 18: 8}
_WHOLE: Final = {1: "B", 3: "H", 4: "I", 13: "I", 16: "Q", 18: "Q"}
"""Types of values: bytes each, and codes of the whole numbers among them (TIFF 6.0 section 2; BigTIFF)."""

_MOST_TAGS: Final = 4096


def read_tiff(path: Path, noun: ReadGeotiff | ReadImage | None) -> Any:
    """Read a map with rasterio and a picture with Pillow; the noun decides when it is given."""
    try:
        with path.open("rb") as stream:
            tags = _checked(stream, path.stat().st_size)
    except (struct.error, ValueError, OverflowError) as error:
        why = str(error) if isinstance(error, ValueError) else "it ends too early"
        raise FormatError(
            f"read: {str(path)!r} is truncated, damaged or no TIFF file, whatever its name says ({why})."
        ) from None
    is_map = isinstance(noun, ReadGeotiff) or (noun is None and _is_map(path, tags))
    if is_map:
        from landwright.io._geotiff import read_geotiff

        return read_geotiff(path, noun if isinstance(noun, ReadGeotiff) else ReadGeotiff())
    from landwright.io._image import read_image

    return read_image(path, noun if isinstance(noun, ReadImage) else None)


def _is_map(path: Path, tags: dict[int, tuple[int, ...]]) -> bool:
    """Whether the file is georeferenced, or holds numbers that no picture has."""
    if any(path.with_suffix(suffix).exists() for suffix in (".tfw", ".TFW", ".tifw")):
        return True
    return bool(_MAP_TAGS & tags.keys()) or tags.get(_SAMPLE_FORMAT, (1,))[0] != 1


class _Entry(NamedTuple):
    kind: int
    number: int
    start: int


def _checked(stream: BinaryIO, size: int) -> dict[int, tuple[int, ...]]:
    """Return the tags of the first directory, with the values of those that are whole numbers and matter here.

    Raises ValueError or struct.error when the file is no TIFF, or a value or a piece of the picture lies beyond its end.
    """
    head = stream.read(16)
    order = {b"II": "<", b"MM": ">"}.get(head[:2])
    magic = struct.unpack_from(order + "H", head, 2)[0] if order and len(head) >= 8 else 0
    if order is None or magic not in (42, 43):
        raise ValueError("it does not begin like one")
    big = magic == 43
    offset = "Q" if big else "I"
    (start,) = struct.unpack_from(order + offset, head, 8 if big else 4)
    stream.seek(start)
    count_code = order + ("Q" if big else "H")
    (count,) = struct.unpack(count_code, stream.read(struct.calcsize(count_code)))
    if count > _MOST_TAGS:
        raise ValueError(f"its directory has {count} entries")
    entry = struct.Struct(order + "HH" + offset + offset)
    inline = struct.calcsize(offset)
    entries: dict[int, _Entry] = {}
    for index in range(count):
        tag, kind, number, value = entry.unpack(stream.read(entry.size))
        length = number * _SIZES.get(kind, 0)
        inside = start + struct.calcsize(count_code) + index * entry.size + entry.size - inline
        entries[tag] = _Entry(kind, number, value if length > inline else inside)
        if length > inline and value + length > size:
            raise ValueError("it ends too early")
    wanted = {_SAMPLE_FORMAT, *(tag for pair in _PIECES for tag in pair)}
    tags = {tag: _values(stream, entry, order) if tag in wanted else () for tag, entry in entries.items()}
    for offsets, counts in _PIECES:
        for begin, length in zip(tags.get(offsets, ()), tags.get(counts, ())):
            if begin + length > size:
                raise ValueError("it ends too early")
    return tags


def _values(stream: BinaryIO, entry: _Entry, order: str) -> tuple[int, ...]:
    code = _WHOLE.get(entry.kind)
    if code is None:
        raise ValueError("its directory is damaged")
    stream.seek(entry.start)
    return struct.unpack(f"{order}{entry.number}{code}", stream.read(entry.number * _SIZES[entry.kind]))
