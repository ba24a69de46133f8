"""Roads: from lines, routes and towns to a network, and the ground it lies on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from landwright import _pool, seeds
from landwright._hash import centered, hash1, seed_words
from landwright.errors import SettingError, sentence
from landwright.field import Heightfield, Layer
from landwright.networks._classes import Limits, classify
from landwright.networks._crossings import trims
from landwright.networks._curves import curvature, ease, lengths, resample_legs, smooth_line, unit_normals
from landwright.networks._followed import lines_among
from landwright.networks._ground import Ground, ground_from
from landwright.networks._impress import Batters, press
from landwright.networks._joining import Joined, Stroke, join
from landwright.networks._network import Network
from landwright.networks._profile import Steep, Track, profile, wander
from landwright.networks._route import route_strokes, terms_of
from landwright.networks._towns import town_strokes
from landwright.networks._tunnels import holes_over
from landwright.networks.settings import Line, Roads

__all__ = ["build_roads", "plan_roads"]

Floats = NDArray[np.float64]
_WORD: Final = "networks.roads"
_WAVELENGTH: Final = 250.0
"""Metres from one random height to the next."""
_ASTRAY: Final = 3.0
"""Most that a bend may lead a road away from where it was drawn, in least radii."""


def build_roads(layers: Mapping[str, Any], noun: Roads = Roads(), *, seed: seeds.Seed = 0) -> dict[str, Any]:
    """Build roads on the ground, and shape the ground to them.

    Roads are followed as drawn, found between places, or joined into a net of towns. Where they meet they share a height. None is steeper
    or bends tighter than it may: what cannot be built so is refused with a sentence that says where.

    Parameters
    ----------
    layers : mapping of str to Heightfield, Layer or Network
        ``elevation``, and the water, the rivers and the layer of dear ground that the noun names.
    noun : Roads
        Where roads go, what they are like, and how the ground meets them.
    seed : int or str
        Decides the random heights and which bridges and tunnels the search tries.

    Returns
    -------
    dict
        ``elevation``, the ground with cuts and banks, untouched under bridges and over tunnels; the network by its name, with
        ``width`` (m), ``class`` (number in ``networks.CLASSES``), ``ground`` (m, before) and ``grade`` of points, ``rank``,
        ``width``, ``tunnel_height`` and ``deck`` (m) of edges; ``holes``, a Mask of where the ground is open; the
        water by its name, as high as it was over banks that reach into it; ``road_area``, the share of each cell that roads take up.

    Raises
    ------
    SettingError
        If a road would be too steep or bend too tightly, or there is no way for a route.
    FieldError
        If layers do not fit each other.

    See Also
    --------
    road_mesh : The surface of the network as a mesh.
    find_route : One way over the ground.

    Notes
    -----
    Reach: whole. Cost: O(cells + cells near roads), and the search of each route.
    Deterministic: bit-identical for any thread count.

    References
    ----------
    .. [1] Arslan, Jorgensen, "Real-time Procedural Generation of Environments", M.Sc. thesis, Technical University of Denmark,
       2014, sections 4.8-4.9.

    Examples
    --------
    >>> import numpy as np
    >>> import landwright as lw
    >>> land = lw.Heightfield(np.zeros((33, 33)), cell_size=8.0)
    >>> line = lw.networks.Line(points=((20.0, 128.0), (230.0, 100.0)))
    >>> made = lw.networks.build_roads({"elevation": land}, lw.networks.Roads(lines=(line,)))
    >>> sorted(made), len(made["roads"])
    (['elevation', 'holes', 'road_area', 'roads'], 1)
    """
    drawn = lines_among(layers, noun.strokes, _WORD)
    noun = noun.replace(lines=(*noun.lines, *drawn), strokes="") if drawn else noun
    ground = ground_from(layers, noun)
    field = ground.field
    with _pool.current().part(0.0, 0.8):
        network = plan_roads(ground, noun, seeds.normalize(seed))
    batters = Batters(
        noun.width if noun.smoothing is None else noun.smoothing,
        noun.cut_slope,
        noun.fill_slope,
        noun.batter_reach,
        noun.bed,
    )
    bore = 0.75 * noun.width if noun.tunnel_height is None else noun.tunnel_height
    planned = {"tunnel_height": np.full(len(network), bore), "deck": np.full(len(network), noun.deck)}
    network = network.replace(of_edges={**network.of_edges, **planned})
    with _pool.current().part(0.8, 1.0):
        elevation, area = press(field.elevation, field.grid, network, batters)
    pressed = field.with_elevation(elevation)
    made = {
        "elevation": pressed,
        noun.network: network,
        "holes": holes_over(pressed, network),
        "road_area": Layer(area, grid=field.grid),
    }
    if noun.water:
        made[noun.water] = _standing(layers[noun.water], field, pressed)
    return made


def _standing(water: Layer, before: Heightfield, after: Heightfield) -> Layer:
    """Return water that stands as high as it did over ground whose banks reach into it."""
    depth = water.values
    above = (before.elevation.astype(np.float64) + depth) - after.elevation
    changed = (depth > 0.0) & (before.elevation != after.elevation)
    return Layer(np.where(changed, np.maximum(above, 0.0), depth).astype(np.float32), grid=water.grid, unit=water.unit)


def plan_roads(ground: Ground, noun: Roads, seed: int) -> Network:
    """Return the network of roads, without touching the ground."""
    step = noun.curve_step or min(ground.field.cell_size, 0.25 * noun.width)
    strokes = [_drawn(line, noun, step, ground) for line in noun.lines]
    found = _routed(noun, ground, seed) + town_strokes(ground, noun, seed)
    strokes += [_smooth(stroke, noun, step) for stroke in found]
    joined = join(strokes, step)
    if not joined.edges:
        return Network(kind="road", of_points=_nothing(), of_edges={"rank": np.empty(0, np.int8), "width": np.empty(0)})
    lines = [_bent(line, strokes[i], noun, step) for line, i in zip(joined.lines, joined.stroke)]
    return _raised(ground, noun, joined, lines, strokes, seed)


def _nothing() -> dict[str, NDArray[Any]]:
    return {"width": np.empty(0), "class": np.empty(0, np.int8), "ground": np.empty(0), "grade": np.empty(0)}


def _drawn(line: Line, noun: Roads, step: float, ground: Ground) -> Stroke:
    width = line.width or noun.width
    points = np.array(line.points, np.float64).reshape(-1, 2)
    label = f"{_WORD}: the road {line.name!r}" if line.name else f"{_WORD}: a road"
    if len(np.unique(points, axis=0)) < 2:
        raise SettingError(sentence(label, "must go through two places or more", line.points))
    _inside(points, ground, label)
    radius = terms_of(noun, width).radius
    error = noun.fit_error or 0.5 * width
    smooth = smooth_line(points, step=step, tolerance=error, radius=radius, most=noun.fit_points, closed=line.closed)
    _not_astray(points, smooth, radius, label)
    return Stroke(smooth, width, 0, line.name)


def _routed(noun: Roads, ground: Ground, seed: int) -> list[Stroke]:
    """Return the ways of all routes as strokes of straight legs."""
    if not noun.routes:
        return []
    ways = []
    for line in noun.routes:
        points = np.array(line.points, np.float64).reshape(-1, 2)
        label = f"{_WORD}: the route {line.name!r}" if line.name else f"{_WORD}: a route"
        if len(np.unique(points, axis=0)) < 2:
            raise SettingError(sentence(label, "must join two places or more", line.points))
        _inside(points, ground, label)
        ways.append(np.concatenate([points, points[:1]]) if line.closed else points)
    widths = [line.width or noun.width for line in noun.routes]
    return route_strokes(ground, terms_of(noun, max(widths)), ways, widths, [line.name for line in noun.routes], seed)


def _smooth(stroke: Stroke, noun: Roads, step: float) -> Stroke:
    """Return a way of straight legs as a smooth line; legs are a lattice's, so the line may pass beside their ends."""
    points = resample_legs(stroke.points, stroke.snap / 1.5)
    error = max(0.4 * stroke.snap, noun.fit_error or 0.5 * stroke.width)
    radius = terms_of(noun, stroke.width).radius
    return replace(stroke, points=smooth_line(points, step=step, tolerance=error, radius=radius, most=noun.fit_points))


