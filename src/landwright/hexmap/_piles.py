"""Piles: the arrays of meshes that grow in the order in which cells are triangulated, with no more than one copy of most of them.

A part holds the arrays of one mesh of some cells: vertices, faces, and whatever else each vertex carries. A pile holds one part of each
mesh, with room for more; one thread adds to it. Kernels write into that room, so that on one thread nothing is ever copied.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.hexmap._ground_normals import Part

__all__ = ["Pile", "Piles", "joined"]

_SPARE: Final = 1.25
"""How many times as large arrays become that are too small. Untouched room costs addresses and no memory, and it is given back."""


class Pile:
    """One part of each mesh while it grows.

    Parameters
    ----------
    patterns : sequence of parts
        Arrays of the right types and widths, one part a mesh; their lengths do not matter.

    Attributes
    ----------
    parts : list of lists of arrays
        The arrays of each mesh.
    room : (meshes, 2) int64 array
        How many vertices and faces they hold.
    used : (meshes, 3) int64 array
        How many of them are used; the third is the kernel's.
    """

    def __init__(self, patterns: Sequence[Part]) -> None:
        self.parts = [[np.empty((0, *array.shape[1:]), array.dtype) for array in part] for part in patterns]
        self.room = np.zeros((len(self.parts), 2), np.int64)
        self.used = np.zeros((len(self.parts), 3), np.int64)

    def make_room(self, more: NDArray[np.int64]) -> None:
        """Let each mesh have room for as many more vertices and faces, (meshes, 2)."""
        wanted = self.used[:, :2] + more
        for mesh, of in np.argwhere(wanted > self.room).tolist():
            room = max(int(wanted[mesh, of]), int(_SPARE * self.room[mesh, of]))
            for index, old in enumerate(self.parts[mesh]):
                if (index == 1) == (of == 1):
                    new = np.empty((room, *old.shape[1:]), old.dtype)
                    used = int(self.used[mesh, of])
                    new[:used] = old[:used]
                    self.parts[mesh][index] = new
            self.room[mesh, of] = room

    def add(self, parts: Sequence[Sequence[Part]]) -> None:
        """Append finished parts of each mesh."""
        self.make_room(np.array([[sum(len(part[of]) for part in some) for of in (0, 1)] for some in parts]))
        for mesh, some in enumerate(parts):
            for part in some:
                vertices, faces = self.used[mesh, :2].tolist()
                for index, array in enumerate(part):
                    if index == 1:
                        np.add(array, np.uint32(vertices), out=self.parts[mesh][1][faces : faces + len(array)])
                    else:
                        self.parts[mesh][index][vertices : vertices + len(array)] = array
                self.used[mesh, :2] += len(part[0]), len(part[1])

    def trimmed(self) -> list[Part]:
        """Return the arrays without spare room; the pile is at its end."""
        for part, used in zip(self.parts, self.used.tolist(), strict=True):
            for index, array in enumerate(part):
                array.resize((used[int(index == 1)], *array.shape[1:]), refcheck=False)
        return [tuple(part) for part in self.parts]


class Piles:
    """The meshes of runs of cells that several threads build, each on a pile of its own.

    Parameters
    ----------
    patterns : sequence of parts
        As those of a pile.
    runs : int
        How many there are.
    """

    def __init__(self, patterns: Sequence[Part], runs: int) -> None:
        self._patterns = patterns
        self._lock = threading.Lock()
        self._piles: dict[int, Pile] = {}
        self._spans: list[tuple[Pile, NDArray[np.int64], NDArray[np.int64]]] = [
            (Pile(patterns), np.zeros((len(patterns), 3), np.int64), np.zeros((len(patterns), 3), np.int64))
        ] * runs

    def begin(self, run: int) -> Pile:
        """Return the pile on which this thread builds a run; it finishes (:meth:`end`) one run before it begins another."""
        with self._lock:
            pile = self._piles.setdefault(threading.get_ident(), Pile(self._patterns))
        self._spans[run] = pile, pile.used.copy(), pile.used
        return pile

    def end(self, run: int) -> None:
        """Note that a run is built."""
        pile, first, _ = self._spans[run]
        self._spans[run] = pile, first, pile.used.copy()

    def meshes(self) -> list[Part]:
        """Return the arrays of each mesh, runs in order."""
        if len(self._piles) == 1:
            (pile,) = self._piles.values()
            starts = [int(first[:, :2].sum()) for _, first, _ in self._spans]
            if starts == sorted(starts):
                return pile.trimmed()
        return [self._collected(mesh) for mesh in range(len(self._patterns))]

    def _collected(self, mesh: int) -> Part:
        """Copy the runs of a mesh from the piles they lie on to where they belong, on all threads."""
        counts = np.array([last[mesh, :2] - first[mesh, :2] for _, first, last in self._spans])
        firsts = np.cumsum(counts, axis=0) - counts
        totals = counts.sum(axis=0)
        made = [
            np.empty((totals[int(index == 1)], *array.shape[1:]), array.dtype)
            for index, array in enumerate(self._patterns[mesh])
        ]

        def copy(begin: int, end: int) -> None:
            for run in range(begin, end):
                pile, first, last = self._spans[run]
                for index, array in enumerate(pile.parts[mesh]):
                    of = int(index == 1)
                    some = array[first[mesh, of] : last[mesh, of]]
                    into = made[index][firsts[run, of] : firsts[run, of] + len(some)]
                    if index == 1:
                        np.add(some, np.uint32(int(firsts[run, 0] - first[mesh, 0]) % (1 << 32)), out=into)
                    else:
                        into[...] = some

        _pool.run_rows(copy, len(self._spans), block=max(1, len(self._spans) // 16))
        return tuple(made)


def joined(parts: Sequence[Part]) -> Part:
    """Join the parts of one mesh."""
    if len(parts) == 1:
        return parts[0]
    firsts = np.cumsum([0] + [len(part[0]) for part in parts[:-1]])
    faces = [part[1] + np.uint32(first) for part, first in zip(parts, firsts, strict=True)]
    carried = [np.concatenate(arrays) for arrays in list(zip(*parts, strict=True))[2:]]
    return (np.concatenate([part[0] for part in parts]), np.concatenate(faces), *carried)
