"""Masks of what lies on and beside lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from landwright.errors import FieldError, sentence
from landwright.field import Mask
from landwright.grid import Grid
from landwright.networks._corridor import corridor
from landwright.networks._network import Network
from landwright.networks.settings import CLASSES, Beside

__all__ = ["mark_beside"]

_SHARP = 1e-6
"""Metres of fade that are none."""


def mark_beside(given: Mapping[str, Any], noun: Beside = Beside()) -> dict[str, Mask]:
    """Mark the ground on and beside the lines of networks.

    Parameters
    ----------
    given : mapping of str to Grid or Network
        ``grid``, where the samples lie, and the networks that the noun names.
    noun : Beside
        Which lines, how far beside them, and what is 1.

    Returns
    -------
    dict
        The mask by the noun's name: 1 up to the margin beyond the edge of a line, from there to 0 over the fade.

    Raises
    ------
    FieldError
        If a name is no network.

    See Also
    --------
    corridor : Distances, and what the lines carry.

    Notes
    -----
    Reach: whole. Cost: O(samples beside lines), and one pass over the raster.
    Deterministic: bit-identical for any thread count.

    Examples
    --------
    >>> import landwright as lw
    >>> ends = [[0, 10, 0], [40, 10, 0]]
    >>> road = lw.networks.Network(ends, [[0, 1]], ends, [0, 2], of_points={"width": [8.0, 8.0]})
    >>> given = {"grid": lw.Grid(shape=(3, 5), cell_size=10.0), "roads": road}
    >>> mark_beside(given, lw.networks.Beside(margin=2.0, fade=16.0))["beside"].values[:, 0].tolist()
    [0.75, 1.0, 0.75]
    """
    grid: Grid = given["grid"]
    mark = np.zeros(grid.rows * grid.cols, np.float32)
    for name in noun.networks:
        network = given[name]
        if not isinstance(network, Network):
            where, must = f"networks.beside: networks: {name!r}", "must be a network that a stage before wrote"
            raise FieldError(sentence(where, must, type(network).__name__))
        if not len(network):
            continue
        width = network.of_points.get("width", np.zeros(len(network.points)))
        found = corridor(grid, network, noun.margin + noun.fade, np.asarray(width, np.float64) / 2.0)
        beyond = found.gap - noun.margin
        share = np.where(beyond <= 0.0, 1.0, 0.0) if noun.fade < _SHARP else np.clip(1.0 - beyond / noun.fade, 0.0, 1.0)
        kinds = network.of_points.get("class")
        if kinds is not None:
            nearest = np.asarray(kinds)[found.segment + (found.share > 0.5)]
            for word, counts in (("bridge", noun.bridges), ("tunnel", noun.tunnels)):
                share = np.where((nearest == CLASSES.index(word)) & (not counts), 0.0, share)
        mark[found.cells] = np.maximum(mark[found.cells], share.astype(np.float32))
    if noun.value == "clear":
        mark = np.float32(1.0) - mark
    return {noun.layer: Mask(mark.reshape(grid.shape), grid=grid)}
