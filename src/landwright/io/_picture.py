"""Color pictures as PNG: what ``render`` gives, textures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from landwright.io._png import write_png
from landwright.io._whole import whole_file

__all__ = ["write_picture"]


def write_picture(image: NDArray[Any], path: Path) -> tuple[Path, ...]:
    """Write an image (rows, cols, 3 or 4) uint8."""
    with whole_file(path) as stream:
        write_png(stream, image)
    return (path,)
