from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright import Grid, Heightfield, ops
from landwright.testing import checker, cone, fields, flat, hills, paraboloid, plane
from naive.ops_neighbors import gradient as naive_gradient

GRID = Grid(shape=(41, 51), cell_size=10.0, origin=(-250.0, 200.0))


@pytest.mark.jit_off
@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("shape", [(7, 9), (1, 6), (5, 1), (2, 2), (1, 1)])
def test_slope_aspect_and_normals_equal_their_plain_twin(shape: tuple[int, int], gaps: bool) -> None:
    rng = np.random.default_rng(3)
    data = rng.random(shape) > 0.25 if gaps else np.ones(shape, bool)
    field = Heightfield(rng.normal(0, 20, shape), cell_size=7.0, mask=data)
    slope, degrees, aspect = ops.slope(field).values, ops.slope_degrees(field).values, ops.aspect(field).values
    normals = ops.normals(field)
    for row, col in np.ndindex(shape):
        p, q = naive_gradient(field.elevation, data, row, col, 7.0)
        steep = math.hypot(p, q)
        assert slope[row, col] == pytest.approx(steep, rel=1e-5, abs=1e-6)
        assert degrees[row, col] == pytest.approx(math.degrees(math.atan(steep)), rel=1e-5, abs=1e-5)
        bearing = math.degrees(math.atan2(-p, -q)) % 360.0 if steep > 0.0 else 0.0
        assert abs((aspect[row, col] - bearing + 180.0) % 360.0 - 180.0) < 1e-3
        up = np.array([-p, -q, 1.0]) / math.sqrt(1.0 + p * p + q * q)
        assert np.abs(normals[row, col] - up).max() < 1e-6


@given(st.floats(-3, 3), st.floats(-3, 3))
def test_planes_are_exact_up_to_the_border(east: float, north: float) -> None:
    field = plane(Grid(shape=(6, 7), cell_size=8.0), east, north)
    steep = math.hypot(east, north)
    assert np.allclose(ops.slope(field).values, steep, atol=2e-6)
    if steep > 1e-3:
        bearing = math.degrees(math.atan2(-east, -north)) % 360.0
        away = (ops.aspect(field).values.astype(float) - bearing + 180.0) % 360.0 - 180.0
        assert np.abs(away).max() < 0.1
    assert np.abs(ops.curvature(field).values).max() < 2e-6


@pytest.mark.parametrize(
    ("east", "north", "bearing"),
    [(-1, 0, 90), (1, 0, 270), (0, -1, 0), (0, 1, 180), (-1, -1, 45), (1, 1, 225), (1, -1, 315)],
)
def test_aspect_is_the_downhill_bearing(east: float, north: float, bearing: float) -> None:
    assert np.allclose(ops.aspect(plane(GRID, east, north)).values, bearing, atol=1e-4)


def test_level_ground_has_no_slope_no_aspect_no_bend_and_points_up() -> None:
    field = flat(GRID, 123.0)
    assert (ops.slope(field).values == 0.0).all()
    assert (ops.aspect(field).values == 0.0).all()
    for form in ("mean", "profile", "plan", "tangential"):
        assert (ops.curvature(field, ops.Curvature(form=form)).values == 0.0).all()
    assert (ops.normals(field) == [0.0, 0.0, 1.0]).all()


def test_a_dome_bends_as_the_formula_says() -> None:
    # z = -b/2 d^2: the slope is b d; at the top the mean curvature is b, and positive because it is a hump
    b = 0.002
    dome = paraboloid(GRID, b, center=(0.0, 0.0))
    d = np.hypot(GRID.x[None, :], GRID.y[:, None])
    inner = np.s_[1:-1, 1:-1]
    assert np.allclose(ops.slope(dome).values[inner], (b * d)[inner], atol=1e-5)
    h = 1.0 + (b * d) ** 2
    away = np.array(d > 30.0)
    away[[0, -1]], away[:, [0, -1]] = False, False
    expected = {
        "mean": (b * h + b) / (2.0 * h**1.5),
        "profile": b / h**1.5,
        "tangential": b / np.sqrt(h),
        "plan": 1.0 / np.maximum(d, 1.0),
    }
    for form, values in expected.items():
        got = ops.curvature(dome, ops.Curvature(form=form)).values
        assert np.allclose(got[away], values[away], rtol=2e-3, atol=1e-5), form
    assert ops.curvature(dome).values[20, 25] == pytest.approx(b, rel=1e-3)
    bowl = ops.curvature(paraboloid(GRID, -b, center=(0.0, 0.0))).values
    assert (bowl[inner] < 0.0).all()


