"""Random hex maps whose rivers, roads and specials obey the rules, for tests of everything that is made from one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import SettingError, sentence
from landwright.hexmap import HexMap, Layout, neighbors
from landwright.testing._strategies import _strategies

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["hexmaps", "random_hexmap"]

HIGHEST = 6
"""Levels that random maps rise to: what the editor offers."""


def random_hexmap(
    seed: int = 0,
    columns: int = 20,
    rows: int = 15,
    *,
    rivers: float = 0.4,
    roads: float = 0.3,
    water: float = 0.3,
    walls: float = 0.3,
    features: float = 0.5,
    roughness: float = 0.3,
    layout: Layout | None = None,
) -> HexMap:
    """Make a random hex map that obeys every rule of rivers, roads and special features.

    All situations of the geometry occur: slopes and cliffs, lakes of several levels, rivers into and out of lakes, bends, ends,
    roads along and across rivers, walls through all of them.

    Parameters
    ----------
    seed : int
        Which map.
    columns, rows : int
        Size, where no `layout` is given.
    rivers, roads, water, walls, features : float
        Shares from 0 to 1: of cells that a river leaves where it can; of edges that carry a road where one may; of cells with a
        water level of their own; of walled cells; of cells with urban, farm or plant levels, and a tenth of it with specials.
    roughness : float
        Share of cells whose height has nothing to do with their surroundings.
    layout : Layout, optional
        The whole frame: wrapping, confluences, metrics.

    Returns
    -------
    HexMap
        The same for the same arguments.

    Examples
    --------
    >>> random_hexmap(3, 8, 6).shape
    (6, 8)
    """
    shares = {"rivers": rivers, "roads": roads, "water": water, "walls": walls, "features": features}
    for name, share in {**shares, "roughness": roughness}.items():
        if not 0.0 <= share <= 1.0:
            raise SettingError(sentence(f"testing.random_hexmap: {name}", "must be a share from 0 to 1", share))
    frame = Layout(columns=columns, rows=rows) if layout is None else layout
    rng = np.random.default_rng([seed, 0x4EC5])
    shape = frame.shape
    elevation = _hills(rng, frame, roughness)
    level = int(rng.integers(1, HIGHEST))
    water_level = np.where(rng.random(shape) < water, level, 0)
    odd = rng.random(shape) < 0.15 * water
    water_level = np.where(odd, rng.integers(0, HIGHEST + 1, shape), water_level).astype(np.int16)
    near = neighbors(frame)
    river_in, river_out = _rivers(rng, frame, near, elevation.ravel(), water_level.ravel(), rivers)
    wet = (river_in > 0) | (river_out >= 0)
    special = np.where((rng.random(shape) < 0.1 * features) & ~wet.reshape(shape), rng.integers(1, 4, shape), 0)
    crossed = np.stack([(river_in >> side & 1 > 0) | (river_out == side) for side in range(6)], axis=1)
    road = _roads(rng, frame, near, elevation.ravel(), crossed | (special.ravel() > 0)[:, np.newaxis], roads)
    levels = {
        name: np.where(rng.random(shape) < features, rng.integers(1, 4, shape), 0)
        for name in ("urban", "farm", "plant")
    }
    return HexMap(
        frame,
        elevation=elevation,
        water_level=water_level,
        terrain=rng.integers(0, 5, shape),
        special=special,
        walled=rng.random(shape) < walls,
        river_in=river_in.reshape(shape),
        river_out=river_out.reshape(shape),
        roads=road.reshape(shape),
        explored=rng.random(shape) < 0.5,
        **levels,
    )


def _hills(rng: np.random.Generator, frame: Layout, roughness: float) -> NDArray[np.int16]:
    row, column = np.indices(frame.shape)
    height = np.full(frame.shape, 1.5)
    for _ in range(4):
        turn = rng.integers(0, max(2, frame.columns // 4)) / frame.columns
        wave = 2.0 * np.pi * (turn * column + rng.uniform(0.02, 0.15) * row + rng.random())
        height += rng.uniform(0.3, 1.6) * np.sin(wave)
    rough = rng.random(frame.shape) < roughness
    height = np.where(rough, rng.integers(0, HIGHEST + 1, frame.shape), np.clip(np.rint(height), 0, HIGHEST))
    return height.astype(np.int16)


def _rivers(
    rng: np.random.Generator,
    frame: Layout,
    near: NDArray[Any],
    elevation: NDArray[Any],
    level: NDArray[Any],
    share: float,
) -> tuple[NDArray[np.uint8], NDArray[np.int8]]:
    count = elevation.size
    valid = (near >= 0) & ((elevation[:, np.newaxis] >= elevation[near]) | (level[:, np.newaxis] == elevation[near]))
    liking = np.where(valid, rng.random((count, 6)), -1.0)
    side = liking.argmax(axis=1)
    cell = np.arange(count)
    starts = cell[valid[cell, side] & (rng.random(count) < share)]
    rng.shuffle(starts)
    to, across = near[starts, side[starts]], (side[starts] + 3) % 6
    if not frame.confluences:
        _, first = np.unique(to, return_index=True)
        starts, to, across = starts[first], to[first], across[first]
    leaves = np.full(count, -1, np.int8)
    leaves[starts] = side[starts]
    back = leaves[to] == across  # two cells that want to flow into each other: the later one stays
    keep = ~(back & (starts < to))
    starts, to, across = starts[keep], to[keep], across[keep]
    river_out = np.full(count, -1, np.int8)
    river_out[starts] = side[starts]
    river_in = np.zeros(count, np.uint8)
    np.bitwise_or.at(river_in, to, (1 << across).astype(np.uint8))
    return river_in, river_out


def _roads(
    rng: np.random.Generator,
    frame: Layout,
    near: NDArray[Any],
    elevation: NDArray[Any],
    barred: NDArray[Any],
    share: float,
) -> NDArray[np.uint8]:
    roads = np.zeros(elevation.size, np.uint8)
    for side in range(3):
        to, across = near[:, side], side + 3
        steep = np.abs(elevation - elevation[to]) > frame.metrics.maximum_road_slope
        cell = np.flatnonzero(
            (to >= 0) & ~steep & ~barred[:, side] & ~barred[to, across] & (rng.random(to.size) < share)
        )
        roads[cell] |= np.uint8(1 << side)
        np.bitwise_or.at(roads, to[cell], np.uint8(1 << across))
    return roads


def hexmaps(
    *, max_side: int = 12, wrap: bool | None = None, confluences: bool | None = None, **shares: float
) -> SearchStrategy[HexMap]:
    """Draw hex maps of any size and shape, flat to rough, dry to drowned, that obey every rule.

    Parameters
    ----------
    max_side : int
        Most columns and rows.
    wrap, confluences : bool, optional
        As in ``Layout``; drawn when left out.
    **shares : float
        Arguments of :func:`random_hexmap` that are not drawn.

    Returns
    -------
    SearchStrategy
        Of HexMap.
    """
    st = _strategies()

    def make(
        seed: int, columns: int, rows: int, wraps: bool, joins: bool, drawn: tuple[float, ...], chunk: int
    ) -> HexMap:
        names = ("rivers", "roads", "water", "walls", "features", "roughness")
        metrics = Layout().metrics.replace(chunk_size=chunk)
        layout = Layout(columns=columns, rows=rows, wrap=wraps and columns > 1, confluences=joins, metrics=metrics)
        given: dict[str, Any] = {**dict(zip(names, drawn, strict=True)), **shares}
        return random_hexmap(seed, layout=layout, **given)

    share = st.sampled_from([0.0, 0.1, 0.3, 0.6, 1.0])
    side = st.integers(1, max_side)
    made: SearchStrategy[HexMap] = st.builds(
        make,
        st.integers(0, 2**32 - 1),
        side,
        side,
        st.booleans() if wrap is None else st.just(wrap),
        st.booleans() if confluences is None else st.just(confluences),
        st.tuples(*[share] * 6),
        st.sampled_from([5, 1, 2, 3]),
    )
    return made
