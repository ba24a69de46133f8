"""The files a recipe reads, when the recipe is saved elsewhere."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from landwright.errors import OutputError
from landwright.studio import protocol
from landwright.studio._document import Document
from landwright.works._files import companions

__all__ = ["bring_along"]


def bring_along(document: Document, folder: Path, state: Path) -> None:
    """Make a recipe's paths right for another folder.

    A file that was dropped on the page is copied beside the recipe; any other is named from there. What changes is a step that can
    be taken back.

    Parameters
    ----------
    document : Document
        Whose recipe is going to be saved.
    folder : Path
        Where it is going to be saved.
    state : Path
        The studio's own folder, in which dropped files lie.

    Raises
    ------
    OutputError
        If another file of that name lies there already.
    """
    recipe = document.recipe
    ops = []
    for stage in recipe.stages:
        for setting in type(stage.noun).files:
            given = getattr(stage.noun, setting)
            if not given or Path(given).is_absolute():
                continue
            source = (recipe.folder / given).resolve()
            if not source.is_file():
                continue
            if source.is_relative_to(state.resolve()):
                target = folder / source.name
                _copy(source, target)
                for companion in companions(source):
                    _copy(companion, folder / companion.name)
                named = target.name
            else:
                named = Path(os.path.relpath(source, folder.resolve())).as_posix()
            if named != given:
                ops.append(protocol.SetOp(op="set", path=f"{stage.id}.{setting}", value=named))
    document.settle_in(folder, ops)


def _copy(source: Path, target: Path) -> None:
    if target.exists():
        if target.is_file() and target.read_bytes() == source.read_bytes():
            return
        raise OutputError(f"{target.name}: another file of this name lies in {str(target.parent)!r}; rename it first.")
    try:
        shutil.copyfile(source, target)
    except OSError as error:
        raise OutputError(f"{target}: the file cannot be written: {error.strerror or error}.") from None
