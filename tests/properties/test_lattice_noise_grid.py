"""Noise on a grid has the same bits in every window, for every number of threads, on every processor."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright import _pool
from landwright.grid import Grid
from landwright.noise import _lattice
from landwright.noise._kernels import cells2, lanes, rows2, rows3
from landwright.noise._lattice import sample_lattice, sample_lattice_volume
from landwright.noise._octaves import plan
from landwright.noise._sample import run
from landwright.noise.settings import Cellular, Fbm, Perlin, Ridged, Value

FAR = (1e8 + 0.25, -3e7)
NOUNS = {
    "perlin": Fbm(base=Perlin(wavelength=150.0), octaves=9),
    "value": Fbm(base=Value(wavelength=150.0), octaves=9),
    "ridged": Ridged(base=Perlin(wavelength=90.0), octaves=4),
    "cellular": Fbm(base=Cellular(wavelength=48.0), octaves=3),
}
PRIMES = ((1, 1), (1, 211), (127, 1), (2, 3), (31, 37), (61, 17), (5, 199), (127, 211))


def same_bits(a: np.ndarray, b: np.ndarray) -> bool:
    return a.dtype == b.dtype == np.float32 and np.array_equal(a.view(np.uint32), b.view(np.uint32))


@pytest.mark.parametrize("name", NOUNS)
@pytest.mark.parametrize("origin", [None, FAR])
@pytest.mark.parametrize("period", [None, (180.0, 225.0)])
def test_windows_are_parts_of_the_whole(name, origin, period):
    grid = Grid(shape=(127, 211), cell_size=1.0, origin=origin)
    made = plan(NOUNS[name], 2, seed=21, period=period)
    whole = sample_lattice(made, grid)
    for rows, cols in PRIMES:
        for row, col in {(0, 0), ((127 - rows) // 2, (211 - cols) // 3), (127 - rows, 211 - cols)}:
            part = sample_lattice(made, grid.window(row, row + rows, col, col + cols))
            assert same_bits(part, whole[row : row + rows, col : col + cols]), (rows, cols, row, col)


def test_windows_beyond_the_grid_continue_it():
    grid = Grid(shape=(40, 50), cell_size=3.0, origin=FAR)
    made = plan(NOUNS["perlin"], 2, seed=22)
    wide = sample_lattice(made, grid.window(-7, 61, -19, 83))
    assert same_bits(wide[7:47, 19:69], sample_lattice(made, grid))


def test_a_patchwork_of_odd_tiles_is_the_whole():
    grid = Grid(shape=(97, 131), cell_size=0.7, origin=(-51.3, 77.7))
    for noun in NOUNS.values():
        made = plan(noun, 2, seed=23)
        quilt = np.full(grid.shape, np.nan, np.float32)
        rows, cols = (0, 1, 4, 47, 96, 97), (0, 13, 14, 80, 131)
        for r0, r1 in pairwise(rows):
            for c0, c1 in pairwise(cols):
                quilt[r0:r1, c0:c1] = sample_lattice(made, grid.window(r0, r1, c0, c1))
        assert same_bits(quilt, sample_lattice(made, grid))


@pytest.mark.parametrize("basis", [Perlin, Value])
def test_windows_of_a_volume_are_parts_of_it(basis):
    grid = Grid(shape=(29, 83), cell_size=1.0, origin=FAR)
    made = plan(Fbm(base=basis(wavelength=60.0), octaves=7), 3, seed=24)
    levels = np.array([-3.0, 0.5, 1.0, 40.0])
    whole = sample_lattice_volume(made, grid, levels)
    for rows, cols, first, last in ((1, 83, 0, 4), (29, 1, 1, 2), (7, 31, 2, 4), (1, 1, 3, 4)):
        window = grid.window(29 - rows, 29, 83 - cols, 83)
        assert same_bits(sample_lattice_volume(made, window, levels[first:last]), whole[first:last, -rows:, -cols:])


@given(
    kind=st.sampled_from(["perlin", "value", "cellular"]),
    wavelength=st.floats(0.3, 400.0),
    octaves=st.integers(1, 6),
    lacunarity=st.floats(1.0, 4.0),
    shape=st.tuples(st.integers(1, 40), st.integers(1, 120)),
    cell_size=st.floats(0.01, 50.0),
    corner=st.tuples(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9)),
    seed=st.integers(0, 2**64 - 1),
)
def test_any_grid_is_its_points(kind, wavelength, octaves, lacunarity, shape, cell_size, corner, seed):
    basis = {"perlin": Perlin, "value": Value, "cellular": Cellular}[kind](wavelength=wavelength)
    grid = Grid(shape=shape, cell_size=cell_size, origin=corner)
    made = plan(Fbm(base=basis, octaves=octaves, lacunarity=lacunarity), 2, seed=seed)
    rows = sample_lattice(made, grid)
    if rows is None:
        assert kind == "cellular"
        return
    points = np.empty(grid.shape, np.float32)
    run(made, (grid.x, grid.y, np.zeros(1)), -grid.cols, points.reshape(-1))
    assert same_bits(rows, points)


@pytest.mark.parametrize("threads", ["1", "2", "5"])
def test_threads_change_nothing(threads, monkeypatch):
    grid = Grid(shape=(101, 97), cell_size=1.0)
    for noun in NOUNS.values():
        made = plan(noun, 2, seed=25)
        monkeypatch.delenv("LANDWRIGHT_THREADS", raising=False)
        want = sample_lattice(made, grid)
        monkeypatch.setenv("LANDWRIGHT_THREADS", threads)
        assert same_bits(sample_lattice(made, grid), want)


@pytest.mark.parametrize("block", [1, 2, 13, 1000])
def test_blocks_change_nothing(block):
    grid = Grid(shape=(53, 97), cell_size=1.0)
    x, y, z = grid.x, grid.y, np.array([0.0, 1.5])
    for name, kernel in (("perlin", rows2.perlin_rows2), ("value", rows2.value_rows2)):
        made = plan(NOUNS[name], 2, seed=26)
        out = np.empty(grid.shape, np.float32)
        _pool.run_rows(
            kernel, 53, y, _lattice._arrays(made), made.mode, _lattice._columns(x, made), out, block=block, size=2
        )
        assert same_bits(out, sample_lattice(made, grid))
    made = plan(NOUNS["cellular"], 2, seed=26)
    out, laid = np.empty(grid.shape, np.float32), _lattice._columns(x, made, apart=True)
    _pool.run_rows(cells2.cellular_rows2, 53, x, y, _lattice._arrays(made), made.mode, laid, out, block=block, size=2)
    assert same_bits(out, sample_lattice(made, grid))
    made = plan(NOUNS["perlin"], 3, seed=26)
    out, laid = np.empty((106, 97), np.float32), _lattice._columns(x, made)
    _pool.run_rows(rows3.perlin_rows3, 106, y, z, _lattice._arrays(made), made.mode, laid, out, block=block, size=2)
    assert same_bits(out.reshape(2, 53, 97), sample_lattice_volume(made, grid, z))


@pytest.mark.jit_off
@pytest.mark.parametrize("name", ["perlin", "value", "cellular"])
def test_the_order_of_rows_does_not_matter(name):
    """Kept lattice rows are told apart by number, not by the direction in which the kernel walks."""
    grid = Grid(shape=(24, 30), cell_size=5.0)
    made = plan(NOUNS[name].model_copy(update={"octaves": 1 if name == "cellular" else 3}), 2, seed=27)
    kernel = {"perlin": rows2.perlin_rows2, "value": rows2.value_rows2, "cellular": cells2.cellular_rows2}[name]
    want = sample_lattice(made, grid)
    for order in (np.arange(24), np.arange(24)[::-1], np.random.default_rng(0).permutation(24)):
        out = np.full(grid.shape, np.nan, np.float32)
        y, laid = np.ascontiguousarray(grid.y[order]), _lattice._columns(grid.x, made, apart=name == "cellular")
        axes = (grid.x, y) if name == "cellular" else (y,)
        kernel(0, 24, *axes, _lattice._arrays(made), made.mode, laid, out)
        assert same_bits(out, want[order])


def digest() -> str:
    """Return a digest of noises that takes every path of the row kernels; run by other processes too."""
    state = hashlib.blake2b(digest_size=8)
    grid = Grid(shape=(23, 150), cell_size=1.0, origin=FAR)
    state.update(sample_lattice(plan(NOUNS["perlin"], 2, seed=28), grid).tobytes())
    state.update(sample_lattice(plan(NOUNS["cellular"], 2, seed=28), grid).tobytes())
    return state.hexdigest()


HOW = """
import sys
from numba.core.registry import cpu_target
found = cpu_target.target_context.codegen()
triple, name, features = found.magic_tuple()
type(found).magic_tuple = lambda self: (triple, name, "+avx512f" if {wide} == 16 else "")
sys.path.insert(0, {tests!r})
from landwright.noise._kernels import lanes
from properties.test_lattice_noise_grid import digest
print(lanes.LANES, digest())
"""


def test_processors_change_nothing(tmp_path):
    """A processor without vector extensions, and lanes of the other width, give the bits of this one."""
    other = 24 - lanes.LANES
    environment = dict(os.environ, LANDWRIGHT_CACHE_DIR=str(tmp_path), NUMBA_CPU_NAME="generic")
    script = HOW.format(wide=other, tests=str(Path(__file__).resolve().parent.parent))
    told = subprocess.run(
        [sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True
    ).stdout.split()
    assert told == [str(other), digest()]
