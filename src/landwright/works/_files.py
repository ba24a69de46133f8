"""Files that stages read: where they are, what belongs to them, and a digest of their content."""

from __future__ import annotations

import hashlib
from pathlib import Path, PurePosixPath

from landwright.errors import InputMissing
from landwright.io._kept import Mark, beside, keep_rasters, mark
from landwright.recipe import RecipeStage

__all__ = ["companions", "content", "keep_rasters", "located", "renamed"]


def located(stage: RecipeStage, setting: str, folder: Path) -> Path:
    """Return the absolute path of the file a setting names; relative ones start at the recipe's folder.

    Raises
    ------
    InputMissing
        If there is no such file.
    """
    given = Path(getattr(stage.noun, setting)).expanduser()
    path = given if given.is_absolute() else folder / given
    if path.is_file():
        return path.resolve()
    what = "is a folder" if path.is_dir() else "is not there"
    raise InputMissing(
        f"stage {stage.id!r} ({stage.kind}): {setting} must name a file, but {str(path)!r} {what}. "
        "Relative paths start at the recipe's folder."
    )


def companions(path: Path) -> list[Path]:
    """Return the files beside a file which say how to read it."""
    return beside(path)


def renamed(companion: Path, source: Path, name: str) -> str:
    """Return what a companion of `source` is called beside a copy of it called `name`."""
    if companion.name.startswith(source.name):
        return name + companion.name[len(source.name) :]
    return PurePosixPath(name).with_suffix(companion.suffix).as_posix()


_MOST = 64
_digests: dict[Mark, str] = {}


def content(path: Path) -> str:
    """Return the SHA-256 of a file and its companions, hexadecimal.

    A file that has rested since its digest was taken is not read again.

    Raises
    ------
    InputMissing
        If one of them cannot be read.
    """
    before = mark(path)
    known = None if before is None else _digests.get(before)
    if known is not None:
        return known
    state = hashlib.sha256()
    for file in (path, *companions(path)):
        try:
            with file.open("rb") as stream:
                state.update(hashlib.file_digest(stream, "sha256").digest())
        except OSError as error:
            raise InputMissing(f"{file}: the file cannot be read: {error.strerror or error}.") from None
    digest = state.hexdigest()
    if before is not None and mark(path) == before:
        for old in list(_digests)[: 1 - _MOST]:
            _digests.pop(old, None)
        _digests[before] = digest
    return digest
