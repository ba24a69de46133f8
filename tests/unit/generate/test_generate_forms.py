"""Dunes and the volcano: twins, angles of repose, wind, places, and what they must not do."""

from __future__ import annotations

import math

import numpy as np
import pytest

from landwright import Grid, generate, seeds
from landwright.errors import SettingError
from landwright.generate import Dunes, Volcano
from landwright.generate import _dunes as dunes_module
from landwright.generate import _volcano as volcano_module
from naive import generate_draws as draws
from naive import generate_forms as naive


def slopes(field) -> np.ndarray:
    south, east = np.gradient(field.elevation.astype(np.float64), field.cell_size)
    return np.hypot(south, east)


@pytest.mark.jit_off
@pytest.mark.parametrize(
    "noun",
    [
        Dunes(wavelength=150.0, height=15.0),
        Dunes(
            wavelength=90.0, height=20.0, wind_degrees=33.0, supply=0.3, sinuosity=1.0, defects=1.0, base_elevation=40.0
        ),
        Dunes(supply=1.0, sinuosity=0.0, defects=0.0, detail=0.0),
    ],
)
def test_dunes_are_their_definition(noun: Dunes) -> None:
    stream = seeds.derive(3, "generate.dunes")
    words = [draws.words(stream, index) for index in range(6)]
    toward = math.radians(noun.wind_degrees + 180.0)
    grid = Grid(shape=(12, 15), cell_size=19.0, origin=(-1000.0, 3000.0))
    expected = [
        [
            noun.base_elevation
            + naive.dune(
                x,
                y,
                words,
                wind=(math.sin(toward), math.cos(toward)),
                wavelength=noun.wavelength,
                height=noun.height,
                repose=dunes_module._MARGIN * noun.repose_slope,
                sway=noun.sinuosity,
                defects=noun.defects,
                supply=noun.supply,
                detail=noun.detail,
            )
            for x in grid.x.tolist()
        ]
        for y in grid.y.tolist()
    ]
    np.testing.assert_allclose(generate.dunes(grid, noun, seed=3).elevation, expected, atol=2e-3)


@pytest.mark.parametrize(
    "noun, allowed",
    [
        (Dunes(), 0.01),
        (Dunes(supply=0.3), 0.005),
        (Dunes(supply=1.0, defects=1.0, sinuosity=1.0, height=28.0), 0.02),
        (Dunes(height=10.0, repose_slope=0.5), 0.01),
    ],
)
def test_slip_faces_rest_at_the_angle_of_repose(noun: Dunes, allowed: float) -> None:
    for seed in (1, 2):
        steep = slopes(generate.dunes(Grid(shape=(300, 400), cell_size=3.0), noun, seed=seed))
        assert (steep > noun.repose_slope).mean() < allowed
        assert (steep > noun.repose_slope * 1.15).mean() < allowed / 5.0
        # and there are slip faces: a clear share of the ground lies just below the angle
        faces = (steep > 0.85 * noun.repose_slope).mean()
        assert faces > 0.004


@pytest.mark.parametrize("wind_degrees", [270.0, 0.0, 135.0])
def test_slip_faces_look_downwind(wind_degrees: float) -> None:
    field = generate.dunes(
        Grid(shape=(300, 300), cell_size=4.0), Dunes(wind_degrees=wind_degrees, sinuosity=0.4), seed=4
    )
    south, east = np.gradient(field.elevation.astype(np.float64), field.cell_size)
    toward = math.radians(wind_degrees + 180.0)
    downwind = east * math.sin(toward) - south * math.cos(toward)
    faces = slopes(field) > 0.55
    assert (downwind[faces] < 0.0).mean() > 0.97
    # windward sides are longer than slip faces
    assert (downwind > 0.02).mean() > 2.0 * (downwind < -0.3).mean()


def test_supply_turns_barchans_into_ridges_and_none_leaves_bare_ground() -> None:
    grid = Grid(shape=(250, 250), cell_size=6.0)
    faces = [(slopes(generate.dunes(grid, Dunes(supply=s), seed=6)) > 0.3).mean() for s in (0.0, 0.3, 1.0)]
    assert faces[0] == 0.0
    assert 0.002 < faces[1] < 0.5 * faces[2]


def test_dunes_that_cannot_be_are_refused() -> None:
    with pytest.raises(SettingError, match="height must be at most a quarter of the wavelength"):
        Dunes(height=60.0)
    with pytest.raises(SettingError, match=r"generate\.dunes: wavelength must be at least two cells \(200 m\)"):
        generate.dunes(Grid(shape=(9, 9), cell_size=100.0), Dunes(wavelength=150.0, height=5.0))


