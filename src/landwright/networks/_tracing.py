"""Lines one pixel wide as ordered points: traced from end to end, led on at junctions, joined over gaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from landwright.networks._kernels.thinning import thin

__all__ = ["Path", "Trace", "bridge_gaps", "lead_on", "prune", "thinned", "trace"]

Floats = NDArray[np.float64]
Pixel = tuple[int, int]

_EIGHT: Final = np.ones((3, 3), bool)
_AROUND: Final = ((-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1))


@dataclass(frozen=True)
class Path:
    """Pixels (row, column) in order from one end or junction to the next.

    ``ends`` holds the junction at the beginning and at the end, -1 where the line is free.
    """

    pixels: tuple[Pixel, ...]
    ends: tuple[int, int]
    closed: bool = False


@dataclass(frozen=True)
class Trace:
    """All paths of a picture, and the pixels of each junction."""

    paths: tuple[Path, ...]
    junctions: tuple[tuple[Pixel, ...], ...]

    def middle(self, junction: int) -> Floats:
        """Return the middle of a junction (row, column)."""
        made: Floats = np.mean(self.junctions[junction], axis=0)
        return made


def thinned(ink: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return strokes thinned to one pixel; those at the picture's rim count as if paper went on beyond it."""
    wide = np.ascontiguousarray(np.pad(ink, 1), np.uint8)
    thin(wide)
    return wide[1:-1, 1:-1].astype(bool)


def trace(line: NDArray[np.bool_]) -> Trace:
    """Return the paths of thinned strokes, depth first from their free ends; each pixel is in one path or one junction, once."""
    rows, cols = np.nonzero(line)
    inked: set[Pixel] = set(zip(rows.tolist(), cols.tolist()))
    near = {p: [q for dr, dc in _AROUND if (q := (p[0] + dr, p[1] + dc)) in inked] for p in inked}
    labels: Any
    labels, count = ndimage.label(_many(line), _EIGHT)
    junction = {p: int(labels[p]) - 1 for p in inked if labels[p]}
    members: list[list[Pixel]] = [[] for _ in range(count)]
    for p in sorted(junction):
        members[junction[p]].append(p)
    seen: set[Pixel] = set()
    opened: set[int] = set()
    paths: list[Path] = []
    for start in sorted(p for p in inked if len(near[p]) < 2):
        _depth_first([(start, None)], near, junction, members, seen, opened, paths)
    for number in range(count):
        if number not in opened:
            opened.add(number)
            _depth_first(_branches(number, near, junction, members), near, junction, members, seen, opened, paths)
    for start in sorted(inked - seen - junction.keys()):  # what is left has neither ends nor junctions
        if start not in seen:
            _depth_first([(start, None)], near, junction, members, seen, opened, paths)
    return Trace(tuple(paths), tuple(tuple(group) for group in members))


def _many(line: NDArray[np.bool_]) -> NDArray[np.bool_]:
    around = ndimage.convolve(line.astype(np.int8), _EIGHT.astype(np.int8), mode="constant") - 1
    made: NDArray[np.bool_] = line & (around >= 3)
    return made


def _branches(
    number: int, near: dict[Pixel, list[Pixel]], junction: dict[Pixel, int], members: list[list[Pixel]]
) -> list[tuple[Pixel, Pixel | None]]:
    return [(q, p) for p in members[number] for q in near[p] if q not in junction]


