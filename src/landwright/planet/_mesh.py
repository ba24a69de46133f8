"""Meshes of a globe: the ground welded or by face, and the ocean; with normals that know no seams."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from landwright.errors import MeshError, sentence
from landwright.mesh import Mesh
from landwright.planet._globe import Globe
from landwright.planet._kernels import paint as kernels
from landwright.planet._paint import BIOME
from landwright.planet._shore import shore_colors
from landwright.planet._sphere import cube_points, edge_pairs, face_triangles, sphere_points, weld_indices, welded_count
from landwright.planet._surface import Surface
from landwright.planet.settings import FACES, Frame

__all__ = [
    "face_mesh",
    "face_meshes",
    "globe_mesh",
    "linear_light",
    "node_areas",
    "ocean_mesh",
]


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
    surface = Surface(globe, sea_floor=sea_floor)
    if frame.faces != "all":
        return _one_face(globe, frame.active[0], surface)
    first, fresh = _first_nodes(frame.resolution)
    points, normals = np.empty((len(first), 3)), np.empty((len(first), 3), np.float32)
    begin = 0
    for face in range(6):
        nodes = surface.points(face)
        own = fresh[face].reshape(-1)
        end = begin + int(np.count_nonzero(own))
        points[begin:end] = nodes.reshape(-1, 3)[own]
        normals[begin:end] = surface.normals(face, nodes).reshape(-1, 3)[own]
        begin = end
    return _carrying(globe, first, points, normals, _welded_triangles(frame.resolution), "ground")


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
    return _one_face(globe, face, Surface(globe, sea_floor=sea_floor))


def face_meshes(globe: Globe, *, sea_floor: bool = False) -> Iterator[Mesh]:
    """Yield each active face of a globe, as :func:`face_mesh` gives them; one at a time, so that few are held.

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
    surface = Surface(globe, sea_floor=sea_floor)
    for face in globe.frame.active:
        yield _one_face(globe, face, surface)


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
    n = frame.resolution
    if not globe.sea:
        return Mesh(np.empty((0, 3)), np.empty((0, 3), np.uint32), name="ocean")
    weld, triangles = weld_indices(n).reshape(6, -1), face_triangles(n)
    low = globe.elevation.reshape(6, -1) < 0.0
    faces = np.concatenate([weld[face][triangles[low[face][triangles].any(axis=1)]] for face in frame.active])
    held = np.zeros(welded_count(n), bool)
    held[faces] = True
    number = np.cumsum(held, dtype=np.uint32) - np.uint32(1)
    which = _first_nodes(n)[0][held]
    unit = np.empty((len(which), 3))
    for face, (begin, end) in enumerate(itertools.pairwise(np.searchsorted(which, np.arange(7) * n * n))):
        if begin < end:
            row, col = np.divmod(which[begin:end] - face * n * n, n)
            unit[begin:end] = sphere_points(cube_points(face, n), frame.mapping)[row, col]
    biome = globe.layers.get(BIOME)
    uv = np.zeros((len(which), 2), np.float32)
    if biome is not None:
        uv[:, 0] = biome.ravel()[which]
    uv[:, 1] = globe.elevation.ravel()[which] / np.float32(frame.radius)
    return Mesh(
        unit * frame.radius,
        number[faces],
        normals=unit.astype(np.float32),
        uv0=uv,
        colors=None if globe.colors is None else linear_light()[shore_colors(globe)[1].reshape(-1, 3)[which]],
        name="ocean",
        copy=False,
    )


def _first_nodes(n: int) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the first node of each place, in the order of ``weld_indices``, and which nodes (6, n, n) those are."""
    fresh = np.ones((6, n, n), bool)
    fresh.reshape(-1)[edge_pairs(n)[0]] = False
    return np.flatnonzero(fresh), fresh


def _welded_triangles(n: int) -> NDArray[np.uint32]:
    weld, triangles = weld_indices(n).reshape(6, -1), face_triangles(n)
    out = np.empty((6 * len(triangles), 3), np.uint32)
    for face in range(6):
        out[face * len(triangles) : (face + 1) * len(triangles)] = weld[face][triangles]
    return out


def _one_face(globe: Globe, face: int, surface: Surface) -> Mesh:
    n = globe.frame.resolution
    points = surface.points(face)
    normals = surface.normals(face, points)
    which = slice(face * n * n, (face + 1) * n * n)
    return _carrying(globe, which, points.reshape(-1, 3), normals.reshape(-1, 3), face_triangles(n), FACES[face])


def _carrying(
    globe: Globe,
    which: NDArray[np.int64] | slice,
    points: NDArray[np.float64],
    normals: NDArray[np.float32],
    faces: NDArray[np.uint32],
    name: str,
) -> Mesh:
    """Return the mesh through points, with everything that their nodes carry."""
    biome = globe.layers.get(BIOME)
    uv = np.zeros((len(points), 2), np.float32)
    if biome is not None:
        uv[:, 0] = biome.ravel()[which]
    uv[:, 1] = globe.elevation.ravel()[which] / np.float32(globe.frame.radius)
    colors = None if globe.colors is None else linear_light()[globe.colors.reshape(-1, 3)[which]]
    return Mesh(
        points,
        faces,
        normals=normals,
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
    kernels.linear_levels(levels)
    return levels
