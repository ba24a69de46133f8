"""Tunnels: mouths that the ground closes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from landwright.doctor._findings import Finding, along, count_of
from landwright.doctor._ground import height_at, values_at
from landwright.doctor._roads import TUNNEL
from landwright.doctor.settings import Checkup
from landwright.field import Heightfield, Layer
from landwright.networks import Network, Run, runs

__all__ = ["find_tunnels"]

_HEIGHT: Final = 0.75
"""Height of a tunnel in widths of its road."""


def find_tunnels(
    network: Network, noun: Checkup, name: str, ground: Heightfield, holes: Layer | None = None
) -> list[Finding]:
    """Find tunnels into which the ground reaches where it is not open: between the road and the crown, no hole in the mask."""
    closed = []
    count = 0
    for edge, run in _tunnels(network):
        count += 1
        line = network.line(edge)
        points = line[run.first : run.last + 1]
        rise = height_at(ground, points[:, :2]) - points[:, 2]
        blocked = (rise > noun.road_tolerance) & (rise < _height(network, edge))
        if holes is not None:
            blocked &= ~(values_at(holes, holes.values, points[:, :2]) > 0.0)
        if blocked.any():
            first, last = int(np.argmax(blocked)), len(points) - 1 - int(np.argmax(blocked[::-1]))
            closed.append(along(name, edge, line, run.first + (first if first <= len(points) - 1 - last else last)))
    if not closed:
        return []
    others = "" if len(closed) == 1 else f" ({count_of(len(closed), 'tunnel')} of {count})"
    cut = "the mask holes does not open it" if holes is not None else "there is no mask holes that opens it"
    text = f"The ground closes the mouth of this tunnel{others}, and {cut}: cut the cells over its first metres out of the ground."
    return [Finding("closed-mouth", "error", text, closed[0], len(closed))]


def _tunnels(network: Network) -> Iterator[tuple[int, Run]]:
    for edge in range(len(network)):
        for run in runs(network, edge):
            if run.code == TUNNEL:
                yield edge, run


def _height(network: Network, edge: int) -> float:
    """Return how high the tunnels of an edge are (m)."""
    own = network.of_edges.get("tunnel_height")
    if own is not None:
        return float(own[edge])
    width = network.of_points.get("width")
    return _HEIGHT * (8.0 if width is None else float(np.max(width[network.span(edge)])))
