"""Seams: rows or columns at which the ground jumps or bends along their whole length, as where tiles meet that do not fit."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import median_filter

from landwright.doctor._findings import Axis, Finding, at_line, count_of
from landwright.doctor._lines import odd_lines
from landwright.doctor.settings import Checkup
from landwright.field import Heightfield

__all__ = ["find_seams"]

_BESIDE: Final = 17
"""Rows (or columns) that one is compared with, itself in their middle."""

_LEAST: Final = 24
"""Rows and columns a map must have."""


def find_seams(field: Heightfield, noun: Checkup) -> list[Finding]:
    """Find lines across the map along which ground breaks."""
    found = []
    for axis, turned in (("row", False), ("column", True)):
        z = field.elevation.T if turned else field.elevation
        mask = None if field.mask is None else (field.mask.T if turned else field.mask)
        if min(z.shape) >= _LEAST:
            found += _across(z, mask, field, "column" if axis == "column" else "row", noun)
    return found


def _across(
    z: NDArray[np.float32], mask: NDArray[np.bool_] | None, field: Heightfield, axis: Axis, noun: Checkup
) -> list[Finding]:
    bends, mean = _bends(z, mask)
    known = np.isfinite(bends)
    if np.count_nonzero(known) < _LEAST:
        return []
    level = np.where(known, bends, np.median(bends[known]))
    usual = median_filter(level, _BESIDE, mode="nearest")
    floor = max(0.25 * mean, 4.0 * float(np.spacing(np.float32(np.abs(z).max()))))
    ratio = np.where(known, level / np.maximum(usual, floor), 0.0)
    level_row, repeated = odd_lines(z, mask)
    odd = np.flatnonzero(level_row | repeated)  # told already
    breaks = [
        k
        for k in _peaks(ratio, noun.seam_ratio)
        if not _is_edge_of_flat(level, k, floor) and not (np.abs(odd - (k + 1)) <= 2).any()
    ]
    if not _spacing(breaks):  # what does not recur at the distance of tiles must stand out twice as much
        breaks = [k for k in breaks if ratio[k] > 2.0 * noun.seam_ratio]
    if not breaks:
        return []
    worst = max(breaks, key=lambda k: float(ratio[k]))
    line = worst + 1  # bends[k] is that of row k + 1
    every = _spacing(breaks)
    others = ""
    if len(breaks) > 1:
        others = f", and so does it at {count_of(len(breaks) - 1, f'other {axis}')}"
        others += f", {every} apart" if every else ""
    text = (
        f"The ground breaks along all of this {axis}, {ratio[worst]:.0f} times more than along those beside it{others}: "
        "tiles that do not fit; scale all tiles alike, or blend them where they meet."
    )
    return [Finding("seam", "error" if every else "warning", text, at_line(field.grid, axis, line), len(breaks))]


def _bends(z: NDArray[np.float32], mask: NDArray[np.bool_] | None) -> tuple[NDArray[np.float64], float]:
    """Return for each row but the outermost how much most of it bends against those beside it (m), and how much all bend on average."""
    out, total, size = np.full(z.shape[0] - 2, np.nan), 0.0, 0
    for k in range(out.size):
        bend = np.abs(z[k].astype(np.float64) - 2.0 * z[k + 1] + z[k + 2])
        if mask is not None:
            bend = bend[mask[k] & mask[k + 1] & mask[k + 2]]
        if bend.size >= _LEAST:
            out[k] = np.quantile(bend, 0.4)
        total, size = total + float(bend.sum()), size + bend.size
    return out, total / max(size, 1)


def _peaks(ratio: NDArray[np.float64], least: float) -> list[int]:
    """Return the rows that stand out; of neighbours (a jump bends the rows on both its sides) the first."""
    over = np.flatnonzero(ratio > least)
    return [int(k) for i, k in enumerate(over) if i == 0 or over[i - 1] != k - 1]


def _is_edge_of_flat(level: NDArray[np.float64], k: int, floor: float) -> bool:
    """Whether ground is level on one side of a row, as at a shore or the foot of a form: no seam."""
    before, after = level[max(k - 6, 0) : max(k - 1, 0)], level[k + 3 : k + 8]
    return any(side.size > 0 and float(side.max()) < 0.1 * floor for side in (before, after))


def _spacing(breaks: list[int]) -> int:
    """Return the regular distance of breaks, or 0 where there is none."""
    gaps: Any = np.diff(breaks)
    if not gaps.size:
        return 0
    step = int(gaps.min())
    times = np.rint(gaps / step)
    return step if step >= 8 and bool((np.abs(gaps - times * step) <= 1).all()) else 0
