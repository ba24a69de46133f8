"""Meshes of a globe: the ground welded or by face, and the ocean; with normals that know no seams."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.errors import FieldError, MeshError, sentence
from landwright.mesh import Mesh
from landwright.planet._globe import Globe
from landwright.planet._kernels import normals as kernels
from landwright.planet._kernels import paint as kernels_paint
from landwright.planet._paint import BIOME
from landwright.planet._shore import shore_colors
from landwright.planet._sphere import cube_points, edge_pairs, face_triangles, sphere_points, weld_indices, welded_count
from landwright.planet.settings import FACES, Frame

__all__ = [
    "face_mesh",
    "face_meshes",
    "globe_mesh",
    "linear_light",
    "node_areas",
    "node_normals",
    "node_points",
    "ocean_mesh",
]


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
    frame = globe.frame
    height = globe.elevation.astype(np.float64)
    if globe.sea and not sea_floor:
        height = np.maximum(height, 0.0)
    far = frame.radius + height
    if float(far.min()) <= 0.0:
        must = f"must stay above the center, {-frame.radius:g} m"
        raise FieldError(
            sentence("planet: elevation", must, globe.low, hint="Make layers weaker or the radius larger.")
        )
    out = np.empty((*frame.shape, 3))
    for face in range(6):
        out[face] = sphere_points(cube_points(face, frame.resolution), frame.mapping) * far[face][..., np.newaxis]
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
    n = points.shape[1]
    sums = np.empty(points.shape)
    _pool.run_rows(kernels.face_normals, 6 * n, np.ascontiguousarray(points), sums, block=max(1, (1 << 14) // n))
    flat = sums.reshape(-1, 3)
    again, first = edge_pairs(n)
    # a place on several faces gets the sum of its parts, in the order of the faces
    extra = flat[again]
    np.add.at(flat, first, extra)
    flat[again] = flat[first]
    size = np.sqrt(flat[:, 0] * flat[:, 0] + flat[:, 1] * flat[:, 1] + flat[:, 2] * flat[:, 2])
    flat /= np.maximum(size, 1e-300)[:, np.newaxis]
    return sums.astype(np.float32)


def node_areas(frame: Frame) -> NDArray[np.float64]:
    """Return the share of the sphere that belongs to each node.

    Parameters
    ----------
    frame : Frame
        Resolution and mapping.

    Returns
    -------
    (6, n, n) float64 array
        Sums to 1; nodes of one place share what belongs to it.

    Notes
    -----
    Reach: halo of one node. Cost: O(nodes).
    Deterministic: yes.
    """
    out = np.zeros(frame.shape)
    ends = slice(None, -1), slice(1, None)
    for face in range(6):
        unit = sphere_points(cube_points(face, frame.resolution), frame.mapping)
        a, b, c, d = (unit[rows, cols] for rows in ends for cols in ends)
        cell = 0.125 * np.linalg.norm(np.cross(d - a, c - b), axis=-1)
        for rows in ends:
            for cols in ends:
                out[face, rows, cols] += cell
    return np.asarray(out / out.sum())


def globe_mesh(globe: Globe, *, sea_floor: bool = False) -> Mesh:
    """Return the ground of a globe as one welded mesh.

    Parameters
    ----------
    globe : Globe
        Elevations, colors and layers.
    sea_floor : bool
        Whether the mesh goes down to the floor of the sea; by default its surface is part of the mesh.

    Returns
    -------
    Mesh
        ``6 (n - 1)^2 + 2`` vertices, watertight; with one active face only that face, open. Metres from the center. `normals` of the
        whole planet even where only a face is built; ``uv0`` is (biome value, elevation over radius); `colors` are linear.

    See Also
    --------
    ocean_mesh : The water's surface by itself.

    Notes
    -----
    Reach: whole. Cost: O(nodes).
    Deterministic: bit-identical on every machine, for any thread count.
    """
    frame = globe.frame
    points = node_points(globe, sea_floor=sea_floor)
    normals = node_normals(points)
    if frame.faces != "all":
        return _one_face(globe, frame.active[0], points, normals)
    weld = weld_indices(frame.resolution)
    count = welded_count(frame.resolution)
    first = np.empty(count, np.int64)
    first[weld.ravel()[::-1]] = np.arange(weld.size - 1, -1, -1)
    triangles = face_triangles(frame.resolution)
    faces = np.concatenate([weld[face].ravel()[triangles] for face in range(6)])
    return _carrying(globe, first, points, normals, faces, "ground")


def face_mesh(globe: Globe, face: int, *, sea_floor: bool = False) -> Mesh:
    """Return one face of a globe.

    Parameters
    ----------
    globe : Globe
        Elevations, colors and layers.
    face : int
        0 to 5, as in ``FACES``.
    sea_floor : bool
        As for :func:`globe_mesh`.

    Returns
    -------
    Mesh
        n^2 vertices in rows; positions, normals and colors along its edges are those of the neighbouring faces.
    """
    if not 0 <= face < 6:
        raise MeshError(sentence("planet.face_mesh: face", "must be from 0 (top) to 5 (back)", face))
    points = node_points(globe, sea_floor=sea_floor)
    return _one_face(globe, face, points, node_normals(points))


def face_meshes(globe: Globe, *, sea_floor: bool = False) -> Iterator[Mesh]:
    """Yield each active face of a globe, as :func:`face_mesh` gives them; their normals are computed once.

    Parameters
    ----------
    globe : Globe
        Elevations, colors and layers.
    sea_floor : bool
        As for :func:`globe_mesh`.

    Yields
    ------
    Mesh
        Named ``top``, ``bottom`` and so on.
    """
    points = node_points(globe, sea_floor=sea_floor)
    normals = node_normals(points)
    for face in globe.frame.active:
        yield _one_face(globe, face, points, normals)


def ocean_mesh(globe: Globe) -> Mesh:
    """Return the surface of the sea: a sphere of the frame's radius, where any corner of a triangle is under water.

    Parameters
    ----------
    globe : Globe
        With or without a sea.

    Returns
    -------
    Mesh
        Welded; empty for a globe without a sea, and where all is land. ``uv0`` is (biome value, elevation of the ground over radius);
        `colors` are linear, those of the sea alone.
    """
    frame = globe.frame
    weld = weld_indices(frame.resolution)
    triangles = face_triangles(frame.resolution)
    if not globe.sea:
        return Mesh(np.empty((0, 3)), np.empty((0, 3), np.uint32), name="ocean")
    low = globe.elevation.reshape(6, -1) < 0.0
    faces = np.concatenate([weld[face].ravel()[triangles[low[face][triangles].any(axis=1)]] for face in frame.active])
    used, faces = np.unique(faces, return_inverse=True)
    first = np.empty(welded_count(frame.resolution), np.int64)
    first[weld.ravel()[::-1]] = np.arange(weld.size - 1, -1, -1)
    unit = np.concatenate(
        [sphere_points(cube_points(face, frame.resolution), frame.mapping).reshape(-1, 3) for face in range(6)]
    )[first[used]]
    biome, which = globe.layers.get(BIOME), first[used]
    uv = np.zeros((len(used), 2), np.float32)
    if biome is not None:
        uv[:, 0] = biome.ravel()[which]
    uv[:, 1] = globe.elevation.ravel()[which] / np.float32(frame.radius)
    return Mesh(
        unit * frame.radius,
        faces.reshape(-1, 3).astype(np.uint32),
        normals=unit.astype(np.float32),
        uv0=uv,
        colors=None if globe.colors is None else linear_light()[shore_colors(globe)[1].reshape(-1, 3)[which]],
        name="ocean",
        copy=False,
    )


def _one_face(globe: Globe, face: int, points: NDArray[np.float64], normals: NDArray[np.float32]) -> Mesh:
    n = globe.frame.resolution
    which = np.arange(n * n) + face * n * n
    return _carrying(globe, which, points, normals, face_triangles(n), FACES[face])


def _carrying(
    globe: Globe,
    which: NDArray[np.int64],
    points: NDArray[np.float64],
    normals: NDArray[np.float32],
    faces: NDArray[np.uint32],
    name: str,
) -> Mesh:
    """Return the mesh of chosen nodes with everything they carry."""
    biome = globe.layers.get(BIOME)
    uv = np.zeros((len(which), 2), np.float32)
    if biome is not None:
        uv[:, 0] = biome.ravel()[which]
    uv[:, 1] = globe.elevation.ravel()[which] / np.float32(globe.frame.radius)
    colors = None if globe.colors is None else linear_light()[globe.colors.reshape(-1, 3)[which]]
    return Mesh(
        points.reshape(-1, 3)[which],
        faces,
        normals=normals.reshape(-1, 3)[which],
        uv0=uv,
        colors=colors,
        attributes={
            "elevation": globe.elevation.ravel()[which],
            **{key: values.ravel()[which] for key, values in globe.layers.items()},
        },
        name=name,
        copy=False,
    )


@functools.lru_cache(maxsize=1)
def linear_light() -> NDArray[np.float32]:
    """Return the linear light of the 256 levels of sRGB."""
    levels = np.empty(256, np.float32)
    kernels_paint.linear_levels(levels)
    return levels
