"""What holds for all generators: threads, tilings, seeds, machines, and no mutation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from landwright import Grid, generate
from landwright.generate import DiamondSquare, Dunes, Midpoint, NoiseField, Plasma, Volcano
from naive.generate_golden import CASES, digest, make

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "generate_digests.json"


@pytest.mark.parametrize("name", sorted(CASES))
def test_threads_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for size in (1, 2, 5):
        monkeypatch.setenv("LANDWRIGHT_THREADS", str(size))
        made.append(digest(make(name)))
    assert made[0] == made[1] == made[2]


POINTS = {
    "midpoint": Midpoint(feature_size=150.0),
    "diamond_square": DiamondSquare(feature_size=150.0),
    "noise_field": NoiseField(),
    "dunes": Dunes(wavelength=60.0, height=6.0, supply=0.6, wind_degrees=200.0),
    "volcano": Volcano(
        center=(130.0, -40.0), radius=300.0, height=90.0, crater_radius=30.0, crater_depth=12.0, gully_spacing=25.0
    ),
}


@pytest.mark.parametrize("name", sorted(POINTS))
@given(
    st.integers(-20, 60),
    st.integers(1, 33),
    st.integers(-20, 60),
    st.integers(1, 33),
    st.sampled_from([(0.0, 200.0), (3.7, -1.2), (-1e6, 1e6), (2.5, 2.5)]),
)
def test_a_window_has_the_bits_of_the_whole(
    name: str, row: int, rows: int, col: int, cols: int, origin: tuple[float, float]
) -> None:
    grid = Grid(shape=(48, 53), cell_size=5.0, origin=origin)
    verb = getattr(generate, name)
    around = verb(grid.window(-20, 93, -20, 93), POINTS[name], seed=5).elevation
    part = verb(grid.window(row, row + rows, col, col + cols), POINTS[name], seed=5).elevation
    assert (part == around[row + 20 : row + 20 + rows, col + 20 : col + 20 + cols]).all()


@pytest.mark.parametrize("name", sorted(CASES))
def test_seeds_name_worlds(name: str) -> None:
    worlds = [make(name, seed=seed) for seed in (0, 1, -1, 2**63, "0", "a", 1234567890123456789)]
    assert len({digest(world) for world in worlds}) == len(worlds)
    assert digest(make(name, seed=-1)) == digest(make(name, seed=2**64 - 1))


@pytest.mark.parametrize("name", ["plasma", "midpoint", "diamond_square"])
def test_neighboring_seeds_do_not_correlate(name: str) -> None:
    verb = getattr(generate, name)
    grid = Grid(shape=(129, 129), cell_size=1.0, origin=(0.0, 128.0))
    nouns = {
        "plasma": Plasma(grain=1),
        "midpoint": Midpoint(feature_size=4.0),
        "diamond_square": DiamondSquare(feature_size=4.0),
    }
    worlds = []
    for seed in range(6):
        z = verb(grid, nouns[name], seed=seed).elevation.astype(np.float64)
        corners = z[:-1:2, :-1:2] + z[:-1:2, 2::2] + z[2::2, :-1:2] + z[2::2, 2::2]
        worlds.append((z[1::2, 1::2] - 0.25 * corners).ravel())
    table = np.corrcoef(worlds)
    assert np.abs(table[~np.eye(6, dtype=bool)]).max() < 0.06


def test_golden_digests(regenerate_golden: bool) -> None:
    """Bits that every machine must make; new ones need a reason in the change log."""
    made = {name: digest(make(name)) for name in sorted(CASES)}
    if regenerate_golden:
        GOLDEN.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    assert made == json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_golden_digests_on_the_plainest_processor(tmp_path: Path) -> None:
    """The same bits without the vector instructions of this machine."""
    names = ["diamond_square", "voronoi_power", "dunes"]
    code = (
        "import json, sys; sys.path[:0] = [sys.argv[1]];"
        "from naive.generate_golden import digest, make;"
        "print(json.dumps({n: digest(make(n)) for n in sys.argv[2:]}))"
    )
    environment = dict(os.environ, LANDWRIGHT_CACHE_DIR=str(tmp_path), NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    tests = str(Path(__file__).resolve().parents[1])
    done = subprocess.run(
        [sys.executable, "-c", code, tests, *names], capture_output=True, text=True, env=environment, timeout=600
    )
    assert done.returncode == 0, done.stderr
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert json.loads(done.stdout) == {name: golden[name] for name in names}


def test_the_input_is_not_changed() -> None:
    start = generate.plasma(Grid(shape=(33, 33)), seed=1)
    before = start.elevation.copy()
    generate.voronoi_peaks(start.grid, seed=1, start=start)
    assert (start.elevation == before).all()
    assert not start.elevation.flags.writeable