def _depth_first(
    waiting: list[tuple[Pixel, Pixel | None]],
    near: dict[Pixel, list[Pixel]],
    junction: dict[Pixel, int],
    members: list[list[Pixel]],
    seen: set[Pixel],
    opened: set[int],
    paths: list[Path],
) -> None:
    """Follow each waiting pixel to the end of its path; a junction that is reached puts its branches on the stack."""
    while waiting:
        here, before = waiting.pop()
        if here in seen:
            continue
        first = junction[before] if before is not None else -1
        last, pixels, closed = -1, [here], False
        seen.add(here)
        while True:
            ahead = [q for q in near[here] if q != before and (q in junction or q not in seen)]
            if not ahead:
                closed = before is not None and first < 0 and len(pixels) > 3 and pixels[0] in near[here]
                break
            before, here = here, ahead[0]
            if here in junction:
                last = junction[here]
                break
            seen.add(here)
            pixels.append(here)
        paths.append(Path(tuple(pixels), (first, last), closed))
        if last >= 0 and last not in opened:
            opened.add(last)
            waiting.extend(_branches(last, near, junction, members))


def prune(line: NDArray[np.bool_], half: Floats) -> NDArray[np.bool_]:
    """Take away the short spurs that thinning leaves where a stroke is wide; `half` is half the width of the stroke (px)."""
    line = line.copy()
    for _ in range(8):
        found = trace(line)
        short = []
        for path in found.paths:
            if (path.ends[0] < 0) == (path.ends[1] < 0) or path.closed:
                continue
            node = max(path.ends)
            at = tuple(np.round(found.middle(node)).astype(int))
            if len(path.pixels) <= 1.5 * half[at] + 2.0:
                short.append((len(path.pixels), path, node))
        cut: set[int] = set()
        for _, path, node in sorted(short, key=lambda item: item[0]):
            if node not in cut:  # one a turn: the other may then go on as the end of its stroke
                cut.add(node)
                for p in path.pixels:
                    line[p] = False
        if not cut:
            break
        line = thinned(line)
    return line


def bridge_gaps(line: NDArray[np.bool_], ink: NDArray[np.bool_], gap: float, under: float) -> NDArray[np.bool_]:
    """Join free ends that face each other: over paper up to `gap` px, under other ink up to `under` px."""
    found = trace(line)
    ends = [
        (np.array(path.pixels[-side if side else 0], float), _outward(path, side))
        for path in found.paths
        for side in (0, 1)
        if path.ends[side] < 0 and not path.closed and len(path.pixels) >= 5
    ]
    pairs = []
    for i, (a, way) in enumerate(ends):
        for j in range(i + 1, len(ends)):
            b, back = ends[j]
            far = float(np.hypot(*(b - a)))
            if not 0.0 < far <= max(gap, under):
                continue
            ahead = (b - a) / far
            if way @ ahead < 0.75 or back @ -ahead < 0.75:
                continue
            between = a + (b - a) * np.linspace(0.0, 1.0, int(far) + 2)[:, np.newaxis]
            r, c = np.round(between).astype(int).T
            if far <= gap or ink[r, c].mean() >= 0.75:
                pairs.append((far, i, j, r, c))
    used: set[int] = set()
    line = line.copy()
    for _, i, j, r, c in sorted(pairs, key=lambda item: item[0]):
        if i not in used and j not in used:
            used |= {i, j}
            line[r, c] = True
    return thinned(line) if used else line


def _outward(path: Path, side: int, reach: int = 12) -> Floats:
    """Return the unit vector in which a path leaves at its beginning (0) or end (1)."""
    points = np.array(path.pixels[:reach] if side == 0 else path.pixels[: -reach - 1 : -1], float)
    way = points[0] - points[-1]
    made: Floats = way / max(float(np.hypot(*way)), 1e-9)
    return made


@dataclass
class Course:
    """A line led on through junctions: points (row, column), and the junctions along it with their position in the points."""

    points: Floats
    joints: list[tuple[int, int]]
    closed: bool = False

    @property
    def free(self) -> tuple[bool, bool]:
        """Whether it begins, and whether it ends, at no junction."""
        held = {at for at, _ in self.joints}
        return 0 not in held, len(self.points) - 1 not in held


