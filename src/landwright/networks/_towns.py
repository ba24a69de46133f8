"""Towns: which of them a road joins, on which way, and where ways share a stretch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from landwright import seeds
from landwright.errors import SettingError
from landwright.networks._ground import Ground
from landwright.networks._joining import Stroke
from landwright.networks._lattice import Lattice, lattice_of, near, rough, turns
from landwright.networks._net import Net
from landwright.networks._route import no_way, terms_of
from landwright.networks.settings import Roads, Town

__all__ = ["kept_pairs", "town_strokes"]

Floats = NDArray[np.float64]

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
    return _net(lattice, wanted, at, noun, widths).strokes()


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


def _net(lattice: Lattice, wanted: list[tuple[int, Pair]], at: Floats, noun: Roads, widths: list[float]) -> Net:
    """Lay the ways one after another; where there is a road, the next may take it at a lower price.

    Major roads do not run on highways when the noun says so.
    """
    net = Net(lattice, ends={lattice.place(point): point for point in at})
    apart: frozenset[int] = frozenset() if noun.merge_highways else frozenset({1, 2})
    for rank, (i, j) in wanted:
        radius = terms_of(noun, widths[rank]).radius
        mine = replace(lattice, turn=turns(lattice.moves, lattice.step, radius, noun.search.curve_weight))
        cost = net.prices(apart=apart, rank=rank)
        a, b = mine.place(at[i]), mine.place(at[j])
        found = mine.find(a, b, cost=cost) or lattice.find(a, b, cost=cost)
        if found is None:
            raise no_way(_WORD, at[i], at[j], terms_of(noun, widths[rank]))
        net.add(found, rank, widths[rank])
    return net
