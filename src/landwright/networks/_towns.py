"""Towns: which of them a road joins, on which way, and where ways share a stretch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from landwright import seeds
from landwright.errors import SettingError
from landwright.networks._ground import Ground
from landwright.networks._joining import Stroke
from landwright.networks._lattice import Found, Lattice, lattice_of, near, rough, turns
from landwright.networks._route import no_way, terms_of
from landwright.networks.settings import Roads, Town

__all__ = ["kept_pairs", "town_strokes"]

Floats = NDArray[np.float64]

_SHARED = 0.4
"""What a metre costs where there is a road already."""
_BESIDE = 3.0
_WORD = "networks.roads"

Pair = tuple[int, int]


def kept_pairs(cost: Floats, exponent: float) -> list[Pair]:
    """Return the pairs that a road joins.

    A pair goes when the way by some third place is cheaper: when d(i, k)^g + d(k, j)^g < d(i, j)^g. What stays joins all that can be
    reached, for any g of 1 or more.

    Parameters
    ----------
    cost : (n, n) array
        What the way between each two costs; infinite where there is none.
    exponent : float
        g: 2 is the Gabriel graph, a large one the relative neighborhood graph; nearer to 1 keeps more.
    """
    n = len(cost)
    kept: list[Pair] = []
    for i in range(n):
        for j in range(i + 1, n):
            direct = cost[i, j]
            if not np.isfinite(direct):
                continue
            with np.errstate(over="ignore"):
                by = (cost[i] / max(direct, 1e-300)) ** exponent + (cost[j] / max(direct, 1e-300)) ** exponent
            by[[i, j]] = np.inf
            if not bool((by < 1.0).any()):
                kept.append((i, j))
    return kept


def _ranked(cost: Floats, towns: Sequence[Town], exponent: float) -> list[tuple[int, Pair]]:
    """Return (rank, pair), the higher and then the cheaper first: highways join cities, major roads cities and towns, minor ones all."""
    made: dict[Pair, int] = {}
    for rank in (2, 1, 0):
        mine = [i for i, town in enumerate(towns) if town.size > rank]
        for a, b in kept_pairs(cost[np.ix_(mine, mine)], exponent):
            made.setdefault((mine[a], mine[b]), rank)
    return sorted(((rank, pair) for pair, rank in made.items()), key=lambda item: (-item[0], cost[item[1]], item[1]))


@dataclass
class _Net:
    """Places joined by legs: for each pair of places (lower first) the rank and the class of the road."""

    legs: dict[Pair, tuple[int, int]]

    def add(self, found: Found, rank: int) -> None:
        for a, b, kind in zip(found.places, found.places[1:], found.legs[1:]):
            pair = (min(a, b), max(a, b))
            self.legs[pair] = (max(rank, self.legs.get(pair, (0, 0))[0]), kind)


def town_strokes(ground: Ground, noun: Roads, seed: int) -> list[Stroke]:
    """Return the smooth roads between towns, before they are joined."""
    towns = noun.towns
    if len(towns) < 2:
        return []
    widths = [noun.width * factor for factor in noun.rank_widths]
    terms = terms_of(noun, widths[1])
    fine, coarse = rough(ground, terms)
    stream = seeds.derive(seed, _WORD, "spans")
    spans = ground.field.cell_size * fine
    lattice = lattice_of(ground, terms, coarse, stream, spans=spans)
    wanted = _wanted(lattice, towns, noun)
    at = np.array([town.at for town in towns])
    if fine != coarse:
        lines = []
        for _, (i, j) in wanted:
            found = lattice.find(lattice.place(at[i]), lattice.place(at[j]))
            if found is not None:
                lines.append(np.concatenate([at[i : i + 1], lattice.points(found.places), at[j : j + 1]]))
        if lines:
            taking = near(ground, fine, lines, _BESIDE * lattice.step)
            lattice = lattice_of(ground, terms, fine, stream, taking=taking, spans=spans)
    net = _net(lattice, wanted, at, noun, widths)
    return _strokes(net, lattice, towns, widths)


def _wanted(lattice: Lattice, towns: Sequence[Town], noun: Roads) -> list[tuple[int, Pair]]:
    places = []
    for town in towns:
        number = lattice.place(np.array(town.at))
        if number < 0:
            where = f"({town.at[0]:g}, {town.at[1]:g})"
            label = f"{_WORD}: the town {town.name!r}" if town.name else f"{_WORD}: a town"
            raise SettingError(f"{label} must lie on dry ground of the map, got {where}. Move it, or lower sea_level.")
        places.append(number)
    cost = np.stack([lattice.flood(number)[places] for number in places])
    if not np.isfinite(cost).all():
        i, j = (int(v) for v in np.argwhere(~np.isfinite(cost))[0])
        raise no_way(_WORD, towns[i].at, towns[j].at, terms_of(noun, noun.width))
    return _ranked(0.5 * (cost + cost.T), towns, noun.density)


def _net(lattice: Lattice, wanted: list[tuple[int, Pair]], at: Floats, noun: Roads, widths: list[float]) -> _Net:
    """Lay the ways one after another; where there is a road, the next may take it at a lower price.

    Majors do not run on highways when the noun says so.
    """
    net = _Net({})
    for rank, (i, j) in wanted:
        radius = terms_of(noun, widths[rank]).radius
        mine = replace(lattice, turn=turns(lattice.moves, lattice.step, radius, noun.search.curve_weight))
        cost = _cheaper(lattice, net, rank, noun.merge_highways)
        a, b = mine.place(at[i]), mine.place(at[j])
        found = mine.find(a, b, cost=cost) or lattice.find(a, b, cost=cost)
        if found is None:
            raise no_way(_WORD, at[i], at[j], terms_of(noun, widths[rank]))
        net.add(found, rank)
    return net


def _cheaper(lattice: Lattice, net: _Net, rank: int, merge: bool) -> Floats:
    cost = lattice.cost.copy()
    cols = lattice.ids.shape[1]
    way = {(int(r), int(c)): k for k, (r, c) in enumerate(lattice.moves)}
    for (a, b), (there, kind) in net.legs.items():
        if kind or (not merge and {rank, there} == {1, 2}):
            continue
        ra, ca = divmod(int(lattice.cells[a]), cols)
        rb, cb = divmod(int(lattice.cells[b]), cols)
        for start, move in ((a, (rb - ra, cb - ca)), (b, (ra - rb, ca - cb))):
            cost[start, way[move]] *= _SHARED
    return cost


def _strokes(net: _Net, lattice: Lattice, towns: Sequence[Town], widths: list[float]) -> list[Stroke]:
    """Follow legs from town or branching to town or branching; the two that go on straightest through a branching are one."""
    ends = {lattice.place(np.array(town.at)): np.array(town.at, np.float64) for town in towns}
    beside: dict[int, list[int]] = {}
    for a, b in sorted(net.legs):
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    on: dict[tuple[int, int], int] = {}  # (from, at) -> goes on to
    for node, others in beside.items():
        if node in ends:
            continue
        on.update(_through(node, others, net, lattice))
    left = set(net.legs)
    made: list[Stroke] = []
    begins = [
        (a, b) for a, b in [(a, b) for pair in sorted(net.legs) for a, b in (pair, pair[::-1])] if (b, a) not in on
    ]
    for a, b in [*begins, *((a, b) for a, b in sorted(net.legs))]:
        pair = (min(a, b), max(a, b))
        if pair not in left:
            continue
        chain = [a, b]
        left.discard(pair)
        while (chain[-2], chain[-1]) in on:
            nxt = on[chain[-2], chain[-1]]
            pair = (min(chain[-1], nxt), max(chain[-1], nxt))
            if pair not in left:
                break
            left.discard(pair)
            chain.append(nxt)
        made.append(_stroke(chain, net, lattice, ends, widths))
    return made


def _through(node: int, others: list[int], net: _Net, lattice: Lattice) -> dict[tuple[int, int], int]:
    """Return what goes on where at a place: pairs of legs, the same rank and the straightest first."""
    here = lattice.points([node])[0]
    away = lattice.points(others) - here
    unit = away / np.sqrt((away * away).sum(axis=1, keepdims=True))
    rank = [net.legs[min(node, other), max(node, other)][0] for other in others]
    pairs = [
        (rank[i] != rank[j], float(unit[i] @ unit[j]), i, j)
        for i in range(len(others))
        for j in range(i + 1, len(others))
    ]
    made: dict[tuple[int, int], int] = {}
    taken: set[int] = set()
    for other_rank, cosine, i, j in sorted(pairs):
        if i in taken or j in taken or cosine > -0.5 or other_rank:
            continue
        taken |= {i, j}
        made[others[i], node] = others[j]
        made[others[j], node] = others[i]
    return made


def _stroke(chain: list[int], net: _Net, lattice: Lattice, ends: dict[int, Floats], widths: list[float]) -> Stroke:
    points = lattice.points(chain)
    for at in (0, -1):
        if chain[at] in ends:
            points[at] = ends[chain[at]]
    legs = [net.legs[min(a, b), max(a, b)] for a, b in pairwise(chain)]
    rank = max(leg[0] for leg in legs)
    spans = tuple((points[i], points[i + 1]) for i, leg in enumerate(legs) if leg[1])
    return Stroke(points, widths[rank], rank, "", spans, 1.5 * lattice.step)
