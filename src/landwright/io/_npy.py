"""NPY: float32 samples, exact, with a JSON sidecar that places them."""

from __future__ import annotations

from pathlib import Path
from tokenize import TokenError
from typing import Any

import numpy as np
from numpy.lib import format as npy

from landwright.errors import FormatError, LandwrightError, sentence
from landwright.io._nodata import clean
from landwright.io._record import Raster, dumps, grid_of, raster_of, record_of, thing_of
from landwright.io._sidecar import digest_of, find_sidecar, sidecar_of
from landwright.io._whole import whole_files
from landwright.io.settings import Npy, ReadNpy

__all__ = ["read_npy", "write_npy"]


def write_npy(thing: Any, path: Path, noun: Npy) -> tuple[Path, ...]:
    """Write float32 in C order, NaN where there is no data, and the sidecar ``name.npy.json``."""
    raster = raster_of(thing, noun.layer)
    values = raster.values if raster.mask is None else np.where(raster.mask, raster.values, np.float32(np.nan))
    values = np.ascontiguousarray(values, "<f4")
    side = sidecar_of(path)
    with whole_files(side, path) as streams:
        npy.write_array(streams[path], values, version=(1, 0), allow_pickle=False)
        digest = digest_of(streams[path])
        streams[side].write(dumps(record_of(raster, sha256=digest), indent=2).encode() + b"\n")
    return path, side


def read_npy(path: Path, noun: ReadNpy | None) -> Any:
    """Read an array of metres (rows, cols); NaN, infinities and the usual nodata numbers become the mask."""
    try:
        with path.open("rb") as stream:
            record = find_sidecar(path, stream)
            array = npy.read_array(stream, allow_pickle=False)
    except LandwrightError:
        raise
    except (ValueError, EOFError, SyntaxError, TypeError, KeyError, OverflowError, TokenError) as error:
        raise FormatError(f"read: {str(path)!r} is not a complete NPY file of numbers ({_first(error)}).") from None
    if array.ndim != 2 or 0 in array.shape or array.dtype.kind not in "fiub":
        raise FormatError(
            sentence(
                f"read: the array in {str(path)!r}", "must be real numbers (rows, cols)", f"{array.shape} {array.dtype}"
            )
        )
    values, mask = clean(array, path, metres=not record)  # what we wrote needs no guesses
    grid = grid_of(record, (array.shape[0], array.shape[1]), path, noun.cell_size if noun else None)
    holds = str(record.get("holds", "heightfield"))
    return thing_of(
        Raster(values, mask, grid, holds, str(record.get("layer", "elevation")), str(record.get("unit", "m"))), path
    )


def _first(error: Exception) -> str:
    return str(error).splitlines()[0].rstrip(".") if str(error) else type(error).__name__
