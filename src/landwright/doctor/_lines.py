"""Rows and columns that were not measured: constant ones, and repetitions of the one before."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.doctor._findings import Axis, Finding, at_line, count_of, metres
from landwright.doctor.settings import Checkup
from landwright.field import Heightfield

__all__ = ["find_lines", "odd_lines"]

_LEAST: Final = 8
"""Samples a row must have, and rows a map."""

_MANY: Final = 0.3
"""Share of repeated rows from which the whole map was stretched."""


def find_lines(field: Heightfield, noun: Checkup) -> list[Finding]:
    """Find constant and repeated rows and columns."""
    if min(field.shape) < _LEAST:
        return []
    z, mask = field.elevation, field.mask
    rows = _along(z, mask, field, "row")
    return rows + _along(z.T, None if mask is None else mask.T, field, "column")


def _along(z: NDArray[np.float32], mask: NDArray[np.bool_] | None, field: Heightfield, axis: Axis) -> list[Finding]:
    level, same = odd_lines(z, mask)
    found = []
    if level.any():
        line = int(np.argmax(level))
        count = int(level.sum())
        others = "" if count == 1 else f" (one of {count})"
        height = metres(float(z[line, 0]))
        text = (
            f"This {axis}{others} has one height all along, {height} m, and those beside it do not: it holds no data; "
            "cut it off or mask it."
        )
        found.append(Finding("constant-line", "error", text, at_line(field.grid, axis, line), count))
    if same.any():
        line, count = int(np.argmax(same)), int(same.sum())
        place = at_line(field.grid, axis, line)
        if count >= _MANY * len(z):
            text = (
                f"{count_of(count, axis)} of {len(z)} repeat the {axis} before: the map was stretched without new detail; "
                "resample the original."
            )
            found.append(Finding("repeated-line", "warning", text, place, count))
        else:
            others = "" if count == 1 else f", as do {count - 1} others"
            text = (
                f"This {axis} repeats the {axis} before it, sample by sample{others}: where tiles share their edge, "
                "leave one of the two out."
            )
            found.append(Finding("repeated-line", "error", text, place, count))
    return found


def odd_lines(z: NDArray[np.float32], mask: NDArray[np.bool_] | None) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which rows have one height all along, and which repeat the row before."""
    whole: Any = np.ones(len(z), np.bool_) if mask is None else mask.all(axis=1)
    lowest, highest = np.asarray(z.min(axis=1)), np.asarray(z.max(axis=1))
    constant = whole & (lowest == highest)
    same = np.zeros(len(z), np.bool_)
    same[1:] = whole[1:] & whole[:-1] & ~constant[1:] & (z[1:] == z[:-1]).all(axis=1)
    same &= _lively(z)
    # a level row between level rows is level ground, and one to which the ground runs smoothly may be so
    level = _alone(constant, whole)
    for line in np.flatnonzero(level):
        level[line] = _jumps(z, int(line))
    return level, same


def _alone(constant: NDArray[np.bool_], whole: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether a row is level and those beside it are whole and not level."""
    near = np.zeros(constant.size, np.bool_)
    near[1:] |= constant[:-1] | ~whole[:-1]
    near[:-1] |= constant[1:] | ~whole[1:]
    return np.asarray(constant & ~near, np.bool_)


def _jumps(z: NDArray[np.float32], line: int) -> bool:
    """Whether ground steps to a row far more than it does to the one before."""
    for way in (1, -1):
        if 0 <= line + 2 * way < len(z):
            to, before = (z[line + k * way] - z[line + (k + 1) * way] for k in (0, 1))
            return bool(np.abs(to).mean() > 2.0 * np.abs(before).mean())
    return True


def _lively(z: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether a row has so many steps that another like it cannot come by chance, and is no row of a plane or a cylinder."""
    turns = np.diff(np.sign(np.diff(z, axis=1)), axis=1) != 0
    lively: NDArray[np.bool_] = np.count_nonzero(turns, axis=1) >= _LEAST
    return lively
