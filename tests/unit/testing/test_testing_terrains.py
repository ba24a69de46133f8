from __future__ import annotations

import math
import sys

import numpy as np
import pytest
from hypothesis import Phase, given, settings

from landwright import Grid, Heightfield, Layer, Mask, seeds, testing
from landwright.errors import MissingExtra

GRID = Grid(shape=(61, 81), cell_size=10.0, origin=(-350.0, 290.0))
MAKERS = [
    testing.bowl,
    testing.checker,
    testing.cone,
    testing.flat,
    testing.hills,
    testing.paraboloid,
    testing.plane,
    testing.ramp,
    testing.steps,
]
FIXED = {"bowl": None, "cone": {"center": (0.0, 0.0)}, "paraboloid": {"center": (0.0, 0.0)}, "ramp": {"foot": 5.0}}


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: make.__name__)
def test_a_terrain_in_a_window_is_a_window_of_the_terrain(make) -> None:
    options = FIXED.get(make.__name__, {})
    if options is None:
        return  # its rim follows the grid
    part = make(GRID.window(7, 30, 11, 50), **options).elevation
    assert (part == make(GRID, **options).elevation[7:30, 11:50]).all()
    assert np.ptp(make(GRID, **options).elevation) > 0.0 or make is testing.flat


def test_terrains_have_the_answers_they_promise() -> None:
    p, q = 0.3, -0.2
    z = testing.plane(GRID, p, q, 7.0).elevation.astype(float)
    assert np.allclose(np.diff(z, axis=1), 3.0, atol=1e-4)
    assert np.allclose(np.diff(z, axis=0), 2.0, atol=1e-4)  # rows go south
    assert testing.cone(GRID, 0.5, 80.0).elevation.max() == 80.0
    assert testing.paraboloid(GRID, 0.002, (0.0, 0.0)).elevation[29, 45] == pytest.approx(-0.5 * 0.002 * 100.0**2)
    ramp = testing.ramp(GRID, 0.5, foot=0.0).elevation
    assert (ramp[:, :36] == 0.0).all()
    assert ramp[3, -1] == pytest.approx(0.5 * 450.0)
    stairs = testing.steps(GRID, 10.0, 100.0).elevation
    assert set(np.unique(np.diff(stairs, axis=1))) == {0.0, 10.0}
    board = testing.checker(GRID, 3.0).elevation
    assert (np.abs(np.diff(board, axis=0)) == 3.0).all()
    assert (np.abs(np.diff(board, axis=1)) == 3.0).all()
    assert np.ptp(testing.hills(GRID, 60.0, 200.0).elevation) == pytest.approx(60.0, rel=0.02)


def test_a_bowl_holds_the_water_it_promises() -> None:
    bowl = testing.bowl(GRID, 50.0, radius=200.0, rim=12.0).elevation.astype(float)
    assert (12.0 - bowl).sum() * 100.0 == pytest.approx(math.pi / 2.0 * 200.0**2 * 50.0, rel=0.01)
    assert bowl.max() == 12.0


@given(testing.fields(gaps=True), testing.masks(), testing.layers(unit="m", low=-3.0, high=3.0), testing.world_seeds())
def test_strategies_draw_what_they_promise(field, mask, layer, seed) -> None:
    assert isinstance(field, Heightfield)
    assert field.elevation.min() >= -500.0
    assert field.elevation.max() <= 3000.0
    assert isinstance(mask, Mask)
    assert type(layer) is Layer
    assert layer.unit == "m"
    assert 0 <= seeds.normalize(seed) < 2**64


AWKWARD = {
    "one row": lambda f: f.shape[0] == 1 and f.shape[1] > 3,
    "one sample": lambda f: f.shape == (1, 1),
    "gaps": lambda f: f.mask is not None,
    "level": lambda f: np.ptp(f.elevation) == 0.0 and f.elevation.size > 4,
    "all the range": lambda f: np.ptp(f.elevation) > 3000.0,
    "west of the origin": lambda f: f.grid.origin[0] < 0.0,
}


def test_strategies_reach_the_awkward_cases() -> None:
    seen: set[str] = set()

    @settings(max_examples=150, phases=[Phase.generate], database=None)
    @given(testing.fields(gaps=True, max_side=8))
    def draw(field: Heightfield) -> None:
        seen.update(name for name, holds in AWKWARD.items() if holds(field))

    draw()
    assert seen == set(AWKWARD)


def test_without_hypothesis_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "hypothesis.strategies", None)
    with pytest.raises(MissingExtra, match=r"pip install 'landwright\[testing\]'"):
        testing.world_seeds()
    assert testing.flat(GRID).shape == GRID.shape
