"""Land from its spectrum: random waves whose power falls with frequency."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import fft

from landwright import _pool, seeds
from landwright.field import Heightfield
from landwright.generate._frame import finish, make_room
from landwright.generate._kernels import spectrum as kernels
from landwright.generate._subdivide import stream_words
from landwright.generate.settings import Spectral
from landwright.grid import Grid

__all__ = ["spectral"]

_BAND = 16.0
_MOST = 1 << 22
_BLOCK = 1 << 19


def spectral(grid: Grid, noun: Spectral = Spectral(), *, seed: seeds.Seed = 0) -> Heightfield:
    """Grow land from random waves whose power falls with frequency, 1/f^beta.

    Waves of all directions and of every length that fits the map are added. Statistically the most regular of all rough
    lands, without any lattice; its opposite edges match. Good as a test surface and for gentle land.

    Parameters
    ----------
    grid : Grid
        Where the samples lie. The last row and column repeat the first, so that the map tiles after its extent.
    noun : Spectral
        ``relief`` (m), the exponent of the power, and the longest wave (m).
    seed : int or str
        Names the world.

    Returns
    -------
    Heightfield
        Elevation (rows, cols), metres; the mean is ``base_elevation + relief / 2`` and the standard deviation of the waves down to a
        sixteenth of the longest is expected to be a quarter of the relief. It is not brought to bounds, so that rare samples
        lie outside.

    Raises
    ------
    MemoryLimit
        If the spectrum does not fit into memory.

    See Also
    --------
    diamond_square : Bit-exact rough land.

    Notes
    -----
    Reach: whole. Cost: O(samples x log samples), and 14 bytes a sample.
    Deterministic: bit-identical on one machine for any thread count; across machines the waves are, but not their sum by FFT: any two
    FFTs in float64 agree within 1e-6 of relief plus base elevation.

    A wave is a hash of its wave numbers. Halving the cell size at the same extent keeps all waves and adds shorter ones.

    References
    ----------
    .. [1] R. F. Voss, "Random fractal forgeries", in "Fundamental Algorithms for Computer Graphics", 1985.

    Examples
    --------
    >>> field = spectral(Grid(shape=(65, 65), cell_size=30.0), Spectral(relief=400.0), seed=7)
    >>> bool(abs(field.elevation.mean() - 200.0) < 20.0)
    True
    """
    return finish(_sum(_waves(grid, noun, seed), grid, noun, fft), grid)


def _waves(grid: Grid, noun: Spectral, seed: seeds.Seed) -> NDArray[np.complex128]:
    """Return the half spectrum, (rows, cols // 2 + 1) of the map without its repeated edge."""
    make_room("generate.spectral", grid.shape, 14)
    rows, cols = max(grid.rows - 1, 1), max(grid.cols - 1, 1)
    width, length = cols * grid.cell_size, rows * grid.cell_size
    lowest = 0.0 if noun.wavelength is None else 1.0 / noun.wavelength
    total = _power(width, length, lowest, noun.exponent)
    scale = 0.25 * noun.relief / math.sqrt(total) if total > 0.0 else 0.0
    waves = np.empty((rows, cols // 2 + 1), np.complex128)
    words = stream_words(seeds.derive(seed, "generate.spectral"), 0)
    _pool.run_rows(kernels.waves, rows, cols, width, length, lowest, noun.exponent, scale, *words, waves)
    return waves


def _sum(waves: NDArray[np.complex128], grid: Grid, noun: Spectral, transforms: Any) -> NDArray[np.float32]:
    """Add the waves up with ``transforms.ifft`` and ``irfft``, some columns, then some rows at a time; `waves` is used up."""
    rows, cols = max(grid.rows - 1, 1), max(grid.cols - 1, 1)
    middle = noun.base_elevation + 0.5 * noun.relief
    out = np.empty(grid.shape, np.float32)
    control = _pool.current()
    step = max(1, _BLOCK // rows)
    for first in range(0, waves.shape[1], step):
        part = waves[:, first : first + step]
        part[:] = transforms.ifft(part, axis=0, norm="forward")
        control.report(0.6 * first / waves.shape[1])
    step = max(1, _BLOCK // cols)
    for first in range(0, rows, step):
        part = waves[first : first + step]
        out[first : first + len(part), :cols] = transforms.irfft(part, n=cols, axis=1, norm="forward") + middle
        control.report(0.6 + 0.4 * first / rows)
    out[-1, :cols], out[:, -1] = out[0, :cols], out[:, 0]
    return out


def _power(width: float, length: float, lowest: float, exponent: float) -> float:
    """Return the sum of frequency**-exponent over the waves of a map, from its longest down to a sixteenth of that.

    It does not depend on the cell size, so neither does the land.
    """
    first = max(lowest, 1.0 / max(width, length))
    last = _BAND * first
    reach_x, reach_y = math.floor(last * width + 1e-9), math.floor(last * length + 1e-9)
    if (2 * reach_x + 1) * (2 * reach_y + 1) > _MOST:
        # so many waves that their sum is an integral over a ring
        a = 2.0 - exponent
        ring = math.log(_BAND) if abs(a) < 1e-9 else (last**a - first**a) / a
        return 2.0 * math.pi * width * length * ring
    fx = np.arange(-reach_x, reach_x + 1) / width
    fy = np.arange(-reach_y, reach_y + 1)[:, np.newaxis] / length
    f = np.sqrt(fx * fx + fy * fy)
    f = f[(f >= first * (1.0 - 1e-9)) & (f <= last)]
    return float((f**-exponent).sum())
