"""A recipe's planet at any depth, as tiles."""

from __future__ import annotations

from landwright.planet import Globe, TileGround, tile_depth
from landwright.recipe import Recipe
from landwright.seeds import Seed, derive
from landwright.settings import Stage

__all__ = ["PlanetGround", "planet_tiles"]


class PlanetGround(TileGround):
    """Elevations and colors of a recipe's planet at the nodes of tiles.

    Parameters
    ----------
    recipe : Recipe
        From what the globe was built.
    globe : Globe
        What was built.
    """

    def __init__(self, recipe: Recipe, globe: Globe) -> None:
        super().__init__(globe, _stages(recipe))


def planet_tiles(recipe: Recipe, globe: Globe) -> int:
    """Return how deep tiles of a recipe's planet go; 0 when it has none; see ``planet.tile_depth``.

    Parameters
    ----------
    recipe : Recipe
        Any recipe.
    globe : Globe
        What was built from it.
    """
    return tile_depth(globe, _stages(recipe))


def _stages(recipe: Recipe) -> list[tuple[Stage, Seed]]:
    """Return the stages that make the planet what it is, each with its seed."""
    found = [stage for stage in recipe.stages if stage.enabled and stage.noun.takes == "planet"]
    return [(stage.noun, derive(recipe.seed, stage.id)) for stage in found]
