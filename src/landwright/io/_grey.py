"""Grey PNG from a raster: 16 bits for heights, 8 bits with a warning."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np

from landwright.errors import LossyWarning
from landwright.io._levels import to_levels
from landwright.io._png import write_png
from landwright.io._record import KEY, dumps, raster_of, record_of
from landwright.io._whole import whole_file
from landwright.io.settings import Png8, Png16

__all__ = ["write_grey"]


def write_grey(thing: Any, path: Path, noun: Png16 | Png8) -> tuple[Path, ...]:
    """Write a Heightfield, Layer or Mask as grey levels, with its record in a text chunk."""
    raster = raster_of(thing, noun.layer)
    if isinstance(noun, Png8) and raster.holds != "mask":
        warnings.warn(
            f"png8: {path.name!r} holds 256 levels only, which shows as terraces on land; png16 holds 65,536.",
            LossyWarning,
            stacklevel=3,
        )
    dtype = np.uint8 if isinstance(noun, Png8) else np.uint16
    levels, facts = to_levels(raster, noun.low, noun.high, dtype, noun.kind)
    with whole_file(path) as stream:
        write_png(stream, levels, {KEY: dumps(record_of(raster, **facts))})
    return (path,)
