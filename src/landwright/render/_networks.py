"""Landscapes with roads as surfaces: covered ground, asphalt with its lines, stone and concrete, water."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.field import Heightfield
from landwright.hexmap import noise_texture
from landwright.mesh import Builder, Mesh
from landwright.networks import Structures, network_meshes
from landwright.render._albedo import ground_color
from landwright.render._palette import hex_linear
from landwright.render._scene import scene_of
from landwright.render._surface import Floats, Hits, Surface
from landwright.render.settings import View
from landwright.world import World

__all__ = ["network_surfaces"]

_ASPHALT, _LINE, _CONCRETE, _STONE, _KERB = "#55545a", "#d8d4c6", "#a8a297", "#978d7d", "#7d776c"
_EARTH, _DEEP, _SHALLOW = "#6b5540", "#17404f", "#3d7f86"
_SEA: Final = 3.0
"""How far the sea goes on beyond the map, in extents."""
_PLINTH: Final = 0.02
"""Depth of the block under its lowest ground, in extents."""
_BORDER: Final = 0.06
"""Where a road's border lines are, in widths from its edge."""
_DASH: Final = (1.0, 0.45)
"""Length of a dash and its gap, and the share of it that is painted, in widths."""
_BLUFF: Final = (0.62, 0.8)
"""Upward share of a normal below which ground beside roads shows bare earth, and above which it does not."""


def network_surfaces(world: World, settings: View, structures: Structures = Structures()) -> list[Surface]:
    """Return a landscape and all that runs across it, ready for ``draw``.

    Parameters
    ----------
    world : World
        With ground and networks.
    settings : View
        Materials, sea level, moment of the waves.
    structures : Structures
        How tunnels and bridges look.

    Returns
    -------
    list of Surface
        Ground, roads and what carries them are opaque; rivers, lakes and the sea are laid over it.

    Notes
    -----
    Reach: whole. Cost: O(samples + points).
    Deterministic: yes.
    """
    ground = world.require_ground()
    meshes = network_meshes(ground, world.networks, world.layers.get("water"), structures)
    scene = scene_of(world, "render.view", settings.sea_level, settings.water)
    paint = _Paint(ground, ground_color(scene, settings.materials), noise_texture(0), scene.sea_level)
    paints = {
        "terrain": paint.ground,
        "caps": paint.ground,
        "roads": paint.road,
        "bridges": paint.concrete,
        "tunnels": paint.tunnel,
        "portals": paint.stone,
    }
    shown = [Surface(meshes[name], paint=how) for name, how in paints.items() if name in meshes]
    shown.append(Surface(_sides(ground), paint=paint.earth))
    for name in ("lakes", "rivers"):
        if name in meshes:
            shown.append(Surface(meshes[name], paint=paint.river, layer=1, shadow=False))
    if scene.sea_level is not None and float(ground.elevation.min()) < scene.sea_level:
        shown.append(Surface(_sea(ground, scene.sea_level), paint=paint.sea, layer=2, shadow=False))
    return shown


def _sea(ground: Heightfield, level: float) -> Mesh:
    x, y = ground.grid.x, ground.grid.y
    far = _SEA * max(float(x[-1] - x[0]), float(y[0] - y[-1]))
    west, east, south, north = x[0] - far, x[-1] + far, y[-1] - far, y[0] + far
    corners = [[west, south, level], [east, south, level], [east, north, level], [west, north, level]]
    return Mesh(corners, [[0, 1, 2], [0, 2, 3]], name="sea")


def _sides(ground: Heightfield) -> Mesh:
    """Return the walls below the border of the map, down to a little under its lowest ground."""
    x, y, z = ground.grid.x, ground.grid.y, ground.elevation.astype(np.float64)
    floor = float(z.min()) - _PLINTH * max(float(x[-1] - x[0]), float(y[0] - y[-1]))
    edges = [
        np.column_stack([x, np.full(x.size, y[-1]), z[-1]]),
        np.column_stack([np.full(y.size, x[-1]), y, z[:, -1]])[::-1],
        np.column_stack([x, np.full(x.size, y[0]), z[0]])[::-1],
        np.column_stack([np.full(y.size, x[0]), y, z[:, 0]]),
    ]
    builder = Builder()
    for line in edges:
        top = builder.vertices(line)
        low = builder.vertices(np.column_stack([line[:, :2], np.full(len(line), floor)]))
        builder.quads(np.column_stack([low[:-1], low[1:], top[1:], top[:-1]]))
    return builder.build(name="sides")


