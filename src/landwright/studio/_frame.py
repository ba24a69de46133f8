"""A world as the page sees it: at the size the view can use, as a binary frame; and the coarse grid that a preview is built on."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from landwright.field import Heightfield, Layer, Mask
from landwright.grid import Grid
from landwright.recipe import Recipe
from landwright.studio import protocol
from landwright.studio._wire import pack, quantized
from landwright.works import look_of
from landwright.world import World

__all__ = ["LAND", "PLANET", "Scale", "coarse", "frame", "scale_of", "side_of"]


class Scale(NamedTuple):
    """How fine a kind of world is built for a view, in samples along a side.

    Attributes
    ----------
    previews : tuple of int
        While a pointer drags; the speed of the world chooses.
    whole : int
        A world of at most this is built as it is when the pointer rests.
    overview : int
        A larger one is built so, until full resolution is asked for.
    most : int
        What a view shows at full resolution; files are always as the recipe says.
    """

    previews: tuple[int, ...]
    whole: int
    overview: int
    most: int


LAND = Scale((129, 257, 513), 2 * 2049 - 1, 2049, 1 << 30)
PLANET = Scale((33, 65, 129), 257, 257, 1025)


def scale_of(recipe: Recipe) -> Scale:
    """Return how fine a recipe is built for a view."""
    return LAND if recipe.planet is None else PLANET


def side_of(recipe: Recipe) -> int:
    """Return the larger side of a recipe's grid in samples, or the nodes along an edge of its planet's faces."""
    if recipe.planet is not None:
        return recipe.planet.resolution
    return 1 if recipe.grid is None else max(recipe.grid.shape)


def coarse(recipe: Recipe, side: int) -> Recipe:
    """Return the recipe on a grid of the same extent, or on a planet, that has at most `side` samples along a side."""
    grid, planet = recipe.grid, recipe.planet
    if planet is not None and planet.resolution > side:
        recipe = recipe.replace(planet=planet.replace(resolution=side))
    if grid is None or max(grid.shape) <= side:
        return recipe
    factor = (max(grid.shape) - 1) / (side - 1)
    shape = (max(1, round((grid.rows - 1) / factor) + 1), max(1, round((grid.cols - 1) / factor) + 1))
    return recipe.replace(
        grid=Grid(shape=shape, cell_size=grid.cell_size * factor, origin=grid.north_west, crs=grid.crs)
    )


def frame(
    world: World,
    recipe: Recipe,
    *,
    job: int,
    revision: int,
    level: Literal["preview", "full"],
    layers: Collection[str],
    size: int,
) -> bytes:
    """Return the binary frame of a world.

    Parameters
    ----------
    world : World
        What was built; a world without ground is shown as flat land.
    recipe : Recipe
        The recipe as the person has it, on its full grid.
    job, revision : int
        Which job made it, from which document.
    level : {"preview", "full"}
        What it was built on.
    layers : collection of str
        Layers to add; ``"*"`` adds all.
    size : int
        Largest side to send. A larger world is sent as every second, third, ... of its own samples.
    """
    values: dict[str, Heightfield | Layer] = dict(world.layers)
    ground = world.ground
    if ground is None:
        some = next(iter(values.values()), None)
        grid = some.grid if some is not None else recipe.grid or Grid(shape=(2, 2))
        ground = Heightfield(np.zeros(grid.shape, np.float32), grid=grid)
    grid = ground.grid
    every = max(1, -(-(max(grid.shape) - 1) // (size - 1)))
    chosen = [name for name in values if name in layers or "*" in layers]
    told = [_layer("elevation", ground, every), *(_layer(name, values[name], every) for name in chosen)]
    if ground.mask is not None:
        told.append(_about("data", "1", ground.mask[::every, ::every].astype(np.uint8) * np.uint8(255), 1.0 / 255.0))
    colors = look_of(recipe)
    header = protocol.WorldHeader(
        type="world",
        job=job,
        revision=revision,
        level=level,
        shape=(told[0][1].shape[0], told[0][1].shape[1]),
        full_shape=grid.shape if recipe.grid is None else recipe.grid.shape,
        cell_size=grid.cell_size * every,
        origin=grid.north_west,
        sea_level=world.sea_level,
        low=told[0][0]["low"],
        high=told[0][0]["high"],
        look=None if colors is None else colors.look,
        available=[
            protocol.Available(
                name=name, unit=value.unit if isinstance(value, Layer) else "m", mask=isinstance(value, Mask)
            )
            for name, value in sorted(values.items())
        ],
        layers=[],
    )
    return pack(header.model_dump(mode="json", exclude={"layers"}), told)


def _layer(name: str, value: Heightfield | Layer, every: int) -> tuple[dict[str, Any], NDArray[Any]]:
    whole = value.elevation if isinstance(value, Heightfield) else value.values
    part = whole[::every, ::every]
    if isinstance(value, Mask):
        return _about(name, "1", quantized(part), 1.0 / 255.0)
    return _about(name, value.unit if isinstance(value, Layer) else "m", part, 1.0)


def _about(name: str, unit: str, array: NDArray[Any], scale: float) -> tuple[dict[str, Any], NDArray[Any]]:
    low, high = float(array.min()) * scale, float(array.max()) * scale
    return {"name": name, "unit": unit, "scale": scale, "bias": 0.0, "low": low, "high": high}, array
