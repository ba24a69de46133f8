"""Ground to cells and back: means over hexagons, aligned extents, refusals."""

from __future__ import annotations

import math

import numpy as np
import pytest

from landwright import Grid, Heightfield, Layer
from landwright.errors import FieldError, SettingError
from landwright.hexmap import (
    FromGround,
    HexMap,
    Layout,
    Metrics,
    ToGround,
    cell_centers,
    cell_heights,
    continent,
    from_ground,
    ground_to_hexes,
    hexes_to_ground,
    layout_over,
    locate,
    to_ground,
    triangulate,
)
from landwright.hexmap._grounding import _mean
from naive import hexmap_continent as naive

GRID = Grid(shape=(61, 81), cell_size=5.0, origin=(-1000.0, 5300.0))


def slope(grid: Grid) -> np.ndarray:
    return 0.3 * (grid.x[np.newaxis, :] + 1000.0) - 0.1 * (grid.y[:, np.newaxis] - 5000.0)


@pytest.mark.jit_off
def test_the_mean_of_a_plane_is_its_height_in_the_middle() -> None:
    layout = Layout(columns=8, rows=6, origin=(-900.0, 5050.0))
    mean_c, count_c = _mean(layout, slope(GRID).astype(np.float32), None, GRID)
    at = cell_centers(layout).reshape(-1, 2)
    assert (count_c > 0).all()
    assert np.abs(mean_c - (0.3 * (at[:, 0] + 1000.0) - 0.1 * (at[:, 1] - 5000.0))).max() < 1e-4


def test_the_mean_is_that_of_the_hexagon() -> None:
    """A bowl, x squared plus y squared: the mean over fine lattice points agrees within a percent of its range."""
    layout = Layout(columns=3, rows=3, origin=(-900.0, 5080.0), metrics=Metrics(outer_radius=40.0))
    bowl = 0.01 * ((GRID.x[np.newaxis, :] + 700.0) ** 2 + (GRID.y[:, np.newaxis] - 5200.0) ** 2)
    mean_c, _ = _mean(layout, bowl.astype(np.float32), None, GRID)
    for cell in (0, 4, 8):
        row, column = divmod(cell, 3)
        want = naive.hexagon_mean(layout, lambda x, y: 0.01 * ((x + 700.0) ** 2 + (y - 5200.0) ** 2), column, row, 100)
        assert abs(mean_c[cell] - want) < 0.15


def test_sea_and_levels_meet_at_the_shore() -> None:
    land = from_ground(
        HexMap.empty(layout=layout_over(GRID)), Heightfield(slope(GRID), grid=GRID), FromGround(sea_level=40.0)
    )
    mean_c, _ = _mean(land.layout, slope(GRID).astype(np.float32), None, GRID)
    mean = mean_c.reshape(land.shape)
    assert np.array_equal(land.underwater, mean < 40.0)
    assert np.array_equal(land.elevation, np.floor((mean - 40.0) / 3.0) + 3)
    shallow = from_ground(
        HexMap.empty(layout=land.layout), Heightfield(slope(GRID), grid=GRID), FromGround(sea_level=40.0, step=12.0)
    )
    assert np.array_equal(shallow.underwater, land.underwater)
    assert shallow.elevation.max() < land.elevation.max()


@pytest.mark.jit_off
@pytest.mark.parametrize("wrap", [False, True])
def test_levels_survive_the_way_there_and_back(wrap: bool) -> None:
    level = np.random.default_rng(1).integers(-2, 9, (5, 6))
    land = HexMap(Layout(columns=6, rows=5, wrap=wrap, origin=(123.0, -77.0)), elevation=level, water_level=3)
    back = from_ground(land.replace(elevation=0, water_level=0), to_ground(land, None, ToGround(surface="cells")))
    assert np.array_equal(back.elevation, land.elevation)
    assert np.array_equal(back.water_level, land.water_level)


