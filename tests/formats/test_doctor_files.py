"""Files with illnesses: what reading mends is told, with its place; whole files have none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import landwright as lw
from landwright.doctor import Finding, examine_file

GRID = lw.Grid(shape=(80, 90), cell_size=10.0)


@pytest.fixture(scope="module")
def land() -> np.ndarray:
    noun = lw.noise.Fbm(base=lw.noise.Perlin(wavelength=300.0), octaves=5)
    return 400.0 + 100.0 * lw.noise.sample(noun, GRID, seed=8).astype(np.float64)


def kinds(path: Path) -> dict[str, Finding]:
    return {one.kind: one for one in examine_file(path) if one.severity != "info"}


@pytest.mark.parametrize("suffix", ["npy", "tif", "png", "r16", "glb", "obj", "stl"])
def test_what_we_write_is_healthy(land: np.ndarray, tmp_path: Path, suffix: str) -> None:
    mask = np.ones(land.shape, np.bool_)
    if suffix in ("npy", "tif"):
        mask[30:40, 30:40] = False
    lw.write(lw.Heightfield(land, grid=GRID, mask=mask), tmp_path / f"land.{suffix}")
    assert kinds(tmp_path / f"land.{suffix}") == {}


def test_numbers_that_reading_makes_missing_are_told(land: np.ndarray, tmp_path: Path) -> None:
    z = land.copy()
    z[12, 34], z[50, 60], z[70, 7] = np.nan, -9999.0, np.inf
    np.save(tmp_path / "land.npy", z)
    found = examine_file(tmp_path / "land.npy")
    told = {(one.kind, one.place.row, one.place.column) for one in found if one.place and one.severity == "error"}
    assert told == {("non-finite", 12, 34), ("non-finite", 70, 7), ("nodata", 50, 60)}
    assert "file" not in {one.kind for one in found}


def test_a_geotiff_that_declares_its_nodata_is_healthy(land: np.ndarray, tmp_path: Path) -> None:
    rasterio = pytest.importorskip("rasterio")
    z = land.astype(np.float32)
    z[5, 6] = -9999.0
    for name, nodata in (("says", -9999.0), ("hides", None)):
        given: dict[str, Any] = {"driver": "GTiff", "dtype": "float32", "count": 1, "height": 80, "width": 90}
        at = rasterio.Affine(10.0, 0.0, 0.0, 0.0, -10.0, 800.0)
        with rasterio.open(tmp_path / f"{name}.tif", "w", nodata=nodata, transform=at, **given) as file:
            file.write(z, 1)
    assert kinds(tmp_path / "says.tif") == {}
    one = kinds(tmp_path / "hides.tif")["nodata"]
    assert one.place is not None
    assert (one.place.row, one.place.column) == (5, 6)


def test_a_picture_of_8_bits_in_16(land: np.ndarray, tmp_path: Path) -> None:
    grey = np.rint((land - land.min()) / np.ptp(land) * 200).astype(np.uint16)
    Image.fromarray(grey * 256).save(tmp_path / "land.png")
    assert "terraces" in kinds(tmp_path / "land.png")


def test_a_raw_file_read_with_the_wrong_byte_order(land: np.ndarray, tmp_path: Path) -> None:
    words = np.rint(land * 100.0).astype(">u2")
    (tmp_path / "land_90x80.r16").write_bytes(words.tobytes())
    found = kinds(tmp_path / "land_90x80.r16")
    assert found["byte-order"].severity == "error"
    assert [one.kind for one in examine_file(tmp_path / "land_90x80.r16")].count("byte-order") == 1


def test_lines_are_examined(tmp_path: Path) -> None:
    points = [[0, 0, 5], [50, 0, 7], [90, 0, 2]]
    river = lw.networks.Network([points[0], points[2]], [[0, 1]], points, [0, 3], kind="river")
    lw.write(river, tmp_path / "river.geojson")
    assert kinds(tmp_path / "river.geojson")["uphill"].place.distance == 50.0  # type: ignore[union-attr]


def test_findings_are_json(land: np.ndarray, tmp_path: Path) -> None:
    z = land.copy()
    z[12, 34] = np.nan
    np.save(tmp_path / "land.npy", z)
    text = json.dumps([one.to_json() for one in examine_file(tmp_path / "land.npy")], allow_nan=False)
    assert json.loads(text)[0]["place"] == {"row": 12, "column": 34, "x": 34.0, "y": 67.0}
