"""Sidecars: the JSON record beside a file that cannot carry one.

The sidecar gets its name before the file does, and says the file's SHA-256. A reader that comes between, or after a crash between
the two, sees that they do not belong together and says so, instead of reading heights with the wrong range.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any, BinaryIO

from landwright import _pool
from landwright.errors import FormatError
from landwright.io._record import loads

__all__ = ["digest_of", "find_sidecar", "sidecar_of"]


def sidecar_of(path: Path) -> Path:
    """Return the sidecar's path: ``land.r16`` has ``land.r16.json``."""
    return path.with_name(path.name + ".json")


def digest_of(stream: BinaryIO) -> str:
    """Return the SHA-256 of everything in a seekable stream, hexadecimal."""
    stream.seek(0)
    engine = hashlib.sha256()
    control = _pool.current()
    while piece := stream.read(1 << 20):
        control.check()
        engine.update(piece)
    return engine.hexdigest()


def find_sidecar(path: Path, stream: BinaryIO) -> dict[str, Any]:
    """Return the record of the sidecar of `path`, or an empty one when there is none.

    `stream` is the open file: what it shows stays the same even if the name moves to another file meanwhile. It is left at its
    beginning.

    Raises
    ------
    FormatError
        If the sidecar is not a record, or belongs to other bytes.
    """
    side = sidecar_of(path)
    try:
        text = side.read_bytes()
    except FileNotFoundError:
        return {}
    record = loads(text, side)
    said = record.get("sha256")
    if said is not None:
        found = digest_of(stream)
        stream.seek(0)
        if found != said:
            raise FormatError(
                f"read: {side.name!r} belongs to other bytes than {path.name!r} holds (their SHA-256 differ). If you changed the "
                f"file yourself, remove the line sha256 from {str(side)!r}; else write both again."
            )
    return record
