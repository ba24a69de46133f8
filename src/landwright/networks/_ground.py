"""Ground: heights and water at places between samples."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

from landwright.errors import FieldError, SettingError, sentence
from landwright.field import Heightfield, Layer
from landwright.networks._curves import resample
from landwright.networks._network import Network
from landwright.networks.settings import Roads

__all__ = ["Ground", "ground_from", "ground_of"]

Floats = NDArray[np.float64]
_WORD: Final = "networks.roads"
_DRY: Final = 0.01
"""Water shallower than this (m) is no water."""


@dataclass(frozen=True, eq=False)
class Ground:
    """The land that roads are built on.

    Attributes
    ----------
    field : Heightfield
        Elevation.
    water : (rows, cols) float64
        Height of the water surface, -inf where it is dry.
    dear : (rows, cols) float32 or None
        What makes ground dearer.
    rivers : Network or None
        Rivers that are no water in the raster.
    """

    field: Heightfield
    water: Floats
    dear: NDArray[np.float32] | None = None
    rivers: Network | None = None

    def height(self, places: Floats) -> Floats:
        """Return the elevation at places (n, 2), bilinear; beyond the map that of its edge."""
        r, c, u, v = self._cell(places)
        z = self.field.elevation
        rows, cols = z.shape
        r1, c1 = np.minimum(r + 1, rows - 1), np.minimum(c + 1, cols - 1)
        top = z[r, c].astype(np.float64) * (1.0 - v) + z[r, c1].astype(np.float64) * v
        low = z[r1, c].astype(np.float64) * (1.0 - v) + z[r1, c1].astype(np.float64) * v
        out: Floats = top * (1.0 - u) + low * u
        return out

    def across(self, points: Floats, normals: Floats, width: Floats) -> tuple[Floats, Floats]:
        """Return the mean and the highest elevation over the width at each point, from five places across."""
        sides = [
            self.height(points + normals * (share * width)[:, np.newaxis]) for share in (-0.5, -0.25, 0.0, 0.25, 0.5)
        ]
        stacked = np.stack(sides)
        return stacked.mean(axis=0), stacked.max(axis=0)

    def surface(self, places: Floats) -> Floats:
        """Return the height of the water at places (n, 2); -inf on dry land. A cell has water where one of its corners has."""
        r, c, _, _ = self._cell(places)
        rows, cols = self.water.shape
        r1, c1 = np.minimum(r + 1, rows - 1), np.minimum(c + 1, cols - 1)
        out = np.maximum(
            np.maximum(self.water[r, c], self.water[r1, c]), np.maximum(self.water[r, c1], self.water[r1, c1])
        )
        if self.rivers is not None and len(self.rivers):
            out = np.maximum(out, self.river(places))
        made: Floats = out
        return made

    def river(self, places: Floats) -> Floats:
        """Return the height of rivers at places (n, 2); -inf where there is none."""
        rivers = self.rivers
        out = np.full(len(places), -np.inf)
        if rivers is None:
            return out
        wide = np.asarray(rivers.of_points.get("width", np.full(len(rivers.points), self.field.cell_size)), np.float64)
        dense = []
        for edge in range(len(rivers)):
            line = np.column_stack([rivers.line(edge), wide[rivers.span(edge)]])
            dense.append(resample(line, max(0.25 * float(line[:, 3].min()), 0.1 * self.field.cell_size)))
        every = np.concatenate(dense)
        reach = float(every[:, 3].max()) * 0.5
        off, near = cKDTree(every[:, :2]).query(places, distance_upper_bound=reach + 1e-9)
        hit = np.isfinite(off)
        hit[hit] = off[hit] <= 0.5 * every[near[hit], 3]
        out[hit] = every[near[hit], 2]
        return out

    def _cell(self, places: Floats) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats, Floats]:
        grid = self.field.grid
        west, north = grid.north_west
        row = np.clip((north - places[:, 1]) / grid.cell_size, 0.0, grid.rows - 1.0)
        col = np.clip((places[:, 0] - west) / grid.cell_size, 0.0, grid.cols - 1.0)
        r = np.minimum(row.astype(np.int64), max(grid.rows - 2, 0))
        c = np.minimum(col.astype(np.int64), max(grid.cols - 2, 0))
        return r, c, row - r, col - c


def ground_of(
    field: Heightfield,
    depth: NDArray[np.float32] | None,
    sea_level: float | None,
    dear: NDArray[np.float32] | None,
    rivers: Network | None,
) -> Ground:
    """Return the land with its water: where there is depth, where the ground lies under the sea, and rivers."""
    z = field.elevation.astype(np.float64)
    water = np.full(z.shape, -np.inf)
    if depth is not None:
        water = np.where(depth > _DRY, z + depth, water)
    if sea_level is not None:
        water = np.where(z < sea_level, np.maximum(water, sea_level), water)
    return Ground(field, water, dear, rivers)


def ground_from(layers: Mapping[str, Any], noun: Roads) -> Ground:
    """Return the land of a stage of roads; refuse layers that are missing or do not fit."""
    field = layers.get("elevation")
    if not isinstance(field, Heightfield):
        raise FieldError(sentence(f"{_WORD}: elevation", "must be a Heightfield", type(field).__name__))
    rasters: dict[str, NDArray[np.float32] | None] = {"water": None, "terrain": None}
    for word, name in (("water", noun.water), ("terrain", noun.search.terrain)):
        if not name:
            continue
        layer = layers.get(name)
        if not isinstance(layer, Layer):
            there = sorted(key for key, value in layers.items() if isinstance(value, Layer))
            raise SettingError(sentence(f"{_WORD}: {word}", "must name a layer that is there", name, valid=there))
        if layer.grid != field.grid:
            raise FieldError(sentence(f"{_WORD}: {name}", "must lie on the grid of the ground", layer.grid))
        rasters[word] = layer.values
    rivers = layers.get(noun.rivers) if noun.rivers else None
    if noun.rivers and not isinstance(rivers, Network):
        there = sorted(key for key, value in layers.items() if isinstance(value, Network))
        raise SettingError(sentence(f"{_WORD}: rivers", "must name a network that is there", noun.rivers, valid=there))
    return ground_of(field, rasters["water"], noun.sea_level, rasters["terrain"], rivers)
