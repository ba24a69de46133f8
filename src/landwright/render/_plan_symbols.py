"""Symbols and labels of the plan: houses, fields, trees and special features, drawn with a few strokes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import ImageFont

from landwright.hexmap import HexMap, offset_to_axial
from landwright.render.settings import HexPlan

__all__ = ["Pen", "draw_labels", "draw_symbols"]

_INK: Final = (54, 46, 42)
_ROOF, _HOUSE = (172, 76, 56), (232, 216, 186)
_LEAF, _DARK_LEAF, _TRUNK = (70, 116, 58), (46, 84, 46), (88, 66, 46)
_FIELD, _FURROW = (206, 186, 96), (150, 128, 60)
_STONE, _SAND = (178, 172, 164), (214, 190, 136)
_SMALLEST: Final = 9.0
"""Radius of a cell (pixels) below which labels cannot be read."""

_PLACES: Final = ((0.0, -0.45), (0.42, 0.2), (-0.42, 0.2), (0.4, -0.28), (-0.4, -0.28), (0.0, 0.48), (0.0, 0.02))
"""Where symbols stand, in radii from the center of a cell; y is down."""


class Pen:
    """Draws small things in units of a cell's radius."""

    def __init__(self, draw: Any, radius: float) -> None:
        self.draw, self.radius = draw, radius

    def area(self, at: Any, points: Any, color: Any, ink: Any = _INK) -> None:
        """Fill an outline and draw around it."""
        outline = [(at[0] + x * self.radius, at[1] + y * self.radius) for x, y in points]
        self.draw.polygon(outline, fill=color)
        self.draw.line([*outline, outline[0]], fill=ink, width=max(1, round(0.025 * self.radius)))

    def line(self, at: Any, points: Any, color: Any, width: float) -> None:
        """Draw a line."""
        stroke = [(at[0] + x * self.radius, at[1] + y * self.radius) for x, y in points]
        self.draw.line(stroke, fill=color, width=max(1, round(width * self.radius)))

    def disk(self, at: Any, x: float, y: float, r: float, color: Any, ink: Any = _INK) -> None:
        """Fill a circle and draw around it."""
        cx, cy, s = at[0] + x * self.radius, at[1] + y * self.radius, r * self.radius
        width = max(1, round(0.025 * self.radius))
        self.draw.ellipse((cx - s, cy - s, cx + s, cy + s), fill=color, outline=ink, width=width)


def draw_symbols(pen: Pen, land: HexMap, points: NDArray[np.float64]) -> None:
    """Draw what stands on dry cells: as many signs as the levels say, from north to south so that nearer ones cover farther ones."""
    wet = land.underwater
    for row in range(land.rows - 1, -1, -1):
        for column in range(land.columns):
            if wet[row, column]:
                continue
            at = points[row, column]
            special = int(land.special[row, column])
            if special:
                (_castle, _ziggurat, _megaflora)[special - 1](pen, at)
                continue
            signs = (
                [_house] * int(land.urban[row, column])
                + [_field] * int(land.farm[row, column])
                + [_tree] * int(land.plant[row, column])
            )
            busy = bool(land.roads[row, column] or land.river_in[row, column] or land.river_out[row, column] >= 0)
            places = _PLACES[: len(_PLACES) - busy]
            turn = (row * 7 + column * 3) % len(places)
            chosen = [places[(turn + k) % len(places)] for k in range(min(len(signs), len(places)))]
            for (x, y), sign in sorted(zip(chosen, signs), key=lambda one: one[0][1]):
                sign(pen, (at[0] + x * pen.radius, at[1] + y * pen.radius))


def _house(pen: Pen, at: Any) -> None:
    pen.area(at, [(-0.13, 0.13), (0.13, 0.13), (0.13, -0.02), (-0.13, -0.02)], _HOUSE)
    pen.area(at, [(-0.18, -0.02), (0.18, -0.02), (0.0, -0.2)], _ROOF)


def _field(pen: Pen, at: Any) -> None:
    pen.area(at, [(-0.2, 0.1), (0.12, 0.14), (0.2, -0.08), (-0.1, -0.14)], _FIELD, _FURROW)
    for t in (0.3, 0.6):
        a = (-0.2 + 0.32 * t, 0.1 + 0.04 * t)
        b = (-0.1 + 0.3 * t, -0.14 + 0.06 * t)
        pen.line(at, [a, b], _FURROW, 0.02)


def _tree(pen: Pen, at: Any) -> None:
    pen.line(at, [(0.0, 0.16), (0.0, 0.02)], _TRUNK, 0.05)
    pen.area(at, [(-0.13, 0.08), (0.13, 0.08), (0.0, -0.24)], _LEAF, _DARK_LEAF)


def _castle(pen: Pen, at: Any) -> None:
    outline = [(-0.36, 0.3), (0.36, 0.3), (0.36, -0.2), (0.24, -0.2), (0.24, -0.08), (0.12, -0.08), (0.12, -0.32)]
    outline += [(-0.12, -0.32), (-0.12, -0.08), (-0.24, -0.08), (-0.24, -0.2), (-0.36, -0.2)]
    pen.area(at, outline, _STONE)
    pen.area(at, [(-0.07, 0.3), (0.07, 0.3), (0.07, 0.12), (-0.07, 0.12)], _INK)
    pen.line(at, [(0.0, -0.32), (0.0, -0.5)], _INK, 0.025)
    pen.area(at, [(0.0, -0.5), (0.16, -0.45), (0.0, -0.4)], _ROOF)


def _ziggurat(pen: Pen, at: Any) -> None:
    for tier in range(3):
        half, foot = 0.42 - 0.13 * tier, 0.3 - 0.18 * tier
        pen.area(at, [(-half, foot), (half, foot), (half - 0.06, foot - 0.18), (-half + 0.06, foot - 0.18)], _SAND)


def _megaflora(pen: Pen, at: Any) -> None:
    pen.area(at, [(-0.07, 0.36), (0.07, 0.36), (0.04, -0.05), (-0.04, -0.05)], _TRUNK)
    for x, y, r in ((-0.2, -0.06, 0.18), (0.2, -0.06, 0.18), (0.0, -0.24, 0.24)):
        pen.disk(at, x, y, r, _LEAF, _DARK_LEAF)


def draw_labels(draw: Any, land: HexMap, points: NDArray[np.float64], radius: float, noun: HexPlan) -> None:
    """Write on each cell what the noun asks for, in dark letters with a light rim."""
    if noun.labels == "none" or radius < _SMALLEST:
        return
    font = ImageFont.load_default(size=max(7.0, 0.36 * radius))
    rows, columns = np.indices(land.shape)
    if noun.labels == "elevation":
        texts = [str(value) for value in land.elevation.reshape(-1).tolist()]
    else:
        pair = (columns, rows) if noun.labels == "offset" else offset_to_axial(columns, rows)
        texts = [f"{a},{b}" for a, b in zip(pair[0].reshape(-1).tolist(), pair[1].reshape(-1).tolist())]
    rim = max(1, round(0.05 * radius))
    for (x, y), text in zip(points.reshape(-1, 2).tolist(), texts):
        at = (x, y + 0.5 * radius)
        draw.text(at, text, fill=_INK, font=font, anchor="mm", stroke_width=rim, stroke_fill=(250, 246, 236))
