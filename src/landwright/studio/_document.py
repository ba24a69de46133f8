"""The document: a recipe under edit, its history, its file and what is kept of it for the case of a crash."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from landwright.errors import LandwrightError, OutputError, RecipeError
from landwright.hexmap.settings import Strokes
from landwright.recipe import Recipe
from landwright.recipe._recipe import remember
from landwright.recipe._save import write_text
from landwright.studio import _edits, protocol
from landwright.studio._history import History
from landwright.studio._strokes import without_strokes

__all__ = ["Document", "Refusal", "began"]

_EXACT = 1 << 53
"""Whole numbers beyond this are not exact in a page."""


_TEXTS = 16
"""Texts that are at hand; writing one takes a tenth of a second."""


class Refusal(LandwrightError, ValueError):
    """An edit that was not made: the sentence, and the path of the setting it is about."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message)
        self.path = path


class Document:
    """A recipe under edit.

    Every change goes through :meth:`edit`, :meth:`start`, :meth:`undo` or :meth:`redo`, and all of them can be taken back. An edit
    is made whole or not at all.

    Parameters
    ----------
    recipe : Recipe
        The first state.
    name : str
        What people call it; a file name, usually.
    path : Path, optional
        The file it was read from.
    precious : bool
        Whether it would be lost if it were not saved; a template would not.
    """

    def __init__(self, recipe: Recipe, name: str, path: Path | None = None, *, precious: bool = False) -> None:
        self._history = History(recipe, name, path)
        self._used = {stage.id for stage in recipe.stages}
        self._files = {} if precious else {_key(path): _digest(recipe)}
        self._texts: dict[int, tuple[Recipe, str]] = {}
        self._same: tuple[Recipe, str, bool] | None = None
        self.revision = 1

    @property
    def recipe(self) -> Recipe:
        """The state that is shown."""
        return self._history.recipe

    @property
    def name(self) -> str:
        """What people call it."""
        return self._history.origin.name

    @property
    def path(self) -> Path | None:
        """Its file; None while it has none."""
        return self._history.origin.path

    @property
    def saved(self) -> bool:
        """Whether nothing would be lost without the history: the file says the same, or it is as it was begun."""
        wanted = self._files.get(_key(self.path), "")
        if self._same is None or self._same[0] is not self.recipe or self._same[1] != wanted:
            self._same = (self.recipe, wanted, wanted == _digest(self.recipe))
        return self._same[2]

    @property
    def steps(self) -> int:
        """How many steps can be taken back."""
        return self._history.steps

    def start(
        self, recipe: Recipe, step: protocol.Step, name: str, path: Path | None = None, *, precious: bool = False
    ) -> None:
        """Go on with another recipe; undo leads back to this one."""
        self._history.start(recipe, step, name, path)
        self._used.update(stage.id for stage in recipe.stages)
        self._files.pop(_key(path), None)
        if not precious:
            self._files[_key(path)] = _digest(recipe)
        self.revision += 1

    def edit(self, ops: Sequence[Any], group: str = "") -> None:
        """Carry out operations, all or none.

        Raises
        ------
        Refusal
            If one cannot be carried out; nothing has changed.
        """
        recipe, used = self.recipe, set(self._used)
        drawn = all(isinstance(op, protocol.StrokeOp) for op in ops)  # checked, and never the same as before
        for op in ops:
            try:
                changed = _edits.apply(recipe, op, used)
                if op is ops[-1] and not drawn:
                    changed.to_json()
            except LandwrightError as error:
                raise Refusal(_edits.place_of(op), str(error)) from None
            except (TypeError, ValueError, OverflowError, RecursionError) as error:
                raise Refusal(
                    _edits.place_of(op), f"{_edits.place_of(op)}: this value cannot be used: {error}."
                ) from None
            recipe = changed
            used.update(stage.id for stage in recipe.stages)
        if not drawn and recipe == self.recipe:
            return
        self._history.add(recipe, _edits.step_of(ops, self.recipe), group)
        self._used = used
        self.revision += 1

    def undo(self) -> bool:
        """Take a step back; False when there is none."""
        done = self._history.undo()
        self.revision += done
        return done

    def redo(self) -> bool:
        """Make a step again; False when there is none."""
        done = self._history.redo()
        self.revision += done
        return done

    def began_with(self, recipe: Recipe) -> bool:
        """Whether its file said the same when it was opened or saved last."""
        return self._files.get(_key(self.path)) == _digest(recipe)

    def settle_in(self, folder: Path, ops: Sequence[Any]) -> None:
        """Move to another folder: relative paths start there from now on, and `ops` set those that must change."""
        recipe = self.recipe
        for op in ops:
            recipe = _edits.apply(recipe, op, self._used)
        if folder.resolve() != recipe.folder.resolve():
            moved = remember(recipe.replace(), recipe.source, folder)
            self._history.start(moved, began("folder", folder.name), self.name, self.path)
            self.revision += 1

    def text(self) -> str:
        """Return the recipe as TOML, with the comments of the text it came from."""
        recipe = self.recipe
        if id(recipe) not in self._texts:
            self._texts[id(recipe)] = (recipe, recipe.to_toml())
            for old in list(self._texts)[:-_TEXTS]:
                del self._texts[old]
        return self._texts[id(recipe)][1]

    @property
    def text_ready(self) -> bool:
        """Whether :meth:`text` has its answer at hand."""
        return id(self.recipe) in self._texts

    def save(self, path: Path | None = None) -> Path:
        """Write the file whole; under another name it becomes this document's file.

        Raises
        ------
        RecipeError, OutputError
            If there is no name, or the file cannot be written.
        """
        target = path or self.path
        if target is None:
            raise RecipeError("This landscape has no file yet; give it a name to save it under.")
        if target != self.path and target.exists():
            raise OutputError(f"{target.name}: there is such a file already; choose another name.")
        if target.suffix.lower() == ".json":
            self.recipe.save(target)
        else:
            write_text(target, self.text())
        self._history.origin.path, self._history.origin.name = target, target.name
        self._files[_key(target)] = _digest(self.recipe)
        return target

    def told(self, seq: int | None = None) -> protocol.Document:
        """Return what the page is told about it."""
        recipe: dict[str, Any] = without_strokes(self.recipe).to_json()
        for told, held in zip(recipe["stages"], self.recipe.stages):
            if isinstance(held.noun, Strokes):
                told["strokes"] = len(held.noun.strokes)
        if isinstance(recipe["seed"], int) and abs(recipe["seed"]) > _EXACT:
            recipe["seed"] = str(recipe["seed"])
        return protocol.Document(
            revision=self.revision,
            recipe=protocol.RecipeJson.model_validate(recipe),
            text=self.text() if self.text_ready else None,
            name=self.name,
            path=None if self.path is None else str(self.path),
            undo=self._history.undo_step,
            redo=self._history.redo_step,
            saved=self.saved,
            seq=seq,
        )

    def pack(self) -> dict[str, Any]:
        """Return what brings the document back after a crash: plain values, and the history as bytes."""
        return {
            "files": self._files,
            "revision": self.revision,
            "used": sorted(self._used),
            "history": self._history.pack(),
        }

    @classmethod
    def unpack(cls, packed: dict[str, Any]) -> Document:
        """Read what :meth:`pack` gave.

        Raises
        ------
        FormatError
            If it is damaged.
        """
        made = cls.__new__(cls)
        made._history = History.unpack(packed["history"])
        made._used = set(map(str, packed["used"]))
        made._files = {str(path): str(digest) for path, digest in packed["files"].items()}
        made._texts = {}
        made._same = None
        made.revision = int(packed["revision"])
        return made


def began(word: Literal["new", "open", "folder"], what: str) -> protocol.Step:
    """Return the step of a history at which another recipe begins."""
    return protocol.Step(word=word, what=what, setting="", more=0)


def _key(path: Path | None) -> str:
    return "" if path is None else str(path)


def _digest(recipe: Recipe) -> str:
    return hashlib.sha256(json.dumps(recipe.to_json(), sort_keys=True).encode()).hexdigest()
