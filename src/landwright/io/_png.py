"""PNG bytes from arrays: 8 and 16 bits, 1 to 4 channels, with text chunks (ISO/IEC 15948:2004).

Rows are filtered (the filter of each row is the one with the smallest sum of absolute differences, as the standard suggests)
and deflated in pieces on the thread pool, each primed with the end of the one before. Bytes do not depend on the number of
threads.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from landwright import _pool

__all__ = ["check_png", "write_png"]

_PIECE = 1 << 20
"""Bytes of pixels deflated at a time."""

_WINDOW = 1 << 15
_COLOR = {1: 0, 2: 4, 3: 2, 4: 6}
"""Channels to the color type of the header: grey, grey and alpha, RGB, RGBA."""


def write_png(stream: BinaryIO, pixels: NDArray[Any], text: Mapping[str, str] | None = None) -> None:
    """Write a PNG.

    Parameters
    ----------
    stream : binary file
        Where the bytes go.
    pixels : (rows, cols) or (rows, cols, 1 to 4) uint8 or uint16
        The picture, row 0 on top.
    text : mapping of str to str
        Keywords and texts, ASCII.
    """
    rows, cols = pixels.shape[:2]
    channels = 1 if pixels.ndim == 2 else pixels.shape[2]
    width = pixels.dtype.itemsize
    stream.write(b"\x89PNG\r\n\x1a\n")
    _chunk(stream, b"IHDR", struct.pack(">IIBBBBB", cols, rows, 8 * width, _COLOR[channels], 0, 0, 0))
    for keyword, value in (text or {}).items():
        _chunk(stream, b"tEXt", keyword.encode("ascii") + b"\0" + value.encode("ascii"))
    step = width * channels
    big = pixels.astype(f">u{width}", copy=False)
    per = max(1, _PIECE // (cols * step))
    starts = list(range(0, rows, per))
    lead, check, tail = b"\x78\x9c", zlib.adler32(b""), b""  # zlib's header: deflate, 32 KiB window, default level
    control, group = _pool.current(), 4 * _pool.threads()
    for at in range(0, len(starts), group):
        some = starts[at : at + group]
        plain, packed = [b""] * len(some), [b""] * len(some)

        def sieve(first: int, end: int, starts: list[int], out: list[bytes]) -> None:
            for index in range(first, end):
                out[index] = _filtered(big, starts[index], min(rows, starts[index] + per), step)

        def deflate(
            first: int, end: int, befores: list[bytes], pieces: list[bytes], last: bool, out: list[bytes]
        ) -> None:
            for index in range(first, end):
                engine = zlib.compressobj(6, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, befores[index])
                ends = last and index == len(pieces) - 1
                out[index] = engine.compress(pieces[index]) + engine.flush(zlib.Z_FINISH if ends else zlib.Z_SYNC_FLUSH)

        share = at / len(starts), (at + len(some)) / len(starts)
        middle = share[0] + 0.3 * (share[1] - share[0])
        with control.part(share[0], middle):
            _pool.run_rows(sieve, len(some), some, plain, block=1)
        befores = [tail, *(piece[-_WINDOW:] for piece in plain[:-1])]
        with control.part(middle, share[1]):
            _pool.run_rows(deflate, len(some), befores, plain, some[-1] == starts[-1], packed, block=1)
        for piece, data in zip(plain, packed):
            check = zlib.adler32(piece, check)
            _chunk(stream, b"IDAT", lead + data)
            lead = b""
        tail = plain[-1][-_WINDOW:]
    _chunk(stream, b"IDAT", struct.pack(">I", check))
    _chunk(stream, b"IEND", b"")


def check_png(stream: BinaryIO, size: int) -> str:
    """Return what is wrong with a PNG of `size` bytes, or an empty text: checksums, completeness, an impossible size.

    Readers at large skip the checksums of pixels and fill what is missing with black, which makes sea of land.
    """
    if stream.read(8) != b"\x89PNG\r\n\x1a\n":
        return "it does not begin like one"
    name, at = b"", 8
    while name != b"IEND":
        head = stream.read(8)
        if len(head) < 8:
            return "it ends too early"
        length, name = struct.unpack(">I4s", head)
        at += 12 + length
        if at > size:
            return "it ends too early"
        check, left = zlib.crc32(name), length
        first = b""
        while left:
            data = stream.read(min(left, 1 << 20))
            first = first or data
            check, left = zlib.crc32(data, check), left - len(data)
        if (
            stream.read(4) != struct.pack(">I", check) and not name[:1].islower()
        ):  # small letters: not needed for the picture
            return f"a part of it ({name.decode('ascii', 'replace')}) does not have the checksum it says"
        if name == b"IHDR" and len(first) == 13:
            cols, rows, bits, color = struct.unpack(">IIBB", first[:10])
            least = (
                rows * (-(-cols * bits * {2: 3, 4: 2, 6: 4}.get(color, 1) // 8) + 1) // 1032
            )  # deflate packs no tighter
            if least > size:
                return f"its {size} bytes cannot hold the {cols} x {rows} pixels it says it has"
    return ""


def _chunk(stream: BinaryIO, name: bytes, data: bytes) -> None:
    stream.write(struct.pack(">I", len(data)) + name)
    stream.write(data)
    stream.write(struct.pack(">I", zlib.crc32(data, zlib.crc32(name))))


def _filtered(big: NDArray[Any], row0: int, row1: int, step: int) -> bytes:
    """Return rows row0 to row1 - 1, each behind the byte that names its filter."""
    first = max(0, row0 - 1)
    plain = np.ascontiguousarray(big[first:row1]).view(np.uint8).reshape(row1 - first, -1)
    if row0 == 0:
        plain = np.concatenate([np.zeros((1, plain.shape[1]), np.uint8), plain])
    now, up = plain[1:], plain[:-1]
    left, corner = np.zeros_like(now), np.zeros_like(now)
    left[:, step:], corner[:, step:] = now[:, :-step], up[:, :-step]
    wide_left, wide_up, wide_corner = left.astype(np.int16), up.astype(np.int16), corner.astype(np.int16)
    to_left = np.abs(wide_up - wide_corner)
    to_up = np.abs(wide_left - wide_corner)
    to_corner = np.abs(wide_left + wide_up - 2 * wide_corner)
    paeth = np.where((to_left <= to_up) & (to_left <= to_corner), left, np.where(to_up <= to_corner, up, corner))
    average = ((wide_left + wide_up) >> 1).astype(np.uint8)
    best = np.empty((now.shape[0], now.shape[1] + 1), np.uint8)
    least = np.full(now.shape[0], np.iinfo(np.int64).max)
    for name, guess in enumerate((None, left, up, average, paeth)):
        rest = now if guess is None else now - guess
        cost = np.abs(rest.view(np.int8).astype(np.int16)).sum(axis=1, dtype=np.int64)
        better = cost < least
        least[better] = cost[better]
        best[better, 0] = name
        best[better, 1:] = rest[better]
    return best.tobytes()
