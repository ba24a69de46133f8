"""A heightfield becomes cells, cells become a heightfield, both at the same place in the world."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import FieldError, SettingError, sentence
from landwright.field import Heightfield, Layer
from landwright.grid import Grid
from landwright.hexmap._kernels import cover, hexraster, nearby
from landwright.hexmap._map import ATTRIBUTES, HexMap, check_map
from landwright.hexmap._shaking import cell_heights
from landwright.hexmap._triangulate import triangulate, triangulate_chunk
from landwright.hexmap.settings import FromGround, Layout, Metrics, ToGround

__all__ = ["from_ground", "ground_to_hexes", "hexes_to_ground", "layout_over", "to_ground"]

_AT_ONCE = 20_000
"""Cells that are triangulated in one piece; larger maps go chunk by chunk, to spare memory."""


def layout_over(
    grid: Grid,
    *,
    columns: int | None = None,
    metrics: Metrics = Metrics(),
    wrap: bool = False,
    confluences: bool = False,
) -> Layout:
    """Return the smallest layout whose cells cover a grid.

    Parameters
    ----------
    grid : Grid
        What to cover; every sample lies in a cell.
    columns : int, optional
        How many cells from west to east; lengths of `metrics` are scaled so that they fit. Left out, cells are as large as
        `metrics` says, and there are as many as it takes.
    metrics : Metrics
        Size and shape of cells.
    wrap, confluences : bool
        As in Layout.

    Returns
    -------
    Layout
        Centered on the grid.

    Raises
    ------
    SettingError
        If it would take too many cells.

    See Also
    --------
    from_ground : Fills the cells.

    Examples
    --------
    >>> layout = layout_over(Grid(shape=(101, 201), cell_size=5.0), columns=40)
    >>> layout.shape, round(layout.metrics.outer_radius, 2)
    ((24, 40), 14.62)
    """
    width, length = grid.extent
    west, north = float(grid.x[0]), float(grid.y[0])
    if columns is not None:
        if columns < 1:
            raise SettingError(sentence("hexmap.layout_over: columns", "must be at least 1", columns))
        if width > 0.0:
            metrics = _scaled(metrics, width / ((2 * columns - 1) * metrics.inner_radius))
    inner, outer = metrics.inner_radius, metrics.outer_radius
    across = columns if columns is not None else max(1, math.ceil((width / inner + 1.0) / 2.0 - 1e-9))
    down = max(1, math.ceil((length - outer) / (1.5 * outer) - 1e-9) + 1)
    if max(across, down) > 1 << 16:
        raise SettingError(
            sentence(
                "hexmap.layout_over: metrics.outer_radius",
                "must be so large that a map has at most 65536 cells a side",
                outer,
                hint="Give columns= to fit the size of cells to the grid.",
            )
        )
    x = west + 0.5 * (width - (2 * across - 1) * inner)
    y = north - length + 0.5 * (length - 1.5 * outer * (down - 1))
    return Layout(
        columns=across, rows=down, origin=(x, y), metrics=metrics, wrap=wrap and across > 1, confluences=confluences
    )


def from_ground(
    land: HexMap,
    field: Heightfield,
    noun: FromGround = FromGround(),
    *,
    layers: Mapping[str, Heightfield | Layer] | None = None,
) -> HexMap:
    """Give cells the mean height of the ground under them, in whole levels.

    A cell whose mean lies at or above the sea is dry, whatever the step; the others are under water. Rivers and roads go, because
    the land under them has changed; everything else stays. Use :func:`layout_over` for a map that covers the ground.

    Parameters
    ----------
    land : HexMap
        Where the cells lie, in the coordinates of the ground; cells beyond the ground keep what they are, and cells that only touch
        it take the nearest sample.
    field : Heightfield
        The ground (m); samples outside its mask do not count.
    noun : FromGround
        Sea level, metres to a level, what the ground is made of.
    layers : mapping, optional
        ``moisture`` (0 to 1) and ``temperature`` (degC) if terrain is by climate, ``biome`` (0 to 4, types of ground) if by biome.

    Returns
    -------
    HexMap
        Same layout.

    Raises
    ------
    FieldError
        If no cell lies on the ground, a layer is missing, or a level is beyond -1000 to 1000.

    See Also
    --------
    to_ground : The way back.
    continent : With ``land.source = "given"`` adds climate, rivers and plants.

    Notes
    -----
    Reach: whole.
    Cost: O(samples + cells).
    Deterministic: bit-identical on every machine and for any number of threads.

    The mean is over points spread evenly over the hexagon, about as dense as the samples, and straight lines between samples; on a
    plane it is exact. A level z of the ground and a level of cells match where water meets land: the surface of water at
    ``water_level`` is ``sea_level``.

    Examples
    --------
    >>> hill = Heightfield([[-9.0, -9.0, -9.0], [-9.0, 30.0, -9.0], [-9.0, -9.0, -9.0]], cell_size=60.0)
    >>> land = from_ground(HexMap.empty(layout=layout_over(hill.grid)), hill)
    >>> bool(land.underwater[0, 0]), int(land.elevation.max())
    (True, 11)
    """
    check_map("hexmap.from_ground", land)
    mean_c, count_c = _mean(land.layout, field.elevation, field.mask, field.grid)
    there = count_c > 0
    if not there.any():
        raise FieldError(
            f"hexmap.from_ground: the map must lie on the ground, but {_box(land.layout)} and {_grid_box(field.grid)} "
            "do not meet. Make the map with hexmap.layout_over(field.grid)."
        )
    step = noun.step or land.layout.metrics.elevation_step
    level_c = np.floor((mean_c - noun.sea_level) / step).astype(np.int64) + noun.water_level
    low, high = ATTRIBUTES["elevation"].low, ATTRIBUTES["elevation"].high
    worst = level_c[there][np.argmax(np.abs(level_c[there]))]
    if not low <= worst <= high:
        least = float(np.abs(mean_c[there] - noun.sea_level).max()) / (high - 1 - abs(noun.water_level))
        raise FieldError(
            sentence(
                "hexmap.from_ground: levels",
                f"must lie between {low} and {high}",
                int(worst),
                hint=f"Use step={least:.3g} or more.",
            )
        )
    shape = land.shape
    there = there.reshape(shape)
    level = np.where(there, level_c.reshape(shape), land.elevation)
    water = np.where(there, noun.water_level, land.water_level)
    made = land.replace(elevation=level, water_level=water, river_in=0, river_out=-1, roads=0)
    return made if noun.terrain == "keep" else _colored(made, mean_c, there, noun, layers or {})


def to_ground(land: HexMap, grid: Grid | None = None, noun: ToGround = ToGround()) -> Heightfield:
    """Lay a heightfield over the cells of a map.

    Parameters
    ----------
    land : HexMap
        The map.
    grid : Grid, optional
        Where the samples lie, in the coordinates of the map. Left out, the map and a quarter of its outer radius.
    noun : ToGround
        Which surface, and at what elevation its sea lies.

    Returns
    -------
    Heightfield
        Elevation (m); samples beyond the map are outside its mask.

    Raises
    ------
    FieldError
        If no sample lies on the map.

    See Also
    --------
    from_ground : The way back: of level tops (``surface="cells"``) it gives every level again.
    triangulate : The same surface as triangles.

    Notes
    -----
    Reach: whole.
    Cost: O(samples + cells); the terrain surface is triangulated first, in chunks on large maps.
    Deterministic: bit-identical on every machine and for any number of threads.

    The surface of water at ``water_level`` lies at ``sea_level``. To have exactly the z of :func:`triangulate`, set ``sea_level`` to
    ``(water_level - 0.5) * elevation_step``.

    Examples
    --------
    >>> field = to_ground(HexMap.empty(4, 3).replace(elevation=5))
    >>> float(field.elevation[5, 5]) > 3.0
    True
    """
    check_map("hexmap.to_ground", land)
    layout, metrics = land.layout, land.layout.metrics
    if grid is None:
        grid = _grid_over(layout)
    step = noun.step or metrics.elevation_step
    datum = noun.water_level + metrics.water_offset
    elevation = np.empty(grid.shape, np.float32)
    data = np.zeros(grid.shape, np.bool_)
    height_c = (noun.sea_level + (land.elevation.astype(np.float64) - datum) * step).ravel()
    stretch = step / metrics.elevation_step
    if noun.surface == "terrain":
        shift = noun.sea_level - datum * step
        height_c = cell_heights(land).ravel() * stretch + shift
    _pool.run_rows(
        hexraster.cells_under,
        grid.rows,
        layout.columns,
        layout.rows,
        layout.wrap,
        noun.surface == "smooth",
        _place(layout),
        grid.x,
        grid.y,
        height_c,
        elevation,
        data,
    )
    if noun.surface == "terrain":
        data[:] = False
        _drape(land, grid, stretch, shift, elevation, data)
    if not data.any():
        raise FieldError(
            f"hexmap.to_ground: the grid must lie on the map, but {_grid_box(grid)} and {_box(layout)} do not meet. "
            "Leave the grid out to have the map's own."
        )
    elevation.flags.writeable = False
    return Heightfield(elevation, grid=grid, mask=None if data.all() else data)


def ground_to_hexes(layers: Mapping[str, Any], noun: FromGround = FromGround()) -> dict[str, HexMap]:
    """Give the cells of a recipe's map the height of its ground: :func:`from_ground` as a stage.

    Parameters
    ----------
    layers : mapping
        ``hexmap``, ``elevation``, and what the terrain is made by.
    noun : FromGround
        As for :func:`from_ground`.

    Returns
    -------
    dict
        ``hexmap``.

    Notes
    -----
    Reach: whole.
    Cost: O(samples + cells).
    Deterministic: bit-identical on every machine and for any number of threads.
    """
    return {"hexmap": from_ground(layers["hexmap"], layers["elevation"], noun, layers=layers)}


def hexes_to_ground(layers: Mapping[str, Any], noun: ToGround = ToGround()) -> dict[str, Heightfield]:
    """Lay the ground of a recipe over its map: :func:`to_ground` as a stage.

    Parameters
    ----------
    layers : mapping
        ``hexmap``, and the recipe's ``grid`` if it has one.
    noun : ToGround
        As for :func:`to_ground`.

    Returns
    -------
    dict
        ``elevation``.

    Notes
    -----
    Reach: whole.
    Cost: O(samples + cells).
    Deterministic: bit-identical on every machine and for any number of threads.
    """
    return {"elevation": to_ground(layers["hexmap"], layers.get("grid"), noun)}


def _scaled(metrics: Metrics, factor: float) -> Metrics:
    """Return metrics of the same shape, all lengths times `factor`."""
    changes = {}
    for name, info in Metrics.model_fields.items():
        extra = info.json_schema_extra
        unit = extra.get("unit") if isinstance(extra, dict) else None
        if unit in ("m", "1/m"):
            changes[name] = getattr(metrics, name) * (factor if unit == "m" else 1.0 / factor)
    return metrics.replace(**changes)


def _place(layout: Layout) -> NDArray[np.float64]:
    return np.array([*layout.origin, layout.metrics.outer_radius])


def _lattice(grid: Grid) -> NDArray[np.float64]:
    return np.array([grid.x[0], grid.y[0], grid.cell_size])


def _points(outer: float, cell_size: float) -> NDArray[np.float64]:
    """Return points spread evenly over a hexagon: the middles of equal triangles, their sides at most 1.5 samples long."""
    parts = min(max(math.ceil(outer / (1.5 * cell_size)), 2), 32)
    corner = [(0.0, 1.0), (math.sqrt(0.75), 0.5), (math.sqrt(0.75), -0.5)]
    corner += [(-x, -y) for x, y in corner]
    found = []
    for side in range(6):
        (ax, ay), (bx, by) = corner[side], corner[(side + 1) % 6]
        for i in range(parts):
            for j in range(parts - i):
                middles = [(i + 1.0 / 3.0, j + 1.0 / 3.0)]
                if i + j < parts - 1:
                    middles.append((i + 2.0 / 3.0, j + 2.0 / 3.0))
                found += [(outer * (ax * u + bx * v) / parts, outer * (ay * u + by * v) / parts) for u, v in middles]
    return np.array(found)


def _mean(
    layout: Layout, values: NDArray[np.float32], mask: NDArray[np.bool_] | None, grid: Grid
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    cells = layout.rows * layout.columns
    mean_c, count_c = np.empty(cells, np.float64), np.empty(cells, np.int32)
    data = np.ones(grid.shape, np.bool_) if mask is None else mask
    points = _points(layout.metrics.outer_radius, grid.cell_size)
    _pool.run_rows(
        hexraster.average,
        layout.rows,
        layout.columns,
        _place(layout),
        _lattice(grid),
        points,
        values,
        data,
        mean_c,
        count_c,
    )
    return mean_c, count_c


def _colored(
    land: HexMap, mean_c: NDArray[np.float64], there: NDArray[np.bool_], noun: FromGround, layers: Mapping[str, Any]
) -> HexMap:
    """Return the map with ground, and plants if they are known, where the ground was."""
    layout = land.layout
    cells = land.elevation.size
    bands = np.array([noun.biomes.temperatures, noun.biomes.moistures])
    table = np.array(noun.biomes.table, np.int64).reshape(16, 2)
    moisture_c, warm_c = np.zeros(cells), np.full(cells, 0.5)
    highest = 1 << 30  # no level is a peak by itself
    if noun.terrain == "climate":
        moisture_c, warm_c = (_layer_mean(layout, layers, name) for name in ("moisture", "temperature"))
        warm_c = (warm_c - noun.coldest) / (noun.warmest - noun.coldest)
    terrain_c, plant_c = np.empty(cells, np.uint8), np.empty(cells, np.uint8)
    near = np.empty((cells, 6), np.int32)
    _pool.run_rows(nearby.find_near, layout.rows, layout.rows, layout.columns, layout.wrap, near)
    _pool.run_rows(
        cover.spread,
        layout.rows,
        layout.columns,
        near,
        land.elevation.ravel().astype(np.int32),
        land.water_level.ravel().astype(np.int32),
        land.river_out.ravel(),
        land.river_in.ravel(),
        moisture_c,
        warm_c,
        bands,
        table,
        noun.water_level,
        highest,
        terrain_c,
        plant_c,
    )
    terrain, plant = terrain_c.reshape(land.shape), plant_c.reshape(land.shape)
    if noun.terrain != "climate":
        plant = land.plant
        dry = ~land.underwater
        if noun.terrain == "height":
            kinds = np.array([cover.SAND, cover.GRASS, cover.STONE, cover.SNOW], np.uint8)
            kind = kinds[np.searchsorted(np.array(noun.bands), mean_c - noun.sea_level, side="right")]
            terrain = np.where(dry, kind.reshape(land.shape), terrain)
        else:
            source = _layer(layers, "biome")
            kind_c, found_c = np.empty(cells, np.uint8), np.empty(cells, np.uint8)
            points = _points(layout.metrics.outer_radius, source.grid.cell_size)
            _pool.run_rows(
                hexraster.prevail,
                layout.rows,
                layout.columns,
                _place(layout),
                _lattice(source.grid),
                points,
                source.values,
                kind_c,
                found_c,
            )
            terrain = np.where(dry & (found_c > 0).reshape(land.shape), kind_c.reshape(land.shape), terrain)
    return land.replace(terrain=np.where(there, terrain, land.terrain), plant=np.where(there, plant, land.plant))


def _layer(layers: Mapping[str, Any], name: str) -> Layer:
    value = layers.get(name)
    if not isinstance(value, Layer):
        raise FieldError(
            f"hexmap.from_ground: terrain by {'biome' if name == 'biome' else 'climate'} needs the layer {name!r}. "
            "Give it in layers=, or use terrain='height'."
        )
    return value


def _layer_mean(layout: Layout, layers: Mapping[str, Any], name: str) -> NDArray[np.float64]:
    source = _layer(layers, name)
    mean_c, count_c = _mean(layout, source.values, None, source.grid)
    if not count_c.any():
        raise FieldError(f"hexmap.from_ground: the layer {name!r} must lie under the map, but they do not meet.")
    return mean_c


def _drape(
    land: HexMap, grid: Grid, stretch: float, shift: float, elevation: NDArray[np.float32], data: NDArray[np.bool_]
) -> None:
    down, across = land.layout.chunks
    whole = land.elevation.size <= _AT_ONCE
    lattice = _lattice(grid)
    for part in range(1 if whole else down * across):
        mesh = (triangulate(land) if whole else triangulate_chunk(land, part // across, part % across))["terrain"]
        local = lattice - np.array([mesh.origin[0], mesh.origin[1], 0.0])
        vertices = np.ascontiguousarray(mesh.vertices, np.float64)
        _pool.call(
            hexraster.drape,
            vertices,
            mesh.faces,
            local,
            stretch,
            shift + mesh.origin[2] * stretch,
            elevation,
            data,
            polls=True,
        )


def _grid_over(layout: Layout) -> Grid:
    """Return a grid over the hexagons of a layout, a quarter of their outer radius fine."""
    x0, y0, x1, y1 = _extent(layout)
    size = 0.25 * layout.metrics.outer_radius
    columns, rows = math.ceil((x1 - x0) / size - 1e-9) + 1, math.ceil((y1 - y0) / size - 1e-9) + 1
    return Grid(shape=(rows, columns), cell_size=size, origin=(x0, y0 + (rows - 1) * size))


def _extent(layout: Layout) -> tuple[float, float, float, float]:
    inner, outer = layout.metrics.inner_radius, layout.metrics.outer_radius
    x, y = layout.origin
    wide = (2 * layout.columns - 1 + (layout.rows > 1)) * inner
    return x - inner, y - outer, x + wide, y + 1.5 * outer * (layout.rows - 1) + outer


def _box(layout: Layout) -> str:
    x0, y0, x1, y1 = _extent(layout)
    return f"the map (x {x0:g} to {x1:g}, y {y0:g} to {y1:g} m)"


def _grid_box(grid: Grid) -> str:
    x, y = grid.x, grid.y
    return f"the ground (x {x[0]:g} to {x[-1]:g}, y {y[-1]:g} to {y[0]:g} m)"
