"""A hex map in the page, in the words of a person who draws on it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from studio_page import StudioPage

__all__ = ["EMPTY", "at", "choose", "draw", "picture", "told", "turn", "under"]

EMPTY = """\
# A map for tests
format = 1
name = "cells"
seed = 3

[hexmap]
columns = 15
rows = 10

[[stages]]
id = "edits"
kind = "hexmap.strokes"
"""
"""A flat map of six chunks."""


def picture(page: StudioPage) -> NDArray[np.int16]:
    """The middle of the picture, without what the panel covers of it."""
    return page.picture()[:, 60:]


def told(page: StudioPage) -> dict[str, str]:
    made: dict[str, str] = page.page.evaluate("({ ...document.querySelector('canvas').dataset })")
    return made


def choose(page: StudioPage, group: str, word: str) -> None:
    page.page.get_by_role("radiogroup", name=group, exact=True).get_by_role("radio", name=word, exact=True).click()


def turn(page: StudioPage, *names: str) -> None:
    """Click the switches that say what the brush sets."""
    for name in names:
        page.page.get_by_role("switch", name=f"Brush sets {name}", exact=True).click()


def at(page: StudioPage, x: float, y: float) -> tuple[float, float]:
    """A point of the canvas that no panel covers, from shares of what is left."""
    box = page.canvas.bounding_box()
    assert box is not None
    return box["x"] + 300 + x * (box["width"] - 320), box["y"] + 60 + y * (box["height"] - 80)


def draw(page: StudioPage, *points: tuple[float, float]) -> None:
    """Drag the brush through points and wait for the picture."""
    before = page.revision
    mouse = page.page.mouse
    mouse.move(*at(page, *points[0]))
    mouse.down()
    for point in points[1:]:
        mouse.move(*at(page, *point), steps=4)
    mouse.up()
    page.settled(before + 1)
    page.until("() => !document.querySelector('.icon-button.saved.is-saved')")


def under(page: StudioPage, x: float, y: float) -> dict[str, str]:
    """What the page says of the cell under a point."""
    page.page.mouse.move(*at(page, x, y))
    page.page.locator(".hex-probe").wait_for()
    names = page.page.locator(".hex-probe dt").all_inner_texts()
    return dict(zip(names, page.page.locator(".hex-probe dd").all_inner_texts(), strict=True))
