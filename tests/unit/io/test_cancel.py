from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import landwright as lw
from landwright import _pool
from landwright.errors import Cancelled


@pytest.mark.parametrize("suffix", [".png", ".tif", ".r16", ".npy"])
@pytest.mark.parametrize("doing", ["write", "read"])
def test_a_cancelled_job_leaves_nothing_and_says_so(tmp_path: Path, suffix: str, doing: str) -> None:
    field = lw.Heightfield(np.arange(600 * 300, dtype=np.float32).reshape(600, 300))
    path = tmp_path / f"a{suffix}"
    if doing == "read":
        lw.write(field, path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    control = _pool.Control()
    control.cancel()
    job = (lambda: lw.write(field, path)) if doing == "write" else (lambda: lw.read(path))
    with _pool.using(control), pytest.raises(Cancelled):
        job()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before


@pytest.mark.parametrize("suffix", [".png", ".tif"])
def test_progress_rises_to_the_end(tmp_path: Path, suffix: str) -> None:
    seen: list[float] = []
    field = lw.Heightfield(np.arange(1200 * 900, dtype=np.float32).reshape(1200, 900))
    with _pool.using(_pool.Control(seen.append)):
        lw.write(field, tmp_path / f"a{suffix}")
    assert len(seen) > 2
    assert seen == sorted(seen)
    assert seen[0] >= 0.0
    assert 0.5 < seen[-1] <= 1.0