def test_a_continent_survives_as_it_is_seen() -> None:
    land = continent(HexMap.empty(20, 15), seed=3)
    for surface, share in (("terrain", 0.97), ("smooth", 0.9)):
        back = from_ground(land, to_ground(land, None, ToGround(surface=surface)))
        off = np.abs(back.elevation.astype(int) - land.elevation)
        assert off.max() <= 1
        assert (off == 0).mean() > share


def test_the_draped_ground_lies_on_the_triangles() -> None:
    """In the middle of cells without a river it is the cell's top; at vertices of the mesh it is their height."""
    land = continent(HexMap.empty(12, 10), seed=3)
    level = (3 - 0.5) * 3.0
    center = cell_centers(land.layout)
    heights = cell_heights(land)
    dry = (land.river_out < 0) & (land.river_in == 0)
    dry[[0, -1]] = dry[:, [0, -1]] = False
    for row, column in np.argwhere(dry)[::5]:
        x, y = center[row, column]
        spot = to_ground(land, Grid(shape=(1, 1), origin=(x, y)), ToGround(sea_level=level))
        assert abs(spot.elevation[0, 0] - heights[row, column]) < 1e-4
    mesh = triangulate(land)["terrain"]
    inner = mesh.vertices[(mesh.vertices[:, 0] > 20) & (mesh.vertices[:, 0] < 150) & (mesh.vertices[:, 1] > 20)][::97]
    for x, y, z in inner[:20]:
        spot = to_ground(land, Grid(shape=(1, 1), origin=(x, y)), ToGround(sea_level=level))
        assert spot.elevation[0, 0] >= z - 1e-3


@pytest.mark.jit_off
def test_smooth_ground_has_no_steps() -> None:
    land = HexMap.empty(8, 7).replace(elevation=np.random.default_rng(4).integers(0, 6, (7, 8)))
    grid = Grid(shape=(20, 24), cell_size=1.0, origin=(40.0, 60.0))
    field = to_ground(land, grid, ToGround(surface="smooth"))
    assert np.abs(np.diff(field.elevation, axis=0)).max() < 3.0
    flat = to_ground(land.replace(elevation=2), grid, ToGround(surface="smooth"))
    assert np.abs(flat.elevation - flat.elevation[0, 0]).max() < 1e-5
    steps = to_ground(land, grid, ToGround(surface="cells"))
    assert set(np.unique(steps.elevation)) <= {float((level - 2.5) * 3.0) for level in range(6)}


def test_ground_over_the_seam_is_whole() -> None:
    land = HexMap(Layout(columns=8, rows=6, wrap=True), elevation=np.random.default_rng(4).integers(0, 6, (6, 8)))
    width = 8 * 2.0 * land.layout.metrics.inner_radius
    for surface in ("cells", "smooth"):
        fields = [
            to_ground(land, Grid(shape=(9, 9), cell_size=4.1, origin=(x, 49.3)), ToGround(surface=surface))
            for x in (-16.0, width - 16.0)
        ]
        assert np.abs(fields[0].elevation - fields[1].elevation).max() < 1e-3


@pytest.mark.parametrize("shape", [(1, 1), (2, 50), (61, 81), (300, 7)])
@pytest.mark.parametrize("columns", [None, 1, 13])
def test_a_layout_covers_a_grid(shape: tuple[int, int], columns: int | None) -> None:
    grid = Grid(shape=shape, cell_size=5.0, origin=(300.0, -20.0))
    layout = layout_over(grid, columns=columns)
    x, y = np.meshgrid(grid.x, grid.y)
    for eps in (1e-6, -1e-6):
        inside = (1.0 - 1e-7) * (x - x.mean()) + x.mean() + eps * 0, y
        column, row = locate(layout, *inside)
        assert column.min() >= 0 and column.max() < layout.columns  # noqa: PT018
        assert row.min() >= 0 and row.max() < layout.rows  # noqa: PT018
    if columns is not None:
        assert layout.columns == columns
        factor = layout.metrics.outer_radius / Metrics().outer_radius
        assert math.isclose(layout.metrics.elevation_step, 3.0 * factor)
        assert math.isclose(layout.metrics.noise_scale, 0.003 / factor)
    else:
        less = layout_over(Grid(shape=shape, cell_size=4.0, origin=(300.0, -20.0)))
        assert less.columns <= layout.columns


