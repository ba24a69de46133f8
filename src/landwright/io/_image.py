"""Any grey image as a landscape: PNG, JPEG, TIFF, BMP and WebP, 1 to 16 bits, with and without our record."""

from __future__ import annotations

import contextlib
import struct
import threading
import warnings
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from landwright.errors import FormatError, LandwrightError, LossyWarning, MemoryLimit, SettingError
from landwright.io._levels import from_levels
from landwright.io._nodata import clean, fill
from landwright.io._png import check_png
from landwright.io._record import KEY, MOST, Raster, grid_of, loads, thing_of
from landwright.io.settings import IMAGE_RELIEF, ReadImage

__all__ = ["note_of", "opened", "pixels_of", "read_image", "warn_of_few_levels"]

_BROKEN = (OSError, SyntaxError, ValueError, EOFError, IndexError, KeyError, TypeError, struct.error, zlib.error)
"""What Pillow raises on broken files."""

_lock = threading.Lock()
_readers = 0
_limit: int | None = None


@contextlib.contextmanager
def opened(path: Path, content: bytes | None = None) -> Iterator[Image.Image]:
    """Open an image; whatever is wrong with the file becomes one FormatError."""
    if content is None:
        _refuse_broken_png(path)
    with _without_limit():
        image = _opened(path, content)
        with image:
            width, height = image.size
            if width * height > MOST:
                raise MemoryLimit(
                    f"read: {str(path)!r} is {width} x {height} pixels; at most {MOST} are read. Cut it into tiles."
                )
            try:
                yield image
            except _BROKEN as error:
                if isinstance(error, LandwrightError):
                    raise
                raise FormatError(f"read: {str(path)!r} is truncated or damaged ({_first(error)}).") from None


def _opened(path: Path, content: bytes | None) -> Image.Image:
    try:
        return Image.open(path if content is None else BytesIO(content))
    except UnidentifiedImageError:
        raise FormatError(f"read: {str(path)!r} is not an image that can be read, whatever its name says.") from None
    except PermissionError:
        raise
    except _BROKEN as error:
        raise FormatError(f"read: {str(path)!r} is a broken image ({_first(error)}).") from None


def _first(error: Exception) -> str:
    lines = str(error).splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__


@contextlib.contextmanager
def _without_limit() -> Iterator[None]:
    """Lift Pillow's limit on pixels, which is lower than a large heightmap, while any thread reads; ours is checked instead."""
    global _readers, _limit
    with _lock:
        if _readers == 0:
            _limit, Image.MAX_IMAGE_PIXELS = Image.MAX_IMAGE_PIXELS, None
        _readers += 1
    try:
        yield
    finally:
        with _lock:
            _readers -= 1
            if _readers == 0:
                Image.MAX_IMAGE_PIXELS = _limit


def _refuse_broken_png(path: Path) -> None:
    with path.open("rb") as stream:
        if stream.read(4) != b"\x89PNG":
            return
        stream.seek(0)
        wrong = check_png(stream, path.stat().st_size)
    if wrong:
        raise FormatError(f"read: {str(path)!r} is truncated or damaged: {wrong}.")


def note_of(image: Image.Image, path: Path) -> dict[str, Any]:
    """Return our record in a PNG's text chunk; empty for every other image."""
    text = image.info.get(KEY) if image.format == "PNG" else None
    return loads(text, path) if isinstance(text, str) else {}


def read_image(path: Path, noun: ReadImage | None) -> Any:
    """Read a grey image as a Heightfield, or as what its record says."""
    wanted = noun or ReadImage()
    with opened(path) as image:
        record = note_of(image, path)
        holds = record.get("holds")
        if holds == "splat" and noun is None:
            from landwright.io._splat import read_splat

            return read_splat(path)
        if holds == "normals" and wanted.channel is None:
            raise FormatError(
                f"read: {str(path)!r} is a normal map, which holds slopes and no heights; read the heightmap it came from."
            )
        pixels = pixels_of(image, path)
    levels, top, valid = _grey(pixels, wanted, path)
    shape = (levels.shape[0], levels.shape[1])
    grid = grid_of(record, shape, path, wanted.cell_size)
    if top is None:
        if wanted.low is not None or wanted.relief is not None:
            raise SettingError(
                f"read.image: {path.name!r} holds numbers that are metres already; leave low and relief out."
            )
        values, mask = clean(levels, path, valid=valid)
        return thing_of(Raster(values, mask, grid), path)
    noted = "low" in record and "high" in record
    if not noted:
        warn_of_few_levels(levels, path)
    low = wanted.low if wanted.low is not None else record.get("low", 0.0)
    relief = wanted.relief
    if relief is None:
        relief = record["high"] - record["low"] if noted else IMAGE_RELIEF
    facts = {"low": low, "high": low + relief, "levels": record.get("levels", [0, top]), "nodata": record.get("nodata")}
    if noted and wanted.low is None and wanted.relief is None:
        facts["high"] = record["high"]  # low + (high - low) can differ in the last bit
    values, mask = from_levels(levels, facts, path)
    if valid is not None:
        mask = valid if mask is None else mask & valid
    if mask is not None:
        if not mask.any():
            raise FormatError(f"read: {str(path)!r} holds no data at all: every pixel is transparent.")
        values = fill(values, mask)
    raster = Raster(
        values,
        mask,
        grid,
        str(holds) if holds in ("layer", "mask") else "heightfield",
        str(record.get("layer", "elevation")),
        str(record.get("unit", "m")),
    )
    return thing_of(raster, path)


