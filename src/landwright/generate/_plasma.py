"""Plasma: the landscape of the original program."""

from __future__ import annotations

import numpy as np

from landwright import _pool, seeds
from landwright.field import Heightfield
from landwright.generate._frame import finish, make_room
from landwright.generate._kernels import subdivision
from landwright.generate._subdivide import stream_words
from landwright.generate.settings import Plasma
from landwright.grid import Grid

__all__ = ["plasma"]


def plasma(grid: Grid, noun: Plasma = Plasma(), *, seed: seeds.Seed = 0) -> Heightfield:
    """Grow the plasma landscape of the original program.

    A square with four random corners is split again and again: the center becomes the mean of the corners plus a random
    displacement, the midpoint of an edge the mean of its two ends. The first displacement is up to ``grain / 4`` of the full
    height, every further one half of that. Use it for parity and for rolling land with plains; `diamond_square` shows
    fewer creases.

    Parameters
    ----------
    grid : Grid
        Where the samples lie. The smallest square of 2**n cells that covers it is laid with its corner on the north-west
        sample, and cropped.
    noun : Plasma
        ``rockiness`` and ``relief`` (m) scale the height, ``grain`` the displacement, ``plains`` lets it saturate.
    seed : int or str
        Names the world.

    Returns
    -------
    Heightfield
        Elevation (rows, cols), from 0 to ``rockiness * relief`` metres.

    Raises
    ------
    MemoryLimit
        If the lattice does not fit into memory.

    See Also
    --------
    midpoint : The same subdivision in metres, without borders.
    diamond_square : Displaces edges too.

    Notes
    -----
    Reach: whole; the square depends on the shape of the grid. Cost: O(samples).
    Deterministic: bit-identical on every machine and for any thread count.

    Displacements belong to the square and its levels, not to metres: halving the cell size at the same extent keeps every
    old sample, bit for bit, and adds detail between (with ``pixels="lattice"``); the same shape with another cell size is the
    same picture, stretched. Elevations do not depend on the cell size. The recursion of the original, which visits a
    pixel four times, is a loop over levels here with one value a sample; heights stay floats and are never rounded to 8 bits.

    References
    ----------
    .. [1] A. Fournier, D. Fussell, L. Carpenter, "Computer rendering of stochastic models", Communications of the ACM 25,
       1982.

    Examples
    --------
    >>> field = plasma(Grid(shape=(65, 65), cell_size=32.0), Plasma(rockiness=0.5), seed=7)
    >>> field.shape, bool(field.elevation.max() <= 1024.0)
    ((65, 65), True)
    """
    program = noun.pixels == "program"
    rows, cols = grid.rows + program, grid.cols + program
    levels = max(0, max(rows, cols) - 2).bit_length()
    make_room("generate.plasma", (rows, cols), 6 + 4 * program)
    stream = seeds.derive(seed, "generate.plasma")
    height = np.float32(noun.rockiness * noun.relief)

    src = np.empty((2, 2), np.float32)
    _pool.call(subdivision.corners, *stream_words(stream, -1), src)
    low, high = (np.float32(-np.inf), np.float32(np.inf)) if noun.plains else (np.float32(0.0), np.float32(1.0))
    for level in range(levels):
        step = levels - 1 - level
        dst = np.empty((-(-(rows - 1) >> step) + 1, -(-(cols - 1) >> step) + 1), np.float32)
        amplitude = np.float32(noun.grain / 4.0 * 0.5**level)
        words = stream_words(stream, level)
        _pool.call(subdivision.midpoint_level, src, 0, 0, 0, 0, amplitude, low, high, *words, dst, polls=True)
        src = dst
    out = np.empty(grid.shape, np.float32) if program or src.shape != grid.shape else src
    _pool.call(subdivision.pixel_means if program else subdivision.clamp_scale, src, height, out)
    return finish(out, grid)
