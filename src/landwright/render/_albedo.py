"""Color of the ground without light: texture of meshes, and what relief and view shine on."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import SettingError, sentence
from landwright.field import Heightfield
from landwright.render._kernels import horizon, material
from landwright.render._palette import LOOKS, hex_linear, srgb_table
from landwright.render._scene import Scene, scene_of
from landwright.render.settings import Materials
from landwright.world import World

__all__ = ["albedo", "ground_color"]

_NATURAL = ("grass", "forest", "soil", "scree", "rock", "sand", "snow")
_GRAIN = {"grass": 0.35, "forest": 1.0, "soil": 0.5, "scree": 0.9, "rock": 1.0, "sand": 0.2, "snow": 0.15}
_OTHER = {"dirt": "soil", "earth": "soil", "cliff": "rock", "beach": "sand", "gravel": "scree", "moss": "grass"}


def albedo(
    thing: World | Heightfield, settings: Materials = Materials(), *, space: Literal["srgb", "linear"] = "srgb"
) -> NDArray[np.uint8] | NDArray[np.float32]:
    """Return the color of the ground without light, as a texture.

    Parameters
    ----------
    thing : World or Heightfield
        A world that holds texture weights is colored by them, other ground by the natural materials of the look.
    settings : Materials
        Look, colors, snow line and tree line.
    space : {"srgb", "linear"}
        ``"srgb"`` gives uint8 for textures (PNG, GLB); ``"linear"`` gives float32 light of 0 to 1.

    Returns
    -------
    (rows, cols, 3) uint8 or float32
        Row 0 is the north edge.

    Raises
    ------
    FieldError
        If there is no ground, no data, or a layer of another shape.
    SettingError
        If a color is given to a material that is not there.

    Notes
    -----
    Reach: whole. Cost: O(samples).
    Deterministic: bit-identical for any thread count; another machine may differ by one step of 255.

    Examples
    --------
    >>> albedo(Heightfield(np.eye(8), cell_size=1.0)).shape
    (8, 8, 3)
    """
    if space not in ("srgb", "linear"):
        raise SettingError(
            sentence("render.albedo: space", "must be one of the valid words", space, valid=("srgb", "linear"))
        )
    color = ground_color(scene_of(thing, "render.albedo", None, True), settings)[..., :3]
    if space == "linear":
        return np.ascontiguousarray(np.clip(color, 0.0, 1.0))
    table = srgb_table()
    index = np.clip(color, 0.0, 1.0) * np.float32(len(table) - 1) + np.float32(0.5)
    return np.asarray(table[index.astype(np.int64)])


def palette_of(names: tuple[str, ...], settings: Materials) -> NDArray[np.float64]:
    """Return red, green, blue (linear) and grain of materials by name."""
    look = LOOKS[settings.look].materials
    for name in settings.colors:
        if name not in names:
            raise SettingError(sentence("materials: colors", "must name materials that are there", name, valid=names))
    rows = []
    for name in names:
        like = name if name in look else next((mine for other, mine in _OTHER.items() if other in name), "soil")
        like = next((known for known in _NATURAL if known in name), like)
        rows.append([*hex_linear([settings.colors.get(name, look[like])])[0], _GRAIN[like]])
    return np.array(rows, np.float64)


def ground_color(scene: Scene, settings: Materials) -> NDArray[np.float32]:
    """Return linear red, green, blue and grain of the ground (rows, cols, 4)."""
    rows = scene.z.shape[0]
    out = np.empty((*scene.z.shape, 4), np.float32)
    column, line = scene.corner[0] / scene.cell_size, -scene.corner[1] / scene.cell_size
    if scene.weights:
        names = tuple(scene.weights)
        stack = np.stack([scene.weights[name] for name in names])
        palette = palette_of(names, settings)
        _pool.run_rows(material.weighted, rows, stack, palette, column, line, settings.variation, out)
        return out
    look = LOOKS[settings.look]
    rules = [
        look.snow_line if settings.snow_line is None else settings.snow_line,
        look.tree_line if settings.tree_line is None else settings.tree_line,
        look.rock_slope,
        look.forest,
        -1e30 if scene.sea_level is None else scene.sea_level,
        settings.variation,
    ]
    smooth = _smooth(scene.z, 3)
    palette = palette_of(_NATURAL, settings)
    _pool.run_rows(
        material.natural,
        rows,
        scene.z,
        smooth,
        scene.cell_size,
        column,
        line,
        palette,
        np.array(rules, np.float64),
        out,
    )
    return out


def _smooth(z: NDArray[np.float32], levels: int) -> NDArray[np.float32]:
    """Return the land without forms smaller than about ``2**levels`` samples."""
    steps = [z]
    for _ in range(levels):
        big = steps[-1]
        if min(big.shape) < 4:
            break
        small = np.empty(((big.shape[0] + 1) // 2, (big.shape[1] + 1) // 2), np.float32)
        _pool.run_rows(horizon.halve, len(small), big, small)
        steps.append(small)
    smooth = steps.pop()
    while steps:
        big = np.empty_like(steps.pop())
        _pool.run_rows(horizon.double, len(big), smooth, big)
        smooth = big
    return smooth
