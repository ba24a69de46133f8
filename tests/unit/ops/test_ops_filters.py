from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright import Grid, Heightfield, Layer, Mask, ops
from landwright.errors import FieldError
from landwright.testing import assert_refuses, fields, flat, steps
from naive import ops_neighbors as naive

GRID = Grid(shape=(9, 11), cell_size=10.0)


def ground(seed: int = 1, gaps: bool = False, shape: tuple[int, int] = (9, 11)) -> Heightfield:
    rng = np.random.default_rng(seed)
    mask = rng.random(shape) > 0.3 if gaps else None
    return Heightfield(rng.normal(0, 100, shape).round(), cell_size=10.0, mask=mask)


def data_of(field: Heightfield) -> np.ndarray:
    return np.ones(field.shape, bool) if field.mask is None else field.mask


@pytest.mark.jit_off
@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("shape", [(9, 11), (1, 6), (4, 1), (2, 3)])
@pytest.mark.parametrize("radius", [4.0, 13.0])
def test_smooth_equals_its_plain_twin(radius: float, shape: tuple[int, int], gaps: bool) -> None:
    field = ground(2, gaps, shape)
    twin = naive.smooth(field.elevation, data_of(field), radius / 10.0)
    assert np.allclose(ops.smooth(field, ops.Smooth(radius=radius)).elevation, twin, rtol=1e-5, atol=1e-4)


@pytest.mark.jit_off
@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("shape", [(9, 11), (1, 6), (4, 1), (2, 3)])
@pytest.mark.parametrize("radius", [5.0, 10.0, 14.2, 25.0, 37.0])
def test_rank_filters_equal_their_plain_twins(radius: float, shape: tuple[int, int], gaps: bool) -> None:
    field = ground(3, gaps, shape)
    for verb, noun, choose in (
        (ops.median, ops.Median, naive.median),
        (ops.expand, ops.Expand, max),
        (ops.shrink, ops.Shrink, min),
    ):
        twin = naive.ranked(field.elevation, data_of(field), radius / 10.0, choose)
        assert (verb(field, noun(radius=radius)).elevation == twin).all(), verb.__name__


@given(fields(GRID), st.floats(0.0, 60.0))
def test_smoothing_keeps_the_mean_and_stays_within_the_heights(field, radius) -> None:
    out = ops.smooth(field, ops.Smooth(radius=radius)).elevation.astype(float)
    before = field.elevation.astype(float)
    assert out.mean() == pytest.approx(before.mean(), abs=1e-3)
    assert out.max() <= before.max() + 1e-3
    assert out.min() >= before.min() - 1e-3
    assert out.std() <= before.std() + 1e-3


@given(fields(GRID), st.floats(0.0, 60.0))
def test_expand_and_shrink_bracket_the_ground_and_mirror_each_other(field, radius) -> None:
    high, low = (
        ops.expand(field, ops.Expand(radius=radius)).elevation,
        ops.shrink(field, ops.Shrink(radius=radius)).elevation,
    )
    assert (low <= field.elevation).all()
    assert (field.elevation <= high).all()
    turned = ops.expand(Heightfield(-field.elevation, grid=GRID), ops.Expand(radius=radius)).elevation
    assert (low == -turned).all()
    closed = ops.shrink(Heightfield(high, grid=GRID), ops.Shrink(radius=radius))
    again = ops.shrink(ops.expand(closed, ops.Expand(radius=radius)), ops.Shrink(radius=radius))
    assert (again.elevation == closed.elevation).all(), "closing twice is closing once"


def test_level_ground_and_radius_zero_change_nothing() -> None:
    rough = ground()
    for verb, noun in (
        (ops.smooth, ops.Smooth),
        (ops.median, ops.Median),
        (ops.expand, ops.Expand),
        (ops.sharpen, ops.Sharpen),
    ):
        assert (verb(flat(GRID, 77.7), noun(radius=35.0)).elevation == np.float32(77.7)).all()
        assert (verb(rough, noun(radius=0.0)).elevation == rough.elevation).all()


def test_sharpen_scales_what_smooth_removes() -> None:
    field = ground()
    base = ops.smooth(field, ops.Smooth(radius=12.0)).elevation
    assert np.allclose(ops.sharpen(field, ops.Sharpen(radius=12.0, amount=-1.0)).elevation, base, atol=1e-4)
    more = ops.sharpen(field, ops.Sharpen(radius=12.0, amount=2.0)).elevation
    assert np.allclose(more - base, 3.0 * (field.elevation - base), atol=1e-3)


def test_median_removes_a_spike_and_keeps_a_cliff() -> None:
    field = steps(Grid(shape=(12, 12), cell_size=10.0), 50.0, 60.0)
    spiked = field.elevation.copy()
    spiked[5, 3] = 9000.0
    assert (
        ops.median(Heightfield(spiked, grid=field.grid), ops.Median(radius=10.0)).elevation == field.elevation
    ).all()


def test_a_mask_stays_a_mask_and_a_layer_keeps_its_unit() -> None:
    values = np.random.default_rng(1).random(GRID.shape)
    for verb, noun in (
        (ops.smooth, ops.Smooth(radius=20.0)),
        (ops.sharpen, ops.Sharpen(amount=9.0)),
        (ops.median, ops.Median()),
    ):
        assert isinstance(verb(Mask(values, grid=GRID), noun), Mask)
        out = verb(Layer(values, grid=GRID, unit="degC"), noun)
        assert type(out) is Layer
        assert out.unit == "degC"


def test_a_radius_is_metres_at_any_cell_size() -> None:
    def dome(grid: Grid) -> Heightfield:
        return Heightfield(
            100.0 * np.exp(-((grid.x[None, :] - 400) ** 2 + (grid.y[:, None] - 400) ** 2) / 2e4), grid=grid
        )

    coarse = ops.smooth(dome(Grid(shape=(81, 81), cell_size=10.0)), ops.Smooth(radius=60.0)).elevation
    fine = ops.smooth(dome(Grid(shape=(161, 161), cell_size=5.0)), ops.Smooth(radius=60.0)).elevation
    inner = np.s_[20:-20, 20:-20]
    assert np.allclose(coarse[inner], fine[::2, ::2][inner], atol=0.01)


def test_gaps_count_nothing_and_stay_as_they_are() -> None:
    field = ground(4, gaps=True)
    other = Heightfield(np.where(field.mask, field.elevation, 31000.0), grid=field.grid, mask=field.mask)
    for verb, noun in (
        (ops.smooth, ops.Smooth(radius=9.0)),
        (ops.sharpen, ops.Sharpen(radius=9.0)),
        (ops.median, ops.Median(radius=21.0)),
        (ops.expand, ops.Expand(radius=21.0)),
    ):
        a, b = verb(field, noun), verb(other, noun)
        assert (a.elevation[field.mask] == b.elevation[field.mask]).all()
        assert (b.elevation[~field.mask] == 31000.0).all()
        assert (a.mask == field.mask).all()


def test_too_wide_windows_are_refused() -> None:
    field = flat(Grid(shape=(3, 3), cell_size=0.001))
    for verb, noun in (
        (ops.smooth, ops.Smooth(radius=9.0)),
        (ops.median, ops.Median(radius=9.0)),
        (ops.expand, ops.Expand(radius=9.0)),
    ):
        assert_refuses(verb, noun.kind, "radius must be at most", "9000 cells", field=field, noun=noun)
    assert_refuses(ops.smooth, "Heightfield or a Layer", "ndarray", field=np.zeros((3, 3)), error=FieldError)
