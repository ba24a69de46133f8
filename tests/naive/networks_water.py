"""Plain twins for rivers and lakes: brute force over samples, edges and vertices."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any


def height_at(z: Sequence[Sequence[float]], west: float, north: float, cell: float, x: float, y: float) -> float:
    """Return the elevation at a place, straight between samples; beyond the map that of its edge."""
    rows, cols = len(z), len(z[0])
    c, r = min(max((x - west) / cell, 0.0), cols - 1.0), min(max((north - y) / cell, 0.0), rows - 1.0)
    c0, r0 = min(int(c), max(cols - 2, 0)), min(int(r), max(rows - 2, 0))
    c1, r1 = min(c0 + 1, cols - 1), min(r0 + 1, rows - 1)
    u, v = c - c0, r - r0
    top = float(z[r0][c0]) * (1.0 - u) + float(z[r0][c1]) * u
    low = float(z[r1][c0]) * (1.0 - u) + float(z[r1][c1]) * u
    return top * (1.0 - v) + low * v


def rises(network: Any) -> Iterator[str]:
    """Say where the water of a network rises downstream, or stands at two levels where edges meet."""
    level: dict[int, set[float]] = {}
    for edge in range(len(network)):
        z = [float(value) for value in network.line(edge)[:, 2]]
        for i in range(1, len(z)):
            if z[i] > z[i - 1]:
                yield f"edge {edge} rises by {z[i] - z[i - 1]:g} m at point {i}"
        level.setdefault(int(network.edges[edge, 0]), set()).add(z[0])
        level.setdefault(int(network.edges[edge, 1]), set()).add(z[-1])
    for node, levels in level.items():
        if levels != {float(network.nodes[node, 2])}:
            yield f"at node {node} edges stand at {sorted(levels)}, the node at {network.nodes[node, 2]}"


def loose_ends(network: Any, grid: Any, elevation: Any, sea_level: float | None) -> Iterator[str]:
    """Say which rivers end neither in the sea, nor at the map's edge, nor in a lake."""
    starts = {int(edge[0]) for edge in network.edges}
    west, north = grid.north_west
    for node in {int(edge[1]) for edge in network.edges} - starts:
        x, y, _ = network.nodes[node]
        col, row = round((x - west) / grid.cell_size), round((north - y) / grid.cell_size)
        edge = row in (0, grid.rows - 1) or col in (0, grid.cols - 1)
        sea = sea_level is not None and elevation[row, col] < sea_level
        if not (edge or sea or network.of_nodes["lake"][node] > 0):
            yield f"node {node} at row {row}, column {col}"


def pond_bed(z: float, away: float, radius: float, level: float, depth: float) -> float:
    """Return the ground of a thesis pond at a distance from its middle: below the level, then a straight blend."""
    if away <= radius:
        return min(z, level - depth * (1.0 - (away / radius) ** 2) - 1e-3 * depth)
    if away >= 2.0 * radius or z < level:
        return z
    share = (away - radius) / radius
    return level + share * (z - level)


def distance(a: Sequence[float], b: Sequence[float]) -> float:
    """Return how far two places lie apart, seen from above."""
    return math.hypot(a[0] - b[0], a[1] - b[1])
