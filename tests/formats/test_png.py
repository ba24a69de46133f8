"""PNG: what others read in ours, and what we read in theirs."""

from __future__ import annotations

import json
import struct
import warnings
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import landwright as lw
from landwright.errors import FormatError, LossyWarning, SettingError
from landwright.io import Normals, Png8, Png16, ReadImage, _png
from landwright.io._png import write_png


def chunks(path: Path) -> list[tuple[str, bytes]]:
    """Split a PNG into chunks by the standard, checksums checked."""
    data, at, found = path.read_bytes(), 8, []
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length])[0] == zlib.crc32(name + body)
        found.append((name.decode(), body))
        at += 12 + length
    return found


def ramp(rows: int, cols: int, low: float, high: float) -> lw.Heightfield:
    return lw.Heightfield(np.linspace(low, high, rows * cols, dtype=np.float32).reshape(rows, cols), cell_size=4.0)


def test_a_ramp_keeps_its_levels(tmp_path: Path) -> None:
    """A slope of 1:1000 over 16-bit levels is smooth, not terraced."""
    field = ramp(8, 16384, 0.0, 131.072)
    lw.write(field, tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as image:
        assert image.mode.startswith("I")
        assert image.size == (16384, 8)
        levels = np.asarray(image)
    assert len(np.unique(levels)) >= 65_000
    assert (np.diff(levels.ravel().astype(int)) >= 0).all()


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (9, 1), (3, 3), (17, 31), (129, 65)])
def test_metres_come_back_within_half_a_quantum(tmp_path: Path, shape: tuple[int, int]) -> None:
    rng = np.random.default_rng(3)
    grid = lw.Grid(shape=shape, cell_size=2.5, origin=(500_000.25, 4_100_000.125), crs="EPSG:32610")
    field = lw.Heightfield(rng.uniform(-400, 4000, shape).astype(np.float32), grid=grid)
    lw.write(field, tmp_path / "a.png")
    back = lw.read(tmp_path / "a.png")
    relief = float(field.elevation.max()) - float(field.elevation.min())
    assert np.abs(back.elevation.astype(float) - field.elevation).max() <= relief / 131_070 * 1.0001 + 2.5e-4
    assert back.grid == field.grid
    assert back.mask is None


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("channels", [0, 1, 2, 3, 4])
@pytest.mark.parametrize("kind", ["noise", "ramp", "flat"])
def test_pillow_reads_the_same_pixels(tmp_path: Path, dtype: type, channels: int, kind: str) -> None:
    rng = np.random.default_rng(1)
    shape = (37, 41) if channels == 0 else (37, 41, channels)
    top = np.iinfo(dtype).max
    count = int(np.prod(shape))
    pixels = {
        "noise": rng.integers(0, top, shape, dtype, endpoint=True),
        "ramp": np.linspace(0, top, count).astype(dtype).reshape(shape),
        "flat": np.full(shape, top // 3, dtype),
    }[kind]
    with (tmp_path / "a.png").open("wb") as stream:
        write_png(stream, pixels)
    names = [name for name, _ in chunks(tmp_path / "a.png")]
    assert (names[0], names[-1]) == ("IHDR", "IEND")
    with Image.open(tmp_path / "a.png") as image:
        image.load()
        seen = np.asarray(image)
    expected = pixels[..., 0] if channels == 1 else pixels
    if dtype is np.uint16 and channels >= 2:  # Pillow keeps the high bytes of colors
        expected = (expected >> 8).astype(np.uint8)
        if channels == 2:
            seen = seen[..., ::3]  # and makes RGBA of grey and alpha
    np.testing.assert_array_equal(seen, expected)


@pytest.mark.parametrize("channels", [1, 3])
def test_rasterio_reads_all_sixteen_bits_of_every_channel(tmp_path: Path, channels: int) -> None:
    rasterio = pytest.importorskip("rasterio")
    pixels = np.random.default_rng(2).integers(0, 65536, (23, 19, channels)).astype(np.uint16)
    with (tmp_path / "a.png").open("wb") as stream:
        write_png(stream, pixels)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rasterio.errors.NotGeoreferencedWarning)
        with rasterio.open(tmp_path / "a.png") as source:
            np.testing.assert_array_equal(np.moveaxis(source.read(), 0, 2), pixels)


