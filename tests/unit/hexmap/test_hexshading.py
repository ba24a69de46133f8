"""Shading: equal to the naive twin, within 0 and 1, continuous from water to shore to estuary (H-I33), no seam on a cylinder."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from landwright.errors import FieldError
from landwright.hexmap import (
    Layout,
    ShadeScales,
    shade_estuary,
    shade_foam,
    shade_river,
    shade_road,
    shade_scales,
    shade_shore,
    shade_water,
    shade_waves,
)
from naive import hexshading as naive

pytestmark = pytest.mark.jit_off

TEXTURE = np.random.default_rng(3).random((8, 8, 4))
PLACES = st.tuples(*[st.floats(-1e4, 1e4)] * 2, st.floats(0.0, 3e3))
SHARES = st.floats(0.0, 1.0)


@settings(max_examples=60, deadline=None)
@given(PLACES, SHARES, SHARES, st.floats(-0.5, 1.5), st.floats(-0.5, 1.5))
def test_it_is_the_naive_twin_and_stays_between_0_and_1(
    place: tuple[float, float, float], at: float, share: float, u: float, v: float
) -> None:
    x, y, t = place
    lists = TEXTURE.tolist()
    pairs = [
        (shade_waves(TEXTURE, x, y, t), naive.waves(lists, x, y, t)),
        (shade_foam(TEXTURE, at, x, y, t), naive.foam(lists, at, x, y, t)),
        (shade_river(TEXTURE, u, v, t), naive.river(lists, u, v, t)),
        (shade_shore(TEXTURE, at, x, y, t), naive.shore(lists, at, x, y, t)),
        (shade_estuary(TEXTURE, share, at, x, y, u, v, t), naive.estuary(lists, share, at, x, y, u, v, t)),
    ]
    for ours, theirs in pairs:
        assert abs(float(ours) - theirs) < 1e-9
        assert 0.0 <= float(ours) <= 1.0
    made = shade_road(TEXTURE, (0.6, 0.5, 0.4), at, x, y)
    assert np.allclose(made, naive.road(lists, (0.6, 0.5, 0.4), at, x, y), atol=1e-9)
    assert ((made >= 0.0) & (made <= 1.0)).all()


@settings(max_examples=40, deadline=None)
@given(PLACES, SHARES, st.floats(-0.5, 1.5), st.floats(-0.5, 1.5))
def test_water_shore_and_estuary_meet_without_a_step(
    place: tuple[float, float, float], at: float, u: float, v: float
) -> None:
    x, y, t = place
    assert float(shade_foam(TEXTURE, 0.0, x, y, t)) == 0.0
    assert shade_shore(TEXTURE, 0.0, x, y, t) == shade_waves(TEXTURE, x, y, t)
    assert shade_estuary(TEXTURE, 0.0, at, x, y, u, v, t) == shade_shore(TEXTURE, at, x, y, t)
    assert float(shade_estuary(TEXTURE, 1.0, at, x, y, u, v, t)) == pytest.approx(float(shade_river(TEXTURE, u, v, t)))


def test_arrays_of_any_shape_go_in_and_come_out() -> None:
    x, y = np.meshgrid(np.linspace(-50.0, 90.0, 5), np.linspace(0.0, 70.0, 4))
    assert shade_waves(TEXTURE, x, y, 1.0).shape == (4, 5)
    assert shade_estuary(TEXTURE, 0.5, 0.5, x, y, 0.5, np.zeros((3, 4, 5)), 1.0).shape == (3, 4, 5)
    assert shade_road(TEXTURE, (1.0, 1.0, 1.0), 0.8, x, y).shape == (4, 5, 4)
    colors = shade_water(shade_waves(TEXTURE, x, y, np.arange(3.0)[:, np.newaxis, np.newaxis]))
    assert colors.shape == (3, 4, 5, 4)
    assert ((colors >= 0.0) & (colors <= 1.0)).all()


def test_one_wave_of_foam_comes_and_the_other_recedes() -> None:
    """Without noise the crests lie where the sines say, at 0.9 sqrt(shore): the first goes towards the land, the second away."""
    flat = np.zeros((4, 4, 4))

    def crest(time: float, low: float, high: float) -> float:
        near = np.linspace(low, high, 4001)
        return float(near[np.argmax(shade_foam(flat, (near / 0.9) ** 2, 0.0, 0.0, time) / near)])

    assert crest(0.1, 0.42, 0.51) - crest(0.0, 0.42, 0.51) == pytest.approx(0.01, abs=1e-3)
    assert crest(0.1, 0.54, 0.63) - crest(0.0, 0.54, 0.63) == pytest.approx(-0.01, abs=1e-3)


def test_a_map_that_wraps_has_no_seam() -> None:
    layout = Layout(columns=22, wrap=True)
    width = 2.0 * layout.metrics.inner_radius * layout.columns
    scales = shade_scales(layout)
    assert all(naive.repeats(scale, width) for scale in scales[:3])
    assert naive.stripes_repeat(scales.slant, width)
    assert np.allclose(scales, ShadeScales(), rtol=0.3)
    x, y = np.linspace(0.0, 60.0, 40), np.linspace(-9.0, 80.0, 40)
    here, there = (shade_shore(TEXTURE, 0.4, x + by, y, 2.5, scales=scales) for by in (0.0, width))
    assert np.allclose(here, there, atol=1e-9)
    assert shade_scales(Layout()) == ShadeScales()


def test_a_texture_that_is_none_is_refused() -> None:
    with pytest.raises(FieldError, match="must be noise"):
        shade_waves(np.zeros((4, 4)), 0.0, 0.0, 0.0)
    with pytest.raises(FieldError, match="must be noise"):
        shade_river(np.zeros((4, 4, 4), np.uint8), 0.0, 0.0, 0.0)
