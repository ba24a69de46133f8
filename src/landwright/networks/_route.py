"""Routes: the way over the ground that costs least, with bridges and tunnels where they are worth their price.

First a coarse search over the whole map, then a fine one beside what it found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import seeds
from landwright.errors import SettingError, sentence
from landwright.networks._ground import Ground, ground_from
from landwright.networks._joining import Stroke
from landwright.networks._lattice import Found, Lattice, Terms, lattice_of, near, rough
from landwright.networks._net import Net
from landwright.networks.settings import Roads

__all__ = ["Route", "find_route", "route_strokes", "search_route", "terms_of"]

Floats = NDArray[np.float64]

_BESIDE: Final = 3.0
"""Coarse steps beside a coarse way that the fine search looks at."""
_WHOLE: Final = 400_000
"""Most places of a fine search over the whole map, where the coarse one finds nothing."""


@dataclass(frozen=True)
class Route:
    """A way over the ground.

    Parameters
    ----------
    points : (n, 2) float64
        Its places, east and north (m).
    legs : (n - 1,) int8
        What each leg is: 0 on the ground, 3 a bridge, 4 a tunnel, as in ``networks.CLASSES``.
    cost : float
        Metres of level, straight road on flat ground that would cost as much.
    step : float
        Distance of the places that were compared (m).
    """

    points: Floats
    legs: NDArray[np.int8]
    cost: float
    step: float


def terms_of(noun: Roads, width: float) -> Terms:
    """Return what a road of some width may do; twice the width is the least radius unless the noun says another."""
    radius = 2.0 * width if noun.min_radius is None else max(noun.min_radius, 0.51 * width if noun.min_radius else 0.0)
    return Terms(noun.max_grade, radius, noun.cut, noun.fill, noun.search)


def find_route(layers: Mapping[str, Any], points: ArrayLike, noun: Roads = Roads(), *, seed: seeds.Seed = 0) -> Route:
    """Find the way over the ground that costs least.

    Slope, bends, steep hillsides and dear ground cost; what is too steep, too tight or under water is closed. Bridges and tunnels lead over
    and under it at their own price.

    Parameters
    ----------
    layers : mapping of str to Heightfield, Layer or Network
        ``elevation``, and what the noun names.
    points : (n, 2) array
        Places to go through, in this order, east and north (m).
    noun : Roads
        Its `search`, `max_grade`, `min_radius`, `cut`, `fill` and water are used.
    seed : int or str
        Decides which bridges and tunnels are tried.

    Returns
    -------
    Route
        Straight legs; :func:`build_roads` makes a smooth road of them.

    Raises
    ------
    SettingError
        If there is no way.

    See Also
    --------
    build_roads : Roads along such ways, and the ground shaped to them.

    Notes
    -----
    Reach: whole. Cost: O(places x directions) for the coarse search, and as much beside the way for the fine one.
    Deterministic: bit-identical for any thread count.

    References
    ----------
    .. [1] Galin, Peytavie, Marechal, Guerin, "Procedural Generation of Roads", Computer Graphics Forum 29, 2010.

    Examples
    --------
    >>> import numpy as np
    >>> import landwright as lw
    >>> flat = lw.Heightfield(np.zeros((33, 33)), cell_size=8.0)
    >>> way = lw.networks.find_route({"elevation": flat}, [(0.0, 128.0), (256.0, 128.0)])
    >>> round(way.cost, 6), set(way.legs.tolist())
    (256.0, {0})
    """
    places = np.asarray(points, np.float64).reshape(-1, 2)
    if len(places) < 2:
        raise SettingError(sentence("networks.find_route: points", "must be two places or more", len(places)))
    ground = ground_from(layers, noun)
    return search_route(ground, terms_of(noun, noun.width), places, seeds.normalize(seed), "networks.find_route")


def search_route(ground: Ground, terms: Terms, places: Floats, seed: int, label: str) -> Route:
    """Return the way through places; `label` begins the sentence of an error."""
    lattice, found = _searched(ground, terms, [places], seed)
    return _route(lattice, places, found[0], terms, label)


def route_strokes(
    ground: Ground, terms: Terms, ways: Sequence[Floats], widths: Sequence[float], names: Sequence[str], seed: int
) -> list[Stroke]:
    """Return the roads through several lists of places, before they are made smooth; where two go the same way they share a road.

    Parameters
    ----------
    ground : Ground
        The land.
    terms : Terms
        What the roads may do.
    ways : sequence of (n, 2) array
        Places that each goes through.
    widths, names : sequence
        Of each.
    seed : int
        Decides which bridges and tunnels are tried.
    """
    labels = [f"networks.roads: the route {name!r}" if name else "networks.roads: a route" for name in names]
    lattice, found = _searched(ground, terms, ways, seed)
    net = Net(lattice, ends={lattice.place(end): end for places in ways for end in places[[0, -1]]})
    for places, before, width, name, label in zip(ways, found, widths, names, labels):
        legs = _legs(lattice, places, net.prices() if net.legs else None)
        if isinstance(legs, int):
            legs = before
        if isinstance(legs, int):
            raise no_way(label, places[legs], places[legs + 1], terms)
        for one in legs:
            net.add(one, 0, width, name)
    return net.strokes()


def _searched(
    ground: Ground, terms: Terms, ways: Sequence[Floats], seed: int
) -> tuple[Lattice, list[list[Found] | int]]:
    """Return the finest lattice on which all ways are found, and the ways: coarse over the whole map, then fine beside what was found."""
    stream = seeds.derive(seed, "networks.roads", "spans")
    fine, coarse = rough(ground, terms)
    spans = ground.field.cell_size * fine
    lattice = lattice_of(ground, terms, coarse, stream, spans=spans)
    found = [_legs(lattice, places) for places in ways]
    lost = any(isinstance(one, int) for one in found)
    if fine == coarse or (lost and ground.field.elevation.size > _WHOLE * fine * fine):
        return lattice, found
    lines = [
        np.concatenate([places[i : i + 1], lattice.points(one.places), places[i + 1 : i + 2]])
        for places, legs in zip(ways, found)
        if not isinstance(legs, int)
        for i, one in enumerate(legs)
    ]
    taking = None if lost else near(ground, fine, lines, _BESIDE * lattice.step)
    finer = lattice_of(ground, terms, fine, stream, taking=taking, spans=spans)
    better = [_legs(finer, places) for places in ways]
    if any(isinstance(one, int) for one in better) and not lost:
        return lattice, found
    return finer, better


def _legs(lattice: Lattice, places: Floats, cost: Floats | None = None) -> list[Found] | int:
    """Return the way from each place to the next, or the number of the first place that no way leads on from."""
    made: list[Found] = []
    heading = -1
    numbers = [lattice.place(place) for place in places]
    for i, (a, b) in enumerate(pairwise(numbers)):
        found = lattice.find(a, b, heading=heading, cost=cost) if a >= 0 and b >= 0 else None
        if found is None and heading >= 0 and a >= 0 and b >= 0:
            found = lattice.find(a, b, cost=cost)  # a place that has to be turned at
        if found is None:
            return i
        heading = found.ways[-1]
        made.append(found)
    return made


def _route(lattice: Lattice, places: Floats, found: list[Found] | int, terms: Terms, label: str) -> Route:
    if isinstance(found, int):
        raise no_way(label, places[found], places[found + 1], terms)
    points, legs, cost = [places[:1]], [], 0.0
    for i, one in enumerate(found):
        line = lattice.points(one.places)[1:]
        if len(line):
            line[-1] = places[i + 1]
            legs += one.legs[1:]
        else:  # both lie at one place of the lattice
            line = places[i + 1 : i + 2]
            legs.append(0)
        points.append(line)
        cost += one.cost
    return Route(np.concatenate(points), np.array(legs, np.int8), cost, lattice.step)


def no_way(label: str, a: Sequence[float] | Floats, b: Sequence[float] | Floats, terms: Terms) -> SettingError:
    """Return the error of a route that does not exist."""
    text = (
        f"{label}: there is no way from ({a[0]:.0f}, {a[1]:.0f}) to ({b[0]:.0f}, {b[1]:.0f}) with a max_grade of {terms.grade:g}, "
        f"bends of {terms.radius:g} m and the bridges and tunnels that were tried."
    )
    return SettingError(f"{text} Raise max_grade, search.span_max or search.span_samples, or move the places.")
