"""Which way drawn rivers run: from their springs down to one mouth for each net of lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from landwright.networks._ink import Blob
from landwright.networks._tracing import Course

__all__ = ["downstream"]

Floats = NDArray[np.float64]


def downstream(
    rivers: Sequence[Course], lakes: Sequence[Blob], shape: tuple[int, int], height: Callable[[Floats], Floats] | None
) -> tuple[list[Course], list[str]]:
    """Return rivers from source to mouth, each after the one that it flows into, and sentences on what was guessed.

    The mouth of a net is where it leaves the page; else where it meets a lake; else any free end. Among several the lowest counts, by
    the ground where it is known, or by the place on the page.
    """
    at_node: dict[int, list[int]] = {}
    for i, river in enumerate(rivers):
        for _, node in river.joints:
            at_node.setdefault(node, []).append(i)
    done: set[int] = set()
    made: list[Course] = []
    warnings: list[str] = []
    for group in _groups(rivers, at_node):
        ends = [
            (i, side, rivers[i].points[-side if side else 0]) for i in group for side in (0, 1) if rivers[i].free[side]
        ] or [(group[0], 1, rivers[group[0]].points[-1])]
        best = [end for end in ends if _at_edge(end[2], shape)] or [end for end in ends if _in_lake(end[2], lakes)]
        if not best and height is None:
            warnings.append("a river neither leaves the page nor meets a lake: its mouth is taken to be at the bottom.")
        first, side, _ = min(best or ends, key=lambda end: (_level(end[2], height), end[0], end[1]))
        waiting = [(first, side)]
        done.add(first)
        while waiting:
            i, side = waiting.pop(0)
            river = rivers[i] if side == 1 else _turned(rivers[i])
            made.append(river)
            for _, node in river.joints:
                for j in at_node[node]:
                    if j not in done:
                        done.add(j)
                        waiting.append((j, _lower_side(rivers[j], node, height)))
    return made, warnings


def _groups(rivers: Sequence[Course], at_node: dict[int, list[int]]) -> list[list[int]]:
    seen: set[int] = set()
    groups = []
    for start in range(len(rivers)):
        if start in seen:
            continue
        seen.add(start)
        group, waiting = [], [start]
        while waiting:
            i = waiting.pop()
            group.append(i)
            fresh = {j for _, node in rivers[i].joints for j in at_node[node]} - seen
            seen |= fresh
            waiting.extend(sorted(fresh))
        groups.append(sorted(group))
    return groups


def _at_edge(end: Floats, shape: tuple[int, int]) -> bool:
    return bool(min(end[0], end[1], shape[0] - 1 - end[0], shape[1] - 1 - end[1]) < 0.02 * max(shape))


def _in_lake(end: Floats, lakes: Sequence[Blob]) -> bool:
    return any(float(np.hypot(*(end - np.array(lake.middle)))) < 1.25 * lake.radius + 12.0 for lake in lakes)


def _level(end: Floats, height: Callable[[Floats], Floats] | None) -> float:
    return -float(end[0]) if height is None else float(height(end[np.newaxis])[0])


def _lower_side(river: Course, node: int, height: Callable[[Floats], Floats] | None) -> int:
    """Return which end of a river is its mouth: the one at the junction through which it was reached."""
    held = {at for at, joint in river.joints if joint == node}
    if len(river.points) - 1 in held:
        return 1
    if 0 in held:
        return 0
    return int(_level(river.points[-1], height) <= _level(river.points[0], height))


def _turned(river: Course) -> Course:
    last = len(river.points) - 1
    return Course(river.points[::-1].copy(), [(last - at, node) for at, node in river.joints][::-1], river.closed)
