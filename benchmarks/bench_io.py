"""Files: our PNG against Pillow's, and the others beside it. Ratios mean something, seconds do not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import landwright as lw


@pytest.fixture(scope="module")
def field(request: pytest.FixtureRequest) -> lw.Heightfield:
    """A smooth landscape with a little roughness; small when nothing is timed."""
    n = 129 if request.config.getoption("--benchmark-disable") else 2049
    y, x = np.mgrid[0:n, 0:n].astype(np.float32)
    rough = np.random.default_rng(0).normal(0.0, 0.05, (n, n))
    return lw.Heightfield(800 * np.sin(x / 400) * np.cos(y / 300) + 40 * np.sin(x / 17 + y / 23) + rough, cell_size=2.0)


@pytest.mark.benchmark(group="write 16-bit png")
def test_write_png(benchmark: Any, field: lw.Heightfield, tmp_path: Path) -> None:
    benchmark(lw.write, field, tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as image:
        assert image.size == field.shape[::-1]


@pytest.mark.benchmark(group="write 16-bit png")
def test_write_png_by_pillow(benchmark: Any, field: lw.Heightfield, tmp_path: Path) -> None:
    z = field.elevation
    levels = np.rint((z - z.min()) / (z.max() - z.min()) * 65535).astype(np.uint16)
    benchmark(lambda: Image.fromarray(levels).save(tmp_path / "a.png"))


@pytest.mark.benchmark(group="write")
@pytest.mark.parametrize("suffix", [".npy", ".r16", ".tif"])
def test_write(benchmark: Any, field: lw.Heightfield, tmp_path: Path, suffix: str) -> None:
    benchmark(lw.write, field, tmp_path / f"a{suffix}")


@pytest.mark.benchmark(group="read")
@pytest.mark.parametrize("suffix", [".png", ".npy", ".r16", ".tif"])
def test_read(benchmark: Any, field: lw.Heightfield, tmp_path: Path, suffix: str) -> None:
    lw.write(field, tmp_path / f"a{suffix}")
    back = benchmark(lw.read, tmp_path / f"a{suffix}")
    assert np.abs(back.elevation - field.elevation).max() < 0.02
