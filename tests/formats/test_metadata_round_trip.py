"""Whatever is written comes back: metres, extents, origin, reference system, mask; and the same thing gives the same bytes."""

from __future__ import annotations

import datetime
import os
import socket
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import landwright as lw
from landwright.io import Geotiff, Npy, Png16, Raw

EXACT = {".npy", ".tif"}
SUFFIXES = [".png", ".r16", ".npy", ".tif"]
NOUNS = {".png": Png16, ".r16": Raw, ".npy": Npy, ".tif": Geotiff}
SHAPES = [(1, 1), (1, 7), (7, 1), (5, 3), (64, 33)]


def same(back: lw.Heightfield, field: lw.Heightfield, suffix: str) -> None:
    assert back.grid == field.grid
    assert back.grid.extent == field.grid.extent
    mask = np.ones(field.shape, bool) if field.mask is None else field.mask
    assert (back.mask is None) == (field.mask is None)
    if back.mask is not None:
        np.testing.assert_array_equal(back.mask, field.mask)
    data, got = field.elevation[mask].astype(float), back.elevation[mask].astype(float)
    quantum = 0.0 if suffix in EXACT else (data.max() - data.min()) / 65534
    assert np.abs(data - got).max() <= quantum / 2 * 1.000001 + (
        0.0 if suffix in EXACT else np.spacing(np.float32(abs(data).max()))
    )
    assert back.elevation.min() >= data.min()
    assert back.elevation.max() <= data.max(), "no height that was not there"


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("holes", [False, True])
def test_a_heightfield_comes_back(tmp_path: Path, suffix: str, shape: tuple[int, int], holes: bool) -> None:
    rng = np.random.default_rng(sum(shape))
    grid = lw.Grid(shape=shape, cell_size=1 / 3, origin=(123_456.789, -9_876.54321), crs="EPSG:32633")
    mask = rng.random(shape) > 0.3
    mask[0, 0] = True
    field = lw.Heightfield(rng.normal(0, 1500, shape), grid=grid, mask=mask if holes else None)
    lw.write(field, tmp_path / f"a{suffix}")
    same(lw.read(tmp_path / f"a{suffix}"), field, suffix)


@given(
    st.floats(1e-3, 1e4),
    st.tuples(st.floats(-1e7, 1e7), st.floats(-1e7, 1e7)),
    st.floats(-1e4, 1e4, width=32),
    st.floats(0, 1e4, width=32),
    st.sampled_from(SUFFIXES),
)
def test_any_place_and_range_comes_back(
    tmp_path_factory: pytest.TempPathFactory,
    cell: float,
    origin: tuple[float, float],
    low: float,
    relief: float,
    suffix: str,
) -> None:
    folder = tmp_path_factory.mktemp("any")
    grid = lw.Grid(shape=(2, 3), cell_size=cell, origin=origin)
    field = lw.Heightfield(low + relief * np.linspace(0, 1, 6).reshape(2, 3), grid=grid)
    lw.write(field, folder / f"a{suffix}")
    same(lw.read(folder / f"a{suffix}"), field, suffix)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_written_read_and_written_again_is_the_same_file(tmp_path: Path, suffix: str) -> None:
    field = lw.Heightfield(np.random.default_rng(1).normal(0, 50, (20, 30)), cell_size=7.5)
    first = [file.read_bytes() for file in lw.write(field, tmp_path / f"a{suffix}")]
    second = [file.read_bytes() for file in lw.write(lw.read(tmp_path / f"a{suffix}"), tmp_path / f"a{suffix}")]
    assert first == second


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_no_time_host_or_path_in_a_file(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    field = lw.Heightfield(np.random.default_rng(1).normal(0, 50, (20, 30)), cell_size=7.5)
    seen = []
    for name, workers in (("one", "1"), ("elsewhere", "3")):
        (tmp_path / name).mkdir()
        monkeypatch.setenv("LANDWRIGHT_THREADS", workers)
        files = lw.write(field, tmp_path / name / f"{name}{suffix}")
        for file in files:
            os.utime(file, (0, 0))
        seen.append(b"".join(file.read_bytes() for file in files))
    assert seen[0] == seen[1]
    words = [
        str(datetime.datetime.now().year),
        socket.gethostname(),
        "elsewhere",
        "/tmp",
        os.environ.get("USER", "elsewhere"),
    ]
    for word in words:
        if len(word) >= 4:
            assert word.encode() not in seen[1], f"{word!r} in a {suffix} file"


def test_a_window_keeps_its_place(tmp_path: Path) -> None:
    whole = lw.Grid(shape=(101, 101), cell_size=0.1, origin=(0.7, 1e6))
    part = whole.window(33, 44, 57, 71)
    field = lw.Heightfield(np.zeros(part.shape), grid=part)
    for suffix in SUFFIXES:
        lw.write(field, tmp_path / f"a{suffix}")
        back = lw.read(tmp_path / f"a{suffix}")
        assert back.grid == part
        np.testing.assert_allclose(back.grid.x, part.x, atol=1e-9)
