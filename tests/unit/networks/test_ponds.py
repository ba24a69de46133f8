"""Ponds by the rule of the thesis (R-I22 to R-I25), and strokes too short for a river."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import landwright as lw
from landwright.errors import SettingError
from landwright.networks import Line, Pond, Ponds, part_strokes, press_ponds
from naive.networks_water import pond_bed


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 10**6),
    cell=st.sampled_from([0.25, 0.5, 1.0, 2.0, 4.0]),
    level=st.sampled_from([0.0, -3.0, None]),
)
def test_every_sample_is_the_twins(seed: int, cell: float, level: float | None) -> None:
    draw = np.random.default_rng(seed)
    grid = lw.Grid(shape=(30, 33), cell_size=cell, origin=(-5.0, 70.0))
    field = lw.Heightfield(draw.uniform(0.5, 9.0, grid.shape), grid=grid)
    at = (float(draw.uniform(grid.x[0], grid.x[-1])), float(draw.uniform(grid.y[-1], grid.y[0])))
    radius, depth = max(6.0 * cell, 1.0), 2.0
    made = press_ponds(field, Ponds(ponds=(Pond(at=at),), radius=radius, depth=depth, level=level))
    away = np.hypot(grid.x[np.newaxis] - at[0], grid.y[:, np.newaxis] - at[1])
    stands = field.elevation[away < 1.5 * radius].min() if level is None else level
    for (row, col), before in np.ndenumerate(field.elevation):
        expected = pond_bed(float(before), float(away[row, col]), radius, float(stands), depth)
        now = float(made["elevation"].elevation[row, col])
        assert now == pytest.approx(expected, abs=1e-5)
        if away[row, col] <= radius:
            assert now < stands  # R-I22
            assert made["water"].values[row, col] > 0.0
        if away[row, col] >= 2.0 * radius:
            assert now == before  # R-I23


def test_the_shore_blends_from_the_level_to_the_ground() -> None:
    field = lw.Heightfield(np.full((81, 81), 5.0))
    made = press_ponds(field, Ponds(ponds=(Pond(at=(40.0, 40.0)),), radius=16.0, level=1.0))
    ray = made["elevation"].elevation[40, 56:73].astype(float)  # R-I24: from the rim to twice the radius
    assert ray[1:] == pytest.approx(1.0 + 4.0 * np.arange(1, 17) / 16.0, abs=1e-5)
    assert ray[0] < 1.0 == pytest.approx(ray[0], abs=0.01)


def test_the_cell_size_does_not_count() -> None:
    noun = Ponds(ponds=(Pond(at=(40.0, 40.0)),), radius=16.0, level=1.0)
    coarse = press_ponds(lw.Heightfield(np.full((41, 41), 5.0), cell_size=2.0), noun)
    fine = press_ponds(lw.Heightfield(np.full((161, 161), 5.0), cell_size=0.5), noun)
    assert np.array_equal(fine["elevation"].elevation[::4, ::4], coarse["elevation"].elevation)  # R-I25


def test_overlapping_ponds_take_the_lower_ground_in_any_order() -> None:
    field = lw.Heightfield(np.full((61, 81), 9.0))
    two = (Pond(at=(30.0, 30.0), radius=12.0, level=5.0), Pond(at=(46.0, 30.0), radius=8.0, level=7.0))
    made, other = (press_ponds(field, Ponds(ponds=ponds)) for ponds in (two, two[::-1]))
    alone = [press_ponds(field, Ponds(ponds=(pond,)))["elevation"].elevation for pond in two]
    assert np.array_equal(made["elevation"].elevation, np.minimum(*alone))
    assert np.array_equal(made["water"].values, other["water"].values)


def test_short_strokes_are_ponds_at_their_middle() -> None:
    short, long = (
        Line(points=[(float(x), 2.0) for x in range(19)], width=4.0),
        Line(points=[(float(x), 2.0) for x in range(20)]),
    )
    ponds, rivers = part_strokes([short, long])
    assert [(pond.at, pond.radius) for pond in ponds] == [((9.0, 2.0), 4.0)]
    assert rivers == [long]
    made = press_ponds(lw.Heightfield(np.full((40, 40), 5.0)), Ponds(lines=(short, long)))
    assert made["water"].values[37, 9] > 0.0
    assert made["water"].values[37, 19] == 0.0
    with pytest.raises(SettingError, match="max_points must be at least 5"):
        part_strokes([short], 4)


def test_a_pond_smaller_than_a_sample_and_one_beyond_the_map() -> None:
    field = lw.Heightfield(np.full((9, 9), 5.0), cell_size=10.0)
    made = press_ponds(field, Ponds(ponds=(Pond(at=(44.0, 36.0), radius=0.5), Pond(at=(900.0, 0.0)))))
    assert 1 <= (made["water"].values > 0.0).sum() <= 4
    border = press_ponds(field, Ponds(ponds=(Pond(at=(0.0, 0.0), radius=25.0),)))
    assert border["water"].values[-1, 0] > 0.0
