"""Rasters of files, kept in memory for a program that lays the same file on one grid after another; off unless it asks.

A file is known by its *mark*: device, number, size and both times, of itself and of what lies beside it and says how to read it. A
mark tells one content from another only when the file has rested longer than its clock ticks; a younger one has no mark yet and is
read again.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from pathlib import Path
from typing import Any

from landwright.field import Heightfield, Layer
from landwright.io._door import read
from landwright.settings import Settings

__all__ = ["beside", "keep_rasters", "kept_read", "mark"]

Mark = tuple[tuple[str, int, int, int, int, int], ...]

_FINE, _COARSE = 100_000_000, 2_500_000_000
"""Longest tick (ns) of a file system's clock that counts below seconds, and of one that does not, as FAT's."""


def beside(path: Path) -> list[Path]:
    """Return the files beside one that say how to read it, as far as they are there: sidecars, world files."""
    names = [
        path.name + ".json",
        path.name + ".aux.xml",
        *(path.stem + end for end in (".tfw", ".TFW", ".tifw", ".wld")),
    ]
    return [there for name in names if (there := path.with_name(name)).is_file()]


def mark(path: Path) -> Mark | None:
    """Return what tells this content of a file from any other, or None while it is too young for that, or not there."""
    told = []
    now = time.time_ns()
    try:
        for file in (path.resolve(), *beside(path)):
            held = file.stat()
            newest = max(held.st_mtime_ns, held.st_ctime_ns)
            if now - newest < (_FINE if held.st_mtime_ns % 1_000_000_000 else _COARSE):
                return None
            told.append((str(file), held.st_dev, held.st_ino, held.st_size, held.st_mtime_ns, held.st_ctime_ns))
    except OSError:
        return None
    return tuple(told)


class _Shelf:
    def __init__(self) -> None:
        self.most = 0
        self.held: OrderedDict[tuple[Mark, str], Heightfield | Layer] = OrderedDict()
        self.lock = threading.Lock()

    def trim(self) -> None:
        while self.held and sum(map(_bytes, self.held.values())) > self.most:
            self.held.popitem(last=False)


_shelf = _Shelf()


def keep_rasters(most: int) -> None:
    """Keep rasters that recipes read in memory, at most so many bytes of them; 0 lets all go and keeps none.

    Parameters
    ----------
    most : int
        Bytes.
    """
    with _shelf.lock:
        _shelf.most = most
        _shelf.trim()


def kept_read(path: Path, noun: Settings | None) -> Any:
    """Return what :func:`read` does, from memory when the same file was read the same way before."""
    if not _shelf.most:
        return read(path, noun)
    key = (mark(path) or (), "" if noun is None else repr(noun.to_json()))
    with _shelf.lock:
        found = _shelf.held.get(key) if key[0] else None
        if found is not None:
            _shelf.held.move_to_end(key)
            return found
    raster = read(path, noun)
    if key[0] and mark(path) == key[0] and isinstance(raster, (Heightfield, Layer)):
        with _shelf.lock:
            _shelf.held[key] = raster
            _shelf.trim()
    return raster


def _bytes(raster: Heightfield | Layer) -> int:
    if isinstance(raster, Heightfield):
        return raster.elevation.nbytes + (0 if raster.mask is None else raster.mask.nbytes)
    return raster.values.nbytes
