"""FlowGraph: who receives whose flow, in 1-D arrays that know nothing of rasters, hexes or spheres."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from landwright.grid import Grid

__all__ = ["FlowGraph", "Shares"]


class Shares(NamedTuple):
    """Where flow divides: cell i gives ``weights[q]`` to ``receivers[q]`` for q from ``starts[i]`` to ``starts[i + 1] - 1``.

    The weights of a cell add up to 1; base levels have none. A weight may be 0.

    Parameters
    ----------
    starts : (n + 1,) int32 array
        Where the links of each cell begin.
    receivers : (m,) int32 array
        Who takes a share.
    weights : (m,) float32 array
        How much of the flow.
    """

    starts: NDArray[np.int32]
    receivers: NDArray[np.int32]
    weights: NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class FlowGraph:
    """The way water takes over n cells, down to base levels.

    Cells of a raster are numbered row by row, row 0 north. Everything is 1-D, so the same functions serve rasters, hex maps and
    spheres; ``reshape(graph.grid.shape)`` puts a raster's values back on the map.

    Attributes
    ----------
    receivers : (n,) int32
        The cell that takes each cell's flow, or most of it; a base level, and a cell without data, receives from itself.
    order : (n,) int32
        Flow order, from base levels to divides: every cell comes after all that it flows to.
    distances : (n,) float32
        Metres to the receiver; 0 at base levels.
    areas : (n,) float64 or float
        What each cell counts (m2); one number where all are the same.
    data : (n,) bool or None
        False where there is no data; None when there is data everywhere.
    shares : Shares or None
        All receivers and their weights where flow divides; None where each cell has one receiver.
    grid : Grid or None
        Where the cells lie, if they are a raster.
    """

    receivers: NDArray[np.int32]
    order: NDArray[np.int32]
    distances: NDArray[np.float32]
    areas: NDArray[np.float64] | float
    data: NDArray[np.bool_] | None = None
    shares: Shares | None = None
    grid: Grid | None = None

    def __post_init__(self) -> None:
        """Freeze what is held."""
        shares = self.shares or ()
        for array in (self.receivers, self.order, self.distances, self.areas, self.data, *shares):
            if isinstance(array, np.ndarray):
                array.flags.writeable = False

    def __len__(self) -> int:
        """Return the number of cells."""
        return int(self.receivers.size)

    @cached_property
    def base_levels(self) -> NDArray[np.int64]:
        """Indices of the base levels, in order: where flow leaves the model."""
        own = self.receivers == np.arange(len(self), dtype=np.int32)
        return np.flatnonzero(own if self.data is None else own & self.data)

    @cached_property
    def weights(self) -> NDArray[np.float32]:
        """Share of each cell's flow that its receiver takes (n,): 1, less where flow divides, 0 at base levels."""
        own = self.receivers != np.arange(len(self), dtype=np.int32)
        if self.shares is None:
            return np.asarray(own, np.float32)
        starts, receivers, weights = self.shares
        giver = np.repeat(np.arange(len(self)), np.diff(starts))
        main = receivers == self.receivers[giver]
        out = np.zeros(len(self), np.float32)
        out[giver[main]] = weights[main]
        return out

    @cached_property
    def _donors(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        gives = np.flatnonzero(self.receivers != np.arange(len(self), dtype=np.int32)).astype(np.int32)
        takers = self.receivers[gives]
        starts = np.zeros(len(self) + 1, np.int32)
        np.cumsum(np.bincount(takers, minlength=len(self)), out=starts[1:])
        return starts, gives[np.argsort(takers, kind="stable")]

    @property
    def donor_starts(self) -> NDArray[np.int32]:
        """Where each cell's donors begin in :attr:`donors` (n + 1)."""
        return self._donors[0]

    @property
    def donors(self) -> NDArray[np.int32]:
        """Donors of all cells, one after another: those of i from ``donor_starts[i]`` to ``donor_starts[i + 1] - 1``."""
        return self._donors[1]
