"""What a globe holds in any direction, and the directions of maps: all around by latitude and longitude, or by the faces of a cube."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright.errors import FieldError, SettingError, sentence
from landwright.planet._globe import Globe
from landwright.planet._kernels import sampling as kernels
from landwright.planet._sphere import AXES, unit_vectors

__all__ = ["CUBE_SIDES", "cube_directions", "map_directions", "nodes_at", "values_at"]

CUBE_SIDES: Final = ("px", "nx", "py", "ny", "pz", "nz")
"""Sides of a cube map in the order of graphics libraries, named by the axes of glTF: x is our X, y our Z (north), z our -Y."""

_SIDES: Final = np.array(
    [
        # middle, right, down; in our axes
        [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
        [[-1, 0, 0], [0, -1, 0], [0, 0, -1]],
        [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
        [[0, 0, -1], [1, 0, 0], [0, 1, 0]],
        [[0, -1, 0], [1, 0, 0], [0, 0, -1]],
        [[0, 1, 0], [-1, 0, 0], [0, 0, -1]],
    ],
    np.float64,
)


def values_at(globe: Globe, directions: ArrayLike, layer: str = "elevation") -> NDArray[np.float32]:
    """Return what a globe holds in any directions.

    Parameters
    ----------
    globe : Globe
        What is asked.
    directions : (m, 3) array of float
        Vectors from the center; their length does not matter.
    layer : str
        ``"elevation"``, ``"colors"`` or one of the globe's layers.

    Returns
    -------
    (m,) float32 array, or (m, 3) for colors
        Mixed of the four nodes around, bilinear in the coordinates of the face; continuous across edges of the cube. Metres for
        elevation, 0 to 255 in sRGB for colors.

    Raises
    ------
    FieldError
        If the globe has no such layer.
    SettingError
        If directions are not (m, 3), not finite, or zero.

    See Also
    --------
    elevation_at : What noise says there, without nodes.

    Notes
    -----
    Reach: halo of one node. Cost: O(m).
    Deterministic: bit-identical on every machine, for any thread count and any selection of directions.

    Examples
    --------
    >>> from landwright.planet import Frame
    >>> values_at(Globe(Frame(resolution=3), 5.0), [[1.0, 2.0, 3.0]]).tolist()
    [5.0]
    """
    unit = unit_vectors("planet.values_at", directions)
    if layer == "colors":
        if globe.colors is None:
            raise FieldError("planet.values_at: the globe has no colors; paint it first.")
        return nodes_at(globe, globe.colors.astype(np.float32), unit)
    if layer != "elevation" and layer not in globe.layers:
        valid = ["elevation", "colors", *globe.layers]
        raise FieldError(sentence("planet.values_at: layer", "must be one the globe has", layer, valid=valid))
    held = globe.elevation if layer == "elevation" else globe.layers[layer]
    return nodes_at(globe, held[..., np.newaxis], unit)[:, 0]


def nodes_at(globe: Globe, nodes: NDArray[np.float32], unit: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return values of nodes (6, n, n, k) of a globe's frame at unit vectors, (m, k)."""
    out = np.empty((len(unit), nodes.shape[3]), np.float32)
    even = int(globe.frame.mapping == "even")
    _pool.run_rows(kernels.sample, len(unit), np.ascontiguousarray(unit), nodes, AXES, even, out, block=1 << 14)
    return out


def map_directions(rows: int, cols: int, *, ends: bool = False) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the directions of a map of the whole planet by latitude and longitude.

    Parameters
    ----------
    rows, cols : int
        Pixels from the north pole to the south pole, and from 180 degrees west to 180 degrees east.
    ends : bool
        Whether the first and last rows are the poles and the first and last columns both the date line, or pixels have their middle
        within those bounds.

    Returns
    -------
    directions : (rows, cols, 3) float64 array
        Unit vectors. All of a pole have the same bits, as both ends of a row do.
    east : (cols, 3) float64 array
        The way east in each column.

    Raises
    ------
    SettingError
        If there are fewer than 2 rows or columns.

    Notes
    -----
    Reach: point. Cost: O(rows x cols).
    Deterministic: bit-identical on every machine.
    """
    for name, count in (("rows", rows), ("cols", cols)):
        if count < 2:
            raise SettingError(sentence(f"planet.map_directions: {name}", "must be at least 2", count))
    parallels, meridians = _turns(0.5 * _places(rows, ends)[::-1]), _turns(_places(cols, ends))
    out = np.empty((rows, cols, 3))
    sine, cosine = parallels[:, :1], parallels[:, 1:]
    out[..., 0] = cosine * -meridians[:, 0]
    out[..., 1] = cosine * meridians[:, 1]
    out[..., 2] = sine
    out += 0.0  # no zero is negative, so that one place has one set of bits
    return out, np.stack([-meridians[:, 1], -meridians[:, 0], np.zeros(cols)], axis=1)


def cube_directions(side: int, size: int, *, ends: bool = False) -> NDArray[np.float64]:
    """Return the directions of one side of a cube map.

    Parameters
    ----------
    side : int
        0 to 5, as in ``CUBE_SIDES``.
    size : int
        Pixels along an edge.
    ends : bool
        Whether the first and last pixels lie on the edges, or have their middle within.

    Returns
    -------
    (size, size, 3) float64 array
        Vectors on the cube [-1, 1]^3; row 0 is the top of the picture. With ``ends`` the same bits from every side that holds them.
    """
    if not 0 <= side < 6 or size < 2:
        raise SettingError(
            sentence("planet.cube_directions: side, size", "must be 0 to 5, and at least 2", (side, size))
        )
    middle, right, down = _SIDES[side]
    place = _places(size, ends)
    return np.asarray(middle + place[:, np.newaxis, np.newaxis] * down + place[np.newaxis, :, np.newaxis] * right)


def _places(count: int, ends: bool) -> NDArray[np.float64]:
    """Return places from -1 to 1, quotients of whole numbers."""
    last = count - 1 if ends else count
    return np.asarray((2 * np.arange(count) - (count - 1)) / last, np.float64)


def _turns(halves: NDArray[np.float64]) -> NDArray[np.float64]:
    out = np.empty((len(halves), 2))
    _pool.run_rows(kernels.turns, len(halves), np.ascontiguousarray(halves), out)
    return out
