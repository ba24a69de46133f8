"""The perspective picture: rays through a pyramid of heights, sun, sky, water and haze, on the CPU."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import FieldError, sentence
from landwright.field import Heightfield
from landwright.hexmap import HexMap
from landwright.planet import Globe
from landwright.render._air import air_of
from landwright.render._albedo import ground_color
from landwright.render._camera import stand
from landwright.render._kernels import cast, finish, ground, pyramid, relief, trace, water
from landwright.render._light import horizon_toward, sky_seen
from landwright.render._palette import LOOKS, ramp, srgb_levels
from landwright.render._scene import Scene, scene_of
from landwright.render.settings import Camera, View
from landwright.world import World

__all__ = ["view", "view_of"]

_BAND = 1 << 20
"""Rays held in memory at a time."""

_OVER_CELLS = 40.0
_OVER_ROADS = 26.0
"""Angle (degrees) under which a hex map is looked at when the camera does not say."""

_DEEP = (0.010, 0.050, 0.075, 0.38, 0.085, 0.055)
"""Water: red, green, blue of its depth; what a metre absorbs of each."""


def view(
    thing: World | Heightfield | HexMap | Globe, camera: Camera | View | None = None, settings: View | None = None
) -> NDArray[np.uint8]:
    """Draw the land in perspective, under sun and sky; a planet from space, without settings as :func:`orbit` does.

    Parameters
    ----------
    thing : World, Heightfield, HexMap or Globe
        What to draw. A world also gives its sea level, its ``water`` layer and its texture weights; one without ground shows its hex
        map or its planet.
    camera : Camera or View, optional
        Where the picture is taken from; a View here stands for `settings`. By default the settings' camera.
    settings : View, optional
        Light, haze, colors, samples.

    Returns
    -------
    (height, width, 3) uint8
        sRGB; the size is the camera's.

    Raises
    ------
    FieldError
        If there is no ground, no data, fewer than 2 x 2 samples, or a layer of another shape.

    See Also
    --------
    relief : The map.

    Notes
    -----
    Reach: whole. Cost: O(samples + rays log samples).
    Deterministic: bit-identical for any thread count; another machine may differ by a step of 255.

    Examples
    --------
    >>> view(Heightfield(np.eye(8), cell_size=1.0), Camera(width=16, height=9)).shape
    (9, 16, 3)
    """
    if isinstance(thing, World) and thing.ground is None and isinstance(thing.planet, Globe):
        thing = thing.planet
    if isinstance(thing, Globe) and camera is None and settings is None:
        from landwright.render._planet import orbit

        return orbit(thing)
    if isinstance(camera, View):
        camera, settings = None, camera
    settings = View() if settings is None else settings
    camera = settings.camera if camera is None else camera
    if isinstance(thing, World) and thing.ground is None and isinstance(thing.hexmap, HexMap):
        thing = thing.hexmap
    if isinstance(thing, Globe):
        from landwright.render._planet import planet_view

        return planet_view(thing, camera, settings)
    if isinstance(thing, HexMap):
        return _of_cells(thing, camera, settings)
    if isinstance(thing, World) and any(network.kind == "road" and len(network) for network in thing.networks.values()):
        from landwright.render._draw import draw
        from landwright.render._networks import network_surfaces

        if camera.position is None and "elevation" not in camera.model_fields_set:
            camera = camera.replace(elevation=_OVER_ROADS)
        return draw(network_surfaces(thing, settings), camera, settings)
    scene = scene_of(thing, "render.view", settings.sea_level, settings.water)
    if min(scene.z.shape) < 2:
        raise FieldError(sentence("render.view: heightfield", "must have at least 2 rows and 2 columns", scene.z.shape))
    return _Studio(scene, camera, settings).picture()


def _of_cells(land: HexMap, camera: Camera, settings: View) -> NDArray[np.uint8]:
    """Draw a hex map; it is looked at from above unless the camera says otherwise."""
    from landwright.render._draw import draw
    from landwright.render._hexmap import hexmap_surfaces

    if camera.position is None and "elevation" not in camera.model_fields_set:
        camera = camera.replace(elevation=_OVER_CELLS)
    return draw(hexmap_surfaces(land, time=settings.time), camera, settings)


def view_of(thing: World | Heightfield | HexMap | Globe, settings: View = View()) -> NDArray[np.uint8]:
    """Draw the picture a recipe's View output asks for; see :func:`view`.

    Parameters
    ----------
    thing : World, Heightfield, HexMap or Globe
        What to draw.
    settings : View
        Camera, light, colors.

    Returns
    -------
    (height, width, 3) uint8
        sRGB.

    Notes
    -----
    Reach: whole. Cost: O(samples + rays log samples).
    Deterministic: bit-identical for any thread count; another machine may differ by a step of 255.
    """
    return view(thing, settings.camera, settings)


class _Studio:
    """Everything one picture needs, prepared once; bands of it are drawn in turn."""

    def __init__(self, scene: Scene, camera: Camera, settings: View) -> None:
        self.scene, self.camera, self.settings = scene, camera, settings
        rows, cols = scene.z.shape
        cell, factor = scene.cell_size, settings.exaggeration
        depth = scene.surface_depth()
        self.z = scene.z if factor == 1.0 else (scene.z * np.float32(factor))
        self.there = np.ones(scene.z.shape, np.bool_) if scene.mask is None else scene.mask
        surface = self.z
        if depth is not None:
            surface = (self.z + np.maximum(depth, 0.0) * np.float32(factor)).astype(np.float32)
        low, high = float(self.z.min()), float(surface.max())
        self.width, self.length = (cols - 1) * cell, (rows - 1) * cell
        extent = math.hypot(self.width, self.length)
        self.sea = None if scene.sea_level is None or depth is None else scene.sea_level * factor
        thickness = max(0.05 * extent, 0.25 * (high - low))
        self.base = low - thickness
        open_sea = self.sea is not None and settings.surroundings != "block" and _edge_share(self.z, self.sea) > 0.8
        island = depth < 0.0 if open_sea and depth is not None and bool((depth < 0.0).any()) else None
        self.stand = stand(
            camera,
            surface,
            self.there,
            cell,
            scene.corner,
            exaggeration=factor,
            fill=not open_sea and settings.surroundings != "block",
            show=island,
            base=None if open_sea else self.base,
        )
        self.mode = water.BLOCK
        if open_sea:
            self.mode = water.OPEN_SEA
        elif settings.surroundings == "haze" or (settings.surroundings == "auto" and self.stand.fills):
            self.mode = water.MIRRORED
        self.behind = finish.SPACE if settings.sky == "space" else self.mode
        self.reach = 1.8 * extent if self.mode == water.MIRRORED else 0.0
        self.around = 1 if self.stand.fills else 0
        deep = extent if self.mode != water.BLOCK else 3.0 * extent
        self.air = air_of(settings, deep, max(low, self.sea) if self.sea is not None else low, high - low)
        self.samples = settings.samples
        self.packed = self.stand.packed(camera, self.samples)
        pixel = float(self.packed[12])
        soft = 0.6
        edge = [math.tan(math.radians(min(max(settings.sun_altitude + k * soft, 0.02), 89.0))) for k in (-1.0, 1.0)]
        place = (scene.corner[0] / cell, -scene.corner[1] / cell)
        self.look = np.array(
            [edge[0], max(edge[1], edge[0] * 1.001), settings.detail, pixel, self.base, thickness, extent, *place, 0.0]
        )
        self.tops, self.top_levels = _tops(self.z, self.there)
        self.texture, self.levels = self._texture(surface)
        self.lake = self._lake(factor)

    def _texture(self, surface: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        scene, settings = self.scene, self.settings
        rows = len(self.z)
        sky = sky_seen(surface, scene.cell_size)
        tangent = horizon_toward(surface, scene.cell_size, settings.sun_azimuth)
        if settings.style == "tint":
            color = np.empty((*self.z.shape, 3), np.float32)
            low, high = float(scene.z.min()), float(scene.z.max())
            high = high if high > low else low + max(1.0, 1e-3 * abs(low))
            _pool.run_rows(relief.tint, rows, scene.z, ramp(LOOKS[settings.materials.look].land), low, high, color)
            tinted = np.full((*self.z.shape, 4), 0.3, np.float32)
            tinted[..., :3] = color * np.float32(0.55)
            color = tinted
        else:
            color = ground_color(scene, settings.materials)
        first = np.empty((*self.z.shape, 8), np.float32)
        _pool.run_rows(pyramid.pack, rows, self.z, sky, tangent, color, scene.cell_size, first)
        steps = [first]
        while min(steps[-1].shape[:2]) > 1 and len(steps) < 9:
            big = steps[-1]
            small = np.empty(((big.shape[0] + 1) // 2, (big.shape[1] + 1) // 2, 8), np.float32)
            _pool.run_rows(pyramid.coarser, len(small), big, small)
            steps.append(small)
        return np.concatenate([one.reshape(-1, 8) for one in steps]), _levels(steps)

    def _lake(self, factor: float) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.int64]] | None:
        """Return the surface of lakes and rivers with its pyramid; None where there are none."""
        depth = self.scene.water
        if depth is None:
            return None
        from scipy.ndimage import grey_dilation

        wet = depth > 0.0
        level = np.where(wet, self.z + depth * np.float32(factor), np.float32(-3e38)).astype(np.float32)
        wide = grey_dilation(level, size=(3, 3))
        level = np.where(wet, level, wide).astype(np.float32)
        tops, levels = _tops(level, (level > np.float32(-2e38)) & self.there)
        return level, tops, levels

    def picture(self) -> NDArray[np.uint8]:
        camera, n = self.camera, self.samples
        out = np.empty((camera.height, camera.width, 3), np.uint8)
        band = max(1, min(camera.height, _BAND // (camera.width * n * n)))
        control = _pool.current()
        for begin in range(0, camera.height, band):
            end = min(begin + band, camera.height)
            with control.part(begin / camera.height, end / camera.height):
                self._band(begin, out[begin:end])
        return out

    def _band(self, begin: int, out: NDArray[np.uint8]) -> None:
        """Draw the rows of `out`, which begin at row `begin` of the picture."""
        n, cell = self.samples, self.scene.cell_size
        rows, cols = len(out) * n, self.camera.width * n

        def run(kernel: Callable[..., Any], *args: Any) -> None:
            _pool.run_rows(kernel, rows, self.packed, begin * n, *args, block=8)

        land = (self.z, self.tops, self.top_levels)
        skin = (self.texture, self.levels, cell, self.air, self.look)
        distance, kind = np.empty((rows, cols), np.float32), np.empty((rows, cols), np.uint8)
        color = np.zeros((rows, cols, 3), np.float32)
        run(cast.cast, *land, cell, self.base, self.reach, self.around, distance, kind)
        run(ground.shade, *skin, distance, kind, color)
        wet, kind = np.full((rows, cols), trace.FAR, np.float32), np.zeros((rows, cols), np.uint8)
        if self.lake is not None:
            run(cast.cast, *self.lake, cell, self.base, self.reach, self.around, wet, kind)
            behind = wet >= distance
            wet[behind], kind[behind] = trace.FAR, water.DRY
        if self.sea is not None:
            run(water.meet_sea, self.sea, self.mode, self.there, cell, distance, wet, kind)
        if self.lake is not None or self.sea is not None:
            run(
                water.shine,
                *land,
                *skin,
                np.array([*_DEEP, self.mode, -1e30 if self.sea is None else self.sea], np.float64),
                distance,
                wet,
                kind,
                color,
            )
        run(finish.background, self.width, self.length, self.behind, self.air, self.look, distance, wet, color)
        _pool.run_rows(finish.develop, len(out), color, n, begin, srgb_levels(), out)


def _edge_share(z: NDArray[np.float32], level: float) -> float:
    """Return the share of the map's edge that lies below `level`."""
    edge = np.concatenate([z[0], z[-1], z[:, 0], z[:, -1]])
    return float(np.mean(edge <= level))


def _levels(steps: list[NDArray[np.float32]]) -> NDArray[np.int64]:
    """Return offset, rows and columns of arrays that are laid end to end."""
    offset, rows = 0, []
    for one in steps:
        rows.append((offset, one.shape[0], one.shape[1]))
        offset += one.shape[0] * one.shape[1]
    return np.array(rows, np.int64)


def _tops(z: NDArray[np.float32], there: NDArray[np.bool_]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
    """Return the pyramid of highest elevations over cells, laid end to end, and its levels."""
    tops = np.empty((z.shape[0] - 1, z.shape[1] - 1), np.float32)
    _pool.run_rows(pyramid.cell_tops, len(tops), z, there, tops)
    steps = [tops]
    while max(steps[-1].shape) > 1:
        big = steps[-1]
        small = np.empty(((big.shape[0] + 1) // 2, (big.shape[1] + 1) // 2), np.float32)
        _pool.run_rows(pyramid.higher, len(small), big, small)
        steps.append(small)
    return np.concatenate([one.ravel() for one in steps]), _levels(steps)
