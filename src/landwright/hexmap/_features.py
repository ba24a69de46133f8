"""Features: what stands on a map, as a list of instances, whole or chunk by chunk."""

from __future__ import annotations

import functools
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright._hash import seed_words
from landwright.errors import SettingError, sentence
from landwright.hexmap._instances import Instances, join_instances
from landwright.hexmap._kernels.dice import SIDE, VALUES, roll
from landwright.hexmap._kernels.features import MOST, stand
from landwright.hexmap._map import HexMap, check_map
from landwright.hexmap._models import GATE_LENGTH
from landwright.hexmap._shaking import frame_of
from landwright.hexmap.settings import Features
from landwright.seeds import Seed, derive

__all__ = ["features", "features_chunk", "hash_grid"]

_ROWS: Final = 1 << 15
"""Instances that surely fit into the buffers of one call."""


@functools.lru_cache(maxsize=4)
def hash_grid(seed: Seed) -> NDArray[np.float64]:
    """Return the dice of a map: which features stand, which model each is, how far it is turned.

    Parameters
    ----------
    seed : int or str
        A map's seed; the first of ``HexMap.seeds``.

    Returns
    -------
    (65536, 5) float64 array
        Row i + 256 * j serves the places whose floor(x * hash_scale) is i and whose floor(y * hash_scale) is j, modulo 256. Columns: urban,
        farm, plant, variant, yaw; from 0 to 0.999. Read-only.

    Examples
    --------
    >>> hash_grid(1234).shape
    (65536, 5)
    """
    dice = np.empty((SIDE * SIDE, VALUES))
    s0, s1 = seed_words(derive(seed, "hexmap.features"))
    roll(np.uint32(s0), np.uint32(s1), dice)
    dice.flags.writeable = False
    return dice


def features(land: HexMap, noun: Features = Features()) -> Instances:
    """Return everything that stands on a map: buildings, fields, plants, special features, bridges, towers and gates.

    A dry cell without special feature has up to seven places: its center, if neither a river nor a road touches it, and one beside each
    side that neither crosses. Dice that belong to the ground, not to the cell, decide what stands there: an edit of a cell
    moves nothing on its neighbours.

    Parameters
    ----------
    land : HexMap
        The map; its seed rolls the dice.
    noun : Features
        What is wanted, and how many models there are to choose from.

    Returns
    -------
    Instances
        Those of all chunks, joined in order: rows of chunks from south to north, in each from west to east.

    See Also
    --------
    features_chunk : What stands on one chunk.
    bake_instances : Make one mesh of them.

    Notes
    -----
    Reach: halo of 1 cell.
    Cost: O(cells).
    Deterministic: bit-identical for any thread count, joined or chunk by chunk, and on every machine.

    Examples
    --------
    >>> forest = HexMap.empty(4, 3).replace(plant=3)
    >>> features(forest).counts()["plant"] > 40
    True
    """
    check_map("hexmap.features", land)
    down, across = land.layout.chunks
    size = land.layout.metrics.chunk_size
    block = max(1, _ROWS // (size * size * MOST))
    chunks = down * across
    parts: list[Instances] = [Instances()] * -(-chunks // block)
    given = _given(land, noun)

    def build(begin: int, end: int) -> None:
        for index in range(begin, end):
            parts[index] = _standing(land, given, index * block, min((index + 1) * block, chunks))

    _pool.run_rows(build, len(parts), block=1)
    return join_instances(parts)


def features_chunk(land: HexMap, cz: int, cx: int, noun: Features = Features()) -> Instances:
    """Return what stands on one chunk.

    A chunk owns what stands on its cells, the towers on the corners to the north-east and east of each cell, and the
    gates on its sides NE, E and SE.

    Parameters
    ----------
    land : HexMap
        The map; its seed rolls the dice.
    cz, cx : int
        Row (from the south) and column (from the west) of the chunk, below ``land.layout.chunks``.
    noun : Features
        What is wanted, and how many models there are to choose from.

    Returns
    -------
    Instances
        Sorted by cell, then by slot.

    See Also
    --------
    features : All chunks joined.

    Notes
    -----
    Reach: halo of 1 cell.
    Cost: O(cells of the chunk).
    Deterministic: bit-identical for any thread count and on every machine.

    Examples
    --------
    >>> features_chunk(HexMap.empty(20, 15).replace(special=1), 2, 3).counts()["castle"]
    25
    """
    check_map("hexmap.features_chunk", land)
    down, across = land.layout.chunks
    for name, value, count in (("cz", cz, down), ("cx", cx, across)):
        if not 0 <= value < count:
            raise SettingError(sentence(f"hexmap.features_chunk: {name}", f"must be from 0 to {count - 1}", value))
    first = cz * across + cx
    return _standing(land, _given(land, noun), first, first + 1)


def _given(land: HexMap, noun: Features) -> tuple[Any, ...]:
    """Return the arguments of the kernel between the box and the outputs."""
    metrics = land.layout.metrics
    return (
        *frame_of(land),
        *(_pool.thaw(array).reshape(-1) for array in (land.urban, land.farm, land.plant, land.special)),
        np.array([noun.bridges, noun.towers, noun.gates, noun.avoid_walls]),
        np.array([noun.urban_variants, noun.farm_variants, noun.plant_variants], np.int64),
        np.array(metrics.feature_thresholds, np.float64),
        np.array([metrics.hash_scale, metrics.tower_threshold, metrics.bridge_length, GATE_LENGTH]),
        _pool.thaw(hash_grid(land.seeds[0])),
    )


def _standing(land: HexMap, given: tuple[Any, ...], first: int, stop: int) -> Instances:
    """Return what stands on the chunks from `first` to `stop` - 1."""
    size = land.layout.metrics.chunk_size
    room = min((stop - first) * size * size, land.rows * land.columns) * MOST
    whole, real = np.empty((room, 5), np.int64), np.empty((room, 7))
    used = np.zeros(1, np.int64)
    arguments: list[Any] = [first, stop, size, *given, whole, real, used]
    stand(*arguments)
    whole, real = whole[: used[0]], real[: used[0]]
    return Instances(
        whole[:, 0].astype(np.uint8),
        level=whole[:, 1].astype(np.uint8),
        variant=whole[:, 2].astype(np.uint8),
        slot=whole[:, 3].astype(np.uint8),
        cell=whole[:, 4].copy(),
        position=real[:, :3].copy(),
        yaw=real[:, 3].copy(),
        scale=real[:, 4:].copy(),
        origin=(*land.layout.origin, 0.0),
        copy=False,
    )
