"""RAW: 16-bit levels without a header, as game engines import them, with a JSON sidecar that says what they are."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.errors import FileWarning, FormatError, sentence
from landwright.io._image import warn_of_few_levels
from landwright.io._levels import from_levels, to_levels
from landwright.io._nodata import clean, fill
from landwright.io._record import Raster, dumps, grid_of, raster_of, record_of, thing_of
from landwright.io._sidecar import digest_of, find_sidecar, sidecar_of
from landwright.io._whole import whole_files
from landwright.io.settings import IMAGE_RELIEF, Raw, ReadRaw

__all__ = ["read_raw", "write_raw"]

_TYPES = {"uint8": "u1", "uint16": "u2", "int16": "i2", "float32": "f4"}
_ORDER = {"little": "<", "big": ">"}


def write_raw(thing: Any, path: Path, noun: Raw) -> tuple[Path, ...]:
    """Write levels and the sidecar ``name.r16.json``."""
    raster = raster_of(thing, noun.layer)
    levels, facts = to_levels(raster, noun.low, noun.high, np.uint16, noun.kind)
    rows, cols = levels.shape
    if noun.size_in_name:
        path = path.with_name(f"{path.stem}_{cols}x{rows}{path.suffix}")
    if noun.row_order == "south_first":
        levels = levels[::-1]
    side = sidecar_of(path)
    facts = {
        "width": cols,
        "height": rows,
        "dtype": "uint16",
        "endian": noun.endian,
        "row_order": noun.row_order,
        **facts,
    }
    with whole_files(side, path) as streams:
        streams[path].write(np.ascontiguousarray(levels, _ORDER[noun.endian] + "u2").data)
        facts["sha256"] = digest_of(streams[path])
        streams[side].write(dumps(record_of(raster, **facts), indent=2).encode() + b"\n")
    return path, side


def read_raw(path: Path, noun: ReadRaw | None) -> Any:
    """Read levels by the sidecar, the noun, or a size in the file's name, in that order of what is left out."""
    wanted = noun or ReadRaw()
    with path.open("rb") as stream:
        record = find_sidecar(path, stream)
        dtype = wanted.dtype or _word(record, "dtype", _TYPES, "uint16", path)
        endian = wanted.endian or _word(record, "endian", _ORDER, "little", path)
        order = wanted.row_order or _word(record, "row_order", ("north_first", "south_first"), "north_first", path)
        code = np.dtype(_ORDER[endian] + _TYPES[dtype])
        size = os.fstat(stream.fileno()).st_size
        shape = _shape(path, record, wanted, code.itemsize, size)
        expected = shape[0] * shape[1] * code.itemsize
        if size != expected:
            raise FormatError(
                f"read: {str(path)!r} must have {expected} bytes for {shape[0]} x {shape[1]} samples (rows x columns) of "
                f"{dtype}, got {size} bytes. Give ReadRaw(shape=(rows, columns), dtype=...) that fits."
            )
        samples = np.fromfile(stream, code).reshape(shape)
    if dtype != "uint8" and "sha256" not in record:  # else these are the very bytes that were written
        _warn_of_endian(samples, endian, path)
    levels = samples.astype(code.newbyteorder("="), copy=False)
    if order == "south_first":
        levels = levels[::-1]
    grid = grid_of(record if wanted.shape is None else {**record, "shape": list(shape)}, shape, path, wanted.cell_size)
    holds = str(record.get("holds", "heightfield"))
    named = {"holds": holds, "layer": str(record.get("layer", "elevation")), "unit": str(record.get("unit", "m"))}
    if dtype in ("int16", "float32"):
        values, mask = clean(levels, path, metres=not record)
        return thing_of(Raster(values, mask, grid, **named), path)
    if "low" not in record:
        warn_of_few_levels(levels, path)
    top = int(np.iinfo(code).max)
    low = float(record.get("low", 0.0)) if wanted.low is None else wanted.low
    noted = "low" in record and "high" in record
    if wanted.relief is not None:
        high = low + wanted.relief
    elif noted and wanted.low is None:
        high = float(record["high"])
    else:
        high = low + (float(record["high"]) - float(record["low"]) if noted else IMAGE_RELIEF)
    facts = {"low": low, "high": high, "levels": record.get("levels", [0, top]), "nodata": record.get("nodata")}
    values, mask = from_levels(levels, facts, path)
    if mask is not None:
        values = fill(values, mask)
    return thing_of(Raster(values, mask, grid, **named), path)


def _word(record: Mapping[str, Any], key: str, valid: Any, default: str, path: Path) -> str:
    found = record.get(key, default)
    if found not in valid:
        raise FormatError(
            sentence(
                f"read: {key} in the sidecar of {str(path)!r}", "must be one of the valid words", found, valid=valid
            )
        )
    return str(found)


def _shape(path: Path, record: Mapping[str, Any], wanted: ReadRaw, itemsize: int, size: int) -> tuple[int, int]:
    if wanted.shape is not None:
        return wanted.shape
    if "shape" in record:
        return int(record["shape"][0]), int(record["shape"][1])
    for cols, rows in re.findall(r"(\d{1,6})x(\d{1,6})(?!\d)", path.stem):
        if int(rows) * int(cols) * itemsize == size and size:
            return int(rows), int(cols)
    side = int((size // itemsize) ** 0.5)
    hint = (
        f"ReadRaw(shape=({side}, {side})) would fit if it is square."
        if side * side * itemsize == size
        else "No square fits."
    )
    raise FormatError(
        f"read: {str(path)!r} has no sidecar {sidecar_of(path).name!r} and does not say its shape; its {size} bytes hold "
        f"{size / itemsize:g} samples of {8 * itemsize} bits. {hint} Give ReadRaw(shape=(rows, columns))."
    )


def _warn_of_endian(samples: NDArray[Any], endian: str, path: Path) -> None:
    """Warn when the same bytes in the other order would make far smoother ground."""
    rows = samples[:: max(1, samples.shape[0] // 64)]
    if rows.shape[1] < 3 or rows.dtype.kind == "f":
        return
    if not (rows & 0xFF).any() or not (rows.astype(np.int64) & 0xFF00).any():
        return  # one byte is always zero: 8 bits in disguise, and smooth either way
    as_read, swapped = _roughness(rows), _roughness(rows.byteswap())
    if swapped * 4 < as_read:
        other = "big" if endian == "little" else "little"
        warnings.warn(
            f"{path.name}: read as {endian}-endian the ground is {as_read / max(swapped, 1e-9):.0f} times rougher than as {other}-endian; "
            f'give ReadRaw(endian="{other}").',
            FileWarning,
            stacklevel=2,
        )


def _roughness(rows: NDArray[Any]) -> float:
    """Return the mean absolute step between neighbours along rows."""
    return float(np.abs(np.diff(rows.astype(np.float64), axis=1)).mean())
