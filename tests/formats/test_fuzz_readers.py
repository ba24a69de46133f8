"""Whatever happens to a file, reading it gives a raster or one sentence of ours; never an error of others."""

from __future__ import annotations

import warnings
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import landwright as lw
from landwright.errors import LandwrightError

TRIALS = 120


def seeds(folder: Path) -> dict[str, tuple[bytes, bytes | None]]:
    """Whole files of ours and of others, with the sidecars they have."""
    rng = np.random.default_rng(0)
    grid = lw.Grid(shape=(12, 17), cell_size=5.0, crs="EPSG:32610")
    field = lw.Heightfield(rng.normal(0, 300, grid.shape), grid=grid, mask=rng.random(grid.shape) > 0.1)
    found: dict[str, tuple[bytes, bytes | None]] = {}
    for suffix in ("png", "npy", "r16", "tif"):
        files = lw.write(field, folder / f"seed.{suffix}")
        data = [file.read_bytes() for file in files]
        found[f"ours.{suffix}"] = (data[0], data[1] if len(data) > 1 else None)
    for suffix, kind in (("jpg", "JPEG"), ("bmp", "BMP"), ("webp", "WEBP"), ("tif", "TIFF"), ("png", "PNG")):
        stream = BytesIO()
        Image.fromarray(rng.integers(0, 255, (12, 17)).astype(np.uint8)).save(stream, kind)
        found[f"theirs.{suffix}"] = (stream.getvalue(), None)
    return found


NAMES = [
    "ours.png",
    "ours.npy",
    "ours.r16",
    "ours.tif",
    "theirs.jpg",
    "theirs.bmp",
    "theirs.webp",
    "theirs.tif",
    "theirs.png",
]


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # rasterio's log, given bytes that are no text
@pytest.mark.parametrize("name", NAMES)
def test_damage_gives_a_raster_or_a_sentence(tmp_path: Path, name: str) -> None:
    rng = np.random.default_rng(NAMES.index(name))
    data, side = seeds(tmp_path)[name]
    path = tmp_path / name
    sidecar = tmp_path / f"{name}.json"
    refused: list[str] = []
    for _ in range(TRIALS):
        spoiled, note = bytearray(data), None if side is None else bytearray(side)
        victim = spoiled if note is None or rng.random() < 0.6 else note
        match int(rng.integers(4)):
            case 0:
                del victim[rng.integers(len(victim)) :]
            case 1:
                for _ in range(rng.integers(1, 6)):
                    victim[rng.integers(len(victim))] = rng.integers(256)
            case 2:
                for _ in range(rng.integers(1, 4)):
                    victim[rng.integers(min(len(victim), 200))] = rng.integers(256)
            case _:
                start = rng.integers(len(victim))
                del victim[start : start + rng.integers(1, 20)]
        path.write_bytes(spoiled)
        sidecar.unlink(missing_ok=True)
        if note is not None and rng.random() < 0.8:
            sidecar.write_bytes(note)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                back = lw.read(path)
            except LandwrightError as error:
                refused.append(str(error))
            else:
                values = back.elevation if isinstance(back, lw.Heightfield) else back.values
                assert np.isfinite(values).all()
    assert len(refused) > TRIALS // 4
    assert not any("\n" in text for text in refused)