def volcano_twin(noun: Volcano, grid: Grid, seed: int) -> list[list[float]]:
    stream = seeds.derive(seed, "generate.volcano")
    words = [draws.words(stream, index) for index in range(5)]
    cx, cy = noun.center
    cones = volcano_module._cones(noun, 0.0, 0.0, seeds.derive(stream, "cones")).tolist()
    return [
        [
            noun.base_elevation
            + naive.volcano(
                x - cx,
                y - cy,
                words,
                cones,
                radius=noun.radius,
                height=noun.height,
                concavity=noun.concavity,
                mouth=noun.crater_radius,
                depth=noun.crater_depth,
                breach=noun.breach,
                breach_degrees=noun.breach_degrees,
                gully=noun.gully_depth,
                spacing=noun.gully_spacing,
            )
            for x in grid.x.tolist()
        ]
        for y in grid.y.tolist()
    ]


@pytest.mark.jit_off
@pytest.mark.parametrize(
    "noun",
    [
        Volcano(center=(4000.0, 5000.0)),
        Volcano(
            center=(6100.0, 4100.0),
            breach=1.0,
            breach_degrees=-70.0,
            cones=40,
            gully_spacing=200.0,
            base_elevation=100.0,
        ),
        Volcano(center=(5003.0, 5001.0), crater_depth=0.0, gully_depth=0.0, concavity=0.5, cones=0),
    ],
)
def test_the_volcano_is_its_definition(noun: Volcano) -> None:
    grid = Grid(shape=(17, 16), cell_size=601.0)
    field = generate.volcano(grid, noun, seed=8).elevation
    np.testing.assert_allclose(field, volcano_twin(noun, grid, 8), atol=5e-3)


def test_the_volcano_stands_on_a_plain_and_has_a_crater() -> None:
    grid = Grid(shape=(181, 181), cell_size=100.0)
    noun = Volcano(height=2000.0, crater_radius=900.0, crater_depth=500.0, breach=0.0, base_elevation=300.0)
    z = generate.volcano(grid, noun, seed=1).elevation
    assert (z[:8] == 300.0).all()
    assert z.min() == 300.0
    assert 2100.0 < z.max() < 2500.0
    floor = z[88:93, 88:93]
    assert floor.max() < 300.0 + 2000.0 - 400.0
    rows, cols = np.nonzero(z > 2150.0)
    ring = np.hypot(rows - 90, cols - 90) * 100.0
    assert ring.min() > 500.0
    assert ring.max() < 1500.0


def test_a_breach_opens_where_it_is_asked_for() -> None:
    grid = Grid(shape=(121, 121), cell_size=25.0)
    noun = Volcano(breach=1.0, breach_degrees=90.0, crater_radius=400.0, crater_depth=350.0, cones=0)
    z = generate.volcano(grid, noun, seed=2).elevation
    middle = 60
    east = z[middle, middle:].max()
    west = z[middle, : middle + 1].max()
    assert west > east + 200.0
    assert (np.diff(z[middle, middle : middle + 45]) < 8.0).all()


def test_gullies_multiply_down_the_flank() -> None:
    from landwright.generate._kernels import cone

    words = np.array(draws.words(5, 0), np.uint32)
    counts = []
    for r in (1500.0, 3000.0, 6000.0):
        turns = np.linspace(0.0, 2.0 * np.pi, 2000, endpoint=False)
        ring = np.array([cone._gullies(np.cos(t), np.sin(t), r, 400.0, words[0], words[1]) for t in turns])
        counts.append(((ring > np.roll(ring, 1)) & (ring >= np.roll(ring, -1))).sum())
        assert ring[0] == pytest.approx(ring[-1], abs=0.1)
    assert 8 < counts[0] < 0.75 * counts[1] < 0.6 * counts[2] < 100


def test_a_volcano_moves_as_a_whole() -> None:
    here = generate.volcano(Grid(shape=(41, 41), cell_size=256.0), seed=3).elevation
    there = generate.volcano(Grid(shape=(41, 41), cell_size=256.0, origin=(65536.0, -8192.0)), seed=3).elevation
    assert (here == there).all()


def test_a_volcano_that_cannot_be_is_refused() -> None:
    with pytest.raises(SettingError, match="crater_radius must be at most half of radius"):
        Volcano(radius=800.0)
    with pytest.raises(SettingError, match="crater_depth must be at most height"):
        Volcano(height=100.0)
    for made in (Volcano(center=(1.0, 2.0)), Dunes(height=3.0)):
        assert type(made).from_json(made.to_json()) == made


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (2, 2), (7, 31)])
def test_forms_take_any_shape(shape: tuple[int, int]) -> None:
    assert generate.dunes(Grid(shape=shape), seed=1).shape == shape
    assert generate.volcano(Grid(shape=shape, cell_size=500.0), seed=1).shape == shape
