"""What a notebook shows of a heightfield or layer: a small PNG."""

from __future__ import annotations

import io

import numpy as np
from numpy.typing import NDArray

from landwright.field import Heightfield, Layer
from landwright.render._palette import ramp, srgb_table
from landwright.render._relief import relief
from landwright.render._resize import resized
from landwright.render.settings import Relief

__all__ = ["png"]

_LARGEST = 512
"""Longest side of the picture (px)."""


def png(thing: object) -> bytes | None:
    """Return a PNG of a heightfield (relief) or layer (colors from its lowest to its highest value), at most 512 px; else None."""
    if not isinstance(thing, Heightfield | Layer):
        return None
    rows, cols = thing.shape
    width = cols if max(rows, cols) <= _LARGEST else max(1, cols * _LARGEST // max(rows, cols))
    if isinstance(thing, Heightfield):
        if thing.mask is not None and not thing.mask.any():
            return None
        image = relief(thing, Relief(width=width))
    else:
        image = _colored(thing.values if width == cols else resized(thing.values, width))
    from PIL import Image

    out = io.BytesIO()
    Image.fromarray(image[:_LARGEST]).save(out, format="PNG")
    return out.getvalue()


def _colored(values: NDArray[np.float32]) -> NDArray[np.uint8]:
    low, high = float(values.min()), float(values.max())
    share = (values.astype(np.float64) - low) / (high - low) if high > low else np.zeros(values.shape)
    table = srgb_table()
    colors = table[np.rint(ramp("viridis") * (len(table) - 1)).astype(np.int64)]
    image: NDArray[np.uint8] = colors[np.rint(share * (len(colors) - 1)).astype(np.int64)]
    return image
