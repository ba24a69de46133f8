"""Lattice: the places that a route search compares, with every move, bridge and tunnel between them priced."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import maximum_filter, uniform_filter

from landwright import _pool
from landwright._hash import seed_words
from landwright.networks._curves import resample
from landwright.networks._ground import Ground
from landwright.networks._kernels import route as kernels
from landwright.networks.settings import Search

__all__ = ["Found", "Lattice", "Terms", "directions", "lattice_of", "near", "rough", "turns"]

Floats = NDArray[np.float64]

_MOST: Final = 60_000
"""Places of the coarse lattice."""
_HEADINGS: Final = 64
"""Directions of bridges and tunnels."""


@dataclass(frozen=True)
class Terms:
    """What a road may do and what it costs, in metres and numbers."""

    grade: float
    radius: float
    cut: float
    fill: float
    search: Search


def directions(k: int) -> NDArray[np.int64]:
    """Return the moves (d, 2), rows and columns: all of -k to k without a common divisor, by angle; 8, 16, 32, 48, 80 of them."""
    found = [(i, j) for i in range(-k, k + 1) for j in range(-k, k + 1) if math.gcd(i, j) == 1]
    return np.array(sorted(found, key=lambda move: math.atan2(-move[0], move[1])), np.int64)


def turns(moves: NDArray[np.int64], step: float, radius: float, weight: float) -> Floats:
    """Return the cost of each move after each other (d, d): infinite where the arc between their middles is tighter than the radius."""
    size = np.sqrt((moves.astype(np.float64) ** 2).sum(axis=1))
    cosine = (moves @ moves.T) / np.outer(size, size)
    sine = np.abs(np.outer(moves[:, 0], moves[:, 1]) - np.outer(moves[:, 1], moves[:, 0])) / np.outer(size, size)
    half = sine / np.maximum(1.0 + cosine, 1e-12)  # tangent of half the angle
    half = np.where(cosine < -0.999999, np.inf, half)
    short = np.minimum.outer(size, size) * step
    with np.errstate(divide="ignore"):
        bend = 2.0 * half / short  # one over the radius
    if radius <= 0.0:
        return np.zeros_like(bend)
    share = bend * radius
    length = 0.5 * np.add.outer(size, size) * step
    tight = share > 1.0 + 1e-9
    out: Floats = np.where(tight, np.inf, weight * np.where(tight, 0.0, share) ** 2 * length)
    return out


@dataclass(frozen=True, eq=False)
class Lattice:
    """Places that a search compares, with all that lies between them priced.

    Attributes
    ----------
    west, north, step : float
        Where place (0, 0) lies, and how far apart places are (m).
    ids : (rows, cols) int32
        Number of each place, -1 where none takes part.
    cells : (m,) int64
        Row x columns + column of each place.
    moves : (d, 2) int64
        Directions.
    cost : (m, d) float64
        Of each move.
    jump_first, jump_to, jump_cost, jump_way, jump_kind : arrays
        Bridges and tunnels by place: where to, at what cost, nearest direction, class.
    turn : (d, d) float64
        Of each direction after each other.
    """

    west: float
    north: float
    step: float
    ids: NDArray[np.int32]
    cells: NDArray[np.int64]
    moves: NDArray[np.int64]
    cost: Floats
    jump_first: NDArray[np.int32]
    jump_to: NDArray[np.int32]
    jump_cost: Floats
    jump_way: NDArray[np.int32]
    jump_kind: NDArray[np.int8]
    turn: Floats
    dry: NDArray[np.bool_] = field(repr=False)

    def place(self, point: Floats) -> int:
        """Return the number of the dry place nearest to a point; -1 when there is none within a few steps."""
        rows, cols = self.ids.shape
        r, c = (self.north - point[1]) / self.step, (point[0] - self.west) / self.step
        best, found = np.inf, -1
        for i in range(max(0, int(r) - 2), min(rows, int(r) + 4)):
            for j in range(max(0, int(c) - 2), min(cols, int(c) + 4)):
                off = (i - r) ** 2 + (j - c) ** 2
                if self.ids[i, j] >= 0 and self.dry[i, j] and off < best - 1e-12:
                    best, found = off, int(self.ids[i, j])
        return found

    def points(self, numbers: Sequence[int]) -> Floats:
        """Return east and north of places (n, 2)."""
        cells = self.cells[np.asarray(numbers, np.int64)]
        rows, cols = cells // self.ids.shape[1], cells % self.ids.shape[1]
        return np.stack([self.west + cols * self.step, self.north - rows * self.step], axis=1)

    def flood(self, start: int, cost: Floats | None = None) -> Floats:
        """Return what the cheapest way to every place costs without turns (m,): never more than with them."""
        out = np.empty(len(self.cells))
        given = self.cost if cost is None else cost
        jumps = self.jump_first, self.jump_to, self.jump_cost
        _pool.call(kernels.flood, self.ids, self.cells, self.moves, given, *jumps, start, out, polls=True)
        return out

    def find(self, start: int, goal: int, *, heading: int = -1, cost: Floats | None = None) -> Found | None:
        """Return the cheapest way from place to place, or None; `heading` is the direction of arrival at the start, `cost` other prices."""
        if start == goal:
            return Found([start], [heading], [0], 0.0)
        given = self.cost if cost is None else cost
        bound = self.flood(goal, given)
        if not np.isfinite(bound[start]):
            return None
        ways = len(self.moves)
        before = np.empty(len(self.cells) * ways + 1, np.int32)
        jumps = self.jump_first, self.jump_to, self.jump_cost, self.jump_way
        price = _pool.call(
            kernels.search,
            *(self.ids, self.cells, self.moves, given, *jumps, self.turn, bound, start, goal, heading, before),
            polls=True,
        )
        if not np.isfinite(price):
            return None
        states = [int(before[-1])]
        while before[states[-1]] >= 0:
            states.append(int(before[states[-1]]))
        states.reverse()
        places = [start, *(state // ways for state in states)]
        legs = [self.leg(a, b, state % ways) for a, b, state in zip(places, places[1:], states)]
        return Found(places, [heading, *(state % ways for state in states)], [0, *legs], float(price))

    def leg(self, a: int, b: int, way: int) -> int:
        """Return the class of the leg between two places: 0 where the move in that direction leads there, else that of the jump."""
        cols = self.ids.shape[1]
        row, col = divmod(int(self.cells[a]), cols)
        if self.cells[b] == (row + self.moves[way, 0]) * cols + col + self.moves[way, 1] and np.isfinite(
            self.cost[a, way]
        ):
            return 0
        span = slice(int(self.jump_first[a]), int(self.jump_first[a + 1]))
        hit = np.flatnonzero((self.jump_to[span] == b) & (self.jump_way[span] == way))
        return int(self.jump_kind[span][hit[0]]) if hit.size else 0


@dataclass
class Found:
    """A way over a lattice: places, the direction of arrival at each, the class of the leg before each, and the cost."""

    places: list[int]
    ways: list[int]
    legs: list[int]
    cost: float


def rough(ground: Ground, terms: Terms) -> tuple[int, int]:
    """Return how many samples apart the places of the fine and of the coarse lattice are."""
    cell = ground.field.cell_size
    least = max(cell, 0.5 * terms.radius)
    fine = max(1, math.ceil(max(terms.search.step or 0.0, least) / cell - 1e-9))
    rows, cols = ground.field.shape
    coarse = fine
    while (-(-rows // coarse)) * (-(-cols // coarse)) > _MOST:
        coarse += 1
    return fine, coarse


def lattice_of(
    ground: Ground,
    terms: Terms,
    every: int,
    seed: int,
    *,
    taking: NDArray[np.bool_] | None = None,
    spans: float | None = None,
) -> Lattice:
    """Price a lattice whose places are every few samples of the ground.

    Parameters
    ----------
    ground : Ground
        The land; its heights are averaged over the distance of places.
    terms : Terms
        What a road may do and what it costs.
    every : int
        Samples from place to place.
    seed : int
        Decides which bridges and tunnels are tried.
    taking : (rows, cols) bool array, optional
        Places that take part; all when left out.
    spans : float, optional
        Distance of places of the lattice that bridges and tunnels are measured in when their length is left out.
    """
    grid, search = ground.field.grid, terms.search
    step = grid.cell_size * every
    z, wet, dear = _averaged(ground, terms, every)
    rows, cols = z.shape
    mine = np.ones((rows, cols), bool) if taking is None else taking
    cells = np.flatnonzero(mine).astype(np.int64)
    ids = np.full((rows, cols), -1, np.int32)
    ids.reshape(-1)[cells] = np.arange(len(cells), dtype=np.int32)
    moves = directions(search.directions)
    cost = np.empty((len(cells), len(moves)))
    how = np.array([step, terms.grade, search.free_grade, search.slope_weight, terms.cut, terms.fill])
    _pool.run_rows(kernels.price, len(cells), ids, cells, z, wet, dear, moves, how, cost)
    jumps = _jumps(ids, cells, z, wet, moves, step, terms, seed, step if spans is None else spans)
    turn = turns(moves, step, terms.radius, search.curve_weight)
    west, north = grid.north_west
    return Lattice(
        *(west, north, step, ids, cells, moves, cost),
        jump_first=jumps[0],
        jump_to=jumps[1],
        jump_cost=jumps[2],
        jump_way=jumps[3],
        jump_kind=jumps[4],
        turn=turn,
        dry=wet == 0,
    )


def _averaged(ground: Ground, terms: Terms, every: int) -> tuple[Floats, NDArray[np.uint8], Floats]:
    """Return heights, water and the cost of a metre at the places of a lattice."""
    search, cell = terms.search, ground.field.cell_size
    raw = ground.field.elevation.astype(np.float64)
    wide = max(3, 2 * (every // 2) + 1)
    z = np.ascontiguousarray(uniform_filter(raw, wide, mode="nearest")[::every, ::every])
    level = ground.water
    if ground.rivers is not None and len(ground.rivers):
        level = np.maximum(level, _with_rivers(ground))
    surface = np.ascontiguousarray(maximum_filter(level, 2 * (every // 2) + 1, mode="nearest")[::every, ::every])
    wet = np.isfinite(surface)
    z = np.where(wet, np.maximum(z, np.where(wet, surface, 0.0)), z)
    step = cell * every
    dz = np.gradient(z, step) if min(z.shape) > 1 else [np.zeros_like(z), np.zeros_like(z)]
    dear = 1.0 + search.hillside_weight * np.minimum(np.sqrt(dz[0] ** 2 + dz[1] ** 2), 2.0) ** 2
    if ground.dear is not None:
        values = ground.dear.astype(np.float64)
        mean = uniform_filter(values, wide, mode="nearest")[::every, ::every]
        dear = dear + search.terrain_weight * np.maximum(mean, 0.0)
        if search.terrain_limit is not None:
            dear = np.where(mean >= search.terrain_limit, np.inf, dear)
    return z, np.ascontiguousarray(wet).astype(np.uint8), np.ascontiguousarray(dear)


def _with_rivers(ground: Ground) -> Floats:
    """Return the water surface of rivers on the samples they touch; one narrower than a cell has a sample in each row or column."""
    rivers, grid = ground.rivers, ground.field.grid
    out = np.full(grid.shape, -np.inf)
    if rivers is None:
        return out
    west, north = grid.north_west
    for line in rivers.lines():
        dense = resample(line, 0.25 * grid.cell_size)
        rows = np.rint((north - dense[:, 1]) / grid.cell_size).astype(np.int64)
        cols = np.rint((dense[:, 0] - west) / grid.cell_size).astype(np.int64)
        inside = (rows >= 0) & (rows < grid.rows) & (cols >= 0) & (cols < grid.cols)
        np.maximum.at(out, (rows[inside], cols[inside]), dense[inside, 2])
    places = np.stack(np.meshgrid(grid.x, grid.y), axis=-1).reshape(-1, 2)
    made: Floats = np.maximum(out, ground.river(places).reshape(grid.shape))
    return made


def _jumps(
    ids: NDArray[np.int32],
    cells: NDArray[np.int64],
    z: Floats,
    wet: NDArray[np.uint8],
    moves: NDArray[np.int64],
    step: float,
    terms: Terms,
    seed: int,
    spans: float,
) -> tuple[Any, ...]:
    """Return bridges and tunnels by place, each both ways."""
    search, m = terms.search, len(cells)
    count = search.span_samples
    short = 4.0 * spans if search.span_min is None else search.span_min
    long = max(30.0 * spans if search.span_max is None else search.span_max, short)
    to, cost, kind = np.empty((m, count), np.int32), np.empty((m, count)), np.empty((m, count), np.int8)
    if count:
        angle = np.arange(_HEADINGS) * (2.0 * math.pi / _HEADINGS)
        ways = np.array([(-math.sin(a), math.cos(a)) for a in angle.tolist()])
        costs = (search.bridge_cost, search.tunnel_cost)
        how = np.array([step, terms.grade, terms.cut, terms.fill, short, long, *costs])
        s0, s1 = (np.uint32(word) for word in seed_words(seed))
        _pool.run_rows(kernels.leap, m, ids, cells, z, wet, s0, s1, how, ways, to, cost, kind)
    reach = max(1, math.ceil(long / step) + 1)
    around = np.arange(-reach, reach + 1, dtype=np.float64)
    away = np.stack(np.meshgrid(around, around, indexing="ij"), axis=-1)
    unit = moves / np.sqrt((moves.astype(np.float64) ** 2).sum(axis=1, keepdims=True))
    nearest = np.argmax(away @ unit.T, axis=-1).astype(np.int32)
    total = 2 * int(np.count_nonzero(to >= 0))
    first, jump_to = np.zeros(m + 1, np.int32), np.empty(total, np.int32)
    jump_cost, jump_way, jump_kind = np.empty(total), np.empty(total, np.int32), np.empty(total, np.int8)
    made = (first, jump_to, jump_cost, jump_way, jump_kind)
    _pool.call(kernels.both_ways, cells, ids.shape[1], to, cost, kind, nearest, *made)
    return made


def near(ground: Ground, every: int, lines: Sequence[Floats], reach: float) -> NDArray[np.bool_]:
    """Return the places of a lattice within reach of polylines (rows, cols)."""
    grid = ground.field.grid
    step = grid.cell_size * every
    shape = -(-grid.rows // every), -(-grid.cols // every)
    west, north = grid.north_west
    seeds = np.zeros(shape, bool)
    for line in lines:
        count = max(2, int(np.sqrt(((line[1:] - line[:-1]) ** 2).sum(axis=1)).sum() / (0.5 * step)) + 1)
        t = np.linspace(0.0, len(line) - 1.0, max(count, 4 * len(line)))
        x = np.interp(t, np.arange(len(line)), line[:, 0])
        y = np.interp(t, np.arange(len(line)), line[:, 1])
        rows = np.clip(np.rint((north - y) / step).astype(np.int64), 0, shape[0] - 1)
        cols = np.clip(np.rint((x - west) / step).astype(np.int64), 0, shape[1] - 1)
        seeds[rows, cols] = True
    wide = max(1, math.ceil(reach / step))
    made: NDArray[np.bool_] = maximum_filter(seeds, 2 * wide + 1, mode="constant", cval=0)
    return made
