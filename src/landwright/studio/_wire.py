"""The binary container: u32 header length, JSON header, blobs on 8-byte boundaries.

A page lays typed arrays over the bytes without copying them; dtype, shape, scale and bias stand in the header. Pure functions.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FormatError

__all__ = ["DTYPES", "Part", "framed", "header_of", "pack", "quantized", "unpack"]

DTYPES: Mapping[str, str] = {"f32": "<f4", "u8": "|u1"}
"""The words for element types, and what NumPy calls them; numbers are little-endian."""

_ALIGN = 8


class Part(bytes):
    """A frame that goes on from the frames before it, so that none of them may be left out."""


def _up(size: int) -> int:
    return -(-size // _ALIGN) * _ALIGN


def framed(make: Callable[[int], Mapping[str, Any]], blobs: Sequence[bytes]) -> bytes:
    """Return a frame of blobs, each on a boundary of 8 bytes.

    Parameters
    ----------
    make : callable
        Gives the header for the offset of the first blob; a larger offset must not make it shorter.
    blobs : sequence of bytes
        What lies behind the header, the first at that offset, each of the others 8-byte aligned after the one before.
    """
    start = _up(4 + len(json.dumps(make(0)).encode()) + 64)
    while (text := json.dumps(make(start)).encode()) and 4 + len(text) > start:
        start = _up(4 + len(text) + 64)
    parts = [struct.pack("<I", start - 4), text.ljust(start - 4, b" ")]
    for blob in blobs:
        parts += [blob, bytes(_up(len(blob)) - len(blob))]
    return b"".join(parts)


def header_of(frame: bytes) -> dict[str, Any]:
    """Return the header of a frame."""
    (size,) = struct.unpack_from("<I", frame)
    made: dict[str, Any] = json.loads(frame[4 : 4 + size])
    return made


def quantized(values: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return values from 0 to 1 in steps of 1/255."""
    steps: NDArray[np.uint8] = np.rint(values * np.float32(255.0)).astype(np.uint8)
    return steps


def pack(header: Mapping[str, Any], layers: Sequence[tuple[Mapping[str, Any], NDArray[Any]]]) -> bytes:
    """Return a frame.

    Parameters
    ----------
    header : mapping
        Plain JSON values; the list ``layers`` is added.
    layers : sequence of (mapping, array)
        What is said of each array beside ``dtype``, ``shape``, ``offset`` and ``bytes``, which are worked out here; and the array,
        (rows, cols) float32 or uint8.
    """
    words = {np.dtype(name): word for word, name in DTYPES.items()}
    arrays = [np.ascontiguousarray(array, np.dtype(DTYPES[words[array.dtype]])) for _, array in layers]
    told: list[dict[str, Any]] = [
        {**about, "dtype": words[array.dtype], "shape": list(array.shape), "offset": 0, "bytes": array.nbytes}
        for (about, _), array in zip(layers, arrays)
    ]
    room = len(json.dumps({**header, "layers": told}).encode()) + 20 * len(told)  # for the digits of the offsets
    start = _up(4 + room)
    for about, array in zip(told, arrays):
        about["offset"] = start
        start = _up(start + array.nbytes)
    text = json.dumps({**header, "layers": told}).encode()
    frame = bytearray(start)
    first = _up(4 + room)
    struct.pack_into("<I", frame, 0, first - 4)
    frame[4:first] = text.ljust(first - 4, b" ")
    for about, array in zip(told, arrays):
        frame[about["offset"] : about["offset"] + array.nbytes] = array.data.cast("B")
    return bytes(frame)


def unpack(frame: bytes) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return the header and the raw arrays by name; the inverse of :func:`pack`.

    Raises
    ------
    FormatError
        If the bytes are not such a frame, or are cut short.
    """
    try:
        (size,) = struct.unpack_from("<I", frame)
        header = json.loads(frame[4 : 4 + size])
        arrays = {}
        for about in header["layers"]:
            rows, cols = about["shape"]
            array = np.frombuffer(frame, np.dtype(DTYPES[about["dtype"]]), rows * cols, about["offset"])
            if about["offset"] % _ALIGN or array.nbytes != about["bytes"]:
                raise ValueError(f"layer {about['name']!r} is not where its header says")
            arrays[str(about["name"])] = array.reshape(rows, cols)
    except (struct.error, ValueError, KeyError, TypeError) as error:
        raise FormatError(f"frame: this is not a frame of the studio: {error}.") from None
    return header, arrays
