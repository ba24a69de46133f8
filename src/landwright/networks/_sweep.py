"""Sections swept along a line: tubes, decks, and whatever else keeps its shape along a road."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.mesh import Builder, Mesh, shade
from landwright.networks._classes import Run
from landwright.networks._curves import lengths, unit_normals
from landwright.networks._network import Network

__all__ = ["Track3", "finished", "sweep", "track_of"]

Floats = NDArray[np.float64]
_NO_AREA = 1e-18
"""Twice the area of a face (m2), squared, that is none."""


@dataclass(frozen=True, eq=False)
class Track3:
    """A stretch of road in space.

    Attributes
    ----------
    points : (n, 3) float64
        The middle of the road.
    right : (n, 2) float64
        Level unit vectors across it.
    along : (n,) float64
        Level metres from the first point.
    width : (n,) float64
        From edge to edge (m).
    """

    points: Floats
    right: Floats
    along: Floats
    width: Floats

    def at(self, offset: ArrayLike, height: ArrayLike) -> Floats:
        """Return points `offset` to the right of the middle and `height` above it (n or (n, m) each), (n, m, 3)."""
        across = np.asarray(offset, np.float64).reshape(len(self.points), -1)
        above = np.broadcast_to(np.asarray(height, np.float64).reshape(-1, across.shape[1]), across.shape)
        out = np.repeat(self.points[:, np.newaxis], across.shape[1], axis=1)
        out[:, :, :2] += self.right[:, np.newaxis] * across[:, :, np.newaxis]
        out[:, :, 2] += above
        return out


def track_of(network: Network, edge: int, run: Run) -> Track3:
    """Return a stretch of an edge in space; its vectors across are those of the whole edge, so that stretches meet."""
    line = network.line(edge)
    part = slice(run.first, run.last + 1)
    width = np.asarray(network.of_points["width"][network.span(edge)], np.float64)
    points = line[part]
    return Track3(points, unit_normals(line)[part], lengths(points[:, :2]), width[part])


def sweep(builder: Builder, rings: Floats, u: ArrayLike, v: ArrayLike, *, inward: bool = False) -> None:
    """Append the faces between following rings (n, m, 3); a ring runs from the right over the top to the left.

    Parameters
    ----------
    builder : Builder
        That carries ``uv0``.
    rings : (n, m, 3) array
        Points of each section.
    u, v : (m,) and (n,) arrays
        Texture coordinates around and along.
    inward : bool
        Whether faces look to the inside, as in a tube.
    """
    count, around = rings.shape[:2]
    uv = np.stack(np.broadcast_arrays(np.asarray(u)[np.newaxis], np.asarray(v)[:, np.newaxis]), axis=2)
    first = builder.vertices(rings.reshape(-1, 3), uv0=uv.reshape(-1, 2)).reshape(count, around)
    corners = [first[:-1, :-1], first[:-1, 1:], first[1:, 1:], first[1:, :-1]]
    builder.quads(np.stack(corners if inward else corners[::-1], axis=2).reshape(-1, 4))


def finished(builder: Builder, name: str) -> Mesh:
    """Return what a builder holds as a body with flat faces, without those that have no area."""
    made = builder.build(name=name)
    a, b, c = (made.vertices[made.faces[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    return shade(made.replace(faces=made.faces[(across * across).sum(axis=1) > _NO_AREA]))
