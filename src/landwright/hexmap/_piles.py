"""Piles: the arrays of meshes that grow in the order in which parts come, with no more than one copy of most of them.

A part holds the arrays of one mesh of some cells: vertices, faces, and whatever else each vertex carries.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.hexmap._ground_normals import Part

__all__ = ["Piles", "joined"]

_SPARE: Final = 1.25
"""Room for more than what the cells so far let expect; untouched it costs addresses and no memory, and it is given back."""


class _Pile:
    """One mesh while it grows."""

    def __init__(self) -> None:
        self.arrays: list[NDArray[Any]] = []
        self.used = (0, 0)

    def add(self, part: Part, done: float) -> None:
        """Append a part; `done` says which share of all cells is done with it."""
        vertices, faces = self.used
        if not self.arrays:
            self.arrays = [np.empty((0, *array.shape[1:]), array.dtype) for array in part]
        for index, array in enumerate(part):
            first = faces if index == 1 else vertices
            end = first + len(array)
            if end > len(self.arrays[index]):
                self._grow(index, first, max(end, int(_SPARE * end / done)))
            if index == 1:
                np.add(array, np.uint32(vertices), out=self.arrays[1][first:end])
            else:
                self.arrays[index][first:end] = array
        self.used = vertices + len(part[0]), faces + len(part[1])

    def _grow(self, index: int, used: int, room: int) -> None:
        old = self.arrays[index]
        new = np.empty((max(room, len(old) + len(old) // 2), *old.shape[1:]), old.dtype)
        new[:used] = old[:used]
        self.arrays[index] = new

    def trimmed(self) -> Part:
        """Return the arrays without spare room; the pile is at its end."""
        for index, array in enumerate(self.arrays):
            array.resize((self.used[int(index == 1)], *array.shape[1:]), refcheck=False)
        return tuple(self.arrays)


class Piles:
    """The meshes of runs of cells that several threads build, each on piles of its own.

    Parameters
    ----------
    meshes, runs, cells : int
        How many there are of each.
    """

    def __init__(self, meshes: int, runs: int, cells: int) -> None:
        self._meshes = meshes
        self._cells = cells
        self._done = 0
        self._lock = threading.Lock()
        self._piles: dict[int, list[_Pile]] = {}
        self._spans: list[list[tuple[_Pile, tuple[int, int], tuple[int, int]]]] = [[] for _ in range(runs)]

    def add(self, run: int, parts: Sequence[Sequence[Part]], cells: int) -> None:
        """Append the parts of each mesh of some cells of a run; a thread finishes one run before it begins another."""
        with self._lock:
            self._done += cells
            done = min(1.0, self._done / self._cells)
            mine = self._piles.setdefault(threading.get_ident(), [_Pile() for _ in range(self._meshes)])
        begun = [span[1] for span in self._spans[run]] or [pile.used for pile in mine]
        for pile, some in zip(mine, parts, strict=True):
            for part in some:
                pile.add(part, done)
        self._spans[run] = [(pile, first, pile.used) for pile, first in zip(mine, begun, strict=True)]

    def meshes(self) -> list[Part]:
        """Return the arrays of each mesh, runs in order; empty for a mesh without parts."""
        if len(self._piles) == 1:
            (piles,) = self._piles.values()
            starts = [spans[0][1] for spans in self._spans]
            if starts == sorted(starts):
                return [pile.trimmed() for pile in piles]
        return [self._collected(mesh) for mesh in range(self._meshes)]

    def _collected(self, mesh: int) -> Part:
        """Copy the runs of a mesh from the piles they lie on to where they belong, on all threads."""
        spans = [run[mesh] for run in self._spans]
        counts = np.array([(end[0] - first[0], end[1] - first[1]) for _, first, end in spans])
        firsts = np.cumsum(counts, axis=0) - counts
        pattern = next((pile.arrays for pile, _, _ in spans if pile.arrays), [])
        totals = counts.sum(axis=0)
        made = [
            np.empty((totals[int(index == 1)], *array.shape[1:]), array.dtype) for index, array in enumerate(pattern)
        ]

        def copy(begin: int, end: int) -> None:
            for run in range(begin, end):
                pile, first, last = spans[run]
                for index, array in enumerate(pile.arrays):
                    of = int(index == 1)
                    some = array[first[of] : last[of]]
                    into = made[index][firsts[run, of] : firsts[run, of] + len(some)]
                    if index == 1:
                        np.add(some, np.uint32((int(firsts[run, 0]) - first[0]) % (1 << 32)), out=into)
                    else:
                        into[...] = some

        _pool.run_rows(copy, len(spans), block=max(1, len(spans) // 16))
        return tuple(made)


def joined(parts: Sequence[Part]) -> Part:
    """Join the parts of one mesh."""
    if len(parts) == 1:
        return parts[0]
    firsts = np.cumsum([0] + [len(part[0]) for part in parts[:-1]])
    faces = [part[1] + np.uint32(first) for part, first in zip(parts, firsts, strict=True)]
    carried = [np.concatenate(arrays) for arrays in list(zip(*parts, strict=True))[2:]]
    return (np.concatenate([part[0] for part in parts]), np.concatenate(faces), *carried)
