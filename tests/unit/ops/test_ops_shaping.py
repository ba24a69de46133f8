from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright import Grid, Heightfield, Layer, Mask, ops
from landwright.testing import assert_refuses, fields, flat, plane
from naive import ops_pointwise as naive

GRID = Grid(shape=(9, 8), cell_size=10.0)


@pytest.mark.jit_off
def test_pointwise_shapes_equal_their_plain_twins() -> None:
    field = Heightfield(np.random.default_rng(1).uniform(-50, 150, GRID.shape).round(1), grid=GRID)
    z = field.elevation
    power = ops.power(field, ops.Power(low=0.0, high=100.0, exponent=2.3)).elevation
    remap = ops.remap(field, ops.Remap(from_low=0.0, from_high=50.0, to_low=10.0, to_high=-30.0)).elevation
    scale = ops.scale(field, ops.Scale(factor=-1.5, about=20.0, offset=3.0)).elevation
    pad = ops.flatten(field, ops.Flatten(center=(33.0, 41.0), radius=15.0, falloff=22.0, level=5.0)).elevation
    terrace = ops.terrace(field, ops.Terrace(step=30.0, sharpness=0.6, first=7.0, jitter=0.0)).elevation
    for row, col in np.ndindex(GRID.shape):
        v = float(z[row, col])
        assert power[row, col] == pytest.approx(naive.power(v, 0.0, 100.0, 2.3), rel=1e-6, abs=1e-5)
        assert remap[row, col] == pytest.approx(10.0 - v * 40.0 / 50.0, rel=1e-6, abs=1e-5)
        assert scale[row, col] == pytest.approx(20.0 + (v - 20.0) * -1.5 + 3.0, rel=1e-6, abs=1e-5)
        twin = naive.flatten(v, float(GRID.x[col]), float(GRID.y[row]), (33.0, 41.0), 15.0, 22.0, 5.0)
        assert pad[row, col] == pytest.approx(twin, rel=1e-5, abs=1e-4)
        assert terrace[row, col] == pytest.approx(naive.terrace(v, 7.0, 30.0, 0.6), rel=1e-5, abs=1e-4)


@given(fields(GRID))
def test_clamp_cuts_off_and_leaves_the_rest(field) -> None:
    out = ops.clamp(field, ops.Clamp(low=0.0, high=500.0)).elevation
    assert (out == np.minimum(np.maximum(field.elevation, 0.0), 500.0)).all()
    assert (ops.clamp(field).elevation == field.elevation).all()


@given(st.floats(-1e5, 1e5), st.floats(0.01, 1e5), st.floats(-1e5, 1e5), st.floats(-1e5, 1e5))
def test_remap_meets_both_ends_exactly(low, span, to_low, to_high) -> None:
    low, high = float(np.float32(low)), float(np.float32(low + span))
    if low < high:
        noun = ops.Remap(from_low=low, from_high=high, to_low=to_low, to_high=to_high)
        ends = ops.remap(Heightfield([[low, high]]), noun).elevation
        assert ends.tolist() == [[float(np.float32(to_low)), float(np.float32(to_high))]]


@given(fields(GRID), st.floats(0.2, 5.0))
def test_power_keeps_the_ends_the_order_and_what_lies_outside(field, exponent) -> None:
    noun = ops.Power(low=0.0, high=1000.0, exponent=exponent)
    out = ops.power(field, noun).elevation
    outside = (field.elevation <= 0.0) | (field.elevation >= 1000.0)
    assert (out[outside] == field.elevation[outside]).all()
    order = np.argsort(field.elevation, axis=None)
    assert (np.diff(out.ravel()[order]) >= 0.0).all()


@given(
    st.lists(
        st.tuples(st.integers(-500, 500), st.integers(-500, 500)), min_size=2, max_size=6, unique_by=lambda p: p[0]
    )
)
def test_a_curve_meets_its_points_exactly_and_never_overshoots(points) -> None:
    points = sorted(points)
    noun = ops.Curve(points=tuple((float(a), float(b)) for a, b in points))
    at = ops.curve(Heightfield([[a for a, _ in points]]), noun).elevation[0]
    assert at.tolist() == [b for _, b in points]
    for (x0, y0), (x1, y1) in pairwise(points):
        between = ops.curve(Heightfield([np.linspace(x0, x1, 50)]), noun).elevation[0]
        assert between.min() >= min(y0, y1) - 1e-3
        assert between.max() <= max(y0, y1) + 1e-3
        assert (np.diff(between) * np.sign(y1 - y0) >= -1e-3).all()


