"""The filters of the house: simple and rigid noise at any points."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright._hash import seed_words
from landwright.errors import SettingError, sentence
from landwright.noise.kernels import BLOCK
from landwright.planet._kernels import octaves as kernels
from landwright.planet.settings import Rigid, Simple
from landwright.seeds import Seed, derive

__all__ = ["layered"]

_FARTHEST = 1e9


def layered(points: ArrayLike, noun: Simple | Rigid = Simple(), *, seed: Seed = 0) -> NDArray[np.float64]:
    """Sample a filter of layered noise.

    Parameters
    ----------
    points : (n, 3) array of float
        Unit vectors, or any points.
    noun : Simple or Rigid
        Octaves, strength and floor.
    seed : int or str
        Which noise; layers that share it lie over each other as they did in the planet that people learn from.

    Returns
    -------
    (n,) float64 array
        Elevation as a share of the radius: ``(sum - floor) * strength``.

    Raises
    ------
    SettingError
        If points are not (n, 3) or lie so far out, or octaves are so fine, that nothing is left of them.

    See Also
    --------
    shape : All layers of a planet.

    Notes
    -----
    Reach: point. Cost: O(points x octaves), about 30 ns each on one core.
    Deterministic: bit-identical on every machine, for any thread count and any selection of points.

    References
    ----------
    .. [1] The filters of well-known planet tutorials: octaves of noise, folded and squared for ridges, with each octave weighted by
       the one before.

    Examples
    --------
    >>> layered([[0.0, 0.0, 1.0]], Rigid(octaves=3, strength=0.1)).shape
    (1,)
    """
    given = np.ascontiguousarray(points, np.float64)
    if given.ndim != 2 or given.shape[1] != 3:
        raise SettingError(sentence("planet.layered: points", "must have the shape (n, 3)", given.shape))
    return sampled(given, noun, seed, None, far=float(np.abs(given).max(initial=0.0)))


def sampled(
    points: NDArray[np.float64],
    noun: Simple | Rigid,
    seed: Seed,
    chosen: NDArray[np.int64] | None,
    *,
    clamped: bool = False,
    far: float = 1.0,
) -> NDArray[np.float64]:
    """Sample at the chosen points, or at all; where none is asked for the result is zero. Clamped, nothing sinks below the floor.

    No coordinate is larger than `far`; that of unit vectors is 1.
    """
    frequency = np.float64(noun.frequency) * _powers(noun.lacunarity, noun.octaves)
    reach = far * float(frequency[-1]) + max(abs(c) for c in noun.center)
    if not reach <= _FARTHEST:
        hint = "Use fewer octaves, or a smaller frequency or lacunarity."
        must = f"must not reach beyond {_FARTHEST:g} features"
        raise SettingError(sentence("planet: octaves of a filter", must, f"{reach:.3g}", hint=hint))
    words = np.array(seed_words(derive(seed, "planet", "noise")), np.uint32)
    out = np.empty(len(points)) if chosen is None else np.zeros(len(points))
    if chosen is not None and not chosen.size:
        return out
    blocks = -(-(len(points) if chosen is None else chosen.size) // BLOCK)
    multiplier = noun.weight_multiplier if isinstance(noun, Rigid) else 0.0
    _pool.run_rows(
        kernels.octaves,
        blocks,
        points,
        np.empty(0, np.int64) if chosen is None else chosen,
        frequency,
        _powers(noun.gain, noun.octaves),
        np.array(noun.center, np.float64),
        words,
        kernels.RIGID if isinstance(noun, Rigid) else kernels.SIMPLE,
        np.array([multiplier, noun.floor, noun.strength, float(clamped)]),
        out,
        block=max(1, min(32, -(-blocks // (4 * _pool.threads())))),
    )
    return out


def _powers(base: float, count: int) -> NDArray[np.float64]:
    """Return base^0, base^1, ... by repeated multiplication, the same bits everywhere."""
    powers = np.empty(count)
    value = 1.0
    for index in range(count):
        powers[index] = value
        value *= base
    return powers
