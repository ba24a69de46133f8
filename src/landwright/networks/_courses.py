"""Courses of rivers, seen from above: from a flow graph or from strokes, smoothed, cut at lakes and joined at nodes."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright import hydrology
from landwright.grid import Grid
from landwright.hydrology import FlowGraph
from landwright.networks._kernels import relax as kernels
from landwright.networks.settings import Line, Rivers

__all__ = ["SECONDS", "Course", "Places", "courses_of_flow", "courses_of_lines", "smooth"]

SECONDS: Final = 31_557_600.0
"""Seconds in a year."""

_PARTS: Final = 2
"""Points of a course for each step from sample to sample."""
_PASSES, _FREE = 120, 4

Floats = NDArray[np.float64]


@dataclass
class Course:
    """One river from its source to its end, or to the river it flows into.

    Attributes
    ----------
    xy : (n, 2) float64
        East and north, metres.
    discharge : (n,) float64
        Cubic metres a second.
    order : (n,) int
        Strahler order.
    into, at : int
        The course it flows into and the point of it, or -1.
    width : float or None
        Its own, from edge to edge (m).
    joins : list of int
        Points where others flow in, rising.
    """

    xy: Floats
    discharge: Floats
    order: NDArray[np.int64]
    into: int = -1
    at: int = -1
    width: float | None = None
    name: str = ""
    joins: list[int] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Places:
    """What a course meets: the grid, and for every sample the number of its lake (0 none, -1 the sea)."""

    grid: Grid
    standing: NDArray[np.int32]

    def cell(self, xy: Floats) -> NDArray[np.int64]:
        """Return the samples nearest to points (n, 2)."""
        west, north = self.grid.north_west
        col = np.clip(np.rint((xy[:, 0] - west) / self.grid.cell_size), 0, self.grid.cols - 1)
        row = np.clip(np.rint((north - xy[:, 1]) / self.grid.cell_size), 0, self.grid.rows - 1)
        return np.asarray(row * self.grid.cols + col, np.int64)

    def at(self, xy: Floats) -> NDArray[np.int32]:
        """Return what standing water points lie in."""
        found: NDArray[np.int32] = self.standing.reshape(-1)[self.cell(xy)]
        return found

    def inside(self, xy: Floats) -> NDArray[np.bool_]:
        """Return which points lie on the map."""
        west, north = self.grid.north_west
        width, length = self.grid.extent
        x, y = xy[:, 0] - west, north - xy[:, 1]
        return np.asarray((x >= 0.0) & (x <= width) & (y >= 0.0) & (y <= length))

    def places(self, cells: NDArray[np.integer]) -> Floats:
        """Return where samples lie, (n, 2)."""
        row, col = np.divmod(cells, self.grid.cols)
        return np.stack([self.grid.x[col], self.grid.y[row]], axis=1)


def _dense(values: Floats, parts: int = _PARTS) -> Floats:
    """Return values with `parts` - 1 more between each two."""
    at = np.arange((len(values) - 1) * parts + 1) / parts
    low = np.minimum(at.astype(np.int64), max(len(values) - 2, 0))
    share = (at - low).reshape(-1, *([1] * (values.ndim - 1)))
    return np.asarray(values[low] + share * (values[np.minimum(low + 1, len(values) - 1)] - values[low]))


def courses_of_flow(graph: FlowGraph, places: Places, noun: Rivers) -> list[Course]:
    """Return rivers where enough ground drains, main stems before what flows into them."""
    area = hydrology.drainage_area(graph)
    discharge = area * (noun.runoff / SECONDS)
    found = hydrology.reaches(graph, hydrology.streams(graph, noun.min_area, area=area))
    count = len(found.receivers)
    lines = [found.line(r) for r in range(count)]
    above = np.full(count, -1, np.int64)  # the reach that comes in with the most water
    most = np.zeros(count)
    for r in range(count - 1, -1, -1):
        to = int(found.receivers[r])
        if to != r:
            brings = float(discharge[lines[r][-2]])
            if brings >= most[to]:
                above[to], most[to] = r, brings
    course_of, first = np.full(count, -1, np.int64), np.zeros(count, np.int64)
    made: list[Course] = []
    for last in range(count):
        to = int(found.receivers[last])
        if to != last and above[to] == last:
            continue
        chain = [last]
        while above[chain[-1]] >= 0:
            chain.append(int(above[chain[-1]]))
        chain.reverse()
        cells = np.concatenate([lines[r] if r == last else lines[r][:-1] for r in chain])
        if len(cells) < 2:
            continue
        sizes = [len(lines[r]) - 1 for r in chain]
        begins = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int64)
        for r, begin in zip(chain, begins, strict=True):
            course_of[r], first[r] = len(made), begin
        orders = np.concatenate([np.full(size, int(found.order[r])) for r, size in zip(chain, sizes, strict=True)])
        orders = np.concatenate([orders, orders[-1:]])[: len(cells)]
        carried = discharge[cells].copy()
        if to != last:
            carried[-1] = carried[-2]
        one = Course(
            _dense(places.places(cells)), _dense(carried), np.repeat(orders, _PARTS)[: (len(cells) - 1) * _PARTS + 1]
        )
        if to != last:
            one.into, one.at = int(course_of[to]), int(first[to]) * _PARTS
        made.append(one)
    return made


def _through(points: Floats, step: float) -> Floats:
    """Return a smooth curve through places, a point every `step` or less (centripetal Catmull-Rom)."""
    keep = np.concatenate([[True], np.hypot(*np.diff(points, axis=0).T) > 1e-9])
    points = points[keep]
    if len(points) < 2:
        return points
    ends = np.stack([2.0 * points[0] - points[1], *points, 2.0 * points[-1] - points[-2]])
    pieces = []
    for i in range(len(points) - 1):
        p = ends[i : i + 4]
        gaps = np.sqrt(np.hypot(*np.diff(p, axis=0).T))
        knots = np.concatenate([[0.0], np.cumsum(gaps)])
        count = max(1, math.ceil(gaps[1] ** 2 / step))
        t = (knots[1] + (knots[2] - knots[1]) * np.arange(count) / count)[:, np.newaxis]
        rows = [p[j] + (t - knots[j]) / (knots[j + 1] - knots[j]) * (p[j + 1] - p[j]) for j in range(3)]
        rows = [rows[j] + (t - knots[j]) / (knots[j + 2] - knots[j]) * (rows[j + 1] - rows[j]) for j in range(2)]
        pieces.append(rows[0] + (t - knots[1]) / (knots[2] - knots[1]) * (rows[1] - rows[0]))
    return np.concatenate([*pieces, points[-1:]])


def courses_of_lines(lines: tuple[Line, ...], graph: FlowGraph, places: Places, noun: Rivers) -> list[Course]:
    """Return rivers along strokes. One that ends on dry land runs on where the water would; one that meets an earlier one joins it."""
    step = places.grid.cell_size / _PARTS
    made: list[Course] = []
    for line in lines:
        drawn = [*line.points, line.points[0]] if line.closed else list(line.points)
        xy = _through(np.array(drawn, np.float64), step)
        here = places.inside(xy)
        if len(xy) < 2 or not here.any():
            continue
        start = int(np.argmax(here))
        out = np.flatnonzero(~here[start:])
        xy = xy[start : start + int(out[0])] if out.size else xy[start:]
        left = bool(out.size)
        sea = np.flatnonzero(places.at(xy) == -1)
        if sea.size and (sea[0] > 0 or len(sea) == len(xy)):
            xy, left = xy[: sea[0] + 1], True
        if not left and len(xy):
            xy = _continued(xy, graph, places)
        if len(xy) < 2:
            continue
        width = line.width or noun.width
        discharge = np.full(len(xy), (width / noun.width) ** 2)
        one = Course(xy, discharge, np.ones(len(xy), np.int64), width=width, name=line.name)
        _join(one, made, places)
        if len(one.xy) >= 2:
            made.append(one)
    return made


def _continued(xy: Floats, graph: FlowGraph, places: Places) -> Floats:
    cell = int(places.cell(xy[-1:])[0])
    cells = []
    standing = places.standing.reshape(-1)
    while standing[cell] == 0 and graph.receivers[cell] != cell:
        cell = int(graph.receivers[cell])
        cells.append(cell)
    if not cells:
        return xy
    return np.concatenate([xy, _dense(np.concatenate([xy[-1:], places.places(np.array(cells))]))[1:]])


def _join(one: Course, made: list[Course], places: Places) -> None:
    """Let a course end at the first place where it meets an earlier one."""
    near = 0.75 * places.grid.cell_size
    for i in range(1, len(one.xy)):
        for number, other in enumerate(made):
            away = np.hypot(*(other.xy - one.xy[i]).T)
            at = int(np.argmin(away))
            if away[at] <= max(near, 0.5 * (other.width or 0.0)) and at > 0:
                one.xy = np.concatenate([one.xy[:i], other.xy[at : at + 1]])
                one.discharge, one.order = one.discharge[: i + 1], one.order[: i + 1]
                one.into, one.at = number, at
                more = float(one.discharge[-1])
                to, place = number, at
                while to >= 0:  # what it brings flows on
                    made[to].discharge[place:] += more
                    to, place = made[to].into, made[to].at
                return


def smooth(courses: list[Course], places: Places, noun: Rivers) -> None:
    """Straighten courses within bounds, main stems first; others bend into them downstream of where they met."""
    cell = places.grid.cell_size
    bound = max(noun.smoothing, 1.5 * cell)
    arrivals: list[list[int]] = [[] for _ in courses]
    for one in courses:
        if one.into >= 0:
            arrivals[one.into].append(one.at)
    shifts: list[dict[int, int]] = []
    for number, one in enumerate(courses):
        limit = np.full(len(one.xy), bound)
        points = np.ascontiguousarray(one.xy)
        home = points.copy()
        if one.into >= 0:
            main = courses[one.into]
            one.at = shifts[one.into][one.at]
            points, home, limit = _toward(points, main.xy[one.at], limit)
        kernels.relax(points, home, limit, _PASSES, _FREE)
        one.xy = points
        one.discharge = _eased(one.discharge)
        shifts.append(_shifted(one, sorted(set(arrivals[number])), cell, noun))
        one.joins = sorted(set(shifts[-1].values()))


def _toward(points: Floats, end: Floats, limit: Floats) -> tuple[Floats, Floats, Floats]:
    """Bend the lower part of a course so that it ends at a place."""
    pull = end - points[-1]
    far = float(np.hypot(*pull))
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    reach = max(min(3.0 * far, float(along[-1])), 1e-9)
    share = np.clip(1.0 - (along[-1] - along) / reach, 0.0, 1.0)
    share = (share * share * (3.0 - 2.0 * share))[:, np.newaxis]
    bent = np.ascontiguousarray(points + share * pull)
    bent[-1] = end
    return bent, bent.copy(), limit


def _eased(discharge: Floats, reach: int = 4) -> Floats:
    """Spread steps of the discharge at confluences over some points; it never falls downstream."""
    wide = np.concatenate([np.full(reach, discharge[0]), discharge, np.full(reach, discharge[-1])])
    total = np.concatenate([[0.0], np.cumsum(wide)])
    return np.asarray((total[2 * reach + 1 :] - total[: -2 * reach - 1]) / (2 * reach + 1))


def _shifted(one: Course, places_of: list[int], cell: float, noun: Rivers) -> dict[int, int]:
    """Return for each point where others arrive the point below it where they flow in."""
    last = len(one.xy) - 1
    out: dict[int, int] = {}
    steps = np.hypot(*np.diff(one.xy, axis=0).T)
    for i, place in enumerate(places_of):
        width = one.width or noun.width * math.sqrt(float(one.discharge[place]))
        far, to = 0.75 * width + 0.75 * cell, place
        stop = (places_of[i + 1] if i + 1 < len(places_of) else last) - 1
        while to < stop and far > 0.0:
            far -= float(steps[to])
            to += 1
        out[place] = to
    return out
