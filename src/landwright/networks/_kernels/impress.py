"""Cut and fill: the ground beside roads.

*delta* is the distance beyond the bed. A segment is a row of ``at`` (n, 6), its two ends (x, y, z), metres; ``bed`` (n,) half the width of
the level ground under it. Segments lie in square bins of ``frame[2]`` metres from (``frame[0]``, ``frame[1]``) on, by their middles: those
of bin b are ``order[first[b]]`` to ``order[first[b + 1] - 1]``.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel


@kernel(inline=True)
def beside(x: Any, y: Any, segment: Any, at: Any) -> Any:
    """Return the distance of a place from a segment, and where along it (0 to 1) the nearest point lies."""
    ux = at[segment, 3] - at[segment, 0]
    uy = at[segment, 4] - at[segment, 1]
    vx = x - at[segment, 0]
    vy = y - at[segment, 1]
    size = ux * ux + uy * uy
    t = 0.0
    if size > 0.0:
        t = min(max((ux * vx + uy * vy) / size, 0.0), 1.0)
    dx = vx - t * ux
    dy = vy - t * uy
    return math.sqrt(dx * dx + dy * dy), t


@kernel(inline=True)
def led(ground: Any, road: Any, delta: Any, ring: Any, reach: Any, cut: Any, fill: Any) -> Any:
    """Return the ground `delta` beyond the bed: led over within the ring, and no steeper than the sides of cuts and banks.

    Towards `reach` the sides may be ever steeper, so that the ground there is what it was.
    """
    if delta >= reach:
        return ground
    level = ground
    if delta < ring:
        level = road + (ground - road) * (delta / ring)
    share = delta / reach
    run = delta / (1.0 - share * share)
    return min(max(level, road - fill * run), road + cut * run)


@kernel(
    "void(i8, i8, f8[::1], f8[::1], f8[::1], f8[::1], f8[:, ::1], f8[::1], i4[::1], i4[::1], f8[::1], i8[::1], f8[::1], f4[::1])"
)
def blend(
    row0: Any,
    row1: Any,
    x: Any,
    y: Any,
    ground: Any,
    least: Any,
    at: Any,
    bed: Any,
    order: Any,
    first: Any,
    frame: Any,
    bins: Any,
    how: Any,
    out: Any,
) -> None:
    """Find the ground at places `row0` to `row1 - 1` beyond the beds of roads.

    ``x``, ``y``, ``ground`` (k,) the places; ``least`` their delta to the nearest segment, above 0; ``bins`` columns and rows of bins;
    ``how`` ring, reach, cut, fill, depth of the bed, and how far from the middle of a segment a place may be that it reaches.
    Every segment within reach has a say, weighted by delta to the power of -4, so that the ground between the two legs of a hairpin, and
    along a road that climbs, is continuous.
    """
    ring, reach, cut, fill, depth, wide = how[0], how[1], how[2], how[3], how[4], how[5]
    for i in range(row0, row1):
        c0 = np.int64(max(math.floor((x[i] - wide - frame[0]) / frame[2]), 0.0))
        c1 = np.int64(min(math.floor((x[i] + wide - frame[0]) / frame[2]), bins[0] - 1.0))
        r0 = np.int64(max(math.floor((y[i] - wide - frame[1]) / frame[2]), 0.0))
        r1 = np.int64(min(math.floor((y[i] + wide - frame[1]) / frame[2]), bins[1] - 1.0))
        total = 0.0
        weights = 0.0
        changed = False
        for r in range(r0, r1 + 1):
            for c in range(c0, c1 + 1):
                b = r * bins[0] + c
                for k in range(first[b], first[b + 1]):
                    s = order[k]
                    d, t = beside(x[i], y[i], s, at)
                    delta = max(d - bed[s], 1e-6 * least[i])
                    if delta >= reach:
                        continue
                    road = at[s, 2] + t * (at[s, 5] - at[s, 2]) - depth
                    value = led(ground[i], road, delta, ring, reach, cut, fill)
                    changed = changed or value != ground[i]
                    share = least[i] / delta
                    share = share * share * share * share
                    total += share * value
                    weights += share
        out[i] = np.float32(total / weights) if changed else np.float32(ground[i])  # out
