from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright import Grid, Heightfield, Layer, Mask, ops
from landwright.errors import FieldError
from landwright.ops._kernels.materials import stack_rows
from landwright.testing import assert_refuses, fields, flat, hills, plane
from naive.ops_pointwise import stack as naive_stack

GRID = Grid(shape=(12, 14), cell_size=50.0)


def material(weights: ops.SplatMap, name: str) -> np.ndarray:
    return weights.weights[..., weights.names.index(name)]


@pytest.mark.jit_off
def test_laying_materials_over_each_other_equals_its_plain_twin() -> None:
    covers = np.random.default_rng(1).random((4, 5, 6)).astype(np.float32)
    covers[2, 0], covers[3, 1], covers[1, 2] = 1.0, 0.0, 1.0
    out = np.empty((5, 6, 4), np.float32)
    stack_rows(0, 5, covers, out)
    for r, c in np.ndindex(5, 6):
        assert out[r, c] == pytest.approx(naive_stack([float(v) for v in covers[:, r, c]]), abs=1e-6)


def test_grass_and_rock_are_exact_at_the_ends_and_monotone_between() -> None:
    ramp = Heightfield([np.linspace(-200.0, 1200.0, 1401)])
    mix = ops.grass_rock(ramp, ops.GrassRock(low=0.0, high=1000.0))
    grass, rock = mix.weights[0, :, 0], mix.weights[0, :, 1]
    assert (rock[:201] == 0.0).all()
    assert (grass[:201] == 1.0).all()
    assert (rock[1200:] == 1.0).all()
    assert (grass[1200:] == 0.0).all()
    assert (np.diff(rock[200:1201]) > 0.0).all()
    assert (grass + rock == 1.0).all()
    assert np.allclose(rock[200:1201], np.linspace(0.0, 1.0, 1001), atol=1e-6)


@given(st.lists(st.integers(0, 255), min_size=6, max_size=6), st.floats(0.0, 1.0))
def test_the_color_of_grass_and_rock_is_the_linear_mix_of_the_specification(colors, height) -> None:
    grass, rock = np.array(colors[:3], float), np.array(colors[3:], float)
    mix = ops.grass_rock(Heightfield([[0.0, height, 1.0]]), ops.GrassRock(low=0.0, high=1.0))
    out = ops.albedo(mix, [grass, rock])[0]
    assert (out[0] == grass).all()
    assert (out[2] == rock).all()
    t = float(np.float32(height))
    assert np.allclose(out[1], grass + (rock - grass) * t, atol=1e-3)


@given(fields(GRID), st.integers(0, 9))
def test_weights_add_up_to_one_and_stay_between(field, seed) -> None:
    weights = ops.splat_map(field, seed=seed).weights
    assert weights.min() >= 0.0
    assert weights.max() <= 1.0
    assert np.abs(weights.sum(2, dtype=np.float64) - 1.0).max() <= weights.shape[2] * 2.0**-24


def test_the_default_materials_lie_where_one_expects_them() -> None:
    def on(level: float, slope: float = 0.0) -> str:
        grid = Grid(shape=(41, 41), cell_size=25.0)
        middle = grid.y[20]
        made = ops.splat_map(plane(grid, 0.0, slope, level - slope * middle), seed=1)
        return made.names[int(made.weights[20].mean(0).argmax())]

    assert on(-20.0) == "sand"
    assert on(0.0) == "sand"
    assert on(400.0) == "forest"
    assert on(1600.0) == "grass"
    assert on(2500.0) == "snow"
    assert on(2500.0, 1.5) == "rock"
    assert on(800.0, 1.2) == "rock"
    assert on(800.0, 0.62) == "scree"


def test_rules_on_any_layer_and_sea_level() -> None:
    wet = Layer(np.tile(np.linspace(0.0, 1.0, 14), (12, 1)), grid=GRID)
    noun = ops.Splat(
        materials=(
            ops.Material(name="soil"),
            ops.Material(name="moss", layer="moisture", min_layer=0.5),
            ops.Material(name="shore", max_height=5.0),
        ),
        sea_level=100.0,
    )
    layers = {"elevation": flat(GRID, 200.0), "moisture": wet}
    made = ops.splat(layers, noun)
    assert set(made) == noun.layers_written() == {"splat_soil", "splat_moss", "splat_shore"}
    assert noun.layers_read() == {"elevation", "moisture"}
    assert all(isinstance(mask, Mask) for mask in made.values())
    assert (made["splat_moss"].values == (wet.values >= 0.5)).all()
    assert (made["splat_soil"].values == (wet.values < 0.5)).all()
    below = ops.splat({**layers, "elevation": flat(GRID, 104.0)}, noun)
    assert (below["splat_shore"].values == 1.0).all()


