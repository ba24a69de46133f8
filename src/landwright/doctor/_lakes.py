"""Lakes: water that stands and is not level."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.ndimage import label, maximum, minimum

from landwright.doctor._findings import Finding, at_sample, metres
from landwright.doctor.settings import Checkup
from landwright.field import Heightfield, Layer
from landwright.networks import Network, corridor

__all__ = ["find_lakes"]

_LEAST: Final = 9
"""Samples of standing water from which it is a lake."""

_PART: Final = 0.2
"""Share of a lake that may be off its level for the rest to be sure of it."""


def find_lakes(ground: Heightfield, water: Layer, noun: Checkup, rivers: Iterable[Network] = ()) -> list[Finding]:
    """Find water that is not level; beside rivers, whose water may slope, nothing is said."""
    found = []
    if float(water.values.min()) < 0.0:
        row, column = divmod(int(np.argmin(water.values)), water.shape[1])
        low = metres(float(water.values[row, column]))
        text = (
            f"The depth of water is negative here ({low} m): the layer water holds metres of depth, 0 where it is dry."
        )
        found.append(Finding("water-depth", "error", text, at_sample(water.grid, row, column, None, "water")))
    wet = water.values > 0.0
    for network in rivers:
        if len(network):
            half = 0.5 * network.of_points["width"] if "width" in network.of_points else 0.0
            near = corridor(ground.grid, network, 2.0 * ground.cell_size, np.asarray(half, np.float64))
            wet.reshape(-1)[near.cells] = False
    patches, number = label(wet, np.ones((3, 3), np.int8))
    if not number:
        return found
    surface = ground.elevation.astype(np.float64) + water.values
    index = np.arange(1, number + 1)
    size = np.bincount(patches.reshape(-1), minlength=number + 1)[1:]
    spread = maximum(surface, patches, index) - minimum(surface, patches, index)
    bad = (size >= _LEAST) & (spread > noun.level_tolerance)
    if not bad.any():
        return found
    worst = int(np.argmax(np.where(bad, spread, -np.inf)))
    here = patches == worst + 1
    middle = float(np.median(surface[here]))
    row, column = divmod(int(np.argmax(np.where(here, np.abs(surface - middle), -1.0))), ground.shape[1])
    count = int(bad.sum())
    others = "" if count == 1 else f"; {count - 1} more are not"
    text = (
        f"The surface of this water is not level: over its {int(size[worst])} samples it differs by {metres(float(spread[worst]))} m, "
        f"most here{others}: {_why(surface[here], middle, noun)}."
    )
    place = at_sample(ground.grid, row, column, float(surface[row, column]), "water")
    return [*found, Finding("lake-level", "error", text, place, count)]


def _why(surface: NDArray[np.float64], middle: float, noun: Checkup) -> str:
    off = int(np.count_nonzero(np.abs(surface - middle) > noun.level_tolerance))
    if off <= _PART * surface.size:
        return (
            f"all but {off} are level, so the ground under those was changed after the water came, as by a road's bank"
        )
    return "a lake needs one level, and a river needs its line, so that its slope is known"
