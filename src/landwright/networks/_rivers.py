"""Rivers and lakes on the ground: where they run, how high they stand, and what they dig."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import hydrology
from landwright.field import Heightfield, Layer
from landwright.networks._corridor import Corridor, corridor
from landwright.networks._courses import Course, Places, courses_of_flow, courses_of_lines, smooth
from landwright.networks._followed import lines_among
from landwright.networks._network import Network
from landwright.networks._ponds import press_ponds
from landwright.networks._river_network import Standing, lay
from landwright.networks._water_door import Given, ground_among, kept_water
from landwright.networks.settings import Pond, Ponds, Rivers

__all__ = ["press_rivers"]

Value = Heightfield | Layer | Network


def press_rivers(given: Given, noun: Rivers = Rivers()) -> dict[str, Value]:
    """Lay rivers and lakes on the ground, with the beds and banks they cut.

    Rivers begin where enough ground drains, or run along drawn lines. They keep to their valleys but run smoothly, grow wider and
    deeper with their discharge, never rise, stand equally high where they meet, and end in the sea, in a lake or at the map's edge.
    Depressions that are large and deep enough become lakes with an outlet; others fill with ground where a river crosses them.

    Parameters
    ----------
    given : Heightfield or mapping of str to Heightfield or Layer
        The ground, or layers with ``elevation`` among them; metres.
    noun : Rivers
        Where rivers begin, their size, which depressions are lakes.

    Returns
    -------
    dict
        ``elevation`` (Heightfield) with beds and banks; ``water`` (Layer), metres of depth; and under the name ``noun.network`` the
        Network: z of its points is the surface of the water; points carry ``width``, ``depth`` and ``discharge`` (m3/s), edges
        ``order`` (Strahler), nodes ``lake`` (its number from 1, 0 elsewhere) and ``level``. The node in the middle of each lake
        belongs to no edge.

    Raises
    ------
    FieldError
        If layers do not fit each other.
    SettingError
        If ``noun.water`` names no layer that is there.

    See Also
    --------
    river_mesh, lake_mesh : Their surfaces as meshes.
    press_ponds : Round lakes.

    Notes
    -----
    Reach: whole. Cost: that of ``hydrology.flow``, and O(samples in the corridors).
    Deterministic: bit-identical for any thread count.

    Width is ``noun.width`` times the square root of the discharge, and no less than one and a half samples, below which a raster
    cannot hold a bed; depth is ``noun.depth`` times its power of 0.4; discharge is the runoff of the area upstream. The bed is a
    parabola, and the bank a straight blend to the ground as it was. A line all of whose points are equal is a round lake, as in
    :func:`press_ponds`.

    References
    ----------
    .. [1] L. B. Leopold, T. Maddock, "The hydraulic geometry of stream channels and some physiographic implications", USGS
       Professional Paper 252, 1953.
    .. [2] B. Arslan, P. Jorgensen, "Real-time procedural generation of environments", M.Sc. thesis, Technical University of Denmark,
       2014, sections 4.8 to 4.10.

    Examples
    --------
    >>> import numpy as np
    >>> y, x = np.mgrid[0:65, 0:65] * 10.0
    >>> valley = Heightfield(0.1 * abs(x - 320.0) + 0.05 * (640.0 - y) + 20.0, cell_size=10.0)
    >>> made = press_rivers(valley, Rivers(min_area=5e4, lakes=False))
    >>> made["rivers"]
    Network(river: 2 nodes, 1 edges, 83 points)
    """
    field = ground_among(given, "networks.rivers")
    drawn = lines_among(given, noun.strokes if noun.source == "lines" else "", "networks.rivers")
    noun = noun.replace(lines=(*noun.lines, *drawn), strokes="") if drawn else noun
    kept = kept_water(given, noun.water, field, "networks.rivers")
    routing = hydrology.Flow(edges=noun.edges, sea_level=noun.sea_level)
    graph = hydrology.flow(field, routing)
    basins = hydrology.depressions(field, routing)
    standing, places = _standing(field, basins, noun)
    if noun.source == "hydrology":
        courses = courses_of_flow(graph, places, noun)
    else:
        courses = courses_of_lines(noun.lines, graph, places, noun)
    smooth(courses, places, noun)
    if noun.source == "lines":
        standing, places = _touched(courses, standing, places)
    network = lay(courses, places, standing, noun)
    half = 0.5 * network.of_points["width"]
    beside = network.of_points["bank"]
    found = corridor(field.grid, network, beside, half)
    z = _silted(field, basins, standing, places, found)
    water = np.where(places.standing > 0, standing.surface - z, np.float32(0.0))
    _press(z, water, network, found, beside, places)
    np.maximum(water, kept, out=water)
    made: dict[str, Any] = {"elevation": field.with_elevation(z), "water": Layer(water, grid=field.grid, unit="m")}
    dots = [line for line in noun.lines if noun.source == "lines" and len(set(line.points)) == 1]
    if dots:
        ponds = tuple(Pond(at=line.points[0], radius=line.width) for line in dots)
        made = press_ponds(made, Ponds(ponds=ponds, radius=noun.width, depth=noun.depth, water="water"))
    return made | {noun.network: network}


def _standing(field: Heightfield, basins: hydrology.Depressions, noun: Rivers) -> tuple[Standing, Places]:
    """Return the lakes, and the ground as water sees it."""
    z = field.elevation
    outer = basins.outermost()
    here = (
        np.where(basins.innermost >= 0, outer[np.maximum(basins.innermost, 0)], -1) if outer.size else basins.innermost
    )
    level = basins.level[here] if outer.size else np.zeros(z.size, np.float32)
    surface = np.where((here >= 0) & (level > z.reshape(-1)), level, z.reshape(-1)).reshape(z.shape)
    fits = (basins.parent < 0) & (basins.area >= noun.min_lake_area) & (basins.depth >= noun.min_lake_depth)
    lakes = np.flatnonzero(fits) if noun.lakes else np.zeros(0, np.int64)
    number = np.zeros(outer.size + 1, np.int32)
    number[lakes] = np.arange(1, lakes.size + 1)
    standing = np.where(surface > z, number[here].reshape(z.shape), 0).astype(np.int32)
    if noun.sea_level is not None:
        sea = z < np.float32(noun.sea_level)
        standing[sea] = -1
        surface = np.maximum(surface, np.float32(noun.sea_level))
    if field.mask is not None:
        standing[~field.mask] = 0
    places = Places(field.grid, standing)
    middles = places.places(basins.pits[lakes])
    return Standing(basins.level[lakes].astype(np.float64), middles, noun.sea_level, surface.astype(np.float32)), places


def _touched(courses: list[Course], standing: Standing, places: Places) -> tuple[Standing, Places]:
    """Return only the lakes that courses run through."""
    met = np.unique(np.concatenate([places.at(one.xy) for one in courses] or [np.zeros(0, np.int32)]))
    met = met[met > 0]
    number = np.zeros(len(standing.levels) + 1, np.int32)
    number[met] = np.arange(1, met.size + 1)
    renumbered = np.where(places.standing > 0, number[np.maximum(places.standing, 0)], places.standing)
    kept = Standing(standing.levels[met - 1], standing.middles[met - 1], standing.sea, standing.surface)
    return kept, Places(places.grid, renumbered.astype(np.int32))


def _silted(
    field: Heightfield, basins: hydrology.Depressions, standing: Standing, places: Places, found: Corridor
) -> NDArray[np.float32]:
    """Return the ground with the depressions filled that rivers cross and that are no lakes."""
    z = field.elevation.copy()
    if not basins.parent.size:
        return z
    outer = basins.outermost()
    here = np.where(basins.innermost >= 0, outer[np.maximum(basins.innermost, 0)], outer.size)
    crossed = np.zeros(outer.size + 1, np.bool_)
    crossed[here[found.cells[found.gap < 0.0]]] = True
    crossed[-1] = False
    fill = crossed[here].reshape(z.shape) & (places.standing == 0)
    return np.asarray(np.where(fill, np.maximum(z, standing.surface), z), np.float32)


def _press(
    z: NDArray[np.float32],
    water: NDArray[np.float32],
    network: Network,
    found: Corridor,
    beside: NDArray[np.float64],
    places: Places,
) -> None:
    """Press beds and banks into the ground, and fill the beds with water."""
    if not len(found):
        return
    before = z.reshape(-1)[found.cells].astype(np.float64)
    surface, width = found.carry(network.points[:, 2]), found.carry(network.of_points["width"])
    depth, bank = found.carry(network.of_points["depth"]), found.carry(beside)
    still = places.standing.reshape(-1)[found.cells] != 0
    inside = found.gap < 0.0
    bed = surface - depth * (1.0 - (2.0 * found.distance / width) ** 2)
    share = np.clip(found.gap / bank, 0.0, 1.0)
    shore = surface + share * (before - surface)
    dam = surface + np.clip(2.0 * found.gap / bank - 1.0, 0.0, 1.0) * (before - surface)
    shore = np.where(before < surface, dam, shore)
    after = np.where(inside, np.minimum(before, bed), np.where(still, before, shore))
    z.reshape(-1)[found.cells] = after
    wet = np.where(inside, surface - z.reshape(-1)[found.cells], 0.0)
    lake = places.standing.reshape(-1)[found.cells] > 0
    level = np.where(lake, water.reshape(-1)[found.cells] + before, -np.inf)
    deep = np.maximum(wet, level - z.reshape(-1)[found.cells])
    sea = places.standing.reshape(-1)[found.cells] < 0
    water.reshape(-1)[found.cells] = np.where(sea, 0.0, np.maximum(deep, 0.0))
