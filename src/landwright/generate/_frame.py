"""What every generator does with a grid: find its place in the world's lattice, make room for it, hand it back."""

from __future__ import annotations

import math
import os

import numpy as np
from numpy.typing import NDArray

from landwright._hash import seed_words
from landwright.errors import MemoryLimit, SettingError, sentence
from landwright.field import Heightfield
from landwright.generate._kernels import directions
from landwright.grid import Grid

__all__ = ["bearing", "finish", "levels_for", "make_room", "uniform", "world_index"]

_FARTHEST = 2.0**52


def world_index(grid: Grid) -> tuple[int, int]:
    """Return the row and column of the north-west sample in the lattice of this cell size through (0, 0).

    Rows count southward. The grid's origin is snapped to the lattice once, where the lattice it was cut from begins, so
    every window of a grid gets indices that agree.
    """
    row, col = grid.first
    x, y = grid.window(-row, 1 - row, -col, 1 - col).north_west
    if max(abs(x), abs(y)) / grid.cell_size > _FARTHEST:
        raise SettingError(
            sentence("grid: origin", f"must lie within 2**52 cells of (0, 0), cells of {grid.cell_size:g} m", (x, y))
        )
    return row - math.floor(y / grid.cell_size + 0.5), col + math.floor(x / grid.cell_size + 0.5)


def levels_for(feature_size: float, cell_size: float) -> int:
    """Return k such that ``cell_size * 2**k`` is the power-of-two multiple nearest to `feature_size` (by ratio).

    Halving the cell size adds exactly one. Negative when the features are smaller than a cell.
    """
    mantissa, exponent = math.frexp(feature_size / cell_size)
    return exponent - 1 + (mantissa >= math.sqrt(0.5))


def bearing(degrees: float) -> tuple[float, float]:
    """Return the unit vector (east, north) of a compass bearing, the same bits everywhere."""
    out = np.empty(2, np.float64)
    directions.unit_vector(degrees * (math.pi / 180.0), out)
    return float(out[0]), float(out[1])


def uniform(stream: int, index: int) -> float:
    """Return number `index` of a stream, in [0, 1), of 53 bits."""
    low, high = seed_words(stream, index)
    return ((high << 32 | low) >> 11) / float(1 << 53)


def make_room(where: str, shape: tuple[int, int], bytes_a_sample: int) -> None:
    """Refuse work that cannot fit into this machine's memory, before any of it is done."""
    needed = shape[0] * shape[1] * bytes_a_sample
    try:
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        memory = 1 << 40
    if needed > memory:
        raise MemoryLimit(
            f"{where}: {shape[0]} x {shape[1]} samples need about {needed / 2**30:.1f} GiB, this machine has "
            f"{memory / 2**30:.1f} GiB. Use a larger cell size or build the map in tiles (grid.window)."
        )


def finish(elevation: NDArray[np.float32], grid: Grid) -> Heightfield:
    """Return the array as a heightfield on `grid`; the array is given away and must not be written to again."""
    elevation.flags.writeable = False
    return Heightfield(elevation, grid=grid)