def pixels_of(image: Image.Image, path: Path) -> NDArray[Any]:
    """Return the pixels (rows, cols) or (rows, cols, channels), with all 16 bits where there are 16 and Pillow gives them."""
    rawmode = _rawmode(image)
    if rawmode == "LA;16B":
        return _grey_alpha_16(path)
    if rawmode.endswith(";16B") and image.mode in ("RGB", "RGBA"):
        warnings.warn(
            f"{path.name}: its 16-bit color channels are read with 8 bits; save it as 16-bit grey.",
            LossyWarning,
            stacklevel=2,
        )
    if image.mode == "1":
        return np.asarray(image).astype(np.uint8) * np.uint8(255)
    if image.mode in ("P", "PA"):
        image = image.convert("RGBA" if "transparency" in image.info or image.mode == "PA" else "RGB")
    elif image.mode not in ("L", "LA", "I;16", "I;16L", "I;16B", "I", "F", "RGB", "RGBA"):
        image = image.convert("RGB")
    array = np.asarray(image)
    return (
        array.astype(np.uint16)
        if image.mode.startswith("I;16") or (image.mode == "I" and image.format == "PNG")
        else array
    )


def _rawmode(image: Image.Image) -> str:
    tile: Any = getattr(image, "tile", None)
    if image.format != "PNG" or not tile:
        return ""
    arguments = tile[0][3]
    return str(arguments[0] if isinstance(arguments, tuple) else arguments)


def _grey_alpha_16(path: Path) -> NDArray[Any]:
    """Return (rows, cols, 2) uint16 of a PNG of 16-bit grey and alpha, of which Pillow would keep 8 bits.

    Such a file has the same bytes and filters as one of 8-bit RGBA: only the header says which, so another header shows all.
    """
    content = bytearray(path.read_bytes())
    content[24:26] = b"\x08\x06"
    content[29:33] = struct.pack(">I", zlib.crc32(content[12:29]))
    with opened(path, bytes(content)) as image:
        array = np.ascontiguousarray(np.asarray(image))
    return array.view(">u2").astype(np.uint16)


def _grey(
    pixels: NDArray[Any], wanted: ReadImage, path: Path
) -> tuple[NDArray[Any], int | None, NDArray[np.bool_] | None]:
    """Return levels (rows, cols), the level of white (None when the pixels are metres) and where the image is not transparent."""
    if pixels.ndim == 2:
        if wanted.channel not in (None, "luminance"):
            raise SettingError(
                f"read.image: {path.name!r} is grey and has no channel {wanted.channel!r}; leave channel out."
            )
        top = int(np.iinfo(pixels.dtype).max) if pixels.dtype in (np.uint8, np.uint16) else None
        return pixels, top, None
    top = int(np.iinfo(pixels.dtype).max)
    count = pixels.shape[2]
    alpha = pixels[..., -1] if count in (2, 4) else None
    if wanted.channel == "alpha":
        if alpha is None:
            raise SettingError(f"read.image: {path.name!r} has no alpha channel; name another channel.")
        return alpha, top, None
    valid = None if alpha is None or alpha.all() else alpha > 0
    if count == 2:
        return pixels[..., 0], top, valid
    if wanted.channel in ("red", "green", "blue"):
        return pixels[..., ("red", "green", "blue").index(wanted.channel)], top, valid
    red, green, blue = (pixels[..., index] for index in range(3))
    if wanted.channel is None:
        if np.array_equal(red, green) and np.array_equal(red, blue):
            return red, top, valid
        raise FormatError(
            f"read: {str(path)!r} is a color image, and a color is no height. Say which channel is: "
            'ReadImage(channel="luminance"), "red", "green", "blue" or "alpha".'
        )
    weights = (0.2126, 0.7152, 0.0722)  # Rec. 709; spread over 16 bits so that the mix keeps what 8 bits would drop
    mixed = sum(weight * channel.astype(np.float64) for weight, channel in zip(weights, (red, green, blue)))
    return np.rint(np.asarray(mixed) * (65535.0 / top)).astype(np.uint16), 65535, valid


def warn_of_few_levels(levels: NDArray[Any], path: Path) -> None:
    """Warn when a file of 16 bits holds no more levels than one of 8 bits could."""
    if levels.dtype != np.uint16 or levels.size < 4096:
        return
    distinct = int(np.count_nonzero(np.bincount(levels.ravel(), minlength=1)))
    if 2 < distinct <= 256:
        warnings.warn(
            f"{path.name}: a 16-bit file with only {distinct} distinct levels was made from 8 bits; its slopes are terraces.",
            LossyWarning,
            stacklevel=2,
        )
