"""Midpoint displacement in two dimensions, and the skyline in one."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import _pool, seeds
from landwright.errors import SettingError, sentence
from landwright.field import Heightfield
from landwright.generate._frame import finish, make_room
from landwright.generate._kernels import subdivision
from landwright.generate._subdivide import plane, stream_words
from landwright.generate.settings import Midpoint, Skyline
from landwright.grid import Grid

__all__ = ["midpoint", "skyline"]


def midpoint(grid: Grid, noun: Midpoint = Midpoint(), *, seed: seeds.Seed = 0) -> Heightfield:
    """Grow land by 2-D midpoint displacement on the endless plane.

    Random nodes `feature_size` apart are split again and again: centers are displaced, midpoints of edges are not. The
    first split lines stay visible as creases, which suits stylized land; `diamond_square` hides them.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    noun : Midpoint
        ``relief``, ``feature_size`` (m) and ``gain``.
    seed : int or str
        Names the world.

    Returns
    -------
    Heightfield
        Elevation (rows, cols), from ``base_elevation`` to ``base_elevation + relief`` metres. These are bounds; a map a few
        features wide uses about half at a gain of 0.5 and a third at 0.8.

    See Also
    --------
    plasma : The same subdivision of one square, as in the original program.
    diamond_square : Displaces edges too.

    Notes
    -----
    Reach: point. Cost: O(samples), and O(levels) more for a small window.
    Deterministic: bit-identical on every machine, for any thread count and any tiling.

    A displacement is a hash of the position in the world and of the level; halving the cell size keeps every old sample. An
    origin that is no multiple of the cell size is snapped to one.

    References
    ----------
    .. [1] A. Fournier, D. Fussell, L. Carpenter, "Computer rendering of stochastic models", Communications of the ACM 25,
       1982.

    Examples
    --------
    >>> grid = Grid(shape=(33, 33), cell_size=16.0)
    >>> whole, part = midpoint(grid, seed=7), midpoint(grid.window(8, 20, 3, 9), seed=7)
    >>> bool((whole.elevation[8:20, 3:9] == part.elevation).all())
    True
    """
    make_room("generate.midpoint", grid.shape, 6)
    # no point leaves middle +- amplitude * (1 + gain + gain**2 + ...)
    amplitude = 0.5 * noun.relief * (1.0 - noun.gain)
    low, high = np.float32(-np.inf), np.float32(np.inf)

    def options(displacement: float) -> tuple[Any, ...]:
        return np.float32(displacement), low, high

    made = plane(
        grid,
        subdivision.midpoint_level,
        feature_size=noun.feature_size,
        middle=noun.base_elevation + 0.5 * noun.relief,
        amplitude=amplitude,
        gain=noun.gain,
        options=options,
        stream=seeds.derive(seed, "generate.midpoint"),
        margin=0,
    )
    return finish(made, grid)


def skyline(length: int, noun: Skyline = Skyline(), *, seed: seeds.Seed = 0) -> NDArray[np.float32]:
    """Draw a horizon line by 1-D midpoint displacement.

    The middle of a segment gets the mean of its ends plus a random displacement of up to ``roughness`` times the length
    of the segment, until neighbors are reached.

    Parameters
    ----------
    length : int
        Number of samples, at least 2.
    noun : Skyline
        Elevations of the ends (m), ``roughness``, and the spacing of the samples (m).
    seed : int or str
        Names the line.

    Returns
    -------
    (length,) float32
        Elevation of the samples, metres.

    Raises
    ------
    SettingError
        If `length` is not a whole number from 2 to 2**28.

    Notes
    -----
    Reach: whole. Cost: O(length).
    Deterministic: bit-identical on every machine.

    With 2**n + 1 samples, halving the spacing keeps every old sample. A segment of an odd number of steps is split beside its
    middle, in proportion, so that without roughness the line is straight.

    References
    ----------
    .. [1] A. Fournier, D. Fussell, L. Carpenter, "Computer rendering of stochastic models", Communications of the ACM 25,
       1982.

    Examples
    --------
    >>> skyline(5, Skyline(left=0.0, right=8.0, roughness=0.0)).tolist()
    [0.0, 2.0, 4.0, 6.0, 8.0]
    """
    if isinstance(length, bool) or not hasattr(length, "__index__") or not 2 <= int(length) <= 1 << 28:
        raise SettingError(
            sentence("generate.skyline: length", "must be a whole number of samples from 2 to 2**28", length)
        )
    count = int(length)
    out = np.zeros(count, np.float32)
    out[0], out[-1] = noun.left, noun.right
    ends = np.array([0, count - 1], np.int64)
    stream = seeds.derive(seed, "generate.skyline")
    step = np.float64(noun.roughness * noun.spacing)
    for level in range(math.ceil(math.log2(max(count - 1, 1)))):
        split = np.empty(2 * ends.size - 1, np.int64)
        _pool.call(subdivision.skyline_level, ends, step, *stream_words(stream, level), split, out)
        ends = split
    return out
