"""The point-local erosion filter."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright._hash import seed_words
from landwright.erosion._kernels import carve as kernels
from landwright.erosion.settings import Gullies
from landwright.errors import SettingError, sentence
from landwright.field import Heightfield, Layer
from landwright.ops import Smooth, smooth
from landwright.seeds import Seed, derive

__all__ = ["gullies"]

STRIPES_PER_CELL = 1.0 / 0.7
_WIDEST = 2048.0
"""Cells that a smoothing may span, as in ``ops.smooth``."""


def _bell(values: NDArray[np.float32], sigma: float) -> NDArray[np.float32]:
    """Smooth with a bell of `sigma` cells, reaching four of them."""
    return smooth(Layer(values), Smooth(radius=sigma)).values


def _look(
    z: NDArray[np.float32], noun: Gullies, cell_size: float
) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Return slope east, slope north, steepness of the surroundings (0 to 1) and crest (0 floor to 1 back), all (rows, cols).

    The ground is smoothed first, so that every sample of a hillside agrees where downhill is.
    """
    near, far = noun.sigmas(cell_size)
    reach = math.ceil(4.0 * near) + 2
    # beyond the map's edge the ground goes on as it does inside, turned about the edge: no rim
    beyond = np.pad(z, reach, mode="reflect", reflect_type="odd")
    p = _bell(beyond, near)[reach - 1 : 1 - reach, reach - 1 : 1 - reach]
    here = p[1:-1, 1:-1]
    half = np.float32(0.5 / cell_size)
    east = (p[1:-1, 2:] - p[1:-1, :-2]) * half
    north = (p[:-2, 1:-1] - p[2:, 1:-1]) * half
    around = np.sqrt(east * east + north * north)
    around = _bell(around, far)
    bend = (p[1:-1, 2:] + p[1:-1, :-2] + p[:-2, 1:-1] + p[2:, 1:-1] - 4.0 * here) / np.float32(cell_size * cell_size)
    bend *= np.float32(noun.wavelength) / (around + np.float32(1e-3))
    crest = np.float32(0.5) - np.float32(0.5) * bend / (np.float32(1.0) + np.abs(bend))
    steepness = around / (around + np.float32(noun.full_slope))
    return (
        np.ascontiguousarray(east),
        np.ascontiguousarray(north),
        np.ascontiguousarray(steepness),
        np.ascontiguousarray(crest, dtype=np.float32),
    )


def gullies(field: Heightfield, noun: Gullies = Gullies(), *, seed: Seed = 0) -> Heightfield:
    """Cut gullies that run down the slope and branch.

    Makes noise look like land: valleys that run down every hillside, join, and leave spurs between them. Level ground
    keeps its level. Nothing flows: for valleys that drain without exception use ``hydrology`` and stream-power erosion.

    Parameters
    ----------
    field : Heightfield
        Ground; ``elevation`` is (rows, cols) float32, metres.
    noun : Gullies
        Sizes, depth and branching.
    seed : int or str
        Moves the gullies; the ground below stays.

    Returns
    -------
    Heightfield
        New field, same grid and mask. No sample is raised; none sinks by more than the sum over the scales of
        ``0.35 * depth * wavelength * gain**scale``. Scales finer than two samples are left out.

    Raises
    ------
    SettingError
        If the wavelength is so many cells that the ground around a sample would be more than can be looked at.

    See Also
    --------
    landwright.ops.smooth : Take detail away instead.

    Notes
    -----
    Reach: halo of about 2.8 wavelengths at the default smoothing (``noun.halo``).
    Cost: O(samples x octaves), about 0.03 s a million samples and octave on one core.
    Deterministic: bit-identical for any thread count and any tiling with its halo.

    References
    ----------
    .. [1] Own design. That stripes of noise turned into the slope look like gullies is known from shader art; branching by
       feeding each scale's gradient to the next, and keeping crests and floors, is described in the kernel's file.

    Examples
    --------
    >>> from landwright.field import Heightfield
    >>> hill = Heightfield([[0.3 * 10 * c for c in range(64)] for _ in range(64)], cell_size=10.0)
    >>> cut = gullies(hill, Gullies(wavelength=200.0), seed=7)
    >>> bool((cut.elevation <= hill.elevation).all())
    True
    """
    grid = field.grid
    z = field.elevation
    widest = max(noun.sigmas(grid.cell_size))
    if widest > _WIDEST:
        most = noun.wavelength * _WIDEST / widest
        must = f"must be at most {most:g} m on cells of {grid.cell_size:g} m"
        hint = "Use a shorter one, or ops.resample to a coarser grid first."
        raise SettingError(sentence("erosion.gullies: wavelength", must, noun.wavelength, hint=hint))
    east, north, steepness, crest = _look(z, noun, grid.cell_size)
    wavelengths = noun.wavelength / noun.lacunarity ** np.arange(noun.octaves)
    wavelengths = wavelengths[wavelengths >= 2.0 * grid.cell_size]
    out = np.empty_like(z)
    if wavelengths.size == 0:
        return field
    amplitude = noun.depth * noun.wavelength * noun.gain ** np.arange(wavelengths.size) * 0.35
    frequency = 1.0 / (wavelengths * STRIPES_PER_CELL)
    words = np.array([seed_words(derive(seed, "erosion.gullies"), o) for o in range(wavelengths.size)], np.uint32)
    _pool.run_rows(
        kernels.carve,
        grid.rows,
        z,
        east,
        north,
        steepness,
        crest,
        grid.x,
        grid.y,
        frequency,
        amplitude.astype(np.float32),
        words,
        np.float32(STRIPES_PER_CELL),
        np.float32(noun.branching),
        np.float32(noun.ridge_rounding),
        out,
    )
    return field.with_elevation(out)
