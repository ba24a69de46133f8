"""The kernel cache: compiled code on disk, right even when a called kernel changes.

Numba's own cache looks at one file per kernel; it does not see an edit in a kernel that is called from another file.
Here every kernel's files carry a hash of its own source and of all that it imports, and the folder one of the versions of
Python, Numba and llvmlite, so stale code can never be loaded, and an edit costs only what depends on it. The folder is the
first writable one of ``LANDWRIGHT_CACHE_DIR``, the user's cache folder and a temporary folder of this user, so a read-only
package or home directory does no harm. One process writes at a time.
"""

from __future__ import annotations

import ast
import contextlib
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

__all__ = ["KernelCache", "cache_folder", "folder_name", "is_kept", "kernel_digest", "on_compile", "source_digest"]

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
    yield from sorted(package.glob("*/kernels.py"))  # what a room lends to kernels of others


def _versions() -> Any:
    state = hashlib.blake2b(digest_size=8)
    state.update(f"{sys.version_info[:2]} {numba.__version__} {llvmlite.__version__} {sys.platform}".encode())
    return state


@functools.cache
def source_digest() -> str:
    """Return 16 hexadecimal digits that change with any kernel source and any version that matters."""
    state = _versions()
    for path in kernel_files():
        state.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return str(state.hexdigest())


@functools.cache
def kernel_digest(path: Path) -> str:
    """Return 16 hexadecimal digits that change with a file, with whatever of Landwright it imports, and with versions."""
    state = _versions()
    for name, source in sorted(_sources(path).items()):
        state.update(name.encode() + b"\0" + source + b"\0")
    return str(state.hexdigest())


def _sources(path: Path) -> dict[str, bytes]:
    """Return the sources a kernel file's code can be made of, by name: its own, the ground floor's, and all it imports."""
    package = Path(__file__).parent
    waiting, found = [path.resolve(), *((package / name).resolve() for name in _GROUND)], {}
    while waiting:
        file = waiting.pop()
        name = file.relative_to(package).as_posix() if file.is_relative_to(package) else file.name
        if name in found:
            continue
        found[name] = source = file.read_bytes()
        if file.name not in _GROUND:
            waiting.extend(_imported(source, package))
    return found


def _imported(source: bytes, package: Path) -> Iterator[Path]:
    """Yield the files of Landwright's that a source imports by name, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            first, *rest = name.split(".")
            file = package.joinpath(*rest).with_suffix(".py") if rest else package
            if first == package.name and file.is_file():
                yield file.resolve()


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


def folder_name() -> str:
    """Return the name of the folder that kernels of these versions are kept in."""
    return f"kernels-{_versions().hexdigest()}"


@functools.cache
def cache_folder() -> Path:
    """Return the folder compiled kernels are kept in; made when it is missing.

    Its name is ``kernels-`` and a hash of the versions. When no candidate is writable the last one is returned and
    kernels are compiled anew in every process.
    """
    named = os.environ.get("LANDWRIGHT_CACHE_DIR")
    candidates = [Path(named)] if named else []
    candidates.append(Path(platformdirs.user_cache_dir("landwright", appauthor=False)))
    candidates.append(Path(tempfile.gettempdir()) / f"landwright-{_user()}")
    for base in candidates:
        folder = base / folder_name()
        if _writable(folder):
            return folder
        _log.info("kernel cache: %s is not writable", base)
    return candidates[-1] / folder_name()


class _Locator:
    """Puts every kernel into :func:`cache_folder`, told apart by module name and by what its code is made of."""

    def __init__(self, py_func: Any, py_file: str) -> None:
        self._module, self._file = str(py_func.__module__), Path(py_file)

    def ensure_cache_path(self) -> None:
        cache_folder().mkdir(parents=True, exist_ok=True)

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return kernel_digest(self._file)

    def get_disambiguator(self) -> str:
        return f"{self._module.replace('.', '-')}-{kernel_digest(self._file)}"

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


def is_kept(module: str, file: str) -> bool:
    """Return whether the cache holds any kernel of a module as it is now."""
    return any(cache_folder().glob(f"*-{module.replace('.', '-')}-{kernel_digest(Path(file))}.*.nbi"))


def clear_old(keep_days: float = 30.0) -> int:
    """Remove kernels that nothing has read for `keep_days`: folders of other versions, and files of other sources.

    Parameters
    ----------
    keep_days : float
        Days a kernel is kept after it was last of use.

    Returns
    -------
    int
        Folders removed.
    """
    removed = 0
    before = time.time() - keep_days * 86400
    current = cache_folder()
    for path in current.glob("*.nb?"):
        with contextlib.suppress(OSError):
            status = path.stat()
            if max(status.st_atime, status.st_mtime) < before:
                path.unlink()
    for folder in current.parent.glob("kernels-*"):
        try:
            if folder != current and folder.stat().st_mtime < before:
                for path in folder.iterdir():
                    path.unlink()
                folder.rmdir()
                removed += 1
        except OSError:
            continue
    return removed
