"""What is wrong with a map, or only looks wrong: broken rules, rivers that run in circles, lakes that meet at different levels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import SettingError, sentence
from landwright.hexmap._coordinates import Direction, neighbors
from landwright.hexmap._kernels import hex_edit
from landwright.hexmap._map import HexMap, check_map

__all__ = ["Finding", "validate"]

Severity = Literal["error", "warning", "info"]
Bits = NDArray[np.bool_]


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong with a cell.

    Attributes
    ----------
    severity : {"error", "warning", "info"}
        Breaks a rule that edits keep; will look wrong; worth knowing.
    rule : str
        Short name of what was checked.
    column, row : int
        The cell.
    side : int or None
        The side it concerns, 0 to 5, where it concerns one.
    text : str
        One sentence.
    """

    severity: Severity
    rule: str
    column: int
    row: int
    side: int | None
    text: str


_TEXTS: dict[str, tuple[Severity, str]] = {
    "river-link": (
        "error",
        "a river leaves it that does not come in on the other side, or comes in that does not leave there",
    ),
    "river-merge": ("error", "several rivers come in, and the layout has no confluences"),
    "river-uphill": ("error", "its river runs uphill, and not out of a lake as high as the next cell"),
    "river-turns-back": ("error", "a river leaves it across the side that one comes in by"),
    "road-link": ("error", "a road leaves it that does not go on on the other side"),
    "road-slope": ("error", "a road climbs more levels than roads may"),
    "road-river": ("error", "a road and a river cross the same side"),
    "road-special": ("error", "a road meets a special feature"),
    "special-river": ("error", "a special feature stands on a river"),
    "river-loop": ("warning", "its river comes back to it"),
    "water-level": ("warning", "it is under water, and so is its neighbor, but at another level: a gap will show"),
    "road-underwater": ("info", "a road runs under water"),
    "special-underwater": ("info", "a special feature is under water and will not be drawn"),
    "features-underwater": ("info", "buildings, fields or trees are under water and will not be drawn"),
}


def validate(land: HexMap, *, most: int = 1000) -> list[Finding]:
    """List what is wrong with a map.

    Maps made by edits have no errors. Warnings are what edits allow and a viewer will see: rivers that run in circles on level
    ground, lakes that meet at different levels (``flood`` joins them).

    Parameters
    ----------
    land : HexMap
        Any map.
    most : int
        Findings of each rule that are listed at most.

    Returns
    -------
    list of Finding
        Errors first, then warnings, then infos; within a rule by row and column. Empty for a faultless map.

    Raises
    ------
    SettingError
        If `most` is below 1.

    See Also
    --------
    edit : Keeps the rules.
    flood : Brings water to one level.

    Notes
    -----
    Reach: whole map.
    Cost: O(cells).
    Deterministic: yes.

    Examples
    --------
    >>> land = HexMap.empty(3, 1).replace(water_level=[[1, 2, 0]])
    >>> [(one.rule, one.column, one.side) for one in validate(land)]
    [('water-level', 0, 1)]
    """
    check_map("hexmap.validate", land)
    if isinstance(most, bool) or most < 1:
        raise SettingError(sentence("hexmap.validate: most", "must be 1 or more", most))
    found: dict[str, list[Finding]] = {rule: [] for rule in _TEXTS}
    near = neighbors(land.layout)
    for rule, side, wrong in _checks(land, near):
        severity, text = _TEXTS[rule]
        where = "" if side is None else f", side {Direction(side).name}"
        for cell in np.flatnonzero(wrong)[:most]:
            row, column = divmod(int(cell), land.columns)
            sentence_ = f"Cell (column {column}, row {row}){where}: {text}."
            found[rule].append(Finding(severity, rule, column, row, side, sentence_))
    return [one for rule in _TEXTS for one in sorted(found[rule], key=_place)[:most]]


def _place(one: Finding) -> tuple[int, int, int]:
    return one.row, one.column, -1 if one.side is None else one.side


def _checks(land: HexMap, near: NDArray[np.int64]) -> Iterator[tuple[str, int | None, Bits]]:
    """Yield rule, side, and which cells break it."""
    up, level = land.elevation.reshape(-1).astype(np.int64), land.water_level.reshape(-1).astype(np.int64)
    out, into, roads = land.river_out.reshape(-1), land.river_in.reshape(-1), land.roads.reshape(-1)
    special, wet = land.special.reshape(-1) > 0, level > up
    next_c = np.full(up.size, -1, np.int64)
    for side in range(6):
        to, across = near[:, side], (side + 3) % 6
        there = to >= 0
        leaves, enters = out == side, (into >> side & 1).astype(np.bool_)
        road = (roads >> side & 1).astype(np.bool_)
        yield (
            "river-link",
            side,
            (leaves & ~(there & (into[to] >> across & 1 > 0))) | (enters & ~(there & (out[to] == across))),
        )
        yield "river-uphill", side, leaves & there & ~((up >= up[to]) | (level == up[to]))
        yield "river-turns-back", side, leaves & enters
        yield "road-link", side, road & ~(there & (roads[to] >> across & 1 > 0))
        yield "road-slope", side, road & there & (np.abs(up - up[to]) > land.layout.metrics.maximum_road_slope)
        yield "road-river", side, road & (leaves | enters)
        if side < 3:
            yield "water-level", side, there & wet & wet[to] & (level != level[to])
        next_c[leaves] = to[leaves]
    if not land.layout.confluences:
        yield "river-merge", None, (into & (into.astype(np.int64) - 1)) > 0
    yield "road-special", None, special & (roads > 0)
    yield "special-river", None, special & ((into > 0) | (out >= 0))
    loop = np.zeros(up.size, np.uint8)
    _pool.call(hex_edit.loops, next_c, loop)
    yield "river-loop", None, loop > 0
    yield "road-underwater", None, wet & (roads > 0)
    yield "special-underwater", None, wet & special
    yield "features-underwater", None, wet & ((land.urban > 0) | (land.farm > 0) | (land.plant > 0)).reshape(-1)
