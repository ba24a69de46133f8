"""Plasma, midpoint, diamond-square, skyline: the definitions, borders, levels, and what people see."""

from __future__ import annotations

import numpy as np
import pytest

from landwright import Grid, generate, seeds
from landwright.errors import Cancelled, MemoryLimit, SettingError
from landwright.generate import DiamondSquare, Midpoint, Plasma, Skyline
from naive import generate_subdivision as naive


def amplitude(noun: DiamondSquare) -> float:
    share = 1.5 if noun.displace_edges else 1.0
    return 0.5 * noun.relief / (1.0 + share * noun.gain / (1.0 - noun.gain))


@pytest.mark.jit_off
@pytest.mark.parametrize("plains", [True, False])
@pytest.mark.parametrize("grain", [0, 8, 32])
def test_plasma_is_the_original_recursion(plains: bool, grain: int) -> None:
    stream = seeds.derive(7, "generate.plasma")
    points, pixels = naive.plasma(16, grain, plains, stream)
    noun = Plasma(rockiness=0.5, grain=grain, plains=plains, relief=100.0)
    lattice = generate.plasma(Grid(shape=(17, 17)), noun, seed=7).elevation
    expected = [[50.0 * points[r, c] for c in range(17)] for r in range(17)]
    np.testing.assert_allclose(lattice, expected, atol=2e-4)
    program = generate.plasma(Grid(shape=(16, 16)), noun.replace(pixels="program"), seed=7).elevation
    np.testing.assert_allclose(program, 50.0 * np.array(pixels), atol=2e-4)


@pytest.mark.parametrize("shape", [(1, 1), (1, 7), (2, 2), (3, 1), (5, 9), (13, 17), (23, 31), (12, 33)])
@pytest.mark.parametrize("pixels", ["lattice", "program"])
def test_plasma_of_any_shape_is_a_crop_of_the_covering_square(shape: tuple[int, int], pixels: str) -> None:
    side = max(shape)
    cells = side if pixels == "program" else max(side - 1, 1)
    size = 1 << (cells - 1).bit_length()
    noun = Plasma(pixels=pixels)
    square = Grid(shape=(size, size) if pixels == "program" else (size + 1, size + 1))
    whole = generate.plasma(square, noun, seed=3).elevation
    part = generate.plasma(Grid(shape=shape), noun, seed=3).elevation
    assert part.shape == shape
    assert (part == whole[: shape[0], : shape[1]]).all()


def test_plasma_stays_within_its_height_and_plains_saturate() -> None:
    """F-I14, F-I18, and the meaning of the plains flag (X2)."""
    grid = Grid(shape=(257, 257))
    flat = generate.plasma(grid, Plasma(grain=8), seed=1).elevation
    steep = generate.plasma(grid, Plasma(grain=8, plains=False), seed=1).elevation
    top = np.float32(0.3 * 2048.0)
    for field in (flat, steep):
        assert field.min() >= 0.0
        assert field.max() <= top
    saturated = [
        np.mean(
            [np.isin(generate.plasma(grid, Plasma(grain=g), seed=s).elevation, (0.0, top)).mean() for s in range(6)]
        )
        for g in (1, 8, 32)
    ]
    assert saturated[0] < 0.02
    assert 0.08 < saturated[1] < 0.5
    assert 0.5 < saturated[2] < 0.9
    interior = np.isin(steep, (0.0, top)).mean()
    assert interior < 0.03


def test_plasma_without_grain_is_bilinear() -> None:
    """F-I11 for the plasma: a surface through the four corners."""
    z = generate.plasma(Grid(shape=(33, 33)), Plasma(grain=0, rockiness=1.0, relief=1.0), seed=5).elevation
    t = np.linspace(0.0, 1.0, 33)
    top = z[0, 0] + (z[0, -1] - z[0, 0]) * t
    low = z[-1, 0] + (z[-1, -1] - z[-1, 0]) * t
    np.testing.assert_allclose(z, top + (low - top) * t[:, np.newaxis], atol=1e-6)


