"""Curves through points: least-squares cubics, resampling, curvature, and bends that are not too tight.

A *cubic* is (4, d) control points of a Bezier curve; d is 2 (east, north) or 3. Ends are kept to the bit.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import FieldError, sentence
from landwright.networks._kernels.curves import stiffen

__all__ = ["curvature", "ease", "evaluate", "fit_cubic", "fit_cubics", "lengths", "resample", "smooth_line"]

Floats = NDArray[np.float64]

_POLISH: Final = 4
"""Times the parameters of a fit are moved to the nearest places on the curve."""
_ROUNDS: Final = 120


def lengths(points: Floats) -> Floats:
    """Return how far along a polyline each point lies (n,), metres from the first; over all its axes."""
    steps = np.sqrt(((points[1:] - points[:-1]) ** 2).sum(axis=1))
    return np.concatenate([[0.0], np.cumsum(steps)])


def evaluate(cubic: Floats, t: ArrayLike) -> Floats:
    """Return the points of a cubic at parameters from 0 to 1, (n, d)."""
    s = np.asarray(t, np.float64)[:, np.newaxis]
    r = 1.0 - s
    out: Floats = (
        cubic[0] * (r * r * r) + cubic[1] * (3.0 * s * r * r) + cubic[2] * (3.0 * s * s * r) + cubic[3] * (s * s * s)
    )
    return out


def _chords(points: Floats) -> Floats:
    along = lengths(points)
    if along[-1] <= 0.0:
        return np.linspace(0.0, 1.0, len(points))
    t: Floats = along / along[-1]
    return t


def fit_cubic(points: ArrayLike, t: ArrayLike | None = None) -> Floats:
    """Fit a cubic to points by least squares; it begins at the first and ends at the last.

    Parameters
    ----------
    points : (n, d) array
        At least two, metres.
    t : (n,) array, optional
        The parameter of each point, from 0 to 1; by default how far along the polyline it lies.

    Returns
    -------
    (4, d) float64
        Control points. The inner two solve the 2 x 2 normal equations of the sum of squared distances; points that say too little
        (fewer than two between the ends) give a straight cubic.

    Notes
    -----
    Reach: whole. Cost: O(points).
    Deterministic: bit-identical.
    """
    given = np.asarray(points, np.float64)
    if given.ndim != 2 or len(given) < 2:
        raise FieldError(sentence("networks.fit_cubic: points", "must be (n, d) with two points or more", given.shape))
    s = _chords(given) if t is None else np.asarray(t, np.float64)
    r = 1.0 - s
    first, last = given[0], given[-1]
    b1, b2 = 3.0 * s * r * r, 3.0 * s * s * r
    rest = given - np.outer(r * r * r + 0.0, first) - np.outer(s * s * s, last)
    a11, a12, a22 = float(b1 @ b1), float(b1 @ b2), float(b2 @ b2)
    det = a11 * a22 - a12 * a12
    if det <= 1e-12 * max(a11 * a22, 1e-300):
        return np.stack([first, first + (last - first) / 3.0, last - (last - first) / 3.0, last])
    v1, v2 = b1 @ rest, b2 @ rest
    return np.stack([first, (a22 * v1 - a12 * v2) / det, (a11 * v2 - a12 * v1) / det, last])


def _fit_along(points: Floats, t: Floats, start: Floats, end: Floats) -> Floats:
    """Fit a cubic whose ends point along given unit vectors (both inwards): how far its inner points lie is the least-squares answer."""
    r = 1.0 - t
    b1, b2 = 3.0 * t * r * r, 3.0 * t * t * r
    straight = np.outer(r * r * r + b1, points[0]) + np.outer(t * t * t + b2, points[-1])
    rest = points - straight
    c = float(start @ end)
    a11, a12, a22 = float(b1 @ b1), c * float(b1 @ b2), float(b2 @ b2)
    x1, x2 = float((b1[:, np.newaxis] * start * rest).sum()), float((b2[:, np.newaxis] * end * rest).sum())
    det = a11 * a22 - a12 * a12
    chord = float(np.sqrt(((points[-1] - points[0]) ** 2).sum()))
    near = far = chord / 3.0
    if det > 1e-12 * max(a11 * a22, 1e-300):
        near, far = (x1 * a22 - x2 * a12) / det, (a11 * x2 - a12 * x1) / det
    if not (0.1 * chord < near < 1.5 * chord and 0.1 * chord < far < 1.5 * chord):
        near = far = chord / 3.0
    return np.stack([points[0], points[0] + near * start, points[-1] + far * end, points[-1]])


def _nearer(cubic: Floats, points: Floats, t: Floats) -> Floats:
    """Move parameters one Newton step towards the nearest places on the curve, in order."""
    d1 = 3.0 * (cubic[1:] - cubic[:-1])
    d2 = 2.0 * (d1[1:] - d1[:-1])
    s = t[:, np.newaxis]
    r = 1.0 - s
    first = d1[0] * (r * r) + d1[1] * (2.0 * s * r) + d1[2] * (s * s)
    second = d2[0] * r + d2[1] * s
    off = evaluate(cubic, t) - points
    top, low = (off * first).sum(axis=1), (first * first).sum(axis=1) + (off * second).sum(axis=1)
    moved = np.where(low > 1e-12, t - top / np.where(low > 1e-12, low, 1.0), t)
    moved[0], moved[-1] = 0.0, 1.0
    out: Floats = np.clip(np.maximum.accumulate(moved), 0.0, 1.0)
    return out


def _unit(vector: Floats) -> Floats:
    size = float(np.sqrt((vector * vector).sum()))
    return vector / size if size > 1e-12 else np.zeros_like(vector)


def _tangent(points: Floats, at: int) -> Floats:
    """Return which way a list of points runs at one of them: from about a tenth of its neighbours on both sides."""
    reach = max(1, min(4, len(points) // 10))
    low, high = max(0, at - reach), min(len(points) - 1, at + reach)
    return _unit(points[high] - points[low])


def _best(points: Floats, start: Floats | None, end: Floats | None) -> tuple[Floats, Floats]:
    """Fit one cubic, free at an end without a tangent, and return it with the distance of every point from its place on it."""
    t = _chords(points)
    cubic = fit_cubic(points, t)
    if start is not None or end is not None:
        ways = [
            _unit(cubic[1] - cubic[0]) if start is None else start,
            _unit(cubic[2] - cubic[3]) if end is None else end,
        ]
        chord = _unit(points[-1] - points[0])
        ways = [way if way.any() else sign * chord for way, sign in zip(ways, (1.0, -1.0))]
        cubic = _fit_along(points, t, ways[0], ways[1])
    for _ in range(_POLISH):
        t = _nearer(cubic, points, t)
        if start is None and end is None:
            cubic = fit_cubic(points, t)
        else:
            cubic = _fit_along(points, t, ways[0], ways[1])
    off = np.sqrt(((evaluate(cubic, t) - points) ** 2).sum(axis=1))
    return cubic, off


def fit_cubics(points: ArrayLike, tolerance: float, *, most: int = 100) -> Floats:
    """Fit a chain of cubics to points: split at the worst one until all lie within a tolerance, with one tangent at each split.

    Parameters
    ----------
    points : (n, d) array
        At least two, metres.
    tolerance : float
        Most that a point may lie off its curve (m).
    most : int
        Most points that one cubic is fitted to.

    Returns
    -------
    (m, 4, d) float64
        Cubics; each begins where the one before ends, in the same direction.

    Notes
    -----
    Reach: whole. Cost: O(points log points) for what is drawn by hand, O(points squared) at worst.
    Deterministic: bit-identical.
    """
    given = np.asarray(points, np.float64)
    if given.ndim != 2 or len(given) < 2:
        raise FieldError(sentence("networks.fit_cubics: points", "must be (n, d) with two points or more", given.shape))
    made: list[Floats] = []
    waiting: list[tuple[int, int, Floats | None, Floats | None]] = [(0, len(given) - 1, None, None)]
    while waiting:
        low, high, start, end = waiting.pop()
        part = given[low : high + 1]
        if len(part) <= most:
            cubic, off = _best(part, start, end)
            if len(part) <= 2 or float(off.max()) <= tolerance:
                made.append(cubic)
                continue
            inner = int(np.argmax(off[1:-1])) + 1
        else:
            inner = len(part) // 2
        middle = low + inner
        way = _tangent(part, inner)
        waiting.append((middle, high, way, end))
        waiting.append((low, middle, start, -way))
    return np.stack(made)


def resample(points: Floats, step: float) -> Floats:
    """Return a polyline with points at equal distances along it, at most `step` apart; its ends stay to the bit."""
    along = lengths(points[:, :2])
    count = max(1, int(np.ceil(along[-1] / step - 1e-9)))
    at = np.linspace(0.0, along[-1], count + 1)
    keep = np.concatenate([[True], np.diff(along) > 0.0])
    out = np.stack([np.interp(at, along[keep], points[keep, axis]) for axis in range(points.shape[1])], axis=1)
    out[0], out[-1] = points[0], points[-1]
    return out


def resample_legs(points: Floats, step: float) -> Floats:
    """Return a polyline with all its points, and more between them where they lie further apart than a step."""
    made = [resample(np.stack([a, b]), step)[:-1] for a, b in pairwise(points) if (a != b).any()]
    return np.concatenate([*made, points[-1:]])


def curvature(points: Floats) -> Floats:
    """Return one over the radius of the circle through each point and its two neighbours (n,), 1/m; 0 at the ends."""
    out = np.zeros(len(points))
    if len(points) < 3:
        return out
    a, b = points[1:-1, :2] - points[:-2, :2], points[2:, :2] - points[1:-1, :2]
    c = points[2:, :2] - points[:-2, :2]
    cross = np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0])
    sides = np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1) * (c * c).sum(axis=1))
    out[1:-1] = np.where(sides > 0.0, 2.0 * cross / np.where(sides > 0.0, sides, 1.0), np.inf)
    return out


def ease(points: Floats, step: float, radius: float) -> Floats:
    """Return a polyline near the given one, with points about `step` apart, that bends no tighter than `radius` if it can.

    Where it bends too much it is made stiffer, little by little, so the rest stays where it is.
    """
    line = resample(points, step)
    if radius <= 0.0 or len(line) < 3:
        return line
    limit = 1.0 / radius
    for _ in range(4):
        bends = curvature(line)
        if bends.max() <= limit:
            return line
        spacing = lengths(line)[-1] / (len(line) - 1)
        window = max(1, int(0.5 * radius / spacing))
        weight = np.full(len(line), 1e-3)
        least = max(1.0, (0.2 * radius / spacing) ** 4)
        most = (50.0 * radius / spacing) ** 4
        eased = line
        for _ in range(_ROUNDS):
            even = resample(eased, spacing)  # points may have run together, which hides a bend
            tight = lengths(even)[curvature(even) > 0.97 * limit]
            if not tight.size:
                break
            off = np.zeros(len(line) + 1)
            middle = np.searchsorted(lengths(eased), tight)
            np.add.at(off, np.maximum(middle - window, 0), 1.0)
            np.add.at(off, np.minimum(middle + window + 1, len(line)), -1.0)
            near = np.cumsum(off)[:-1] > 0.0
            weight = np.where(near, np.minimum(np.maximum(weight * 1.5, least), most), weight)
            eased = np.empty_like(line)
            stiffen(np.ascontiguousarray(line), weight, eased)
        line = resample(eased, step)
    return line


def smooth_line(
    points: ArrayLike, *, step: float, tolerance: float, radius: float, most: int = 100, closed: bool = False
) -> Floats:
    """Return the smooth centerline that follows points: cubics within the tolerance, points `step` apart, bends no tighter than `radius`.

    Parameters
    ----------
    points : (n, 2) array
        East and north, metres.
    step, tolerance, radius : float
        Metres; a radius of 0 lets bends be as tight as they are.
    most : int
        Most points that one cubic is fitted to.
    closed : bool
        Whether the last point is joined to the first.

    Returns
    -------
    (k, 2) float64
        It begins and ends where the points do (R-I3). A caller that must not have tighter bends looks at :func:`curvature`: fixed ends
        may leave no way.
    """
    given = np.asarray(points, np.float64)[:, :2]
    given = given[np.concatenate([[True], (np.diff(given, axis=0) != 0.0).any(axis=1)])]
    if closed and len(given) > 2:
        ring = given[:-1] if np.array_equal(given[0], given[-1]) else given
        laps = np.concatenate([ring, ring, ring, ring[:1]])
        line = ease(_through(laps, step, tolerance, most), step, radius)
        low, high = (int(np.argmin(((line[a:b] - ring[0]) ** 2).sum(axis=1))) + a for a, b in _thirds(len(line)))
        one = line[low : high + 1].copy()
        one[-1] = one[0]
        return resample(one, step)
    return ease(_through(given, step, tolerance, most), step, radius)


def _thirds(count: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return (count // 6, count // 2), (count // 2, count - count // 6)


def _filled(points: Floats, step: float) -> Floats:
    """Return points with more between those that lie further apart than a step, on the curve that goes through all of them.

    A centripetal Catmull-Rom curve makes no loops or cusps, whatever the distances; lists that are dense already stay as they are.
    """
    if len(points) < 3 or float(np.diff(lengths(points)).max()) <= step:
        return points
    wide = np.concatenate([2.0 * points[:1] - points[1:2], points, 2.0 * points[-1:] - points[-2:-1]])
    knots = np.concatenate([[0.0], np.cumsum(np.sqrt(np.sqrt(((wide[1:] - wide[:-1]) ** 2).sum(axis=1))))])
    made = []
    for i in range(1, len(wide) - 2):
        p, k = wide[i - 1 : i + 3], knots[i - 1 : i + 3]
        count = max(1, int(np.ceil(np.sqrt(((p[2] - p[1]) ** 2).sum()) / step)))
        t = (k[1] + (k[2] - k[1]) * np.arange(count) / count)[:, np.newaxis]
        low = [p[j] * (k[j + 1] - t) / (k[j + 1] - k[j]) + p[j + 1] * (t - k[j]) / (k[j + 1] - k[j]) for j in range(3)]
        mid = [
            low[j] * (k[j + 2] - t) / (k[j + 2] - k[j]) + low[j + 1] * (t - k[j]) / (k[j + 2] - k[j]) for j in range(2)
        ]
        made.append(mid[0] * (k[2] - t) / (k[2] - k[1]) + mid[1] * (t - k[1]) / (k[2] - k[1]))
    out = np.concatenate([*made, points[-1:]])
    out[0] = points[0]
    return out


def _through(points: Floats, step: float, tolerance: float, most: int) -> Floats:
    """Return the points of the cubics fitted to a polyline, close together."""
    if len(points) < 3:
        return points
    pieces = []
    for cubic in fit_cubics(_filled(points, 4.0 * step), tolerance, most=most):
        around = float(np.sqrt(((cubic[1:] - cubic[:-1]) ** 2).sum(axis=1)).sum())
        pieces.append(evaluate(cubic, np.linspace(0.0, 1.0, max(4, int(2.0 * around / step) + 2)))[:-1])
    made = np.concatenate([*pieces, points[-1:]])
    made[0] = points[0]
    return made


def unit_normals(points: Floats) -> Floats:
    """Return the level unit vectors to the right of a polyline (n, 2), from the way through both neighbours."""
    ways: Any = np.empty((len(points), 2))
    ways[1:-1] = points[2:, :2] - points[:-2, :2]
    ways[0], ways[-1] = points[1, :2] - points[0, :2], points[-1, :2] - points[-2, :2]
    size = np.sqrt((ways * ways).sum(axis=1, keepdims=True))
    ways = ways / np.where(size > 0.0, size, 1.0)
    out: Floats = np.stack([ways[:, 1], -ways[:, 0]], axis=1)
    return out
