"""RAW and NPY: bytes as others read them, sidecars, and files without one."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import numpy as np
import pytest

import landwright as lw
from landwright.errors import FileWarning, FormatError, LossyWarning
from landwright.io import Npy, Raw, ReadNpy, ReadRaw

GRID = lw.Grid(shape=(3, 5), cell_size=2.5, origin=(1000.25, 2000.5), crs="EPSG:32610")
FIELD = lw.Heightfield(np.arange(15, dtype=np.float32).reshape(3, 5) * 7.0 - 20.0, grid=GRID)


def smooth(rows: int, cols: int) -> lw.Heightfield:
    y, x = np.mgrid[0:rows, 0:cols]
    return lw.Heightfield(500 * np.sin(x / 9.0) + 300 * np.cos(y / 7.0))


@pytest.mark.parametrize("endian, code", [("little", "<u2"), ("big", ">u2")])
@pytest.mark.parametrize("order", ["north_first", "south_first"])
@pytest.mark.parametrize("suffix", [".r16", ".raw"])
def test_raw_is_what_numpy_reads(tmp_path: Path, endian: str, code: str, order: str, suffix: str) -> None:
    path = tmp_path / f"land{suffix}"
    written = lw.write(FIELD, path, Raw(endian=endian, row_order=order))  # type: ignore[arg-type]
    assert written == (path, tmp_path / f"land{suffix}.json")
    levels = np.fromfile(path, code).reshape(3, 5)
    levels = levels if order == "north_first" else levels[::-1]
    np.testing.assert_allclose(levels, np.arange(15).reshape(3, 5) / 14 * 65535, atol=0.5 + 1e-6)
    back = lw.read(path)
    assert back.grid == GRID
    np.testing.assert_allclose(back.elevation, FIELD.elevation, atol=98 / 131_070 * 1.01)


def test_the_sidecar_says_everything(tmp_path: Path) -> None:
    path, side = lw.write(FIELD, tmp_path / "land.r16", Raw(low=-100.0, high=900.0))
    record = json.loads(side.read_text())
    digest = record.pop("sha256")
    assert record == {
        "landwright": 1,
        "holds": "heightfield",
        "layer": "elevation",
        "unit": "m",
        "shape": [3, 5],
        "cell_size": 2.5,
        "origin": [1000.25, 2000.5],
        "crs": "EPSG:32610",
        "width": 5,
        "height": 3,
        "dtype": "uint16",
        "endian": "little",
        "row_order": "north_first",
        "low": -100.0,
        "high": 900.0,
        "levels": [0, 65535],
        "nodata": None,
    }
    import hashlib

    assert digest == hashlib.sha256(path.read_bytes()).hexdigest()
    again, _ = lw.write(FIELD, tmp_path / "again.r16", Raw(low=-100.0, high=900.0))
    assert again.read_bytes() == path.read_bytes()
    assert (tmp_path / "again.r16.json").read_bytes() == side.read_bytes(), "the same field gives the same bytes"


def test_the_size_goes_into_the_name(tmp_path: Path) -> None:
    path, side = lw.write(FIELD, tmp_path / "land.r16", Raw(size_in_name=True))
    assert (path.name, side.name) == ("land_5x3.r16", "land_5x3.r16.json")
    side.unlink()
    assert lw.read(path).shape == (3, 5), "columns x rows in the name, rows and columns here"


def test_no_data_in_raw_and_npy(tmp_path: Path) -> None:
    mask = np.ones((3, 5), bool)
    mask[1, 1:4] = False
    field = lw.Heightfield(FIELD.elevation, grid=GRID, mask=mask)
    lw.write(field, tmp_path / "a.r16")
    np.testing.assert_array_equal(np.fromfile(tmp_path / "a.r16", "<u2").reshape(3, 5) == 0, ~mask)
    lw.write(field, tmp_path / "a.npy")
    np.testing.assert_array_equal(np.isnan(np.load(tmp_path / "a.npy")), ~mask)
    for name in ("a.r16", "a.npy"):
        back = lw.read(tmp_path / name)
        np.testing.assert_array_equal(back.mask, mask)
        np.testing.assert_allclose(back.elevation[mask], field.elevation[mask], atol=1e-3)
        assert set(np.unique(back.elevation[~mask])) <= set(np.unique(back.elevation[mask]))


def test_a_raw_file_without_a_sidecar(tmp_path: Path) -> None:
    path = tmp_path / "foreign.raw"
    np.arange(16, dtype="<u2").tofile(path)
    with pytest.raises(
        FormatError, match=r"no sidecar 'foreign.raw.json'.*32 bytes hold 16 samples.*shape=\(4, 4\)\) would fit"
    ):
        lw.read(path)
    field = lw.read(path, ReadRaw(shape=(2, 8), relief=65535.0, cell_size=4.0))
    assert field.elevation[1].tolist() == [8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0, 15.0]
    assert field.cell_size == 4.0
    assert lw.read(path, ReadRaw(shape=(2, 8), row_order="south_first", relief=65535.0)).elevation[0, 0] == 8.0
    assert lw.read(path, ReadRaw(shape=(2, 8))).elevation.max() == np.float32(15 * 255 / 65535), "white is 255 m"
    with pytest.raises(FormatError, match=r"must have 30 bytes for 3 x 5 samples.*got 32 bytes"):
        lw.read(path, ReadRaw(shape=(3, 5)))
    np.arange(15, dtype="<u2").tofile(path)
    with pytest.raises(FormatError, match="No square fits"):
        lw.read(path)


@pytest.mark.parametrize("dtype, code", [("uint8", "u1"), ("int16", "<i2"), ("float32", "<f4")])
def test_other_types_of_raw(tmp_path: Path, dtype: str, code: str) -> None:
    values = np.array([[0, 1, 2], [3, 100, 127]])
    values.astype(code).tofile(tmp_path / "a.raw")
    field = lw.read(tmp_path / "a.raw", ReadRaw(shape=(2, 3), dtype=dtype))  # type: ignore[arg-type]
    np.testing.assert_array_equal(field.elevation, values)


@pytest.mark.parametrize("wrong", ["little", "big"])
def test_the_wrong_byte_order_is_noticed(tmp_path: Path, wrong: str) -> None:
    right = "big" if wrong == "little" else "little"
    lw.write(smooth(60, 70), tmp_path / "a.r16", Raw(endian=right))  # type: ignore[arg-type]
    (tmp_path / "a.r16.json").unlink()
    with pytest.warns(FileWarning, match=f'times rougher than as {right}-endian; give ReadRaw\\(endian="{right}"\\)'):
        lw.read(tmp_path / "a.r16", ReadRaw(shape=(60, 70), endian=wrong))  # type: ignore[arg-type]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lw.read(tmp_path / "a.r16", ReadRaw(shape=(60, 70), endian=right))  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["noise", "flat", "gentle", "eight"])
def test_the_right_byte_order_is_not_doubted(tmp_path: Path, kind: str) -> None:
    rng = np.random.default_rng(0)
    levels = {
        "noise": rng.integers(0, 65536, (70, 70)),
        "flat": np.full((70, 70), 513),
        "gentle": np.arange(4900).reshape(70, 70) // 20 + 300,
        "eight": rng.integers(0, 256, (70, 70)) * 256,
    }[kind]
    levels.astype("<u2").tofile(tmp_path / "a.raw")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", LossyWarning)
        lw.read(tmp_path / "a.raw", ReadRaw(shape=(70, 70)))


def test_eight_bits_in_a_raw_file_are_noticed(tmp_path: Path) -> None:
    (np.random.default_rng(0).integers(0, 256, (70, 70)) * 257).astype("<u2").tofile(tmp_path / "a.raw")
    with pytest.warns(LossyWarning, match="was made from 8 bits"):
        lw.read(tmp_path / "a.raw", ReadRaw(shape=(70, 70)))


def test_a_sidecar_of_other_bytes_is_refused(tmp_path: Path) -> None:
    for name in ("a.r16", "a.npy"):
        lw.write(FIELD, tmp_path / name)
        side = tmp_path / f"{name}.json"
        old = side.read_bytes()
        lw.write(lw.Heightfield(FIELD.elevation * 0.5, grid=GRID).with_elevation(FIELD.elevation**2), tmp_path / name)
        side.write_bytes(old)
        with pytest.raises(FormatError, match="belongs to other bytes.*remove the line sha256"):
            lw.read(tmp_path / name)
        record = json.loads(old)
        del record["sha256"]
        side.write_text(json.dumps(record))
        assert lw.read(tmp_path / name).grid == GRID, "a file that was changed on purpose"


def test_npy_is_what_numpy_reads(tmp_path: Path) -> None:
    lw.write(FIELD, tmp_path / "a.npy")
    array = np.load(tmp_path / "a.npy")
    assert array.dtype == np.dtype("<f4")
    assert array.flags.c_contiguous
    np.testing.assert_array_equal(array, FIELD.elevation)
    assert (tmp_path / "a.npy").stat().st_size == 128 + 60
    back = lw.read(tmp_path / "a.npy")
    np.testing.assert_array_equal(back.elevation, FIELD.elevation)
    assert back.grid == GRID


@pytest.mark.parametrize(
    "array",
    [
        np.arange(6.0).reshape(2, 3),
        np.arange(6, dtype=np.int16).reshape(2, 3),
        np.asfortranarray(np.arange(6, dtype=">f4").reshape(2, 3)),
        np.arange(6, dtype=np.uint8).reshape(2, 3),
        np.array([[True, False]]),
    ],
)
def test_npy_of_any_real_type(tmp_path: Path, array: np.ndarray) -> None:
    np.save(tmp_path / "a.npy", array)
    field = lw.read(tmp_path / "a.npy")
    np.testing.assert_array_equal(field.elevation, array.astype(np.float32))
    assert lw.read(tmp_path / "a.npy", ReadNpy(cell_size=5.0)).cell_size == 5.0


def test_npy_of_layers_and_masks(tmp_path: Path) -> None:
    lw.write(lw.Layer([[1.0, 2e9]], unit="m3/yr"), tmp_path / "a.npy", Npy(layer="flow"))
    back = lw.read(tmp_path / "a.npy")
    assert (type(back), back.unit, back.values.tolist()) == (lw.Layer, "m3/yr", [[1.0, 2e9]])
    lw.write(lw.Mask([[0.0, 1.0]]), tmp_path / "b.npy")
    assert type(lw.read(tmp_path / "b.npy")) is lw.Mask
    assert json.loads((tmp_path / "b.npy.json").read_text())["layer"] == "mask"


def test_a_reader_between_two_files_sees_no_mismatch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read at the very moment between the two names; the answer is the old pair, the new pair or one clear refusal."""
    other = FIELD.with_elevation(FIELD.elevation * 3.0)
    lw.write(FIELD, tmp_path / "a.r16")
    replace = Path.replace
    seen: list[str] = []

    def look(self: Path, target: Path) -> Path:
        made = replace(self, target)
        try:
            lw.read(tmp_path / "a.r16")
            seen.append("read")
        except FormatError as error:
            seen.append("refused" if "belongs to other bytes" in str(error) else str(error))
        return made

    monkeypatch.setattr(Path, "replace", look)
    lw.write(other, tmp_path / "a.r16", Raw(low=-1000.0, high=1000.0))
    assert seen == ["refused", "read"]
