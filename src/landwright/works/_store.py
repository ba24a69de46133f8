"""The store: finished layers on disk, found by content address.

One uncompressed .npz file a result, written whole, so that two processes can share a store without a lock. What is read is
checked against its digest; anything that is not as it was written counts as absent and is made anew. When the store grows
beyond its size, what was not used for longest goes first.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import logging
import os
import secrets
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from landwright._cache import cache_folder
from landwright._pool import current
from landwright.errors import LandwrightError, SettingError, sentence
from landwright.works._containers import Value, arrays_of, rebuilt, record_of

__all__ = ["Entry", "Store", "digest_of", "size_of"]

_log = logging.getLogger("landwright.works")

_CHUNK = 1 << 22
_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def size_of(name: str, default: int) -> int:
    """Return the bytes an environment variable asks for, such as ``4G`` or ``512M``; `default` when it is not set."""
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    number = text.lower().removesuffix("b").removesuffix("i")
    unit = number[-1:] if number[-1:] in ("k", "m", "g", "t") else ""
    try:
        value = float(number.removesuffix(unit))
        if not 0 <= value < 1e9:
            raise ValueError
    except ValueError:
        raise SettingError(sentence(name, "must be a size such as 4G or 512M", text)) from None
    return int(value * _UNITS[unit])


def _bytes(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).data.cast("B")


def digest_of(layers: Mapping[str, Value]) -> str:
    """Return the SHA-256 of layers and containers: names, records, shapes and bits, in the order of their names; hexadecimal.

    Stops when the Control in force is cancelled.
    """
    control = current()
    state = hashlib.sha256()
    for name in sorted(layers):
        value = layers[name]
        record = {"name": name, "shape": value.shape, **record_of(value)}
        state.update(json.dumps(record, sort_keys=True).encode())
        for array in arrays_of(value).values():
            data = _bytes(array)
            for start in range(0, len(data), _CHUNK):
                control.check()
                state.update(data[start : start + _CHUNK])
    return state.hexdigest()


class Entry(NamedTuple):
    """What the store knows of a result without reading its arrays."""

    digest: str
    layers: Mapping[str, Mapping[str, Any]]


class Store:
    """Results by content address, in a folder of limited size.

    Parameters
    ----------
    folder : path, optional
        Where; by default beside the kernel cache: ``LANDWRIGHT_CACHE_DIR`` or the user's cache folder.
    limit : int, optional
        Bytes to keep at most; by default ``LANDWRIGHT_CACHE_SIZE`` or 4 GiB.
    """

    def __init__(self, folder: Path | None = None, limit: int | None = None) -> None:
        self.folder = cache_folder().parent / "stages" if folder is None else folder
        self.limit = size_of("LANDWRIGHT_CACHE_SIZE", 4 << 30) if limit is None else limit

    def path(self, key: str) -> Path:
        """Return the file of a key."""
        return self.folder / key[:2] / f"{key}.npz"

    def peek(self, key: str) -> Entry | None:
        """Return what is known of a result, or None when it is not there or damaged."""
        try:
            with zipfile.ZipFile(self.path(key)) as archive:
                record = json.loads(archive.read("record.json"))
            return Entry(str(record["digest"]), dict(record["layers"]))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            _log.info("cache: entry %s cannot be read (%s)", key, error)
            return None

    def load(self, key: str, frames: Mapping[str, Any]) -> dict[str, Value] | None:
        """Return the layers of a result, laid on the plan's frames, or None when it is not there or not as it was written."""
        path = self.path(key)
        try:
            with zipfile.ZipFile(path) as archive:
                record = json.loads(archive.read("record.json"))
                layers = {
                    name: rebuilt(kind, self._arrays(archive, index), frames)
                    for index, (name, kind) in enumerate(record["layers"].items())
                }
            if digest_of(layers) != record["digest"]:
                raise ValueError("it is not as it was written")
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile, EOFError) as error:
            _log.info("cache: entry %s is damaged (%s); it is made anew", key, error)
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        with contextlib.suppress(OSError):
            os.utime(path)
        return layers

    @staticmethod
    def _arrays(archive: zipfile.ZipFile, index: int) -> dict[str, NDArray[Any]]:
        found = {}
        for member in archive.namelist():
            number, _, name = member.partition(".")
            if number == str(index) and name.endswith(".npy"):
                with archive.open(member) as stream:
                    found[name.removesuffix(".npy")] = np.lib.format.read_array(stream, allow_pickle=False)
        return found

    def save(self, key: str, layers: Mapping[str, Value], digest: str) -> None:
        """Keep a result; a full or read-only disk costs the keeping, never the work."""
        control = current()
        size = sum(array.nbytes for value in layers.values() for array in arrays_of(value).values())
        path = self.path(key)
        if size > self.limit // 2:
            return
        part = path.with_name(f".{key}.{secrets.token_hex(4)}.part")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            record = {"digest": digest, "layers": {name: record_of(value) for name, value in layers.items()}}
            with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED, allowZip64=True) as archive:
                archive.writestr("record.json", json.dumps(record))
                for index, value in enumerate(layers.values()):
                    for name, array in arrays_of(value).items():
                        header = io.BytesIO()
                        np.lib.format.write_array_header_1_0(header, np.lib.format.header_data_from_array_1_0(array))
                        data = _bytes(array)
                        with archive.open(f"{index}.{name}.npy", "w", force_zip64=True) as stream:
                            stream.write(header.getvalue())
                            for start in range(0, len(data), _CHUNK):
                                control.check()
                                stream.write(data[start : start + _CHUNK])
            part.replace(path)
        except OSError as error:
            if isinstance(error, LandwrightError):
                raise
            _log.info("cache: could not keep %s (%s)", key, error)
        finally:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)

    def trim(self) -> int:
        """Remove what was not used for longest until the store fits its limit; return how many files went."""
        found = []
        now = time.time()
        for path in self.folder.glob("*/*"):
            with contextlib.suppress(OSError):
                status = path.stat()
                abandoned = path.suffix == ".part" and now - status.st_mtime > 3600
                found.append((0.0 if abandoned else status.st_mtime, status.st_size, path, abandoned))
        total = sum(size for _, size, _, _ in found)
        removed = 0
        for _, size, path, abandoned in sorted(found, key=lambda item: (item[0], item[2].name)):
            if total <= self.limit and not abandoned:
                break
            with contextlib.suppress(OSError):
                path.unlink()
                total -= size
                removed += 1
        return removed
