"""Terraces: ground that has only the heights of 8 bits, and steps where it should slope."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.doctor._findings import Finding, at_sample, metres
from landwright.doctor.settings import Checkup
from landwright.field import Heightfield

__all__ = ["find_terraces", "spacing_of"]

_SAMPLES: Final = 4096
"""Fewer samples may well have few heights."""

_FEWEST: Final = 12
"""With fewer heights the ground is flat, or made of steps on purpose."""

_WHOLE: Final = 1.001
"""Metres between heights up to which they are those of a DEM in whole metres."""

_TREADS: Final = 0.03
"""Share of the heights that have a level patch, and never fewer than four."""

_LEVEL: Final = 0.15
"""Share of neighbours at one height from which steps show; on steeper ground they hide, and only the numbers tell."""


def find_terraces(field: Heightfield, noun: Checkup) -> list[Finding]:
    """Find ground of few heights, evenly spaced."""
    z = field.elevation
    there = np.ones(z.shape, np.bool_) if field.mask is None else field.mask
    data = z[there]
    if data.size < _SAMPLES:
        return []
    heights = np.unique(data)
    if not _FEWEST <= heights.size <= noun.min_levels:
        return []
    step = spacing_of(heights)
    pair = there[:, 1:] & there[:, :-1]
    same = (z[:, 1:] == z[:, :-1]) & pair
    if step == 0.0 or _treads(z, same) < max(4.0, _TREADS * heights.size):
        return []
    steps_show = np.count_nonzero(same) >= _LEVEL * np.count_nonzero(pair)
    row, column = _longest(same)
    place = at_sample(field.grid, row, column, float(z[row, column]))
    count = int(heights.size)
    few = f"There are only {count} heights, {metres(step)} m apart"
    if step <= _WHOLE and not steps_show and bool((heights == np.rint(heights)).all()):
        return []
    if step <= _WHOLE and bool((heights == np.rint(heights)).all()):
        text = f"{few}: a map in whole metres, whose gentle slopes are steps; ops.smooth makes slopes of them."
        return [Finding("terraces", "info", text, place, count)]
    swap = " If its byte order is wrong, that is why: read it with the other." if step == 256.0 else ""
    text = f"{few}, as 8 bits have, so slopes are terraces: take the 16-bit or float original, or ops.smooth.{swap}"
    return [Finding("terraces", "error" if steps_show else "warning", text, place, count)]


def _treads(z: NDArray[np.float32], same: NDArray[np.bool_]) -> int:
    """Return how many heights have level patches of four samples: a plane has one height to a row, and no such patch."""
    block = same[:-1] & same[1:] & (z[1:, :-1] == z[:-1, :-1])
    return int(np.unique(z[:-1, :-1][block]).size)


def spacing_of(heights: NDArray[Any]) -> float:
    """Return the distance (m) that divides all gaps between ascending heights, or 0 where there is none."""
    exact = heights.astype(np.float64)
    gaps = np.diff(exact)
    blur = 4.0 * float(np.spacing(np.float32(np.abs(exact).max())))
    step = float(gaps.min())
    if step <= 4.0 * blur:
        return 0.0
    for _ in range(3):
        times = np.rint(gaps / step)
        step = float(gaps.sum() / times.sum())
    off = np.abs(gaps - np.rint(gaps / step) * step)
    return step if np.count_nonzero(off <= blur + 0.02 * step) >= 0.98 * gaps.size else 0.0


def _longest(same: NDArray[np.bool_]) -> tuple[int, int]:
    """Return the sample (row, column) at which the longest level stretch of a row begins."""
    edges = np.diff(np.pad(same, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    rows, begins = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    best = int(np.argmax(ends - begins))
    return int(rows[best]), int(begins[best])
