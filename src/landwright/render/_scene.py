"""What a picture is made from: one check of a world or heightfield at the door, then plain arrays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FieldError, sentence
from landwright.field import Heightfield, Layer
from landwright.world import World

__all__ = ["Scene", "scene_of"]


@dataclass(frozen=True)
class Scene:
    """Arrays of one picture.

    Attributes
    ----------
    z : (rows, cols) float32
        Elevation (m); where there is no data, the lowest elevation that is.
    cell_size : float
        Metres.
    corner : (float, float)
        x and y (m) of the north-west sample.
    mask : (rows, cols) bool or None
        True where there is data.
    sea_level : float or None
        Metres; None without a sea.
    water : (rows, cols) float32 or None
        Depth of lakes and rivers (m).
    weights : mapping of str to (rows, cols) float32
        Texture weights of the world by material; empty when it has none.
    """

    z: NDArray[np.float32]
    cell_size: float
    corner: tuple[float, float] = (0.0, 0.0)
    mask: NDArray[np.bool_] | None = None
    sea_level: float | None = None
    water: NDArray[np.float32] | None = None
    weights: Mapping[str, NDArray[np.float32]] = field(default_factory=dict)

    def surface_depth(self) -> NDArray[np.float32] | None:
        """Return the depth of water (m) at each sample, -1 where it is dry; None when it is dry everywhere."""
        depth = np.full(self.z.shape, -1.0, np.float32)
        if self.water is not None:
            np.copyto(depth, self.water, where=self.water > 0.0)
        if self.sea_level is not None:
            below = np.float32(self.sea_level) - self.z
            np.maximum(depth, below, out=depth, where=below >= 0.0)
        if self.mask is not None:
            depth[~self.mask] = -1.0
        return depth if bool((depth >= 0.0).any()) else None

    def at_width(self, width: int) -> Scene:
        """Return the same land sampled so that it is `width` samples wide."""
        from landwright.render._resize import resized

        if width == self.z.shape[1]:
            return self
        z = resized(self.z, width)
        mask = None if self.mask is None else resized(self.mask.astype(np.float32), width) >= 0.5
        return replace(
            self,
            z=z,
            cell_size=self.cell_size * self.z.shape[1] / z.shape[1],
            mask=mask if mask is None or not mask.all() else None,
            water=None if self.water is None else np.maximum(resized(self.water, width), 0.0),
            weights={name: np.clip(resized(one, width), 0.0, 1.0) for name, one in self.weights.items()},
        )


def scene_of(thing: World | Heightfield, where: str, sea_level: float | None, water: bool) -> Scene:
    """Check what a picture is asked of, and return its arrays.

    Parameters
    ----------
    thing : World or Heightfield
        What to draw.
    where : str
        Name of the verb, for messages.
    sea_level : float or None
        Level asked for (m); None takes the world's.
    water : bool
        False leaves out the sea and all other water.
    """
    layers: Mapping[str, Layer] = {}
    if isinstance(thing, World):
        ground = thing.require_ground()
        layers = thing.layers
        sea_level = thing.sea_level if sea_level is None else sea_level
    elif isinstance(thing, Heightfield):
        ground = thing
    else:
        raise FieldError(
            sentence(
                where, "must be given a World or a Heightfield", thing, hint="Use lw.Heightfield(array, cell_size=...)."
            )
        )
    z = ground.elevation
    if ground.mask is not None:
        if not ground.mask.any():
            raise FieldError(f"{where}: there is nothing to draw; the mask of the heightfield is False everywhere.")
        z = np.where(ground.mask, z, z[ground.mask].min())
    level = sea_level if water else None
    if level is not None:
        z = _sounded(z, level, ground.cell_size, ground.mask)
    depth = layers.get("water")
    for name in ("water", *(n for n in layers if n.startswith("splat"))):
        if name in layers and layers[name].shape != ground.shape:
            raise FieldError(
                sentence(f"{where}: layer {name}", f"must have the ground's shape {ground.shape}", layers[name].shape)
            )
    return Scene(
        z=z,
        cell_size=ground.cell_size,
        corner=ground.grid.north_west,
        mask=ground.mask,
        sea_level=level,
        water=depth.values if water and depth is not None and bool((depth.values > 0.0).any()) else None,
        weights={
            n.removeprefix("splat").lstrip("._:"): one.values for n, one in layers.items() if n.startswith("splat")
        },
    )


def _sounded(
    z: NDArray[np.float32], level: float, cell_size: float, mask: NDArray[np.bool_] | None
) -> NDArray[np.float32]:
    """Return `z` with a sloping sea floor where a measured map has none, only the flat sea: depth grows with distance from land."""
    wet = z <= level
    if mask is not None:
        wet &= mask
    flat = wet & (z > level - 1.0)
    if not flat.any() or 2 * int(flat.sum()) < int(wet.sum()):
        return z
    shore = np.full(z.shape, 1000.0 * cell_size)
    if not wet.all():
        from scipy.ndimage import distance_transform_edt

        shore = distance_transform_edt(wet) * cell_size
    depth = 180.0 * (1.0 - np.exp(-np.maximum(shore - 0.5 * cell_size, 0.0) * (0.08 / 180.0)))
    return np.where(wet, np.minimum(z, level - depth), z).astype(np.float32)
