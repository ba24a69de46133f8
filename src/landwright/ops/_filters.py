"""Smooth and sharpen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from landwright._pool import call
from landwright.errors import SettingError, sentence
from landwright.ops._kernels import bell as kernels
from landwright.ops._raster import R, data_of, like, rowwise, values_of
from landwright.ops.settings import Sharpen, Smooth
from landwright.ops.settings._filters import bell_cells

__all__ = ["bell_smoothed", "sharpen", "smooth"]

_WIDEST = 2048.0


def bell_smoothed(
    z: NDArray[np.float32], data: NDArray[np.bool_], radius_cells: float, where: str
) -> NDArray[np.float32]:
    """Smooth with a bell of standard deviation `radius_cells`; samples without data count nothing and stay as they are."""
    half = bell_cells(radius_cells, 1.0)
    if half == 0:
        return z
    if radius_cells > _WIDEST:
        must = f"must be at most {_WIDEST:g} cells"
        hint = "Use a smaller radius, or ops.resample to a coarser grid first."
        raise SettingError(sentence(f"{where}: radius", must, f"{radius_cells:g} cells", hint=hint))
    weights = np.empty(half + 1, np.float64)
    call(kernels.bell, radius_cells, weights)
    if data.shape != z.shape:
        return _both_axes(z, weights)
    held = data.astype(np.float32)
    total, share = _both_axes(np.where(data, z, np.float32(0.0)), weights), _both_axes(held, weights)
    return np.divide(total, share, out=np.array(z), where=data)


def _both_axes(z: NDArray[np.float32], weights: NDArray[np.float64]) -> NDArray[np.float32]:
    return rowwise(kernels.along_columns, rowwise(kernels.across_rows, z, weights), weights)


def smooth(field: R, noun: Smooth = Smooth()) -> R:
    """Smooth with a bell-shaped (Gaussian) window.

    Rounds ridges and fills notches alike; good for dunes, for old hills, and to soften a mask. It does not know what water
    or scree would do: that is ``erosion``.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    noun : Smooth
        ``radius`` is the standard deviation of the bell (m); it is cut off at four radii. The map is reflected at its
        borders, so the mean of the map stays.

    Returns
    -------
    Heightfield or Layer
        Like `field`. Samples without data count nothing and stay as they are.

    Raises
    ------
    SettingError
        If the radius is over 2048 cells.

    See Also
    --------
    median : Removes spikes and keeps cliffs.

    Notes
    -----
    Reach: halo of 4 ``radius``. Cost: O(cells x radius).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> step = lw.Heightfield([[0.0, 0.0, 8.0, 8.0]], cell_size=10.0)
    >>> lw.ops.smooth(step, lw.ops.Smooth(radius=10.0)).elevation.round().tolist()
    [[1.0, 2.0, 6.0, 7.0]]
    """
    z = values_of(field, noun.kind)
    return like(field, bell_smoothed(z, data_of(field), noun.radius / field.cell_size, noun.kind))


def sharpen(field: R, noun: Sharpen = Sharpen()) -> R:
    """Strengthen or weaken detail: what a bell of that radius would smooth away.

    Parameters
    ----------
    field : Heightfield or Layer
        Values (rows, cols).
    noun : Sharpen
        ``amount`` 0 changes nothing, 1 doubles the detail, -1 removes it (the same as ``smooth``).

    Returns
    -------
    Heightfield or Layer
        Like `field`; a Mask is cut off at 0 and 1.

    Raises
    ------
    SettingError
        If the radius is over 2048 cells.

    See Also
    --------
    smooth : Remove the detail.

    Notes
    -----
    Reach: halo of 4 ``radius``. Cost: O(cells x radius).
    Deterministic: bit-identical for any thread count and any tiling.

    Examples
    --------
    >>> import landwright as lw
    >>> step = lw.Heightfield([[0.0, 0.0, 8.0, 8.0]], cell_size=10.0)
    >>> lw.ops.sharpen(step, lw.ops.Sharpen(radius=10.0, amount=1.0)).elevation.round().tolist()
    [[-1.0, -2.0, 10.0, 9.0]]
    """
    z = values_of(field, noun.kind)
    base = bell_smoothed(z, data_of(field), noun.radius / field.cell_size, noun.kind)
    return like(field, rowwise(kernels.detail_rows, z, base, noun.amount))