def test_fray_moves_edges_within_its_width_and_by_the_seed() -> None:
    grid = Grid(shape=(60, 60), cell_size=10.0)
    slope = plane(grid, 0.0, 1.0, 0.0)

    def snow(fray: float, seed: int = 1) -> np.ndarray:
        materials = ops.Material(name="rock"), ops.Material(name="snow", min_height=300.0, height_soft=40.0, fray=fray)
        return material(ops.splat_map(slope, ops.Splat(materials=materials), seed=seed), "snow")

    straight, frayed = snow(0.0), snow(2.0)
    assert np.ptp(straight, axis=1).max() == 0.0
    assert np.ptp(frayed, axis=1).max() > 0.6
    assert np.abs(frayed - snow(2.0, seed=2)).max() > 0.5
    far = np.abs(grid.y - 300.0) > 20.0 + 80.0
    assert (frayed[far] == straight[far]).all()


def test_slopes_are_judged_over_the_radius() -> None:
    grid = Grid(shape=(40, 40), cell_size=5.0)
    bumpy = Heightfield(np.random.default_rng(1).normal(0, 4, grid.shape) + 500.0, grid=grid)
    rocky = [float(material(ops.splat_map(bumpy, ops.Splat(radius=r)), "rock").mean()) for r in (0.0, 30.0)]
    assert rocky[0] > 0.1
    assert rocky[1] < 0.01


def test_a_texture_for_each_material_lies_over_the_map() -> None:
    mix = ops.grass_rock(hills(GRID, 100.0), ops.GrassRock(low=-50.0, high=50.0))
    texture = np.random.default_rng(1).random((*GRID.shape, 3))
    out = ops.albedo(mix, [texture, (0.5, 0.5, 0.5)])
    expected = mix.weights[..., :1] * texture + mix.weights[..., 1:] * 0.5
    assert np.allclose(out, expected, atol=1e-6)


def test_a_splat_map_is_frozen_and_checked() -> None:
    mix = ops.grass_rock(flat(GRID))
    with pytest.raises(ValueError, match="read-only"):
        mix.weights[0, 0, 0] = 3.0
    assert (mix.layer("grass").values == 1.0).all()
    assert_refuses(mix.layer, "must be a material", "Did you mean 'grass'", name="gras", error=FieldError)
    third = np.full((*GRID.shape, 2), 0.4)
    assert_refuses(ops.SplatMap, "add up to 1", names=("a", "b"), weights=third, grid=GRID, error=FieldError)
    assert_refuses(
        ops.SplatMap, "must have the shape (12, 14, 1)", names=("a",), weights=third, grid=GRID, error=FieldError
    )


def test_refusals() -> None:
    layers = {"elevation": flat(GRID), "moisture": Layer(np.ones(GRID.shape), grid=GRID)}
    asks = ops.Splat(materials=(ops.Material(name="a", layer="moistur", min_layer=0.5),))
    assert_refuses(
        ops.splat, "materials.a.layer must name a layer", "Did you mean 'moisture'", layers=layers, noun=asks
    )
    other = {"elevation": flat(GRID), "moistur": Layer(np.ones((3, 3)), cell_size=1.0)}
    assert_refuses(ops.splat, "must lie on the grid of the elevation", layers=other, noun=asks, error=FieldError)
    assert_refuses(ops.Splat, "at least one material", materials=())
    twice = ops.Material(name="a"), ops.Material(name="a")
    assert_refuses(ops.Splat, "different names", materials=twice)
    assert_refuses(ops.Material, "name must be a word", name="wet grass")
    assert_refuses(ops.Material, "layer must name the layer", name="a", min_layer=0.5)
    assert_refuses(ops.Material, "min_height must be below max_height", name="a", min_height=5.0, max_height=1.0)
    mix = ops.grass_rock(flat(GRID))
    assert_refuses(ops.albedo, "one for each of grass, rock", map=mix, colors=[(1, 1, 1)], error=FieldError)
    assert_refuses(ops.albedo, "color of rock must be 3 numbers", map=mix, colors=[(1, 1, 1), (1, 1)], error=FieldError)
