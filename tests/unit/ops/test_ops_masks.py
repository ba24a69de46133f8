from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright import Grid, Heightfield, Layer, Mask, ops
from landwright.errors import SettingError
from landwright.ops._kernels.shape import bearing_rows
from landwright.testing import assert_refuses, cone, fields, paraboloid, plane
from naive import ops_neighbors, ops_pointwise

GRID = Grid(shape=(31, 31), cell_size=10.0, origin=(-150.0, 150.0))


@pytest.mark.jit_off
@pytest.mark.parametrize("soft", [0.0, 7.0, 80.0])
@pytest.mark.parametrize(("low", "high"), [(-20.0, 30.0), (None, 30.0), (-20.0, None), (None, None)])
@pytest.mark.parametrize("invert", [False, True])
def test_mask_height_equals_its_plain_twin(low, high, soft: float, invert: bool) -> None:
    field = Heightfield(np.random.default_rng(1).uniform(-60, 60, (6, 7)).round())
    out = ops.mask_height(field, ops.MaskHeight(low=low, high=high, soft=soft, invert=invert)).values
    limits = -math.inf if low is None else low, math.inf if high is None else high
    for place in np.ndindex(field.shape):
        twin = ops_pointwise.band(float(field.elevation[place]), *limits, soft, invert)
        assert out[place] == pytest.approx(twin, abs=1e-6)
    as_layer = ops.mask_range(
        Layer(field.elevation, unit="m"), ops.MaskRange(low=low, high=high, soft=soft, invert=invert)
    )
    assert (as_layer.values == out).all()


@pytest.mark.jit_off
def test_the_range_of_bearings_equals_its_plain_twin() -> None:
    rng = np.random.default_rng(2)
    aspect, slope = rng.uniform(0, 360, (8, 9)).astype(np.float32), rng.uniform(0, 0.2, (8, 9)).astype(np.float32)
    for middle, half, soft in ((0.0, 45.0, 30.0), (350.0, 60.0, 0.0), (90.0, 180.0, 10.0), (200.0, 10.0, 60.0)):
        out = np.empty((8, 9), np.float32)
        bearing_rows(0, 8, aspect, slope, middle, half, soft, 0.05, False, out)
        for place in np.ndindex(8, 9):
            twin = ops_pointwise.bearing(float(aspect[place]), float(slope[place]), middle, half, soft, 0.05)
            assert out[place] == pytest.approx(twin, abs=1e-5)


@given(fields(GRID), st.floats(-400, 2000), st.floats(0, 300))
def test_neighboring_ranges_add_up_to_one(field, limit, soft) -> None:
    below = ops.mask_height(field, ops.MaskHeight(high=limit, soft=soft)).values
    above = ops.mask_height(field, ops.MaskHeight(low=limit, soft=soft)).values
    assert np.allclose(below + above, 1.0, atol=1e-6)
    inverted = ops.mask_height(field, ops.MaskHeight(low=limit, soft=soft, invert=True)).values
    assert np.allclose(inverted, below, atol=1e-6)


def test_a_hard_limit_counts_its_lower_end_in_and_its_upper_end_out() -> None:
    field = Heightfield([[9.0, 10.0, 19.0, 20.0]])
    assert ops.mask_height(field, ops.MaskHeight(low=10.0, high=20.0)).values.tolist() == [[0.0, 1.0, 1.0, 0.0]]


def test_mask_slope_marks_the_side_of_a_cone() -> None:
    mask = ops.mask_slope(cone(GRID, 0.7, 90.0), ops.MaskSlope(low_degrees=25.0, high_degrees=45.0)).values
    d = np.hypot(GRID.x[None, :], GRID.y[:, None])
    assert (mask[(d > 20.0) & (d < 110.0)] == 1.0).all()
    assert (mask[d > 150.0] == 0.0).all()


@pytest.mark.parametrize(("bearing", "east", "north"), [(90.0, -1, 0), (0.0, 0, -1), (225.0, 1, 1), (360.0, 0, -1)])
def test_mask_aspect_marks_ground_that_faces_the_bearing(bearing: float, east: float, north: float) -> None:
    noun = ops.MaskAspect(bearing_degrees=bearing, width_degrees=60.0, soft_degrees=20.0)
    assert (ops.mask_aspect(plane(GRID, east, north), noun).values == 1.0).all()
    assert (ops.mask_aspect(plane(GRID, -east, -north), noun).values == 0.0).all()
    assert (ops.mask_aspect(plane(GRID, east * 0.01, north * 0.01), noun).values == 0.0).all(), (
        "gentle ground faces nowhere"
    )