def _linear(*colors: str) -> NDArray[np.float32]:
    return hex_linear(colors).astype(np.float32)


def _finish(count: int, opacity: Any = 1.0, gloss: Any = 0.0) -> Floats:
    made = np.zeros((count, 3), np.float32)
    made[:, 0], made[:, 1] = opacity, gloss
    return made


@dataclass(frozen=True, eq=False)
class _Paint:
    """The paints of one landscape."""

    field: Heightfield
    color: NDArray[np.float32]
    texture: NDArray[Any]
    sea_level: float | None

    def _grain(self, hits: Hits, metres: float) -> NDArray[np.float64]:
        """Return noise (n, 4) around 0 whose features are some metres wide; it fades where a sub-pixel is as wide."""
        size = self.texture.shape[0]
        t = self.texture
        x, y, z = (hits.position[:, k] * (8.0 / metres) for k in range(3))
        u, v = (x + 0.37 * z) % size, (y + 0.61 * z) % size
        i, j = np.floor(u).astype(np.int64), np.floor(v).astype(np.int64)
        a, b = (u - i)[:, np.newaxis], (v - j)[:, np.newaxis]
        i1, j1, i0, j0 = (i + 1) % size, (j + 1) % size, i % size, j % size
        mixed = (t[j0, i0] * (1 - a) + t[j0, i1] * a) * (1 - b) + (t[j1, i0] * (1 - a) + t[j1, i1] * a) * b - 0.5
        fade = np.clip(1.5 - hits.footprint * (4.0 / metres), 0.0, 1.0)
        return np.asarray(mixed * fade[:, np.newaxis])

    def ground(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint by the color of the samples around a point, with fine grain and bare earth on banks too steep to hold grass."""
        i, j, south, east = self._around(hits)
        v, u = south[:, np.newaxis], east[:, np.newaxis]
        c = self.color
        mixed = (c[i, j] * (1 - u) + c[i, j + 1] * u) * (1 - v) + (c[i + 1, j] * (1 - u) + c[i + 1, j + 1] * u) * v
        fine, small, broad = self._grain(hits, 0.7), self._grain(hits, 4.0), self._grain(hits, 25.0)
        rough = 1.0 + (0.3 + mixed[:, 3]) * (0.7 * fine[:, 0] + 0.9 * small[:, 3] + 0.5 * broad[:, 1])
        made = mixed[:, :3] * rough[:, np.newaxis]
        up = hits.normal[:, 2] + 0.3 * small[:, 2]
        bare = 0.55 * (1.0 - np.clip((up - _BLUFF[0]) / (_BLUFF[1] - _BLUFF[0]), 0.0, 1.0))[:, np.newaxis]
        made = made + (_linear(_STONE) * (0.75 + 0.5 * small[:, 1:2]) - made) * bare
        return np.clip(made, 0.003, 0.95).astype(np.float32), _finish(len(made))

    def earth(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint the sides of the block in beds of earth."""
        broad = self._grain(hits, 60.0)
        beds = np.sin(hits.position[:, 2] / 7.0 + 6.0 * broad[:, 0])
        color = _linear(_EARTH) * (1.0 + 0.1 * beds + 0.3 * broad[:, 1])[:, np.newaxis]
        return np.clip(color, 0.01, 0.9).astype(np.float32), _finish(len(color))

    def road(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint asphalt with border lines and a broken middle line; its sides are stone."""
        u, v = hits.value("uv0").T
        fine, broad = self._grain(hits, 0.6), self._grain(hits, 12.0)
        color = _linear(_ASPHALT) * (1.0 + 0.35 * fine[:, :1] + 0.25 * broad[:, 1:2])
        worn = np.abs(np.abs(u - 0.5) - 0.25)[:, np.newaxis]
        color = color * (1.06 - 0.25 * np.clip(1.0 - worn / 0.12, 0.0, 1.0) * 0.5)
        width = 1.0 / np.maximum(hits.footprint * 0.12, 1e-3)
        edge = np.minimum(np.abs(u - _BORDER), np.abs(u - 1.0 + _BORDER))
        dash = (v % _DASH[0]) < _DASH[1]
        middle = np.where(dash, np.abs(u - 0.5), 1.0)
        line = np.clip((0.014 - np.minimum(edge, middle)) * np.minimum(width, 400.0) + 0.5, 0.0, 1.0)
        strip = np.asarray(hits.first("edge"), np.int64) >= 0
        up = hits.normal[:, 2] > 0.5
        painted = (line * (strip & up) * np.clip(1.6 - 4.0 * hits.footprint, 0.0, 1.0))[:, np.newaxis]
        color = color + (_linear(_LINE) * (1.0 + 0.3 * fine[:, 2:3]) - color) * painted * 0.9
        color = np.where(up[:, np.newaxis], color, _linear(_KERB) * (1.0 + 0.3 * fine[:, 1:2]))
        return np.clip(color, 0.003, 0.95).astype(np.float32), _finish(len(color), 1.0, 0.02)

    def concrete(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint bridges: pale, streaked by rain where they are upright."""
        fine, broad = self._grain(hits, 0.8), self._grain(hits, 9.0)
        upright = 1.0 - np.abs(hits.normal[:, 2:3])
        color = _linear(_CONCRETE) * (1.0 + 0.22 * fine[:, :1] + 0.3 * broad[:, 1:2] * upright)
        return np.clip(color, 0.01, 0.9).astype(np.float32), _finish(len(color))

    def stone(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint the walls of tunnel mouths in courses of stone."""
        fine = self._grain(hits, 0.9)
        course = hits.position[:, 2] / 0.6
        row = np.floor(course)
        block = ((hits.position[:, 0] + hits.position[:, 1]) / 1.1 + 0.5 * (row % 2)) % 1.0
        shown = np.clip(1.4 - 6.0 * hits.footprint, 0.0, 1.0)
        dark = 0.3 * (np.maximum(np.abs(course - row - 0.5), np.abs(block - 0.5)) > 0.46)
        color = _linear(_STONE) * (1.0 - dark * shown + 0.4 * fine[:, 0])[:, np.newaxis]
        return np.clip(color, 0.01, 0.9).astype(np.float32), _finish(len(color))

    def tunnel(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint the bore, with a row of lamps along its crown."""
        fine = self._grain(hits, 1.5)
        u, v = hits.value("uv0").T
        color = _linear(_KERB) * (0.9 + 0.3 * fine[:, :1])
        finish = _finish(len(color))
        lamp = (np.abs(u - 0.5) < 0.03) & ((v % 1.5) < 0.35)
        finish[:, 2] = np.where(lamp, 1.6, 0.05)
        color = np.where(lamp[:, np.newaxis], np.array([0.95, 0.85, 0.62], np.float32), color)
        return np.clip(color, 0.01, 0.95).astype(np.float32), finish

    def river(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint running and standing water: clear at its borders, deep in the middle, glossy."""
        depth = np.maximum(hits.position[:, 2] - self._bed(hits), 0.0)
        return self._water(hits, depth, 2.5)

    def sea(self, hits: Hits) -> tuple[Floats, Floats]:
        """Paint the sea, open beyond the map."""
        grid = self.field.grid
        x, y = hits.position[:, 0], hits.position[:, 1]
        out = np.maximum.reduce([grid.x[0] - x, x - grid.x[-1], grid.y[-1] - y, y - grid.y[0]])
        depth = np.maximum(hits.position[:, 2] - self._bed(hits), 0.0) + np.maximum(out, 0.0) * 0.2
        return self._water(hits, depth, 8.0)

    def _around(
        self, hits: Hits
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
        """Return row and column of the sample north-west of each point, and how far south and east of it the point is, 0 to 1."""
        grid = self.field.grid
        col = np.clip((hits.position[:, 0] - grid.x[0]) / grid.cell_size, 0.0, grid.cols - 1.0)
        row = np.clip((grid.y[0] - hits.position[:, 1]) / grid.cell_size, 0.0, grid.rows - 1.0)
        i, j = np.minimum(row.astype(np.int64), grid.rows - 2), np.minimum(col.astype(np.int64), grid.cols - 2)
        return i, j, row - i, col - j

    def _bed(self, hits: Hits) -> NDArray[np.float64]:
        i, j, v, u = self._around(hits)
        z = self.field.elevation
        made = (z[i, j] * (1 - u) + z[i, j + 1] * u) * (1 - v) + (z[i + 1, j] * (1 - u) + z[i + 1, j + 1] * u) * v
        return np.asarray(made, np.float64)

    def _water(self, hits: Hits, depth: NDArray[np.float64], clear: float) -> tuple[Floats, Floats]:
        deep, shallow = _linear(_DEEP, _SHALLOW)
        share = (1.0 - np.exp(-depth / clear))[:, np.newaxis]
        fine = self._grain(hits, 4.0)
        color = (shallow + (deep - shallow) * share) * (1.0 + 0.25 * fine[:, :1])
        return np.clip(color, 0.002, 0.9).astype(np.float32), _finish(len(color), 0.55 + 0.4 * share[:, 0], 1.0)