def test_contours_of_a_cone_have_the_curvature_of_their_circle() -> None:
    field = cone(GRID, 0.5, 500.0, center=(0.0, 0.0))
    d = np.hypot(GRID.x[None, :], GRID.y[:, None])
    side = (d > 100.0) & (d < 180.0)
    assert np.allclose(ops.slope(field).values[side], 0.5, rtol=5e-3)
    plan = ops.curvature(field, ops.Curvature(form="plan")).values
    assert np.allclose(plan[side], 1.0 / d[side], rtol=2e-2)
    profile = ops.curvature(field, ops.Curvature(form="profile")).values
    assert np.abs(profile[side]).max() < 2e-4
    bearing = np.degrees(np.arctan2(GRID.x[None, :], GRID.y[:, None])) % 360.0
    away = (ops.aspect(field).values - bearing + 180.0) % 360.0 - 180.0
    assert np.abs(away[side]).max() < 1.0


def test_plan_curvature_is_never_tighter_than_a_cell() -> None:
    values = ops.curvature(checker(GRID, 5.0), ops.Curvature(form="plan")).values
    rough = Heightfield(np.random.default_rng(1).normal(0, 1, GRID.shape), grid=GRID)
    assert np.abs(values).max() <= np.float32(0.1)
    assert np.abs(ops.curvature(rough, ops.Curvature(form="plan")).values).max() == np.float32(0.1)


def test_the_rim_takes_the_curvature_of_its_neighbor() -> None:
    values = ops.curvature(hills(GRID)).values
    assert (values[0, 1:-1] == values[1, 1:-1]).all()
    assert (values[:, -1] == values[:, -2]).all()


@given(fields(max_side=9))
def test_normals_are_unit_and_agree_with_the_slope(field) -> None:
    normals = ops.normals(field).astype(float)
    assert np.allclose((normals**2).sum(2), 1.0, atol=1e-6)
    tangent = np.hypot(normals[..., 0], normals[..., 1]) / np.maximum(normals[..., 2], 1e-9)
    steep = ops.slope(field).values
    assert np.allclose(tangent, steep, rtol=1e-4 * max(1.0, steep.max()), atol=1e-5)


@given(fields(Grid(shape=(8, 8), cell_size=5.0)))
def test_turning_the_map_turns_the_answer(field) -> None:
    turned = Heightfield(np.rot90(field.elevation, -1).copy(), grid=field.grid)  # clockwise by 90 degrees
    assert np.allclose(np.rot90(ops.slope(field).values, -1), ops.slope(turned).values, rtol=1e-5)
    assert np.allclose(np.rot90(ops.curvature(field).values, -1), ops.curvature(turned).values, atol=1e-4)
    steep = ops.slope(turned).values > 1e-3
    away = ops.aspect(turned).values - np.rot90(ops.aspect(field).values, -1) - 90.0
    assert np.abs((away[steep] + 180.0) % 360.0 - 180.0).max(initial=0.0) < 1e-2


def test_a_radius_finds_the_same_slope_at_any_cell_size() -> None:
    noun = ops.Slope(radius=40.0)
    fine = hills(Grid(shape=(81, 81), cell_size=5.0), 100.0, 400.0)
    coarse = hills(Grid(shape=(41, 41), cell_size=10.0), 100.0, 400.0)
    inner = np.s_[12:-12, 12:-12]
    assert np.allclose(ops.slope(fine, noun).values[::2, ::2][inner], ops.slope(coarse, noun).values[inner], atol=0.01)


def test_gaps_do_not_leak_into_slopes() -> None:
    field = plane(GRID, 0.3, -0.2)
    z, data = field.elevation.copy(), np.random.default_rng(2).random(GRID.shape) > 0.3
    z[~data] = -9000.0
    holed = Heightfield(z, grid=GRID, mask=data)
    neighbors = np.zeros(GRID.shape, int)
    for shift, axis in ((1, 0), (-1, 0), (1, 1), (-1, 1)):
        neighbors += np.roll(data, shift, axis)
    whole = data & (neighbors == 4)
    whole[[0, -1]], whole[:, [0, -1]] = False, False
    assert whole.sum() > 100
    assert np.allclose(ops.slope(holed).values[whole], math.hypot(0.3, 0.2), atol=1e-5)
    assert ops.slope(holed).values[data].max() < 0.4
    assert np.abs(ops.curvature(holed).values[data]).max() < 1e-5
