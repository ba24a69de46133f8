from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright import Grid, Heightfield, Layer, Mask, ops
from landwright.errors import FieldError, SettingError
from landwright.ops.settings._combine import HOWS
from landwright.testing import assert_refuses, fields, masks
from naive.ops_pointwise import combine as naive_combine

GRID = Grid(shape=(6, 5), cell_size=10.0)


def noise(seed: int, low: float = -50.0, high: float = 50.0) -> np.ndarray:
    return np.random.default_rng(seed).uniform(low, high, GRID.shape).astype(np.float32)


@pytest.mark.jit_off
@pytest.mark.parametrize("how", HOWS)
def test_combine_equals_its_plain_twin(how: str) -> None:
    a, b, w = noise(1), noise(2), noise(3, 0.0, 1.0)
    w[0], w[1] = 0.0, 1.0
    out = ops.combine(a, b, how, w, amount=0.75, smoothness=30.0)
    for place in np.ndindex(a.shape):
        twin = naive_combine(float(a[place]), float(b[place]), how, 30.0, 0.75 * float(w[place]))
        assert out[place] == pytest.approx(twin, rel=2e-6, abs=1e-5)


def test_identities_of_the_specification() -> None:
    a = noise(1)
    assert (ops.combine(a, np.zeros_like(a), "add") == a).all()
    assert (ops.combine(a, np.ones_like(a), "multiply") == a).all()
    assert (ops.combine(a, noise(2), "lerp", amount=0.0) == a).all()
    assert (ops.combine(a, noise(2), "lerp", amount=1.0) == noise(2)).all()


@given(fields(GRID), fields(GRID), st.sampled_from(HOWS))
def test_a_mask_of_zero_keeps_the_old_and_one_gives_the_combination_exactly(old, new, how) -> None:
    whole = ops.combine(old, new, how)
    none, full = np.zeros(GRID.shape), np.ones(GRID.shape)
    assert (ops.combine(old, new, how, Mask(none, grid=GRID)).elevation == old.elevation).all()
    assert (ops.combine(old, new, how, Mask(full, grid=GRID)).elevation == whole.elevation).all()


def test_both_ends_are_exact_where_floating_point_would_slip() -> None:
    far = ops.combine(np.array([[1e30]]), np.array([[1.0]]), "replace", np.array([[1.0]]))
    assert far[0, 0] == 1.0  # 1e30 + (1 - 1e30) would be 0
    zero = ops.combine(np.array([[-0.0]]), np.array([[5.0]]), "add", np.array([[0.0]]))
    assert np.signbit(zero[0, 0])  # to the bit


@given(fields(GRID), fields(GRID), masks(GRID), st.sampled_from(HOWS))
def test_a_mixture_lies_between_its_two_ends(old, new, mask, how) -> None:
    whole, part = ops.combine(old, new, how).elevation, ops.combine(old, new, how, mask).elevation
    assert (part >= np.minimum(whole, old.elevation)).all()
    assert (part <= np.maximum(whole, old.elevation)).all()


@given(fields(GRID), fields(GRID))
def test_smooth_extremes_touch_the_plain_ones_where_the_heights_are_far_apart(a, b) -> None:
    k = 40.0
    low, soft = ops.combine(a, b, "min").elevation, ops.combine(a, b, "smooth_min", smoothness=k).elevation
    far = np.abs(a.elevation - b.elevation) >= k
    assert (soft[far] == low[far]).all()
    assert (soft <= low).all()
    assert (soft >= low - k / 4.0 - 1e-3).all()
    high = ops.combine(a, b, "smooth_max", smoothness=k).elevation
    mirrored = ops.combine(
        Heightfield(-a.elevation, grid=GRID), Heightfield(-b.elevation, grid=GRID), "smooth_min", smoothness=k
    )
    assert (high == -mirrored.elevation).all()
    assert (ops.combine(b, a, "smooth_min", smoothness=k).elevation == soft).all()


