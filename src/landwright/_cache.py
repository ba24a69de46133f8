"""The kernel cache: compiled code on disk, right even when a called kernel changes.

Numba's own cache looks at one file per kernel; it does not see an edit in a kernel that is called from another file.
Here the folder carries a hash of all kernel sources and of the versions of Python, Numba and llvmlite, so stale code can
never be loaded. The folder is the first writable one of ``LANDWRIGHT_CACHE_DIR``, the user's cache folder and a
temporary folder of this user, so a read-only package or home directory does no harm. One process writes at a time.
"""

from __future__ import annotations

import functools
import getpass
import hashlib
import logging
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, ClassVar

import llvmlite
import numba
import platformdirs
from filelock import FileLock, Timeout
from numba.core import caching

__all__ = ["KernelCache", "cache_folder", "on_compile", "source_digest"]

_GROUND = ("_cache.py", "_elementary.py", "_hash.py", "_numba.py")
"""Files of the ground floor that kernels are made of, or that say how they are compiled and kept."""

_log = logging.getLogger("landwright.kernels")
_listeners: list[Callable[[str], None]] = []


def on_compile(listener: Callable[[str], None]) -> Callable[[], None]:
    """Call `listener` with a kernel's name whenever one has to be compiled; return a function that removes it."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


def kernel_files() -> Iterator[Path]:
    """Yield every source file whose code can end up in a compiled kernel, in a fixed order.

    Other files of the ground floor are left out: a change in the words of an error must not cost everyone a compilation.
    """
    package = Path(__file__).parent
    yield from (package / name for name in _GROUND)
    yield from sorted(package.glob("*/_kernels/**/*.py"))


@functools.cache
def source_digest() -> str:
    """Return 16 hexadecimal digits that change with any kernel source and any version that matters."""
    state = hashlib.blake2b(digest_size=8)
    state.update(f"{sys.version_info[:2]} {numba.__version__} {llvmlite.__version__} {sys.platform}".encode())
    for path in kernel_files():
        state.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return state.hexdigest()


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return str(os.getuid()) if hasattr(os, "getuid") else "user"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


@functools.cache
def cache_folder() -> Path:
    """Return the folder compiled kernels are kept in; made when it is missing.

    Its name is ``kernels-`` and :func:`source_digest`. When no candidate is writable the last one is returned and
    kernels are compiled anew in every process.
    """
    named = os.environ.get("LANDWRIGHT_CACHE_DIR")
    candidates = [Path(named)] if named else []
    candidates.append(Path(platformdirs.user_cache_dir("landwright", appauthor=False)))
    candidates.append(Path(tempfile.gettempdir()) / f"landwright-{_user()}")
    for base in candidates:
        folder = base / f"kernels-{source_digest()}"
        if _writable(folder):
            return folder
        _log.info("kernel cache: %s is not writable", base)
    return candidates[-1] / f"kernels-{source_digest()}"


class _Locator:
    """Puts every kernel into :func:`cache_folder`, told apart by module name."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._module = str(py_func.__module__)

    def ensure_cache_path(self) -> None:
        cache_folder().mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return source_digest()

    def get_disambiguator(self) -> str:
        return self._module.replace(".", "-")

    @classmethod
    def from_function(cls, py_func: Any, py_file: str) -> _Locator:
        return cls(py_func, py_file)


class _Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
    _locator_classes: ClassVar[list[type]] = [_Locator]


class KernelCache(caching.FunctionCache):  # type: ignore[misc]
    """Numba's function cache in our folder: announces misses, and lets one process write at a time."""

    _impl_class = _Impl

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load a compiled kernel, or announce that it must be compiled."""
        try:
            found = super().load_overload(sig, target_context)
        except Exception as error:  # noqa: BLE001 - a damaged cache file must not stop the work; it is written anew
            _log.warning("kernel cache: could not read %s (%s); compiling it", self._py_func.__name__, error)
            found = None
        if found is None:
            for listener in list(_listeners):
                listener(self._py_func.__name__)
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save a compiled kernel; a full disk or a lost lock costs the saving, never the work."""
        folder = cache_folder()
        try:
            with FileLock(folder / ".lock", timeout=30):
                super().save_overload(sig, data)
        except (OSError, Timeout) as error:
            _log.info("kernel cache: could not save to %s (%s)", folder, error)


def clear_old(keep_days: float = 30.0) -> int:
    """Remove kernel folders of other versions that nothing has touched for `keep_days`; return how many."""
    removed = 0
    current = cache_folder()
    for folder in current.parent.glob("kernels-*"):
        try:
            if folder != current and time.time() - folder.stat().st_mtime > keep_days * 86400:
                for path in folder.iterdir():
                    path.unlink()
                folder.rmdir()
                removed += 1
        except OSError:
            continue
    return removed