def test_pieces_and_threads_change_no_pixel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    field = ramp(64, 64, 0.0, 10.0)
    seen = {}
    for piece in (1 << 20, 300, 1):
        for workers in ("1", "3"):
            monkeypatch.setattr(_png, "_PIECE", piece)
            monkeypatch.setenv("LANDWRIGHT_THREADS", workers)
            lw.write(field, tmp_path / "a.png")
            seen[piece, workers] = (tmp_path / "a.png").read_bytes()
            with Image.open(tmp_path / "a.png") as image:
                assert np.asarray(image).ravel()[-1] == 65535
            np.testing.assert_array_equal(lw.read(tmp_path / "a.png").elevation[0, 0], 0.0)
        assert seen[piece, "1"] == seen[piece, "3"], "the same bytes for any number of threads"
    a, b = (lw_pixels(tmp_path, data) for data in (seen[1 << 20, "1"], seen[1, "1"]))
    np.testing.assert_array_equal(a, b)


def lw_pixels(folder: Path, data: bytes) -> np.ndarray:
    (folder / "b.png").write_bytes(data)
    with Image.open(folder / "b.png") as image:
        return np.array(image)


def test_the_record_is_one_text_chunk_without_time_host_or_path(tmp_path: Path) -> None:
    grid = lw.Grid(shape=(2, 2), cell_size=2.0, origin=(10.0, 20.0), crs="EPSG:32610")
    lw.write(lw.Heightfield([[1.0, 2.0], [3.0, 5.0]], grid=grid), tmp_path / "a.png")
    found = chunks(tmp_path / "a.png")
    assert {name for name, _ in found} == {"IHDR", "tEXt", "IDAT", "IEND"}
    keyword, _, text = dict(found)["tEXt"].partition(b"\0")
    assert keyword == b"landwright"
    assert json.loads(text) == {
        "landwright": 1,
        "holds": "heightfield",
        "layer": "elevation",
        "unit": "m",
        "shape": [2, 2],
        "cell_size": 2.0,
        "origin": [10.0, 20.0],
        "crs": "EPSG:32610",
        "low": 1.0,
        "high": 5.0,
        "levels": [0, 65535],
        "nodata": None,
    }


def test_no_data_comes_back_as_no_data(tmp_path: Path) -> None:
    mask = np.ones((6, 6), bool)
    mask[1:3, 2:5] = False
    field = lw.Heightfield(np.where(mask, np.arange(36.0).reshape(6, 6), 500.0), mask=mask)
    lw.write(field, tmp_path / "a.png")
    with Image.open(tmp_path / "a.png") as image:
        np.testing.assert_array_equal(np.asarray(image) == 0, ~mask)
    back = lw.read(tmp_path / "a.png")
    np.testing.assert_array_equal(back.mask, mask)
    np.testing.assert_allclose(back.elevation[mask], field.elevation[mask], atol=35 / 131_068 * 1.001)
    assert back.elevation.max() <= 35.0, "filler under the mask is no invented height"


def test_a_layer_and_a_mask_come_back_as_what_they_were(tmp_path: Path) -> None:
    layer = lw.Layer([[0.0, 12.5], [20.0, 1.0]], cell_size=3.0, unit="degC")
    lw.write(layer, tmp_path / "a.png", Png16(layer="temperature"))
    back = lw.read(tmp_path / "a.png")
    assert type(back) is lw.Layer
    assert (back.unit, back.cell_size) == ("degC", 3.0)
    np.testing.assert_allclose(back.values, layer.values, atol=20 / 131_070 * 1.01)
    mask = lw.Mask([[0.0, 1.0], [0.25, 0.5]])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lw.write(mask, tmp_path / "b.png", Png8())  # a mask of 256 levels is what masks are
    again = lw.read(tmp_path / "b.png")
    assert type(again) is lw.Mask
    np.testing.assert_allclose(again.values, mask.values, atol=1 / 510 * 1.01)


