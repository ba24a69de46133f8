"""Road mesh: strips along the edges and the surface of crossings between their ends."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FieldError, sentence
from landwright.mesh import Builder, Mesh
from landwright.networks._crossings import Arm, arms_of, corner, strips_of
from landwright.networks._network import Network

__all__ = ["road_mesh"]

Floats = NDArray[np.float64]


def road_mesh(network: Network, *, kerb: float = 0.4) -> Mesh:
    """Make the surface of a network of roads.

    Each edge is a strip, cut back where roads meet; the surface of a crossing lies between the ends of its roads, on the same vertices. The
    surface runs on over bridges and through tunnels; the bodies under and around it are made by ``bridge_meshes`` and ``tunnel_meshes``.

    Parameters
    ----------
    network : Network
        Of roads, with ``width`` and ``class`` of points and ``width`` of edges.
    kerb : float
        Depth of the sides below the surface (m), so that no gap shows to the ground; 0 leaves them out.

    Returns
    -------
    Mesh
        ``uv0`` is 0 at the left and 1 at the right border, and metres along divided by the width; on crossings both are metres divided by
        the width of the widest road. The group ``crossings`` holds their faces, ``strips`` the others that face up, ``sides`` the kerbs.
        Vertices carry ``class``, a number of ``networks.CLASSES``, and ``edge``, -1 on crossings.

    Raises
    ------
    FieldError
        If the network is none of roads.

    See Also
    --------
    build_roads : Makes the network.

    Notes
    -----
    Reach: whole. Cost: O(points).
    Deterministic: bit-identical.

    Examples
    --------
    >>> line = [[0.0, 0.0, 5.0], [10.0, 0.0, 5.0]]
    >>> carried = {"of_points": {"width": [4.0, 4.0], "class": [0, 0]}, "of_edges": {"width": [4.0]}}
    >>> way = Network(line, [[0, 1]], line, [0, 2], **carried)
    >>> road_mesh(way, kerb=0.0)
    Mesh(4 vertices, 2 faces, with normals, uv0, class, edge)
    """
    for name, carried in (("width", network.of_points), ("class", network.of_points), ("width", network.of_edges)):
        if name not in carried:
            there = [*network.of_points, *network.of_edges]
            raise FieldError(
                sentence("networks.road_mesh: network", f"must carry {name}, as build_roads gives it", there)
            )
    strips = strips_of(network)
    builder = Builder("normals", "uv0", "class", "edge")
    builder.group("strips")
    for strip in strips:
        width = float(network.of_edges["width"][strip.edge])
        count = len(strip.along)
        v = strip.along / width
        normals = _facing(strip.left, strip.right)
        points = np.stack([strip.left, strip.right], axis=1).reshape(-1, 3)
        uv = np.stack([np.stack([np.zeros(count), v], axis=1), np.stack([np.ones(count), v], axis=1)], axis=1)
        made = _add(
            builder, points, np.repeat(normals, 2, axis=0), uv.reshape(-1, 2), np.repeat(strip.code, 2), strip.edge
        )
        left, right = made[0::2], made[1::2]
        _quads(builder, points, left, right)
    builder.group("crossings")
    arms = arms_of(network, strips)
    rings = [_crossing(builder, network, node, meeting) for node, meeting in arms.items()]
    if kerb > 0.0:
        builder.group("sides")
        for strip in strips:
            _side(builder, strip.left, kerb, strip.code, strip.edge, float(network.of_edges["width"][strip.edge]), -1.0)
            _side(builder, strip.right, kerb, strip.code, strip.edge, float(network.of_edges["width"][strip.edge]), 1.0)
        for ring in rings:
            for piece in ring:
                _side(builder, piece, kerb, np.zeros(len(piece), np.int8), -1, 1.0, 1.0)
    return builder.build().replace(name="roads")


def _add(builder: Builder, points: Floats, normals: Floats, uv: Floats, code: Any, edge: int) -> NDArray[np.int64]:
    count = len(points)
    codes = np.broadcast_to(np.asarray(code, np.int8), (count,))
    owner = np.full(count, edge, np.int32)
    carried: dict[str, Any] = {"normals": normals, "uv0": uv, "class": codes, "edge": owner}
    return builder.vertices(points, **carried)


def _facing(left: Floats, right: Floats) -> Floats:
    """Return upward unit normals of cross sections (n, 3)."""
    middle = 0.5 * (left + right)
    along = np.empty_like(middle)
    along[1:-1] = middle[2:] - middle[:-2]
    along[0], along[-1] = middle[1] - middle[0], middle[-1] - middle[-2]
    up: Floats = np.cross(right - left, along)
    size = np.sqrt((up * up).sum(axis=1, keepdims=True))
    made = np.where(size > 1e-12, up / np.where(size > 1e-12, size, 1.0), np.array([0.0, 0.0, 1.0]))
    out: Floats = np.where(made[:, 2:] < 0.0, -made, made)
    return out


def _quads(builder: Builder, points: Floats, left: NDArray[np.int64], right: NDArray[np.int64]) -> None:
    """Add the quads of a strip, without the triangles whose border stands still."""
    base = int(left[0])
    a, b, c, d = left[:-1], right[:-1], right[1:], left[1:]
    for corners in ((a, b, c), (a, c, d)):
        faces = np.stack(corners, axis=1)
        p, q, r = (points[faces[:, i] - base] for i in range(3))
        area = np.abs((q[:, 0] - p[:, 0]) * (r[:, 1] - p[:, 1]) - (q[:, 1] - p[:, 1]) * (r[:, 0] - p[:, 0]))
        builder.triangles(faces[area > 1e-9])


def _crossing(builder: Builder, network: Network, node: int, arms: list[Arm]) -> list[Floats]:
    """Add the fan of a crossing, and return the pieces of its border that no road continues, counter-clockwise."""
    width = max(float(network.of_edges["width"][arm.edge]) for arm in arms)
    ring: list[Floats] = []
    pieces: list[Floats] = []
    for arm, following in zip(arms, [*arms[1:], arms[0]]):
        between = corner(arm, following)
        ring += [arm.right[np.newaxis], arm.left[np.newaxis], between]
        pieces.append(np.concatenate([arm.left[np.newaxis], between, following.right[np.newaxis]]))
    border = np.concatenate(ring)
    keep = np.concatenate([[True], (np.abs(np.diff(border, axis=0)) > 0.0).any(axis=1)])
    border = border[keep]
    if (border[0] == border[-1]).all():
        border = border[:-1]
    middle = np.append(network.nodes[node, :2], border[:, 2].mean())
    points = np.concatenate([middle[np.newaxis], border])
    up = np.tile(np.array([0.0, 0.0, 1.0]), (len(points), 1))
    made = _add(builder, points, up, (points[:, :2] - middle[:2]) / width, 0, -1)
    count = len(border)
    i = np.arange(count)
    faces = np.stack([np.full(count, made[0]), made[1 + i], made[1 + (i + 1) % count]], axis=1)
    p, q = border[i, :2] - middle[:2], border[(i + 1) % count, :2] - middle[:2]
    builder.triangles(faces[p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0] > 1e-9])
    return [piece for piece in pieces if len(piece) > 1]


def _side(
    builder: Builder, border: Floats, depth: float, code: NDArray[np.int8], edge: int, width: float, sign: float
) -> None:
    """Add a wall below a border; `sign` is 1 where the outside lies to the right of its way, -1 to the left."""
    way = np.empty((len(border), 2))
    way[1:-1] = border[2:, :2] - border[:-2, :2]
    way[0], way[-1] = border[1, :2] - border[0, :2], border[-1, :2] - border[-2, :2]
    size = np.sqrt((way * way).sum(axis=1, keepdims=True))
    way = np.where(size > 1e-12, way / np.where(size > 1e-12, size, 1.0), np.array([1.0, 0.0]))
    normals = np.column_stack([sign * way[:, 1], -sign * way[:, 0], np.zeros(len(border))])
    low = border - np.array([0.0, 0.0, depth])
    step = np.sqrt((np.diff(border[:, :2], axis=0) ** 2).sum(axis=1))
    v = np.concatenate([[0.0], np.cumsum(step)]) / width
    uv = np.concatenate([np.column_stack([np.zeros(len(v)), v]), np.column_stack([np.full(len(v), depth / width), v])])
    made = _add(builder, np.concatenate([border, low]), np.tile(normals, (2, 1)), uv, np.tile(code, 2), edge)
    top, foot = made[: len(border)], made[len(border) :]
    moved = step > 1e-9
    a, b, c, d = top[:-1][moved], foot[:-1][moved], foot[1:][moved], top[1:][moved]
    builder.quads(np.stack([a, b, c, d] if sign > 0 else [a, d, c, b], axis=1))
