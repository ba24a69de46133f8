"""Joining: strokes that touch or cross become edges that meet at nodes."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.networks._curves import lengths, resample

__all__ = ["Joined", "Stroke", "join"]

Floats = NDArray[np.float64]
_BLOCK = 32


@dataclass(frozen=True)
class Stroke:
    """A smooth line before it is joined to others: (n, 2) points, what it is like, and the stretches that cross straight over or under."""

    points: Floats
    width: float
    rank: int = 0
    name: str = ""
    spans: tuple[tuple[Floats, Floats], ...] = ()
    snap: float = 0.0
    """How far its ends may lie from another line that they meet, where that is more than three quarters of a width."""


@dataclass(frozen=True)
class Joined:
    """What strokes became: nodes (k, 2), edges as pairs of them, each with its points and the number of its stroke."""

    nodes: Floats
    edges: list[tuple[int, int]]
    lines: list[Floats]
    stroke: list[int]


@dataclass
class _Cuts:
    """Where strokes are cut: (stroke, metres along it), and which of those are one place."""

    stroke: list[int] = field(default_factory=list)
    along: list[float] = field(default_factory=list)
    root: list[int] = field(default_factory=list)

    def add(self, stroke: int, along: float) -> int:
        self.stroke.append(stroke)
        self.along.append(along)
        self.root.append(len(self.root))
        return len(self.root) - 1

    def find(self, cut: int) -> int:
        while self.root[cut] != cut:
            self.root[cut] = self.root[self.root[cut]]
            cut = self.root[cut]
        return cut

    def unite(self, a: int, b: int) -> None:
        a, b = self.find(a), self.find(b)
        self.root[max(a, b)] = min(a, b)


def at(points: Floats, along: Floats, where: Any) -> Floats:
    """Return the places `where` metres along a polyline."""
    return np.stack([np.interp(where, along, points[:, axis]) for axis in range(points.shape[1])], axis=-1)


def nearest(points: Floats, along: Floats, place: Floats) -> tuple[float, float]:
    """Return how far a place is from a polyline, and how far along it the nearest point lies."""
    a, way = points[:-1], points[1:] - points[:-1]
    size = np.maximum((way * way).sum(axis=1), 1e-300)
    t = np.clip(((place - a) * way).sum(axis=1) / size, 0.0, 1.0)
    off = ((a + way * t[:, np.newaxis] - place) ** 2).sum(axis=1)
    best = int(np.argmin(off))
    return float(np.sqrt(off[best])), float(along[best] + t[best] * (along[best + 1] - along[best]))


def crossings(a: Floats, b: Floats, *, same: bool = False) -> list[tuple[float, float]]:
    """Return where two polylines cross, as fractional point numbers on each; with `same`, where one crosses itself."""
    found: list[tuple[float, float]] = []
    for i0 in range(0, len(a) - 1, _BLOCK):
        part = a[i0 : i0 + _BLOCK + 1]
        low, high = part.min(axis=0), part.max(axis=0)
        for j0 in range(i0 if same else 0, len(b) - 1, _BLOCK):
            other = b[j0 : j0 + _BLOCK + 1]
            if (other.min(axis=0) > high).any() or (other.max(axis=0) < low).any():
                continue
            p, r = part[:-1, np.newaxis], (part[1:] - part[:-1])[:, np.newaxis]
            q, s = other[np.newaxis, :-1], (other[1:] - other[:-1])[np.newaxis]
            cross = r[..., 0] * s[..., 1] - r[..., 1] * s[..., 0]
            gap = q - p
            solid = np.abs(cross) > 1e-12
            safe = np.where(solid, cross, 1.0)
            t = (gap[..., 0] * s[..., 1] - gap[..., 1] * s[..., 0]) / safe
            u = (gap[..., 0] * r[..., 1] - gap[..., 1] * r[..., 0]) / safe
            hit = solid & (t >= 0.0) & (t < 1.0) & (u >= 0.0) & (u < 1.0)
            rows, cols = np.nonzero(hit)
            if same:
                apart = (cols + j0) - (rows + i0) > 1
                rows, cols = rows[apart], cols[apart]
            found += [(i0 + i + float(t[i, j]), j0 + j + float(u[i, j])) for i, j in zip(rows.tolist(), cols.tolist())]
    return found


def join(strokes: list[Stroke], step: float) -> Joined:
    """Cut strokes where they touch or cross, and bring what meets to one place.

    An end that lies within a width of another end or of another line is led there; lines that cross share a node; crossings nearer than
    a width become one. Edges shorter than that, and a second line beside a first between the same two nodes, are left out.
    """
    cuts = _Cuts()
    along = [lengths(stroke.points) for stroke in strokes]
    ends = [(cuts.add(i, 0.0), cuts.add(i, float(along[i][-1]))) for i in range(len(strokes))]
    _meet_ends(strokes, along, ends, cuts)
    for i, one in enumerate(strokes):
        for j in range(i, len(strokes)):
            for u, v in crossings(one.points, strokes[j].points, same=i == j):
                where = float(np.interp(u, np.arange(len(along[i])), along[i]))
                there = float(np.interp(v, np.arange(len(along[j])), along[j]))
                if i == j and where < 1e-6 and there > along[i][-1] - 1e-6:
                    continue  # a closed stroke meets itself at its seam
                cuts.unite(cuts.add(i, where), cuts.add(j, there))
    _merge(strokes, cuts)
    return _edges(strokes, along, cuts, step)


def _meet_ends(strokes: list[Stroke], along: list[Floats], ends: list[tuple[int, int]], cuts: _Cuts) -> None:
    flat = [(i, which, cut) for i, pair in enumerate(ends) for which, cut in enumerate(pair)]
    place = [strokes[i].points[-which] for i, which, _ in flat]
    for a in range(len(flat)):
        for b in range(a + 1, len(flat)):
            reach = 0.5 * (strokes[flat[a][0]].width + strokes[flat[b][0]].width)
            if float(np.hypot(*(place[a] - place[b]))) <= reach and (
                flat[a][0] != flat[b][0] or along[flat[a][0]][-1] > 4.0 * reach
            ):
                cuts.unite(flat[a][2], flat[b][2])
    for (i, _, cut), here in zip(flat, place):
        best: tuple[float, int, float] | None = None
        for j, other in enumerate(strokes):
            if j == i or cuts.find(cut) in (cuts.find(ends[j][0]), cuts.find(ends[j][1])):
                continue
            off, where = nearest(other.points, along[j], here)
            if off <= max(0.75 * max(other.width, strokes[i].width), strokes[i].snap) and (
                best is None or off < best[0]
            ):
                best = off, j, where
        if best is not None:
            cuts.unite(cut, cuts.add(best[1], best[2]))


def _merge(strokes: list[Stroke], cuts: _Cuts) -> None:
    """Make one place of cuts on a stroke that lie within a width of each other, or as near as its ends are led to others."""
    order = sorted(range(len(cuts.along)), key=lambda cut: (cuts.stroke[cut], cuts.along[cut], cut))
    for a, b in pairwise(order):
        if cuts.stroke[a] == cuts.stroke[b]:
            stroke = strokes[cuts.stroke[a]]
            if cuts.along[b] - cuts.along[a] < max(stroke.width, stroke.snap):
                cuts.unite(a, b)


def _edges(strokes: list[Stroke], along: list[Floats], cuts: _Cuts, step: float) -> Joined:
    roots = [cuts.find(cut) for cut in range(len(cuts.along))]
    places: dict[int, list[Floats]] = {}
    firm: dict[int, list[Floats]] = {}
    for cut, root in enumerate(roots):
        which, where = cuts.stroke[cut], cuts.along[cut]
        here = at(strokes[which].points, along[which], where)
        places.setdefault(root, []).append(here)
        if 0.0 < where < float(along[which][-1]):
            firm.setdefault(root, []).append(here)
    kept = sorted(places)
    number = {root: index for index, root in enumerate(kept)}
    nodes = np.stack([np.mean(firm.get(root, places[root]), axis=0) for root in kept]) if kept else np.empty((0, 2))
    made = Joined(nodes, [], [], [])
    seen: dict[tuple[int, int], list[Floats]] = {}
    for i, stroke in enumerate(strokes):
        mine = sorted((cuts.along[cut], number[roots[cut]]) for cut in range(len(roots)) if cuts.stroke[cut] == i)
        for (low, a), (high, b) in pairwise(mine):
            if a == b and high - low < 3.0 * stroke.width:
                continue
            inner = (along[i] > low + 1e-9) & (along[i] < high - 1e-9)
            line = np.concatenate(
                [[at(stroke.points, along[i], low)], stroke.points[inner], [at(stroke.points, along[i], high)]]
            )
            line = resample(_led(line, nodes[a], nodes[b], 4.0 * stroke.width), step)
            pair = (min(a, b), max(a, b))
            middle = line[len(line) // 2]
            if any(nearest(other, lengths(other), middle)[0] < 0.75 * stroke.width for other in seen.get(pair, [])):
                continue
            seen.setdefault(pair, []).append(line)
            made.edges.append((a, b))
            made.lines.append(line)
            made.stroke.append(i)
    return _without_lone(made)


def _led(line: Floats, start: Floats, end: Floats, reach: float) -> Floats:
    """Lead the ends of a line to two places; what moves them fades within `reach`, or half the line."""
    s = lengths(line)
    reach = min(reach, 0.5 * float(s[-1]))
    fade = [_fall(s / max(reach, 1e-9)), _fall((s[-1] - s) / max(reach, 1e-9))]
    out: Floats = line + np.outer(fade[0], start - line[0]) + np.outer(fade[1], end - line[-1])
    out[0], out[-1] = start, end
    return out


def _fall(x: Floats) -> Floats:
    """Return 1 at 0 and 0 from 1 on, smooth at both."""
    y = np.clip(1.0 - x, 0.0, 1.0)
    out: Floats = y * y * (3.0 - 2.0 * y)
    return out


def _without_lone(made: Joined) -> Joined:
    """Drop nodes without an edge."""
    used = sorted({node for pair in made.edges for node in pair})
    number = {node: index for index, node in enumerate(used)}
    nodes = made.nodes[used] if used else np.empty((0, 2))
    return Joined(nodes, [(number[a], number[b]) for a, b in made.edges], made.lines, made.stroke)
