"""Tiles of planets: the bits of the globe, fitting each other, the most wanted first, colors without heights."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from landwright.recipe import Recipe, template
from landwright.studio import protocol
from landwright.studio._frame import coarse
from landwright.studio._planettiles import TileDesk
from landwright.studio._wire import header_of
from landwright.works import PlanetGround, build, planet_tiles
from studio_client import PATIENCE

KINDS = ("planet", "planet-earth", "planet-moon")


def built(kind: str, side: int = 65) -> tuple[Recipe, Any]:
    recipe = coarse(template(kind), side)
    return recipe, build(recipe, cache=False).require_planet()


@pytest.mark.parametrize("kind", KINDS)
def test_nodes_of_the_globe_have_its_bits_and_its_colors(kind: str) -> None:
    recipe, globe = built(kind)
    ground = PlanetGround(recipe, globe)
    tile = ground.elevation(3, 1, 1, 0)
    assert tile.shape == (67, 67)
    assert np.array_equal(tile[1:-1:2, 1:-1:2], globe.elevation[3, 32:65, 0:33])
    colors = ground.colors(3, 1, 1, 0, tile)
    assert (colors is not None) == ground.painted == (kind == "planet-earth")
    if colors is not None:
        assert np.array_equal(colors[::2, ::2], globe.colors[3, 32:65, 0:33])


def test_tiles_fit_each_other_and_those_above_and_across_an_edge_of_the_cube() -> None:
    recipe, globe = built("planet-earth")
    ground = PlanetGround(recipe, globe)
    one, next_ = ground.elevation(4, 3, 2, 5), ground.elevation(4, 3, 2, 6)
    assert np.array_equal(one[:, -3:], next_[:, :3])  # its last nodes and the one around them
    above = ground.elevation(4, 2, 1, 2)
    assert np.array_equal(one[1:-1:2, 1:-1:2], above[1:34, 33:66])
    # the last column of the top face is the first of the right one, in one direction or the other
    top = ground.elevation(0, 1, 0, 1)[1:-1, -2].tolist()
    lines: list[list[float]] = []
    for row, column in ((0, 0), (0, 1), (1, 0), (1, 1)):
        inner = ground.elevation(3, 1, row, column)[1:-1, 1:-1]
        lines += [inner[0].tolist(), inner[-1].tolist(), inner[:, 0].tolist(), inner[:, -1].tolist()]
    assert top in lines or top[::-1] in lines


def test_depth_follows_the_finest_feature_and_few_nodes_stay_few() -> None:
    recipe, globe = built("planet-earth")
    deep = planet_tiles(recipe, globe)
    assert 2.0 * globe.frame.radius / 64 / 2**deep < 60.0  # metres
    small, few = built("planet-earth", 33)
    assert planet_tiles(small, few) == 0
    smooth, ball = built("planet")
    assert 0 < planet_tiles(smooth, ball) < deep


class _Page:
    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def __call__(self, frame: Any) -> None:
        self.frames.append(frame)

    def until(self, count: int) -> list[dict[str, Any]]:
        end = time.monotonic() + PATIENCE
        while len(self.frames) < count and time.monotonic() < end:
            time.sleep(0.005)
        return [header_of(frame) for frame in self.frames]


def want(row: int, colors: bool = False, depth: int = 4) -> protocol.TileWant:
    return protocol.TileWant(face=2, depth=depth, row=row, column=3, colors=colors)


def test_the_most_wanted_come_first_and_what_is_stale_does_not_come() -> None:
    recipe, globe = built("planet-earth")
    page = _Page()
    desk = TileDesk(page)
    depths = desk.show(recipe, globe)
    assert depths is not None
    desk.want("another shape", [want(1)])
    desk.want(depths.ground, [want(row) for row in range(16)])
    desk.want(depths.ground, [want(9), want(7)])
    told = page.until(2)
    time.sleep(0.2)
    rows = [header["row"] for header in map(header_of, page.frames)]
    assert rows[-2:] == [9, 7]
    assert len(rows) <= 4  # one or two of the stale ones may have been under way
    assert told[0]["ground"] == depths.ground
    desk.stop()


def test_a_tile_is_what_the_ground_is_and_colors_come_alone_when_asked() -> None:
    recipe, globe = built("planet-earth")
    page = _Page()
    desk = TileDesk(page)
    depths = desk.show(recipe, globe)
    assert depths is not None
    desk.want(depths.ground, [want(2)])
    header = page.until(1)[0]
    sent = np.frombuffer(page.frames[0], "<f4", 67 * 67, header["elevation"]).reshape(67, 67)
    assert np.array_equal(sent, PlanetGround(recipe, globe).elevation(2, 4, 2, 3))
    assert header["elevation"] % 8 == header["colors"] % 8 == 0
    desk.want(depths.ground, [want(2, colors=True)])
    again = page.until(2)[1]
    assert again["elevation"] is None
    assert len(page.frames[1]) < 14_000
    desk.stop()


def test_only_the_shape_makes_tiles_stale() -> None:
    recipe, globe = built("planet-earth")
    desk = TileDesk(lambda frame: None)
    first = desk.show(recipe, globe)
    stages = list(recipe.stages)
    stages[-1] = stages[-1].replace(noun=stages[-1].noun.replace(variety=0.1))
    second = desk.show(recipe.replace(stages=tuple(stages)), globe)
    assert first is not None
    assert second is not None
    assert (first.ground == second.ground, first.paint == second.paint) == (True, False)
    assert desk.show(recipe, None) is None


@pytest.mark.parametrize("place", [(0, 30, 0), (0, 1, 99), (1, 25, 0)])
def test_tiles_that_are_none_are_passed_over(place: tuple[int, int, int]) -> None:
    recipe, globe = built("planet-earth")
    page = _Page()
    desk = TileDesk(page)
    depths = desk.show(recipe, globe)
    assert depths is not None
    row, depth, column = place
    wrong = protocol.TileWant.model_construct(face=0, depth=depth, row=row, column=column, colors=False)
    desk.want(depths.ground, [wrong, want(1)])
    assert page.until(1)[0]["row"] == 1
    desk.stop()
