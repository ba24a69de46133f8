"""Round lakes by the rule of the thesis: a bed below the level within the radius, a shore that blends over as much again."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from landwright.errors import SettingError, sentence
from landwright.field import Heightfield, Layer
from landwright.networks._water_door import Given, ground_among, kept_water
from landwright.networks.settings import Line, Pond, Ponds

__all__ = ["part_strokes", "press_ponds"]


def part_strokes(lines: Sequence[Line], max_points: int = 100) -> tuple[list[Pond], list[Line]]:
    """Tell ponds from rivers by the number of their points.

    Parameters
    ----------
    lines : sequence of Line
        Strokes, from a drawing for example.
    max_points : int
        Most points a stroke can have.

    Returns
    -------
    tuple of (list of Pond, list of Line)
        A pond at the middle point of each stroke that has fewer than a fifth of `max_points`, with the stroke's width as its radius;
        and the other strokes as they are.

    Raises
    ------
    SettingError
        If `max_points` is below 5.

    Examples
    --------
    >>> dot, stroke = Line(points=[(0, 0), (4, 1), (9, 0)]), Line(points=[(x, 0) for x in range(30)])
    >>> ponds, rivers = part_strokes([dot, stroke])
    >>> ponds[0].at, len(rivers)
    ((4.0, 1.0), 1)
    """
    if max_points < 5:
        raise SettingError(sentence("networks.part_strokes: max_points", "must be at least 5", max_points))
    ponds, rivers = [], []
    for line in lines:
        if 5 * len(line.points) < max_points:
            ponds.append(Pond(at=line.points[len(line.points) // 2], radius=line.width))
        else:
            rivers.append(line)
    return ponds, rivers


def press_ponds(given: Given, noun: Ponds = Ponds()) -> dict[str, Heightfield | Layer]:
    """Dig round lakes into the ground.

    Within its radius a lake's bed lies below its level; over as much again the shore blends from the level to the ground as it was.
    Where lakes overlap, the lower ground counts.

    Parameters
    ----------
    given : Heightfield or mapping of str to Heightfield or Layer
        The ground, or layers with ``elevation`` among them; metres.
    noun : Ponds
        Where lakes lie, their size, and strokes that may be lakes.

    Returns
    -------
    dict
        ``elevation`` (Heightfield) and ``water`` (Layer), metres of depth.

    Raises
    ------
    FieldError
        If layers do not fit each other.
    SettingError
        If ``noun.water`` names no layer that is there.

    See Also
    --------
    press_rivers : Rivers, and lakes as the ground holds them.
    part_strokes : Which strokes are lakes.

    Notes
    -----
    Reach: whole. Cost: O(samples within twice the radius of each lake).
    Deterministic: bit-identical for any thread count; the order of lakes does not count.

    The bed is a bowl, ``depth`` below the level in the middle; a share delta / radius of the ground as it was remains at the distance
    delta from the rim.

    References
    ----------
    .. [1] B. Arslan, P. Jorgensen, "Real-time procedural generation of environments", M.Sc. thesis, Technical University of Denmark,
       2014, section 4.10.2.

    Examples
    --------
    >>> import numpy as np
    >>> plain = Heightfield(np.full((9, 9), 5.0), cell_size=2.0)
    >>> made = press_ponds(plain, Ponds(ponds=[Pond(at=(8.0, 8.0))], radius=4.0, depth=2.0))
    >>> made["elevation"].elevation[4].round(2).tolist()
    [5.0, 5.0, 5.0, 3.5, 3.0, 3.5, 5.0, 5.0, 5.0]
    """
    field = ground_among(given, "networks.ponds")
    water = kept_water(given, noun.water, field, "networks.ponds").copy()
    before = field.elevation.astype(np.float64)
    after = before.copy()
    x, y, cell = field.grid.x, field.grid.y, field.cell_size
    strokes, _ = part_strokes(noun.lines, noun.max_points)
    dug: list[tuple[tuple[slice, slice], NDArray[np.bool_], float]] = []
    for pond in (*noun.ponds, *strokes):
        radius = max(pond.radius or noun.radius, 0.75 * cell)  # or it would fall between samples
        rows = _span(y[0] - pond.at[1], 2.0 * radius, cell, field.grid.rows)
        cols = _span(pond.at[0] - x[0], 2.0 * radius, cell, field.grid.cols)
        box = rows, cols
        away = np.hypot(x[cols][np.newaxis] - pond.at[0], y[rows][:, np.newaxis] - pond.at[1])
        if not away.size or away.min() >= radius:
            continue
        level = _level(pond, noun, before[box], away, radius)
        share = np.clip((away - radius) / radius, 0.0, 1.0)
        bed = level - noun.depth * (1.0 - (np.minimum(away / radius, 1.0) ** 2)) - 1e-3 * noun.depth * (away <= radius)
        dry = np.where(before[box] < level, before[box], level + share * (before[box] - level))
        own = np.where(away <= radius, np.minimum(before[box], bed), dry)
        after[box] = np.minimum(after[box], np.where(away < 2.0 * radius, own, before[box]))
        dug.append((box, away <= radius, level))
    z = after.astype(np.float32)
    for box, inside, level in dug:
        depth = np.where(inside, np.float32(level) - z[box], np.float32(0.0))
        water[box] = np.maximum(water[box], depth)
    return {"elevation": field.with_elevation(z), "water": Layer(water, grid=field.grid, unit="m")}


def _span(at: float, far: float, cell: float, count: int) -> slice:
    first = min(max(math.floor((at - far) / cell), 0), count)
    return slice(first, max(min(math.ceil((at + far) / cell) + 1, count), first))


def _level(pond: Pond, noun: Ponds, before: NDArray[np.float64], away: NDArray[np.float64], radius: float) -> float:
    """Return the level of a pond: its own, the stage's, or that of the lowest ground on its rim."""
    for given in (pond.level, noun.level):
        if given is not None:
            return float(given)
    return float(before[away < 1.5 * radius].min())
