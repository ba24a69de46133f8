"""A planet at any depth: square tiles of finer and finer nodes between those of the globe that was built."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.planet._climate import AXES_F8, climate_of, even, sea_distance
from landwright.planet._climate_paint import colored
from landwright.planet._continents import drifted, finest_of_plates
from landwright.planet._craters import raised, struck
from landwright.planet._globe import Globe
from landwright.planet._kernels import faces as kernels
from landwright.planet._patch import folded
from landwright.planet._shape import stacked
from landwright.planet._sphere import sphere_points
from landwright.planet.settings import Climate, ClimateColors, Colors, Continents, Craters, Rigid, Shape, Simple
from landwright.seeds import Seed
from landwright.settings import Stage

__all__ = ["TILE", "TileGround", "tile_depth"]

TILE: Final = 64
"""Steps between nodes along an edge of a tile."""

_COARSEST: Final = 65
"""A planet of fewer nodes an edge is meant to look like one: it has no tiles."""
_FINE: Final = 32.0
"""Steps between nodes across the finest feature of a planet at its greatest depth."""
_DEEPEST: Final = 20

_Raise = Callable[[NDArray[np.float64], float], NDArray[np.float64]]


class TileGround:
    """Elevations and colors of a planet at the nodes of tiles.

    A tile of depth k has nodes 1 / 2^k as wide apart as the globe's. It starts at the node (row * 64, column * 64) of a face cut into
    ``(resolution - 1) * 2^k`` such steps, and the nodes that it shares with the globe, or with other tiles, have the same bits there.

    Parameters
    ----------
    globe : Globe
        What was built; it says where the sea is and how far, and which nodes tiles lie between.
    stages : sequence of (Stage, seed)
        What it was built from: the nouns of its stages, in order, each with its seed.
    """

    def __init__(self, globe: Globe, stages: Sequence[tuple[Stage, Seed]]) -> None:
        self._globe = globe
        self._raises = [_raise(noun, seed) for noun, seed in stages if isinstance(noun, _RAISING)]
        self._painter = _painter(stages)

    @property
    def painted(self) -> bool:
        """Whether tiles have colors of their own; else gradients by biome and elevation are all there is."""
        return self._painter is not None

    def elevation(self, face: int, depth: int, row: int, column: int) -> NDArray[np.float32]:
        """Return the elevations (67, 67) of a tile's nodes (m), and of one more node around them."""
        points = self._points(face, depth, row, column)
        height = np.zeros(len(points), np.float32)
        for add in self._raises:
            height = raised(height, add(points, self._globe.frame.radius))
        return height.reshape(TILE + 3, TILE + 3)

    def colors(
        self, face: int, depth: int, row: int, column: int, elevation: NDArray[np.float32]
    ) -> NDArray[np.uint8] | None:
        """Return the colors (65, 65, 3) of a tile's nodes of known elevation; None where gradients give them."""
        if self._painter is None:
            return None
        inner = (slice(1, -1), slice(1, -1))
        points = self._points(face, depth, row, column).reshape(TILE + 3, TILE + 3, 3)[inner].reshape(-1, 3)
        height = np.ascontiguousarray(elevation[inner]).reshape(-1)
        climate, climate_seed, noun, seed = self._painter
        frame = self._globe.frame
        far = np.empty(len(points))
        _pool.run_rows(kernels.sample, len(points), self._far, AXES_F8, even(frame.mapping), points, far, block=1 << 12)
        made = climate_of(points, height, far, self._globe, climate, climate_seed, None)
        warm, wet = np.ascontiguousarray(made[:, 0]), np.ascontiguousarray(made[:, 1])
        return colored(points, height, warm, wet, self._globe.sea, noun, seed, None).reshape(TILE + 1, TILE + 1, 3)

    @functools.cached_property
    def _far(self) -> NDArray[np.float64]:
        return sea_distance(self._globe)

    def _points(self, face: int, depth: int, row: int, column: int) -> NDArray[np.float64]:
        """Return unit vectors (67 * 67, 3); what lies beyond the face's edge is bent around it once."""
        frame = self._globe.frame
        edge = (frame.resolution - 1) << depth
        line = np.arange(-1, TILE + 2, dtype=np.int64)
        a = 2 * np.minimum(line + column * TILE, edge + 1) - edge
        b = 2 * np.minimum(line + row * TILE, edge + 1) - edge
        shape = (len(line), len(line))
        bent = folded(face, np.broadcast_to(a, shape), np.broadcast_to(b[:, np.newaxis], shape), edge)
        return sphere_points(bent / edge, frame.mapping).reshape(-1, 3)


def tile_depth(globe: Globe, stages: Sequence[tuple[Stage, Seed]]) -> int:
    """Return how deep the tiles of a planet go; 0 when it has none.

    They go on until they show the finest feature as round as it is. There are none where a stage works on the whole planet at once, as one
    of a plug-in does, or where the planet has so few nodes that it is meant to show them.

    Parameters
    ----------
    globe : Globe
        What was built.
    stages : sequence of (Stage, seed)
        What it was built from.

    Notes
    -----
    Reach: point. Cost: O(stages).
    Deterministic: yes.
    """
    frame, nouns = globe.frame, [noun for noun, _ in stages]
    if frame.resolution < _COARSEST or not all(isinstance(noun, (*_RAISING, *_COLORING)) for noun in nouns):
        return 0
    finest = min((_finest(noun, frame.radius) for noun in nouns if isinstance(noun, _RAISING)), default=math.inf)
    step = 2.0 * frame.radius / (frame.resolution - 1)
    return min(max(math.ceil(math.log2(max(step * _FINE / finest, 1.0))), 0), _DEEPEST)


_RAISING: Final = (Continents, Shape, Craters)
_COLORING: Final = (Climate, Colors, ClimateColors)


def _raise(noun: Stage, seed: Seed) -> _Raise:
    if isinstance(noun, Continents):
        return lambda points, radius: drifted(points, noun, radius, seed, None)
    if isinstance(noun, Craters):
        return lambda points, radius: struck(points, noun, radius, seed)
    if not isinstance(noun, Shape):
        raise TypeError(f"{type(noun).__name__} raises nothing")
    return lambda points, radius: stacked(points, noun, seed, None) * radius


def _painter(stages: Sequence[tuple[Stage, Seed]]) -> tuple[Climate, Seed, ClimateColors, Seed] | None:
    """Return the climate and its colors, with their seeds, when they paint the planet."""
    if not stages or not isinstance(stages[-1][0], ClimateColors):
        return None
    colors, its_seed = stages[-1][0], stages[-1][1]
    for noun, seed in reversed(stages):
        if isinstance(noun, Climate):
            return noun, seed, colors, its_seed
    return None


def _finest(noun: Stage, radius: float) -> float:
    """Return the size (m) of the finest features that a stage makes."""
    if isinstance(noun, Continents):
        return radius * finest_of_plates()
    if isinstance(noun, Craters):
        return 0.5 * noun.smallest
    sizes = [math.inf]
    for layer in noun.layers if isinstance(noun, Shape) else ():
        octaves = layer.filter
        if isinstance(octaves, Simple | Rigid):
            most = octaves.frequency * max(octaves.lacunarity, 1.0) ** (octaves.octaves - 1)
            sizes.append(radius / max(most, 1e-9))
        elif layer.enabled:
            sizes.append(radius / 4096.0)
    return min(sizes)
