"""Spikes: a few samples that stand steeply over or under everything around them."""

from __future__ import annotations

from typing import Final

import numpy as np
from scipy.ndimage import maximum_filter

from landwright.doctor._findings import Finding, at_sample, count_of, metres
from landwright.doctor.settings import Checkup
from landwright.field import Heightfield

__all__ = ["find_spikes"]

_APART: Final = 8.0
"""How many times more than 99 of 100 samples differ from their neighbours."""

_RING: Final = np.pad(np.zeros((3, 3), np.bool_), 1, constant_values=True)
"""The 16 samples two away: a spike may be three wide."""

_SMALLEST: Final = 5


def find_spikes(field: Heightfield, noun: Checkup) -> list[Finding]:
    """Find samples that stand over, or under, all those around them, far more than is usual on this ground."""
    z = field.elevation
    if min(z.shape) < _SMALLEST:
        return []
    there = np.ones(z.shape, np.bool_) if field.mask is None else field.mask
    usual = _usual(z, there)
    least = max(noun.spike_slope * field.cell_size, _APART * usual)
    over = np.zeros(z.shape, np.float32)
    for sign in (1.0, -1.0):
        high = np.where(there, np.float32(sign) * z, np.float32(-np.inf))
        around = maximum_filter(high, footprint=_RING, mode="constant", cval=-np.inf)
        lone = there & np.isfinite(around)
        gap = np.where(lone, high, np.float32(0)) - np.where(lone, around, np.float32(0))
        over = np.where(gap > least, np.float32(sign) * gap, over)
    count = int(np.count_nonzero(over))
    if not count:
        return []
    row, column = divmod(int(np.argmax(np.abs(over))), z.shape[1])
    worst = float(over[row, column])
    way = "over" if worst > 0.0 else "under"
    others = "" if count == 1 else f", and {count_of(count - 1, 'more sample')} like it"
    text = f"A spike stands {metres(abs(worst))} m {way} all ground around it{others}: remove it with ops.median, or mask it."
    return [Finding("spike", "error", text, at_sample(field.grid, row, column, float(z[row, column])), count)]


def _usual(z: np.ndarray, there: np.ndarray) -> float:
    """Return what 99 of 100 neighbours differ by at most (m)."""
    down = np.abs(z[2:] - z[:-2])[there[2:] & there[:-2]]
    right = np.abs(z[:, 2:] - z[:, :-2])[there[:, 2:] & there[:, :-2]]
    both = np.concatenate([down, right])
    return float(np.quantile(both, 0.99)) if both.size else 0.0
