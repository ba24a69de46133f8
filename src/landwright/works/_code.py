"""Digests of the code that a result depends on, so that a cached result never outlives the code that made it."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
from pathlib import Path

import numpy as np

import landwright
from landwright._cache import source_digest

__all__ = ["code_digest"]

_DOORS = frozenset({"cli", "studio", "doctor", "render", "testing"})
"""Rooms that no stage can depend on."""


def _digest(files: list[Path], root: Path, *versions: str) -> str:
    state = hashlib.blake2b("\0".join(versions).encode(), digest_size=16)
    for path in sorted(files):
        state.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()


@functools.cache
def _house() -> str:
    root = Path(landwright.__file__).parent
    files = [path for path in root.rglob("*.py") if path.relative_to(root).parts[0] not in _DOORS]
    return _digest(files, root, landwright.__version__, np.__version__, source_digest())


@functools.cache
def _plugin(package: str) -> str:
    spec = importlib.util.find_spec(package)
    if spec is None:
        return package
    folders = [Path(folder) for folder in spec.submodule_search_locations or ()]
    if folders:
        return "-".join(_digest(list(folder.rglob("*.py")), folder) for folder in folders)
    origin = Path(spec.origin) if spec.origin else None
    return _digest([origin], origin.parent) if origin is not None and origin.is_file() else package


def code_digest(verb: str) -> str:
    """Return a text that changes with any source a verb may run: all of Landwright's, and its own package when it is a plug-in's.

    Parameters
    ----------
    verb : str
        ``"package.module:function"``.
    """
    package = verb.partition(":")[0].partition(".")[0]
    return _house() if package == "landwright" else f"{_house()}-{_plugin(package)}"