def lead_on(found: Trace, width: float) -> list[Course]:
    """Return lines that go straight on at junctions; junctions nearer than about a width of the pen are one."""
    home = list(range(len(found.junctions)))

    def root(node: int) -> int:
        while home[node] != node:
            node = home[node]
        return node

    paths = []
    for path in found.paths:
        a, b = path.ends
        if a >= 0 and b >= 0 and a != b and len(path.pixels) <= 1.5 * width + 4.0:
            home[max(root(a), root(b))] = min(root(a), root(b))
        else:
            paths.append(path)
    groups: dict[int, list[Pixel]] = {}
    for number, pixels in enumerate(found.junctions):
        groups.setdefault(root(number), []).extend(pixels)
    middles = {number: np.mean(pixels, axis=0) for number, pixels in groups.items()}
    ends = [tuple(root(n) if n >= 0 else -1 for n in path.ends) for path in paths]
    paths, ends = _without_rings(paths, ends, width)
    partner = _partners(paths, ends, middles, int(2.0 * width) + 8)
    return _chained(paths, ends, partner, middles)


def _without_rings(paths: list[Path], ends: list[Any], width: float) -> tuple[list[Path], list[Any]]:
    """Leave out the tiny loops that merged junctions make."""
    kept = [i for i, e in enumerate(ends) if not (e[0] >= 0 and e[0] == e[1] and len(paths[i].pixels) <= 3 * width + 4)]
    return [paths[i] for i in kept], [ends[i] for i in kept]


def _partners(
    paths: list[Path], ends: list[Any], middles: dict[int, Any], reach: int
) -> dict[tuple[int, int], tuple[int, int]]:
    """Return which end of which path goes on as which other: pairs at a junction, the straightest first."""
    at: dict[int, list[tuple[tuple[int, int], Floats]]] = {}
    for i, path in enumerate(paths):
        for side in (0, 1):
            node = ends[i][side]
            if node < 0 or ends[i][0] == ends[i][1]:  # a loop hangs on a junction and does not go through
                continue
            pixels = path.pixels if side == 0 else path.pixels[::-1]
            way = np.array(pixels[min(reach, len(pixels) - 1)], float) - middles[node]
            at.setdefault(node, []).append(((i, side), way / max(float(np.hypot(*way)), 1e-9)))
    partner: dict[tuple[int, int], tuple[int, int]] = {}
    for meeting in at.values():
        turns = sorted(
            (float(meeting[i][1] @ meeting[j][1]), meeting[i][0], meeting[j][0])
            for i in range(len(meeting))
            for j in range(i + 1, len(meeting))
        )
        for cosine, one, two in turns:
            straight = cosine < -0.64 or len(meeting) == 2
            if straight and one not in partner and two not in partner:
                partner[one], partner[two] = two, one
    return partner


def _chained(
    paths: list[Path], ends: list[Any], partner: dict[tuple[int, int], tuple[int, int]], middles: dict[int, Any]
) -> list[Course]:
    done: set[int] = set()
    made: list[Course] = []
    starts = [(i, side) for i in range(len(paths)) for side in (0, 1) if (i, side) not in partner]
    for i, side in [*starts, *((i, 0) for i in range(len(paths)))]:  # those left at the end are rings
        if i in done:
            continue
        points: list[Any] = []
        joints: list[tuple[int, int]] = []
        at, enter, ring = i, side, False
        if ends[at][enter] >= 0:
            joints.append((0, ends[at][enter]))
            points.append(middles[ends[at][enter]])
        while True:
            done.add(at)
            points.extend(np.array(p, float) for p in (paths[at].pixels if enter == 0 else paths[at].pixels[::-1]))
            leave = 1 - enter
            node = ends[at][leave]
            if node >= 0:
                joints.append((len(points), node))
                points.append(middles[node])
            onward = partner.get((at, leave))
            if onward is None:
                break
            if onward[0] in done:
                ring = onward == (i, side)
                break
            at, enter = onward
        loop = paths[i].closed or ring or (ends[i][0] >= 0 and ends[i][0] == ends[i][1])
        made.append(Course(np.array(points), joints, loop))
    return made
