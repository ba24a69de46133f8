"""Files that stages read: where they are, what belongs to them, and a digest of their content."""

from __future__ import annotations

import hashlib
from pathlib import Path

from landwright.errors import InputMissing
from landwright.recipe import RecipeStage

__all__ = ["companions", "content", "located"]


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
    """Return the sidecars beside a file, which say how to read it."""
    sidecar = path.with_name(path.name + ".json")
    return [sidecar] if sidecar.is_file() else []


def content(path: Path) -> str:
    """Return the SHA-256 of a file and its companions, hexadecimal.

    Raises
    ------
    InputMissing
        If one of them cannot be read.
    """
    state = hashlib.sha256()
    for file in (path, *companions(path)):
        try:
            with file.open("rb") as stream:
                state.update(hashlib.file_digest(stream, "sha256").digest())
        except OSError as error:
            raise InputMissing(f"{file}: the file cannot be read: {error.strerror or error}.") from None
    return state.hexdigest()
