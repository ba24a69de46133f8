"""Noise on grids, row by row, against the textbook and against the point kernels."""

from __future__ import annotations

import functools
import platform
import re

import numpy as np
import pytest

from landwright.grid import Grid
from landwright.noise import _lattice
from landwright.noise._kernels import cells2, columns, lanes, rows2, rows3
from landwright.noise._lattice import sample_lattice, sample_lattice_volume
from landwright.noise._octaves import plan
from landwright.noise._sample import run
from landwright.noise.settings import (
    Billow,
    Cellular,
    Fbm,
    HybridMultifractal,
    Perlin,
    Ridged,
    Simplex,
    Value,
)
from naive import noise_rows

FAR = (1e8 + 0.25, -3e7)
TEXTBOOK = {Perlin: noise_rows.perlin, Value: noise_rows.value}


def by_points(made, grid: Grid, z: float = 0.0) -> np.ndarray:
    out = np.empty(grid.shape, np.float32)
    run(made, (grid.x, grid.y, np.array([z])), -grid.cols, out.reshape(-1))
    return out


def same_bits(a: np.ndarray, b: np.ndarray) -> bool:
    return a.dtype == b.dtype == np.float32 and np.array_equal(a.view(np.uint32), b.view(np.uint32))


@pytest.mark.jit_off
@pytest.mark.parametrize("basis", [Perlin, Value])
@pytest.mark.parametrize(
    "wavelength, octaves, period, origin",
    [
        (37.0, 3, None, None),
        (2.5, 2, None, None),
        (0.4, 1, None, (3.0, 5.0)),
        (9.0, 3, (45.0, 27.0), (-14.0, 3.0)),
        (21.0, 2, None, FAR),
    ],
)
def test_the_plane_follows_the_textbook(basis, wavelength, octaves, period, origin):
    grid = Grid(shape=(7, 29), cell_size=1.0, origin=origin)
    made = plan(Fbm(base=basis(wavelength=wavelength), octaves=octaves), 2, seed=11, period=period)
    got = sample_lattice(made, grid)
    want = [[noise_rows.fbm(made, TEXTBOOK[basis], (x, y)) for x in grid.x] for y in grid.y]
    np.testing.assert_allclose(got, want, atol=1e-6)
    assert np.ptp(got) > 0.1


@pytest.mark.jit_off
@pytest.mark.parametrize("basis", [Perlin, Value])
@pytest.mark.parametrize(
    "wavelength, octaves, period", [(30.0, 3, None), (2.5, 2, None), (0.4, 1, None), (8.0, 2, (24.0, 16.0, 40.0))]
)
def test_space_follows_the_textbook(basis, wavelength, octaves, period):
    grid = Grid(shape=(4, 21), cell_size=1.0)
    levels = np.array([0.0, 3.3, -41.0])
    made = plan(Fbm(base=basis(wavelength=wavelength), octaves=octaves), 3, seed=12, period=period)
    got = sample_lattice_volume(made, grid, levels)
    want = [[[noise_rows.fbm(made, TEXTBOOK[basis], (x, y, z)) for x in grid.x] for y in grid.y] for z in levels]
    np.testing.assert_allclose(got, want, atol=1e-6)
    assert np.ptp(got) > 0.05


