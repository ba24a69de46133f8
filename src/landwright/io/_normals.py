"""Normal maps: the direction of the ground as color."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from landwright.io._png import write_png
from landwright.io._record import KEY, VERSION, dumps, placed, raster_of
from landwright.io._whole import whole_file
from landwright.io.settings import Normals

__all__ = ["write_normals"]

_BLOCK = 1 << 19
"""Samples converted at a time."""


def write_normals(thing: Any, path: Path, noun: Normals) -> tuple[Path, ...]:
    """Write red east, green north (``opengl``) or south (``directx``), blue up, from central differences."""
    raster = raster_of(thing, noun.layer)
    dtype = np.uint16 if noun.bits == 16 else np.uint8
    pixels = _encoded(raster.values, raster.grid.cell_size, dtype, 1.0 if noun.handedness == "opengl" else -1.0)
    record = {
        KEY: VERSION,
        "holds": "normals",
        "layer": raster.layer,
        "handedness": noun.handedness,
        **placed(raster.grid),
    }
    with whole_file(path) as stream:
        write_png(stream, pixels, {KEY: dumps(record)})
    return (path,)


def _encoded(
    values: NDArray[np.float32], cell_size: float, dtype: type[np.uint8] | type[np.uint16], green: float
) -> NDArray[Any]:
    """Return (rows, cols, 3): each component n of the unit normal as n / 2 + 1 / 2 of the highest level."""
    rows, cols = values.shape
    half = float(np.iinfo(dtype).max) / 2.0
    pixels = np.empty((rows, cols, 3), dtype)
    step = max(1, _BLOCK // cols)
    for start in range(0, rows, step):
        end = min(rows, start + step)
        above, below = max(0, start - 1), min(rows, end + 1)
        part = values[above:below].astype(np.float64)
        own = slice(start - above, end - above)
        east = (np.gradient(part, cell_size, axis=1) if cols > 1 else np.zeros_like(part))[own]
        south = (np.gradient(part, cell_size, axis=0) if len(part) > 1 else np.zeros_like(part))[own]
        length = np.sqrt(east * east + south * south + 1.0)
        for channel, component in enumerate((-east, green * south, np.ones_like(east))):
            pixels[start:end, :, channel] = np.rint((component / length + 1.0) * half)
    return pixels
