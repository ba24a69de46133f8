"""A planet at any points: the same stages as on a globe, with what they need of the whole taken from a coarse globe."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.planet._build import build_globe
from landwright.planet._climate import AXES_F8, climate_of, even, sea_distance
from landwright.planet._climate_paint import colored
from landwright.planet._continents import drifted
from landwright.planet._craters import raised, struck
from landwright.planet._globe import Globe
from landwright.planet._kernels import faces as kernels
from landwright.planet._mesh import linear_light
from landwright.planet._paint import BIOME, painted
from landwright.planet._shape import stacked
from landwright.planet.settings import CLIMATE_BIOMES, ClimateColors, Planet
from landwright.seeds import derive

__all__ = ["Ground", "ground_of", "linear_light"]

_COARSE = 129


@dataclass(frozen=True)
class Ground:
    """A planet, and a coarse globe of it: where its sea is, its lowest and highest land, how far the sea is."""

    planet: Planet
    globe: Globe
    far: NDArray[np.float64] | None

    def elevation(self, points: NDArray[np.float64]) -> NDArray[np.float32]:
        """Return elevations (n,) float32 at unit vectors: the bits that a globe has there."""
        planet = self.planet
        height = np.zeros(len(points), np.float32)
        if planet.continents is not None:
            seed = derive(planet.seed, "continents")
            height = raised(height, drifted(points, planet.continents, planet.radius, seed, None))
        if planet.shape.layers:
            share = stacked(points, planet.shape, derive(planet.seed, "shape"), None)
            height = raised(height, share * planet.radius)
        if planet.craters is not None:
            height = raised(height, struck(points, planet.craters, planet.radius, derive(planet.seed, "craters")))
        return height

    def painted(
        self, points: NDArray[np.float64], height: NDArray[np.float32]
    ) -> tuple[NDArray[np.uint8], dict[str, NDArray[np.float32]]]:
        """Return colors (n, 3) and layers at unit vectors of known elevation."""
        planet, layers = self.planet, {}
        if planet.climate is not None and self.far is not None:
            far = np.empty(len(points))
            mapping = even(self.globe.frame.mapping)
            _pool.run_rows(kernels.sample, len(points), self.far, AXES_F8, mapping, points, far, block=1 << 12)
            seed = derive(planet.seed, "climate")
            made = climate_of(points, height, far, self.globe, planet.climate, seed, None)
            for column, name in enumerate(("temperature", "moisture", "biome")):
                layers[name] = np.ascontiguousarray(made[:, column])
        seed = derive(planet.seed, "colors")
        if isinstance(planet.colors, ClimateColors):
            warm, wet = layers["temperature"], layers["moisture"]
            colors = colored(points, height, warm, wet, self.globe.sea, planet.colors, seed, None)
            value = layers["biome"] / np.float32(len(CLIMATE_BIOMES) - 1)
        else:
            ends = self.globe.low, self.globe.high
            colors, value = painted(points, height, planet.colors, self.globe.sea, ends, seed, None)
        return colors, {**layers, BIOME: value}


def ground_of(planet: Planet) -> Ground:
    """Return what patches need of a whole planet; the last few planets are remembered."""
    return _ground(planet.model_dump_json())


@functools.lru_cache(maxsize=4)
def _ground(text: str) -> Ground:
    planet = Planet.model_validate_json(text)
    globe = build_globe(planet.replace(faces="all"), _COARSE)
    return Ground(planet, globe, None if planet.climate is None else sea_distance(globe))
