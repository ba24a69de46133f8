"""Desert dunes."""

from __future__ import annotations

import math

import numpy as np

from landwright import _pool, seeds
from landwright._hash import seed_words
from landwright.errors import SettingError, sentence
from landwright.field import Heightfield
from landwright.generate._frame import bearing, finish, make_room
from landwright.generate._kernels import sand as kernels
from landwright.generate.settings import Dunes
from landwright.grid import Grid

__all__ = ["dunes"]

_MARGIN = 0.93
"""Slip faces are laid a little flatter than the angle of repose, because a crest that falls along its line adds slope."""
_BEND = 1.5 + 0.95
"""How far crests bend at sinuosity 1, in wavelengths; the sum of the kernel's two factors."""


def dunes(grid: Grid, noun: Dunes = Dunes(), *, seed: seeds.Seed = 0) -> Heightfield:
    """Blow a field of desert dunes.

    Where there is much sand, transverse ridges with winding crests that end and fork; where there is little, single barchans
    with their horns downwind. Windward sides are gentle and carry smaller dunes, slip faces lie at the angle of repose.

    Parameters
    ----------
    grid : Grid
        Where the samples lie; a cell of an eighth of the wavelength or less shows slip faces well.
    noun : Dunes
        Wind, wavelength and height (m), supply of sand, and how winding and broken the crests are.
    seed : int or str
        Names the desert.

    Returns
    -------
    Heightfield
        Elevation (rows, cols), metres: from about ``base_elevation`` to ``base_elevation + 1.5 * height``.

    Raises
    ------
    SettingError
        If the wavelength is less than two cells.

    See Also
    --------
    volcano : Another single landform.

    Notes
    -----
    Reach: point. Cost: O(samples), about 0.5 microseconds each.
    Deterministic: bit-identical on every machine, for any thread count and any tiling; positions count from the world's (0, 0).

    The phase of the dunes is the argument of a sum of wave packets, so that crests end and fork where the sum vanishes. The slip
    face takes the share of a cycle that its height and the local length of the wave demand at the angle of repose, and a dune
    that would not fit is lower. At the default settings fewer than one sample in a hundred is steeper than the angle of repose, most
    by less than three degrees; where crests fork and everything winds, up to two in a hundred.

    References
    ----------
    .. [1] T. Tricard et al., "Procedural phasor noise", ACM Transactions on Graphics 38, 2019, for the sum of packets.
    .. [2] P. Hesp, K. Hastings, "Width, height and slope relationships and aerodynamic maintenance of barchans",
       Geomorphology 22, 1998, for proportions.

    Examples
    --------
    >>> field = dunes(Grid(shape=(65, 65), cell_size=8.0), Dunes(height=15.0, wind_degrees=300.0), seed=7)
    >>> bool(field.elevation.max() < 1.6 * 15.0)
    True
    """
    if noun.wavelength < 2.0 * grid.cell_size:
        raise SettingError(
            sentence(
                "generate.dunes: wavelength",
                f"must be at least two cells ({2.0 * grid.cell_size:g} m)",
                noun.wavelength,
                hint="Use a smaller cell size.",
            )
        )
    make_room("generate.dunes", grid.shape, 12)
    stream = seeds.derive(seed, "generate.dunes")
    words = np.array([word for index in range(6) for word in seed_words(stream, index)], np.uint32)
    east, north = bearing(noun.wind_degrees + 180.0)
    height = noun.height / noun.wavelength
    bend = _BEND * noun.sinuosity

    corners_x, corners_y = np.meshgrid(grid.x[[0, -1]], grid.y[[0, -1]])
    u = (corners_x * east + corners_y * north) / noun.wavelength
    v = (-corners_x * north + corners_y * east) / noun.wavelength
    box = (float(u.min()), float(u.max()), float(v.min()), float(v.max()))
    wave_v, wave_u, cells = _cells((box[0] - bend, box[1] + bend, *box[2:]), kernels.CELL_U, kernels.CELL_V)
    waves = np.empty((*cells, 5 * kernels.PACKETS), np.float64)
    kernels.packets(wave_v, wave_u, 0.35 * noun.sinuosity, noun.defects, words[0], words[1], waves)
    lone_v, lone_u, cells = _cells(box, kernels.BARCHAN_U, kernels.BARCHAN_V)
    lone = np.empty((*cells, 5), np.float64)
    kernels.barchans(lone_v, lone_u, height, noun.supply, words[10], words[11], words[6], words[7], lone)

    numbers = np.array(
        [
            east,
            north,
            noun.wavelength,
            noun.height,
            _MARGIN * noun.repose_slope,
            noun.sinuosity,
            noun.defects,
            noun.supply,
            noun.detail,
            noun.base_elevation,
        ]
    )
    out = np.empty(grid.shape, np.float32)
    _pool.run_rows(
        kernels.dunes,
        grid.rows,
        grid.x,
        grid.y,
        numbers,
        words,
        waves,
        wave_v,
        wave_u,
        lone,
        lone_v,
        lone_u,
        out,
    )
    return finish(out, grid)


def _cells(box: tuple[float, float, float, float], size_u: float, size_v: float) -> tuple[int, int, tuple[int, int]]:
    """Return the first cell across and downwind, and how many of each, that a map needs with one cell around it."""
    first_u, last_u = math.floor(box[0] / size_u) - 2, math.floor(box[1] / size_u) + 2
    first_v, last_v = math.floor(box[2] / size_v) - 2, math.floor(box[3] / size_v) + 2
    return first_v, first_u, (last_v - first_v + 1, last_u - first_u + 1)
