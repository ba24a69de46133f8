"""The walk down the levels of a subdivision of the endless plane, for any window of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright._hash import seed_words
from landwright.generate._frame import levels_for, world_index
from landwright.generate._kernels import subdivision
from landwright.grid import Grid

__all__ = ["LevelKernel", "level_key", "plane", "run", "stream_words"]

LevelKernel = Callable[..., Any]
_SMALL = 1 << 18


def stream_words(stream: int, index: int) -> tuple[np.uint32, np.uint32]:
    """Return the two words of a level's stream, typed for kernels."""
    s0, s1 = seed_words(stream, index)
    return np.uint32(s0), np.uint32(s1)


def level_key(spacing: float) -> int:
    """Return the number that names the level of this spacing (m) in every world, whatever its coarsest level."""
    return math.frexp(spacing)[1] + 2048


def run(kernel: Callable[..., Any], *args: Any, out: NDArray[np.float32]) -> None:
    """Run one level; a small one without the detour over the pool."""
    if out.size <= _SMALL:
        control = _pool.current()
        control.check()
        kernel(control.flags, *args, out)
    else:
        _pool.call(kernel, *args, out, polls=True)


def plane(
    grid: Grid,
    kernel: LevelKernel,
    *,
    feature_size: float,
    middle: float,
    amplitude: float,
    gain: float,
    options: Callable[[float], tuple[Any, ...]],
    stream: int,
    margin: int,
) -> NDArray[np.float32]:
    """Evaluate a subdivision of the plane on a grid.

    Parameters
    ----------
    grid : Grid
        A whole grid or a window.
    kernel : kernel
        Makes one level: ``(control, src, r, c, row, col, *options, s0, s1, dst)``.
    feature_size : float
        Spacing of the coarsest nodes (m), snapped to a power of two times the cell size.
    middle, amplitude : float
        Elevation of the coarsest nodes and their largest displacement (m).
    gain : float
        Displacement of a level over that of the level before.
    options : callable
        What the kernel takes for a level with this displacement (m).
    stream : int
        Seed of the stage.
    margin : int
        How many nodes `kernel` needs beyond the ones around `dst`.

    Returns
    -------
    (rows, cols) float32
        Elevation (m).
    """
    row, col = world_index(grid)
    levels = levels_for(feature_size, grid.cell_size)
    spacing = grid.cell_size * 2.0**levels
    stride = 1 << max(-levels, 0)
    # windows (row, col, rows, cols) from the finest level to the coarsest; all but the coarsest start at an even column
    windows = []
    window = (row, col, grid.rows, grid.cols)
    for _ in range(levels):
        r, c, rows, cols = window
        window = (r, c - (c & 1), rows, cols + (c & 1))
        windows.append(window)
        (r, rows), (c, cols) = _parents(r, rows, margin), _parents(*window[1::2], margin)
        window = (r, c, rows, cols)
    src = np.empty(window[2:], np.float32)
    words = stream_words(stream, level_key(spacing))
    run(
        lambda control, *args: subdivision.nodes(*args),
        window[0],
        window[1],
        stride,
        np.float32(middle),
        np.float32(amplitude),
        *words,
        out=src,
    )
    at = window[:2]
    for r, c, rows, cols in reversed(windows):
        spacing *= 0.5
        amplitude *= gain
        dst = np.empty((rows, cols), np.float32)
        words = stream_words(stream, level_key(spacing) - 4096)
        run(kernel, src, r // 2 - at[0], c // 2 - at[1], r, c, *options(amplitude), *words, out=dst)
        src, at = dst, (r, c)
    if src.shape == grid.shape:
        return src
    return np.ascontiguousarray(src[row - at[0] :, col - at[1] :])


def _parents(first: int, count: int, margin: int) -> tuple[int, int]:
    """Return the first node and how many nodes the level above must hold, along one axis."""
    last = first + count - 1
    low, high = first // 2 - margin, (last + 1) // 2 + margin
    return low, high - low + 1
