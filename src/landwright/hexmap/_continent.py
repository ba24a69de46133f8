"""A continent: land, erosion, rivers and biomes from one seed; and the climate of any map."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from landwright import _pool, seeds
from landwright._hash import seed_words
from landwright.hexmap._coordinates import Direction
from landwright.hexmap._kernels import courses, cover, draws, landmass, nearby, towns, weather, weathering
from landwright.hexmap._map import HexMap, check_map
from landwright.hexmap.settings import Continent, Land, Layout

__all__ = ["Climate", "climate", "continent"]

_STANDARD = 4800
"""Cells of the map that sizes of pieces are meant for (80 x 60)."""
_FRAY = 0.55
"""How far noise moves the outline of wide pieces, in radii."""
_HOLLOW = 0.55
"""Where no piece of a ring begins: shares of half the width and the depth of the map."""
_HEMISPHERES = ("both", "north", "south")


class Climate(NamedTuple):
    """How wet and how warm every cell is.

    Parameters
    ----------
    moisture, temperature : (rows, columns) float64 array
        From 0 to 1, row 0 in the south.
    """

    moisture: NDArray[np.float64]
    temperature: NDArray[np.float64]


@dataclass
class _Draft:
    """A map in the making: flat arrays, cell after cell."""

    layout: Layout
    near: NDArray[np.int32]
    level_c: NDArray[np.int32]
    water_c: NDArray[np.int32]
    out_c: NDArray[np.int8]
    into_c: NDArray[np.uint8]


def continent(land: HexMap, noun: Continent = Continent(), *, seed: seeds.Seed = 0) -> HexMap:
    """Grow a continent on a map: land, cliffs worn down, rain, rivers, lakes and what grows where.

    Pieces of land are raised and sunk until the wanted share of the map is dry, cliffs are worn, a cycle of water moistens the
    ground, rivers rise on wet heights, and each cell gets ground and plants by temperature and moisture. Everything that was on the
    map is replaced; its layout stays. With ``land.source = "given"`` its elevation and water stay as well.

    Parameters
    ----------
    land : HexMap
        Size, whether it wraps, whether rivers may meet.
    noun : Continent
        Land, erosion, water cycle, temperature, biomes, rivers and towns.
    seed : int or str
        Names the continent.

    Returns
    -------
    HexMap
        Elevation, water level, terrain, plants and rivers; with ``towns.density`` also towns, fields and roads.

    See Also
    --------
    climate : The moisture and temperature of a map.
    from_ground : Cells from a heightfield.

    Notes
    -----
    Reach: whole. Cost: O(cells), about 1.5 microseconds each at the default settings.
    Deterministic: bit-identical on every machine and for any number of threads.

    Growth gives exactly ``land.percentage`` of the cells, rounded. Erosion moves single levels and keeps their sum, so a few cells at
    the shore may drown or rise after it. Rivers only run to cells that are not higher and never meet themselves; each ends in
    the sea, in a lake, or at the spring of another river (with ``layout.confluences``: anywhere on it).

    References
    ----------
    .. [1] J. Flick, "Hex Map", parts 23 to 27, Catlike Coding, 2018, for the growth of land, the water cycle and the biomes.

    Examples
    --------
    >>> land = continent(HexMap.empty(columns=40, rows=30), seed=7)
    >>> int(land.elevation.max()) <= 8, bool((land.river_out >= 0).any())
    (True, True)
    """
    check_map("hexmap.continent", land)
    stream = seeds.derive(seed, "hexmap.continent")
    draft = _draft(land)
    part = noun.land
    if part.source == "grown":
        _grow(draft, part, stream)
    if noun.erosion.percentage > 0.0:
        _pool.call(
            weathering.wear,
            draft.near,
            noun.erosion.percentage,
            _words(stream, "erosion"),
            np.zeros(1, np.int64),
            draft.level_c,
            polls=True,
        )
    moisture_c, warm_c = _weather(draft, noun, stream)
    _rivers(draft, noun, moisture_c, stream)
    terrain_c, plant_c = _cover(draft, noun, moisture_c, warm_c)
    shape = land.layout.shape
    settled = _towns(draft, noun, terrain_c, plant_c, stream) if noun.towns.density > 0.0 else {}
    return HexMap(
        land.layout,
        **{name: array.reshape(shape) for name, array in settled.items()},
        elevation=draft.level_c.reshape(shape),
        water_level=draft.water_c.reshape(shape),
        terrain=terrain_c.reshape(shape),
        plant=plant_c.reshape(shape),
        river_in=draft.into_c.reshape(shape),
        river_out=draft.out_c.reshape(shape),
    )


def climate(land: HexMap, noun: Continent = Continent(), *, seed: seeds.Seed = 0) -> Climate:
    """Return the moisture and the temperature of a map, whether it was grown or drawn.

    The same cycle of water and the same temperatures as in :func:`continent`, for the land as it is now: lakes that rivers made
    moisten their surroundings.

    Parameters
    ----------
    land : HexMap
        Its elevation and water level count.
    noun : Continent
        Its water cycle and temperature, and the sea level and highest level of its land.
    seed : int or str
        Where warm and cold spells are; that of the continent gives the continent's.

    Returns
    -------
    Climate
        ``moisture`` and ``temperature``, each (rows, columns) float64 from 0 to 1.

    See Also
    --------
    continent : Uses them for rivers and biomes.

    Examples
    --------
    >>> land = continent(HexMap.empty(columns=20, rows=15), seed=7)
    >>> moisture, temperature = climate(land, seed=7)
    >>> moisture.shape, bool((moisture[land.underwater] > 0.5).all())
    ((15, 20), True)
    """
    check_map("hexmap.climate", land)
    moisture_c, warm_c = _weather(_draft(land), noun, seeds.derive(seed, "hexmap.continent"))
    return Climate(moisture_c.reshape(land.shape), warm_c.reshape(land.shape))


def _words(stream: int, *names: str) -> NDArray[np.uint32]:
    return np.array(seed_words(seeds.derive(stream, *names)), np.uint32)


def _draft(land: HexMap) -> _Draft:
    layout = land.layout
    cells = layout.rows * layout.columns
    return _Draft(
        layout,
        _near(layout.rows, layout.columns, layout.wrap),
        land.elevation.ravel().astype(np.int32),
        land.water_level.ravel().astype(np.int32),
        np.full(cells, -1, np.int8),
        np.zeros(cells, np.uint8),
    )


def _near(rows: int, columns: int, wrap: bool) -> NDArray[np.int32]:
    """Return the neighbours of all cells: (cells, 6)."""
    found = np.empty((rows * columns, 6), np.int32)
    _pool.run_rows(nearby.find_near, rows, rows, columns, wrap, found)
    return found


def _factor(cells: int, part: Land) -> float:
    """Return how many times the map is larger than the one that sizes are meant for."""
    return max(1.0, cells / _STANDARD) if part.scale_with_map else 1.0


def _regions(layout: Layout, part: Land, factor: float, flip: bool) -> list[tuple[int, int, int, int]]:
    """Return first column, last + 1, first row, last + 1 of the rectangles where pieces of land may begin."""
    wide = math.sqrt(factor)
    border, between = int(part.border * wide + 0.5), int(part.region_border * wide + 0.5)
    columns, rows = layout.columns, layout.rows
    around = between if layout.wrap else border
    west = 0 if layout.wrap and part.regions == 1 else around
    x = _span(west, columns - west)
    y = _span(border, rows - border)
    mid_x, mid_y = columns // 2, rows // 2
    left, right = _span(around, mid_x - between), _span(mid_x + between, columns - around)
    south, north = _span(border, mid_y - between), _span(mid_y + between, rows - border)
    if part.regions == 1:
        found = [(x, y)]
    elif part.regions == 2:
        found = [(x, south), (x, north)] if flip else [(left, y), (right, y)]
    elif part.regions == 3:
        third, two = columns // 3, 2 * columns // 3
        found = [
            (_span(around, third - between), y),
            (_span(third + between, two - between), y),
            (_span(two + between, columns - around), y),
        ]
    else:
        found = [(left, south), (left, north), (right, south), (right, north)]
    return [(*_inside(a, columns), *_inside(b, rows)) for a, b in found]


def _span(low: int, high: int) -> tuple[int, int]:
    """Return a range that holds at least one cell; a border too wide for the map leaves its middle."""
    if high <= low:
        low = (low + high) // 2
        high = low + 1
    return low, high


def _inside(span: tuple[int, int], size: int) -> tuple[int, int]:
    low = min(max(span[0], 0), size - 1)
    return low, min(max(span[1], low + 1), size)


def _grow(draft: _Draft, part: Land, stream: int) -> None:
    layout = draft.layout
    cells = draft.level_c.size
    factor = _factor(cells, part)
    words, count = _words(stream, "land"), np.zeros(1, np.int64)
    flip = bool(_words(stream, "regions")[0] & np.uint32(1))
    regions = np.array(_regions(layout, part, factor, flip), np.int64)
    draft.level_c[:] = 0
    draft.water_c[:] = part.water_level
    exponent = 1.0 if factor == 1.0 else 0.25
    sizes = float(part.smallest_piece), float(part.largest_piece * factor)
    shares = np.array([*sizes, exponent, part.jitter, part.high_rise, part.sink])
    wanted = int(cells * part.percentage / 100.0 + 0.5)
    scratch_c = np.empty(cells, np.int32)
    left = _pool.call(
        landmass.grow,
        layout.columns,
        layout.wrap,
        draft.near,
        regions,
        shares,
        part.water_level,
        part.lowest,
        part.highest,
        wanted,
        part.evenness if factor == 1.0 else max(part.evenness, 2),
        _HOLLOW if part.shape == "ring" else 0.0,
        _FRAY,
        words,
        _words(stream, "coast"),
        count,
        draft.level_c,
        scratch_c,
        polls=True,
    )
    if left > 0:
        x0, x1, y0, y1 = (int(value) for value in regions[0])
        start = (y0 + y1) // 2 * layout.columns + (x0 + x1) // 2
        _pool.call(landmass.complete, draft.near, part.water_level, left, start, draft.level_c, scratch_c)


def _weather(draft: _Draft, noun: Continent, stream: int) -> tuple[NDArray[Any], NDArray[Any]]:
    layout, heat, part = draft.layout, noun.temperature, noun.land
    factor = _factor(draft.level_c.size, part)
    moisture_c, warm_c = _moisture(draft, noun, factor), np.empty(draft.level_c.size, np.float64)
    spell = heat.spell * math.sqrt(factor)
    shares = np.array([heat.coldest, heat.warmest, heat.jitter, 1.0 / spell])
    periods = max(1, int(layout.columns / spell + 0.5)) if layout.wrap else 0
    _pool.run_rows(
        weather.warmth,
        layout.rows,
        layout.rows,
        layout.columns,
        periods,
        draft.level_c,
        draft.water_c,
        part.water_level,
        part.highest,
        _HEMISPHERES.index(heat.hemisphere),
        shares,
        _words(stream, "temperature"),
        warm_c,
    )
    return moisture_c, warm_c


def _moisture(draft: _Draft, noun: Continent, factor: float) -> NDArray[np.float64]:
    """Run the water cycle: on a wide map first on blocks of cells, so that rain comes as far inland as on a small one."""
    layout, cycle = draft.layout, noun.water_cycle
    cells, side = draft.level_c.size, int(math.sqrt(factor) + 0.5)
    moisture_c, cloud_c = np.full(cells, cycle.starting_moisture), np.zeros(cells, np.float64)
    blocks, deep = -(-layout.columns // side), -(-layout.rows // side)
    if side == 1 or (layout.wrap and blocks < 2):
        _rain(draft.near, draft.level_c, draft.water_c, noun, cycle.steps, cloud_c, moisture_c)
        return moisture_c
    level_b, water_b = np.empty(blocks * deep, np.int32), np.empty(blocks * deep, np.int32)
    _pool.call(
        weather.coarsen, layout.columns, layout.rows, side, blocks, draft.level_c, draft.water_c, level_b, water_b
    )
    moisture_b, cloud_b = np.full(blocks * deep, cycle.starting_moisture), np.zeros(blocks * deep, np.float64)
    _rain(_near(deep, blocks, layout.wrap), level_b, water_b, noun, cycle.steps, cloud_b, moisture_b)
    for value_b, value_c in ((moisture_b, moisture_c), (cloud_b, cloud_c)):
        _pool.run_rows(weather.refine, layout.rows, layout.columns, side, blocks, layout.wrap, value_b, value_c)
    _rain(draft.near, draft.level_c, draft.water_c, noun, min(cycle.steps, 2 * side + 4), cloud_c, moisture_c)
    return moisture_c


def _rain(
    near: NDArray[np.int32],
    level_c: NDArray[np.int32],
    water_c: NDArray[np.int32],
    noun: Continent,
    steps: int,
    cloud_c: NDArray[np.float64],
    moisture_c: NDArray[np.float64],
) -> None:
    cycle = noun.water_cycle
    rates = np.array(
        [
            cycle.evaporation,
            cycle.land_evaporation,
            cycle.precipitation,
            cycle.wind_strength,
            cycle.runoff,
            cycle.seepage,
        ]
    )
    wind = int(Direction[cycle.wind])
    _pool.call(
        weather.rain,
        near,
        level_c,
        water_c,
        noun.land.highest,
        steps,
        rates,
        wind,
        cloud_c,
        moisture_c,
        polls=True,
    )


def _rivers(draft: _Draft, noun: Continent, moisture_c: NDArray[Any], stream: int) -> None:
    part, rule = noun.land, noun.rivers
    dry_c = draft.water_c <= draft.level_c
    weight = moisture_c * (draft.level_c - part.water_level) / (part.highest - part.water_level)
    entries = np.where(weight > 0.75, 4, np.where(weight > 0.5, 2, np.where(weight > 0.25, 1, 0))) * dry_c
    springs = np.repeat(np.arange(weight.size, dtype=np.int32), entries)
    budget = int(np.count_nonzero(dry_c) * rule.percentage / 100.0 + 0.5)
    away_c = np.empty(weight.size, np.int32)
    _pool.call(courses.ways_down, draft.near, draft.level_c, draft.water_c, away_c)
    _pool.call(
        courses.flow,
        draft.near,
        away_c,
        budget,
        springs,
        draft.layout.confluences,
        rule.extra_lake,
        rule.shortest,
        rule.lake_size,
        _words(stream, "rivers"),
        np.zeros(1, np.int64),
        draft.level_c,
        draft.water_c,
        draft.out_c,
        draft.into_c,
        polls=True,
    )


def _cover(
    draft: _Draft, noun: Continent, moisture_c: NDArray[Any], warm_c: NDArray[Any]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    layout, rule = draft.layout, noun.biomes
    terrain_c, plant_c = np.empty(moisture_c.size, np.uint8), np.empty(moisture_c.size, np.uint8)
    _pool.run_rows(
        cover.spread,
        layout.rows,
        layout.columns,
        draft.near,
        draft.level_c,
        draft.water_c,
        draft.out_c,
        draft.into_c,
        moisture_c,
        warm_c,
        np.array([rule.temperatures, rule.moistures], np.float64),
        np.array(rule.table, np.int64).reshape(16, 2),
        noun.land.water_level,
        noun.land.highest,
        terrain_c,
        plant_c,
    )
    return terrain_c, plant_c


def _towns(
    draft: _Draft, noun: Continent, terrain_c: NDArray[np.uint8], plant_c: NDArray[np.uint8], stream: int
) -> dict[str, NDArray[Any]]:
    """Found towns and pave roads; return their arrays. Plants give way in `plant_c`."""
    layout, rule = draft.layout, noun.towns
    cells = draft.level_c.size
    score_c = np.empty(cells, np.float64)
    _pool.run_rows(
        towns.rate_sites,
        layout.rows,
        layout.columns,
        draft.near,
        draft.level_c,
        draft.water_c,
        draft.out_c,
        draft.into_c,
        terrain_c,
        noun.land.water_level,
        score_c,
    )
    luck_c = np.empty(cells, np.float64)
    words, count = _words(stream, "towns"), np.zeros(1, np.int64)
    _pool.call(draws.fill, words, count, luck_c)
    order = np.argsort(-(score_c + luck_c), kind="stable")
    sites = order[score_c[order] > 0.0].astype(np.int32)
    dry = int(np.count_nonzero(draft.water_c <= draft.level_c))
    wanted = min(int(dry * rule.density / 1000.0 + 0.5), sites.size)
    town_n = np.empty(max(wanted, 1), np.int32)
    urban_c, farm_c, roads_c = (np.zeros(cells, np.uint8) for _ in range(3))
    walled_c = np.zeros(cells, np.bool_)
    number = _pool.call(
        towns.found,
        draft.near,
        draft.level_c,
        draft.water_c,
        terrain_c,
        sites,
        wanted,
        rule.spacing,
        rule.walls,
        rule.farms,
        words,
        count,
        town_n,
        plant_c,
        urban_c,
        farm_c,
        walled_c,
        polls=True,
    )
    if rule.roads:
        _pool.call(
            towns.pave,
            draft.near,
            draft.level_c,
            draft.water_c,
            draft.out_c,
            draft.into_c,
            layout.metrics.maximum_road_slope,
            town_n,
            number,
            roads_c,
            polls=True,
        )
    return {"urban": urban_c, "farm": farm_c, "walled": walled_c, "roads": roads_c}
