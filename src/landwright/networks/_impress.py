"""Impress: roads pressed into the ground, with beds, batters and what is led over beside them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.grid import Grid
from landwright.networks._classes import BRIDGE, TUNNEL
from landwright.networks._corridor import corridor
from landwright.networks._kernels.impress import blend
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
    out, area = elevation.copy(), np.zeros_like(elevation)
    if not len(network):
        return out, area
    cell, ring = grid.cell_size, _ring(batters, grid.cell_size)
    reach = max(ring, batters.reach)
    bed = 0.5 * np.asarray(network.of_points["width"], np.float64) + cell
    codes = np.asarray(network.of_points["class"])
    places = corridor(grid, network, reach, bed)
    pair = np.stack([codes[places.segment], codes[places.segment + 1]])
    share = np.clip(0.5 - (places.gap + cell) / cell, 0.0, 1.0)
    area.reshape(-1)[places.cells] = np.where((pair == TUNNEL).all(axis=0), 0.0, share)
    pressed = ~((pair == BRIDGE) | (pair == TUNNEL)).any(axis=0)
    flat = out.reshape(-1)
    inside = pressed & (places.gap <= 0.0)
    flat[places.cells[inside]] = (places.carry(network.points[:, 2]) - batters.bed)[inside]
    beyond = pressed & (places.gap > 0.0) & (places.gap < reach)
    if beyond.any():
        cells = places.cells[beyond]
        at, beds = _segments(network, bed, codes)
        longest = float(np.sqrt(((at[:, 3:5] - at[:, 0:2]) ** 2).sum(axis=1)).max())
        wide = reach + float(beds.max()) + 0.5 * longest
        order, first, frame, bins = _binned(at, max(2.0 * cell, 0.25 * reach))
        how = np.array([ring, reach, batters.cut_slope, batters.fill_slope, batters.bed, wide])
        x, y = grid.x[cells % grid.cols], grid.y[cells // grid.cols]
        ground, made = elevation.reshape(-1)[cells].astype(np.float64), np.empty(len(cells), np.float32)
        given = (x, y, ground, places.gap[beyond], at, beds, order, first, frame, bins, how, made)
        _pool.run_rows(blend, len(cells), *given, block=4096)
        flat[cells] = made
    return out, area


def _segments(network: Network, bed: Floats, codes: NDArray[np.int8]) -> tuple[Floats, Floats]:
    """Return the ends (n, 6) and half beds (n,) of the segments that lie on the ground."""
    head = np.delete(np.arange(len(network.points)), network.starts[1:] - 1)
    pair = np.stack([codes[head], codes[head + 1]])
    head = head[~((pair == BRIDGE) | (pair == TUNNEL)).any(axis=0)]
    at = np.concatenate([network.points[head], network.points[head + 1]], axis=1)
    return np.ascontiguousarray(at), 0.5 * (bed[head] + bed[head + 1])


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