def test_beyond_its_points_a_curve_goes_straight_on_or_holds() -> None:
    points = ((0.0, 0.0), (100.0, 50.0))
    far = Heightfield([[-100.0, 200.0]])
    assert ops.curve(far, ops.Curve(points=points)).elevation.tolist() == [[-50.0, 100.0]]
    assert ops.curve(far, ops.Curve(points=points, beyond="hold")).elevation.tolist() == [[0.0, 50.0]]
    assert (ops.curve(far).elevation == far.elevation).all()


@given(fields(GRID), st.floats(0.0, 0.97), st.floats(5.0, 300.0))
def test_terraces_move_nothing_by_more_than_half_a_step_and_keep_the_order(field, sharpness, step) -> None:
    out = ops.terrace(field, ops.Terrace(step=step, sharpness=sharpness, jitter=0.0)).elevation.astype(float)
    assert np.abs(out - field.elevation).max() <= 0.5 * step + 1e-3
    order = np.argsort(field.elevation, axis=None)
    assert (np.diff(out.ravel()[order]) >= -1e-3).all()


def test_sharp_terraces_lie_on_their_levels_and_sharpness_zero_changes_nothing() -> None:
    slope = plane(Grid(shape=(4, 400), cell_size=1.0), 1.0)
    out = ops.terrace(slope, ops.Terrace(step=50.0, sharpness=0.98, first=10.0, jitter=0.0)).elevation
    level = np.abs((out - 10.0 + 25.0) % 50.0 - 25.0)
    assert (level < 1.0).mean() > 0.85
    same = ops.terrace(slope, ops.Terrace(step=50.0, sharpness=0.0, jitter=40.0, dip=0.3), seed=5).elevation
    assert np.allclose(same, slope.elevation, atol=1e-3)


def test_tilted_terraces_go_down_the_bearing_of_their_dip() -> None:
    # level ground under benches that dip to the east shows where they cut it: the pattern moves along x only
    grid = Grid(shape=(5, 200), cell_size=1.0)
    out = ops.terrace(
        flat(grid, 20.0), ops.Terrace(step=40.0, sharpness=0.9, jitter=0.0, dip=0.5, dip_bearing_degrees=90.0)
    )
    assert np.ptp(out.elevation, axis=0).max() < 1e-3
    assert np.ptp(out.elevation, axis=1).min() > 10.0
    # where the sample lies on a bench, the bench passes through it: ground follows -0.5 * x
    flatness = np.diff(out.elevation[2])
    assert np.median(flatness) == pytest.approx(-0.5, abs=0.05)


def test_jitter_bends_the_benches_by_the_seed() -> None:
    slope = plane(Grid(shape=(60, 60), cell_size=10.0), 0.5)
    noun = ops.Terrace(step=40.0, sharpness=0.8, jitter=15.0, jitter_wavelength=200.0)
    one, other = (ops.terrace(slope, noun, seed=seed).elevation for seed in (1, 2))
    assert np.abs(one - other).max() > 3.0
    assert (one == ops.terrace(slope, noun, seed=1).elevation).all()


@given(fields(GRID, gaps=True))
def test_normalize_spans_the_range_of_the_data(field) -> None:
    out = ops.normalize(field, ops.Normalize(low=-10.0, high=90.0))
    data = np.ones(GRID.shape, bool) if field.mask is None else field.mask
    held = out.elevation[data]
    if np.ptp(field.elevation[data]) > 0.0:
        assert (held.min(), held.max()) == (-10.0, 90.0)
        assert held.argmax() == field.elevation[data].argmax()
    else:
        assert (held == -10.0).all()
    assert out.elevation.min() >= -10.0
    assert out.elevation.max() <= 90.0


@pytest.mark.parametrize("form", ["ellipse", "border"])
@pytest.mark.parametrize("coast", [0.0, 700.0, 5000.0])
@pytest.mark.parametrize("shape", [(65, 65), (33, 90), (1, 20), (3, 3)])
def test_an_island_ends_in_the_sea_all_around(shape, coast: float, form) -> None:
    grid = Grid(shape=shape, cell_size=50.0)
    noun = ops.Island(form=form, margin=0.0, coast=coast, depth=40.0, sea_level=7.0)
    out = ops.island(flat(grid, 300.0), noun, seed=3).elevation
    rim = np.concatenate([out[0], out[-1], out[:, 0], out[:, -1]])
    assert (rim == -33.0).all()
    assert out.min() == -33.0
    assert out.max() <= 300.0


