"""Twin of ``networks._kernels.corridor``: every sample against every segment."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise


def nearest_segments(
    xs: Sequence[float],
    ys: Sequence[float],
    points: Sequence[Sequence[float]],
    starts: Sequence[int],
    half: Sequence[float],
    reach: Sequence[float],
) -> dict[tuple[int, int], tuple[int, float, float, float]]:
    """Return for each reached (row, col): first point of the segment, share along it, distance, gap."""
    out = {}
    firsts = [i for a, b in pairwise(starts) for i in range(a, b - 1)]
    for r, y in enumerate(ys):
        for c, x in enumerate(xs):
            best = None
            for i in firsts:
                (ax, ay, *_), (bx, by, *_) = points[i], points[i + 1]
                square = (bx - ax) ** 2 + (by - ay) ** 2
                t = 0.0 if square == 0 else max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square))
                distance = math.hypot(x - (ax + t * (bx - ax)), y - (ay + t * (by - ay)))
                gap = distance - (half[i] + t * (half[i + 1] - half[i]))
                within = gap <= reach[i] + t * (reach[i + 1] - reach[i])
                if within and (best is None or gap < best[3]):
                    best = (i, t, distance, gap)
            if best is not None:
                out[r, c] = best
    return out
