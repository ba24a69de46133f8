"""From courses to a network: cut where water stands, joined at nodes, with width, depth and a surface that never rises."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright.networks._courses import Course, Floats, Places
from landwright.networks._kernels import relax as kernels
from landwright.networks._network import Network
from landwright.networks.settings import Rivers

__all__ = ["Standing", "lay", "normals_of"]

_STEEPEST: Final = 0.5
"""Grade (rise over run) of the falls by which a river comes down to a deeper one."""

_THREE: Final = 3
"""Points of dry land between two parts of one lake that a course passes without leaving it."""


@dataclass(frozen=True, eq=False)
class Standing:
    """Standing water: level (m) and middle of each lake, from number 1; the sea; and the ground as water sees it.

    ``surface`` (rows, cols) float32 is the ground with every depression filled, and no lower than the sea.
    """

    levels: Floats
    middles: Floats
    sea: float | None
    surface: NDArray[np.float32]

    def level(self, number: int) -> float:
        """Return the level of a lake, or of the sea (-1)."""
        return float(self.sea or 0.0) if number < 0 else float(self.levels[number - 1])


@dataclass
class _Edge:
    course: int
    start: int
    end: int
    xy: Floats
    discharge: Floats
    order: int
    z: Floats
    width: Floats
    bank: Floats
    depth: Floats


class _Nodes:
    """Nodes as they come: where, and in which lake."""

    def __init__(self) -> None:
        self.xy: list[tuple[float, float]] = []
        self.lake: list[int] = []
        self._joints: dict[tuple[int, int], int] = {}

    def add(self, xy: Floats, lake: int = 0) -> int:
        """Add a node."""
        self.xy.append((float(xy[0]), float(xy[1])))
        self.lake.append(lake)
        return len(self.xy) - 1

    def joint(self, course: int, at: int, xy: Floats) -> int:
        """Return the node where courses meet."""
        key = course, at
        if key not in self._joints:
            self._joints[key] = self.add(xy)
        return self._joints[key]


def lay(courses: list[Course], places: Places, standing: Standing, noun: Rivers) -> Network:
    """Return the network of courses."""
    nodes = _Nodes()
    edges = _cut(courses, places, nodes)
    for edge in edges:
        own = courses[edge.course].width
        natural = np.full(len(edge.xy), own) if own is not None else noun.width * np.sqrt(edge.discharge)
        edge.width = np.maximum(natural, 1.5 * places.grid.cell_size)
        edge.bank = np.maximum(noun.bank * edge.width, 2.0 * places.grid.cell_size)
        edge.depth = noun.depth * edge.discharge**0.4
        edge.z = _lowest(edge, places, standing)
    _begin_small(edges, nodes)
    level = _settle(edges, nodes, standing)
    return _network(edges, nodes, level, standing, courses)


def _begin_small(edges: list[_Edge], nodes: _Nodes) -> None:
    """Let rivers begin narrow and shallow at their springs, and have their size after four widths."""
    fed = {edge.end for edge in edges}
    for edge in edges:
        if edge.start in fed or nodes.lake[edge.start]:
            continue
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(edge.xy, axis=0).T))])
        grown = np.clip(along / (4.0 * edge.width), 0.0, 1.0)
        edge.width *= 0.4 + 0.6 * grown
        edge.depth *= 0.2 + 0.8 * grown


def _cut(courses: list[Course], places: Places, nodes: _Nodes) -> list[_Edge]:
    """Return the edges: parts of courses on dry land, from lake, source or confluence to the next."""
    edges: list[_Edge] = []
    stands: list[NDArray[np.int32]] = []
    for number, one in enumerate(courses):
        at = _cleaned(places.at(one.xy))
        if one.into >= 0:
            at[-1] = stands[one.into][one.at]
        stands.append(at)
        last = len(at) - 1
        dry = np.concatenate([[False], at == 0, [False]])
        begins, ends = np.flatnonzero(dry[1:] & ~dry[:-1]), np.flatnonzero(dry[:-1] & ~dry[1:]) - 1
        for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
            low, high = max(begin - 1, 0), min(end + 1, last)
            if high == low:
                continue
            marks = [low, *(j for j in one.joins if low < j < high and at[j] == 0), high]
            if end == last and one.into < 0 and last in one.joins:
                nodes.joint(number, last, one.xy[last])
            for a, b in pairwise(marks):
                edges.append(_edge(one, number, at, a, b, places, nodes))
    return edges


def _edge(one: Course, number: int, at: NDArray[np.int32], a: int, b: int, places: Places, nodes: _Nodes) -> _Edge:
    xy, discharge, order = one.xy[a : b + 1], one.discharge[a : b + 1], int(one.order[max(b - 1, a)])
    far = 0.5 * (one.width or 0.0) + places.grid.cell_size
    if at[a]:
        more = _within(one.xy[:a][::-1], at[:a][::-1], int(at[a]), far)
        xy = np.concatenate([one.xy[a - more : a], xy])
        discharge = np.concatenate([np.full(more, discharge[0]), discharge])
        start = nodes.add(xy[0], int(at[a]))
    else:
        start = nodes.joint(number, a, xy[0]) if a in one.joins else nodes.add(xy[0])
    if at[b] > 0:
        more = _within(one.xy[b + 1 :], at[b + 1 :], int(at[b]), far)
        xy = np.concatenate([xy, one.xy[b + 1 : b + 1 + more]])
        discharge = np.concatenate([discharge, np.full(more, discharge[-1])])
        end = nodes.add(xy[-1], int(at[b]))
    elif at[b] < 0:
        beyond = _out_to_sea(xy, places, far)
        xy = np.concatenate([xy, beyond])
        discharge = np.concatenate([discharge, np.full(len(beyond), discharge[-1])])
        end = nodes.add(xy[-1], -1)
    elif one.into >= 0 and b == len(one.xy) - 1:
        end = nodes.joint(one.into, one.at, xy[-1])
    else:
        end = nodes.joint(number, b, xy[-1]) if b in one.joins else nodes.add(xy[-1])
    return _Edge(number, start, end, xy, discharge, order, *(np.zeros(0) for _ in range(4)))


def _cleaned(at: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return what a course lies in, where a few dry points between two parts of the same lake count as lake."""
    out = at.copy()
    change = np.flatnonzero(np.diff(at)) + 1
    begins, ends = np.concatenate([[0], change]), np.concatenate([change, [len(at)]])
    for k in range(1, len(begins) - 1):
        a, b = begins[k], ends[k]
        if at[a] == 0 and b - a <= _THREE and at[a - 1] == at[b] and at[b] > 0:
            out[a:b] = at[b]
    return out