def test_eight_bits_warn_and_come_back_within_half_a_quantum(tmp_path: Path) -> None:
    field = ramp(20, 20, 0.0, 510.0)
    with pytest.warns(LossyWarning, match=r"256 levels only"):
        lw.write(field, tmp_path / "a.png", Png8())
    with Image.open(tmp_path / "a.png") as image:
        assert image.mode == "L"
    assert np.abs(lw.read(tmp_path / "a.png").elevation - field.elevation).max() <= 1.0 + 1e-4


def test_one_range_for_tiles(tmp_path: Path) -> None:
    """Windows of one field, written with one range, hold the same level at the same place."""
    field = ramp(9, 9, 50.0, 250.0)
    noun = Png16(low=0.0, high=300.0)
    seen = []
    for name, cols in (("west", slice(0, 5)), ("east", slice(4, 9))):
        part = lw.Heightfield(field.elevation[:, cols], grid=field.grid.window(0, 9, cols.start, cols.stop))
        lw.write(part, tmp_path / f"{name}.png", noun)
        with Image.open(tmp_path / f"{name}.png") as image:
            seen.append(np.array(image))
        assert lw.read(tmp_path / f"{name}.png").grid == part.grid
    np.testing.assert_array_equal(seen[0][:, -1], seen[1][:, 0])


def test_the_noun_wins_over_the_file(tmp_path: Path) -> None:
    lw.write(lw.Heightfield([[10.0, 30.0]], cell_size=5.0), tmp_path / "a.png")
    assert lw.read(tmp_path / "a.png", ReadImage(relief=100.0)).elevation.tolist() == [[10.0, 110.0]]
    assert lw.read(tmp_path / "a.png", ReadImage(low=0.0)).elevation.tolist() == [[0.0, 20.0]]
    assert lw.read(tmp_path / "a.png", ReadImage(cell_size=2.0)).grid == lw.Grid(shape=(1, 2), cell_size=2.0)


GREY = np.array([[0, 51], [102, 255]], np.uint8)


def grey_images() -> dict[str, Image.Image]:
    wide = GREY.astype(np.uint16) * 257
    palette = Image.new("P", (2, 2))
    palette.putpalette([0, 0, 0, 51, 51, 51, 102, 102, 102, 255, 255, 255])
    palette.putdata([0, 1, 2, 3])
    opaque = np.full((2, 2), 255, np.uint8)
    return {
        "L.png": Image.fromarray(GREY),
        "I16.png": Image.fromarray(wide),
        "LA.png": Image.merge("LA", [Image.fromarray(GREY), Image.fromarray(opaque)]),
        "P.png": palette,
        "RGB.png": Image.merge("RGB", [Image.fromarray(GREY)] * 3),
        "RGBA.png": Image.merge("RGBA", [*[Image.fromarray(GREY)] * 3, Image.fromarray(opaque)]),
        "L.bmp": Image.fromarray(GREY),
        "L.tif": Image.fromarray(GREY),
        "I16.tif": Image.fromarray(wide),
        "L.webp": Image.fromarray(GREY),
        "L.PNG": Image.fromarray(GREY),
    }


