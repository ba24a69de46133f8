"""Broken input: every case gets one clear sentence of ours, or the treatment that ``docs/formats.md`` states."""

from __future__ import annotations

import json
import struct
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import landwright as lw
from landwright.errors import FieldError, FormatError, InputMissing, LandwrightError, OutputError
from landwright.io import ReadRaw

FIELD = lw.Heightfield(
    np.random.default_rng(0).normal(0, 300, (40, 50)), grid=lw.Grid(shape=(40, 50), cell_size=5.0, crs="EPSG:32610")
)


def cut(suffix: str, keep: float) -> Callable[[Path], Path]:
    """A whole file of ours, of which only a share is left."""

    def make(folder: Path) -> Path:
        path = lw.write(FIELD, folder / f"cut{suffix}")[0]
        data = path.read_bytes()
        path.write_bytes(data[: max(1, int(len(data) * keep))])
        return path

    return make


def content(name: str, data: bytes) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        (folder / name).write_bytes(data)
        return folder / name

    return make


def folder_named(name: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        (folder / name).mkdir()
        return folder / name

    return make


def flipped(suffix: str) -> Callable[[Path], Path]:
    """A byte in the middle of the picture is another."""

    def make(folder: Path) -> Path:
        path = lw.write(FIELD, folder / f"flipped{suffix}")[0]
        data = bytearray(path.read_bytes())
        data[len(data) // 2] ^= 0x55
        path.write_bytes(data)
        return path

    return make


def sidecar(text: str, name: str = "a.r16", size: int = 12) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        (folder / name).write_bytes(bytes(size))
        (folder / f"{name}.json").write_text(text)
        return folder / name

    return make


def png_with_note(note: str) -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        from PIL.PngImagePlugin import PngInfo

        info = PngInfo()
        info.add_text("landwright", note)
        Image.fromarray(np.zeros((2, 3), np.uint16)).save(folder / "a.png", pnginfo=info)
        return folder / "a.png"

    return make


def saved(array: object, name: str = "a.npy") -> Callable[[Path], Path]:
    def make(folder: Path) -> Path:
        np.save(folder / name, np.asarray(array), allow_pickle=True)
        return folder / name

    return make


def color(folder: Path) -> Path:
    return lw.write(np.arange(24, dtype=np.uint8).reshape(2, 4, 3), folder / "a.png")[0]


def jpeg_in_half(folder: Path) -> Path:
    path = folder / "a.jpg"
    Image.fromarray(np.random.default_rng(0).integers(0, 255, (64, 64)).astype(np.uint8)).save(path)
    path.write_bytes(path.read_bytes()[:900])
    return path


def huge_claim(folder: Path) -> Path:
    path = lw.write(FIELD, folder / "a.png")[0]
    data = bytearray(path.read_bytes())
    data[16:24] = struct.pack(">II", 1 << 30, 1 << 30)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    path.write_bytes(data)
    return path


GOOD = {"landwright": 1, "shape": [2, 3], "low": 0.0, "high": 1.0, "dtype": "uint16", "endian": "little"}
REFUSED: dict[str, tuple[Callable[[Path], Path], str]] = {
    **{
        f"cut {suffix} to {keep}": (
            cut(suffix, keep),
            "truncated|not a complete|ends too early|belongs to other bytes|broken|whatever its name says",
        )
        for suffix in (".png", ".npy", ".tif")
        for keep in (0.0, 0.02, 0.3, 0.9, 0.995)
    },
    "cut raw": (cut(".r16", 0.5), "belongs to other bytes"),
    **{
        f"empty {suffix}": (content(f"a{suffix}", b""), r"is empty \(0 bytes\)")
        for suffix in (".png", ".tif", ".npy", ".r16", ".jpg")
    },
    **{
        f"text as {suffix}": (
            content(f"a{suffix}", b"just some words\n" * 9),
            "whatever its name says|not a complete NPY",
        )
        for suffix in (".png", ".tif", ".npy", ".jpg", ".bmp")
    },
    **{f"folder {suffix}": (folder_named(f"a{suffix}"), "is a folder") for suffix in (".png", ".tif", ".npy", ".r16")},
    **{
        f"missing {suffix}": (lambda folder, s=suffix: folder / f"gone{s}", "there is no file")
        for suffix in (".png", ".tif", ".npy", ".r16")
    },  # type: ignore[misc]
    "a flipped bit in a png": (flipped(".png"), "does not have the checksum it says"),
    "a flipped bit in a tiff": (flipped(".tif"), "damaged"),
    "a flipped bit in an npy": (flipped(".npy"), "belongs to other bytes"),
    "half a jpeg": (jpeg_in_half, "truncated or damaged"),
    "a png that claims too much": (huge_claim, "at most|cannot hold"),
    "a color png": (color, "is a color image"),
    "unknown suffix": (content("a.docx", b"x"), "Valid suffixes"),
    "no suffix": (content("land", b"x"), "Valid suffixes"),
    "raw without a sidecar": (content("a.raw", bytes(32)), "has no sidecar"),
    "raw of a wrong size": (sidecar(json.dumps(GOOD), size=10), r"must have 12 bytes for 2 x 3.*got 10 bytes"),
    "sidecar that is no json": (sidecar("{"), "are not JSON"),
    "sidecar of someone else": (sidecar('{"a": 1}'), "are not from Landwright"),
    "sidecar that is a list": (sidecar("[1]"), "are not from Landwright"),
    "sidecar of the future": (sidecar(json.dumps({**GOOD, "landwright": 99})), "newer Landwright"),
    "sidecar with a wrong byte order": (
        sidecar(json.dumps({**GOOD, "endian": "middle"})),
        "endian.*'middle'.*Valid: little, big",
    ),
    "sidecar with a wrong cell size": (sidecar(json.dumps({**GOOD, "cell_size": -1})), "cell_size.*must be > 0"),
    "sidecar with NaN": (sidecar('{"landwright": 1, "shape": [2, 3], "low": NaN, "high": 1}'), "low.*must be a number"),
    "sidecar with text": (sidecar(json.dumps({**GOOD, "low": "deep"})), "low.*must be a number, got 'deep'"),
    "sidecar with a wrong shape": (sidecar(json.dumps({**GOOD, "shape": [2]})), "shape.*two whole numbers"),
    "sidecar with a fraction of rows": (sidecar(json.dumps({**GOOD, "shape": [2.5, 3]})), "shape.*two whole numbers"),
    "sidecar with no rows": (sidecar(json.dumps({**GOOD, "shape": [0, 3]}), size=0), "empty"),
    "sidecar with levels that fall": (sidecar(json.dumps({**GOOD, "levels": [9, 3]})), "levels.*must ascend"),
    "sidecar with an unknown unit": (sidecar(json.dumps({**GOOD, "holds": "layer", "unit": "furlong"})), "furlong"),
    "a note that is no json": (png_with_note("{"), "are not JSON"),
    "a note of another shape": (png_with_note('{"landwright": 1, "shape": [9, 9]}'), r"noted shape \(9, 9\)"),
    "npy of objects": (saved(np.array([["a", {}]], object)), "not a complete NPY file of numbers"),
    "npy of text": (saved([["a", "b"]]), "must be real numbers"),
    "npy of complex numbers": (saved([[1j]]), "must be real numbers"),
    "npy of one dimension": (saved([1.0, 2.0]), r"must be real numbers \(rows, cols\)"),
    "npy of three dimensions": (saved(np.zeros((2, 2, 2))), "must be real numbers"),
    "npy of nothing": (saved(np.zeros((0, 4))), "must be real numbers"),
    "npy of NaN": (saved(np.full((3, 3), np.nan)), "holds no data at all"),
    "npy of -9999": (saved(np.full((3, 3), -9999.0)), "holds no data at all"),
}


@pytest.mark.parametrize("case", list(REFUSED))
def test_one_clear_sentence(tmp_path: Path, case: str, capfd: pytest.CaptureFixture[str]) -> None:
    make, words = REFUSED[case]
    path = make(tmp_path)
    before = sorted(tmp_path.iterdir())
    with pytest.raises(LandwrightError, match=words) as caught:
        lw.read(path)
    text = str(caught.value)
    assert isinstance(caught.value, (FormatError, InputMissing, lw.errors.MemoryLimit))
    assert text.startswith("read: ")
    assert text.endswith("."), "a sentence"
    assert "\n" not in text
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__ or caught.value.__context__ is None, "no traceback of others"
    assert sorted(tmp_path.iterdir()) == before
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("suffix", [".png", ".npy", ".r16", ".tif"])
def test_a_file_one_may_not_open(tmp_path: Path, suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = lw.write(FIELD, tmp_path / f"a{suffix}")[0]

    def refuse(*args: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("io.open", refuse)  # rights do not bind the root user
    monkeypatch.setattr("builtins.open", refuse)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(FormatError, match="you have no right to read it"):
        lw.read(path)


TREATED = {
    "one row": np.array([[1.0, 2.0, 4.0]]),
    "one column": np.array([[1.0], [2.0], [4.0]]),
    "one sample": np.array([[5.0]]),
    "constant": np.full((6, 7), -3.25),
    "not square": np.arange(70.0).reshape(5, 14),
    "primes": np.arange(13.0 * 17).reshape(13, 17),
    "huge range": np.array([[-1e30, 0.0, 1e30]]),
    "tiny range": 1000.0 + np.array([[0.0, 1e-4, 2e-4]]),
}


@pytest.mark.parametrize("case", list(TREATED))
@pytest.mark.parametrize("suffix", [".png", ".npy", ".r16", ".tif"])
def test_odd_shapes_and_ranges_come_back(tmp_path: Path, case: str, suffix: str) -> None:
    field = lw.Heightfield(TREATED[case], cell_size=3.0)
    lw.write(field, tmp_path / f"a{suffix}")
    back = lw.read(tmp_path / f"a{suffix}")
    relief = float(field.elevation.max()) - float(field.elevation.min())
    np.testing.assert_allclose(back.elevation, field.elevation, atol=relief / 131_070 * 1.001, rtol=1e-7)
    assert back.grid == field.grid
    assert back.mask is None


HOLES = {
    "NaN": np.nan,
    "infinity": np.inf,
    "-9999": -9999.0,
    "-32768": -32768.0,
    "1e38": 1e38,
    "3.4e38": 3.4028234663852886e38,
    "1.8e308": 1.8e308,
}


@pytest.mark.parametrize("number", list(HOLES))
@pytest.mark.parametrize("suffix", [".npy", ".tif"])
def test_numbers_that_are_no_heights_become_the_mask(tmp_path: Path, number: str, suffix: str) -> None:
    array = np.arange(20.0).reshape(4, 5) + 1.0
    array[1, 1] = HOLES[number]
    path = tmp_path / f"a{suffix}"
    if suffix == ".npy":
        np.save(path, array)
    else:
        rasterio = pytest.importorskip("rasterio")
        transform = rasterio.Affine(10.0, 0.0, 0.0, 0.0, -10.0, 40.0)
        with rasterio.open(
            path,
            "w",
            driver="GTiff",
            count=1,
            height=4,
            width=5,
            dtype="float64",
            crs="EPSG:32610",
            transform=transform,
        ) as made:
            made.write(array, 1)
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        back = lw.read(path)
    assert [str(w.category.__name__) for w in said] == ([] if number == "NaN" else ["FileWarning"])
    assert np.argwhere(~back.mask).tolist() == [[1, 1]]
    assert back.elevation.min() >= 1.0
    assert back.elevation.max() <= 20.0


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    nothing = lw.Heightfield([[1.0, 2.0]], mask=[[False, False]])
    for suffix in (".png", ".r16"):
        with pytest.raises(FormatError, match="no data at all"):
            lw.write(nothing, tmp_path / f"a{suffix}")
    with pytest.raises(OutputError, match="does not exist"):
        lw.write(FIELD, tmp_path / "gone" / "a.npy")
    with pytest.raises(FieldError):
        lw.write(lw.World(), tmp_path / "a.png")
    assert list(tmp_path.iterdir()) == []


def test_a_raw_file_read_with_a_wrong_shape_names_both_sizes(tmp_path: Path) -> None:
    lw.write(FIELD, tmp_path / "a.r16")
    with pytest.raises(FormatError, match=r"must have 4020 bytes for 30 x 67 samples.*got 4000 bytes"):
        lw.read(tmp_path / "a.r16", ReadRaw(shape=(30, 67)))
