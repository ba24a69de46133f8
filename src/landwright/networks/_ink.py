"""Which pen each spot of a page was drawn with, and what of it is a lake."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import ndimage

from landwright.networks.settings import Sketch

__all__ = ["Blob", "blobs", "marks", "pen_half", "pens"]

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

_EIGHT: Final = np.ones((3, 3), bool)
_GREY: Final = 0.08
"""A pen with less color than this is told by its darkness."""


@dataclass(frozen=True)
class Blob:
    """A lake on the page: its middle (row, column) and the radius of a circle of its size, px."""

    middle: tuple[float, float]
    radius: float


def pens(flat: Floats, noun: Sketch) -> tuple[dict[str, Bools], Bools]:
    """Return where each pen drew, by the words road, river and lake, and where there is ink at all.

    Grey is taken out of the ink, and what remains is compared by its direction: the hue, whatever the light and the pressure.
    """
    soft = np.stack([ndimage.gaussian_filter(flat[:, :, b], 0.8, mode="nearest") for b in range(3)], axis=2)
    ink = 1.0 - np.clip(soft, 0.0, 1.1)
    color = ink - ink.mean(axis=2, keepdims=True)
    strength = ink.max(axis=2) - ink.min(axis=2)
    size = np.maximum(np.sqrt((color * color).sum(axis=2)), 1e-9)
    names = ("road", "river", "lake")
    match = np.full((3, *strength.shape), -2.0)
    for i, hexcode in enumerate((noun.road_color, noun.river_color, noun.lake_color)):
        pen = 1.0 - np.array([int(hexcode[k : k + 2], 16) for k in (1, 3, 5)]) / 255.0
        own = pen - pen.mean()
        if float(pen.max() - pen.min()) < _GREY:
            dark = (strength < noun.threshold) & (ink.mean(axis=2) > 0.3)
            match[i] = np.where(dark, 1.0, -2.0)
            continue
        cosine = (color @ own) / (size * np.sqrt(own @ own))
        close = (cosine >= np.cos(np.radians(noun.tolerance))) & (strength >= noun.threshold)
        match[i] = np.where(close, cosine, -2.0)
    best = np.argmax(match, axis=0)
    known = match.max(axis=0) > -2.0
    margin = max(3, round(0.008 * max(strength.shape)))
    inner = np.zeros(strength.shape, bool)
    inner[margin:-margin, margin:-margin] = True
    anything = inner & (known | (ink.mean(axis=2) > 0.25))
    return {name: inner & known & (best == i) for i, name in enumerate(names)}, anything


def marks(mask: Bools, least: float) -> Bools:
    """Return a mask without its pinholes, nor the specks that are smaller than `least` px in both directions."""
    mask = ndimage.binary_closing(np.pad(mask, 2), _EIGHT)[2:-2, 2:-2] | mask
    holes: Any
    holes, count = ndimage.label(~mask)
    if count:
        sizes = np.bincount(holes.ravel())
        sizes[0] = 1 << 40
        mask = mask | (sizes[holes] < 12)
    labels: Any
    labels, count = ndimage.label(mask, _EIGHT)
    keep = np.zeros(count + 1, bool)
    for number, box in enumerate(ndimage.find_objects(labels), 1):
        keep[number] = max(s.stop - s.start for s in box) >= least
    made: Bools = keep[labels]
    return made


def pen_half(mask: Bools, line: Bools) -> float:
    """Return about half the width of the pen (px), whatever patches were filled with it."""
    if not line.any():
        return 2.0
    half = ndimage.distance_transform_edt(np.pad(mask, 1))[1:-1, 1:-1][line]
    return float(np.clip(np.quantile(half, 0.3), 1.0, 8.0))


def blobs(mask: Bools) -> list[Blob]:
    """Return the lakes of a mask of outlines and filled patches; an outline holds what is in it."""
    labels: Any
    labels, _ = ndimage.label(ndimage.binary_fill_holes(mask), _EIGHT)
    found = []
    for number, box in enumerate(ndimage.find_objects(labels), 1):
        r, c = np.nonzero(labels[box] == number)
        middle = (float(r.mean()) + box[0].start, float(c.mean()) + box[1].start)
        found.append(Blob(middle, float(np.sqrt(r.size / np.pi))))
    return found
