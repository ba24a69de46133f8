"""What was found in a drawing, laid over the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from landwright.networks._curves import resample
from landwright.networks._ink import Blob

__all__ = ["overlay"]

_ROAD: Final = (200, 60, 0)
_RIVER: Final = (0, 70, 220)
_LAKE: Final = (0, 150, 170)


def overlay(
    flat: NDArray[np.float64],
    roads: Sequence[NDArray[np.float64]],
    rivers: Sequence[NDArray[np.float64]],
    lakes: Sequence[Blob],
) -> NDArray[np.uint8]:
    """Return the page, paled, with roads, rivers and lakes over it; a dot marks where each line ends, a ring where a river's mouth is."""
    shown = 255.0 * (0.45 + 0.55 * flat)
    shape = flat.shape[:2]
    row, col = np.mgrid[0 : shape[0], 0 : shape[1]]
    for lake in lakes:
        away = np.hypot(row - lake.middle[0], col - lake.middle[1])
        disk = away <= max(lake.radius, 3.0)
        shown[disk] = 0.55 * shown[disk] + 0.45 * np.array(_LAKE)
        shown[np.abs(away - max(lake.radius, 3.0)) < 1.3] = _LAKE
    for lines, color in ((rivers, _RIVER), (roads, _ROAD)):
        away = _away([resample(p, 0.5) if len(p) > 1 else p for p in lines], shape)
        shown[away <= 4.0] = 255.0
        shown[away <= 2.0] = color
        dots = _away([p[[0, -1]] for p in lines], shape)
        shown[dots <= 7.0] = color
        if color == _RIVER:
            shown[_away([p[-1:] for p in lines], shape) <= 3.5] = 255.0
    return np.clip(np.rint(shown), 0, 255).astype(np.uint8)


def _away(places: Sequence[NDArray[np.float64]], shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Return the distance of each pixel from the nearest place; far where there is none."""
    mark = np.ones(shape, bool)
    for points in places:
        r, c = np.rint(points).astype(int).T
        mark[np.clip(r, 0, shape[0] - 1), np.clip(c, 0, shape[1] - 1)] = False
    if mark.all():
        return np.full(shape, np.inf)
    made: NDArray[np.float64] = ndimage.distance_transform_edt(mark)
    return made