@pytest.mark.parametrize("name", list(grey_images()))
def test_any_grey_image_is_a_landscape(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    grey_images()[name].save(path, **({"lossless": True} if name.endswith("webp") else {}))
    field = lw.read(path)
    assert type(field) is lw.Heightfield
    np.testing.assert_allclose(field.elevation, GREY, atol=1e-3)
    assert field.cell_size == 1.0, "black is 0 m, white 255 m, a sample a metre, unless a noun says otherwise"
    tall = lw.read(path, ReadImage(low=-100.0, relief=1000.0, cell_size=30.0))
    np.testing.assert_allclose(tall.elevation, GREY / 255 * 1000 - 100, atol=1e-3)
    assert tall.cell_size == 30.0


def test_one_bit_and_jpeg(tmp_path: Path) -> None:
    Image.fromarray(np.array([[0, 255], [255, 0]], np.uint8)).convert("1").save(tmp_path / "a.png")
    assert lw.read(tmp_path / "a.png").elevation.tolist() == [[0.0, 255.0], [255.0, 0.0]]
    Image.fromarray(np.full((16, 16), 100, np.uint8)).save(tmp_path / "a.jpg", quality=95)
    np.testing.assert_allclose(lw.read(tmp_path / "a.jpg").elevation, 100.0, atol=2.0)


@pytest.mark.parametrize("bits, top", [(2, 3), (4, 15)])
def test_few_bits_reach_white(tmp_path: Path, bits: int, top: int) -> None:
    body = bytes([0, top << (8 - 2 * bits)])  # no filter; black, then white
    parts = [
        (b"IHDR", struct.pack(">IIBBBBB", 2, 1, bits, 0, 0, 0, 0)),
        (b"IDAT", zlib.compress(body)),
        (b"IEND", b""),
    ]
    data = b"\x89PNG\r\n\x1a\n"
    for name, content in parts:
        data += struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    (tmp_path / "a.png").write_bytes(data)
    assert lw.read(tmp_path / "a.png").elevation.tolist() == [[0.0, 255.0]]


def test_grey_with_alpha_keeps_sixteen_bits_and_transparency_is_no_data(tmp_path: Path) -> None:
    grey = np.array([[0, 1, 2], [256, 257, 65535]], np.uint16)
    alpha = np.array([[65535, 65535, 0], [65535, 1, 65535]], np.uint16)
    with (tmp_path / "a.png").open("wb") as stream:
        write_png(stream, np.stack([grey, alpha], axis=2))
    field = lw.read(tmp_path / "a.png", ReadImage(relief=65535.0))
    assert field.elevation[field.mask].tolist() == [0.0, 1.0, 256.0, 257.0, 65535.0]
    np.testing.assert_array_equal(field.mask, alpha > 0)
    assert field.elevation[0, 2] in (1.0, 65535.0), "the nearest sample that has data"


def test_color_is_refused_unless_a_channel_is_named(tmp_path: Path) -> None:
    color = np.array([[[255, 0, 10], [0, 255, 20]]], np.uint8)
    lw.write(color, tmp_path / "a.png")
    with pytest.raises(FormatError, match=r"is a color image.*ReadImage\(channel=\"luminance\"\)"):
        lw.read(tmp_path / "a.png")
    assert lw.read(tmp_path / "a.png", ReadImage(channel="red")).elevation.tolist() == [[255.0, 0.0]]
    assert lw.read(tmp_path / "a.png", ReadImage(channel="blue")).elevation.tolist() == [[10.0, 20.0]]
    luminance = lw.read(tmp_path / "a.png", ReadImage(channel="luminance")).elevation
    np.testing.assert_allclose(luminance, [[0.2126 * 255 + 0.722, 0.7152 * 255 + 1.444]], atol=0.01)
    with pytest.raises(SettingError, match="has no alpha channel"):
        lw.read(tmp_path / "a.png", ReadImage(channel="alpha"))
    lw.write(np.dstack([color, [[7, 9]]]).astype(np.uint8), tmp_path / "b.png")
    assert lw.read(tmp_path / "b.png", ReadImage(channel="alpha")).elevation.tolist() == [[7.0, 9.0]]


def test_a_color_image_is_written_as_it_is(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    for channels, mode in ((3, "RGB"), (4, "RGBA")):
        pixels = rng.integers(0, 256, (5, 7, channels)).astype(np.uint8)
        lw.write(pixels, tmp_path / "a.png")
        with Image.open(tmp_path / "a.png") as image:
            assert image.mode == mode
            np.testing.assert_array_equal(np.asarray(image), pixels)
        assert {name for name, _ in chunks(tmp_path / "a.png")} == {"IHDR", "IDAT", "IEND"}


def test_eight_bits_in_sixteen_are_noticed(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    fake = rng.integers(0, 256, (80, 80)).astype(np.uint16) * 257
    Image.fromarray(fake).save(tmp_path / "fake.png")
    with pytest.warns(LossyWarning, match=r"only 25\d distinct levels was made from 8 bits"):
        lw.read(tmp_path / "fake.png")
    true = rng.integers(0, 65536, (80, 80)).astype(np.uint16)
    Image.fromarray(true).save(tmp_path / "true.png")
    Image.fromarray(fake[:4, :4]).save(tmp_path / "small.png")  # too small to tell
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lw.read(tmp_path / "true.png")
        lw.read(tmp_path / "small.png")
        flat = lw.Heightfield(np.repeat(np.arange(8.0), 800).reshape(80, 80))
        lw.write(flat, tmp_path / "terraces.png")
        lw.read(tmp_path / "terraces.png")  # our own record says that these are the heights


def test_sixteen_bit_color_says_that_it_loses_half(tmp_path: Path) -> None:
    with (tmp_path / "a.png").open("wb") as stream:
        write_png(stream, np.array([[[256, 512, 768]]], np.uint16))
    with pytest.warns(LossyWarning, match="read with 8 bits"):
        lw.read(tmp_path / "a.png", ReadImage(channel="green"))


def test_large_images_are_read_and_lies_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lw.write(ramp(40, 50, 0.0, 1.0), tmp_path / "a.png")
    monkeypatch.setattr(Image, "MAX_IMAGE_PIXELS", 10)  # 2000 pixels are over twice the limit, which Pillow refuses
    assert lw.read(tmp_path / "a.png").shape == (40, 50)
    assert Image.MAX_IMAGE_PIXELS == 10, "the limit of others is left as it was"
    data = bytearray((tmp_path / "a.png").read_bytes())
    data[16:24] = struct.pack(">II", 30_000, 30_000)
    data[29:33] = struct.pack(">I", zlib.crc32(data[12:29]))
    (tmp_path / "lie.png").write_bytes(data)
    with pytest.raises(FormatError, match=r"its \d+ bytes cannot hold the 30000 x 30000 pixels"):
        lw.read(tmp_path / "lie.png")


def bump() -> lw.Heightfield:
    y, x = np.mgrid[-8:9, -8:9]
    return lw.Heightfield(20.0 * np.exp(-(x * x + y * y) / 20.0), cell_size=2.0)


@pytest.mark.parametrize("handedness, north", [("opengl", 1), ("directx", -1)])
def test_the_upper_slope_of_a_bump_has_the_right_green(tmp_path: Path, handedness: str, north: int) -> None:
    lw.write(bump(), tmp_path / "n.png", Normals(handedness=handedness))  # type: ignore[arg-type]
    with Image.open(tmp_path / "n.png") as image:
        pixels = np.asarray(image).astype(int)
    upper, lower, left, right = pixels[4, 8], pixels[12, 8], pixels[8, 4], pixels[8, 12]
    assert (upper[1] - 128) * north > 20
    assert (lower[1] - 128) * north < -20
    assert left[0] < 100, "the west slope looks west"
    assert right[0] > 155
    assert pixels[8, 8].tolist() == [128, 128, 255], "the top looks up"
    with pytest.raises(FormatError, match="is a normal map"):
        lw.read(tmp_path / "n.png")


@pytest.mark.parametrize("bits, top", [(8, 255), (16, 65535)])
def test_normals_are_those_of_the_plane(tmp_path: Path, bits: int, top: int) -> None:
    rasterio = pytest.importorskip("rasterio")
    y, x = np.mgrid[0:6, 0:6]
    plane = lw.Heightfield((0.5 * x * 3.0 - 0.25 * y * 3.0).astype(np.float32), cell_size=3.0)
    lw.write(plane, tmp_path / "n.png", Normals(bits=bits))  # type: ignore[arg-type]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", rasterio.errors.NotGeoreferencedWarning)
        with rasterio.open(tmp_path / "n.png") as source:
            pixels = np.moveaxis(source.read(), 0, 2)
    normal = np.array([-0.5, -0.25, 1.0])  # the ground rises 0.5 to the east and 0.25 to the north
    normal /= np.linalg.norm(normal)
    expected = np.broadcast_to((normal + 1) / 2 * top, pixels.shape)
    np.testing.assert_allclose(pixels.astype(float), expected, atol=0.5 + 1e-6)


def test_blocks_of_rows_change_no_normal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from landwright.io import _normals

    lw.write(bump(), tmp_path / "a.png", Normals(bits=16))
    monkeypatch.setattr(_normals, "_BLOCK", 17)
    lw.write(bump(), tmp_path / "b.png", Normals(bits=16))
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    lw.write(lw.Heightfield([[1.0, 2.0, 5.0]]), tmp_path / "row.png", Normals())
    lw.write(lw.Heightfield([[1.0]]), tmp_path / "one.png", Normals())
