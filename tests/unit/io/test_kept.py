"""Rasters kept in memory, and the marks that say whether a file is still the same."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import landwright as lw
from landwright.io import _kept, dem
from landwright.io._kept import beside, keep_rasters, kept_read, mark
from landwright.io.settings import Dem
from landwright.works import _files

RESTED = 0.15  # s; longer than a file is young


@pytest.fixture(autouse=True)
def shelf() -> Iterator[None]:
    keep_rasters(1 << 20)
    yield
    keep_rasters(0)


def land(path: Path, height: float) -> Path:
    np.save(path, np.full((4, 5), height, np.float32))
    return path


def rested(path: Path, height: float) -> Path:
    land(path, height)
    time.sleep(RESTED)
    return path


def test_a_young_file_has_no_mark_and_a_rested_one_keeps_its_own(tmp_path: Path) -> None:
    file = land(tmp_path / "a.npy", 1.0)
    assert mark(file) is None
    time.sleep(RESTED)
    assert mark(file) == mark(file) is not None
    assert mark(tmp_path / "none.npy") is None


def test_whole_seconds_may_be_all_that_a_clock_counts(tmp_path: Path) -> None:
    file = land(tmp_path / "a.npy", 1.0)
    os.utime(file, ns=(0, (time.time_ns() // 1_000_000_000) * 1_000_000_000))
    time.sleep(RESTED)
    assert mark(file) is None


def test_what_is_kept_is_not_read_again_until_the_file_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reads: list[Path] = []
    plain = _kept.read
    monkeypatch.setattr(_kept, "read", lambda path, noun: (reads.append(path), plain(path, noun))[1])
    file = rested(tmp_path / "a.npy", 1.0)
    grids = [lw.Grid(shape=(rows, 3), cell_size=1.0) for rows in (2, 3, 4)]
    for grid in grids:
        assert dem(grid, Dem(path=str(file))).elevation.max() == 1.0
    assert len(reads) == 1
    held = file.stat()
    rested(file, 2.0)
    os.utime(file, ns=(held.st_atime_ns, held.st_mtime_ns))  # the time of change tells it all the same
    assert dem(grids[0], Dem(path=str(file))).elevation.max() == 2.0
    assert len(reads) == 2


def test_other_words_for_reading_are_another_raster(tmp_path: Path) -> None:
    file = rested(tmp_path / "a.npy", 1.0)
    one, other = (kept_read(file, lw.io.ReadNpy(cell_size=size)) for size in (2.0, 3.0))
    assert (one.cell_size, other.cell_size) == (2.0, 3.0)


def test_a_sidecar_that_appears_changes_the_mark(tmp_path: Path) -> None:
    file = rested(tmp_path / "a.npy", 1.0)
    before = mark(file)
    (tmp_path / "a.tfw").write_text("1\n0\n0\n-1\n0\n0\n", encoding="ascii")
    time.sleep(RESTED)
    assert [one.name for one in beside(file)] == ["a.tfw"]
    assert mark(file) != before


def test_memory_has_a_limit_and_nothing_is_kept_unasked(tmp_path: Path) -> None:
    files = [rested(tmp_path / f"{n}.npy", n) for n in range(3)]
    keep_rasters(2 * 4 * 5 * 4)
    kept = [kept_read(file, None) for file in files]
    assert kept_read(files[0], None) is not kept[0]
    assert kept_read(files[2], None) is kept[2]
    keep_rasters(0)
    assert kept_read(files[2], None) is not kept[2]


def test_a_digest_follows_the_content_and_is_taken_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = rested(tmp_path / "a.npy", 1.0)
    first = _files.content(file)
    opened: list[Path] = []
    plain = Path.open
    monkeypatch.setattr(Path, "open", lambda self, *words: (opened.append(self), plain(self, *words))[1])
    assert _files.content(file) == first
    assert opened == []
    rested(file, 2.0)
    assert _files.content(file) != first


def test_companions_keep_their_names_beside_a_copy() -> None:
    source = Path("maps/land.tif")
    named = [_files.renamed(Path("maps") / one, source, "inputs/land-0a.tif") for one in ("land.tif.json", "land.tfw")]
    assert named == ["inputs/land-0a.tif.json", "inputs/land-0a.tfw"]