def test_plasma_does_not_depend_on_the_cell_size_but_on_the_extent() -> None:
    coarse = generate.plasma(Grid(shape=(65, 65), cell_size=8.0), seed=2).elevation
    fine = generate.plasma(Grid(shape=(129, 129), cell_size=4.0), seed=2).elevation
    assert (fine[::2, ::2] == coarse).all()
    assert (generate.plasma(Grid(shape=(65, 65), cell_size=1.0), seed=2).elevation == coarse).all()


def plane(noun: Midpoint | DiamondSquare, cell: float, levels: int, seed: int, diamond: bool) -> naive.Plane:
    kind = "generate.diamond_square" if diamond else "generate.midpoint"
    size = amplitude(noun) if isinstance(noun, DiamondSquare) else 0.5 * noun.relief * (1.0 - noun.gain)
    edges = isinstance(noun, DiamondSquare) and noun.displace_edges
    middle = noun.base_elevation + 0.5 * noun.relief
    return naive.Plane(cell, levels, middle, size, noun.gain, seeds.derive(seed, kind), edges, diamond)


@pytest.mark.jit_off
@pytest.mark.parametrize("edges", [True, False])
@pytest.mark.parametrize("window", [(0, 20, 0, 17), (-7, 6, -3, 9), (5, 6, 11, 12), (1, 12, 2, 3)])
def test_diamond_square_is_its_definition(edges: bool, window: tuple[int, int, int, int]) -> None:
    noun = DiamondSquare(relief=500.0, base_elevation=20.0, feature_size=32.0, gain=0.6, displace_edges=edges)
    twin = plane(noun, 4.0, 3, 9, True)
    grid = Grid(shape=(20, 20), cell_size=4.0, origin=(0.0, 0.0))
    field = generate.diamond_square(grid.window(*window), noun, seed=9).elevation
    r0, r1, c0, c1 = window
    expected = [[twin.at(r, c) for c in range(c0, c1)] for r in range(r0, r1)]
    np.testing.assert_allclose(field, expected, atol=2e-3)


@pytest.mark.jit_off
@pytest.mark.parametrize("window", [(0, 20, 0, 17), (-7, 6, -3, 9), (5, 6, 11, 12)])
def test_midpoint_is_its_definition(window: tuple[int, int, int, int]) -> None:
    noun = Midpoint(relief=500.0, base_elevation=-20.0, feature_size=33.0, gain=0.55)
    twin = plane(noun, 4.0, 3, "text", False)
    grid = Grid(shape=(20, 20), cell_size=4.0, origin=(0.0, 0.0))
    field = generate.midpoint(grid.window(*window), noun, seed="text").elevation
    r0, r1, c0, c1 = window
    np.testing.assert_allclose(field, [[twin.at(r, c) for c in range(c0, c1)] for r in range(r0, r1)], atol=2e-3)


@pytest.mark.jit_off
@pytest.mark.parametrize("border", ["torus", "constant"])
@pytest.mark.parametrize("edges", [True, False])
def test_closed_borders_are_the_specification(border: str, edges: bool) -> None:
    noun = DiamondSquare(relief=500.0, base_elevation=10.0, feature_size=16.0, border=border, displace_edges=edges)
    grid = Grid(shape=(17, 25), cell_size=2.0)
    stream = seeds.derive(4, "generate.diamond_square")
    middle = 260.0 if border == "torus" else 10.0
    z = naive.closed((2, 3), 3, 2.0, middle, amplitude(noun), 0.5, stream, border == "torus", 10.0, edges)
    np.testing.assert_allclose(generate.diamond_square(grid, noun, seed=4).elevation, z, atol=2e-3)


def test_without_displacement_diamond_square_lies_between_its_nodes() -> None:
    """F-I11 for diamond-square."""
    noun = DiamondSquare(gain=0.0, feature_size=256.0)
    z = generate.diamond_square(Grid(shape=(65, 65), cell_size=4.0), noun, seed=6).elevation
    around = Grid(shape=(193, 193), cell_size=4.0, origin=(-256.0, 512.0))
    wide = generate.diamond_square(around, noun, seed=6).elevation
    nodes = wide[::64, ::64]
    assert nodes.min() - 1e-3 <= z.min() <= z.max() <= nodes.max() + 1e-3
    constant = DiamondSquare(border="constant", border_height=7.0, base_elevation=5.0, gain=0.0)
    assert (generate.diamond_square(Grid(shape=(65, 65), cell_size=4.0), constant, seed=6).elevation == 12.0).all()
    still = constant.replace(relief=0.0, gain=0.5, feature_size=16.0)
    assert (generate.diamond_square(Grid(shape=(65, 65), cell_size=4.0), still, seed=6).elevation == 12.0).all()


