"""The plan: every cell in its place and color, north up, at any size."""

from __future__ import annotations

import numpy as np
import pytest

from landwright.errors import FieldError, MemoryLimit, SettingError
from landwright.hexmap import TERRAIN_COLORS, HexMap, Layout, cell_centers
from landwright.render import HexPlan, hex_plan
from landwright.testing import random_hexmap
from landwright.world import World

BARE = HexPlan(width=400, grid=False, symbols=False, relief=0.0, roads=False, rivers=False, walls=False)


def pixels(land: HexMap, noun: HexPlan, shape: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Row and column of the pixel at each cell's center, from the layout alone."""
    metrics = land.layout.metrics
    centers = cell_centers(land.layout)
    margin = noun.margin * metrics.outer_radius
    west = centers[..., 0].min() - metrics.inner_radius - margin
    across = centers[..., 0].max() + metrics.inner_radius + margin - west
    north = centers[..., 1].max() + metrics.outer_radius + margin
    scale = shape[1] / across
    return ((north - centers[..., 1]) * scale).astype(int), ((centers[..., 0] - west) * scale).astype(int)


@pytest.mark.parametrize(
    "layout", [Layout(columns=9, rows=7), Layout(columns=5, rows=6, origin=(1e5, -3e4), wrap=True)]
)
def test_every_cell_has_its_color_where_it_lies(layout: Layout) -> None:
    """Kills: south up, columns that are not shifted, another cell's color."""
    draw = np.random.default_rng(1)
    land = HexMap(layout, terrain=draw.integers(0, 5, layout.shape))
    picture = hex_plan(land, BARE)
    row, col = pixels(land, BARE, picture.shape)
    got = picture[row, col].astype(int)
    wanted = np.array(TERRAIN_COLORS)[land.terrain]
    assert np.abs(got - wanted * 0.86).max() < 3
    paper = tuple(int(BARE.background[i : i + 2], 16) for i in (1, 3, 5))
    assert tuple(picture[0, 0]) == paper


def test_hexagons_have_the_shape_of_hexagons() -> None:
    """Kills: cells drawn as squares or circles; edges that are not smoothed."""
    land = HexMap.empty(1, 1).replace(terrain=1)
    picture = hex_plan(land, BARE.replace(width=300, margin=0.0)).astype(int)
    grass = np.array(TERRAIN_COLORS[1]) * 0.86
    paper = np.array([0xF4, 0xEF, 0xE4])
    share = np.clip((picture - paper).sum(axis=2) / (grass - paper).sum(), 0, 1)
    radius = 300 / 3**0.5
    assert abs(share.sum() - 1.5 * 3**0.5 * radius**2) < 0.01 * share.size
    assert ((share > 0.05) & (share < 0.95)).sum() > 100, "edges are blended"


def test_water_is_blue_and_deeper_water_is_darker() -> None:
    land = HexMap.empty(3, 1).replace(water_level=[[0, 1, 5]])
    picture = hex_plan(land, BARE)
    row, col = pixels(land, BARE, picture.shape)
    dry, shallow, deep = picture[row, col][0].astype(int)
    assert dry[0] > dry[2]
    assert shallow[2] > shallow[0]
    assert deep.sum() < shallow.sum()


@pytest.mark.parametrize("word", ["symbols", "roads", "rivers", "walls", "grid"])
def test_each_part_can_be_left_out(word: str) -> None:
    land = random_hexmap(3, 8, 7)
    whole = HexPlan(width=300, relief=0.0)
    with_it, without = hex_plan(land, whole), hex_plan(land, whole.replace(**{word: False}))
    assert (with_it != without).any(axis=2).mean() > 0.003


def test_labels_and_colors_change_the_picture() -> None:
    land = random_hexmap(3, 8, 7)
    pictures = [hex_plan(land, HexPlan(width=500, labels=word)) for word in ("none", "offset", "axial", "elevation")]
    pictures.append(hex_plan(land, HexPlan(width=500, color="elevation")))
    assert len({each.tobytes() for each in pictures}) == 5
    again = hex_plan(land, HexPlan(width=500, labels="offset"))
    np.testing.assert_array_equal(again, pictures[1])


def test_walls_stand_where_the_meshes_have_them() -> None:
    """Kills: walls in water or along cliffs, where there are none."""
    land = HexMap.empty(3, 1).replace(walled=[[0, 1, 0]])
    for changed in (land.replace(water_level=1), land.replace(elevation=[[0, 3, 0]])):
        np.testing.assert_array_equal(hex_plan(changed), hex_plan(changed.replace(walled=0)))
    assert (hex_plan(land) != hex_plan(land.replace(walled=0))).any()


def test_a_large_map_in_a_small_picture_is_quick_and_shows_its_colors() -> None:
    land = random_hexmap(1, 300, 200)
    picture = hex_plan(land, HexPlan(width=200))
    assert picture.shape[1] == 200
    assert picture.std() > 10


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(FieldError, match="must be a HexMap or a World with one, got 'int'"):
        hex_plan(7)  # type: ignore[arg-type]
    with pytest.raises(FieldError, match="there is no hex map"):
        hex_plan(World())
    with pytest.raises(MemoryLimit, match="use a smaller width"):
        hex_plan(HexMap.empty(1, 500), HexPlan(width=16384))
    with pytest.raises(SettingError, match="must be written #rrggbb"):
        HexPlan(background="red")
