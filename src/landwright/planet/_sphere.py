"""The cube-sphere: where nodes lie, which of them are one point, and the triangles between them.

A node (face, row, column) lies on a face of the cube [-1, 1]^3 at ``up + a * A + b * B`` with a, b from -1 to 1 by column and
row. Our Z is the planet's axis: *top* is +Z, *front* +Y, *right* +X. Coordinates are quotients of whole numbers, so a node has
the same bits from every face it lies on and at every resolution that holds it.
"""

from __future__ import annotations

import functools
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import SettingError, sentence
from landwright.planet.settings import Mapping

__all__ = [
    "AXES",
    "cube_points",
    "edge_pairs",
    "face_triangles",
    "latitude_longitude",
    "sphere_points",
    "unit_vectors",
    "weld_indices",
    "welded_count",
]

AXES: Final = np.array(
    [
        # up, A (columns), B (rows): the published (x, y, z) read as (x, z, y)
        [[0, 0, 1], [1, 0, 0], [0, -1, 0]],
        [[0, 0, -1], [-1, 0, 0], [0, -1, 0]],
        [[-1, 0, 0], [0, -1, 0], [0, 0, -1]],
        [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
        [[0, 1, 0], [0, 0, 1], [-1, 0, 0]],
        [[0, -1, 0], [0, 0, -1], [-1, 0, 0]],
    ],
    np.int64,
)
"""For each face the axis it looks along, that of its columns and that of its rows."""


def _steps(resolution: int) -> NDArray[np.int64]:
    """Return the places of nodes along an edge as whole numbers of 1 / (resolution - 1): odd or even, symmetric about 0."""
    if not 2 <= resolution <= 1 << 16:
        raise SettingError(sentence("planet: resolution", "must be from 2 to 65536 nodes an edge", resolution))
    return np.arange(resolution, dtype=np.int64) * 2 - (resolution - 1)


_ALL: Final = slice(None)


def _whole(face: int, resolution: int, rows: slice = _ALL, cols: slice = _ALL) -> NDArray[np.int64]:
    """Return nodes of a face (n, n, 3) in units of 1 / (n - 1)."""
    up, across, along = AXES[face]
    step = _steps(resolution)
    nodes: NDArray[np.int64] = (
        up * (resolution - 1) + step[rows, np.newaxis, np.newaxis] * along + step[np.newaxis, cols, np.newaxis] * across
    )
    return nodes


def cube_points(face: int, resolution: int, rows: slice = _ALL, cols: slice = _ALL) -> NDArray[np.float64]:
    """Return the nodes of a face on the cube, or some of its rows and columns.

    Parameters
    ----------
    face : int
        0 to 5, as in ``FACES``.
    resolution : int
        Nodes along an edge.
    rows, cols : slice
        Which of them; all when left out.

    Returns
    -------
    (resolution, resolution, 3) float64 array
        From -1 to 1.
    """
    return np.asarray(_whole(face, resolution, rows, cols) / (resolution - 1), np.float64)


def sphere_points(points: ArrayLike, mapping: Mapping = "normalized") -> NDArray[np.float64]:
    """Return points of the cube on the unit sphere.

    Parameters
    ----------
    points : (..., 3) array of float
        On the surface of the cube [-1, 1]^3.
    mapping : {"normalized", "even"}
        Straight from the center: cells differ 5 to 1 in area. Or by squares of the other two coordinates: at most 1.334 to 1.

    Returns
    -------
    (..., 3) float64 array
        Unit vectors; the same bits for the same point whatever face it came from.
    """
    p = np.asarray(points, np.float64)
    x, y, z = p[..., 0], p[..., 1], p[..., 2]
    xx, yy, zz = x * x, y * y, z * z
    if mapping == "even":
        return np.stack(
            [
                x * np.sqrt(1.0 - 0.5 * (yy + zz) + yy * zz / 3.0),
                y * np.sqrt(1.0 - 0.5 * (xx + zz) + xx * zz / 3.0),
                z * np.sqrt(1.0 - 0.5 * (xx + yy) + xx * yy / 3.0),
            ],
            axis=-1,
        )
    size = np.sqrt(xx + yy + zz)
    return np.stack([x / size, y / size, z / size], axis=-1)


def unit_vectors(where: str, directions: ArrayLike) -> NDArray[np.float64]:
    """Return directions from the center as unit vectors (n, 3); `where` speaks for the caller in messages."""
    given = np.ascontiguousarray(directions, np.float64)
    if given.ndim != 2 or given.shape[1] != 3:
        raise SettingError(sentence(f"{where}: directions", "must have the shape (n, 3)", given.shape))
    size = np.sqrt(given[:, 0] * given[:, 0] + given[:, 1] * given[:, 1] + given[:, 2] * given[:, 2])
    if not bool(np.all(np.isfinite(size) & (size > 0.0))):
        raise SettingError(f"{where}: directions must be finite and not zero.")
    unit: NDArray[np.float64] = given / size[:, np.newaxis]
    return unit


def latitude_longitude(points: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return latitude and longitude of directions from the center.

    Parameters
    ----------
    points : (..., 3) array of float
        Any length but 0.

    Returns
    -------
    latitude, longitude : float64 arrays
        Degrees: -90 to 90 north; -180 to 180 east of the front (+y), so that the left face (-x) is at 90: with north up and seen
        from outside, east is to the right.
    """
    p = np.asarray(points, np.float64)
    flat = np.hypot(p[..., 0], p[..., 1])
    return np.degrees(np.arctan2(p[..., 2], flat)), np.degrees(np.arctan2(0.0 - p[..., 0], p[..., 1]))


def face_triangles(resolution: int) -> NDArray[np.uint32]:
    """Return the triangles of one face, counter-clockwise seen from outside.

    Parameters
    ----------
    resolution : int
        Nodes along an edge, n.

    Returns
    -------
    (2 * (n - 1)^2, 3) uint32 array
        Indices ``row * n + column``.
    """
    n = len(_steps(resolution))
    k = (np.arange(n - 1)[:, np.newaxis] * n + np.arange(n - 1)[np.newaxis, :]).ravel()
    first, second = np.stack([k, k + n + 1, k + 1], axis=-1), np.stack([k, k + n, k + n + 1], axis=-1)
    return np.stack([first, second], axis=1).reshape(-1, 3).astype(np.uint32)


def welded_count(resolution: int) -> int:
    """Return how many different points the six faces have.

    Parameters
    ----------
    resolution : int
        Nodes along an edge, n.

    Returns
    -------
    int
        ``6 (n - 1)^2 + 2``.
    """
    return 6 * (resolution - 1) ** 2 + 2


def weld_indices(resolution: int) -> NDArray[np.uint32]:
    """Return which point each node is.

    Parameters
    ----------
    resolution : int
        Nodes along an edge, n.

    Returns
    -------
    (6, n, n) uint32 array
        From 0 to ``6 (n - 1)^2 + 1``; nodes of one place share a number. Numbers rise in the order in which faces, rows and
        columns first come to a place.
    """
    n = len(_steps(resolution))
    twin, first = edge_pairs(n)
    fresh = np.ones(6 * n * n, bool)
    fresh[twin] = False
    numbers = np.cumsum(fresh) - 1
    numbers[twin] = numbers[first]
    return numbers.astype(np.uint32).reshape(6, n, n)


@functools.lru_cache(maxsize=8)
def edge_pairs(resolution: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the nodes that repeat a place of an earlier face, and the first node of each such place.

    Parameters
    ----------
    resolution : int
        Nodes along an edge, n.

    Returns
    -------
    again, first : (12 (n - 2) + 16,) int64 arrays
        Flat indices of (6, n, n); read-only.
    """
    n = len(_steps(resolution))
    rim = np.zeros((n, n), bool)
    rim[[0, -1], :] = rim[:, [0, -1]] = True
    inside = np.flatnonzero(rim)
    where = np.concatenate([face * n * n + inside for face in range(6)])
    nodes = np.concatenate([_whole(face, n).reshape(-1, 3)[inside] for face in range(6)]) + n
    key = (nodes[:, 0] * (2 * n + 1) + nodes[:, 1]) * (2 * n + 1) + nodes[:, 2]
    _, earliest, which = np.unique(key, return_index=True, return_inverse=True)
    earlier = where[earliest[which.ravel()]]
    again = earlier != where
    pairs = where[again], earlier[again]
    for one in pairs:
        one.flags.writeable = False
    return pairs
