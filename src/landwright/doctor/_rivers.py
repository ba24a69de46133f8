"""Rivers: water that runs uphill, ends on dry land, or lies under the ground."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright.doctor._findings import Finding, Place, along, count_of, metres
from landwright.doctor._ground import height_at, inside
from landwright.doctor.settings import Checkup
from landwright.field import Heightfield, Layer
from landwright.networks import Network

__all__ = ["find_rivers", "is_river"]

_BURIED: Final = 0.5
"""Metres of ground over a river's surface from which it is buried."""


def is_river(network: Network) -> bool:
    """Return whether lines are rivers: by their kind, or by what they carry."""
    return network.kind == "river" or (network.kind not in ("road",) and "discharge" in network.of_points)


def find_rivers(
    network: Network,
    noun: Checkup,
    name: str = "rivers",
    ground: Heightfield | None = None,
    water: Layer | None = None,
    sea_level: float | None = None,
) -> list[Finding]:
    """Find what is wrong with rivers, and between them and the ground."""
    found = _uphill(network, noun, name) + _meetings(network, noun, name)
    if ground is not None and len(network):
        found += _dry_ends(network, name, ground, water, sea_level)
        found += _buried(network, name, ground)
    return found


def _uphill(network: Network, noun: Checkup, name: str) -> list[Finding]:
    """Find edges along which the surface rises, and where most."""
    worst, place, count, reversed_ = 0.0, Place(), 0, 0
    for edge, line in enumerate(network.lines()):
        above = line[:, 2] - np.minimum.accumulate(line[:, 2])
        if float(above.max()) <= noun.rise:
            continue
        count += 1
        reversed_ += int(bool((np.diff(line[:, 2]) >= 0.0).all()))
        if above.max() > worst:
            worst, place = float(above.max()), along(name, edge, line, int(np.argmax(above)))
    if not count:
        return []
    hint = (
        "it seems to be drawn from mouth to source, so turn it round"
        if reversed_ == count
        else "lower its surface there, or carve its bed"
    )
    others = "" if count == 1 else f" (and {count_of(count - 1, 'other river')} too)"
    text = f"This river runs uphill, {metres(worst)} m above where it has been{others}: {hint}."
    return [Finding("uphill", "error", text, place, count)]


def _meetings(network: Network, noun: Checkup, name: str) -> list[Finding]:
    """Find nodes that a river leaves higher than another comes in."""
    lowest = np.full(len(network.nodes), np.inf)
    for edge, line in enumerate(network.lines()):
        end = int(network.edges[edge, 1])
        lowest[end] = min(lowest[end], float(line[-1, 2]))
    worst, place, count = 0.0, Place(), 0
    for edge, line in enumerate(network.lines()):
        rise = float(line[0, 2]) - float(lowest[network.edges[edge, 0]])
        if np.isfinite(rise) and rise > noun.rise:
            count += 1
            if rise > worst:
                worst, place = rise, along(name, edge, line, 0)
    if not count:
        return []
    text = f"This river begins {metres(worst)} m higher than the one that runs into it: let both have one level where they meet."
    return [Finding("uphill", "error", text, place, count)]


def _dry_ends(
    network: Network, name: str, ground: Heightfield, water: Layer | None, sea_level: float | None
) -> list[Finding]:
    """Find rivers that end neither in another, nor in a lake or the sea, nor at the map's edge."""
    begins = set(network.edges[:, 0].tolist())
    ends = [n for n in np.unique(network.edges[:, 1]).tolist() if n not in begins]
    lake = network.of_nodes.get("lake")
    dry = []
    for node in ends:
        x, y, z = network.nodes[node]
        if lake is not None and lake[node] > 0:
            continue
        edge = int(np.flatnonzero(network.edges[:, 1] == node)[0])
        line = network.line(edge)
        wide = float(network.of_points["width"][network.span(edge)][-1]) if "width" in network.of_points else 0.0
        if not inside(ground, x, y, 2.0 * ground.cell_size + wide):
            continue
        if sea_level is not None and float(z) <= sea_level + 0.5:
            continue
        if water is not None and _wet_beyond(line, water, wide):
            continue
        dry.append((edge, line))
    if not dry:
        return []
    edge, line = dry[0]
    others = "" if len(dry) == 1 else f", as do {len(dry) - 1} others"
    text = f"This river ends on dry land{others}: lead it to a lake, the sea, another river or the edge of the map."
    return [Finding("dry-end", "warning", text, along(name, edge, line, len(line) - 1), len(dry))]


def _wet_beyond(line: NDArray[np.float64], water: Layer, wide: float) -> bool:
    """Return whether there is water past a river's last point."""
    step = line[-1, :2] - line[max(len(line) - 4, 0), :2]
    length = float(np.hypot(*step))
    if length == 0.0:
        return False
    ahead = line[-1, :2] + step / length * np.linspace(0.5, 2.0, 7)[:, None] * (0.5 * wide + 2.0 * water.cell_size)
    grid = water.grid
    west, north = grid.north_west
    col = np.clip(np.rint((ahead[:, 0] - west) / grid.cell_size).astype(int), 0, grid.cols - 1)
    row = np.clip(np.rint((north - ahead[:, 1]) / grid.cell_size).astype(int), 0, grid.rows - 1)
    return bool((water.values[row, col] > 0.0).any())


def _buried(network: Network, name: str, ground: Heightfield) -> list[Finding]:
    """Find where ground lies over the middle of a river."""
    over = height_at(ground, network.points[:, :2]) - network.points[:, 2]
    bad = np.nan_to_num(over, nan=-1.0) > _BURIED
    if not bad.any():
        return []
    point = int(np.argmax(np.where(bad, over, -np.inf)))
    edge = int(np.searchsorted(network.starts, point, side="right")) - 1
    place = along(name, edge, network.line(edge), point - int(network.starts[edge]))
    share = 100.0 * float(bad.mean())
    text = (
        f"The ground lies {metres(float(over[point]))} m over the surface of this river, as it does along {share:.2g} % of all: "
        "press the river into the ground (networks.rivers)."
    )
    return [Finding("buried-river", "warning", text, place, int(bad.sum()))]
