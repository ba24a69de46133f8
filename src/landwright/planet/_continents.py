"""Continents on a globe: plates from hashes, then noise, then the rows of the kernels."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright.errors import SettingError, sentence
from landwright.planet._craters import raised
from landwright.planet._globe import Globe
from landwright.planet._kernels import plates as kernels
from landwright.planet._pieces import pieces
from landwright.planet._shape import filtered
from landwright.planet._sphere import unit_vectors
from landwright.planet.settings import Continents, Rigid, Simple
from landwright.seeds import Seed, derive

__all__ = ["continents", "continents_at", "drifted", "finest_of_plates"]

_BENDS = tuple(
    Simple(frequency=1.3, octaves=6, lacunarity=2.1, gain=0.52, center=center, floor=0.9, strength=0.9)
    for center in ((11.3, 5.1, 2.7), (3.9, -8.2, 6.4), (-7.7, 2.2, -9.1))
)
_COAST = Simple(
    frequency=1.9, octaves=11, lacunarity=2.03, gain=0.54, floor=1.087, strength=3.0, center=(1.7, 4.2, -3.3)
)
_HILLS = Simple(frequency=9.0, octaves=9, lacunarity=2.1, gain=0.55, floor=1.05, strength=1.1, center=(8.1, 0.4, 5.9))
_RANGES = Rigid(
    frequency=4.2, octaves=9, lacunarity=2.1, gain=0.5, weight_multiplier=1.0, strength=0.62, center=(2.2, 7.4, 1.1)
)


def continents(globe: Globe, noun: Continents = Continents(), *, seed: Seed = 0) -> Globe:
    """Raise continents and lower oceans by plates that drift.

    Parameters
    ----------
    globe : Globe
        A planet; what the plates make is added to its elevation.
    noun : Continents
        Plates and heights.
    seed : int or str
        Where the plates lie and how they drift.

    Returns
    -------
    Globe
        The same frame, with a sea; elevation in metres. Colors are dropped, for they no longer fit.

    Raises
    ------
    SettingError
        If a height is more than a fifth of the planet's radius.

    See Also
    --------
    continents_at : The same in any directions.
    climate : Temperature and moisture of what came out.

    Notes
    -----
    Reach: point. Cost: O(nodes x (plates + octaves)), about 1 microsecond a node on one core.
    Deterministic: bit-identical on every machine, for any thread count; finer globes hold the elevations of coarser ones.

    References
    ----------
    .. [1] Y. Cortial, A. Peytavie, E. Galin, E. Guerin, "Procedural tectonic planets", Computer Graphics Forum 38(2), 2019: what plates do
       to each other where they meet.

    Examples
    --------
    >>> from landwright.planet import Frame
    >>> earth = continents(Globe(Frame(radius=6371e3, resolution=17)))
    >>> earth.sea, earth.low < -3000.0, earth.high > 500.0
    (True, True, True)
    """
    frame = globe.frame
    made, before = np.empty(frame.shape, np.float32), globe.elevation.reshape(-1)
    for part, points, where in pieces(frame):
        made.reshape(-1)[part] = raised(before[part], drifted(points, noun, frame.radius, seed, where))
    made.flags.writeable = False
    return Globe(frame, made, layers=globe.layers, sea=True)


def continents_at(
    directions: ArrayLike, noun: Continents = Continents(), *, radius: float = 6371e3, seed: Seed = 0
) -> NDArray[np.float64]:
    """Return the elevation of continents and oceans in any directions.

    Parameters
    ----------
    directions : (n, 3) array of float
        Vectors from the center; their length does not matter.
    noun : Continents
        Plates and heights.
    radius : float
        The planet's (m); heights must be small against it.
    seed : int or str
        Where the plates lie and how they drift.

    Returns
    -------
    (n,) float64 array
        Metres.

    Raises
    ------
    SettingError
        If a height is more than a fifth of the planet's radius.

    Notes
    -----
    Reach: point. Cost: O(points x (plates + octaves)).
    Deterministic: bit-identical on every machine, for any thread count and any selection of points.
    """
    return drifted(unit_vectors("planet.continents_at", directions), noun, radius, seed, None)


def drifted(
    points: NDArray[np.float64], noun: Continents, radius: float, seed: Seed, where: Any
) -> NDArray[np.float64]:
    """Return what plates make (m) at unit vectors; noise is remembered where `where` names them."""
    for name in ("land_height", "mountain_height", "ocean_depth", "ridge_height", "trench_depth", "rift_depth"):
        if getattr(noun, name) > 0.2 * radius:
            must = f"must be at most a fifth of the planet's radius, {0.2 * radius:g} m"
            hint = "Make it lower, or the planet larger."
            raise SettingError(sentence(f"planet.continents: {name}", must, getattr(noun, name), hint=hint))
    own = derive(seed, "planet.continents")
    centers, spins, crust = plates_of(noun, own)
    bends = np.stack([filtered(points, bend, own, where) for bend in _BENDS])
    felt = np.empty((len(points), 4))
    # plates are about as wide as the sphere's share of each; borders stay as wide as they are
    widths = np.array([0.13, noun.mountain_width, 0.22 * noun.mountain_width])
    _pool.run_rows(
        kernels.plates, len(points), points, bends, centers, spins, crust, noun.bend, widths, felt, block=1 << 12
    )
    coast, hills = filtered(points, _COAST, own, where), filtered(points, _HILLS, own, where)
    ranges = filtered(points, _RANGES, own, where)
    form = np.array([
        noun.coast, noun.land_height, noun.mountain_height, noun.roughness, noun.ocean_depth,
        noun.shelf_depth, noun.shelf, noun.ridge_height, noun.trench_depth, noun.rift_depth,
    ])  # fmt: skip
    out = np.empty(len(points))
    _pool.run_rows(kernels.relief, len(points), felt, coast, hills, ranges, form, out, block=1 << 15)
    return out


def finest_of_plates() -> float:
    """Return the size of the finest features of coasts, hills and ranges, as a share of the radius."""
    return min(1.0 / (one.frequency * one.lacunarity ** (one.octaves - 1)) for one in (_COAST, _HILLS, _RANGES))


@functools.lru_cache(maxsize=8)
def plates_of(noun: Continents, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Return centers (n, 3), axes times speed (n, 3), and crust (n,) of the plates: 1 where they carry a continent, -1 where not.

    The first plates are the same however many there are. Centers keep away from each other: each is the farthest from the ones before of a
    few draws. The arrays are read-only.
    """
    count = noun.plates
    draws = _directions(derive(seed, "centers"), count * _TRIES)
    centers = np.empty((count, 3))
    for plate in range(count):
        tried = draws[plate * _TRIES : (plate + 1) * _TRIES]
        if plate == 0:
            centers[0] = tried[0]
            continue
        near = np.empty(_TRIES)
        for index, one in enumerate(tried):
            dots = centers[:plate, 0] * one[0] + centers[:plate, 1] * one[1] + centers[:plate, 2] * one[2]
            near[index] = dots.max()
        centers[plate] = tried[int(near.argmin())]
    speed = 0.45 + 0.55 * _numbers(derive(seed, "speeds"), count)
    spins = _directions(derive(seed, "axes"), count) * speed[:, np.newaxis]
    order = np.argsort(_numbers(derive(seed, "crust"), count), kind="stable")
    crust = np.full(count, -1.0)
    crust[order[: int(noun.land * count + 0.5)]] = 1.0
    for made in (centers, spins, crust):
        made.flags.writeable = False
    return centers, spins, crust


_TRIES = 4


def _numbers(seed: int, count: int) -> NDArray[np.float64]:
    """Return numbers from 0 to 1, one for each index."""
    return np.array([derive(seed, index) >> 11 for index in range(count)], np.float64) * 2.0**-53


def _directions(seed: int, count: int) -> NDArray[np.float64]:
    """Return unit vectors, uniform on the sphere: draws in a cube until one falls into the ball."""
    made = np.empty((count, 3))
    for index in range(count):
        for attempt in range(100):
            bits = [derive(seed, index, attempt, axis) >> 11 for axis in range(3)]
            x, y, z = (bit * 2.0**-52 - 1.0 for bit in bits)
            size = x * x + y * y + z * z
            if 1e-4 < size <= 1.0:
                break
        made[index] = x, y, z
    return unit_vectors("planet.continents", made)
