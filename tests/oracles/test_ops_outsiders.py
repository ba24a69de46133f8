"""Our filters and derivatives against SciPy's.

Orientation and limits: SciPy knows rows and columns only; its row axis points south, so d/dy is minus its first derivative. Its
``reflect`` is ours; its rank filters count reflected samples, ours do not, so only the inside is compared for the median.
"""

from __future__ import annotations

import numpy as np
import pytest
from scipy import interpolate, ndimage

from landwright import Grid, Heightfield, ops
from landwright.testing import hills
from naive.ops_neighbors import disc

GRID = Grid(shape=(40, 50), cell_size=4.0)
FIELD = Heightfield(hills(GRID, 80.0, 70.0).elevation + np.random.default_rng(1).normal(0, 3, GRID.shape), grid=GRID)
Z = FIELD.elevation


@pytest.mark.parametrize("radius", [2.0, 6.0, 30.0])
def test_smooth_is_scipys_gaussian(radius: float) -> None:
    theirs = ndimage.gaussian_filter(Z.astype(float), radius / 4.0, truncate=4.0, mode="reflect")
    # SciPy rounds its window to the nearest cell, ours reaches out to four radii: equal where both are whole
    same = (4.0 * radius / 4.0) == round(4.0 * radius / 4.0)
    assert np.allclose(ops.smooth(FIELD, ops.Smooth(radius=radius)).elevation, theirs, atol=1e-4 if same else 1e-2)


@pytest.mark.parametrize("radius", [4.0, 9.0, 17.0])
def test_rank_filters_are_scipys(radius: float) -> None:
    n = int(radius / 4.0)
    spots = np.zeros((2 * n + 1, 2 * n + 1), bool)
    for i, j in disc(radius / 4.0):
        spots[i + n, j + n] = True
    inner = np.s_[n:-n, n:-n]
    assert (ops.expand(FIELD, ops.Expand(radius=radius)).elevation == ndimage.grey_dilation(Z, footprint=spots)).all()
    assert (ops.shrink(FIELD, ops.Shrink(radius=radius)).elevation == ndimage.grey_erosion(Z, footprint=spots)).all()
    theirs = ndimage.median_filter(Z, footprint=spots)
    assert (ops.median(FIELD, ops.Median(radius=radius)).elevation[inner] == theirs[inner]).all()


def test_slope_and_aspect_are_those_of_the_sobel_operator() -> None:
    east = ndimage.sobel(Z.astype(float), axis=1) / 8.0 / 4.0
    north = -ndimage.sobel(Z.astype(float), axis=0) / 8.0 / 4.0
    inner = np.s_[1:-1, 1:-1]
    assert np.allclose(ops.slope(FIELD).values[inner], np.hypot(east, north)[inner], rtol=1e-5)
    bearing = np.degrees(np.arctan2(-east, -north)) % 360.0
    away = (ops.aspect(FIELD).values - bearing + 180.0) % 360.0 - 180.0
    assert np.abs(away[inner]).max() < 1e-2


def test_mean_curvature_of_gentle_ground_is_half_the_laplacian() -> None:
    gentle = Heightfield(Z * 1e-3, grid=GRID)
    theirs = -0.5 * ndimage.laplace(gentle.elevation.astype(float)) / 16.0
    inner = np.s_[1:-1, 1:-1]
    assert np.allclose(ops.curvature(gentle).values[inner], theirs[inner], rtol=1e-4, atol=1e-8)


@pytest.mark.parametrize("share", [0.002, 0.1, 0.9])
def test_distance_is_scipys(share: float) -> None:
    marked = np.random.default_rng(2).random((150, 170)) < share
    theirs = ndimage.distance_transform_edt(~marked, sampling=3.0)
    ours = ops.distance_from(marked, Grid(shape=(150, 170), cell_size=3.0)).values
    assert np.allclose(ours, theirs, rtol=1e-6)


def test_curve_is_the_monotone_cubic_of_fritsch_and_butland() -> None:
    points = ((-100.0, 0.0), (0.0, 10.0), (50.0, 200.0), (300.0, 210.0), (400.0, 150.0))
    x, y = np.array(points).T
    at = np.linspace(-100.0, 400.0, 501).astype(np.float32)
    theirs = interpolate.PchipInterpolator(x, y)(at.astype(float))
    ours = ops.curve(Heightfield(at[None, :]), ops.Curve(points=points)).elevation[0]
    assert np.allclose(ours, theirs, atol=1e-3)


def test_bilinear_resampling_is_scipys() -> None:
    grid = Grid(shape=(33, 44), cell_size=3.1, origin=(20.0, 140.0))
    rows, cols = (GRID.y[0] - grid.y) / 4.0, (grid.x - GRID.x[0]) / 4.0
    place = np.meshgrid(rows, cols, indexing="ij")
    theirs = ndimage.map_coordinates(Z.astype(float), place, order=1, mode="nearest")
    assert np.allclose(ops.resample(FIELD, grid).elevation, theirs, atol=1e-4)
