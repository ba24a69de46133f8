"""Profile: how high a road lies, in five steps, and no steeper than it may be.

Initial heights (ground and a bounded random part), crossing heights (the mean of what meets), blending towards them, the steepest
grade, and rounded crests and dips. Heights of points are lists of arrays, one for each edge, in the order of its points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Steep", "Track", "blend", "crossing_heights", "limit_grade", "profile", "round_off", "wander"]

Floats = NDArray[np.float64]

_SAME: Final = 1e-9
"""Heights (m) nearer than this are one: sweeps round, and must come to an end."""


@dataclass(frozen=True)
class Track:
    """An edge as its profile needs it.

    Attributes
    ----------
    ends : (int, int)
        Its nodes.
    step : float
        Least level distance between points that follow each other (m).
    count : int
        Points.
    hold : (int, int)
        Steps from each end over which it is level, because roads meet there.
    curve : int
        Steps on both sides of a point over which its grade changes.
    """

    ends: tuple[int, int]
    step: float
    count: int
    hold: tuple[int, int]
    curve: int

    @property
    def along(self) -> Floats:
        """Metres that count towards the grade (n,): from the end of the first level stretch to the start of the last."""
        i = np.arange(self.count, dtype=np.float64)
        out: Floats = np.clip(i - self.hold[0], 0.0, float(self.free)) * self.step
        return out

    @property
    def free(self) -> int:
        """Steps between the level stretches."""
        return max(0, self.count - 1 - self.hold[0] - self.hold[1])


@dataclass(frozen=True)
class Steep:
    """A climb that the grade forbids: between nodes `low` and `high`, `rise` metres over `length` metres of road."""

    low: int
    high: int
    rise: float
    length: float


def wander(along: Floats, amplitude: float, wavelength: float, knots: Floats) -> Floats:
    """Return smooth bounded random heights (n,): `knots` of -1 to 1 a wavelength apart, eased into each other."""
    at = along / wavelength
    i = np.minimum(at.astype(np.int64), len(knots) - 2)
    t = np.clip(at - i, 0.0, 1.0)
    t = t * t * (3.0 - 2.0 * t)
    out: Floats = amplitude * (knots[i] * (1.0 - t) + knots[i + 1] * t)
    return out


def crossing_heights(heights: Sequence[Floats], tracks: Sequence[Track], nodes: int) -> Floats:
    """Return the mean of the end heights that meet at each node (k,)."""
    total, count = np.zeros(nodes), np.zeros(nodes)
    for z, track in zip(heights, tracks):
        for node, height in zip(track.ends, (z[0], z[-1])):
            total[node] += height
            count[node] += 1.0
    out: Floats = total / np.maximum(count, 1.0)
    return out


def blend(heights: Sequence[Floats], tracks: Sequence[Track], crossing: Floats, transition: float) -> list[Floats]:
    """Lead each road to the heights of its crossings over a length; between two that are nearer both have their share."""
    made = []
    for z, track in zip(heights, tracks):
        along = np.arange(track.count) * track.step
        reach = max(min(transition, 0.5 * float(along[-1])), 1e-9)
        y = np.clip(1.0 - along / reach, 0.0, 1.0)
        fade = y * y * (3.0 - 2.0 * y)
        a, b = track.ends
        out = z + fade * (crossing[a] - z[0]) + fade[::-1] * (crossing[b] - z[-1])
        out[0], out[-1] = crossing[a], crossing[b]
        made.append(out)
    return made


def _upper(
    heights: Sequence[Floats], tracks: Sequence[Track], nodes: Floats, grade: float
) -> tuple[list[Floats], Floats]:
    """Return the highest profile that is nowhere above the given one and nowhere steeper than the grade, over the whole network.

    Two sweeps along each edge do it; nodes hand their height on until no one is lowered any more.
    """
    level, made = nodes.copy(), [z.copy() for z in heights]
    stale = np.ones(len(tracks), bool)
    while stale.any():
        lowered = np.zeros(len(level), bool)
        for i in np.flatnonzero(stale).tolist():
            track, z = tracks[i], made[i]
            a, b = track.ends
            rise = grade * track.along
            z[0], z[-1] = min(z[0], level[a]), min(z[-1], level[b])
            z[:] = np.minimum.accumulate(z - rise) + rise
            z[:] = (np.minimum.accumulate((z + rise)[::-1]))[::-1] - rise
            for node, height in ((a, z[0]), (b, z[-1])):
                if height < level[node] - _SAME:
                    level[node], lowered[node] = height, True
        stale = np.array([bool(lowered[track.ends[0]] or lowered[track.ends[1]]) for track in tracks])
    return made, level


def _lower(
    heights: Sequence[Floats], tracks: Sequence[Track], nodes: Floats, grade: float
) -> tuple[list[Floats], Floats]:
    made, level = _upper([-z for z in heights], tracks, -nodes, grade)
    return [-z for z in made], -level


def limit_grade(
    heights: Sequence[Floats], tracks: Sequence[Track], nodes: Floats, fixed: NDArray[np.bool_], grade: float
) -> tuple[list[Floats], Floats, Steep | None]:
    """Bring a profile down to a grade, as near to the given one as it can be.

    The mean of the highest profile below it and the lowest above it that keep the grade is the one whose greatest distance is least.
    Fixed nodes keep their height: what they allow at each point is a cone, and the profile is kept between the cones.

    Returns
    -------
    heights : list of (n,) float64
        No two points that follow each other differ by more than the grade times their distance.
    nodes : (k,) float64
        Where the nodes lie now.
    steep : Steep or None
        The worst pair of fixed nodes if they are too far apart in height; then the heights are without meaning.
    """
    below, low = _upper(heights, tracks, nodes, grade)
    above, high = _lower(heights, tracks, nodes, grade)
    far = 1e12
    roof, top = _upper([np.full(t.count, far) for t in tracks], tracks, np.where(fixed, nodes, far), grade)
    floor, ground = _lower([np.full(t.count, -far) for t in tracks], tracks, np.where(fixed, nodes, -far), grade)
    if fixed.any() and bool((ground > top + 1e-9).any()):
        return list(heights), nodes, _steepest(tracks, nodes, fixed, grade)
    made = [np.clip(0.5 * (b + a), f, r) for b, a, f, r in zip(below, above, floor, roof)]
    return made, np.clip(0.5 * (low + high), ground, top), None


def _steepest(tracks: Sequence[Track], nodes: Floats, fixed: NDArray[np.bool_], grade: float) -> Steep:
    """Return the pair of fixed nodes that asks for the most beyond the grade."""
    worst, most = None, 0.0
    for start in np.flatnonzero(fixed):
        away = np.full(len(nodes), np.inf)
        away[start] = 0.0
        changed = True
        while changed:
            changed = False
            for track in tracks:
                length = track.free * track.step
                for a, b in (track.ends, track.ends[::-1]):
                    if away[a] + length < away[b]:
                        away[b], changed = away[a] + length, True
        for end in np.flatnonzero(fixed & np.isfinite(away)):
            over = float(nodes[end] - nodes[start]) - grade * float(away[end])
            if over > most:
                worst, most = Steep(int(start), int(end), float(nodes[end] - nodes[start]), float(away[end])), over
    return worst or Steep(0, 0, 0.0, 0.0)


def round_off(z: Floats, track: Track) -> Floats:
    """Round crests and dips: the mean under a triangle, which steepens nothing; ends keep their heights.

    Beyond a level end the road goes on level, beyond any other as its mirror image through the end.
    """
    half = track.curve
    if half < 1 or len(z) < 3:
        return z
    before = np.full(half, z[0]) if track.hold[0] else 2.0 * z[0] - z[np.minimum(np.arange(half, 0, -1), len(z) - 1)]
    after = (
        np.full(half, z[-1]) if track.hold[1] else 2.0 * z[-1] - z[np.maximum(len(z) - 1 - np.arange(1, half + 1), 0)]
    )
    wide = np.concatenate([before, z, after])
    weight = (half + 1.0 - np.abs(np.arange(-half, half + 1))) / (half + 1.0) ** 2
    out: Floats = np.convolve(wide, weight, "valid")
    out[0], out[-1] = z[0], z[-1]
    return out


def _spread(bound: Floats, half: int) -> Floats:
    """Return the greatest bound within `half` points of each."""
    out = bound.copy()
    for shift in range(1, half + 1):
        out[shift:] = np.maximum(out[shift:], bound[:-shift])
        out[:-shift] = np.maximum(out[:-shift], bound[shift:])
    return out


def profile(
    wanted: Sequence[Floats],
    bounds: Sequence[Floats],
    tracks: Sequence[Track],
    nodes: int,
    *,
    grade: float,
    transition: float,
) -> tuple[list[Floats], Floats, Steep | None]:
    """Take steps two to five of the pipeline: crossings, blending, the steepest grade, and rounding.

    Parameters
    ----------
    wanted : sequence of (n,) float64
        Initial heights.
    bounds : sequence of (n,) float64
        Least heights, as over water; -inf where there is none.
    tracks : sequence of Track
        The edges.
    nodes : int
        How many nodes there are; those at which one edge ends keep their height, raised to what the bounds ask for.
    grade, transition : float
        The steepest grade, and the length over which roads come to a crossing (m).

    Returns
    -------
    tuple
        As of :func:`limit_grade`.
    """
    lifted = [np.where(np.isfinite(b), np.maximum(z, b), z) for z, b in zip(wanted, bounds)]
    crossing = crossing_heights(lifted, tracks, nodes)
    blended = blend(lifted, tracks, crossing, transition)
    count = np.zeros(nodes, np.int64)
    for track in tracks:
        for node in track.ends:
            count[node] += 1
    least = [_spread(b, t.curve) for b, t in zip(bounds, tracks)]
    floor, under = _lower([np.where(np.isfinite(b), b, -1e12) for b in least], tracks, np.full(nodes, -1e12), grade)
    start = np.maximum(crossing, under)
    made, level, steep = limit_grade(blended, tracks, start, count == 1, grade)
    if steep is not None:
        return made, level, steep
    made = [np.maximum(z, f) for z, f in zip(made, floor)]
    level = np.maximum(level, under)
    return [round_off(z, track) for z, track in zip(made, tracks)], level, None
