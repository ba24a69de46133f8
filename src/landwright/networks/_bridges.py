"""Bridges: decks with parapets, abutments, and pillars or arches under them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from landwright.field import Heightfield
from landwright.mesh import Builder, Mesh
from landwright.networks._classes import BRIDGE, runs
from landwright.networks._ground import Ground, ground_of
from landwright.networks._network import Network
from landwright.networks._sweep import Track3, finished, sweep, track_of
from landwright.networks.settings import Structures

__all__ = ["bridge_meshes", "pillar_places"]

Floats = NDArray[np.float64]

_DECK: Final = 0.8
_SIDES: Final = 12
_FOOT: Final = 1.0
"""How far pillars and abutments go into the ground (m)."""
_ABUTMENT: Final = 0.75
"""Length of an abutment, in widths of pillars."""
_ARCH: Final = 16
"""Pieces of an arch."""
_THIN: Final = 0.4
"""Least stone over the crown of an arch, in thicknesses of the deck."""


def bridges_in(network: Network, noun: Structures) -> Iterator[tuple[Track3, float]]:
    """Go through the bridges of a network, each with the thickness of its deck: the noun's, or the road's own, or 0.8 m."""
    if "class" not in network.of_points:
        return
    for edge in range(len(network)):
        for run in runs(network, edge):
            if run.code == BRIDGE and len(run) > 1:
                own = network.of_edges.get("deck")
                usual = _DECK if own is None else float(own[edge])
                yield track_of(network, edge, run), usual if noun.deck is None else noun.deck


def bridge_meshes(ground: Heightfield, network: Network, noun: Structures = Structures()) -> dict[str, Mesh]:
    """Build the bridges of a network of roads.

    Parameters
    ----------
    ground : Heightfield
        That pillars stand on, river beds with it; metres.
    network : Network
        Of roads, with ``class`` and ``width`` of points.
    noun : Structures
        How bridges look.

    Returns
    -------
    dict
        ``bridges``, empty without one. The road's own surface is the top of the deck: its edges are those of the road to the bit.
        Below are the deck's sides and underside, above it the parapets; abutments at both ends and pillars (or arches) reach into
        the ground. No pillar stands on another road, or on another stretch of this one.

    Notes
    -----
    Reach: whole. Cost: O(points of bridges + points of the network).
    Deterministic: bit-identical for any thread count.

    References
    ----------
    .. [1] specs/networks.md, R7.
    """
    builder = Builder("uv0")
    under = ground_of(ground, None, None, None, None)
    spans = list(bridges_in(network, noun))
    for track, deck in spans:
        _deck(builder, track, deck, noun)
        places = pillar_places(track, deck, network, under, noun)
        for tip in (0, -1):
            _abutment(builder, track, tip, deck, under, noun)
        if noun.style == "arch":
            _arches(builder, track, places, deck, under, noun)
        for at in places:
            _pillar(builder, *_standing(track, at), deck, under, noun)
    if not spans:
        return {"bridges": Mesh(np.empty((0, 3)), np.empty((0, 3), np.uint32), name="bridges")}
    return {"bridges": finished(builder, "bridges")}


def _deck(builder: Builder, track: Track3, deck: float, noun: Structures) -> None:
    """Append parapets, sides and underside: one section from the right edge of the road around to the left one, closed at its ends."""
    half, wall = track.width / 2.0, noun.parapet_width
    rise = noun.parapet_height
    heights = np.array([0.0, rise, rise, -deck, -deck, rise, rise, 0.0])
    across = np.stack([half, half, half + wall, half + wall, -half - wall, -half - wall, -half, -half], axis=1)
    rings = track.at(across, heights)
    v = track.along / track.width
    section = np.column_stack([across[0], heights])
    around = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(section, axis=0).T))]) / float(track.width[0])
    for j in range(len(heights) - 1):
        if rise > 0.0 or j not in (0, 6):
            sweep(builder, rings[:, j : j + 2][:, ::-1], around[j : j + 2][::-1], v)
    for at, faces in ((0, False), (-1, True)):
        _cap(builder, rings[at], section / float(track.width[0]), faces)


def _cap(builder: Builder, ring: Floats, flat: Floats, turned: bool) -> None:
    """Close a deck at an end: the slab, and the two parapets on it."""
    right, left = ring[0], ring[7]
    slab = np.stack([right, ring[7], ring[4], ring[3]])
    edge_right = ring[3] + (ring[2] - ring[3]) * _share(ring[3], ring[2], right)
    edge_left = ring[4] + (ring[5] - ring[4]) * _share(ring[4], ring[5], left)
    slab = np.stack([edge_right, edge_left, ring[4], ring[3]])
    pieces = [slab]
    if not np.array_equal(ring[0], ring[1]):
        pieces += [
            np.stack([right, ring[1], ring[2], edge_right][::-1]),
            np.stack([left, edge_left, ring[5], ring[6]][::-1]),
        ]
    size = float(np.abs(flat[:, 0]).max()) / max(float(np.hypot(*(ring[3] - ring[4])[:2])) / 2.0, 1e-9)
    middle = 0.5 * (ring[3] + ring[4])
    way = (ring[3] - ring[4])[:2] / max(float(np.hypot(*(ring[3] - ring[4])[:2])), 1e-9)
    for piece in pieces:
        uv = np.column_stack([(piece[:, :2] - middle[:2]) @ way, piece[:, 2] - middle[2]]) * size
        corners = builder.vertices(piece, uv0=uv)
        builder.quads(corners if turned else corners[::-1])


def _share(low: Floats, high: Floats, level: Floats) -> float:
    return float((level[2] - low[2]) / max(high[2] - low[2], 1e-12))


def _standing(track: Track3, along: float) -> tuple[Floats, Floats, float]:
    """Return the middle of the road, the vector across and the width at a place along a track."""
    s = track.along
    middle = np.array([np.interp(along, s, track.points[:, k]) for k in range(3)])
    right = np.array([np.interp(along, s, track.right[:, k]) for k in range(2)])
    size = float(np.hypot(*right))
    return middle, right / max(size, 1e-12), float(np.interp(along, s, track.width))


def pillar_places(track: Track3, deck: float, network: Network, under: Ground, noun: Structures) -> list[float]:
    """Return how far along a bridge its pillars stand (m): evenly, where it is high enough, and on no road below.

    Parameters
    ----------
    track : Track3
        The bridge.
    deck : float
        Its thickness (m).
    network : Network
        All roads.
    under : Ground
        What they stand on.
    noun : Structures
        Their spacing, and the least height.
    """
    length = float(track.along[-1])
    bays = max(1, int(np.ceil(length / noun.pillar_spacing - 1e-9)))
    roads = cKDTree(network.points[:, :2])
    width = np.asarray(network.of_points["width"], np.float64)
    widest = float(width.max())
    chosen = []
    for k in range(1, bays):
        even = length * k / bays
        for shift in (0.0, 0.15, -0.15, 0.3, -0.3):
            at = even + shift * length / bays
            middle, _, _ = _standing(track, at)
            height = middle[2] - deck - float(under.height(middle[np.newaxis, :2])[0])
            if height < noun.pillar_min_height:
                break
            near = np.array(roads.query_ball_point(middle[:2], 0.5 * widest + noun.pillar_width), np.int64)
            below = near[network.points[near, 2] < middle[2] - deck] if near.size else near
            gap = np.hypot(*(network.points[below, :2] - middle[:2]).T) - 0.5 * width[below]
            if not (gap < 0.75 * noun.pillar_width).any():
                chosen.append(at)
                break
    return chosen


def _pillar(
    builder: Builder, middle: Floats, right: Floats, width: float, deck: float, under: Ground, noun: Structures
) -> None:
    """Append a wall-like pillar across the deck, rounded at both ends, from its underside into the ground."""
    ahead = np.array([-right[1], right[0]])
    radius = noun.pillar_width / 2.0
    share = 0.5 if noun.style == "arch" else 0.25
    straight = max(0.0, share * width - radius)
    turn = 2.0 * np.pi * np.arange(_SIDES) / _SIDES
    across = radius * np.cos(turn) + np.where(np.cos(turn) >= 0.0, straight, -straight)
    flat = middle[:2] + right * across[:, np.newaxis] + ahead * (radius * np.sin(turn))[:, np.newaxis]
    top = middle[2] - deck
    foot = under.height(flat) - _FOOT
    _prism(builder, flat, np.minimum(foot, top), np.full(_SIDES, top), noun.pillar_width)


def _prism(builder: Builder, flat: Floats, low: Floats, high: Floats, scale: float) -> None:
    """Append the sides of a prism over an outline that runs counter-clockwise."""
    around = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(np.vstack([flat, flat[:1]]), axis=0).T))]) / scale
    count = len(flat)
    for j in range(count):
        k = (j + 1) % count
        corners = np.array([[*flat[j], low[j]], [*flat[k], low[k]], [*flat[k], high[k]], [*flat[j], high[j]]])
        u = np.array([around[j], around[j + 1], around[j + 1], around[j]])
        builder.quads(builder.vertices(corners, uv0=np.column_stack([u, corners[:, 2] / scale])))


def _abutment(builder: Builder, track: Track3, at: int, deck: float, under: Ground, noun: Structures) -> None:
    """Append the block that an end of the deck lies on."""
    middle, right = track.points[at], track.right[at]
    ahead = np.array([-right[1], right[0]]) * (1.0 if at == 0 else -1.0)
    side = right if at == 0 else -right
    half = 0.5 * float(track.width[at]) + noun.parapet_width
    long = _ABUTMENT * noun.pillar_width
    flat = middle[:2] + np.stack([side * half, side * half + ahead * long, -side * half + ahead * long, -side * half])
    top = middle[2] - deck
    foot = np.minimum(under.height(flat) - _FOOT, top - 0.1)
    _prism(builder, flat, np.full(4, foot.min()), np.full(4, top), noun.pillar_width)


def _arches(builder: Builder, track: Track3, places: list[float], deck: float, under: Ground, noun: Structures) -> None:
    """Append walls with round openings between the pillars, and the vaults over the openings."""
    ends = [0.0, *places, float(track.along[-1])]
    radius = noun.pillar_width / 2.0
    for a, b in itertools.pairwise(ends):
        begin, end = (a if a == 0.0 else a + radius), (b if b == ends[-1] else b - radius)
        if end - begin < 2.0 * noun.pillar_width:
            continue
        t = np.linspace(-1.0, 1.0, _ARCH + 1)
        along = np.concatenate(
            [[a], begin + (end - begin) * (t + 1.0) / 2.0, [b]]
        )  # over the pillars the wall is whole
        t = np.concatenate([[-1.0], t, [1.0]])
        stations = [_standing(track, s) for s in along]
        middles, rights = np.array([m for m, _, _ in stations]), np.array([r for _, r, _ in stations])
        halves = np.array([w for _, _, w in stations]) * 0.5 + noun.parapet_width
        bottom = middles[:, 2] - deck
        floor = under.height(middles[:, :2])
        room = float((bottom - floor).max())
        rise = min(0.5 * (end - begin), max(room * 0.75, 0.0))
        crown = bottom - _THIN * deck
        soffit = crown - rise * (1.0 - np.sqrt(np.maximum(1.0 - t * t, 0.0)))
        foot = np.maximum(soffit, floor - _FOOT)
        top = np.maximum(bottom, foot)
        left = middles[:, :2] - rights * halves[:, np.newaxis]
        right = middles[:, :2] + rights * halves[:, np.newaxis]
        v = along / noun.pillar_width
        for edge, turned in ((right, False), (left, True)):
            wall = np.stack([np.column_stack([edge, top]), np.column_stack([edge, foot])], axis=1)
            sweep(builder, wall if not turned else wall[:, ::-1], np.array([0.0, 1.0]), v, inward=False)
        vault = np.stack([np.column_stack([right, foot]), np.column_stack([left, foot])], axis=1)
        sweep(builder, vault, np.array([0.0, 1.0]), v, inward=True)
