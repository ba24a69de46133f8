"""The map picture: color by elevation or material, light of sun and sky, water, contours."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.field import Heightfield
from landwright.grid import Grid
from landwright.networks import Beside, mark_beside
from landwright.render._albedo import ground_color
from landwright.render._kernels import relief as loops
from landwright.render._light import fitting_exaggeration, horizon_toward, sky_seen, sun_vector
from landwright.render._palette import LOOKS, hex_linear, ramp, srgb_table
from landwright.render._scene import Scene, scene_of
from landwright.render.settings import Relief
from landwright.world import World

__all__ = ["relief"]

_SUN = (1.0, 0.93, 0.80)
_SKY = (0.86, 0.95, 1.12)
_NO_DATA = "#dcdad5"
_PLAIN = "#d9d5cc"
_ROAD = "#4d443d"
_LIFT = 1.65
_INK = "#33281f"


def relief(thing: World | Heightfield, settings: Relief = Relief()) -> NDArray[np.uint8]:
    """Draw the land as a map: shaded relief, seen from straight above.

    Warm sun, cool sky and the shadows of the land give it form; color comes from elevation, from what the ground is made of, or not at
    all. Row 0 of the picture is the north edge.

    Parameters
    ----------
    thing : World or Heightfield
        What to draw. A world also gives its sea level, its ``water`` layer, its roads and its texture weights.
    settings : Relief
        Light, colors, water and contours.

    Returns
    -------
    (rows, cols, 3) uint8
        sRGB; one pixel a sample, or ``settings.width`` pixels wide.

    Raises
    ------
    FieldError
        If there is no ground, no data, or a layer of another shape.
    SettingError
        If the color map is unknown.

    See Also
    --------
    view : A perspective picture.

    Notes
    -----
    Reach: whole. Cost: O(samples).
    Deterministic: bit-identical for any thread count; another machine may differ by one step of 255.

    Examples
    --------
    >>> relief(Heightfield(np.eye(8), cell_size=1.0)).shape
    (8, 8, 3)
    """
    scene = scene_of(thing, "render.relief", settings.sea_level, settings.water)
    if settings.width is not None:
        scene = scene.at_width(settings.width)
    z = scene.z
    rows = z.shape[0]
    factor = settings.exaggeration or fitting_exaggeration(z, scene.cell_size)
    depth = scene.surface_depth()
    color = _colors(scene, settings, depth)
    surface = z if depth is None else np.where(depth >= 0.0, z + 0.65 * depth, z).astype(np.float32)
    _shine(color, surface, scene.cell_size, factor, settings)
    ink = np.zeros(z.shape, np.float32)
    if settings.contour_interval is not None:
        pixel = 1.0
        _pool.run_rows(
            loops.contours, rows, z, settings.contour_interval, scene.cell_size, settings.contour_index, pixel, ink
        )
        if depth is not None:
            ink[depth >= 0.0] *= 0.4
    if isinstance(thing, World):
        _draw_roads(color, thing, scene)
    if scene.mask is not None:
        color[~scene.mask] = hex_linear([_NO_DATA])[0]
        ink[~scene.mask] = 0.0
    out = np.empty((*z.shape, 3), np.uint8)
    _pool.run_rows(loops.encode, rows, color, ink, srgb_table(), hex_linear([_INK])[0], out)
    return out


def _colors(scene: Scene, settings: Relief, depth: NDArray[np.float32] | None) -> NDArray[np.float32]:
    """Return the linear colors of ground and water, without light."""
    z = scene.z
    look = LOOKS[settings.materials.look]
    color = np.empty((*z.shape, 3), np.float32)
    if settings.style == "plain":
        color[:] = hex_linear([_PLAIN])[0]
    elif settings.style == "materials":
        color[:] = ground_color(scene, settings.materials)[..., :3] * np.float32(_LIFT)
    else:
        dry = z if depth is None or bool((depth >= 0.0).all()) else z[depth < 0.0]
        low = float(dry.min()) if settings.low is None else settings.low
        high = float(dry.max()) if settings.high is None else settings.high
        if high <= low:
            margin = max(1.0, 1e-3 * abs(low))
            low, high = (low - margin, low + margin) if settings.high is None else (high - margin, high)
        _pool.run_rows(loops.tint, z.shape[0], z, ramp(settings.color_map or look.land), low, high, color)
    if depth is not None:
        scale = max(12.0, 0.35 * float(depth.max()))
        _pool.run_rows(loops.sea, z.shape[0], depth, ramp(look.water), scale, color)
    return color


def _draw_roads(color: NDArray[np.float32], world: World, scene: Scene) -> None:
    """Lay the roads of a world over its colors, at least as wide as a sample; tunnels are left out."""
    roads = {name: network for name, network in world.networks.items() if network.kind == "road" and len(network)}
    if not roads:
        return
    grid = Grid(shape=scene.z.shape, cell_size=scene.cell_size, origin=scene.corner)
    cell = scene.cell_size
    for network in roads.values():
        least = max(0.5 * cell - 0.5 * float(network.of_points["width"].min()), 0.0)
        noun = Beside(networks=("roads",), margin=least, fade=0.7 * cell)
        share = mark_beside({"grid": grid, "roads": network}, noun)["beside"].values[..., np.newaxis]
        color += (hex_linear([_ROAD])[0].astype(np.float32) - color) * (0.85 * share)


def _shine(
    color: NDArray[np.float32], z: NDArray[np.float32], cell_size: float, factor: float, settings: Relief
) -> None:
    """Multiply `color` by the light of sun and sky."""
    rows = z.shape[0]
    direction = sun_vector(settings.sun_azimuth, settings.sun_altitude)
    lit = np.ones(z.shape, np.float32)
    if settings.shadow > 0.0:
        tangent = horizon_toward(z, cell_size, settings.sun_azimuth, factor)
        edge = [min(max(settings.sun_altitude + k * settings.shadow_softness, 0.02), 89.0) for k in (-1.0, 1.0)]
        low, high = (math.tan(math.radians(e)) for e in edge)
        _pool.run_rows(loops.sunlit, rows, tangent, low, max(high, low * 1.001), settings.shadow, lit)
    sky = np.ones(z.shape, np.float32)
    if settings.occlusion > 0.0:
        sky = sky_seen(z, cell_size, factor)
        sky *= np.float32(settings.occlusion)
        sky += np.float32(1.0 - settings.occlusion)
    suns: list[tuple[float, ...]] = [(*direction, *_SUN)]
    if settings.multidirectional:
        suns[0] = (*direction, *(0.5 * c for c in _SUN))
        for turn in (-70.0, 70.0, 140.0):
            side = sun_vector(settings.sun_azimuth + turn, settings.sun_altitude)
            suns.append((*side, *(0.2 * c for c in _SKY)))
    ambient = 0.42 * np.array(_SKY)
    slope = factor / cell_size
    _pool.run_rows(loops.light, rows, z, lit, sky, slope, ambient, np.array(suns, np.float64), color)