def test_mask_aspect_of_a_cone_is_a_wedge_of_that_width() -> None:
    noun = ops.MaskAspect(bearing_degrees=0.0, width_degrees=90.0, soft_degrees=0.0)
    share = ops.mask_aspect(cone(GRID, 1.0, 1000.0), noun).values.mean()
    assert share == pytest.approx(0.25, abs=0.02)


def test_mask_curvature_tells_humps_from_hollows() -> None:
    noun = ops.MaskCurvature(low=0.001, soft=0.0)
    assert (ops.mask_curvature(paraboloid(GRID, 0.002), noun).values.mean()) > 0.8
    assert (ops.mask_curvature(paraboloid(GRID, -0.002), noun).values == 0.0).all()
    hollow = ops.MaskCurvature(low=None, high=-0.001, soft=0.0)
    assert (ops.mask_curvature(paraboloid(GRID, -0.002), hollow).values.mean()) > 0.8


@pytest.mark.jit_off
@pytest.mark.parametrize("shape", [(9, 13), (1, 8), (8, 1), (1, 1), (2, 17)])
@pytest.mark.parametrize("share", [0.03, 0.5, 1.0])
def test_distance_equals_its_plain_twin(shape: tuple[int, int], share: float) -> None:
    rng = np.random.default_rng(5)
    marked = rng.random(shape) < share
    marked[tuple(rng.integers(0, shape))] = True
    out = ops.distance_from(marked, Grid(shape=shape, cell_size=2.5)).values
    assert np.allclose(out, ops_neighbors.nearest_distance(marked, 2.5), rtol=1e-6)


def test_distance_measures_to_the_sea_or_to_a_layer() -> None:
    coast = plane(GRID, 0.5, level=10.0)  # the sea lies west of x = -20
    away = ops.distance({"elevation": coast})["output"]
    assert away.unit == "m"
    assert np.allclose(away.values, np.maximum(GRID.x + 30.0, 0.0)[None, :])
    spot = np.zeros(GRID.shape)
    spot[3, 4] = 0.7
    near = ops.distance({"town": Mask(spot, grid=GRID)}, ops.Distance(to="town"))["output"].values
    assert near[3, 7] == 30.0
    ring = ops.mask_distance({"town": Mask(spot, grid=GRID)}, ops.MaskDistance(to="town", high=25.0))["output"]
    assert isinstance(ring, Mask)
    assert ring.values.sum() == 21.0  # samples within 2.5 cells
    assert ops.Distance(to="town").layers_read() == {"town"}
    assert ops.Distance().layers_read() == {"elevation"}


def test_with_nothing_to_measure_to_everything_is_farther_than_the_map() -> None:
    away = ops.distance({"elevation": plane(GRID, 0.0, level=10.0)})["output"].values
    assert np.isfinite(away).all()
    assert away.min() > math.hypot(*GRID.extent)
    assert (ops.mask_distance({"elevation": plane(GRID, 0.0, level=10.0)})["output"].values == 0.0).all()


def test_mask_noise_marks_patches_and_depends_on_the_seed() -> None:
    grid = Grid(shape=(64, 64), cell_size=20.0)
    one, other = (ops.mask_noise(grid, seed=seed).values for seed in (1, 2))
    assert 0.15 < one.mean() < 0.85
    assert abs(np.corrcoef(one.ravel(), other.ravel())[0, 1]) < 0.3
    less = ops.mask_noise(grid, ops.MaskNoise(low=0.2), seed=1).values
    assert (less <= one).all()


def test_where_there_is_no_data_there_is_no_mask() -> None:
    data = np.ones(GRID.shape, bool)
    data[4:9, 4:9] = False
    field = Heightfield(np.full(GRID.shape, 5.0), grid=GRID, mask=data)
    for verb, noun in (
        (ops.mask_height, ops.MaskHeight()),
        (ops.mask_slope, ops.MaskSlope()),
        (ops.mask_aspect, ops.MaskAspect(invert=True)),
        (ops.mask_curvature, ops.MaskCurvature(low=None)),
    ):
        values = verb(field, noun).values
        assert (values[~data] == 0.0).all()
        assert (values[data] == 1.0).all()


def test_refusals() -> None:
    assert_refuses(ops.MaskHeight, "low must be below high", "got 5 and 5", low=5.0, high=5.0)
    assert_refuses(ops.MaskSlope, "low_degrees must be below high_degrees", low_degrees=50.0, high_degrees=5.0)
    assert_refuses(ops.MaskSlope, "low_degrees must be >= 0 and <= 90", low_degrees=91.0)
    assert_refuses(ops.MaskHeight, "soft must be", "-1", soft=-1.0)
    with pytest.raises(SettingError, match="ops.distance: to must name a layer"):
        ops.distance({"elevation": plane(GRID)}, ops.Distance(to="river"))
