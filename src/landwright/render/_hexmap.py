"""Hex maps as surfaces: ground by terrain type, roads, animated water at one moment, walls, and what stands there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.hexmap import (
    HexMap,
    Triangulation,
    bake_instances,
    cell_heights,
    features,
    noise_texture,
    shade_estuary,
    shade_river,
    shade_road,
    shade_scales,
    shade_shore,
    shade_waves,
    triangulate,
)
from landwright.mesh import Mesh
from landwright.render._palette import hex_linear
from landwright.render._surface import Floats, Hits, Surface

__all__ = ["TERRAIN_COLORS", "hexmap_surfaces"]

TERRAIN_COLORS: Final = ("#c9b27c", "#6f8a45", "#77603f", "#84807a", "#e3e8ec")
"""Sand, grass, mud, stone, snow."""

_CLIFF, _EARTH, _ROAD, _WALL = "#776a5e", "#8a7357", "#a0845c", "#a39c92"
_SEABED = "#3d5a55"
_DEEP, _SHALLOW, _FOAM = "#1d5f86", "#3a93a8", "#f2f7f8"
_STEEP = (0.55, 0.8)
"""Upward share of a normal below which the ground is bare rock, and above which it is what its type says."""


def hexmap_surfaces(land: HexMap, *, time: float = 0.0, depth: float | None = None) -> list[Surface]:
    """Return everything on a hex map, ready for :func:`draw`.

    Parameters
    ----------
    land : HexMap
        What is shown.
    time : float
        Moment (s) of the waves.
    depth : float, optional
        How far the ground hangs down at the edge of the map (m); three levels when left out.

    Returns
    -------
    list of Surface
        Ground, walls and features are opaque; roads, water, shore, estuaries and rivers are laid over it in that order.

    See Also
    --------
    draw : Make the picture.

    Notes
    -----
    Reach: whole. Cost: O(cells).
    Deterministic: yes.
    """
    if depth is None:
        depth = 3.0 * land.layout.metrics.elevation_step
    meshes = triangulate(land, Triangulation(skirt_depth=depth))
    paint = _Paint(land, noise_texture(land.seeds[1]), float(time))
    shown = [
        Surface(_silted(land, meshes["terrain"]), paint=paint.ground),
        Surface(meshes["walls"], paint=paint.wall),
        Surface(meshes["roads"], paint=paint.road, layer=1, shadow=False),
        Surface(meshes["water"], paint=paint.water, layer=2, shadow=False),
        Surface(meshes["shore"], paint=paint.shore, layer=2, shadow=False),
        Surface(meshes["estuaries"], paint=paint.estuary, layer=2, shadow=False),
        Surface(meshes["rivers"], paint=paint.river, layer=3, shadow=False),
    ]
    standing = features(land)
    if len(standing):
        shown.append(Surface(bake_instances(standing), paint=_model))
    return shown


def _silted(land: HexMap, ground: Mesh) -> Mesh:
    """Return the ground with beds of rivers under water filled to the tops of their cells, where they would show as dark wedges."""
    metrics = land.layout.metrics
    below = land.underwater.ravel() & ((land.river_in.ravel() > 0) | (land.river_out.ravel() >= 0))
    if not below.any():
        return ground
    shares, cells = ground.attributes["weights"], ground.attributes["cells"]
    tops = cell_heights(land).ravel()[cells]
    beds = (land.elevation.ravel() + metrics.stream_bed_offset)[cells] * metrics.elevation_step
    x, y, height = ground.vertices.T
    little = 0.05 * metrics.elevation_step
    low = (height < tops.min(axis=1) - little) & (
        height > beds.min(axis=1) - little
    )  # in a bed, not hanging at the edge
    inside = below[cells].all(axis=1)
    foot = x + 1j * y
    # a waterfall's bed must keep its width down to the water
    at_falls = foot[~inside & below[cells].any(axis=1)]
    filled = low & inside & ~np.isin(foot, at_falls)
    vertices = ground.vertices.copy()
    vertices[filled, 2] = (shares * tops).sum(axis=1)[filled]
    return ground.replace(vertices=vertices)


def _linear(*colors: str) -> NDArray[np.float32]:
    return hex_linear(colors).astype(np.float32)


def _finish(count: int, opacity: Any = 1.0, gloss: Any = 0.0) -> Floats:
    made = np.zeros((count, 3), np.float32)
    made[:, 0], made[:, 1] = opacity, gloss
    return made


def _model(hits: Hits) -> tuple[Floats, Floats]:
    """Paint a feature in the color of its vertices."""
    color = hits.value("colors")[:, :3]
    return (color * np.float32(0.85)).astype(np.float32), _finish(len(color))


@dataclass(frozen=True)
class _Paint:
    """The paints of one map at one moment."""

    land: HexMap
    texture: NDArray[Any]
    time: float

    def _grain(self, hits: Hits, per_metre: float) -> NDArray[np.float64]:
        """Return noise (n, 4) around 0 that fades where a sub-pixel is as wide as its features."""
        size = self.texture.shape[0]
        x, y = hits.position[:, 0] * per_metre * size, hits.position[:, 1] * per_metre * size
        i, j = np.floor(x).astype(np.int64), np.floor(y).astype(np.int64)
        u, v = (x - i)[:, np.newaxis], (y - j)[:, np.newaxis]
        t = self.texture
        a, b = t[j % size, i % size], t[j % size, (i + 1) % size]
        c, d = t[(j + 1) % size, i % size], t[(j + 1) % size, (i + 1) % size]
        mixed = (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v - 0.5
        fade = np.clip(1.5 - hits.footprint * per_metre * 40.0, 0.0, 1.0)
        return np.asarray(mixed * fade[:, np.newaxis])

    def ground(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint by the terrain types of up to three cells, with bare rock where it is steep."""
        size = 10.0 / self.land.layout.metrics.outer_radius
        broad, fine = self._grain(hits, 0.004 * size), self._grain(hits, 0.035 * size)
        palette = _linear(*TERRAIN_COLORS)
        kinds = self.land.terrain.ravel()
        weights = hits.value("weights")
        cells = hits.first("cells").astype(np.int64)
        # the type with the larger share wins by a ragged border, not by a smear
        sharp = np.maximum(weights + 0.35 * fine[:, :3].astype(np.float32) * (weights > 0.001), 0.0) ** 4
        sharp /= np.maximum(sharp.sum(axis=1, keepdims=True), 1e-9)
        color = np.einsum("nk,nkc->nc", sharp, palette[kinds[cells]])
        color *= (1.0 + 0.5 * broad[:, 1:2] + 0.7 * fine[:, 2:3]).astype(np.float32)
        up = hits.normal[:, 2] + 0.12 * fine[:, 3].astype(np.float32)
        bare = 1.0 - np.clip((up - _STEEP[0]) / (_STEEP[1] - _STEEP[0]), 0.0, 1.0)[:, np.newaxis]
        step = self.land.layout.metrics.elevation_step
        beds = np.sin(hits.position[:, 2] / step * 9.0 + 8.0 * broad[:, 0])[:, np.newaxis]
        rock = _linear(_CLIFF) * (1.0 + 0.12 * beds + 0.5 * fine[:, 0:1])
        color += (rock.astype(np.float32) - color) * (bare * 0.9).astype(np.float32)
        # what lies under water is dimmed by it, whatever it is made of
        surface = (self.land.water_level.ravel().astype(np.float32) + self.land.layout.metrics.water_offset) * step
        wet = self.land.underwater.ravel()[cells] * weights
        deep = np.maximum(
            (wet * surface[cells]).sum(axis=1) / np.maximum(wet.sum(axis=1), 1e-6) - hits.position[:, 2], 0.0
        )
        sunk = (1.0 - np.exp(-deep / (0.8 * step)))[:, np.newaxis] * (wet.sum(axis=1) > 0.0)[:, np.newaxis]
        color += (_linear(_SEABED) - color) * (0.85 * sunk).astype(np.float32)
        side = (np.abs(hits.normal[:, 2]) < 1e-4)[:, np.newaxis]
        earth = _linear(_EARTH) * (0.85 + 0.14 * beds + 0.4 * fine[:, 1:2])
        color = np.where(side, earth, color)
        return np.clip(color, 0.005, 0.95).astype(np.float32), _finish(len(color))

    def wall(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint walls as masonry."""
        step = self.land.layout.metrics.wall_height / 6.0
        courses = np.abs((hits.position[:, 2] / step) % 1.0 - 0.5) * 2.0
        joint = 1.0 - 0.25 * np.clip((courses - 0.8) / 0.2, 0.0, 1.0)
        fine = self._grain(hits, 0.05 * 10.0 / self.land.layout.metrics.outer_radius)
        color = _linear(_WALL) * (joint * (1.0 + 0.5 * fine[:, 1]))[:, np.newaxis]
        return color.astype(np.float32), _finish(len(color))

    def road(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint roads with ragged edges."""
        u = hits.value("uv0")[:, 0]
        scales = shade_scales(self.land.layout)
        made = shade_road(
            self.texture, _linear(_ROAD)[0] * 1.35, u, hits.position[:, 0], hits.position[:, 1], scales=scales
        )
        return made[:, :3].astype(np.float32), _finish(len(made), made[:, 3])

    def _wet(self, bright: NDArray[np.float64], near: Any = 0.0, *, opacity: float = 0.72) -> tuple[Floats, Floats]:
        """Turn brightness of waves and foam into water: clear where it is still, white where it breaks."""
        deep, shallow, foam = _linear(_DEEP, _SHALLOW, _FOAM)
        near = np.broadcast_to(np.asarray(near, np.float64), bright.shape)[:, np.newaxis]
        white = np.clip(bright, 0.0, 1.0)[:, np.newaxis]
        color = deep + (shallow - deep) * np.clip(0.25 + 0.75 * near, 0.0, 1.0)
        color = color + (foam * 0.8 - color) * white
        clear = opacity - 0.25 * near[:, 0]
        return color.astype(np.float32), _finish(
            len(bright), clear + (1.0 - clear) * white[:, 0], 1.0 - 0.8 * white[:, 0]
        )

    def water(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint open water."""
        x, y = hits.position[:, 0], hits.position[:, 1]
        waves = shade_waves(self.texture, x, y, self.time, scales=shade_scales(self.land.layout))
        return self._wet(0.42 * waves)

    def shore(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint water at the shore, with its foam."""
        x, y, v = hits.position[:, 0], hits.position[:, 1], hits.value("uv0")[:, 1]
        scales = shade_scales(self.land.layout)
        foam = shade_shore(self.texture, v, x, y, self.time, scales=scales)
        waves = shade_waves(self.texture, x, y, self.time, scales=scales) * (1.0 - v)
        return self._wet(np.where(foam > waves, foam, 0.42 * foam), v)

    def estuary(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint where a river meets the shore."""
        x, y = hits.position[:, 0], hits.position[:, 1]
        first, second = hits.value("uv0"), hits.value("uv1")
        bright = shade_estuary(
            self.texture,
            first[:, 0],
            first[:, 1],
            x,
            y,
            second[:, 0],
            second[:, 1],
            self.time,
            scales=shade_scales(self.land.layout),
        )
        return self._wet(bright, first[:, 1])

    def river(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint flowing water."""
        uv = hits.value("uv0")
        return self._wet(1.6 * shade_river(self.texture, uv[:, 0], uv[:, 1], self.time), 0.4, opacity=0.85)
