"""Crossings: how far from a node its roads end, and the surface between their ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright.networks._curves import lengths, unit_normals
from landwright.networks._network import Network

__all__ = ["Arm", "Strip", "arms_of", "corner", "strips_of", "trims"]

Floats = NDArray[np.float64]
_ROUND: Final = 0.5
"""How much further roads end than where their edges meet, in half widths: the corner there is round."""
_CORNER: Final = 4
"""Steps of a round corner."""


@dataclass(frozen=True)
class Strip:
    """The surface of an edge between its crossings: left and right border (p, 3), metres along at each pair, class of each."""

    edge: int
    left: Floats
    right: Floats
    along: Floats
    code: NDArray[np.int8]


@dataclass(frozen=True)
class Arm:
    """A road as seen from the node where it ends: the last points of its left and right border looking outwards, and the way out."""

    edge: int
    at_end: bool
    left: Floats
    right: Floats
    out: Floats


def trims(lines: Sequence[Floats], edges: Sequence[Sequence[int]], widths: Sequence[float]) -> Floats:
    """Return how far before each end of an edge its strip ends (m, 2): where it is clear of all that meet there; 0 at lone ends.

    ``lines`` are centerlines (p, 2) or (p, 3), ``edges`` their nodes, ``widths`` from border to border (m).
    """
    meeting: dict[int, list[tuple[int, int]]] = {}
    for edge, pair in enumerate(edges):
        for end, node in enumerate(pair):
            meeting.setdefault(int(node), []).append((edge, end))
    out = np.zeros((len(lines), 2))
    for ends in meeting.values():
        if len(ends) < 2:
            continue
        away = [lines[edge][:: -1 if end else 1, :2] for edge, end in ends]
        halves = [0.5 * float(widths[edge]) for edge, _ in ends]
        for i, (edge, end) in enumerate(ends):
            most = 0.45 * float(lengths(away[i])[-1])
            far = max(_clear(away[i], halves[i], away[j], halves[j]) for j in range(len(ends)) if j != i)
            out[edge, end] = min(far + _ROUND * halves[i], most)
    return out


def _clear(line: Floats, half: float, other: Floats, beside: float) -> float:
    """Return how far along a line its borders lie within another road that begins at the same place."""
    s = lengths(line)
    reach = 8.0 * (half + beside)
    near, rest = line[s <= reach], other[lengths(other) <= reach + half]
    if len(near) < 2 or len(rest) < 2:
        return min(half, float(s[-1]))
    side = unit_normals(near) * half
    a, way = rest[:-1], rest[1:] - rest[:-1]
    size = np.maximum((way * way).sum(axis=1), 1e-300)
    last = 0.0
    for border in (near - side, near + side):
        to = border[:, np.newaxis] - a[np.newaxis]
        t = np.clip((to * way).sum(axis=2) / size, 0.0, 1.0)
        off = np.sqrt(((to - t[..., np.newaxis] * way) ** 2).sum(axis=2)).min(axis=1)
        inside = np.flatnonzero(off < beside)
        if inside.size:
            last = max(last, float(s[min(int(inside[-1]) + 1, len(near) - 1)]))
    return last


def strips_of(network: Network) -> list[Strip]:
    """Return the strip of each edge, cut back at crossings; where a bend is tighter than half the width its inner border is held back."""
    ends = trims([*network.lines()], network.edges.tolist(), network.of_edges["width"].tolist())
    made = []
    for edge in range(len(network)):
        line = network.line(edge)
        codes = np.asarray(network.of_points["class"][network.span(edge)], np.int8)
        width = np.asarray(network.of_points["width"][network.span(edge)], np.float64)
        s = lengths(line[:, :2])
        low, high = float(ends[edge, 0]), float(s[-1] - ends[edge, 1])
        inner = (s > low + 1e-6) & (s < high - 1e-6)
        at = np.concatenate([[low], s[inner], [high]])
        points = np.stack([np.interp(at, s, line[:, axis]) for axis in range(3)], axis=1)
        half = 0.5 * np.interp(at, s, width)
        normals = unit_normals(line)
        side = np.stack([np.interp(at, s, normals[:, axis]) for axis in range(2)], axis=1)
        side /= np.sqrt((side * side).sum(axis=1, keepdims=True))
        code = codes[np.clip(np.searchsorted(s, at), 0, len(s) - 1)]
        left, right = points.copy(), points.copy()
        left[:, :2] -= side * half[:, np.newaxis]
        right[:, :2] += side * half[:, np.newaxis]
        _unfold(left, points)
        _unfold(right, points)
        made.append(Strip(edge, left, right, at, code))
    return made


def _unfold(border: Floats, points: Floats) -> None:
    """Let a border that runs backwards stand still instead, so that cross sections do not cut each other."""
    for i in range(1, len(border)):
        way = points[i, :2] - points[i - 1, :2]
        if float((border[i, :2] - border[i - 1, :2]) @ way) <= 0.0:
            border[i, :2] = border[i - 1, :2]


def arms_of(network: Network, strips: list[Strip]) -> dict[int, list[Arm]]:
    """Return the roads that meet at each node with two or more, counter-clockwise."""
    meeting: dict[int, list[Arm]] = {}
    for strip, pair in zip(strips, network.edges.tolist()):
        a, b = strip.left, strip.right
        out = _way(a[1] + b[1] - a[0] - b[0])
        meeting.setdefault(pair[0], []).append(Arm(strip.edge, False, a[0], b[0], out))
        out = _way(a[-2] + b[-2] - a[-1] - b[-1])
        meeting.setdefault(pair[1], []).append(Arm(strip.edge, True, b[-1], a[-1], out))
    made: dict[int, list[Arm]] = {}
    for node, arms in sorted(meeting.items()):
        if len(arms) < 2:
            continue
        middle = network.nodes[node, :2]
        angle = [float(np.arctan2(*(0.5 * (arm.left + arm.right)[:2] - middle)[::-1])) for arm in arms]
        made[node] = [arms[i] for i in sorted(range(len(arms)), key=lambda i: (angle[i], arms[i].edge, arms[i].at_end))]
    return made


def _way(vector: Floats) -> Floats:
    size = float(np.hypot(vector[0], vector[1]))
    flat = np.array([vector[0], vector[1], 0.0])
    return flat / size if size > 1e-12 else flat


def corner(a: Arm, b: Arm) -> Floats:
    """Return the points between the left border of one arm and the right border of the next, counter-clockwise (n, 3): a round corner.

    Where the borders, drawn on towards the crossing, meet ahead of both, they are the tangents of the curve; otherwise it is straight.
    """
    start, end = a.left, b.right
    cross = float(a.out[0] * b.out[1] - a.out[1] * b.out[0])
    gap = end - start
    if abs(cross) < 0.05:
        return np.empty((0, 3))
    u = float(gap[0] * b.out[1] - gap[1] * b.out[0]) / cross  # start + u * a.out
    v = float(gap[0] * a.out[1] - gap[1] * a.out[0]) / cross
    reach = 3.0 * float(np.hypot(gap[0], gap[1]))
    if not (-reach < u < 0.0 and -reach < v < 0.0):
        return np.empty((0, 3))
    tip = start + u * a.out
    t = np.linspace(0.0, 1.0, _CORNER + 1)[1:-1, np.newaxis]
    made: Floats = start * (1.0 - t) ** 2 + tip * (2.0 * t * (1.0 - t)) + end * t * t
    made[:, 2] = (start[2] * (1.0 - t) + end[2] * t)[:, 0]
    return made