def _inside(points: Floats, ground: Ground, label: str) -> None:
    grid = ground.field.grid
    west, north = grid.north_west
    wide, deep = grid.extent
    out = (points[:, 0] < west) | (points[:, 0] > west + wide) | (points[:, 1] > north) | (points[:, 1] < north - deep)
    if out.any():
        bad = points[int(np.argmax(out))]
        must = f"must stay on the map, x from {west:g} to {west + wide:g} m and y from {north - deep:g} to {north:g} m"
        raise SettingError(sentence(label, must, (float(bad[0]), float(bad[1]))))


def _not_astray(points: Floats, smooth: Floats, radius: float, label: str) -> None:
    """Refuse a line that its least radius would lead far away from where it was drawn."""
    bends = curvature(smooth)
    place = smooth[int(np.argmax(bends))]
    if radius > 0.0 and bends.max() > 1.02 / radius:
        raise SettingError(_tight(label, radius, 1.0 / float(bends.max()), place))
    if radius > 0.0:
        off = cKDTree(smooth).query(points)[0]
        if off.max() > _ASTRAY * radius:
            place = points[int(np.argmax(off))]
            where = f"({place[0]:.0f}, {place[1]:.0f})"
            text = f"{label} bends so tightly near {where} that a radius of {radius:g} m leads it {off.max():.0f} m astray."
            raise SettingError(f"{text} Draw the bend wider, or lower min_radius.")


