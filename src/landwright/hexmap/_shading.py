"""How water and roads of a hex map look: what a shader computes for a point and a moment, as plain functions of arrays.

All take the 4-channel periodic noise that also shakes the cells (``hexmap.noise_texture``), read as a graphics device reads a
repeating texture: texel i has its center at (i + 0.5) / size. Points are x and y in metres, time is in seconds; what comes out is how
bright water is there, 0 to 1. :func:`shade_waves` says what each argument is, the others say only what they add. The studio's
shaders (``web/src/glsl/hexwater.ts``) are the same functions in GLSL, and a test compares the two. Source: specification H6.7
and H10.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import FieldError, sentence
from landwright.hexmap._kernels.sines import squared_sines
from landwright.hexmap.settings import Layout

__all__ = [
    "WATER_COLOR",
    "ShadeScales",
    "shade_estuary",
    "shade_foam",
    "shade_river",
    "shade_road",
    "shade_scales",
    "shade_shore",
    "shade_water",
    "shade_waves",
]

Floats = NDArray[np.float64]

WATER_COLOR = (0.263, 0.416, 0.992, 0.315)
"""Red, green, blue and opacity of water where nothing moves; any other color will do."""


class ShadeScales(NamedTuple):
    """How fine each pattern is.

    Attributes
    ----------
    waves, foam, road : float
        Periods of the noise per metre.
    slant : float
        Radians per metre of the stripes that blend the two layers of waves.
    """

    waves: float = 0.025
    foam: float = 0.015
    road: float = 0.025
    slant: float = 0.1


def shade_scales(layout: Layout) -> ShadeScales:
    """Return the scales of a map: on one that wraps, the nearest ones that repeat after its width, so that no seam shows.

    Parameters
    ----------
    layout : Layout
        Size, and whether it wraps.

    Returns
    -------
    ShadeScales
        Periods and radians per metre, for cells of any size: patterns grow with the cells.
    """
    size = 10.0 / layout.metrics.outer_radius
    standard = ShadeScales(*(scale * size for scale in ShadeScales()))
    if not layout.wrap:
        return standard
    width = 2.0 * layout.metrics.inner_radius * layout.columns
    waves, foam, road = (max(1, round(scale * width)) / width for scale in standard[:3])
    return ShadeScales(waves, foam, road, max(1, round(standard.slant * width / math.pi)) * math.pi / width)


def shade_waves(
    texture: ArrayLike, x: ArrayLike, y: ArrayLike, time: ArrayLike, *, scales: ShadeScales = ShadeScales()
) -> Floats:
    """Return how bright waves make open water.

    Parameters
    ----------
    texture : (size, size, 4) array
        Noise of 0 to 1.
    x, y : array of float
        Metres.
    time : array of float
        Seconds.
    scales : ShadeScales
        How fine the waves are.

    Returns
    -------
    float64 array
        0 to 1.
    """
    noise = _texture(texture)
    x, y, time = (np.asarray(value, np.float64) for value in (x, y, time))
    first = _noise(noise, x * scales.waves, (y + time) * scales.waves)
    second = _noise(noise, (x + time) * scales.waves, y * scales.waves)
    blend = _squared_sine(scales.slant * (x + y) + first[..., 1] + second[..., 2] + time)
    total = _mix(first[..., 2], first[..., 3], blend) + _mix(second[..., 0], second[..., 1], blend)
    return _smoothstep(0.75, 2.0, total)


def shade_foam(
    texture: ArrayLike,
    shore: ArrayLike,
    x: ArrayLike,
    y: ArrayLike,
    time: ArrayLike,
    *,
    scales: ShadeScales = ShadeScales(),
) -> Floats:
    """Return how bright foam makes water at the shore: one wave that comes in, and a weaker one that recedes.

    Parameters
    ----------
    texture, shore, x, y, time, scales
        `shore` is 0 at open water, 1 at the land: V of the shore's texture coordinates.

    Returns
    -------
    float64 array
        0 to 1; 0 where `shore` is 0.
    """
    noise = _texture(texture)
    x, y, time = (np.asarray(value, np.float64) for value in (x, y, time))
    near = 0.9 * np.sqrt(np.clip(np.asarray(shore, np.float64), 0.0, 1.0))
    edge = _noise(noise, (x + 0.25 * time) * scales.foam, (y + 0.25 * time) * scales.foam)
    comes = _squared_sine(10.0 * (near + edge[..., 0] * (1.0 - near)) - time)
    goes = 0.7 * _squared_sine(10.0 * (near + edge[..., 1] * (1.0 - near)) + time + 2.0)
    return np.asarray(np.maximum(comes, goes) * near)


def shade_river(texture: ArrayLike, u: ArrayLike, v: ArrayLike, time: ArrayLike) -> Floats:
    """Return how bright the flow makes a river; it moves towards larger V.

    Parameters
    ----------
    texture, u, v, time
        `u` and `v` are the river's texture coordinates: across and along.

    Returns
    -------
    float64 array
        0 to 1.
    """
    noise = _texture(texture)
    u, v, time = (np.asarray(value, np.float64) for value in (u, v, time))
    first = _noise(noise, u * 0.0625 + 0.005 * time, v - 0.25 * time)
    second = _noise(noise, u * 0.0625 - 0.0052 * time, v - 0.23 * time)
    return np.asarray(first[..., 0] * second[..., 3])


def shade_shore(
    texture: ArrayLike,
    shore: ArrayLike,
    x: ArrayLike,
    y: ArrayLike,
    time: ArrayLike,
    *,
    scales: ShadeScales = ShadeScales(),
) -> Floats:
    """Return how bright foam and waves make water at the shore; at `shore` 0 it is :func:`shade_waves`.

    Parameters
    ----------
    texture, shore, x, y, time, scales
        As those of :func:`shade_foam`.

    Returns
    -------
    float64 array
        0 to 1.
    """
    away = 1.0 - np.clip(np.asarray(shore, np.float64), 0.0, 1.0)
    foam = shade_foam(texture, shore, x, y, time, scales=scales)
    return np.asarray(np.maximum(foam, shade_waves(texture, x, y, time, scales=scales) * away))


def shade_estuary(
    texture: ArrayLike,
    river: ArrayLike,
    shore: ArrayLike,
    x: ArrayLike,
    y: ArrayLike,
    u: ArrayLike,
    v: ArrayLike,
    time: ArrayLike,
    *,
    scales: ShadeScales = ShadeScales(),
) -> Floats:
    """Return how bright an estuary is: the shore where `river` is 0, the river where it is 1.

    Parameters
    ----------
    texture, river, shore, x, y, u, v, time, scales
        `river` and `shore` are U and V of the first texture coordinates, `u` and `v` the second: those of the flow.

    Returns
    -------
    float64 array
        0 to 1.
    """
    share = np.clip(np.asarray(river, np.float64), 0.0, 1.0)
    return _mix(shade_shore(texture, shore, x, y, time, scales=scales), shade_river(texture, u, v, time), share)


def shade_water(brightness: ArrayLike, color: ArrayLike = WATER_COLOR) -> Floats:
    """Return the color of water from what waves, foam or flow add to it.

    Parameters
    ----------
    brightness : array of float
        Of any of the functions above.
    color : (4,) array of float
        Red, green, blue, opacity of still water.

    Returns
    -------
    (..., 4) float64 array
        Red, green, blue, opacity of 0 to 1.
    """
    added = np.asarray(brightness, np.float64)[..., np.newaxis]
    return np.asarray(np.clip(np.asarray(color, np.float64) + added, 0.0, 1.0))


def shade_road(
    texture: ArrayLike,
    color: ArrayLike,
    u: ArrayLike,
    x: ArrayLike,
    y: ArrayLike,
    *,
    scales: ShadeScales = ShadeScales(),
) -> Floats:
    """Return the color and opacity of a road with ragged edges.

    Parameters
    ----------
    texture, color, u, x, y, scales
        `color` is red, green and blue of the road; `u` is 1 in its middle, 0 at its edges.

    Returns
    -------
    (..., 4) float64 array
        Red, green, blue, opacity of 0 to 1.
    """
    noise = _texture(texture)
    x, y = (np.asarray(value, np.float64) for value in (x, y))
    here = _noise(noise, x * scales.road, y * scales.road)
    alpha = _smoothstep(0.4, 0.7, np.asarray(u, np.float64) * (here[..., 0] + 0.5))
    light = np.asarray(color, np.float64) * (0.75 * here[..., 1] + 0.25)[..., np.newaxis]
    return np.concatenate([np.broadcast_to(light, (*alpha.shape, 3)), alpha[..., np.newaxis]], axis=-1)


def _texture(texture: ArrayLike) -> NDArray[Any]:
    noise = np.asarray(texture)
    if noise.ndim != 3 or noise.shape[2] != 4 or not noise.shape[0] or not noise.shape[1] or noise.dtype.kind != "f":
        must = "must be noise of 0 to 1 with the shape (rows, columns, 4)"
        raise FieldError(sentence("hexmap: texture", must, f"{noise.dtype} {noise.shape}"))
    return noise


def _noise(texture: NDArray[Any], u: Floats, v: Floats) -> Floats:
    """Return the four channels at texture coordinates, between the four nearest texels; the texture repeats."""
    rows, cols = texture.shape[:2]
    u, v = np.broadcast_arrays(u, v)
    column, row = u * cols - 0.5, v * rows - 0.5
    c, r = np.floor(column), np.floor(row)
    across, along = (column - c)[..., np.newaxis], (row - r)[..., np.newaxis]
    c0, r0 = c.astype(np.int64) % cols, r.astype(np.int64) % rows
    c1, r1 = (c0 + 1) % cols, (r0 + 1) % rows
    near = _mix(texture[r0, c0].astype(np.float64), texture[r0, c1].astype(np.float64), across)
    far = _mix(texture[r1, c0].astype(np.float64), texture[r1, c1].astype(np.float64), across)
    return _mix(near, far, along)


def _squared_sine(angles: Floats) -> Floats:
    flat = np.ascontiguousarray(angles, np.float64).ravel()
    squares = np.empty_like(flat)
    squared_sines(flat, squares)
    return squares.reshape(np.shape(angles))


def _mix(a: Floats, b: Floats, share: Floats) -> Floats:
    return np.asarray(a + (b - a) * share)


def _smoothstep(low: float, high: float, value: Floats) -> Floats:
    t = np.clip((value - low) / (high - low), 0.0, 1.0)
    return np.asarray(t * t * (3.0 - 2.0 * t))
