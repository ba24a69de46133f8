"""Frames: the axes and units of the programs that read our files. This is the only place where they change.

Ours is right-handed, X east, Y north, Z up, metres; OBJ, PLY and STL keep it. A :class:`Frame` says where our axes go, how long a
metre is there, and whether the axes form a left hand, in which case faces are reversed, or they would show their backs.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["FRAMES", "Frame", "frame", "unframe"]


@dataclass(frozen=True)
class Frame:
    """Where our axes go.

    Attributes
    ----------
    axes : (int, int, int)
        Which of our axes (0 east, 1 north, 2 up) each of theirs is.
    signs : (int, int, int)
        1, or -1 where theirs points the other way.
    scale : float
        Their units in a metre.
    """

    axes: tuple[int, int, int]
    signs: tuple[int, int, int]
    scale: float = 1.0

    @property
    def left_handed(self) -> bool:
        """Whether the axes form a left hand."""
        even = self.axes in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        return (int(np.prod(self.signs)) > 0) is not even


FRAMES: Final[dict[str, Frame]] = {
    "landwright": Frame((0, 1, 2), (1, 1, 1)),
    "gltf": Frame((0, 2, 1), (1, 1, -1)),
}
"""By name: ours; glTF (x, z, -y), Y up, metres."""


def frame(vectors: NDArray[Any], name: str, *, directions: bool = False) -> NDArray[Any]:
    """Return vectors (n, 3) of ours in another frame, same type; `directions` keep their length."""
    to = FRAMES[name]
    factors = np.array(to.signs) * (1.0 if directions else to.scale)
    made: NDArray[Any] = np.ascontiguousarray(vectors[:, to.axes] * factors.astype(vectors.dtype))
    return made


def unframe(vectors: NDArray[Any], name: str, *, directions: bool = False) -> NDArray[Any]:
    """Return vectors (n, 3) of another frame in ours; the inverse of :func:`frame`."""
    came = FRAMES[name]
    made = np.empty_like(vectors)
    for theirs, (ours, sign) in enumerate(zip(came.axes, came.signs)):
        made[:, ours] = vectors[:, theirs] * vectors.dtype.type(sign / (1.0 if directions else came.scale))
    return made
