"""Land from noise: any noise as elevation, and the lattice noise of the original specification."""

from __future__ import annotations

import numpy as np

from landwright import _pool, seeds
from landwright.errors import SettingError, sentence
from landwright.field import Heightfield
from landwright.generate._frame import finish, make_room
from landwright.generate._kernels import directions
from landwright.generate._kernels import stretched as kernels
from landwright.generate._subdivide import stream_words
from landwright.generate.settings import NoiseField, Perlin
from landwright.grid import Grid
from landwright.noise import sample

__all__ = ["noise_field", "perlin"]


def noise_field(grid: Grid, noun: NoiseField = NoiseField(), *, seed: seeds.Seed = 0) -> Heightfield:
    """Read a noise as elevation.

    The start of most landscapes: fbm for rolling land, ridged for mountains, a warp for land that looks folded.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    noun : NoiseField
        The noise, the relief (m) it is stretched to, and an optional period (m).
    seed : int or str
        Names the world.

    Returns
    -------
    Heightfield
        ``base_elevation + relief * (n + 1) / 2`` metres (rows, cols), where n is the noise, from -1 to 1; cellular distances
        can exceed 1.

    See Also
    --------
    landwright.noise.sample : The noise itself, on grids and at points.
    diamond_square : Rough land without a noise.

    Notes
    -----
    Reach: point. Cost: that of the noise, O(samples x octaves).
    Deterministic: bit-identical on every machine, for any thread count and any tiling.

    Examples
    --------
    >>> field = noise_field(Grid(shape=(33, 33), cell_size=50.0), NoiseField(relief=800.0), seed=7)
    >>> bool(field.elevation.min() >= 0.0) and bool(field.elevation.max() <= 800.0)
    True
    """
    make_room("generate.noise", grid.shape, 6)
    stream = seeds.derive(seed, "generate.noise")
    values = sample(noun.noise, grid, seed=stream, period=noun.period)
    if not values.flags.writeable:
        values = values.copy()
    values += np.float32(1.0)
    values *= np.float32(0.5 * noun.relief)
    values += np.float32(noun.base_elevation)
    return finish(values, grid)


def perlin(grid: Grid, noun: Perlin = Perlin(), *, seed: seeds.Seed = 0) -> Heightfield:
    """Grow land from Perlin noise with 256 unit vectors, stretched over the map.

    The longer side of the map holds ``cells`` lattice cells in the first octave. This is the form of the original
    specification, fine for deserts and plains; use `noise_field` for land in metres that continues beyond the map.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    noun : Perlin
        ``cells``, ``octaves``, ``gain`` (also called persistence) and the relief (m).
    seed : int or str
        Names the world.

    Returns
    -------
    Heightfield
        Elevation (rows, cols), from ``base_elevation`` to ``base_elevation + relief`` metres.

    Raises
    ------
    SettingError
        If the map shall wrap but its shorter side holds no whole number of cells.

    See Also
    --------
    noise_field : Any noise, in metres.

    Notes
    -----
    Reach: whole; the lattice is stretched over the map. Cost: O(samples x octaves).
    Deterministic: bit-identical on every machine and for any thread count.

    An octave lies within +-sqrt(1/2); times sqrt(2), the sum divided by the sum of amplitudes, it lies in [-1, 1], and is then
    brought to [0, 1]. A single octave is exactly one half of the relief at lattice points.

    References
    ----------
    .. [1] K. Perlin, "An image synthesizer", SIGGRAPH 1985; "Improving noise", SIGGRAPH 2002, for the quintic weight.

    Examples
    --------
    >>> field = perlin(Grid(shape=(65, 65)), Perlin(cells=4, octaves=1, relief=100.0), seed=7)
    >>> bool((field.elevation[::16, ::16] == 50.0).all())
    True
    """
    longest = max(grid.shape) - 1
    if noun.wraps and longest > 0 and ((min(grid.shape) - 1) * noun.cells) % longest:
        raise SettingError(
            sentence(
                "generate.perlin: wraps",
                "needs a shorter side that holds a whole number of cells",
                grid.shape,
                hint=f"With {noun.cells} cells on the longer side, change the shape or the number of cells.",
            )
        )
    make_room("generate.perlin", grid.shape, 6)
    vectors = np.empty((256, 2), np.float64)
    directions.unit_circle(vectors)
    stream = seeds.derive(seed, "generate.perlin")
    words = np.array([stream_words(stream, octave) for octave in range(noun.octaves)], np.uint32)
    out = np.empty(grid.shape, np.float32)
    _pool.run_rows(
        kernels.perlin,
        grid.rows,
        noun.cells,
        max(longest, 1),
        np.array([(grid.rows - 1) * noun.cells // max(longest, 1), (grid.cols - 1) * noun.cells // max(longest, 1)])
        if noun.wraps
        else np.zeros(2, np.int64),
        noun.gain,
        vectors,
        words,
        noun.relief,
        noun.base_elevation,
        out,
    )
    return finish(out, grid)
