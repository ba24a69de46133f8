"""Depressions, one inside another, and the lakes that fill them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright import _pool
from landwright.field import Heightfield, Layer
from landwright.hydrology._drain import Drained, drain
from landwright.hydrology._ground import Given, Ground, Raster, ground_of
from landwright.hydrology._kernels import depression_tree
from landwright.hydrology.settings import Draining, Flow, Lakes, limit

__all__ = ["Depressions", "depressions", "lakes"]


class Depressions(NamedTuple):
    """Every depression, and how they merge as water rises: a forest, children before parents.

    Parameters
    ----------
    pits : (d,) int32
        Lowest cell.
    level : (d,) float32
        Elevation (m) at which it spills.
    depth : (d,) float32
        From the pit to the level (m).
    area, volume : (d,) float64
        When it is full: square metres of water surface, cubic metres of water. Depressions inside count.
    pour_from, pour_to : (d,) int32
        The pour point: the cell inside over which it spills, and the cell outside that takes the water.
    into : (d,) int32
        The depression it spills into, with which it merges once both are full; -1 where the water goes on to a base level.
    parent : (d,) int32
        What the two become; -1 where it is part of no larger one.
    innermost : (n,) int32
        For each cell the smallest depression that holds it, -1 for none.
    """

    pits: NDArray[np.int32]
    level: NDArray[np.float32]
    depth: NDArray[np.float32]
    area: NDArray[np.float64]
    volume: NDArray[np.float64]
    pour_from: NDArray[np.int32]
    pour_to: NDArray[np.int32]
    into: NDArray[np.int32]
    parent: NDArray[np.int32]
    innermost: NDArray[np.int32]

    def outermost(self) -> NDArray[np.int32]:
        """Return for each depression the largest that it is part of (d,): the lake, when all is full."""
        out = np.arange(self.parent.size, dtype=np.int32)
        for d in range(out.size - 1, -1, -1):
            if self.parent[d] >= 0:
                out[d] = out[self.parent[d]]
        return out


def _tree(ground: Ground, drained: Drained, areas: NDArray[np.float64]) -> tuple[Depressions, NDArray[np.int32]]:
    """Return the forest, and the node of each basin."""
    count = drained.pits.size
    leaf = np.empty(count, np.int32)
    pit, leave, enter, into, parent = (np.empty(2 * count, np.int32) for _ in range(5))
    level = np.empty(2 * count, np.float32)
    rooted = drained.kept.copy()
    rooted[0] = True
    made = _pool.call(
        depression_tree.merge,
        drained.tree,
        *ground.neighbors,
        drained.labels,
        drained.pits,
        ground.z,
        rooted,
        leaf,
        pit,
        leave,
        enter,
        into,
        parent,
        level,
    )
    pit, leave, enter, into, parent = (array[:made].copy() for array in (pit, leave, enter, into, parent))
    level = level[:made].copy()
    innermost = np.empty(ground.z.size, np.int32)
    area, volume = np.zeros(made), np.zeros(made)
    _pool.call(depression_tree.contents, parent, level, ground.z, drained.labels, leaf, areas, innermost, area, volume)
    depth = level - ground.z[pit]
    return Depressions(pit, level, depth, area, volume, leave, enter, into, parent, innermost), leaf


def depressions(given: Given, noun: Draining = Flow(), *, sinks: ArrayLike | None = None) -> Depressions:
    """Find every depression: its pit, its pour point, what it holds, and which larger one it becomes part of.

    Parameters
    ----------
    given : Heightfield or mapping of str to Heightfield or Layer
        The ground, or layers with ``elevation`` among them; metres.
    noun : Flow
        Where water leaves, and which depressions are closed basins and so never spill. Any noun of this room will do.
    sinks : (rows, cols) array, optional
        True (or over 0.5) where water may end inland.

    Returns
    -------
    Depressions
        Single ones first, in the order of their pits' cells, then what they merge into, lowest first.

    Raises
    ------
    FieldError
        If layers do not fit each other.
    SettingError
        If ``noun.sinks`` names no layer that is there.

    See Also
    --------
    lakes : Their water, as a layer.

    Notes
    -----
    Reach: whole. Cost: O(samples) and a sort of the passes between depressions.
    Deterministic: bit-identical for any thread count; of equal passes the one with the lowest index counts as lower.

    References
    ----------
    .. [1] R. Barnes, K. L. Callaghan, A. D. Wickert, "Computing water flow through complex landscapes, part 2: Finding hierarchies in
       depressions and morphological segmentations", Earth Surface Dynamics 8, 2020.

    Examples
    --------
    >>> import landwright as lw
    >>> two = lw.Heightfield([[9.0] * 6, [9.0, 2.0, 4.0, 1.0, 6.0, 0.0], [9.0] * 6])
    >>> found = lw.hydrology.depressions(two)
    >>> found.level.tolist(), found.parent.tolist(), found.volume.tolist()
    ([4.0, 4.0, 6.0], [2, 2, -1], [2.0, 3.0, 11.0])
    """
    ground = ground_of(given, noun, sinks)
    drained = drain(ground, limit(noun.keep_depth))
    size = 1.0 if ground.grid is None else ground.grid.cell_size**2
    return _tree(ground, drained, np.array([size]))[0]


@overload
def lakes(given: Heightfield, noun: Lakes = ..., *, sinks: ArrayLike | None = ...) -> Layer: ...
@overload
def lakes(given: Mapping[str, Raster], noun: Lakes = ..., *, sinks: ArrayLike | None = ...) -> dict[str, Raster]: ...
def lakes(given: Given, noun: Lakes = Lakes(), *, sinks: ArrayLike | None = None) -> Layer | dict[str, Raster]:
    """Fill depressions with water up to where they spill, and return its depth.

    Parameters
    ----------
    given : Heightfield or mapping of str to Heightfield or Layer
        The ground, or layers with ``elevation`` among them; metres.
    noun : Lakes
        Where water leaves, and how large a lake must be.
    sinks : (rows, cols) array, optional
        True (or over 0.5) where water may end inland.

    Returns
    -------
    Layer or dict
        Metres of water, 0 on land; ``{"water": layer}`` when layers were given. Ground and depth add up to one level on each lake, to
        float32 rounding. Closed basins stay dry.

    Raises
    ------
    FieldError
        If layers do not fit each other.
    SettingError
        If ``noun.sinks`` names no layer that is there.

    See Also
    --------
    depressions : Levels, pour points and volumes.
    fill : Ground instead of water.

    Notes
    -----
    Reach: whole. Cost: O(samples) and a sort of the passes between depressions.
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import landwright as lw
    >>> pit = lw.Heightfield([[5.0, 5.0, 5.0], [5.0, 1.0, 3.0], [5.0, 5.0, 5.0]])
    >>> lw.hydrology.lakes(pit).values[1].tolist()
    [0.0, 2.0, 0.0]
    """
    ground = ground_of(given, noun, sinks)
    grid = ground.grid
    drained = drain(ground, limit(noun.keep_depth))
    found, leaf = _tree(ground, drained, np.array([1.0 if grid is None else grid.cell_size**2]))
    fits = (found.area >= noun.min_area) & (found.depth >= noun.min_depth)
    wet = np.zeros(leaf.size, np.bool_)
    wet[leaf >= 0] = fits[found.outermost()][leaf[leaf >= 0]]
    level = np.where(wet, drained.level, -np.float32(np.inf))[drained.labels]
    there = level > ground.z
    depth = np.zeros(ground.z.size, np.float32)
    np.subtract(level, ground.z, out=depth, where=there)
    made = Layer(depth.reshape(ground.shape), grid=grid, unit="m")
    return made if isinstance(given, Heightfield) else {"water": made}