@pytest.mark.parametrize("form", ["ellipse", "border"])
def test_inland_an_island_is_the_ground_it_was(form) -> None:
    grid = Grid(shape=(201, 161), cell_size=50.0)
    noun = ops.Island(form=form, margin=200.0, coast=300.0, falloff=500.0)
    ground = plane(grid, 0.05, 0.02, 300.0)
    out = ops.island(ground, noun, seed=1).elevation
    assert (out[70:130, 60:100] == ground.elevation[70:130, 60:100]).all()
    # metres, not shares: a map twice as large has the same strip of sea at its border
    strip = int((out[100] == -60.0)[:20].sum()) * 50.0
    assert 200.0 <= strip <= 550.0


def test_the_coast_is_cut_by_the_seed() -> None:
    grid = Grid(shape=(101, 101), cell_size=50.0)
    one, other = (ops.island(flat(grid, 100.0), seed=seed).elevation > 0.0 for seed in (1, 2))
    assert (one != other).mean() > 0.02
    assert 0.2 < one.mean() < 0.8


def test_flatten_is_exact_inside_and_untouched_outside() -> None:
    grid = Grid(shape=(41, 41), cell_size=10.0)
    field = plane(grid, 0.3)
    out = ops.flatten(field, ops.Flatten(center=(200.0, 150.0), radius=50.0, falloff=80.0, level=33.0)).elevation
    d = np.hypot(grid.x[None, :] - 200.0, grid.y[:, None] - 150.0)
    assert (out[d <= 50.0] == 33.0).all()
    assert (out[d >= 130.0] == field.elevation[d >= 130.0]).all()


def test_warp_moves_the_ground_by_no_more_than_its_amplitude() -> None:
    slope = plane(Grid(shape=(40, 40), cell_size=10.0), 1.0)
    noun = ops.Warp(amplitude=35.0)
    out = ops.warp(slope, noun, seed=2).elevation
    inner = np.s_[:, 6:-6]
    assert np.abs(out - slope.elevation)[inner].max() <= 35.0 + 1e-2
    assert np.abs(out - slope.elevation)[inner].max() > 5.0
    assert (ops.warp(slope, ops.Warp(amplitude=0.0)).elevation == slope.elevation).all()


def test_warp_takes_gaps_along_and_reads_none_of_them() -> None:
    grid = Grid(shape=(40, 40), cell_size=10.0)
    data = np.random.default_rng(1).random(grid.shape) > 0.2
    field = Heightfield(np.where(data, 100.0, -9000.0), grid=grid, mask=data)
    out = ops.warp(field, seed=4)
    assert out.mask is not None
    assert (out.mask != data).any()
    assert (out.elevation[out.mask] == 100.0).all()


def test_shaping_a_mask_gives_a_plain_layer() -> None:
    mask = Mask(np.full(GRID.shape, 0.5), grid=GRID)
    out = ops.scale(mask, ops.Scale(factor=10.0))
    assert type(out) is Layer
    assert (out.values == 5.0).all()
    assert isinstance(ops.clamp(mask, ops.Clamp(high=0.4)), Mask)


def test_refusals() -> None:
    assert_refuses(ops.Clamp, "low must not be above high", low=2.0, high=1.0)
    assert_refuses(ops.Remap, "from_low must be below from_high", from_low=1.0, from_high=1.0)
    assert_refuses(ops.Power, "exponent must be > 0", exponent=0.0)
    assert_refuses(ops.Curve, "at least two pairs", points=((0.0, 0.0),))
    assert_refuses(ops.Curve, "rising heights", points=((5.0, 0.0), (1.0, 2.0)))
    assert_refuses(ops.Terrace, "step must be > 0", step=0.0)
    assert_refuses(ops.Terrace, "sharpness", sharpness=1.0)
    assert_refuses(ops.Island, "form", "ellipse, border", form="elipse")
    assert_refuses(ops.Normalize, "low must be below high", low=1.0, high=0.0)
