"""Craters on a globe: from the noun to the rows of the kernel."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright._hash import seed_words
from landwright.errors import SettingError, sentence
from landwright.planet._globe import Globe
from landwright.planet._kernels import craters as kernels
from landwright.planet._pieces import pieces
from landwright.planet._sphere import unit_vectors
from landwright.planet.settings import Craters
from landwright.seeds import Seed, derive

__all__ = ["craters", "craters_at", "raised", "struck"]

_WIDEST = 0.25
"""Largest radius of a crater, as a share of the planet's."""
_MOST_DRAWS = 30.0


def craters(globe: Globe, noun: Craters = Craters(), *, seed: Seed = 0) -> Globe:
    """Strike a planet with craters.

    Parameters
    ----------
    globe : Globe
        A planet; craters are added to its elevation, under the sea too.
    noun : Craters
        Sizes, numbers and forms.
    seed : int or str
        Where they fall.

    Returns
    -------
    Globe
        The same frame; elevation in metres. Colors are dropped, for they no longer fit.

    Raises
    ------
    SettingError
        If the largest crater is wider than a quarter of the planet's radius.

    See Also
    --------
    craters_at : The same in any directions.

    Notes
    -----
    Reach: point. Cost: O(nodes x halvings from the largest to the smallest), about 25 ns each on one core.
    Deterministic: bit-identical on every machine, for any thread count; finer globes hold the elevations of coarser ones.

    References
    ----------
    .. [1] R. J. Pike, "Depth/diameter relations of fresh lunar craters", Geophysical Research Letters 1(7), 1974: depth follows
       diameter to the power 1 for small craters, 0.3 for large ones.
    .. [2] G. Neukum, B. A. Ivanov, W. K. Hartmann, "Cratering records in the inner solar system", Space Science Reviews 96,
       2001: power laws of size.

    Examples
    --------
    >>> from landwright.planet import Frame
    >>> moon = craters(Globe(Frame(radius=1737e3, resolution=33)))
    >>> moon.low < 0.0 < moon.high
    True
    """
    frame = globe.frame
    made, before = np.empty(frame.shape, np.float32), globe.elevation.reshape(-1)
    for part, points, _ in pieces(frame):
        made.reshape(-1)[part] = raised(before[part], struck(points, noun, frame.radius, seed))
    made.flags.writeable = False
    return Globe(frame, made, layers=globe.layers, sea=globe.sea)


def craters_at(
    directions: ArrayLike, noun: Craters = Craters(), *, radius: float = 1737e3, seed: Seed = 0
) -> NDArray[np.float64]:
    """Return what craters add to the elevation in any directions.

    Parameters
    ----------
    directions : (n, 3) array of float
        Vectors from the center; their length does not matter.
    noun : Craters
        Sizes, numbers and forms.
    radius : float
        The planet's (m).
    seed : int or str
        Where they fall.

    Returns
    -------
    (n,) float64 array
        Metres.

    Raises
    ------
    SettingError
        If the largest crater is wider than a quarter of the planet's radius.

    Notes
    -----
    Reach: point. Cost: O(points x halvings).
    Deterministic: bit-identical on every machine, for any thread count and any selection of points.
    """
    return struck(unit_vectors("planet.craters_at", directions), noun, radius, seed)


def struck(points: NDArray[np.float64], noun: Craters, radius: float, seed: Seed) -> NDArray[np.float64]:
    """Return what craters add (m) at unit vectors."""
    if noun.largest > _WIDEST * radius:
        must = f"must be at most a quarter of the planet's radius, {_WIDEST * radius:g} m"
        hint = "Make it smaller, or the planet larger."
        raise SettingError(sentence("planet.craters: largest", must, noun.largest, hint=hint))
    out = np.empty(len(points))
    classes = _classes(noun, radius)
    own = derive(seed, "planet.craters")
    words = np.array([seed_words(own, index) for index in range(len(classes))], np.uint32)
    form = np.array([noun.depth, noun.complex_from / radius, noun.peak, noun.wear, noun.irregularity])
    _pool.run_rows(kernels.craters, len(points), points, classes, noun.exponent, form, words, out, block=1 << 12)
    out *= radius
    return out


def raised(elevation: NDArray[np.float32], added: NDArray[np.float64]) -> NDArray[np.float32]:
    """Return elevations with something added, rounded once."""
    return (elevation.astype(np.float64) + added.reshape(elevation.shape)).astype(np.float32)


def _classes(noun: Craters, radius: float) -> NDArray[np.float64]:
    """Return the rows of the kernel: radii against the planet's, edge of the cells, draws a cell."""
    made = np.zeros((len(noun.classes), 4))
    for row, (low, high) in zip(made, noun.classes, strict=True):
        row[:3] = low / radius, high / radius, high / radius * 10.0 / 3.0
    kernels.count_draws(made, noun.cover, noun.exponent)
    if float(made[:, 3].max()) > _MOST_DRAWS:
        raise SettingError(
            "planet.craters: exponent and cover make too many small craters; lower one of them, or raise smallest."
        )
    return made
