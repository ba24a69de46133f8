"""Impress: roads pressed into the ground, with beds, batters and what is led over beside them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.grid import Grid
from landwright.networks._classes import BRIDGE, TUNNEL
from landwright.networks._kernels.impress import impress
from landwright.networks._network import Network

__all__ = ["Batters", "press", "reach_of"]

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Batters:
    """How the ground meets a road (m; slopes as rise over run)."""

    smoothing: float
    cut_slope: float
    fill_slope: float
    reach: float
    bed: float


def reach_of(batters: Batters, half: float, cell_size: float) -> float:
    """Return how far from a centerline the ground may change (m).

    The bed is a cell wider than the road on each side, so that no triangle of the ground rises through it.
    """
    return half + cell_size + max(_ring(batters, cell_size), batters.reach)


def _ring(batters: Batters, cell_size: float) -> float:
    return max(batters.smoothing, 1e-3 * cell_size)


def press(
    elevation: NDArray[np.float32], grid: Grid, network: Network, batters: Batters
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Press a network of roads into the ground.

    Parameters
    ----------
    elevation : (rows, cols) float32
        The ground, metres.
    grid : Grid
        Where its samples lie.
    network : Network
        Roads with ``width`` and ``class`` of points.
    batters : Batters
        How the ground meets them.

    Returns
    -------
    elevation, area : (rows, cols) float32
        The ground with cuts and banks, and the share of it that roads take up; a tunnel takes up none.

    Notes
    -----
    Reach: whole. Cost: O(cells + cells near roads x segments near them).
    Deterministic: bit-identical for any thread count.
    """
    out, area = np.empty_like(elevation), np.empty_like(elevation)
    if not len(network):
        return elevation.copy(), np.zeros_like(elevation)
    at, halves, kind = _segments(network, grid.cell_size)
    ring = _ring(batters, grid.cell_size)
    reach = max(ring, batters.reach)
    order, first, frame, bins = _binned(at, max(4.0 * grid.cell_size, 0.5 * reach))
    how = np.array([ring, reach, batters.cut_slope, batters.fill_slope, batters.bed, grid.cell_size])
    _pool.run_rows(
        impress, grid.rows, elevation, grid.x, grid.y, at, halves, kind, order, first, frame, bins, how, out, area
    )
    return out, area


def _segments(network: Network, cell_size: float) -> tuple[Floats, Floats, NDArray[np.uint8]]:
    """Return ends (n, 6), half widths and beds (n, 2), and whether each segment is pressed and shown (n, 2)."""
    inner = np.ones(len(network.points) - 1, bool)
    inner[network.starts[1:-1] - 1] = False
    head = np.flatnonzero(inner)
    at = np.concatenate([network.points[head], network.points[head + 1]], axis=1)
    wide = np.asarray(network.of_points["width"], np.float64)
    half = 0.5 * np.maximum(wide[head], wide[head + 1])
    codes = np.asarray(network.of_points["class"])
    pair = np.stack([codes[head], codes[head + 1]])
    off_ground = ((pair == BRIDGE) | (pair == TUNNEL)).any(axis=0)
    kind = np.stack([~off_ground, (pair != TUNNEL).all(axis=0)], axis=1).astype(np.uint8)
    return np.ascontiguousarray(at), np.stack([half, half + cell_size], axis=1), kind


def _binned(at: Floats, size: float) -> tuple[NDArray[np.int32], NDArray[np.int32], Floats, NDArray[np.int64]]:
    """Sort segments into square bins by their middles; who looks for one looks half its length further."""
    middle = 0.5 * (at[:, 0:2] + at[:, 3:5])
    corner = middle.min(axis=0)
    place = np.floor((middle - corner) / size).astype(np.int64)
    cols, rows = (int(v) + 1 for v in place.max(axis=0))
    number = place[:, 1] * cols + place[:, 0]
    order = np.argsort(number, kind="stable").astype(np.int32)
    first = np.zeros(cols * rows + 1, np.int32)
    np.cumsum(np.bincount(number, minlength=cols * rows), out=first[1:])
    return order, first, np.array([corner[0], corner[1], size]), np.array([cols, rows], np.int64)
