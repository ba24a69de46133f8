"""Where the nodes of a globe are, and the normals of the welded surface through them; face by face where only some are asked for."""

from __future__ import annotations

import functools

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import FieldError, sentence
from landwright.planet._globe import Globe
from landwright.planet._kernels import normals as kernels
from landwright.planet._sphere import cube_points, edge_pairs, sphere_points

__all__ = ["Surface", "node_normals", "node_points"]

_ALL = slice(None)


class Surface:
    """The surface of a globe, one face at a time.

    Only what is asked for is computed: the nodes of that face, and of the others two lines along each edge, which normals there need.

    Parameters
    ----------
    globe : Globe
        Elevations on a frame.
    sea_floor : bool
        Whether nodes below zero lie on the floor of the sea, or on its surface.

    Raises
    ------
    FieldError
        If land lies at or beyond the center.
    """

    def __init__(self, globe: Globe, *, sea_floor: bool = False) -> None:
        frame = globe.frame
        low = max(globe.low, 0.0) if globe.sea and not sea_floor else globe.low
        if frame.radius + low <= 0.0:
            must = f"must stay above the center, {-frame.radius:g} m"
            hint = "Make layers weaker or the radius larger."
            raise FieldError(sentence("planet: elevation", must, globe.low, hint=hint))
        self._globe, self._clipped = globe, globe.sea and not sea_floor

    def points(self, face: int, rows: slice = _ALL, cols: slice = _ALL) -> NDArray[np.float64]:
        """Return nodes of a face (rows, columns, 3), metres from the center."""
        frame = self._globe.frame
        height = self._globe.elevation[face, rows, cols].astype(np.float64)
        if self._clipped:
            np.maximum(height, 0.0, out=height)
        height += frame.radius
        made = sphere_points(cube_points(face, frame.resolution, rows, cols), frame.mapping)
        made *= height[..., np.newaxis]
        return made

    def normals(self, face: int, points: NDArray[np.float64]) -> NDArray[np.float32]:
        """Return the normals (n, n, 3) of a face whose nodes are `points`: those of the welded surface along its edges too."""
        sums = _sums(points[np.newaxis])[0]
        sums.reshape(-1, 3)[_ring(len(points))] = self._edges[face]
        return _unit(sums)

    @functools.cached_property
    def _edges(self) -> NDArray[np.float64]:
        """Sums of what surrounds each node of a ring, on all faces that it lies on (6, 4 (n - 1), 3), in the order of the faces."""
        n = self._globe.frame.resolution
        ring = _ring(n)
        sums = np.empty((6, len(ring), 3))
        begin, end = slice(0, 2), slice(n - 2, n)  # two lines; of their sums the outer one's are whole
        for face in range(6):
            top, bottom = (_sums(self.points(face, two)[np.newaxis])[0] for two in (begin, end))
            left, right = (_sums(self.points(face, _ALL, two)[np.newaxis])[0] for two in (begin, end))
            sides = np.stack([left[1:-1, 0], right[1:-1, -1]], axis=1).reshape(-1, 3)
            sums[face] = np.concatenate([top[0], sides, bottom[-1]])
        flat = sums.reshape(-1, 3)
        again, first = (side // (n * n) * len(ring) + np.searchsorted(ring, side % (n * n)) for side in edge_pairs(n))
        np.add.at(flat, first, flat[again])
        flat[again] = flat[first]
        return sums


def node_points(globe: Globe, *, sea_floor: bool = False) -> NDArray[np.float64]:
    """Return where the nodes of a globe are.

    Parameters
    ----------
    globe : Globe
        Elevations on a frame.
    sea_floor : bool
        Whether nodes below zero lie on the floor of the sea, or on its surface.

    Returns
    -------
    (6, n, n, 3) float64 array
        Metres from the center; nodes of one place have the same bits.

    Raises
    ------
    FieldError
        If land lies at or beyond the center.
    """
    surface = Surface(globe, sea_floor=sea_floor)
    out = np.empty((*globe.shape, 3))
    for face in range(6):
        out[face] = surface.points(face)
    return out


def node_normals(points: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return the normals of the welded surface through nodes.

    Parameters
    ----------
    points : (6, n, n, 3) float64 array
        As :func:`node_points` gives them.

    Returns
    -------
    (6, n, n, 3) float32 array
        Unit vectors, outward; nodes of one place have the same bits, whatever face they are on.

    Notes
    -----
    Reach: halo of one node, across edges of the cube too. Cost: O(nodes).
    Deterministic: bit-identical on every machine, for any thread count.
    """
    sums = _sums(points)
    flat = sums.reshape(-1, 3)
    again, first = edge_pairs(points.shape[1])
    # a place on several faces gets the sum of its parts, in the order of the faces
    np.add.at(flat, first, flat[again])
    flat[again] = flat[first]
    return _unit(sums)


def _sums(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each node the sum of the cross products of the triangles around it on its face."""
    faces, rows, cols, _ = points.shape
    sums = np.empty(points.shape)
    block = max(1, (1 << 14) // cols)
    _pool.run_rows(kernels.face_normals, faces * rows, np.ascontiguousarray(points), sums, block=block)
    return sums


def _unit(sums: NDArray[np.float64]) -> NDArray[np.float32]:
    size = np.sqrt(sums[..., 0] * sums[..., 0] + sums[..., 1] * sums[..., 1] + sums[..., 2] * sums[..., 2])
    sums /= np.maximum(size, 1e-300)[..., np.newaxis]
    return sums.astype(np.float32)


def _ring(n: int) -> NDArray[np.int64]:
    """Return the outermost nodes of a face, as rising flat indices."""
    line = np.arange(n)
    return np.unique(np.concatenate([line, (n - 1) * n + line, line * n, line * n + n - 1]))
