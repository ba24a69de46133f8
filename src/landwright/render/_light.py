"""Sun and sky on the land: horizon toward the sun, share of sky seen, shading exaggeration.

The pictures share these rasters. They are made with line sweeps, so a shadow costs one pass over the map and the sky sixteen,
whatever the relief.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from landwright import _pool
from landwright.render._kernels import horizon

__all__ = ["fitting_exaggeration", "horizon_toward", "sky_seen", "sun_vector"]

_WHOLE = 1 << 20
"""Samples up to which the sky is swept at every sample; above, at every second one."""

_AXIS, _KNIGHT = math.atan(0.5), math.pi / 4.0
_SHARE = (_AXIS / math.pi, _KNIGHT / 2.0 / math.pi, (_KNIGHT - _AXIS) / math.pi)
"""Share of the circle of a line along an axis, of a knight's move and of a diagonal."""


def sun_vector(azimuth: float, altitude: float) -> tuple[float, float, float]:
    """Return the unit vector (east, north, up) toward a sun at `azimuth` and `altitude` (degrees)."""
    a, e = math.radians(azimuth), math.radians(altitude)
    return math.sin(a) * math.cos(e), math.cos(a) * math.cos(e), math.sin(e)


def _lines(shape: tuple[int, int], ratio: float) -> tuple[int, int]:
    """Return (how many lines cover the map, row of line 0 at column 0)."""
    rows, cols = shape
    drift = math.ceil(abs(ratio) * (cols - 1)) + 1
    return rows + drift + 1, -drift if ratio > 0.0 else 0


def horizon_toward(
    z: NDArray[np.float32], cell_size: float, azimuth: float, exaggeration: float = 1.0
) -> NDArray[np.float32]:
    """Return the tangent of the horizon toward one bearing.

    Parameters
    ----------
    z : (rows, cols) float32
        Elevation (m).
    cell_size : float
        Distance between samples (m).
    azimuth : float
        Bearing (degrees from north).
    exaggeration : float
        Factor on all elevations.

    Returns
    -------
    (rows, cols) float32
        0 where nothing stands higher than the sample itself.

    Notes
    -----
    Reach: whole. Cost: O(samples). Deterministic: bit-identical for any thread count.
    """
    east, south = math.sin(math.radians(azimuth)), -math.cos(math.radians(azimuth))
    across = abs(east) >= abs(south)
    surface = z if across else np.ascontiguousarray(z.T)
    along, aside = (east, south) if across else (south, east)
    ratio = aside / along
    if abs(ratio) < 1e-9:
        ratio = 0.0
    count, first = _lines(surface.shape, ratio)
    lines = np.empty((count, surface.shape[1]), np.float32)
    slope = exaggeration / (cell_size * math.hypot(1.0, ratio))
    _pool.run_rows(horizon.toward, count, surface, ratio, first, slope, 1 if along > 0.0 else -1, lines)
    out: NDArray[np.float32] = np.zeros_like(surface)
    _pool.run_rows(horizon.straighten, len(out), lines, ratio, first, out)
    return out if across else np.ascontiguousarray(out.T)


def sky_seen(z: NDArray[np.float32], cell_size: float, exaggeration: float = 1.0) -> NDArray[np.float32]:
    """Return the share of an even sky's light that reaches each sample: 1 in the open, less in valleys and below walls.

    Sixteen directions, each weighted with its share of the circle. Maps of over a million samples are swept at every second
    sample.

    Parameters
    ----------
    z : (rows, cols) float32
        Elevation (m).
    cell_size : float
        Distance between samples (m).
    exaggeration : float
        Factor on all elevations.

    Returns
    -------
    (rows, cols) float32
        From 0 to 1.

    Notes
    -----
    Reach: whole. Cost: O(samples). Deterministic: bit-identical for any thread count.
    """
    if z.size > _WHOLE and min(z.shape) > 2:
        small = np.empty(((z.shape[0] + 1) // 2, (z.shape[1] + 1) // 2), np.float32)
        _pool.run_rows(horizon.halve, len(small), z, small)
        coarse = _swept(small, 2.0 * cell_size, exaggeration)
        out = np.empty_like(z)
        _pool.run_rows(horizon.double, len(out), coarse, out)
        return out
    return _swept(z, cell_size, exaggeration)


def _swept(z: NDArray[np.float32], cell_size: float, exaggeration: float) -> NDArray[np.float32]:
    axis, knight, diagonal = _SHARE
    total = np.zeros(z.shape, np.float32)
    for surface, ratios in (
        (z, ((0.0, axis), (0.5, knight), (-0.5, knight), (1.0, diagonal), (-1.0, diagonal))),
        (np.ascontiguousarray(z.T), ((0.0, axis), (0.5, knight), (-0.5, knight))),
    ):
        part = np.zeros_like(surface)
        room = np.empty((_lines((surface.shape[0], surface.shape[1]), 1.0)[0], surface.shape[1]), np.float32)
        for ratio, share in ratios:
            count, first = _lines((surface.shape[0], surface.shape[1]), ratio)
            lines = room[:count]  # one piece of memory for all: fresh pages cost more than the sweep
            slope = exaggeration / (cell_size * math.hypot(1.0, ratio))
            _pool.run_rows(horizon.open_sky, count, surface, ratio, first, slope, share / 2.0, lines)
            _pool.run_rows(horizon.straighten, len(part), lines, ratio, first, part)
        total += part if surface is z else part.T
    return np.minimum(total, np.float32(1.0))


def fitting_exaggeration(z: NDArray[np.float32], cell_size: float) -> float:
    """Return the exaggeration that brings a typical slope of the land to about 22 degrees: from 0.5 (wild) to 8 (flat)."""
    step = max(1, max(z.shape) // 512)
    squares = []
    for surface in (z, z.T):
        line = surface[::step].astype(np.float64)
        if line.shape[1] > 1:
            squares.append(float(np.mean(np.diff(line, axis=1) ** 2)))
    slope = math.sqrt(sum(squares)) / cell_size
    return min(max(0.4 / slope, 0.5), 8.0) if slope > 0.0 else 1.0
