"""Undo and redo: every state of a recipe, at most a hundred steps back.

States share their parts: an edit makes one new stage and points to the others, so a hundred states cost little more than one.
Each belongs to a text, whose comments come back when what they stood at comes back. Packed, a history is a few kilobytes.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

from landwright.errors import FormatError, LandwrightError
from landwright.recipe import Recipe
from landwright.recipe._recipe import remember
from landwright.studio._strokes import Thinner, widened
from landwright.studio.protocol import Step

__all__ = ["STEPS", "History", "Origin"]

VERSION = 3
"""Of the layout of a packed history."""
STEPS = 100
"""How many steps can be taken back."""


class Origin:
    """Where a run of states comes from: a text with its comments, the folder of its input files, a name and a file.

    Parameters
    ----------
    source : str
        The text.
    folder : Path or None
        Where relative paths of input files start.
    name : str
        What people call it.
    path : Path or None
        The file; None while there is none.
    """

    def __init__(self, source: str, folder: Path | None, name: str, path: Path | None) -> None:
        self.source, self.folder, self.name, self.path = source, folder, name, path

    def json(self) -> list[str | None]:
        """Return plain values."""
        places = [None if place is None else str(place) for place in (self.folder, self.path)]
        return [self.source, places[0], self.name, places[1]]

    @classmethod
    def read(cls, values: list[str | None]) -> Origin:
        """Read what :meth:`json` gave."""
        source, folder, name, path = values
        return cls(str(source), Path(folder) if folder else None, str(name), Path(path) if path else None)


class _State:
    """A recipe at one moment; one that comes from a packed history is read when it is needed."""

    def __init__(
        self, step: Step | None, group: str, origin: Origin, recipe: Recipe | None, packed: Any = None
    ) -> None:
        self.step, self.group, self.origin = step, group, origin
        self._recipe, self._packed = recipe, packed

    @property
    def recipe(self) -> Recipe:
        if self._recipe is None:
            self._recipe = remember(Recipe.from_json(self._packed), self.origin.source, self.origin.folder)
            self._packed = None
        return self._recipe

    def json(self, thinner: Thinner) -> Any:
        return thinner.thin(self._recipe, self._packed)


class History:
    """The states of one document, and which of them is shown.

    Parameters
    ----------
    recipe : Recipe
        The first state.
    name : str
        What people call it.
    path : Path, optional
        The file it was read from.
    """

    def __init__(self, recipe: Recipe, name: str, path: Path | None = None) -> None:
        self._states = [_State(None, "", _origin(recipe, name, path), recipe)]
        self._at = 0

    @property
    def recipe(self) -> Recipe:
        """The state that is shown."""
        return self._states[self._at].recipe

    @property
    def origin(self) -> Origin:
        """Where the state that is shown comes from."""
        return self._states[self._at].origin

    @property
    def undo_step(self) -> Step | None:
        """What undo takes back; None when there is nothing."""
        return self._states[self._at].step if self._at else None

    @property
    def redo_step(self) -> Step | None:
        """What redo makes again; None when there is nothing."""
        return self._states[self._at + 1].step if self.ahead else None

    @property
    def steps(self) -> int:
        """How many steps can be taken back."""
        return self._at

    @property
    def ahead(self) -> int:
        """How many steps can be made again."""
        return len(self._states) - 1 - self._at

    def add(self, recipe: Recipe, step: Step, group: str = "") -> None:
        """Go on from the state that is shown; another state of the same drag takes its place."""
        here = self._states[self._at]
        if group and here.group == group and self._at:
            self._states[self._at :] = [_State(here.step, group, here.origin, recipe)]
            return
        self._append(_State(step, group, here.origin, recipe))

    def start(self, recipe: Recipe, step: Step, name: str, path: Path | None) -> None:
        """Go on with another recipe altogether."""
        self._append(_State(step, "", _origin(recipe, name, path), recipe))

    def _append(self, state: _State) -> None:
        self._states[self._at + 1 :] = [state]
        del self._states[: -(STEPS + 1)]
        self._at = len(self._states) - 1

    def undo(self) -> bool:
        """Go a step back; False when there is none."""
        return self._go(-1)

    def redo(self) -> bool:
        """Go a step on; False when there is none."""
        return self._go(1)

    def _go(self, by: int) -> bool:
        if not 0 <= self._at + by < len(self._states):
            return False
        self._at += by
        self._states[self._at].group = ""  # a later edit of an old drag is a step of its own
        return True

    def pack(self) -> bytes:
        """Return the history as bytes; :meth:`unpack` is the inverse."""
        origins = list(dict.fromkeys(state.origin for state in self._states))
        thinner = Thinner()
        record = {
            "version": VERSION,
            "at": self._at,
            "origins": [origin.json() for origin in origins],
            "states": [
                [state.step and state.step.model_dump(mode="json"), origins.index(state.origin), state.json(thinner)]
                for state in self._states
            ],
        }
        return zlib.compress(json.dumps(record, separators=(",", ":")).encode(), 6)

    @classmethod
    def unpack(cls, packed: bytes) -> History:
        """Read what :meth:`pack` gave.

        Raises
        ------
        FormatError
            If it is damaged, or of another version.
        """
        try:
            record = json.loads(zlib.decompress(packed))
            if record["version"] != VERSION or not record["states"]:
                raise ValueError("it is of another version")
            origins = [Origin.read(values) for values in record["origins"]]
            made = cls.__new__(cls)
            made._states = [
                _State(step and Step.model_validate(step), "", origins[at], None, state)
                for (step, at, _), state in zip(record["states"], widened([held[2] for held in record["states"]]))
            ]
            made._at = min(max(int(record["at"]), 0), len(made._states) - 1)
            made.recipe.to_json()
        except (zlib.error, ValueError, KeyError, IndexError, TypeError, LandwrightError) as error:
            raise FormatError(f"history: it cannot be read: {error}") from None
        return made


def _origin(recipe: Recipe, name: str, path: Path | None) -> Origin:
    return Origin(recipe.source, recipe._folder, name, path)
