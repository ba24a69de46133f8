"""Walls and a floor: closed bodies for printing, skirts for tiles."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import MeshError, sentence
from landwright.field import Heightfield
from landwright.mesh._edges import edges_of, fans, open_edges, pinched
from landwright.mesh._mesh import Mesh
from landwright.mesh._regular import regular
from landwright.mesh.settings import Skirt, Solid

Parts = dict[str, NDArray[Any]]

_APART = 1.0 / 32.0
"""Where two pieces of ground touch at a point only, each draws back, at its height, by this share of the way to its middle there."""


def solid(thing: Mesh | Heightfield, settings: Solid = Solid()) -> Mesh:
    """Close a surface with walls along its borders and a flat floor.

    The body is watertight and wound outwards, also with holes in the surface. Where two pieces of ground touch
    at one point only, as cells without data can leave them, they are drawn apart by a hair, because an edge with
    four walls is no body that a printer can fill.

    Parameters
    ----------
    thing : Mesh or Heightfield
        A surface that faces up everywhere; a field is meshed with :func:`regular`.
    settings : Solid
        How thick, or down to which elevation.

    Returns
    -------
    Mesh
        With the groups ``surface``, ``walls`` and ``floor``; without normals, because its edges are sharp.

    Raises
    ------
    MeshError
        If the surface does not face up everywhere or the floor would not lie below it.

    See Also
    --------
    skirt : Walls without a floor.

    Notes
    -----
    Reach: whole. Cost: O(faces log faces).
    Deterministic: yes.

    Examples
    --------
    >>> body = solid(Heightfield(np.zeros((3, 3)), cell_size=10.0), Solid(base_thickness=5.0))
    >>> from landwright.mesh import check
    >>> check(body).is_watertight, check(body).volume
    (True, 2000.0)
    """
    surface = _apart(_surface(thing, "mesh.solid"))
    lowest = float(surface.vertices[:, 2].min())
    floor = settings.base_elevation
    if floor is None:
        floor = lowest - settings.base_thickness
    elif floor - surface.origin[2] >= lowest:
        raise MeshError(
            sentence(
                "mesh.solid: base_elevation",
                f"must lie below the lowest vertex ({lowest + surface.origin[2]:g} m)",
                floor,
            )
        )
    else:
        floor -= surface.origin[2]
    rim = open_edges(surface.faces, edges_of(surface.faces))
    count = len(surface.vertices)
    center = _center(surface.vertices, rim)
    if center is not None:
        below = rim[:, 0]
        under = np.empty(count, np.int64)
        under[below] = count + np.arange(len(below))
        middle = np.full(len(rim), count + len(rim))
        base = np.stack([under[rim[:, 1]], under[rim[:, 0]], middle], axis=1)
        foot = np.concatenate([surface.vertices[below], [[*center, floor]]])
        source = np.concatenate([below, [below[0]]])
    else:
        source, under = np.arange(count), np.arange(count, 2 * count)
        base = under[surface.faces[:, ::-1]]
        foot = surface.vertices.copy()
    foot[:, 2] = floor
    walls = _walls(rim, under)
    parts: Parts = {"surface": surface.faces, "walls": walls, "floor": base}
    return _extended(surface, foot, source, parts, normals=None)


def skirt(thing: Mesh | Heightfield, settings: Skirt = Skirt()) -> Mesh:
    """Hang walls from the borders of a surface, which hide gaps to a neighbour of other detail.

    Parameters
    ----------
    thing : Mesh or Heightfield
        A surface that faces up everywhere; a field is meshed with :func:`regular`.
    settings : Skirt
        How deep.

    Returns
    -------
    Mesh
        With the groups ``surface`` and ``skirt``. The skirt has the normals of the border above it, so that it takes
        its light and does not show as a wall.

    Raises
    ------
    MeshError
        If the surface does not face up everywhere.

    Notes
    -----
    Reach: whole. Cost: O(faces log faces).
    Deterministic: yes.

    Examples
    --------
    >>> skirt(Heightfield(np.zeros((3, 3))), Skirt(depth=2.0))
    Mesh(17 vertices, 24 faces, with normals, uv0)
    """
    surface = _surface(thing, "mesh.skirt")
    rim = open_edges(surface.faces, edges_of(surface.faces))
    source = np.unique(rim)
    under = np.empty(len(surface.vertices), np.int64)
    under[source] = len(surface.vertices) + np.arange(len(source))
    foot = surface.vertices[source]
    foot[:, 2] -= settings.depth
    parts: Parts = {"surface": surface.faces, "skirt": _walls(rim, under)}
    lines = surface.normals
    return _extended(
        surface, foot, source, parts, normals=None if lines is None else np.concatenate([lines, lines[source]])
    )


def _surface(thing: Mesh | Heightfield, where: str) -> Mesh:
    mesh = thing if isinstance(thing, Mesh) else regular(thing)
    if not len(mesh.faces):
        raise MeshError(f"{where}: surface must have faces, got none.")
    down = int(np.count_nonzero(_plan(mesh.vertices, mesh.faces) <= 0.0))
    if down:
        raise MeshError(sentence(f"{where}: surface", "must face up everywhere", f"{down} faces that do not"))
    return mesh


def _plan(vertices: NDArray[Any], faces: NDArray[Any]) -> NDArray[np.float64]:
    """Twice the area of faces seen from above; positive when they face up."""
    a, b, c = (vertices[faces[:, k], :2].astype(np.float64) for k in range(3))
    one, other = b - a, c - a
    return np.asarray(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])


def _apart(mesh: Mesh) -> Mesh:
    """Give every fan at a pinched vertex a vertex of its own, a little towards the fan's middle."""
    edges = edges_of(mesh.faces)
    corner_fans = fans(mesh.faces, edges)
    bad = pinched(mesh.faces, corner_fans)
    if not len(bad):
        return mesh
    corners = mesh.faces.reshape(-1).astype(np.int64)
    touched = np.flatnonzero(np.isin(corners, bad))
    fan, group = np.unique(corner_fans[touched], return_inverse=True)
    total = np.zeros((len(fan), 3))
    weight = np.bincount(group, minlength=len(fan)) * 2.0
    for turn in (1, 2):
        other = corners[3 * (touched // 3) + (touched + turn) % 3]
        np.add.at(total, group, mesh.vertices[other])
    owner = np.empty(len(fan), np.int64)
    owner[group] = corners[touched]
    points = mesh.vertices[owner] * (1.0 - _APART) + total / weight[:, np.newaxis] * _APART
    points[:, 2] = mesh.vertices[owner, 2]
    fresh = len(mesh.vertices) + np.arange(len(fan))
    corners[touched] = fresh[group]
    made = _extended(mesh, points, owner, {"surface": corners.reshape(-1, 3)}, normals=None)
    used = np.ones(len(made.vertices), np.bool_)
    used[bad] = False
    number = np.cumsum(used) - 1
    return made.replace(
        vertices=made.vertices[used],
        faces=number[made.faces],
        **{name: None if (held := getattr(made, name)) is None else held[used] for name in ("uv0", "uv1", "colors")},
        attributes={name: held[used] for name, held in made.attributes.items()},
    )


def _center(vertices: NDArray[Any], rim: NDArray[np.int64]) -> tuple[float, float] | None:
    """Return a point that sees all of the border from inside, when the border is one loop and the middle does."""
    after = np.full(len(vertices), -1, np.int64)
    after[rim[:, 0]] = rim[:, 1]
    vertex, steps = int(after[rim[0, 0]]), 1
    while vertex != rim[0, 0] and steps < len(rim):
        vertex, steps = int(after[vertex]), steps + 1
    if vertex != rim[0, 0] or steps != len(rim):
        return None
    low, high = vertices[rim[:, 0], :2].min(axis=0), vertices[rim[:, 0], :2].max(axis=0)
    middle = (low.astype(np.float64) + high) / 2.0
    one, other = vertices[rim[:, 0], :2] - middle, vertices[rim[:, 1], :2] - middle
    seen = one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0]
    return (float(middle[0]), float(middle[1])) if bool((seen > 0.0).all()) else None


def _walls(rim: NDArray[np.int64], under: NDArray[np.int64]) -> NDArray[np.int64]:
    a, b = rim[:, 0], rim[:, 1]
    return np.stack([b, a, under[a], b, under[a], under[b]], axis=1).reshape(-1, 3)


def _extended(
    mesh: Mesh,
    points: NDArray[Any],
    source: NDArray[np.int64],
    parts: Parts,
    normals: NDArray[np.float32] | None,
) -> Mesh:
    """Append vertices that take what they carry from their sources, and set the faces, in groups."""
    bounds = np.concatenate([[0], np.cumsum([len(part) for part in parts.values()])])

    def more(held: NDArray[Any] | None) -> NDArray[Any] | None:
        return None if held is None else np.concatenate([held, held[source]])

    return mesh.replace(
        vertices=np.concatenate([mesh.vertices, points.astype(mesh.vertices.dtype)]),
        faces=np.concatenate([np.asarray(part, np.int64) for part in parts.values()]),
        normals=normals,
        uv0=more(mesh.uv0),
        uv1=more(mesh.uv1),
        colors=more(mesh.colors),
        attributes={name: np.concatenate([held, held[source]]) for name, held in mesh.attributes.items()},
        groups={name: (int(bounds[k]), int(bounds[k + 1])) for k, name in enumerate(parts)},
    )