def _within(xy: Floats, at: NDArray[np.int32], lake: int, far: float) -> int:
    """Return how many more points of a course lie in its lake, up to a distance."""
    count, gone = 0, 0.0
    while count < len(xy) - 1 and at[count] == lake and at[count + 1] == lake and gone < far:
        gone += float(np.hypot(*(xy[count + 1] - xy[count])))
        count += 1
    return count


def _out_to_sea(xy: Floats, places: Places, far: float) -> Floats:
    """Return points that carry a course on into the sea."""
    back = xy[-1] - xy[max(len(xy) - 4, 0)]
    length = float(np.hypot(*back))
    if length <= 0.0:
        return np.empty((0, 2))
    step = 0.5 * places.grid.cell_size
    ahead = xy[-1] + np.arange(1, 1 + math.ceil(far / step))[:, np.newaxis] * step * back / length
    wet = places.inside(ahead) & (places.at(ahead) == -1)
    return np.asarray(ahead[: len(ahead) if wet.all() else int(np.argmin(wet))])


def normals_of(xy: Floats) -> Floats:
    """Return unit vectors to the right of a line at its points, (n, 2)."""
    along = np.gradient(xy, axis=0)
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-12)
    return np.stack([along[:, 1] / length, -along[:, 0] / length], axis=1)


def _lowest(edge: _Edge, places: Places, standing: Standing) -> Floats:
    """Return the lowest ground across the river at each point, so that no bank lies below its water."""
    right = normals_of(edge.xy)
    west, north = places.grid.north_west
    least = np.full(len(edge.xy), np.inf)
    beside = 0.5 * edge.width
    for share, more in ((0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.0, places.grid.cell_size)):
        for sign in (-1.0, 1.0):
            at = np.ascontiguousarray(edge.xy + sign * right * (share * beside + more)[:, np.newaxis])
            z = np.empty(len(at))
            kernels.sample(standing.surface, at, west, north, places.grid.cell_size, z)
            np.minimum(least, z, out=least)
    return least


