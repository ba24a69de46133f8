"""Diamond-square on the endless plane, inside a constant border, and on the torus."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright import seeds
from landwright.errors import SettingError, sentence
from landwright.field import Heightfield
from landwright.generate._frame import finish, levels_for, make_room
from landwright.generate._kernels import subdivision
from landwright.generate._subdivide import level_key, plane, run, stream_words
from landwright.generate.settings import DiamondSquare
from landwright.grid import Grid

__all__ = ["diamond_square"]


def diamond_square(grid: Grid, noun: DiamondSquare = DiamondSquare(), *, seed: seeds.Seed = 0) -> Heightfield:
    """Grow land by the diamond-square method.

    Random nodes `feature_size` apart are refined level by level: first the center of every square becomes the mean of its four
    corners, then the midpoint of every edge the mean of its two ends and the centers on both sides; both are displaced at
    random. Literature calls the two steps "diamond" and "square", in either order. Good as bare rough land and as the start of
    erosion.

    Parameters
    ----------
    grid : Grid
        Where the samples lie; any shape.
    noun : DiamondSquare
        ``relief``, ``feature_size`` (m), ``gain`` and the border rule.
    seed : int or str
        Names the world.

    Returns
    -------
    Heightfield
        Elevation (rows, cols). With an open or torus border from ``base_elevation`` to ``base_elevation + relief`` metres, with
        a constant border up to half the relief above and below ``base_elevation + border_height``. These are bounds; a map a
        few features wide uses about half at a gain of 0.5 and a third at 0.8.

    Raises
    ------
    SettingError
        If a torus does not hold whole features.
    MemoryLimit
        If the map does not fit into memory.

    See Also
    --------
    midpoint : Displaces centers only.
    plasma : The original program's landscape.

    Notes
    -----
    Reach: whole; with an open border a point, so windows of a grid equal the whole. Cost: O(samples).
    Deterministic: bit-identical on every machine, for any thread count and, with an open border, any tiling.

    A displacement is a hash of the position and of the level, and a level is named by its spacing in metres; halving the
    cell size keeps every old sample.

    *Open*: the land goes on; positions count from the world's (0, 0), and an origin that is no multiple of the cell size is snapped
    to one. *Constant* and *torus*: positions count from the north-west sample, and the coarsest squares are at most the smallest
    square of 2**n cells that covers the map. Outside a constant border stands ``base_elevation + border_height``, which is also the
    elevation of coarsest nodes on the border; a shape that is no whole number of coarsest squares is cropped. A torus of
    (rows, cols) samples repeats after rows and columns, or when these are a multiple plus one, after one less.

    References
    ----------
    .. [1] G. S. P. Miller, "The definition and rendering of terrain maps", SIGGRAPH 1986.

    Examples
    --------
    >>> import landwright as lw
    >>> grid = lw.Grid(shape=(65, 65), cell_size=16.0)
    >>> field = lw.generate.diamond_square(grid, lw.generate.DiamondSquare(relief=600.0), seed=7)
    >>> bool(field.elevation.min() >= 0.0) and bool(field.elevation.max() <= 600.0)
    True
    """
    stream = seeds.derive(seed, "generate.diamond_square")
    # a center leaves the range of its corners by one displacement, an edge by half of that and one of its own
    share = 1.5 if noun.displace_edges else 1.0
    amplitude = 0.5 * noun.relief / (1.0 + share * noun.gain / (1.0 - noun.gain))

    def options(displacement: float) -> tuple[Any, ...]:
        return np.float32(displacement), np.float32(displacement if noun.displace_edges else 0.0)

    if noun.border == "open":
        make_room("generate.diamond_square", grid.shape, 6)
        made = plane(
            grid,
            subdivision.open_level,
            feature_size=noun.feature_size,
            middle=noun.base_elevation + 0.5 * noun.relief,
            amplitude=amplitude,
            gain=noun.gain,
            options=options,
            stream=stream,
            margin=1,
        )
        return finish(made, grid)
    return finish(_closed(grid, noun, amplitude, options, stream), grid)


def _closed(grid: Grid, noun: DiamondSquare, amplitude: float, options: Any, stream: int) -> NDArray[np.float32]:
    """Evaluate the map as a whole, between its borders."""
    torus = noun.border == "torus"
    levels = max(0, levels_for(noun.feature_size, grid.cell_size))
    if torus:
        levels = min(levels, min(grid.shape).bit_length() - 1)
        m, n = (_squares_around(count, levels, grid, noun) for count in grid.shape)
    else:
        levels = min(levels, max(0, max(grid.shape) - 2).bit_length())
        m, n = (max(1, -(-(count - 1) // (1 << levels))) for count in grid.shape)
    make_room("generate.diamond_square", ((m << levels) + 1, (n << levels) + 1), 6)

    outside = noun.base_elevation + noun.border_height
    middle = noun.base_elevation + 0.5 * noun.relief if torus else outside
    spacing = grid.cell_size * 2.0**levels
    src = np.empty((m + 1, n + 1), np.float32)
    words = stream_words(stream, level_key(spacing))
    subdivision.nodes(0, 0, 1, np.float32(middle), np.float32(amplitude), *words, src)
    if torus:
        src[m], src[:, n] = src[0], src[:, 0]
        src[m, n] = src[0, 0]
    else:
        src[[0, m]], src[:, [0, n]] = outside, outside
    for _ in range(levels):
        spacing *= 0.5
        amplitude *= noun.gain
        dst = np.empty((2 * src.shape[0] - 1, 2 * src.shape[1] - 1), np.float32)
        words = stream_words(stream, level_key(spacing) - 4096)
        run(subdivision.closed_level, src, torus, np.float32(outside), *options(amplitude), *words, out=dst)
        src = dst
    return src if src.shape == grid.shape else np.ascontiguousarray(src[: grid.rows, : grid.cols])


def _squares_around(count: int, levels: int, grid: Grid, noun: DiamondSquare) -> int:
    """Return how many coarsest squares go around a torus of `count` samples."""
    size = 1 << levels
    if count % size > 1:
        largest = (count & -count) * grid.cell_size
        raise SettingError(
            sentence(
                "generate.diamond_square: border",
                f"torus needs rows and columns that are whole coarsest squares of {size} cells, or one more",
                grid.shape,
                hint=f"Use multiples of {size}, or feature_size={largest:g}.",
            )
        )
    return max(1, count // size)
