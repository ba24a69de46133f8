"""Files that are written whole or not at all.

The bytes go to a file without a name in the target's folder (Linux: ``O_TMPFILE``, which vanishes with the process, however
it ends) or, where there is no such thing, to a hidden ``.part`` file that is removed on any error. They reach the disk before
the name moves, in one step, from the old file to the new one.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

from landwright.errors import LandwrightError, OutputError

__all__ = ["whole_file", "whole_files", "whole_folder"]


def _refusal(path: Path, error: OSError) -> OutputError:
    if isinstance(error, FileNotFoundError) and not path.parent.exists():
        return OutputError(f"write: the folder {str(path.parent)!r} does not exist; make it first.")
    if isinstance(error, NotADirectoryError):
        return OutputError(f"write: {str(path.parent)!r} is not a folder, so {path.name!r} cannot be put there.")
    if isinstance(error, IsADirectoryError):
        return OutputError(f"write: {str(path)!r} is a folder; give a file name.")
    if isinstance(error, PermissionError) or error.errno == errno.EROFS:
        return OutputError(
            f"write: the folder {str(path.parent)!r} cannot be written to; choose another or change its rights."
        )
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return OutputError(f"write: the disk of {str(path.parent)!r} is full; {path.name!r} was not written.")
    return OutputError(f"write: {str(path)!r} cannot be written ({error.strerror or error}).")


def _hidden(path: Path) -> Path:
    return path.with_name(f".{path.name[:80]}.{secrets.token_hex(6)}.part")


def _mode(path: Path) -> int:
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return 0o666  # a new file: what the umask allows


class _Draft:
    """The bytes of one file on their way, with or without a name."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.part: Path | None = None
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, "is a folder", str(target))
        if not target.parent.is_dir():
            kind = NotADirectoryError if target.parent.exists() else FileNotFoundError
            raise kind(errno.ENOENT, "no such folder", str(target.parent))
        handle = self._nameless()
        if handle is None:
            self.part = _hidden(target)
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            handle = os.open(self.part, flags, _mode(target))
        self.stream: BinaryIO = os.fdopen(handle, "w+b")

    def _nameless(self) -> int | None:
        flag = getattr(os, "O_TMPFILE", None)
        if flag is None or not Path("/proc/self/fd").is_dir():
            return None
        try:
            return os.open(self.target.parent, flag | os.O_RDWR, _mode(self.target))
        except OSError as error:
            if error.errno in (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT):
                return None  # this file system has no nameless files
            raise

    def settle(self) -> None:
        """Bring the bytes to the disk and give them a hidden name, if they have none."""
        self.stream.flush()
        with contextlib.suppress(OSError):  # not every file system can
            os.fsync(self.stream.fileno())
        if self.part is None:
            self.part = _hidden(self.target)
            folder = os.open(self.target.parent, os.O_RDONLY)
            try:
                source = f"/proc/self/fd/{self.stream.fileno()}"
                os.link(source, self.part, src_dir_fd=folder, follow_symlinks=True)
            except OSError:
                self._copy(self.part)  # some file systems let a file be nameless but never named
            finally:
                os.close(folder)

    def _copy(self, part: Path) -> None:
        self.stream.seek(0)
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _mode(self.target)), "wb") as copy:
            shutil.copyfileobj(self.stream, copy, 1 << 20)
            copy.flush()
            os.fsync(copy.fileno())

    def publish(self) -> None:
        """Move the name from the old file to the new one."""
        self.stream.close()
        if self.part is not None:
            self.part.replace(self.target)
            self.part = None

    def discard(self) -> None:
        """Leave nothing behind; harmless after :meth:`publish`."""
        with contextlib.suppress(OSError):  # a full disk can refuse the last bytes once more
            self.stream.close()
        if self.part is not None:
            self.part.unlink(missing_ok=True)
            self.part = None


@contextlib.contextmanager
def whole_files(*paths: str | os.PathLike[str]) -> Iterator[Mapping[Path, BinaryIO]]:
    """Write several files that belong together.

    All are written and brought to the disk before the first gets its name; then the names move in the order given, so put
    first what says how to read the rest. An error, Ctrl-C or a kill before that leaves every old file as it was.

    Parameters
    ----------
    *paths : path-like
        The files; a link is followed. Their folders must exist.

    Yields
    ------
    mapping of Path to binary stream
        One stream a file, seekable, by the path as given.

    Raises
    ------
    OutputError
        If a folder is missing or cannot be written to, a path is a folder, or the disk is full.
    """
    drafts: dict[Path, _Draft] = {}
    current = Path(paths[0]) if paths else Path()
    try:
        for given in paths:
            current = Path(given)
            drafts[current] = _Draft(Path(os.path.realpath(current)))
        yield {path: draft.stream for path, draft in drafts.items()}
        for draft in drafts.values():
            current = draft.target
            draft.settle()
        for draft in drafts.values():
            current = draft.target
            draft.publish()
        for folder in dict.fromkeys(draft.target.parent for draft in drafts.values()):
            _remember(folder)
    except LandwrightError:
        raise
    except OSError as error:
        raise _refusal(current, error) from None
    finally:
        for draft in drafts.values():
            draft.discard()


@contextlib.contextmanager
def whole_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Write one file whole or not at all; see :func:`whole_files`.

    Parameters
    ----------
    path : path-like
        The file; its folder must exist.

    Yields
    ------
    binary stream
        Seekable.
    """
    with whole_files(path) as streams:
        yield streams[Path(path)]


@contextlib.contextmanager
def whole_folder(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Fill a folder that appears under its name only when it is complete.

    At the end the hidden folder takes the place of `path`, and what was there is removed. An error or Ctrl-C removes the hidden
    folder and leaves `path` as it was.

    Parameters
    ----------
    path : path-like
        The folder; its parent must exist.

    Yields
    ------
    Path
        A hidden folder beside `path`.

    Raises
    ------
    OutputError
        If the parent folder is missing or cannot be written to, or `path` is a file.
    """
    target = Path(os.path.realpath(path))
    part, old = _hidden(target), _hidden(target)
    if target.exists() and not target.is_dir():
        raise OutputError(f"write: {str(target)!r} is a file; give the name of a folder.")
    try:
        part.mkdir()
    except OSError as error:
        raise _refusal(target, error) from None
    try:
        yield part
        try:
            if target.exists():
                target.rename(old)
            part.rename(target)
        except OSError as error:
            raise _refusal(target, error) from None
        _remember(target.parent)
    finally:
        if old.exists() and not target.exists():
            old.rename(target)
        for folder in (part, old):
            shutil.rmtree(folder, ignore_errors=True)


def _remember(folder: Path) -> None:
    """Bring the names in a folder to the disk, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
