"""Rivers of a landscape on hexes: through the cells that lines cross, and never against the rules."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import landwright as lw
from landwright.errors import FieldError
from landwright.hexmap import HexMap, Layout, from_ground, layout_over, rivers_from_lines, validate


def _errors(land: HexMap) -> list[str]:
    return [one.rule for one in validate(land) if one.severity == "error" or one.rule == "river-loop"]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6), confluences=st.booleans(), carve=st.booleans())
def test_random_lines_over_random_maps_break_no_rule(seed: int, confluences: bool, carve: bool) -> None:
    draw = np.random.default_rng(seed)
    land = HexMap.empty(layout=Layout(columns=9, rows=8, confluences=confluences)).replace(
        elevation=draw.integers(0, 5, (8, 9)), water_level=draw.integers(0, 3, (8, 9))
    )
    size = 2.0 * land.layout.metrics.inner_radius
    lines = [size * draw.uniform(-2.0, 10.0, (int(draw.integers(1, 6)), 3)) for _ in range(6)]
    made = rivers_from_lines(land, lines, carve=carve)
    assert _errors(made) == []
    assert carve or np.array_equal(made.elevation, land.elevation)
    assert (made.elevation <= land.elevation).all()


def test_a_river_runs_through_the_cells_its_line_crosses() -> None:
    land = HexMap.empty(8, 1).replace(elevation=[[3, 3, 5, 2, 2, 2, 1, 1]])
    line = [(0.0, 0.0), (14.0 * land.layout.metrics.inner_radius, 0.0)]
    made = rivers_from_lines(land, [line])
    assert made.river_out.tolist() == [[1] * 7 + [-1]]
    assert made.elevation.tolist() == [[3, 3, 3, 2, 2, 2, 1, 1]]
    assert rivers_from_lines(land, [line], carve=False).river_out.tolist() == [[1, -1, -1, -1, -1, -1, -1, -1]]


def test_the_rivers_of_a_landscape_reach_the_water_of_its_map() -> None:
    y, x = np.mgrid[0:65, 0:65] * 10.0
    field = lw.Heightfield(0.1 * abs(x - 320.0) + 0.05 * (640.0 - y) - 6.0, cell_size=10.0)
    network = lw.networks.press_rivers(field, lw.networks.Rivers(min_area=5e4, sea_level=0.0))["rivers"]
    land = from_ground(HexMap.empty(layout=layout_over(field.grid, columns=14, confluences=True)), field)
    made = rivers_from_lines(land, network.lines())
    assert (made.river_out >= 0).sum() >= 5
    assert _errors(made) == []
    ends = (made.river_in > 0) & (made.river_out < 0)
    assert made.underwater[ends].all()


def test_a_line_of_another_shape_is_refused() -> None:
    with pytest.raises(FieldError, match=r"must be finite and \(n, 2\) or \(n, 3\)"):
        rivers_from_lines(HexMap.empty(3, 3), [[1.0, 2.0]])
