"""Hypothesis strategies: grids, fields, masks and seeds, small enough for hundreds of examples.

Hypothesis is optional (``pip install 'landwright[testing]'``) and loaded when a strategy is made.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np

from landwright.errors import MissingExtra
from landwright.field import Heightfield, Layer, Mask
from landwright.grid import Grid
from landwright.seeds import Seed

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = ["fields", "grids", "layers", "masks", "world_seeds"]


def _strategies() -> Any:
    try:
        return importlib.import_module("hypothesis.strategies")
    except ImportError:
        raise MissingExtra("landwright.testing: making strategies", "testing") from None


def world_seeds() -> SearchStrategy[Seed]:
    """Draw seeds: whole numbers of 64 bits with or without sign, and texts.

    Returns
    -------
    SearchStrategy
        Of int or str.
    """
    st = _strategies()
    made: SearchStrategy[Seed] = st.one_of(st.integers(-(2**63), 2**64 - 1), st.text(max_size=12))
    return made


def grids(*, max_side: int = 24) -> SearchStrategy[Grid]:
    """Draw grids of any shape, down to one row, one column or one sample, anywhere in the world.

    Parameters
    ----------
    max_side : int
        Most rows and columns.

    Returns
    -------
    SearchStrategy
        Of Grid.
    """
    st = _strategies()
    side = st.integers(1, max_side)
    place = st.floats(-1e6, 1e6, allow_nan=False)
    made: SearchStrategy[Grid] = st.builds(
        Grid,
        shape=st.tuples(side, side),
        cell_size=st.sampled_from([0.5, 1.0, 3.0, 10.0, 30.0]),
        origin=st.one_of(st.none(), st.tuples(place, place)),
    )
    return made


def _values(st: Any, grid: Grid, low: float, high: float) -> Any:
    """Draw one of several kinds of raster: level, smooth, rough, spiky, or a board of the two extremes."""

    def make(kind: str, seed: int) -> Any:
        rng = np.random.default_rng(seed)
        rows, cols = np.indices(grid.shape)
        share = {
            "level": np.full(grid.shape, rng.random()),
            "smooth": 0.5
            + 0.5 * np.sin(rows * rng.uniform(0.1, 1.0) + rng.random()) * np.cos(cols * rng.uniform(0.1, 1.0)),
            "rough": rng.random(grid.shape),
            "spiky": (rng.random(grid.shape) > 0.9).astype(float),
            "board": ((rows + cols) % 2).astype(float),
            "coarse": np.round(rng.random(grid.shape) * 4.0) / 4.0,
        }[kind]
        return np.clip(low * (1.0 - share) + high * share, low, high)

    kinds = st.sampled_from(["level", "smooth", "rough", "spiky", "board", "coarse"])
    return st.builds(make, kinds, st.integers(0, 2**32 - 1))


def fields(
    grid: Grid | None = None, *, low: float = -500.0, high: float = 3000.0, max_side: int = 24, gaps: bool = False
) -> SearchStrategy[Heightfield]:
    """Draw heightfields: level, smooth, rough, spiky and with many equal heights.

    Parameters
    ----------
    grid : Grid, optional
        On this grid; on drawn ones when left out.
    low, high : float
        Range of heights (m).
    max_side : int
        Most rows and columns of a drawn grid.
    gaps : bool
        Whether some have samples without data.

    Returns
    -------
    SearchStrategy
        Of Heightfield.
    """
    st = _strategies()

    def on(where: Grid) -> Any:
        def make(values: Any, seed: int | None) -> Heightfield:
            mask = None if seed is None else np.random.default_rng(seed).random(where.shape) > 0.2
            return Heightfield(values, grid=where, mask=mask)

        holes = st.one_of(st.none(), st.integers(0, 2**32 - 1)) if gaps else st.none()
        return st.builds(make, _values(st, where, low, high), holes)

    made: SearchStrategy[Heightfield] = (grids(max_side=max_side) if grid is None else st.just(grid)).flatmap(on)
    return made


def layers(
    grid: Grid | None = None, *, low: float = 0.0, high: float = 1.0, unit: str = "1", max_side: int = 24
) -> SearchStrategy[Layer]:
    """Draw layers of any unit.

    Parameters
    ----------
    grid : Grid, optional
        On this grid; on drawn ones when left out.
    low, high : float
        Range of values.
    unit : str
        Of the layer.
    max_side : int
        Most rows and columns of a drawn grid.

    Returns
    -------
    SearchStrategy
        Of Layer.
    """
    st = _strategies()
    where = grids(max_side=max_side) if grid is None else st.just(grid)
    made: SearchStrategy[Layer] = where.flatmap(
        lambda g: st.builds(lambda v: Layer(v, grid=g, unit=unit), _values(st, g, low, high))
    )
    return made


def masks(grid: Grid | None = None, *, max_side: int = 24) -> SearchStrategy[Mask]:
    """Draw masks: all of one value, smooth, and of 0 and 1 only.

    Parameters
    ----------
    grid : Grid, optional
        On this grid; on drawn ones when left out.
    max_side : int
        Most rows and columns of a drawn grid.

    Returns
    -------
    SearchStrategy
        Of Mask.
    """
    made: SearchStrategy[Mask] = layers(grid, max_side=max_side).map(lambda layer: Mask(layer.values, grid=layer.grid))
    return made
