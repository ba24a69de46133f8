"""Voronoi peaks."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from landwright import _pool, seeds
from landwright.errors import FieldError, SettingError, sentence
from landwright.field import Heightfield, Layer
from landwright.generate._frame import finish, make_room, uniform
from landwright.generate._kernels import peaks as kernels
from landwright.generate.settings import VoronoiPeaks
from landwright.grid import Grid

__all__ = ["PeakList", "voronoi_peak_labels", "voronoi_peak_list", "voronoi_peaks"]

_SHAPES = {
    "linear": kernels.LINEAR,
    "power": kernels.POWER,
    "sin_power": kernels.SIN_POWER,
    "combined": kernels.COMBINED,
}
_TRIES = 200


class PeakList(NamedTuple):
    """Where the peaks of a map stand, in the order of their drawing.

    Parameters
    ----------
    positions : (n, 3) float64
        X, y and elevation, metres.
    samples : (n, 2) int64
        Row and column of the sample each peak stands on.
    """

    positions: NDArray[np.float64]
    samples: NDArray[np.int64]


def voronoi_peaks(
    grid: Grid, noun: VoronoiPeaks = VoronoiPeaks(), *, seed: seeds.Seed = 0, start: Heightfield | None = None
) -> Heightfield:
    """Raise peaks whose flanks fall with distance.

    Every sample takes the highest flank. Use few peaks for a massif, many for a mountain land with a net of valleys; mix it
    with rough land, because the flanks themselves are smooth.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    noun : VoronoiPeaks
        Peaks, their heights (shares of ``relief``), and the shape of the flanks.
    seed : int or str
        Names the peaks.
    start : Heightfield, optional
        Ground on the same grid that the peaks are raised from; the result is nowhere lower. In a recipe the same is
        ``combine = "max"``. Left out, the peaks stand on elevation 0.

    Returns
    -------
    Heightfield
        Elevation (rows, cols), metres; without `start` from 0 to ``relief``.

    Raises
    ------
    SettingError
        If a given peak lies outside the map, or the spacing leaves no room for all peaks.
    FieldError
        If `start` lies on another grid.

    See Also
    --------
    voronoi_peak_list : The peaks themselves.
    voronoi_peak_labels : Which peak won each sample.

    Notes
    -----
    Reach: whole; distance is divided by the diagonal of the map's extent. Cost: O(samples x peaks).
    Deterministic: bit-identical on every machine and for any thread count.

    With y the height of a peak, d the distance over the diagonal, f the falloff and q the dropoff, the flanks are: *linear*
    ``y - d f``; *power* ``y - d^q f``; *sin_power* ``y - (3 d)^f - sin(2 pi d) / q``; *combined* ``y - d f - d^q``. Heights are clamped
    to [0, 1] and then multiplied by the relief. The peak's own sample always has its height y, so ``dropoff=0`` (d^0 = 1)
    leaves needles, and ``sin_power`` is not monotone: far away it can rise above its peak, up to the clamp. Peaks are drawn
    in metres and move to the nearest sample; two on one sample are the higher one.

    References
    ----------
    .. [1] J. Olsen, "Realtime procedural terrain generation", 2004: section on Voronoi diagrams, for the idea.

    Examples
    --------
    >>> grid = Grid(shape=(65, 65), cell_size=16.0)
    >>> field = voronoi_peaks(grid, VoronoiPeaks(count=3, relief=800.0), seed=7)
    >>> peaks = voronoi_peak_list(grid, VoronoiPeaks(count=3, relief=800.0), seed=7)
    >>> bool(abs(field.elevation.max() - peaks.positions[:, 2].max()) < 1e-3)
    True
    """
    if start is not None and start.grid != grid:
        raise FieldError(
            sentence("generate.voronoi_peaks: start", f"must lie on the grid of shape {grid.shape}", start.shape)
        )
    elevation, _ = _raise_peaks(grid, noun, seed)
    if start is not None:
        np.maximum(elevation, start.elevation, out=elevation)
        return start.with_elevation(elevation)
    return finish(elevation, grid)


def voronoi_peak_list(grid: Grid, noun: VoronoiPeaks = VoronoiPeaks(), *, seed: seeds.Seed = 0) -> PeakList:
    """Return the peaks that `voronoi_peaks` raises with the same arguments.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    noun : VoronoiPeaks
        The settings.
    seed : int or str
        Names the peaks.

    Returns
    -------
    PeakList
        ``positions`` (n, 3) in metres and ``samples`` (n, 2), row and column.

    Notes
    -----
    Reach: whole. Cost: O(peaks), O(peaks squared) with a spacing.
    Deterministic: bit-identical on every machine.
    """
    samples, heights = _draw(grid, noun, seed)
    x, y = grid.x[samples[:, 1]], grid.y[samples[:, 0]]
    return PeakList(np.stack([x, y, heights * noun.relief], axis=1), samples)


def voronoi_peak_labels(grid: Grid, noun: VoronoiPeaks = VoronoiPeaks(), *, seed: seeds.Seed = 0) -> Layer:
    """Return the index of the peak whose flank is the highest at every sample.

    Parameters
    ----------
    grid : Grid
        Where the samples lie.
    noun : VoronoiPeaks
        The settings.
    seed : int or str
        Names the peaks.

    Returns
    -------
    Layer
        Index into `voronoi_peak_list`; the lower index where flanks are equal.

    Notes
    -----
    Reach: whole. Cost: O(samples x peaks).
    Deterministic: bit-identical on every machine and for any thread count.
    """
    return Layer(_raise_peaks(grid, noun, seed)[1], grid=grid, unit="1")


def _raise_peaks(grid: Grid, noun: VoronoiPeaks, seed: seeds.Seed) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    make_room("generate.voronoi_peaks", grid.shape, 10)
    samples, heights = _draw(grid, noun, seed)
    diagonal = math.sqrt(grid.extent[0] ** 2 + grid.extent[1] ** 2)
    scale = grid.cell_size / diagonal if diagonal > 0.0 else 0.0
    out, winner = np.empty(grid.shape, np.float32), np.empty(grid.shape, np.float32)
    _pool.run_rows(
        kernels.voronoi_peaks,
        grid.rows,
        samples,
        heights,
        _SHAPES[noun.shape],
        noun.falloff,
        noun.dropoff,
        scale,
        noun.relief,
        out,
        winner,
    )
    return out, winner


def _draw(grid: Grid, noun: VoronoiPeaks, seed: seeds.Seed) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return rows and columns (n, 2) and heights (n,) as shares of the relief."""
    if noun.peaks is not None:
        return _given(grid, noun)
    stream = seeds.derive(seed, "generate.voronoi_peaks")
    samples: list[tuple[int, int]] = []
    heights: list[float] = []
    for index in range(noun.count):
        for attempt in range(_TRIES):
            place = seeds.derive(stream, "place", index, attempt)
            row = math.floor(uniform(place, 0) * (grid.rows - 1) + 0.5)
            col = math.floor(uniform(place, 1) * (grid.cols - 1) + 0.5)
            if noun.spacing == 0.0 or all(
                math.hypot(row - r, col - c) * grid.cell_size >= noun.spacing for r, c in samples
            ):
                break
        else:
            raise SettingError(
                sentence(
                    "generate.voronoi_peaks: spacing",
                    f"must leave room for {noun.count} peaks on {grid.extent[0]:g} x {grid.extent[1]:g} m",
                    noun.spacing,
                    hint=f"Only {index} found a place; use fewer peaks or a smaller spacing.",
                )
            )
        samples.append((row, col))
        share = uniform(seeds.derive(stream, "height"), index)
        heights.append(noun.min_height + share * (noun.max_height - noun.min_height))
    return np.array(samples, np.int64), np.array(heights, np.float64)


def _given(grid: Grid, noun: VoronoiPeaks) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    peaks = np.array(noun.peaks, np.float64)
    west, north = grid.north_west
    samples = np.stack(
        [
            np.floor((north - peaks[:, 1]) / grid.cell_size + 0.5).astype(np.int64),
            np.floor((peaks[:, 0] - west) / grid.cell_size + 0.5).astype(np.int64),
        ],
        axis=1,
    )
    outside = ((samples < 0) | (samples >= np.array(grid.shape))).any(axis=1)
    if outside.any():
        index = int(np.flatnonzero(outside)[0])
        raise SettingError(
            sentence(
                f"generate.voronoi_peaks: peaks.{index}",
                f"must lie on the map, x {grid.x[0]:g} to {grid.x[-1]:g}, y {grid.y[-1]:g} to {grid.y[0]:g}",
                tuple(peaks[index, :2].tolist()),
            )
        )
    return samples, peaks[:, 2] / noun.relief if noun.relief > 0.0 else np.zeros(len(peaks))
