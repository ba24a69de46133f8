"""Photos and scans as color pictures: what drawings are read from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from landwright.errors import FormatError, InputMissing
from landwright.io._image import opened

__all__ = ["read_photo"]


def read_photo(path: Path | str) -> NDArray[np.uint8]:
    """Read a photo or scan as a color picture, turned as the camera says; what is transparent counts as white paper.

    Parameters
    ----------
    path : path
        JPEG, PNG, TIFF, WebP or BMP.

    Returns
    -------
    (rows, cols, 3) uint8
        sRGB.

    Raises
    ------
    InputMissing
        If there is no such file.
    FormatError
        If it is no picture.
    """
    file = Path(path)
    if not file.exists():
        raise InputMissing(f"{file}: there is no such file.")
    if file.is_dir():
        raise FormatError(f"{file}: this is a folder; give the name of a picture.")
    with opened(file) as image:
        turned = ImageOps.exif_transpose(image)
        if turned.mode.startswith(("I", "F")):
            raise FormatError(
                f"{file}: this is a grey picture of 16 bits or more, as heightmaps are; a drawing needs colors."
            )
        clear = turned.convert("RGBA")
        paper = Image.new("RGBA", clear.size, (255, 255, 255, 255))
        return np.ascontiguousarray(Image.alpha_composite(paper, clear).convert("RGB"))
