"""History: the way back from edits, kept as the cells that changed."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FieldError, SettingError, sentence
from landwright.hexmap._map import ATTRIBUTES, HexMap
from landwright.hexmap.settings import Layout

__all__ = ["History"]

_SPARSE = 16
"""An array is kept as changed cells while fewer than one in so many changed."""


class _Change(NamedTuple):
    """What differs in one array: cells and their values before and after; without cells the two are whole arrays."""

    name: str
    cells: NDArray[Any] | None
    before: NDArray[Any]
    after: NDArray[Any]

    @property
    def size(self) -> int:
        return self.before.nbytes + self.after.nbytes + (0 if self.cells is None else self.cells.nbytes)


class _Step(NamedTuple):
    """What differs between two maps; two whole maps where even their size does."""

    changes: tuple[_Change, ...]
    layouts: tuple[Layout, Layout]
    whole: tuple[HexMap, HexMap] | None


class History:
    """The maps an editor went through, to go back and forth in.

    A step keeps the cells that changed, not the map, so a hundred strokes on a large map take little memory. Maps that come back
    share every array that did not change.

    Parameters
    ----------
    land : HexMap
        Map at the beginning.
    limit : int
        Steps that can be undone; the oldest ones are forgotten.

    Attributes
    ----------
    land : HexMap
        Map now.
    limit : int
        Steps that are kept.

    Examples
    --------
    >>> history = History(HexMap.empty(4, 3))
    >>> history.push(history.land.replace(elevation=2))
    >>> int(history.undo().elevation.max()), int(history.redo().elevation.max())
    (0, 2)
    """

    def __init__(self, land: HexMap, limit: int = 100) -> None:
        if isinstance(limit, bool) or limit < 1:
            raise SettingError(sentence("hexmap.History: limit", "must be 1 or more", limit))
        self.land = land
        self.limit = limit
        self._past: list[_Step] = []
        self._future: list[_Step] = []

    def push(self, land: HexMap) -> None:
        """Make a map the present one, one step further; what was undone is forgotten. The same map again is no step."""
        step = _step(self.land, land)
        self.land = land
        if step is None:
            return
        self._past.append(step)
        del self._past[: -self.limit]
        self._future.clear()

    def undo(self) -> HexMap:
        """Go one step back and return the map there."""
        if not self._past:
            raise FieldError("hexmap.History: there is nothing to undo; can_undo tells.")
        step = self._past.pop()
        self._future.append(step)
        self.land = _go(self.land, step, 0)
        return self.land

    def redo(self) -> HexMap:
        """Go one step forth again and return the map there."""
        if not self._future:
            raise FieldError("hexmap.History: there is nothing to redo; can_redo tells.")
        step = self._future.pop()
        self._past.append(step)
        self.land = _go(self.land, step, 1)
        return self.land

    @property
    def can_undo(self) -> int:
        """Steps that can be undone."""
        return len(self._past)

    @property
    def can_redo(self) -> int:
        """Steps that can be redone."""
        return len(self._future)

    @property
    def memory(self) -> int:
        """Bytes of all steps, the present map not counted."""
        total = 0
        for step in (*self._past, *self._future):
            total += sum(change.size for change in step.changes)
            for land in step.whole or ():
                total += sum(array.nbytes for array in land.arrays().values())
        return total


def _step(before: HexMap, after: HexMap) -> _Step | None:
    layouts = before.layout, after.layout
    if before.shape != after.shape:
        return _Step((), layouts, (before, after))
    changes = []
    for name in ATTRIBUTES:
        old, new = getattr(before, name), getattr(after, name)
        if old is new:
            continue
        cells = np.flatnonzero(old != new)
        if cells.size * _SPARSE < old.size:
            if cells.size:
                found = cells.astype(np.uint32)
                changes.append(_Change(name, found, old.reshape(-1)[cells], new.reshape(-1)[cells]))
        else:
            changes.append(_Change(name, None, old, new))
    return _Step(tuple(changes), layouts, None) if changes or layouts[0] != layouts[1] else None


def _go(land: HexMap, step: _Step, forth: int) -> HexMap:
    if step.whole is not None:
        return step.whole[forth]
    arrays = land.arrays()
    for change in step.changes:
        values = change.after if forth else change.before
        if change.cells is None:
            arrays[change.name] = values
        else:
            arrays[change.name] = arrays[change.name].copy()
            arrays[change.name].reshape(-1)[change.cells] = values
    return type(land)._made(step.layouts[forth], arrays)