def _tight(label: str, radius: float, got: float, place: Floats) -> str:
    must = f"must not bend tighter than min_radius = {radius:g} m near ({place[0]:.0f}, {place[1]:.0f})"
    return sentence(label, must, round(got, 1), hint="Draw it wider there, or lower min_radius.")


def _bent(line: Floats, stroke: Stroke, noun: Roads, step: float) -> Floats:
    """Return an edge whose bends are no tighter than they may be; leading its ends together may have made them so."""
    radius = terms_of(noun, stroke.width).radius
    eased = ease(line, step, radius)
    bends = curvature(eased)
    if radius > 0.0 and bends.max() > 1.02 / radius:
        label = f"{_WORD}: the road {stroke.name!r}" if stroke.name else f"{_WORD}: a road"
        raise SettingError(_tight(label, radius, 1.0 / float(bends.max()), eased[int(np.argmax(bends))]))
    return eased


def _raised(
    ground: Ground, noun: Roads, joined: Joined, lines: list[Floats], strokes: list[Stroke], seed: int
) -> Network:
    """Give edges their heights and classes."""
    owner = [strokes[i] for i in joined.stroke]
    widths = np.array([stroke.width for stroke in owner])
    meeting = trims(lines, joined.edges, widths.tolist())
    tracks = [_track(line, pair, reach, noun) for line, pair, reach in zip(lines, joined.edges, meeting)]
    sides = [unit_normals(line) for line in lines]
    across = [ground.across(line, side, np.full(len(line), width)) for line, side, width in zip(lines, sides, widths)]
    level = [ground.surface(line) for line in lines]
    wanted = [
        _wanted(line, mean, stroke, noun, seeds.derive(seed, _WORD, "height", i))
        for i, (line, (mean, _), stroke) in enumerate(zip(lines, across, owner))
    ]
    bounds = [surface + noun.clearance + noun.deck for surface in level]
    heights, nodes, steep = profile(
        wanted, bounds, tracks, len(joined.nodes), grade=noun.max_grade, transition=noun.transition
    )
    if steep is not None:
        raise SettingError(_too_steep(steep, joined, noun))
    bore = (0.75 * noun.width if noun.tunnel_height is None else noun.tunnel_height) + noun.cover
    codes = []
    for z, (_, high), surface, line, reach, width in zip(heights, across, level, lines, meeting, widths):
        shortest = 3.0 * width if noun.min_run is None else noun.min_run
        spacing = float(lengths(line)[-1]) / (len(line) - 1)
        limits = Limits(noun.cut, noun.bank, noun.fill, max(bore, noun.cut), max(1, round(shortest / spacing)))
        codes.append(classify(z - high, np.isfinite(surface), limits, _near(line, reach)))
    return _network(joined, lines, heights, nodes, codes, [mean for mean, _ in across], owner)


