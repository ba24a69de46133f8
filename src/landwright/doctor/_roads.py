"""Roads: too steep, under the ground, in the air, under water."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright.doctor._findings import Finding, Place, along, count_of, metres
from landwright.doctor._ground import height_at, values_at
from landwright.doctor.settings import Checkup
from landwright.field import Heightfield, Layer
from landwright.networks import CLASSES, Network, corridor

__all__ = ["BRIDGE", "TUNNEL", "find_roads", "is_road"]

BRIDGE: Final = CLASSES.index("bridge")
TUNNEL: Final = CLASSES.index("tunnel")

Floats = NDArray[np.float64]


def is_road(network: Network) -> bool:
    """Return whether lines are roads: by their kind, or by what they carry."""
    return network.kind == "road" or (network.kind != "river" and "class" in network.of_points)


def find_roads(
    network: Network,
    noun: Checkup,
    name: str = "roads",
    ground: Heightfield | None = None,
    water: Layer | None = None,
) -> list[Finding]:
    """Find what is wrong with roads, and between them and the ground."""
    if not len(network):
        return []
    found = _steep(network, noun, name) + _steps(network, name)
    if ground is not None:
        found += _through(network, noun, name, ground)
        found += _hanging(network, noun, name, ground)
        if water is not None:
            found += _drowned(network, noun, name, ground, water)
    return found


def _steep(network: Network, noun: Checkup, name: str) -> list[Finding]:
    """Find where a road is steeper than it may be."""
    worst, place, count = 0.0, Place(), 0
    for edge, line in enumerate(network.lines()):
        run = np.hypot(*np.diff(line[:, :2], axis=0).T)
        rise = np.abs(np.diff(line[:, 2]))
        over = rise > noun.max_grade * run * (1.0 + 1e-3) + 1e-4
        if not over.any():
            continue
        count += 1
        grade = np.where(over, rise / np.maximum(run, 1e-9), 0.0)
        at = int(np.argmax(grade))
        if grade[at] > worst:
            worst, place = float(grade[at]), along(name, edge, line, at)
    if not count:
        return []
    others = "" if count == 1 else f", and {count_of(count - 1, 'other edge')} somewhere too"
    shown = f"{100.0 * worst:.3g} %" if worst < 100.0 else "a step"
    most = f"{100.0 * noun.max_grade:.3g} %"
    text = f"This road has a grade of {shown} where {most} is the most{others}: give it a longer way, or cut and fill."
    return [Finding("grade", "error", text, place, count)]


def _steps(network: Network, name: str) -> list[Finding]:
    """Find roads that meet at different heights."""
    low, high = np.full(len(network.nodes), np.inf), np.full(len(network.nodes), -np.inf)
    first = np.full(len(network.nodes), -1)
    for edge, line in enumerate(network.lines()):
        for node, z in zip(network.edges[edge].tolist(), (float(line[0, 2]), float(line[-1, 2]))):
            low[node], high[node] = min(low[node], z), max(high[node], z)
            first[node] = edge
    gap = np.where(np.isfinite(low), high - low, 0.0)
    bad = gap > 1e-3
    if not bad.any():
        return []
    node = int(np.argmax(gap))
    edge = int(first[node])
    line = network.line(edge)
    place = along(name, edge, line, 0 if network.edges[edge, 0] == node else len(line) - 1)
    text = f"Roads meet here at heights {metres(float(gap[node]))} m apart: give their crossing one height."
    return [Finding("road-step", "error", text, place, int(bad.sum()))]


def _classes(network: Network) -> NDArray[np.int64]:
    given = network.of_points.get("class")
    return np.zeros(len(network.points), np.int64) if given is None else np.asarray(given, np.int64)


def _half(network: Network) -> Floats:
    width = network.of_points.get("width")
    if width is None and "width" in network.of_edges:
        width = np.repeat(network.of_edges["width"], np.diff(network.starts))
    return np.zeros(len(network.points)) if width is None else 0.5 * np.asarray(width, np.float64)


def _grounded(network: Network, cell_size: float, *codes: int) -> NDArray[np.bool_]:
    """Return which points are of none of these classes, nor so near to one that a sample of the ground may belong to either."""
    held = np.isin(_classes(network), codes)
    out = np.ones(len(held), np.bool_)
    for edge, line in enumerate(network.lines()):
        span = network.span(edge)
        at = np.flatnonzero(held[span])
        if not at.size:
            continue
        along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line[:, :2], axis=0).T))])
        after = np.clip(np.searchsorted(at, np.arange(len(along))), 0, at.size - 1)
        near = np.minimum(np.abs(along - along[at[after]]), np.abs(along - along[at[np.maximum(after - 1, 0)]]))
        index = np.arange(len(along))
        beside = np.minimum(np.abs(index - at[after]), np.abs(index - at[np.maximum(after - 1, 0)]))
        out[span] = (near > 1.5 * cell_size) & (beside > 1)
    return out


def _place(network: Network, name: str, point: int) -> Place:
    edge = int(np.searchsorted(network.starts, point, side="right")) - 1
    return along(name, edge, network.line(edge), point - int(network.starts[edge]))


def _through(network: Network, noun: Checkup, name: str, ground: Heightfield) -> list[Finding]:
    """Find ground over the surface of a road that is in no tunnel."""
    open_ = _grounded(network, ground.cell_size, TUNNEL)
    over = np.where(open_, height_at(ground, network.points[:, :2]) - network.points[:, 2], -np.inf)
    over = np.nan_to_num(over, nan=-np.inf, neginf=-np.inf)
    half = _half(network)
    if half.any():  # samples on the road, which are higher than its middle may be
        near = corridor(ground.grid, network, 0.0, half)
        on = open_[near.segment] & open_[near.segment + 1] & (near.gap <= 0.0)
        rise = ground.elevation.reshape(-1)[near.cells] - near.carry(network.points[:, 2])
        nearest = near.segment + (near.share > 0.5)
        np.maximum.at(over, nearest[on], rise[on])
    bad = over > noun.road_tolerance
    if not bad.any():
        return []
    point = int(np.argmax(over))
    share = 100.0 * float(bad.mean())
    text = (
        f"The ground comes through this road, {metres(float(over[point]))} m over its surface, as it does along {share:.2g} % of all: "
        "cut it down (networks.roads), or make it a tunnel."
    )
    return [Finding("through-road", "error", text, _place(network, name, point), int(bad.sum()))]


def _hanging(network: Network, noun: Checkup, name: str, ground: Heightfield) -> list[Finding]:
    """Find roads in the air that are no bridges."""
    on = _grounded(network, ground.cell_size, TUNNEL, BRIDGE)
    under = np.where(on, network.points[:, 2] - height_at(ground, network.points[:, :2]), -np.inf)
    under = np.nan_to_num(under, nan=-np.inf, neginf=-np.inf)
    bad = under > noun.road_gap
    if not bad.any():
        return []
    point = int(np.argmax(under))
    text = f"This road hangs {metres(float(under[point]))} m over the ground and is no bridge: raise a bank under it, or make it one."
    return [Finding("hanging-road", "warning", text, _place(network, name, point), int(bad.sum()))]


def _drowned(network: Network, noun: Checkup, name: str, ground: Heightfield, water: Layer) -> list[Finding]:
    """Find roads under water that are no tunnels."""
    on = _grounded(network, ground.cell_size, TUNNEL)
    places = network.points[:, :2]
    depth = np.nan_to_num(values_at(water, water.values, places), nan=0.0)
    surface = np.nan_to_num(height_at(ground, places), nan=-1e9) + depth
    under = np.where(on & (depth > 0.0), surface - network.points[:, 2], -np.inf)
    bad = under > noun.road_tolerance
    if not bad.any():
        return []
    point = int(np.argmax(under))
    text = f"This road lies {metres(float(under[point]))} m under water: raise it, or lead it over a bridge."
    return [Finding("drowned-road", "error", text, _place(network, name, point), int(bad.sum()))]
