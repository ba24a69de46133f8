"""Many pictures on one page."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from landwright.errors import FieldError, SettingError, sentence

__all__ = ["contact_sheet"]

_PAPER, _INK = (250, 249, 246), (52, 48, 44)


def contact_sheet(
    images: Sequence[ArrayLike], labels: Sequence[str] = (), columns: int | None = None, *, width: int = 480
) -> NDArray[np.uint8]:
    """Lay pictures out in rows on one page, each with its label below.

    Parameters
    ----------
    images : sequence of (rows, cols, 3) uint8
        Pictures of any size; each is scaled to fit its place, nothing is cut off.
    labels : sequence of str
        One for each picture, or none at all.
    columns : int, optional
        Pictures in a row; by default about as many as there are rows.
    width : int
        Width of a place (px).

    Returns
    -------
    (rows, cols, 3) uint8
        The page, with a margin around and between the pictures.

    Raises
    ------
    FieldError
        If there is no picture, or one is not (rows, cols, 3) uint8.
    SettingError
        If labels and pictures differ in number, or `columns` or `width` is too small.

    See Also
    --------
    relief : A map.
    view : A perspective picture.

    Examples
    --------
    >>> page = contact_sheet([np.zeros((9, 16, 3), np.uint8)] * 3, ["a", "b", "c"], columns=3, width=64)
    >>> page.shape[2]
    3
    """
    from PIL import Image, ImageDraw, ImageFont

    pictures = [np.asarray(image) for image in images]
    if not pictures:
        raise FieldError("render.contact_sheet: images must hold at least one picture, got none.")
    for picture in pictures:
        if picture.ndim != 3 or picture.shape[2] != 3 or picture.dtype != np.uint8 or 0 in picture.shape:
            got = f"{picture.shape} {picture.dtype}"
            raise FieldError(sentence("render.contact_sheet: images", "must be (rows, cols, 3) uint8", got))
    if labels and len(labels) != len(pictures):
        raise SettingError(
            sentence("render.contact_sheet: labels", f"must be as many as pictures ({len(pictures)})", len(labels))
        )
    if columns is None:
        columns = int(np.ceil(np.sqrt(len(pictures))))
    for name, value, least in (("columns", columns, 1), ("width", width, 16)):
        if value < least:
            raise SettingError(sentence(f"render.contact_sheet: {name}", f"must be >= {least}", value))
    columns = min(columns, len(pictures))
    margin = max(4, width // 24)
    letters = max(10, width // 22)
    below = round(1.6 * letters) if labels else 0
    heights = []  # of each row of pictures
    for first in range(0, len(pictures), columns):
        tallest = max(picture.shape[0] / picture.shape[1] for picture in pictures[first : first + columns])
        heights.append(max(1, round(width * min(tallest, 2.0))))
    whole = margin + sum(height + below + margin for height in heights)
    page = Image.new("RGB", (margin + columns * (width + margin), whole), _PAPER)
    pen = ImageDraw.Draw(page)
    font = ImageFont.load_default(size=letters)
    for index, picture in enumerate(pictures):
        left = margin + index % columns * (width + margin)
        line = index // columns
        height = heights[line]
        top = margin + sum(one + below + margin for one in heights[:line])
        scale = min(width / picture.shape[1], height / picture.shape[0])
        size = max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale))
        small = Image.fromarray(picture).resize(size, Image.Resampling.LANCZOS)
        page.paste(small, (left + (width - size[0]) // 2, top + (height - size[1]) // 2))
        if labels:
            pen.text((left + width / 2, top + height + 0.3 * letters), labels[index], font=font, fill=_INK, anchor="ma")
    return np.asarray(page)