def test_smoothness_zero_is_the_plain_extreme() -> None:
    assert (ops.combine(noise(1), noise(2), "smooth_max", smoothness=0.0) == np.maximum(noise(1), noise(2))).all()


def test_the_result_is_like_the_old() -> None:
    new = Layer(noise(2), grid=GRID, unit="1")
    layer = ops.combine(Layer(noise(1), grid=GRID, unit="degC"), new, "add")
    assert type(layer) is Layer
    assert layer.unit == "degC"
    half = Mask(np.full(GRID.shape, 0.75), grid=GRID)
    both = ops.combine(half, half, "add")
    assert isinstance(both, Mask)
    assert (both.values == 1.0).all()


def test_gaps_stay_gaps_and_new_gaps_leave_the_old() -> None:
    data_old, data_new = np.ones(GRID.shape, bool), np.ones(GRID.shape, bool)
    data_old[0, 0], data_new[1, 1] = False, False
    old, new = Heightfield(noise(1), grid=GRID, mask=data_old), Heightfield(noise(2), grid=GRID, mask=data_new)
    out = ops.combine(old, new, "add")
    assert (out.mask == data_old).all()
    assert out.elevation[1, 1] == old.elevation[1, 1]
    assert out.elevation[2, 2] == np.float32(old.elevation[2, 2] + new.elevation[2, 2])
    assert (ops.combine(old, new, "add", Mask(np.full(GRID.shape, 0.5), grid=GRID)).mask == data_old).all()


def test_other_grids_are_refused_or_brought_here() -> None:
    old = Heightfield(np.zeros((5, 5)), cell_size=10.0)
    coarse = Heightfield(np.add.outer(np.arange(3.0)[::-1], np.arange(3.0)) * 20.0, cell_size=20.0)
    with pytest.raises(FieldError, match=r"ops.combine: new must lie on the grid of the old.*resample"):
        ops.combine(old, coarse, "add")
    fine = ops.combine(old, coarse, "add", resample=True).elevation
    x, y = old.grid.x[None, :], old.grid.y[:, None]
    assert np.allclose(fine, x + y)
    with pytest.raises(FieldError, match="must have the shape of old"):
        ops.combine(np.zeros((2, 2)), np.zeros((2, 3)))


def test_refusals() -> None:
    a = noise(1)
    assert_refuses(ops.combine, "ops.combine: how", "'multiply'", old=a, new=a, how="multipy")
    assert_refuses(ops.combine, "ops.combine: amount", "1.5", old=a, new=a, amount=1.5)
    assert_refuses(ops.combine, "ops.combine: smoothness", "nan", old=a, new=a, smoothness=float("nan"))
    assert_refuses(ops.combine, "ops.combine: mask", "between 0 and 1", old=a, new=a, mask=a, error=FieldError)
    assert_refuses(ops.combine, "ops.combine: new", "2-D array", old=a, new=3.0, error=FieldError)


def test_blend_takes_layers_by_name() -> None:
    layers = {
        "elevation": Heightfield(noise(1), grid=GRID),
        "hills": Heightfield(noise(2), grid=GRID),
        "where": Mask(noise(3, 0.0, 1.0), grid=GRID),
    }
    noun = ops.Blend(other="hills", how="max", by="where", amount=0.5)
    out = ops.blend(layers, noun)
    assert set(out) == {"output"}
    expected = ops.combine(layers["elevation"], layers["hills"], "max", layers["where"], amount=0.5)
    assert (out["output"].elevation == expected.elevation).all()
    assert noun.layers_read() == {"elevation", "hills", "where"}
    with pytest.raises(SettingError, match=r"ops.blend: other must name a layer.*Did you mean 'hills'"):
        ops.blend(layers, ops.Blend(other="hill"))
    with pytest.raises(SettingError, match="ops.blend: by must name a layer of 0 to 1"):
        ops.blend(layers, ops.Blend(other="hills", by="hills"))