def test_cells_beyond_the_ground_stay() -> None:
    field = Heightfield(np.full((21, 21), 30.0), cell_size=5.0)
    land = from_ground(HexMap.empty(20, 15).replace(terrain=2, elevation=1), field)
    assert land.elevation[1, 1] == 13
    assert land.elevation[14, 19] == 1
    assert land.terrain[14, 19] == 2
    hole = np.ones((21, 21), bool)
    hole[:, :14] = False
    masked = from_ground(
        HexMap.empty(20, 15).replace(elevation=1), Heightfield(np.full((21, 21), 30.0), cell_size=5.0, mask=hole)
    )
    assert masked.elevation[1, 1] == 1
    assert masked.elevation[1, 5] == 13


def test_layers_say_what_the_ground_is_made_of() -> None:
    grid = Grid(shape=(41, 41), cell_size=5.0)
    field = Heightfield(np.full((41, 41), 30.0), grid=grid)
    empty = HexMap.empty(layout=layout_over(grid))
    west = np.broadcast_to(np.where(grid.x < 100.0, 1.0, 4.0), (41, 41))
    land = from_ground(empty, field, FromGround(terrain="biome"), layers={"biome": Layer(west, grid=grid)})
    assert land.terrain[3, 0] == 1
    assert land.terrain[3, -1] == 4
    layers = {
        "elevation": field,
        "hexmap": empty,
        "moisture": Layer(np.full((41, 41), 0.9), grid=grid),
        "temperature": Layer(np.where(west == 1.0, 25.0, -20.0), grid=grid, unit="degC"),
    }
    land = ground_to_hexes(layers, FromGround(terrain="climate"))["hexmap"]
    assert (land.terrain[3, 0], land.plant[3, 0]) == (1, 3)
    assert (land.terrain[3, -1], land.plant[3, -1]) == (4, 0)
    bands = from_ground(
        empty, Heightfield(slope(grid) - slope(grid).min(), grid=grid), FromGround(bands=(15.0, 30.0, 60.0))
    )
    assert set(np.unique(bands.terrain)) == {0, 1, 3, 4}
    field = hexes_to_ground({"hexmap": land, "grid": grid}, ToGround(surface="cells"))["elevation"]
    assert field.grid == grid
    assert np.abs(field.elevation - 31.5).max() < 1e-5


def test_refusals() -> None:
    far = Heightfield(np.zeros((5, 5)), grid=Grid(shape=(5, 5), origin=(1e5, 0.0)))
    with pytest.raises(
        FieldError, match=r"the map must lie on the ground, but the map \(x .* do not meet\. Make the map with"
    ):
        from_ground(HexMap.empty(5, 5), far)
    with pytest.raises(FieldError, match=r"the grid must lie on the map.*Leave the grid out"):
        to_ground(HexMap.empty(5, 5), far.grid)
    with pytest.raises(FieldError, match=r"levels must lie between -1000 and 1000, got 3000\d\. Use step="):
        from_ground(HexMap.empty(5, 5), Heightfield(np.full((50, 50), 9e4)))
    with pytest.raises(FieldError, match=r"climate needs the layer 'moisture'\. Give it"):
        from_ground(HexMap.empty(5, 5), Heightfield(np.zeros((50, 50))), FromGround(terrain="climate"))
    with pytest.raises(SettingError, match="bands must rise"):
        FromGround(bands=(5.0, 3.0, 9.0))
    with pytest.raises(SettingError, match="coldest must be below warmest"):
        FromGround(coldest=50.0)
    with pytest.raises(SettingError, match="columns must be at least 1"):
        layout_over(GRID, columns=0)
    with pytest.raises(SettingError, match="at most 65536 cells a side, got 0.0001"):
        layout_over(GRID, metrics=Metrics(outer_radius=0.0001))
