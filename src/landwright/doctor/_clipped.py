"""Clipped ground: tops or bottoms that were cut off level."""

from __future__ import annotations

from typing import Final

import numpy as np
from scipy.ndimage import binary_dilation, binary_erosion, label

from landwright.doctor._findings import Finding, at_sample, metres
from landwright.doctor.settings import Checkup
from landwright.field import Heightfield

__all__ = ["find_clipped"]

_PATCH: Final = 12
"""Samples of a level patch from which it counts."""

_SHARE: Final = 5e-4
"""Share of the map that must lie at the extreme height."""


def find_clipped(field: Heightfield, noun: Checkup) -> list[Finding]:
    """Find level patches at the highest and at the lowest height, off whose edge the ground goes on as if it were cut."""
    z = field.elevation
    there = np.ones(z.shape, np.bool_) if field.mask is None else field.mask
    if np.count_nonzero(there) < 4 * _PATCH or z[there].min() == z[there].max():
        return []
    found = []
    for top in (True, False):
        high = z if top else -z
        level = float(high[there].max())
        at = there & (high == np.float32(level))
        count = int(np.count_nonzero(at))
        if count < max(_PATCH, _SHARE * np.count_nonzero(there)):
            continue
        patches, number = label(at, np.ones((3, 3), np.int8))
        sizes = np.bincount(patches.reshape(-1), minlength=number + 1)
        sizes[0] = 0
        thin = np.ones(number + 1, np.bool_)
        thin[patches[binary_erosion(at, np.ones((3, 3), np.bool_))]] = False
        sizes[thin] = 0  # a level crest, not a patch
        largest = int(np.argmax(sizes))
        if sizes[largest] < _PATCH or (top and not _is_cut(high, there, at, level)):
            continue
        row, column = divmod(int(np.argmax(patches == largest)), z.shape[1])
        place = at_sample(field.grid, row, column, float(z[row, column]))
        share = f"{100.0 * count / np.count_nonzero(there):.2g} % of the samples"
        if top:
            text = f"{share} lie at the highest height, {metres(level)} m, in level patches: tops were cut off; export with a wider range."
            found.append(Finding("clipped", "warning", text, place, count))
        else:
            text = (
                f"{share} lie at the lowest height, {metres(-level)} m: a sea or a lake, or bottoms that were cut off."
            )
            found.append(Finding("clipped", "info", text, place, count))
    return found


def _is_cut(high: np.ndarray, there: np.ndarray, at: np.ndarray, level: float) -> bool:
    """Whether the ground keeps its slope up to the edge of the patches: a round top is level there, a plateau falls off at once."""
    first = binary_dilation(at, np.ones((3, 3), np.bool_)) & there & ~at
    second = binary_dilation(at | first, np.ones((3, 3), np.bool_)) & there & ~at & ~first
    if not first.any() or not second.any():
        return False
    near = level - float(np.mean(high[first], dtype=np.float64))
    far = level - float(np.mean(high[second], dtype=np.float64))
    return 0.2 * (far - near) < near < 2.0 * (far - near)