@pytest.mark.jit_off
@pytest.mark.parametrize("jitter", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("period, origin", [(None, None), ((36.0, 48.0), None), (None, FAR)])
def test_cells_follow_the_textbook(jitter, period, origin):
    grid = Grid(shape=(13, 31), cell_size=1.0, origin=origin)
    made = plan(Cellular(wavelength=12.0, jitter=jitter), 2, seed=13, period=period)
    got = sample_lattice(made, grid)
    one = functools.partial(noise_rows.nearest, jitter=jitter)
    np.testing.assert_allclose(got, [[noise_rows.fbm(made, one, (x, y)) for x in grid.x] for y in grid.y], atol=2e-6)


@pytest.mark.jit_off
@pytest.mark.parametrize("x, y, ring_one", [(2410.0, 1750.0, 1.17615), (3730.0, 1620.0, 1.16393)])
def test_the_nearest_feature_may_lie_two_cells_away(x, y, ring_one):
    """At these places the nine cells around hold no feature as near as one beyond them."""
    grid = Grid(shape=(5, 21), cell_size=0.5, origin=(x - 5.0, y + 1.0))
    made = plan(Cellular(wavelength=10.0), 2, seed=0)
    got = sample_lattice(made, grid)
    assert 1.0 < got[2, 10] < ring_one - 0.1
    one = functools.partial(noise_rows.nearest, jitter=1.0)
    want = [[noise_rows.fbm(made, one, (x, y)) for x in grid.x] for y in grid.y]
    np.testing.assert_allclose(got, want, atol=2e-6)


@pytest.mark.parametrize("basis", [Perlin, Value])
@pytest.mark.parametrize("fractal", [Fbm, Billow, Ridged, HybridMultifractal])
@pytest.mark.parametrize(
    "wavelength, octaves, period, origin",
    [
        (100.0, 8, None, None),
        (15.6, 2, None, (0.0, 0.0)),  # samples on lattice points but for round-off
        (3.3, 4, None, None),
        (64.0, 6, (256.0, 128.0), None),
        (64.0, 6, (250.0, 131.0), FAR),
        (50.0, 12, None, FAR),
    ],
)
def test_rows_are_points_in_the_plane(basis, fractal, wavelength, octaves, period, origin):
    grid = Grid(shape=(61, 203), cell_size=1.0, origin=origin)
    made = plan(fractal(base=basis(wavelength=wavelength), octaves=octaves), 2, seed=3, period=period)
    assert same_bits(sample_lattice(made, grid), by_points(made, grid))


@pytest.mark.parametrize("basis", [Perlin, Value])
@pytest.mark.parametrize("fractal", [Fbm, Ridged])
@pytest.mark.parametrize(
    "wavelength, octaves, period, origin",
    [
        (100.0, 8, None, None),
        (15.6, 2, None, (0.0, 0.0)),
        (3.3, 4, None, None),
        (64.0, 6, (256.0, 128.0, 64.0), FAR),
    ],
)
def test_rows_are_points_in_space(basis, fractal, wavelength, octaves, period, origin):
    grid = Grid(shape=(19, 103), cell_size=1.0, origin=origin)
    levels = [0.0, 1.0, 2.5, -7.0, 1e6 + 0.3, 15.6]
    made = plan(fractal(base=basis(wavelength=wavelength), octaves=octaves), 3, seed=3, period=period)
    got = sample_lattice_volume(made, grid, np.array(levels))
    for level, z in enumerate(levels):
        assert same_bits(got[level], by_points(made, grid, z)), z


@pytest.mark.parametrize("fractal, octaves", [(Fbm, 1), (Fbm, 3), (Ridged, 3), (Billow, 2)])
@pytest.mark.parametrize("jitter", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("period, origin", [(None, None), ((180.0, 100.0), None), (None, FAR)])
def test_rows_are_points_in_cells(fractal, octaves, jitter, period, origin):
    grid = Grid(shape=(83, 211), cell_size=1.0, origin=origin)
    made = plan(fractal(base=Cellular(wavelength=40.0, jitter=jitter), octaves=octaves), 2, seed=5, period=period)
    assert same_bits(sample_lattice(made, grid), by_points(made, grid))


def test_every_way_to_evaluate_an_octave_is_used():
    """So that the tests above reach all of them."""
    made = plan(Fbm(base=Perlin(wavelength=100.0), octaves=8), 2)
    counts = _lattice._columns(Grid(shape=(1, 203)).x, made)[4]
    assert set(counts[:, columns.MODE]) == {columns.POINTS, columns.NARROW, columns.WIDE}
    assert counts[0, columns.BORDERS] < -(-203 // lanes.LANES)


@pytest.mark.jit_off
def test_a_bare_noise_is_zero_at_lattice_points():
    made = plan(Perlin(wavelength=4.0), 2, seed=9)
    got = sample_lattice(made, Grid(shape=(9, 25), cell_size=1.0, origin=(-8.0, 12.0)))
    assert not got[::4, ::4].any()
    assert got[2::4, 2::4].all()


@pytest.mark.parametrize("basis", [Perlin(wavelength=64.0), Value(wavelength=64.0), Cellular(wavelength=64.0)])
def test_a_period_repeats_to_the_bit(basis):
    octaves = 3 if isinstance(basis, Cellular) else 7
    made = plan(Fbm(base=basis, octaves=octaves), 2, seed=4, period=(256.0, 128.0))
    got = sample_lattice(made, Grid(shape=(257, 513), cell_size=1.0, origin=(-256.0, 128.0)))
    assert same_bits(got[:, :256], got[:, 256:512])
    assert same_bits(got[:128], got[128:256])
    assert not np.array_equal(got[:, :128], got[:, 128:256])
    assert np.abs(np.diff(got, axis=1)[:, 255]).max() < 1.5 * np.abs(np.diff(got, axis=1)).max()


def test_a_period_in_space_repeats_to_the_bit():
    for basis in (Perlin(wavelength=32.0), Value(wavelength=32.0)):
        made = plan(Fbm(base=basis, octaves=6), 3, seed=4, period=(64.0, 32.0, 128.0))
        grid = Grid(shape=(64, 128), cell_size=1.0)
        got = sample_lattice_volume(made, grid, np.array([0.0, 5.5, 128.0, 133.5, -122.5]))
        assert same_bits(got[..., :64], got[..., 64:])
        assert same_bits(got[:, :32], got[:, 32:])
        assert same_bits(got[:2], got[2:4])
        assert same_bits(got[1], got[4])
        assert not np.array_equal(got[0], got[1])


def test_amplitudes_and_offsets_are_used():
    grid = Grid(shape=(16, 40), cell_size=1.0)
    fields = [
        sample_lattice(plan(Fbm(base=Perlin(wavelength=30.0), octaves=4, gain=gain), 2, seed=seed), grid)
        for gain, seed in ((0.5, 1), (0.6, 1), (0.5, 2))
    ]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert np.abs(fields[a] - fields[b]).max() > 0.01


def test_what_has_no_rows_is_left_to_the_points():
    grid = Grid(shape=(8, 8), cell_size=1.0)
    for noun in (
        Simplex(),
        Cellular(output="f2"),
        Cellular(metric="manhattan"),
        Cellular(wavelength=7.9),
        Fbm(base=Cellular(wavelength=100.0), octaves=8),
    ):
        assert sample_lattice(plan(noun, 2), grid) is None
    for noun in (Simplex(), Cellular()):
        assert sample_lattice_volume(plan(noun, 3), grid, np.zeros(1)) is None
    assert sample_lattice_volume(plan(Perlin(), 3), grid, np.zeros(0)).shape == (0, 8, 8)


def test_beyond_the_integers_the_points_take_over():
    """Lattice coordinates that float64 cannot split are evaluated by points only, so both still agree."""
    here = Grid(shape=(2, 2), cell_size=1.0, origin=(1e15, 0.0))
    made = plan(Perlin(wavelength=0.5), 2)
    assert sample_lattice(made, here) is None
    assert sample_lattice(made, Grid(shape=(2, 2), cell_size=1.0, origin=(1e14, 0.0))) is not None
    assert sample_lattice_volume(plan(Perlin(wavelength=0.5), 3), Grid(shape=(2, 2)), np.array([1e15])) is None


VECTOR = {
    "x86_64": r"v?(mul|add|sub)ps\s.*%[xyz]mm",
    "amd64": r"v?(mul|add|sub)ps\s.*%[xyz]mm",
    "aarch64": r"f(mul|add|sub)\s+v\d+\.4s",
    "arm64": r"f(mul|add|sub)(\.4s|\s+v\d+\.4s)",
}


@pytest.mark.parametrize(
    "entry, least",
    [
        (rows2.perlin_rows2, 30),
        (rows2.value_rows2, 15),
        (rows3.perlin_rows3, 60),
        (cells2.cellular_rows2, 30),
    ],
    ids=["perlin2", "value2", "perlin3", "cellular2"],
)
def test_the_loops_are_vector_code(entry, least):
    """A kernel that LLVM takes apart into scalars is right, and several times slower."""
    assembly = fresh_assembly(entry)
    packed = len(re.findall(VECTOR[platform.machine().lower()], assembly))
    assert packed >= least, f"{entry.__name__} has {packed} packed operations"
    if lanes.LANES == 16:
        assert "%zmm" in assembly


@functools.cache
def fresh_assembly(entry) -> str:
    """Compile a kernel outside of the cache, which keeps machine code only."""
    import numba
    from numba.core import sigutils

    from landwright._numba import registered

    signature = next(text for kernel, text in registered() if kernel is entry)
    made = numba.njit(nogil=True, error_model="numpy", fastmath=False)(entry.py_func)
    arguments, _ = sigutils.normalize_signature(signature)
    made.compile(arguments)
    return str(made.inspect_asm(arguments))


def test_coefficients_are_permuted_in_one_instruction():
    """The chunks across borders stand and fall with it."""
    from numba.core.registry import cpu_target

    assembly = fresh_assembly(rows2.perlin_rows2)
    if "+avx2" in cpu_target.target_context.codegen().magic_tuple()[2]:
        assert len(re.findall(r"vperm(ps|d|i2ps|t2ps)\s", assembly)) >= 4
