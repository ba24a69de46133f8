"""Byte order: 16-bit heights whose two bytes were read in the wrong order are far rougher than they should be."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright.doctor._findings import Finding, at_sample
from landwright.doctor.settings import Checkup
from landwright.field import Heightfield
from landwright.grid import Grid
from landwright.io.settings import IMAGE_RELIEF

__all__ = ["find_swapped", "find_swapped_words"]

_SAMPLES: Final = 64


def find_swapped(field: Heightfield, noun: Checkup) -> list[Finding]:
    """Find swapped bytes in heights that are whole numbers of metres, or the levels of a 16-bit picture."""
    z = field.elevation if field.mask is None else np.where(field.mask, field.elevation, np.float32(0))
    for unit in (1.0, IMAGE_RELIEF / 65535.0):
        words = _words(z, unit)
        if words is not None:
            found = find_swapped_words(words, field.grid, noun, field.mask)
            if found:
                return found
    return []


def _words(z: NDArray[np.float32], unit: float) -> NDArray[Any] | None:
    levels = np.rint(z.astype(np.float64) / unit)
    blur = 4.0 * float(np.spacing(np.float32(np.abs(z).max())))
    if np.abs(levels * unit - z).max() > blur or blur > 0.25 * unit:
        return None
    low, high = levels.min(), levels.max()
    if low >= 0.0 and high <= 65535.0:
        return levels.astype(np.uint16)
    return levels.astype(np.int16) if low >= -32768.0 and high <= 32767.0 else None


def find_swapped_words(
    words: NDArray[Any], grid: Grid | None, noun: Checkup, there: NDArray[np.bool_] | None = None
) -> list[Finding]:
    """Find swapped bytes in 16-bit samples: swapped back, they would be far smoother."""
    if words.dtype.kind not in "iu" or words.dtype.itemsize != 2 or min(words.shape) < 3 or words.size < _SAMPLES:
        return []
    if not (words & 0xFF).any() or not (words.astype(np.int64) & 0xFF00).any():
        return []  # one byte is always 0: 8 bits in disguise, and smooth either way
    given, swapped = _steps(words, there), _steps(words.byteswap(), there)
    rough, smooth = float(given.mean()), float(swapped.mean())
    if rough <= noun.swapped_ratio * smooth or rough == 0.0:
        return []
    row, column = divmod(int(np.argmax(given)), given.shape[1])
    times = rough / max(smooth, 1e-9)
    text = f"With the two bytes of each sample swapped the ground would be {times:.0f} times smoother: read it with the other byte order."
    return [Finding("byte-order", "error", text, at_sample(grid, row, column))]


def _steps(words: NDArray[Any], there: NDArray[np.bool_] | None) -> NDArray[np.float64]:
    """Return how far each sample is from the next to the east and to the south (rows - 1, cols - 1)."""
    z = words.astype(np.float64)
    steps = np.abs(z[:-1, 1:] - z[:-1, :-1]) + np.abs(z[1:, :-1] - z[:-1, :-1])
    if there is not None:
        steps[~(there[:-1, 1:] & there[1:, :-1] & there[:-1, :-1])] = 0.0
    return steps
