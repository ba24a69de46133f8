"""Net: the ways that roads take over one lattice, and the strokes they become where they share stretches."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import maximum_filter

from landwright.networks._joining import Stroke
from landwright.networks._lattice import Found, Lattice

__all__ = ["Leg", "Net"]

Floats = NDArray[np.float64]
Pair = tuple[int, int]

_SHARED: Final = 0.4
"""What a metre costs where there is a road already."""
_BESIDE: Final = 1.5
_CLOSE: Final = 3
"""What a metre costs within so many places of a road: ways run on it or well away from it, and part at a wide angle."""


@dataclass(frozen=True)
class Leg:
    """A road between two places of a lattice: its rank and width, its class (0, or that of a bridge or tunnel), its name."""

    rank: int
    width: float
    kind: int
    name: str = ""


def _pair(a: int, b: int) -> Pair:
    return min(a, b), max(a, b)


@dataclass
class Net:
    """Ways over a lattice, laid one after another.

    Attributes
    ----------
    lattice : Lattice
        The places.
    legs : dict
        What joins each pair of places, the lower first.
    ends : dict
        Places where strokes end, such as towns, and where they truly lie.
    """

    lattice: Lattice
    legs: dict[Pair, Leg] = field(default_factory=dict)
    ends: dict[int, Floats] = field(default_factory=dict)

    def add(self, found: Found, rank: int, width: float, name: str = "") -> None:
        """Lay a way; a stretch that is there already keeps the wider of both roads."""
        for (a, b), kind in zip(pairwise(found.places), found.legs[1:]):
            there = self.legs.get(_pair(a, b))
            if there is None or width > there.width:
                self.legs[_pair(a, b)] = Leg(rank, width, kind, name)

    def prices(self, *, apart: frozenset[int] = frozenset(), rank: int = 0) -> Floats:
        """Return the cost of moves for the next way: less on a road, unless the ranks are kept apart; more beside one."""
        cost = self.lattice.cost.copy()
        rows, cols = self.lattice.ids.shape
        taken = np.zeros((rows, cols), bool)
        taken.reshape(-1)[self.lattice.cells[sorted({place for pair in self.legs for place in pair})]] = True
        beside = maximum_filter(taken, 2 * _CLOSE + 1, mode="constant", cval=0).reshape(-1)[self.lattice.cells]
        cost[beside] *= _BESIDE
        way = {(int(r), int(c)): k for k, (r, c) in enumerate(self.lattice.moves)}
        for (a, b), leg in self.legs.items():
            if leg.kind or {rank, leg.rank} == apart:
                continue
            ra, ca = divmod(int(self.lattice.cells[a]), cols)
            rb, cb = divmod(int(self.lattice.cells[b]), cols)
            for start, move in ((a, (rb - ra, cb - ca)), (b, (ra - rb, ca - cb))):
                cost[start, way[move]] = self.lattice.cost[start, way[move]] * _SHARED
        return cost

    def strokes(self) -> list[Stroke]:
        """Follow legs from end or branching to end or branching; the two that go on straightest through a branching are one stroke."""
        beside: dict[int, list[int]] = {}
        for a, b in sorted(self.legs):
            beside.setdefault(a, []).append(b)
            beside.setdefault(b, []).append(a)
        on: dict[Pair, int] = {}  # (from, at) goes on to
        for node, others in beside.items():
            if node not in self.ends:
                on.update(self._through(node, others))
        left = set(self.legs)
        made: list[Stroke] = []
        both = [pair for one in sorted(self.legs) for pair in (one, one[::-1])]
        for a, b in [*((a, b) for a, b in both if (b, a) not in on), *sorted(self.legs)]:
            if _pair(a, b) not in left:
                continue
            chain = [a, b]
            left.discard(_pair(a, b))
            while (chain[-2], chain[-1]) in on:
                following = on[chain[-2], chain[-1]]
                if _pair(chain[-1], following) not in left:
                    break
                left.discard(_pair(chain[-1], following))
                chain.append(following)
            made.append(self._stroke(chain))
        return made

    def _through(self, node: int, others: list[int]) -> dict[Pair, int]:
        """Return what goes on where at a place: pairs of legs of one rank and width, the straightest first."""
        away = self.lattice.points(others) - self.lattice.points([node])[0]
        unit = away / np.sqrt((away * away).sum(axis=1, keepdims=True))
        like = [(leg.rank, leg.width) for leg in (self.legs[_pair(node, other)] for other in others)]
        pairs = [(float(unit[i] @ unit[j]), i, j) for i in range(len(others)) for j in range(i + 1, len(others))]
        made: dict[Pair, int] = {}
        taken: set[int] = set()
        for cosine, i, j in sorted(pairs):
            if taken & {i, j} or cosine > -0.3 or like[i] != like[j]:
                continue
            taken |= {i, j}
            made[others[i], node] = others[j]
            made[others[j], node] = others[i]
        return made

    def _stroke(self, chain: list[int]) -> Stroke:
        points = self.lattice.points(chain)
        for i, place in enumerate(chain):
            if place in self.ends:
                points[i] = self.ends[place]
        legs = [self.legs[_pair(a, b)] for a, b in pairwise(chain)]
        spans = tuple((points[i], points[i + 1]) for i, leg in enumerate(legs) if leg.kind)
        return Stroke(points, legs[0].width, legs[0].rank, legs[0].name, spans, 1.5 * self.lattice.step)