def _settle(edges: list[_Edge], nodes: _Nodes, standing: Standing) -> Floats:
    """Let no surface rise downstream, make levels equal where edges meet, and return the level of each node."""
    count = len(nodes.xy)
    level = np.full(count, np.inf)
    lake = np.array(nodes.lake, np.int64)
    for n in np.flatnonzero(lake):
        level[n] = standing.level(int(lake[n]))
    out_of = np.full(count, -1, np.int64)
    waits = np.zeros(count, np.int64)
    for number, edge in enumerate(edges):
        out_of[edge.start] = number
        waits[edge.end] += 1
    ready = [number for number, edge in enumerate(edges) if waits[edge.start] == 0]
    order: list[int] = []
    while ready:
        number = ready.pop()
        order.append(number)
        end = edges[number].end
        waits[end] -= 1
        if waits[end] == 0 and out_of[end] >= 0:
            ready.append(int(out_of[end]))
    least = np.where(lake != 0, level, -np.inf)  # no surface may lie below the water that it comes to
    for number in reversed(order):
        edge = edges[number]
        if not lake[edge.start]:
            least[edge.start] = least[edge.end]
    for number in order:
        edge = edges[number]
        edge.z[0] = level[edge.start] if lake[edge.start] else min(edge.z[0], level[edge.start])
        edge.z = np.maximum(np.minimum.accumulate(edge.z), least[edge.end])
        if lake[edge.end]:
            edge.z[-1] = level[edge.end]
        else:
            level[edge.end] = min(level[edge.end], edge.z[-1])
    widest = np.zeros(count)
    for edge in edges:
        widest[edge.end] = max(widest[edge.end], 0.5 * edge.width[-1])
    for number in reversed(order):
        edge = edges[number]
        if not lake[edge.end]:
            left = np.hypot(*np.diff(edge.xy, axis=0).T)[::-1].cumsum()[::-1]
            beside = widest[edge.end] if 0.5 * edge.width[-1] < widest[edge.end] else 0.0
            most = level[edge.end] + _STEEPEST * np.maximum(np.append(left, 0.0) - beside, 0.0)
            first = edge.z[0]
            edge.z = np.minimum(edge.z, most)
            edge.z[0] = first if lake[edge.start] else edge.z[0]
        if not lake[edge.start]:
            level[edge.start] = edge.z[0]
    return level


def _network(edges: list[_Edge], nodes: _Nodes, level: Floats, standing: Standing, courses: list[Course]) -> Network:
    count = len(nodes.xy)
    lakes = len(standing.levels)
    places = np.concatenate([np.array(nodes.xy).reshape(-1, 2), standing.middles])
    heights = np.concatenate([level, standing.levels])
    points = [np.column_stack([edge.xy, edge.z]) for edge in edges]
    discharge = np.concatenate([edge.discharge for edge in edges]) if edges else np.zeros(0)
    named = any(course.name for course in courses)
    return Network(
        np.column_stack([places, heights]),
        np.array([(edge.start, edge.end) for edge in edges], np.int32).reshape(-1, 2),
        np.concatenate(points) if points else (),
        np.concatenate([[0], np.cumsum([len(edge.xy) for edge in edges])]).astype(np.int64),
        kind="river",
        of_points={
            "width": np.concatenate([edge.width for edge in edges]) if edges else np.zeros(0),
            "bank": np.concatenate([edge.bank for edge in edges]) if edges else np.zeros(0),
            "depth": np.concatenate([edge.depth for edge in edges]) if edges else np.zeros(0),
            "discharge": discharge,
        },
        of_edges={"order": np.array([edge.order for edge in edges], np.int32)},
        of_nodes={
            "lake": np.concatenate([np.maximum(nodes.lake, 0), np.arange(1, lakes + 1)]).astype(np.int32)[
                : count + lakes
            ],
            "level": heights,
        },
        names=[courses[edge.course].name for edge in edges] if named else (),
    )
