"""Filters that choose among the samples within a disc: highest, lowest, middle."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from landwright.errors import SettingError, sentence
from landwright.ops._kernels import rank as kernels
from landwright.ops._raster import R, data_of, like, rowwise, values_of
from landwright.ops.settings import Expand, Median, Shrink
from landwright.ops.settings._filters import disc_cells

__all__ = ["expand", "median", "shrink"]

_WIDEST = 512
_WIDEST_MEDIAN = 32


def _widths(radius: float, cell_size: float, widest: int, where: str) -> NDArray[np.int64]:
    """Return half the width of the disc, cells, in each of its rows."""
    cells = radius / cell_size + 1e-9
    half = disc_cells(radius, cell_size)
    if half > widest:
        hint = "Use a smaller radius, or ops.resample to a coarser grid first."
        raise SettingError(sentence(f"{where}: radius", f"must be at most {widest} cells", f"{half} cells", hint=hint))
    return np.array([math.floor(math.sqrt(cells * cells - k * k)) for k in range(-half, half + 1)], np.int64)


def _network(count: int) -> NDArray[np.int64]:
    """Return the comparisons (m, 2) of Batcher's odd-even merge sort of `count` values."""
    pairs: list[tuple[int, int]] = []
    p = 1
    while p < count:
        k = p
        while k >= 1:
            for j in range(k % p, count - k, 2 * k):
                for i in range(min(k, count - j - k)):
                    if (i + j) // (2 * p) == (i + j + k) // (2 * p):
                        pairs.append((i + j, i + j + k))
            k //= 2
        p *= 2
    return np.array(pairs, np.int64).reshape(-1, 2)


def median(field: R, noun: Median = Median()) -> R:
    """Replace each sample by the median within a radius.

    Single spikes and pits go, cliffs and ridges stay where they are; good for cleaning a measured DEM.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    noun : Median
        ``radius`` of the disc (m).

    Returns
    -------
    Heightfield or Layer
        Like `field`. Samples off the map or without data do not count; of an even number of samples the result is halfway
        between the middle two.

    Raises
    ------
    SettingError
        If the radius is over 32 cells.

    See Also
    --------
    smooth : Rounds everything.

    Notes
    -----
    Reach: halo of the ``radius``. Cost: O(cells x radius^2 x log^2 radius).
    Deterministic: bit-identical for any thread count and any tiling.

    References
    ----------
    .. [1] K. E. Batcher, "Sorting networks and their applications", AFIPS Spring Joint Computer Conference, 1968.

    Examples
    --------
    >>> import landwright as lw
    >>> spike = lw.Heightfield([[1.0, 1.0, 90.0, 1.0, 1.0]], cell_size=10.0)
    >>> lw.ops.median(spike, lw.ops.Median(radius=10.0)).elevation.tolist()
    [[1.0, 1.0, 1.0, 1.0, 1.0]]
    """
    z = values_of(field, noun.kind)
    widths = _widths(noun.radius, field.cell_size, _WIDEST_MEDIAN, noun.kind)
    half = widths.size // 2
    disc = np.array([(k - half, j) for k, w in enumerate(widths) for j in range(-int(w), int(w) + 1)], np.int64)
    return like(field, rowwise(kernels.middle_rows, z, data_of(field), disc, _network(len(disc))))


def expand(field: R, noun: Expand = Expand()) -> R:
    """Replace each sample by the highest within a radius (morphological dilation).

    Peaks become round plateaus, narrow valleys close; a mask grows by the radius.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    noun : Expand
        ``radius`` of the disc (m).

    Returns
    -------
    Heightfield or Layer
        Like `field`, nowhere lower. Samples off the map or without data do not count.

    Raises
    ------
    SettingError
        If the radius is over 512 cells.

    See Also
    --------
    shrink : The lowest instead; expand and then shrink closes gaps, shrink and then expand removes specks.

    Notes
    -----
    Reach: halo of the ``radius``. Cost: O(cells x radius x log radius).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> spot = lw.Mask([[0.0, 0.0, 1.0, 0.0, 0.0]], cell_size=10.0)
    >>> lw.ops.expand(spot, lw.ops.Expand(radius=10.0)).values.tolist()
    [[0.0, 1.0, 1.0, 1.0, 0.0]]
    """
    widths = _widths(noun.radius, field.cell_size, _WIDEST, noun.kind)
    z = values_of(field, noun.kind)
    return like(field, rowwise(kernels.highest_rows, z, data_of(field), widths, np.float32(1.0)))


def shrink(field: R, noun: Shrink = Shrink()) -> R:
    """Replace each sample by the lowest within a radius (morphological erosion, which moves no material).

    Valleys become broad floors, narrow ridges go; a mask shrinks by the radius.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    noun : Shrink
        ``radius`` of the disc (m).

    Returns
    -------
    Heightfield or Layer
        Like `field`, nowhere higher. Samples off the map or without data do not count.

    Raises
    ------
    SettingError
        If the radius is over 512 cells.

    See Also
    --------
    expand : The highest instead.

    Notes
    -----
    Reach: halo of the ``radius``. Cost: O(cells x radius x log radius).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> ridge = lw.Heightfield([[0.0, 5.0, 9.0, 5.0, 0.0]], cell_size=10.0)
    >>> lw.ops.shrink(ridge, lw.ops.Shrink(radius=10.0)).elevation.tolist()
    [[0.0, 0.0, 5.0, 0.0, 0.0]]
    """
    widths = _widths(noun.radius, field.cell_size, _WIDEST, noun.kind)
    z = values_of(field, noun.kind)
    return like(field, rowwise(kernels.highest_rows, z, data_of(field), widths, np.float32(-1.0)))
