"""Texture weights: which material lies where, and the color that gives."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright._pool import run_rows
from landwright.errors import FieldError, sentence
from landwright.field import Heightfield, Mask
from landwright.grid import Grid
from landwright.noise import sample
from landwright.noise.settings import Fbm, Perlin
from landwright.ops._derivatives import slope_degrees
from landwright.ops._kernels import materials as kernels
from landwright.ops._raster import Raster, layer_of, same_grid, values_of
from landwright.ops.settings import GrassRock, Material, SlopeDegrees, Splat
from landwright.seeds import Seed, derive

__all__ = ["SplatMap", "albedo", "grass_rock", "grass_rock_layers", "splat", "splat_map"]

_SILENT = np.zeros((1, 1), np.float32)


@dataclass(frozen=True, eq=False)
class SplatMap:
    """How much of each material lies at each sample.

    Attributes
    ----------
    names : tuple of str
        The n materials.
    weights : (rows, cols, n) float32
        From 0 to 1, read-only; they add up to 1 at every sample, to float32 rounding.
    grid : Grid
        Where the samples lie.
    """

    names: tuple[str, ...]
    weights: NDArray[np.float32]
    grid: Grid

    def __post_init__(self) -> None:
        expected = (*self.grid.shape, len(self.names))
        given = np.asarray(self.weights)
        held = given.dtype == np.float32 and given.flags.c_contiguous and given.flags.owndata
        own = given if held and not given.flags.writeable else np.array(given, dtype=np.float32, order="C", copy=True)
        if own.shape != expected:
            raise FieldError(sentence("splat map: weights", f"must have the shape {expected}", own.shape))
        worst = np.empty((own.shape[0], 3), np.float64)
        run_rows(kernels.check_rows, own.shape[0], own, worst)
        least, most, off = worst[:, 0].min(), worst[:, 1].max(), worst[:, 2].max()
        if not (least >= 0.0 and most <= 1.0 and off <= 1e-5):
            raise FieldError("splat map: weights must lie between 0 and 1 and add up to 1 at every sample.")
        own.flags.writeable = False
        object.__setattr__(self, "weights", own)

    def layer(self, name: str) -> Mask:
        """Return the weights of one material."""
        if name not in self.names:
            raise FieldError(sentence("splat map: layer", "must be a material", name, valid=self.names))
        return Mask(self.weights[..., self.names.index(name)], grid=self.grid)


def grass_rock(field: Heightfield, noun: GrassRock = GrassRock()) -> SplatMap:
    """Mix grass and rock in proportion to the height: the two-texture rule of simple terrain shaders.

    Parameters
    ----------
    field : Heightfield
        Ground surface (rows, cols), metres.
    noun : GrassRock
        At ``low`` and below there is exactly grass, at ``high`` and above exactly rock, and the share of rock rises in a
        straight line between.

    Returns
    -------
    SplatMap
        ``names`` is ``("grass", "rock")``.

    See Also
    --------
    splat_map : Many materials with rules on slope, snow line and water.
    albedo : The color that the mix gives.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> lw.ops.grass_rock(lw.Heightfield([[0.0, 250.0, 1000.0]])).weights.tolist()
    [[[1.0, 0.0], [0.75, 0.25], [0.0, 1.0]]]
    """
    z = values_of(field, "ops.grass_rock")
    weights = np.empty((*z.shape, 2), np.float32)
    run_rows(kernels.two_rows, z.shape[0], z, noun.low, noun.high, weights)
    weights.flags.writeable = False
    return SplatMap(("grass", "rock"), weights, field.grid)


def grass_rock_layers(layers: Mapping[str, Raster], noun: GrassRock = GrassRock()) -> dict[str, Raster]:
    """Write the weights of grass and rock as layers of their own.

    Parameters
    ----------
    layers : mapping of str to Heightfield or Layer
        Everything made so far; ``elevation`` among them.
    noun : GrassRock
        As for :func:`grass_rock`.

    Returns
    -------
    dict
        The Masks ``splat_grass`` and ``splat_rock``; they add up to 1.

    See Also
    --------
    grass_rock : The same as one array.

    Notes
    -----
    Reach: point. Cost: O(cells).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> sorted(lw.ops.grass_rock_layers({"elevation": lw.Heightfield([[0.0, 500.0]])}))
    ['splat_grass', 'splat_rock']
    """
    field = layer_of(layers, "elevation", f"{noun.kind}: elevation")
    made = grass_rock(Heightfield(values_of(field, noun.kind), grid=field.grid), noun)
    return {f"splat_{name}": made.layer(name) for name in made.names}


def splat_map(ground: Heightfield | Mapping[str, Raster], noun: Splat = Splat(), *, seed: Seed = 0) -> SplatMap:
    """Lay materials over the ground by rules on height, slope and any layers.

    Parameters
    ----------
    ground : Heightfield or mapping of str to Heightfield or Layer
        Ground surface, metres; or layers by name, with ``elevation`` among them, when rules speak of other layers.
    noun : Splat
        Materials in order: each covers those before it where its rules hold.
    seed : int or str
        Of the noise that frays the edges.

    Returns
    -------
    SplatMap
        One plane a material, in the order of the noun.

    Raises
    ------
    SettingError
        If a rule names a layer that is not there.
    FieldError
        If a layer does not lie on the grid of the ground.

    See Also
    --------
    splat : The same as a stage that writes one layer a material.
    grass_rock : Two materials by height alone.

    Notes
    -----
    Reach: halo of 1 cell, and of 4 ``radius`` when it is not 0. Cost: O(cells x materials).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> high = lw.Heightfield([[0.0, 3000.0], [0.0, 3000.0]], cell_size=9000.0)
    >>> weights = lw.ops.splat_map(high).weights.round(2)
    >>> weights[0].argmax(axis=1).tolist()
    [4, 5]
    """
    layers: Mapping[str, Raster] = {"elevation": ground} if isinstance(ground, Heightfield) else ground
    field = layer_of(layers, "elevation", "ops.splat: elevation")
    z = values_of(field, noun.kind)
    steep: NDArray[np.float32] | None = None
    if any(m.min_slope_degrees is not None or m.max_slope_degrees is not None for m in noun.materials):
        steep = slope_degrees(field, SlopeDegrees(radius=noun.radius)).values
    cover = np.empty((len(noun.materials), *z.shape), np.float32)
    waves = Fbm(base=Perlin(wavelength=noun.fray_wavelength), octaves=4)
    for index, material in enumerate(noun.materials):
        noise = None
        if material.fray > 0.0:
            noise = sample(waves, field.grid, seed=derive(seed, noun.kind, material.name))
        _cover(material, noun.sea_level, field, z, steep, noise, layers, cover[index])
    weights = np.empty((*z.shape, len(noun.materials)), np.float32)
    run_rows(kernels.stack_rows, z.shape[0], cover, weights)
    weights.flags.writeable = False
    return SplatMap(tuple(material.name for material in noun.materials), weights, field.grid)


def _cover(
    material: Material,
    sea_level: float,
    field: Raster,
    z: NDArray[np.float32],
    steep: NDArray[np.float32] | None,
    noise: NDArray[np.float32] | None,
    layers: Mapping[str, Raster],
    cover: NDArray[np.float32],
) -> None:
    """Fill in how much of what lies below a material hides, 0 to 1."""
    cover[:] = material.cover
    waves = _SILENT if noise is None else noise

    def where(values: NDArray[np.float32], low: float | None, high: float | None, soft: float) -> None:
        if low is not None or high is not None:
            lower, upper = -math.inf if low is None else low, math.inf if high is None else high
            run_rows(kernels.cover_rows, z.shape[0], values, waves, material.fray * soft, lower, upper, soft, cover)

    low, high = material.min_height, material.max_height
    where(z, low if low is None else low + sea_level, high if high is None else high + sea_level, material.height_soft)
    if steep is not None:
        where(steep, material.min_slope_degrees, material.max_slope_degrees, material.slope_soft_degrees)
    if material.layer:
        name = f"ops.splat: materials.{material.name}.layer"
        other = layer_of(layers, material.layer, name)
        same_grid(field.grid, other.grid, name, ("elevation", material.layer))
        where(values_of(other, name), material.min_layer, material.max_layer, material.layer_soft)


def splat(layers: Mapping[str, Raster], noun: Splat = Splat(), *, seed: Seed = 0) -> dict[str, Raster]:
    """Write the weight of each material as a layer of its own.

    Parameters
    ----------
    layers : mapping of str to Heightfield or Layer
        Everything made so far, on one grid; ``elevation`` among them.
    noun : Splat
        Materials in order: each covers those before it where its rules hold.
    seed : int or str
        Of the noise that frays the edges.

    Returns
    -------
    dict
        A Mask for each material, named ``prefix`` + name; they add up to 1.

    Raises
    ------
    SettingError
        If a rule names a layer that is not there.
    FieldError
        If a layer does not lie on the grid of the ground.

    See Also
    --------
    splat_map : The same as one array.

    Notes
    -----
    Reach: halo of 1 cell, and of 4 ``radius`` when it is not 0. Cost: O(cells x materials).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> sorted(lw.ops.splat({"elevation": lw.Heightfield([[0.0, 3000.0]], cell_size=9000.0)}))[:2]
    ['splat_forest', 'splat_grass']
    """
    made = splat_map(layers, noun, seed=seed)
    return {noun.prefix + name: made.layer(name) for name in made.names}


def albedo(map: SplatMap, colors: Sequence[ArrayLike] | ArrayLike) -> NDArray[np.float32]:
    """Mix one color, or one texture laid out over the map, for each material.

    Parameters
    ----------
    map : SplatMap
        Weights (rows, cols, n).
    colors : (n, 3) array, or sequence of n arrays (3,) or (rows, cols, 3)
        In the order of ``map.names``, any range; textures already repeated over the map.

    Returns
    -------
    (rows, cols, 3) float32 array
        Weighted sum; exactly the color of a material where its weight is 1.

    Raises
    ------
    FieldError
        If there is not one color for each material, or a texture does not have the shape of the map.

    See Also
    --------
    grass_rock : The two-texture mix.

    Notes
    -----
    Reach: point. Cost: O(cells x materials).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> mix = lw.ops.grass_rock(lw.Heightfield([[0.0, 500.0, 1000.0]]))
    >>> lw.ops.albedo(mix, [(0.0, 1.0, 0.0), (1.0, 1.0, 1.0)]).tolist()
    [[[0.0, 1.0, 0.0], [0.5, 1.0, 0.5], [1.0, 1.0, 1.0]]]
    """
    planes = [np.asarray(color, np.float32) for color in colors]  # type: ignore[union-attr]
    rows, cols = map.grid.shape
    if len(planes) != len(map.names):
        raise FieldError(
            sentence("ops.albedo: colors", f"must be one for each of {', '.join(map.names)}", f"{len(planes)} colors")
        )
    for name, plane in zip(map.names, planes, strict=True):
        if plane.shape not in ((3,), (rows, cols, 3)):
            must = f"must be 3 numbers or a ({rows}, {cols}, 3) array"
            raise FieldError(sentence(f"ops.albedo: color of {name}", must, plane.shape))
        if not np.isfinite(plane).all():
            raise FieldError(f"ops.albedo: color of {name} must be finite everywhere.")
    full = any(plane.ndim == 3 for plane in planes)
    shape = (rows, cols, 3) if full else (1, 1, 3)
    stacked = np.ascontiguousarray([np.broadcast_to(plane, shape) for plane in planes])
    out = np.empty((rows, cols, 3), np.float32)
    run_rows(kernels.mix_rows, rows, map.weights, stacked, out)
    return out
