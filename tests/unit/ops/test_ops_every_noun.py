"""What holds for every noun of the room: finite on any field, tiles, threads, round trips."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

import numpy as np
import pytest

from landwright import Grid, Heightfield, Layer, Mask, ops
from landwright.ops import settings as nouns
from landwright.settings import Stage
from landwright.testing import (
    assert_round_trips,
    assert_threads_change_nothing,
    assert_tiles_equal_whole,
    checker,
    flat,
    hills,
    steps,
)

STAGES = [
    noun
    for name, noun in vars(nouns).items()
    if name in nouns.__all__ and inspect.isclass(noun) and issubclass(noun, Stage)
]
EXTRA = {"Blend": {"other": "other", "how": "smooth_max", "by": "weight"}}
MORE: list[Stage] = [
    ops.Aspect(radius=13.0),
    ops.Blend(other="other", how="multiply"),
    ops.Blend(other="other", how="add", amount=0.5),
    ops.Clamp(low=-5.0, high=1e30),
    ops.Curvature(form="plan", radius=11.0),
    ops.Curvature(form="profile"),
    ops.Curvature(form="tangential"),
    ops.Curve(points=((-10.0, 5.0), (0.0, 0.0), (30.0, 1e9))),
    ops.Distance(to="weight"),
    ops.Expand(radius=24.0),
    ops.Flatten(center=(60.0, 60.0), radius=30.0, falloff=40.0),
    ops.Island(form="border", coast=100.0, falloff=50.0),
    ops.MaskCurvature(form="plan", low=None, high=0.001),
    ops.MaskDistance(to="weight", low=10.0, high=50.0, soft=15.0, invert=True),
    ops.MaskHeight(low=0.0, soft=10.0),
    ops.MaskSlope(low_degrees=20.0, soft_degrees=10.0, radius=8.0),
    ops.Median(radius=24.0),
    ops.Power(low=-20.0, high=20.0, exponent=0.3),
    ops.Remap(from_low=-1e-3, to_high=1e20, clamp=True),
    ops.Scale(factor=-1e12, offset=1e12),
    ops.Sharpen(radius=23.0, amount=10.0),
    ops.Slope(radius=7.0),
    ops.Smooth(radius=41.0),
    ops.Splat(
        materials=(
            ops.Material(name="a"),
            ops.Material(name="b", layer="weight", min_layer=0.3, layer_soft=0.2, fray=1.0),
        )
    ),
    ops.Terrace(step=7.0, sharpness=0.98, dip=0.4),
    ops.Warp(amplitude=33.0),
]
ALL = [stage(**EXTRA.get(stage.__name__, {})) for stage in STAGES] + MORE
ids = [repr(noun) for noun in ALL]


def run(noun: Stage, layers: dict[str, Any]) -> list[np.ndarray]:
    module, name = noun.verb.split(":")
    verb = getattr(importlib.import_module(module), name)
    source: Any = {"layers": layers, "field": layers["elevation"], "grid": layers["elevation"].grid}[noun.takes]
    out = verb(source, noun, seed=5) if noun.seeded else verb(source, noun)
    made = list(out.values()) if isinstance(out, dict) else [out]
    return [one.elevation if isinstance(one, Heightfield) else one.values for one in made]


def around(field: Heightfield) -> dict[str, Any]:
    rng = np.random.default_rng(9)
    other = Heightfield(rng.normal(0, 30, field.shape), grid=field.grid)
    return {"elevation": field, "other": other, "weight": Mask(rng.random(field.shape), grid=field.grid)}


def source_of(noun: Stage, layers: dict[str, Any]) -> Any:
    return {"layers": layers, "field": layers["elevation"], "grid": layers["elevation"].grid}[noun.takes]


def verb_of(noun: Stage) -> Any:
    module, name = noun.verb.split(":")
    return getattr(importlib.import_module(module), name)


def rough(rows: int, cols: int, gaps: bool = False) -> Heightfield:
    grid = Grid(shape=(rows, cols), cell_size=10.0, origin=(-37.0, 512.5))
    rng = np.random.default_rng(4)
    z = hills(grid, 60.0, 170.0).elevation + rng.normal(0, 4, grid.shape)
    return Heightfield(z, grid=grid, mask=rng.random(grid.shape) > 0.2 if gaps else None)


def test_the_room_is_complete() -> None:
    assert len(STAGES) == 30
    for stage in STAGES:
        name = stage.model_fields["kind"].default.removeprefix("ops.")
        assert stage.verb == f"landwright.ops:{name}" + ("_layers" if name == "grass_rock" else "")
        assert "".join(word.title() for word in name.split("_")) == stage.__name__
    for name in ops.__dir__():
        assert getattr(ops, name) is not None


@pytest.mark.parametrize("noun", ALL, ids=ids)
@pytest.mark.parametrize("kind", ["huge", "tiny", "constant", "gaps", "nothing"])
def test_every_output_is_finite_and_has_the_shape(noun: Stage, kind: str) -> None:
    for shape in ((1, 1), (1, 9), (9, 1), (2, 2), (3, 3), (13, 17)):
        grid = Grid(shape=shape, cell_size=10.0)
        rng = np.random.default_rng(1)
        mask = None
        if kind == "huge":
            z = rng.choice([-3.4e38, 3.4e38, 0.0, 1.0], shape).astype(np.float32)
        elif kind == "tiny":
            z = rng.choice([-1e-44, 1e-44, 1e-38, 0.0], shape)
        elif kind == "constant":
            z = np.full(shape, 250.0)
        else:
            z, mask = rng.normal(0, 100, shape), rng.random(shape) > (0.5 if kind == "gaps" else 2.0)
        for values in run(noun, around(Heightfield(z, grid=grid, mask=mask))):
            assert values.shape == shape
            assert np.isfinite(values).all()


@pytest.mark.jit_off
@pytest.mark.parametrize("noun", ALL, ids=ids)
def test_every_output_is_the_same_uncompiled(noun: Stage) -> None:
    # the second run of the suite, with the compiler off, must go through every kernel without a warning
    for values in run(noun, around(rough(7, 5))):
        assert np.isfinite(values).all()


@pytest.mark.parametrize("noun", [n for n in ALL if n.reach in ("point", "halo")], ids=repr)
@pytest.mark.parametrize("gaps", [False, True])
def test_tiles_equal_the_whole_with_the_halo_that_is_declared(noun: Stage, gaps: bool) -> None:
    layers = around(rough(33, 41, gaps))
    assert_tiles_equal_whole(verb_of(noun), noun, source_of(noun, layers), tile=(13, 9), seed=3)


@pytest.mark.parametrize("noun", ALL, ids=ids)
def test_threads_change_nothing(noun: Stage) -> None:
    assert_threads_change_nothing(verb_of(noun), noun, source_of(noun, around(rough(70, 40))), seed=3)


@pytest.mark.parametrize("noun", ALL, ids=ids)
def test_every_noun_round_trips(noun: Stage) -> None:
    assert_round_trips(noun)


@pytest.mark.parametrize("noun", ALL, ids=ids)
def test_nothing_is_mutated(noun: Stage) -> None:
    layers = around(rough(9, 8, gaps=True))
    before = {n: (v.elevation if isinstance(v, Heightfield) else v.values).copy() for n, v in layers.items()}
    run(noun, layers)
    for name, layer in layers.items():
        values = layer.elevation if isinstance(layer, Heightfield) else layer.values
        assert (values == before[name]).all()
        assert not values.flags.writeable


@pytest.mark.parametrize("noun", [n for n in ALL if n.takes == "field"], ids=repr)
def test_field_verbs_take_layers_too_and_keep_their_kind(noun: Stage) -> None:
    grid = Grid(shape=(9, 8), cell_size=10.0)
    layer = Layer(checker(grid, 0.7).elevation, grid=grid, unit="degC")
    out = verb_of(noun)(layer, noun)
    assert isinstance(out, Layer)
    assert out.grid == grid
    same = {"Slope", "SlopeDegrees", "Aspect", "Curvature"}
    if not isinstance(out, Mask) and type(noun).__name__ not in same:
        assert out.unit == "degC"


@pytest.mark.parametrize("noun", [n for n in ALL if n.reach == "halo"], ids=repr)
def test_the_halo_grows_with_finer_cells_and_no_faster(noun: Stage) -> None:
    fine, coarse = noun.halo(5.0), noun.halo(10.0)
    assert coarse <= fine <= 2 * coarse + 2


def test_terrains_without_relief_stay_without_relief() -> None:
    level = flat(Grid(shape=(9, 9), cell_size=10.0), 40.0)
    for noun in (
        ops.Smooth(),
        ops.Median(),
        ops.Expand(),
        ops.Shrink(),
        ops.Sharpen(),
        ops.Warp(),
        ops.Power(),
        ops.Curve(),
    ):
        out = verb_of(noun)(level, noun).elevation
        assert np.ptp(out) == 0.0
    assert np.ptp(ops.smooth(steps(level.grid, 10.0, 30.0), ops.Smooth(radius=20.0)).elevation) < 20.0