def _near(line: Floats, reach: Floats) -> NDArray[np.bool_]:
    """Return the points of an edge that lie where roads meet, ``reach`` (2,) metres from its ends."""
    s = lengths(line)
    near: NDArray[np.bool_] = (s < reach[0]) | (s[-1] - s < reach[1])
    return near


def _track(line: Floats, pair: tuple[int, int], reach: Floats, noun: Roads) -> Track:
    """Return the edge as its profile needs it: level where roads meet, and a little further, as rounding looks ahead."""
    steps = np.diff(lengths(line))
    spacing, count = float(steps.min()), len(line)
    curve = min(int(0.5 * noun.vertical_curve / spacing), (count - 1) // 6)
    hold = [0 if far == 0.0 else min(int(np.ceil(far / spacing)) + curve, (count - 1) // 3) for far in reach.tolist()]
    return Track(pair, spacing, count, (hold[0], hold[1]), curve)


def _wanted(line: Floats, mean: Floats, stroke: Stroke, noun: Roads, seed: int) -> Floats:
    """Return initial heights: the ground, smoothed along the road, and a bounded random part."""
    s = lengths(line)
    spacing = float(s[-1]) / (len(line) - 1)
    half = min(int(2.0 * noun.width / spacing), len(line) - 1)
    wide = np.concatenate([2.0 * mean[0] - mean[half:0:-1], mean, 2.0 * mean[-1] - mean[-2 : -half - 2 : -1]])
    smooth = np.convolve(wide, np.full(2 * half + 1, 1.0 / (2 * half + 1)), "valid")
    for a, b in stroke.spans:
        i, j = (int(np.argmin(((line - end) ** 2).sum(axis=1))) for end in (a, b))
        i, j = min(i, j), max(i, j)
        if j > i and float(np.hypot(*(line[j] - line[i]))) > 0.5 * float(np.hypot(*(b - a))):
            smooth[i : j + 1] = np.interp(s[i : j + 1], [s[i], s[j]], [smooth[i], smooth[j]])
    if noun.random_height == 0.0:
        return smooth
    s0, s1 = seed_words(seed)
    count = int(s[-1] / _WAVELENGTH) + 2
    knots = np.array([float(centered(hash1(np.uint32(k), np.uint32(s0), np.uint32(s1)))) for k in range(count)])
    fade = np.clip(np.minimum(s, s[-1] - s) / _WAVELENGTH, 0.0, 1.0)
    out: Floats = smooth + fade * wander(s, noun.random_height, _WAVELENGTH, knots)
    return out


def _too_steep(steep: Steep, joined: Joined, noun: Roads) -> str:
    a, b = joined.nodes[steep.low], joined.nodes[steep.high]
    need = steep.rise / max(steep.length, 1e-9)
    return (
        f"{_WORD}: the way from ({a[0]:.0f}, {a[1]:.0f}) to ({b[0]:.0f}, {b[1]:.0f}) must climb {steep.rise:.1f} m "
        f"on {steep.length:.0f} m of road, a grade of {need:.3f} where max_grade = {noun.max_grade:g}. "
        "Draw it longer, give it as a route, or raise max_grade."
    )


def _network(
    joined: Joined,
    lines: list[Floats],
    heights: list[Floats],
    nodes: Floats,
    codes: list[NDArray[np.int8]],
    means: list[Floats],
    owner: list[Stroke],
) -> Network:
    points = np.concatenate([np.column_stack([line, z]) for line, z in zip(lines, heights)])
    counts = [len(line) for line in lines]
    grades = []
    for line, z in zip(lines, heights):
        steps = np.diff(lengths(line))
        rise = np.diff(z) / steps
        grades.append(np.concatenate([rise[:1], 0.5 * (rise[:-1] + rise[1:]), rise[-1:]]))
    widths = np.array([stroke.width for stroke in owner])
    return Network(
        np.column_stack([joined.nodes, nodes]),
        np.array(joined.edges, np.int32),
        points,
        np.concatenate([[0], np.cumsum(counts)]),
        kind="road",
        of_points={
            "width": np.repeat(widths, counts),
            "class": np.concatenate(codes),
            "ground": np.concatenate(means),
            "grade": np.concatenate(grades),
        },
        of_edges={"rank": np.array([stroke.rank for stroke in owner], np.int8), "width": widths},
        names=[stroke.name for stroke in owner],
    )
