"""Nodes of a globe: all at once where they are few, and then remembered; else piece by piece.

What a stage needs beside its result stays small that way, whatever the resolution.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterator
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.planet._sphere import cube_points, sphere_points
from landwright.planet.settings import Frame, Mapping

__all__ = ["Piece", "face_points", "nodes", "pieces"]

_FEW: Final = 6 * 513 * 513
"""Nodes that are made at once, and whose layers of noise are worth remembering."""
_RUN: Final = 1 << 18
"""Nodes of a piece."""


class Piece(NamedTuple):
    """Some nodes of a globe.

    Attributes
    ----------
    part : slice
        Which, of all 6 n n.
    points : (m, 3) float64 array
        Unit vectors.
    where : hashable
        What remembered layers of noise know these points by; None for points that are not worth it.
    """

    part: slice
    points: NDArray[np.float64]
    where: Hashable | None


def pieces(frame: Frame) -> Iterator[Piece]:
    """Yield all nodes of a globe in pieces; what the caller does with one reports its share of the work."""
    n = frame.resolution
    if _few(n):
        yield Piece(slice(0, 6 * n * n), nodes(n, frame.mapping), (n, frame.mapping))
        return
    rows = max(1, _RUN // n)
    begins = [(face, row) for face in range(6) for row in range(0, n, rows)]
    control = _pool.current()
    for index, (face, row) in enumerate(begins):
        with control.part(index / len(begins), (index + 1) / len(begins)):
            points = sphere_points(cube_points(face, n, slice(row, row + rows)), frame.mapping).reshape(-1, 3)
            first = (face * n + row) * n
            yield Piece(slice(first, first + len(points)), points, None)


def face_points(frame: Frame, faces: slice) -> NDArray[np.float64]:
    """Return the unit vectors (k, n, n, 3) of whole faces."""
    n = frame.resolution
    if _few(n):
        return nodes(n, frame.mapping).reshape(6, n, n, 3)[faces]
    return np.stack([sphere_points(cube_points(face, n), frame.mapping) for face in range(*faces.indices(6))])


def _few(resolution: int) -> bool:
    return 6 * resolution * resolution <= _FEW


@functools.lru_cache(maxsize=2)
def nodes(resolution: int, mapping: Mapping) -> NDArray[np.float64]:
    """Return all nodes of the unit sphere (6 n n, 3)."""
    made = np.concatenate([sphere_points(cube_points(face, resolution), mapping).reshape(-1, 3) for face in range(6)])
    made.flags.writeable = False
    return made
