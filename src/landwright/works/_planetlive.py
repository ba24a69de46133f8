"""What a live view of a planet needs beside its nodes: what its shape depends on, and its gradients as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from landwright.planet import Colors, Globe
from landwright.recipe import Recipe, RecipeStage

if TYPE_CHECKING:
    from collections.abc import Hashable

__all__ = ["PlanetPaint", "planet_ground", "planet_paint"]

_PAINTERS = ("planet.colors", "planet.climate_colors")
"""Kinds of stages that leave elevations as they are and set colors alone."""


class PlanetPaint(NamedTuple):
    """Colors by two numbers: where a node lies among the biomes, and its elevation.

    Attributes
    ----------
    values : (6, n, n) float32 array
        Where each node lies among the biomes, 0 to 1.
    key : hashable
        What the values depend on beside the resolution; elevations and gradients are not in it.
    ramps : (k + 1, steps, 3) uint8 array
        sRGB from low to high of each of the k biomes; the last row is that of the ocean, from its floor to its shore.
    """

    values: NDArray[np.float32]
    key: Hashable
    ramps: NDArray[np.uint8]


def planet_ground(recipe: Recipe) -> Hashable:
    """Return what the elevations of a recipe's planet depend on: two recipes with equal ones have the same shape.

    Colors are not in it, nor the face that is built.

    Parameters
    ----------
    recipe : Recipe
        Any recipe; one without a planet has a ground too.

    Returns
    -------
    hashable
        To be compared only.
    """
    frame = recipe.planet
    stages = [stage for stage in recipe.stages if stage.enabled and not _paints(stage)]
    words: list[Any] = [recipe.seed, recipe.sea_level, recipe.grid, recipe.hexmap]
    size = None if frame is None else (frame.radius, frame.resolution, frame.mapping)
    return (size, repr(words), *(repr(stage.replace(title="")) for stage in stages))


def planet_paint(globe: Globe, recipe: Recipe) -> PlanetPaint | None:
    """Return the paint of a globe that a recipe made, when its colors are a matter of biome and elevation alone.

    None when something else painted last: then the colors of the nodes say it.

    Parameters
    ----------
    globe : Globe
        What was built.
    recipe : Recipe
        What it was built from.

    Returns
    -------
    PlanetPaint or None
        Biome values, what they depend on, and the ramps of colors.
    """
    from landwright.planet._paint import BIOME, ramp

    stage = next((stage for stage in reversed(recipe.stages) if stage.enabled and stage.noun.takes == "planet"), None)
    values = globe.layers.get(BIOME)
    if stage is None or not isinstance(stage.noun, Colors) or values is None:
        return None
    noun = stage.noun
    rows = [ramp(biome.gradient, biome.tint, biome.tint_share) for biome in noun.biomes]
    made = np.rint(np.stack([*rows, ramp(noun.ocean, "#ffffff", 0.0)])).astype(np.uint8)
    begins = tuple(biome.start for biome in noun.biomes)
    place = (recipe.seed, stage.id, globe.frame.mapping)
    key = (place, begins, repr(noun.noise), noun.noise_offset, noun.noise_strength, noun.blend)
    return PlanetPaint(values, key, made)


def _paints(stage: RecipeStage) -> bool:
    return stage.kind in _PAINTERS