@pytest.mark.parametrize("shape", [(64, 64), (65, 65), (64, 128), (65, 128), (96, 192)])
def test_a_torus_tiles(shape: tuple[int, int]) -> None:
    """F-I12: continued by its copy, the map has no larger step than inside."""
    noun = DiamondSquare(border="torus", feature_size=32.0)
    z = generate.diamond_square(Grid(shape=shape), noun, seed=3).elevation
    z = z[: shape[0] // 32 * 32, : shape[1] // 32 * 32]
    for axis in (0, 1):
        step = np.abs(np.diff(z, axis=axis))
        seam = np.abs(np.take(z, 0, axis) - np.take(z, -1, axis))
        assert seam.max() <= step.max() * 1.3
        assert 0.6 < seam.mean() / step.mean() < 1.5
    open_ = generate.diamond_square(Grid(shape=shape), noun.replace(border="open"), seed=3).elevation
    assert np.abs(open_[0] - open_[-1]).mean() > 3.0 * np.abs(np.diff(open_, axis=0)).mean()


def test_a_torus_of_one_sample_more_repeats_it() -> None:
    noun = DiamondSquare(border="torus", feature_size=32.0)
    z = generate.diamond_square(Grid(shape=(65, 129)), noun, seed=3).elevation
    assert (z[0] == z[-1]).all()
    assert (z[:, 0] == z[:, -1]).all()
    assert (generate.diamond_square(Grid(shape=(64, 128)), noun, seed=3).elevation == z[:-1, :-1]).all()


def test_a_torus_that_cannot_close_says_what_would() -> None:
    noun = DiamondSquare(border="torus", feature_size=64.0)
    with pytest.raises(SettingError, match=r"border torus needs .* coarsest squares of 64 cells.*feature_size=32"):
        generate.diamond_square(Grid(shape=(96, 96)), noun)


def test_levels_are_ordered() -> None:
    """F-I13: what happens at a level leaves all points of coarser levels alone."""
    grid = Grid(shape=(65, 65), cell_size=8.0)
    base = DiamondSquare(feature_size=512.0, gain=0.5)
    nodes = generate.diamond_square(grid, base, seed=1).elevation
    for cell, step in ((16.0, 2), (64.0, 8), (512.0, 64)):
        coarse = Grid(shape=(64 // step + 1, 64 // step + 1), cell_size=cell)
        assert (generate.diamond_square(coarse, base, seed=1).elevation == nodes[::step, ::step]).all()


def test_levels_are_named_by_their_spacing() -> None:
    """A coarsest level twice as wide keeps the displacements of all finer ones."""
    grid = Grid(shape=(129, 129), cell_size=4.0)
    details = []
    for size in (256.0, 512.0):
        noun = Midpoint(feature_size=size, gain=0.5, relief=1000.0)
        z = generate.midpoint(grid, noun, seed=8).elevation.astype(np.float64)
        center = z[1::2, 1::2] - 0.25 * (z[:-1:2, :-1:2] + z[:-1:2, 2::2] + z[2::2, :-1:2] + z[2::2, 2::2])
        details.append(center)
    np.testing.assert_allclose(details[0], 2.0 * details[1], atol=1e-3)


@pytest.mark.parametrize("verb", [generate.diamond_square, generate.midpoint])
def test_halving_the_cell_size_keeps_the_land(verb) -> None:
    coarse = verb(Grid(shape=(40, 57), cell_size=10.0), seed=2).elevation
    fine = verb(Grid(shape=(79, 113), cell_size=5.0), seed=2).elevation
    assert (fine[::2, ::2] == coarse).all()
    assert np.abs(np.diff(fine)).mean() < 0.75 * np.abs(np.diff(coarse)).mean()


@pytest.mark.parametrize("verb", [generate.diamond_square, generate.midpoint])
def test_features_smaller_than_a_cell_are_sampled(verb) -> None:
    noun = DiamondSquare(feature_size=4.0) if verb is generate.diamond_square else Midpoint(feature_size=4.0)
    coarse = verb(Grid(shape=(5, 5), cell_size=16.0), noun, seed=2).elevation
    fine = verb(Grid(shape=(65, 65), cell_size=1.0), noun, seed=2).elevation
    assert (fine[::16, ::16] == coarse).all()


def test_far_from_the_origin_nothing_changes() -> None:
    far = Grid(shape=(40, 40), cell_size=5.0, origin=(1e8, -3e8))
    z = generate.diamond_square(far, seed=2).elevation
    assert z.std() > 1.0
    assert (generate.diamond_square(far.window(10, 20, 5, 40), seed=2).elevation == z[10:20, 5:40]).all()
    with pytest.raises(SettingError, match="within 2\\*\\*52 cells"):
        generate.diamond_square(Grid(shape=(2, 2), cell_size=1e-6, origin=(1e12, 0.0)))


@pytest.mark.parametrize("gain", [0.3, 0.5, 0.8])
@pytest.mark.parametrize("edges", [True, False])
def test_relief_is_a_bound(gain: float, edges: bool) -> None:
    grid = Grid(shape=(257, 257), cell_size=1.0)
    noun = DiamondSquare(relief=100.0, base_elevation=-30.0, feature_size=32.0, gain=gain, displace_edges=edges)
    z = generate.diamond_square(grid, noun, seed=11).elevation
    assert z.min() >= -30.0
    assert z.max() <= 70.0
    assert np.ptp(z) > 20.0
    m = generate.midpoint(
        grid, Midpoint(relief=100.0, base_elevation=-30.0, feature_size=32.0, gain=gain), seed=11
    ).elevation
    assert m.min() >= -30.0
    assert m.max() <= 70.0
    assert np.ptp(m) > 20.0


@pytest.mark.parametrize("gain", [0.5, 0.65, 0.8])
def test_roughness_is_what_was_asked_for(gain: float) -> None:
    """F-I15: the mean difference grows with the lag, to the power of the gain's logarithm."""
    grid = Grid(shape=(513, 513))
    slopes = []
    for seed in range(3):
        z = generate.diamond_square(grid, DiamondSquare(feature_size=512.0, gain=gain), seed=seed).elevation.astype(
            np.float64
        )
        lags = np.array([4, 8, 16, 32])
        means = [np.abs(z[:, lag:] - z[:, :-lag]).mean() for lag in lags]
        assert (np.diff(means) > 0.0).all()
        slopes.append(np.polyfit(np.log2(lags), np.log2(means), 1)[0])
    assert np.mean(slopes) == pytest.approx(min(-np.log2(gain), 0.87), abs=0.13)


def test_plasma_shows_creases_and_diamond_square_fewer() -> None:
    """F-I16: second differences across the first split line, against those beside it."""

    def crease(z: np.ndarray) -> float:
        z = z.astype(np.float64)
        across = z[:, :-2] - 2.0 * z[:, 1:-1] + z[:, 2:]
        mid = z.shape[1] // 2 - 1
        beside = np.abs(np.delete(across[:, mid - 21 : mid + 22], 21, axis=1))[:, ::2]
        return float(np.abs(across[:, mid]).mean() / beside.mean())

    grid = Grid(shape=(257, 257), origin=(0.0, 256.0))
    plasma = np.mean([crease(generate.plasma(grid, Plasma(grain=2), seed=s).elevation) for s in range(12)])
    noun = DiamondSquare(feature_size=256.0)
    diamond = np.mean([crease(generate.diamond_square(grid, noun, seed=s).elevation) for s in range(12)])
    assert plasma > 1.5
    assert plasma > 1.2 * diamond


@pytest.mark.jit_off
@pytest.mark.parametrize("length", [2, 3, 5, 17, 23])
def test_skyline_is_its_definition(length: int) -> None:
    noun = Skyline(left=3.0, right=-5.0, roughness=0.4, spacing=2.0)
    twin = naive.skyline(length, 3.0, -5.0, 0.8, seeds.derive(5, "generate.skyline"))
    line = generate.skyline(length, noun, seed=5)
    assert line.dtype == np.float32
    np.testing.assert_allclose(line, twin, atol=1e-5)


def test_skyline_is_straight_without_roughness_and_keeps_its_samples() -> None:
    """F-I11 in one dimension."""
    line = generate.skyline(100, Skyline(left=1.0, right=34.0, roughness=0.0))
    np.testing.assert_allclose(line, np.linspace(1.0, 34.0, 100), rtol=1e-6)
    coarse = generate.skyline(65, Skyline(spacing=4.0), seed=1)
    fine = generate.skyline(129, Skyline(spacing=2.0), seed=1)
    np.testing.assert_array_equal(fine[::2], coarse)
    assert (generate.skyline(65, Skyline(spacing=4.0), seed=2) != coarse).any()


@pytest.mark.parametrize("length", [1, 0, -3, 2.5, True, None, 1 << 40])
def test_skyline_refuses_lengths_that_are_no_count(length) -> None:
    with pytest.raises(SettingError, match=r"generate\.skyline: length must be a whole number of samples"):
        generate.skyline(length)


@pytest.mark.parametrize(
    "noun, options, text",
    [
        (Plasma, {"rockiness": 1.5}, "rockiness must be"),
        (Plasma, {"grain": 33}, "grain must be"),
        (Plasma, {"grain": -1}, "grain must be"),
        (Plasma, {"relief": float("nan")}, "relief must be"),
        (Plasma, {"pixels": "both"}, "Valid: lattice, program"),
        (DiamondSquare, {"gain": 1.0}, "gain must be"),
        (DiamondSquare, {"feature_size": 0.0}, "feature_size must be"),
        (DiamondSquare, {"border": "donut"}, "Valid: open, constant, torus"),
        (DiamondSquare, {"border_height": 5.0}, 'Set border="constant"'),
        (DiamondSquare, {"rougness": 0.5}, "rougness"),
        (Skyline, {"roughness": -0.1}, "roughness must be"),
    ],
)
def test_wrong_settings_are_refused(noun: type, options: dict, text: str) -> None:
    with pytest.raises(SettingError, match=text):
        noun(**options)


def test_settings_round_trip_with_their_old_names() -> None:
    noun = DiamondSquare.from_json({"roughness": 0.7, "border": "torus"})
    assert noun.gain == 0.7
    assert DiamondSquare.from_json(noun.to_json()) == noun
    for made in (Plasma(grain=3), Midpoint(gain=0.1), Skyline(left=2.0)):
        assert type(made).from_json(made.to_json()) == made


@pytest.mark.parametrize("verb", ["plasma", "midpoint", "diamond_square"])
def test_huge_maps_are_refused_before_they_start(verb: str) -> None:
    with pytest.raises(MemoryLimit, match=rf"generate\.{verb}: 1048576 x 1048576 samples need about"):
        getattr(generate, verb)(Grid(shape=(1 << 20, 1 << 20)))


@pytest.mark.parametrize("verb", ["plasma", "midpoint", "diamond_square"])
@pytest.mark.parametrize("shape", [(1, 1), (1, 13), (13, 1), (2, 3), (31, 7)])
def test_small_and_odd_shapes(verb: str, shape: tuple[int, int]) -> None:
    field = getattr(generate, verb)(Grid(shape=shape), seed=1)
    assert field.shape == shape
    for border in ("constant",) if verb == "diamond_square" else ():
        assert generate.diamond_square(Grid(shape=shape), DiamondSquare(border=border), seed=1).shape == shape


def test_a_cancelled_map_is_not_made() -> None:
    from landwright import _pool

    control = _pool.Control()
    control.cancel()
    with _pool.using(control), pytest.raises(Cancelled):
        generate.diamond_square(Grid(shape=(33, 33)))
