"""Cut and fill: the ground beside roads, and the share of it that they take up.

*Symbols:* a segment s has the ends (``ax``, ``ay``, ``az``) and (``bx``, ``by``, ``bz``), metres; ``half`` is half its width and
``bed`` half the width of the level ground under it; ``pressed`` says whether it lies on the ground, ``shown`` whether it is seen from
above. Segments lie in square bins of ``size`` metres: those of bin b are ``order[first[b]]`` to ``order[first[b + 1] - 1]``.
*delta* is the distance beyond the bed.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._numba import kernel

_FAR = 1e30


@kernel(inline=True)
def beside(x: Any, y: Any, segment: Any, at: Any) -> Any:
    """Return the distance of a place from a segment, six numbers in ``at``, and where along it (0 to 1) the nearest point lies."""
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
def side(ground: Any, road: Any, delta: Any, ring: Any, reach: Any, cut: Any, fill: Any) -> Any:
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
    "void(i8, i8, f4[:, ::1], f8[::1], f8[::1], f8[:, ::1], f8[:, ::1], u1[:, ::1], i4[::1], i4[::1], f8[::1], i8[::1], f8[::1], "
    "f4[:, ::1], f4[:, ::1])"
)
def impress(
    row0: Any,
    row1: Any,
    z: Any,
    x: Any,
    y: Any,
    at: Any,
    halves: Any,
    kind: Any,
    order: Any,
    first: Any,
    frame: Any,
    bins: Any,
    how: Any,
    out: Any,
    area: Any,
) -> None:
    """Press roads into rows of the ground.

    ``at`` (n, 6) the ends of segments; ``halves`` (n, 2) half width and bed; ``kind`` (n, 2) pressed and shown; ``frame`` west,
    south and size of the bins; ``bins`` columns and rows of them; ``how`` ring, reach, cut, fill, depth of the bed, cell size.
    The segment whose bed is nearest decides what the place is; beyond beds every pressed segment within reach has a say, weighted
    by delta to the power of -4, so that the ground between two legs of a bend is continuous.
    """
    ring, reach, cut, fill, depth, cell = how[0], how[1], how[2], how[3], how[4], how[5]
    wide = reach + 2.0 * cell
    for s in range(halves.shape[0]):
        wide = max(wide, reach + halves[s, 1])
    for row in range(row0, row1):
        for col in range(z.shape[1]):
            out[row, col] = z[row, col]  # out
            area[row, col] = np.float32(0.0)
            px, py = x[col], y[row]
            c0 = np.int64(max(math.floor((px - wide - frame[0]) / frame[2]), 0.0))
            c1 = np.int64(min(math.floor((px + wide - frame[0]) / frame[2]), bins[0] - 1.0))
            r0 = np.int64(max(math.floor((py - wide - frame[1]) / frame[2]), 0.0))
            r1 = np.int64(min(math.floor((py + wide - frame[1]) / frame[2]), bins[1] - 1.0))
            best = _FAR
            found = -1
            height = 0.0
            covered = 0.0
            for r in range(r0, r1 + 1):
                for c in range(c0, c1 + 1):
                    b = r * bins[0] + c
                    for k in range(first[b], first[b + 1]):
                        s = order[k]
                        d, t = beside(px, py, s, at)
                        if kind[s, 1] != 0:
                            covered = max(covered, 0.5 + (halves[s, 0] - d) / cell)
                        delta = d - halves[s, 1]
                        if delta < best or (delta == best and s < found):
                            best = delta
                            found = s
                            height = at[s, 2] + t * (at[s, 5] - at[s, 2])
            area[row, col] = np.float32(min(max(covered, 0.0), 1.0))
            if found < 0 or best >= reach or kind[found, 0] == 0:
                continue
            ground = np.float64(z[row, col])
            if best <= 0.0:
                out[row, col] = np.float32(height - depth)
                continue
            total = 0.0
            weights = 0.0
            changed = False
            for r in range(r0, r1 + 1):
                for c in range(c0, c1 + 1):
                    b = r * bins[0] + c
                    for k in range(first[b], first[b + 1]):
                        s = order[k]
                        if kind[s, 0] == 0:
                            continue
                        d, t = beside(px, py, s, at)
                        delta = d - halves[s, 1]
                        if delta >= reach:
                            continue
                        delta = max(delta, 1e-6 * best)
                        road = at[s, 2] + t * (at[s, 5] - at[s, 2]) - depth
                        value = side(ground, road, delta, ring, reach, cut, fill)
                        changed = changed or value != ground
                        share = best / delta
                        share = share * share * share * share
                        total += share * value
                        weights += share
            if changed:
                out[row, col] = np.float32(total / weights)
