"""The plan: a hex map from straight above, as a map in a book has it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from landwright._pool import current
from landwright.errors import FieldError, MemoryLimit, SettingError, sentence
from landwright.hexmap import TERRAIN_COLORS, HexMap, cell_centers, corners, neighbors
from landwright.render._plan_symbols import Pen, draw_labels, draw_symbols
from landwright.render.settings import HexPlan
from landwright.world import World

__all__ = ["hex_plan"]

_SHALLOW: Final = np.array((126, 178, 208.0))
_DEEP: Final = np.array((44, 88, 134.0))
_LOW: Final = np.array((118, 156, 92.0))
_MIDDLE: Final = np.array((216, 200, 150.0))
_HIGH: Final = np.array((150, 112, 88.0))
_TOP: Final = np.array((246, 246, 246.0))
_RIVER: Final = (74, 132, 178)
_ROAD, _ROAD_EDGE = (214, 184, 134), (122, 92, 60)
_WALL, _WALL_EDGE = (196, 186, 170), (70, 62, 56)
_FINE, _MOST = 3, 12000
"""Samples across a pixel, and pixels across from which fewer are taken."""

_SMALL: Final = 5.0
"""Radius of a cell (pixels) below which it has no lines and symbols: they would only make it grey."""


def hex_plan(thing: HexMap | World, noun: HexPlan = HexPlan()) -> NDArray[np.uint8]:
    """Draw a hex map from straight above: hexagons in the colors of their ground, water, rivers, roads, walls and symbols.

    Cells are drawn as they are before they are shaken, north up. Edges that fall to the south-east are dark and those that rise are
    light, cliffs twice as much, so that heights read without a legend. Of cells that are only a few pixels large, the
    colors, rivers and roads remain.

    Parameters
    ----------
    thing : HexMap or World
        What to draw; of a World its hex map.
    noun : HexPlan
        Size, colors, grid, labels.

    Returns
    -------
    (height, width, 3) uint8 array
        sRGB. The height follows from the map.

    Raises
    ------
    FieldError
        If it is no hex map, or a world without one.
    MemoryLimit
        If the picture would be larger than 1,000 megapixels.

    See Also
    --------
    relief : The map picture of a heightfield.

    Notes
    -----
    Reach: whole.
    Cost: O(pixels + cells).
    Deterministic: yes, for one version of Pillow.

    Examples
    --------
    >>> from landwright.hexmap import HexMap
    >>> hex_plan(HexMap.empty(4, 3), HexPlan(width=80)).shape
    (55, 80, 3)
    """
    land = thing.require_hexmap() if isinstance(thing, World) else thing
    if not isinstance(land, HexMap):
        raise FieldError(
            sentence("render.hex_plan: thing", "must be a HexMap or a World with one", type(land).__name__)
        )
    if not isinstance(noun, HexPlan):
        raise SettingError(sentence("render.hex_plan: noun", "must be a HexPlan", type(noun).__name__))
    sheet = _Sheet(land, noun)
    control = current()
    image = sheet.ground()
    control.report(0.4)
    sheet.lines(ImageDraw.Draw(image))
    control.report(0.8)
    made = image.resize((sheet.width, sheet.height), Image.Resampling.BOX) if sheet.fine > 1 else image
    draw_labels(ImageDraw.Draw(made), land, sheet.points / sheet.fine, sheet.radius / sheet.fine, noun)
    control.report(1.0)
    return np.asarray(made, np.uint8).copy()


class _Sheet:
    """A map on paper: where each cell is, in samples of the fine picture."""

    def __init__(self, land: HexMap, noun: HexPlan) -> None:
        self.land, self.noun = land, noun
        metrics = land.layout.metrics
        outer, inner = metrics.outer_radius, metrics.inner_radius
        centers = cell_centers(land.layout)
        margin = noun.margin * outer
        self.west = float(centers[..., 0].min()) - inner - margin
        self.north = float(centers[..., 1].max()) + outer + margin
        across = float(centers[..., 0].max()) + inner + margin - self.west
        down = self.north - (float(centers[..., 1].min()) - outer - margin)
        self.width = noun.width
        self.height = max(1, round(noun.width * down / across))
        if self.width * self.height > 1_000_000_000:
            raise MemoryLimit(
                f"render.plan: a picture of {self.width} x {self.height} pixels is too large; use a smaller width."
            )
        self.fine = _FINE if max(self.width, self.height) * _FINE <= _MOST else 1
        self.scale = self.width * self.fine / across
        self.radius = outer * self.scale
        self.points = np.stack(
            [(centers[..., 0] - self.west) * self.scale, (self.north - centers[..., 1]) * self.scale], axis=-1
        )
        self.corner = corners(metrics) * (self.scale, -self.scale)

    def colors(self) -> NDArray[np.uint8]:
        """Return the color of each cell."""
        land = self.land
        level = land.elevation.astype(np.float64)
        dry = ~land.underwater
        low, high = (float(level[dry].min()), float(level[dry].max())) if dry.any() else (0.0, 1.0)
        share = np.clip((level - low) / max(high - low, 4.0), 0.0, 1.0)[..., np.newaxis]
        if self.noun.color == "terrain":
            color = np.array(TERRAIN_COLORS, np.float64)[land.terrain] * (0.86 + 0.18 * share)
        else:
            color = np.where(
                share < 0.5,
                _LOW + (_MIDDLE - _LOW) * 2.0 * share,
                np.where(
                    share < 0.85,
                    _MIDDLE + (_HIGH - _MIDDLE) * (share - 0.5) / 0.35,
                    _HIGH + (_TOP - _HIGH) * (share - 0.85) / 0.15,
                ),
            )
        depth = np.clip((land.water_level - level - 1.0) / 4.0, 0.0, 1.0)[..., np.newaxis]
        color = np.where(land.underwater[..., np.newaxis], _SHALLOW + (_DEEP - _SHALLOW) * depth, color)
        return np.rint(np.clip(color, 0.0, 255.0)).astype(np.uint8)

    def ground(self) -> Image.Image:
        """Return the fine picture with a color for each cell: every sample takes that of the cell it lies in."""
        rows, cols = self.height * self.fine, self.width * self.fine
        paper = np.array([int(self.noun.background[i : i + 2], 16) for i in (1, 3, 5)], np.uint8)
        colors = np.concatenate([self.colors().reshape(-1, 3), paper[np.newaxis]])
        picture = np.empty((rows, cols, 3), np.uint8)
        x: NDArray[Any] = (np.arange(cols) + 0.5) / self.scale + self.west
        for begin in range(0, rows, 256):
            current().check()
            y: NDArray[Any] = self.north - (np.arange(begin, min(begin + 256, rows)) + 0.5) / self.scale
            picture[begin : begin + 256] = colors[self._cell_at(x[np.newaxis, :], y[:, np.newaxis])]
        return Image.fromarray(picture)

    def _cell_at(self, x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.int64]:
        """Return the flat index of the cell at each point, the number of cells beyond the map; the map is drawn once, also if it wraps."""
        layout = self.land.layout
        outer, inner = layout.metrics.outer_radius, layout.metrics.inner_radius
        z = (y - layout.origin[1]) / (1.5 * outer)
        best, found = np.full(np.broadcast_shapes(x.shape, y.shape), np.inf), None
        for row in (np.floor(z).astype(np.int64), np.floor(z).astype(np.int64) + 1):
            shift = 0.5 * (row % 2)
            column = np.rint((x - layout.origin[0]) / (2.0 * inner) - shift).astype(np.int64)
            away = (x - layout.origin[0] - (column + shift) * 2.0 * inner) ** 2 + (
                y - layout.origin[1] - row * 1.5 * outer
            ) ** 2
            inside = (column >= 0) & (column < layout.columns) & (row >= 0) & (row < layout.rows)
            flat = np.where(inside, row * layout.columns + column, layout.rows * layout.columns)
            found = flat if found is None else np.where(away < best, flat, found)
            best = np.minimum(best, away)
        return np.asarray(found)

    def lines(self, draw: Any) -> None:
        """Draw what lies on the ground: edges, grid, rivers, roads, symbols, walls."""
        near = neighbors(self.land.layout)
        if self.radius / self.fine >= _SMALL:
            self._edges(draw, near)
        pen = Pen(draw, self.radius)
        if self.noun.rivers:
            self._ways(draw, _rivers(self.land), [(0.2, _RIVER)])
        if self.noun.roads:
            widths = [(0.2, _ROAD_EDGE), (0.13, _ROAD)] if self.radius / self.fine >= _SMALL else [(0.2, _ROAD_EDGE)]
            self._ways(draw, _roads(self.land), widths)
        if self.noun.symbols and self.radius / self.fine >= _SMALL:
            draw_symbols(pen, self.land, self.points)
        if self.noun.walls:
            self._walls(draw, near)

    def _edge(self, cell: int, side: int) -> tuple[tuple[float, float], tuple[float, float]]:
        x, y = self.points.reshape(-1, 2)[cell]
        (ax, ay), (bx, by) = self.corner[side], self.corner[(side + 1) % 6]
        return (x + ax, y + ay), (x + bx, y + by)

    def _edges(self, draw: Any, near: NDArray[np.int64]) -> None:
        """Draw the grid, and light and shade along edges between cells of different height."""
        view = np.maximum(self.land.elevation, self.land.water_level).reshape(-1).astype(int)
        wet = self.land.underwater.reshape(-1)
        thin = max(1, round(self.radius * 0.03))
        for cell in range(len(view)):
            for side in range(3):
                other = int(near[cell, side])
                if (
                    self.land.layout.wrap
                    and other >= 0
                    and abs(other % self.land.columns - cell % self.land.columns) > 1
                ):
                    continue
                step = 0 if other < 0 or (wet[cell] and wet[other]) else int(view[other] - view[cell])
                ends = self._edge(cell, side)
                if step and self.noun.relief:
                    strength = self.noun.relief * (0.16 if abs(step) == 1 else 0.42)
                    width = max(thin, round(self.radius * (0.06 if abs(step) == 1 else 0.12)))
                    lit = (step > 0) if side else (step < 0)  # the light comes from the north-west
                    self._tone(draw, ends, width, 255 if lit and abs(step) == 1 else 40, min(1.0, strength))
                elif self.noun.grid:
                    self._tone(draw, ends, thin, 60, 0.16)
            if self.noun.grid:
                for side in range(6):
                    if near[cell, side] < 0:
                        self._tone(draw, self._edge(cell, side), thin, 60, 0.3)

    def _tone(self, draw: Any, ends: Any, width: int, grey: int, opacity: float) -> None:
        """Draw a line whose color is mixed with what lies under its middle."""
        x, y = 0.5 * (ends[0][0] + ends[1][0]), 0.5 * (ends[0][1] + ends[1][1])
        rows, cols = self.height * self.fine, self.width * self.fine
        under = draw._image.getpixel((min(cols - 1, max(0, int(x))), min(rows - 1, max(0, int(y)))))
        color = tuple(round(c + (grey - c) * opacity) for c in under)
        draw.line(ends, fill=color, width=width)

    def _ways(self, draw: Any, ways: list[tuple[int, tuple[int, ...]]], widths: list[tuple[float, Any]]) -> None:
        """Draw curves through cells: from the middle of one side to that of another, or to the center."""
        middle = 0.5 * (self.corner + np.roll(self.corner, -1, axis=0))
        points = self.points.reshape(-1, 2)
        for share, color in widths:
            width = max(1, round(self.radius * share))
            for cell, sides in ways:
                for line in _curves(points[cell], [middle[side] for side in sides]):
                    draw.line(line, fill=color, width=width, joint="curve")
                    _dots(draw, (line[0], line[-1]), width, color)

    def _walls(self, draw: Any, near: NDArray[np.int64]) -> None:
        walled = self.land.walled.reshape(-1)
        wet, level = self.land.underwater.reshape(-1), self.land.elevation.reshape(-1)
        roads = self.land.roads.reshape(-1)
        out, into = self.land.river_out.reshape(-1), self.land.river_in.reshape(-1)
        spans = []
        for cell in np.flatnonzero(walled).tolist():
            for side in range(6):
                other = int(near[cell, side])
                cliff = abs(int(level[cell]) - int(level[other])) > 1
                if other < 0 or walled[other] or wet[cell] or wet[other] or cliff:
                    continue
                a, b = self._edge(cell, side)
                if roads[cell] >> side & 1 or out[cell] == side or into[cell] >> side & 1:
                    spans += [(a, _between(a, b, 0.3)), (_between(a, b, 0.7), b)]
                else:
                    spans.append((a, b))
        for share, color in ((0.17, _WALL_EDGE), (0.09, _WALL)):
            width = max(1, round(self.radius * share))
            for ends in spans:
                draw.line(ends, fill=color, width=width)
                _dots(draw, ends, width, color)


def _between(a: tuple[float, float], b: tuple[float, float], t: float) -> tuple[float, float]:
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


def _dots(draw: Any, ends: Any, width: int, color: Any) -> None:
    """Round the ends of a line."""
    if width > 2:
        for x, y in ends:
            draw.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=color)


def _curves(center: NDArray[Any], ends: list[NDArray[Any]]) -> list[list[tuple[float, float]]]:
    """Return lines from end to end, bent towards the center; one end alone, or several, meet in the center."""
    if len(ends) != 2:
        return [[tuple(center), tuple(center + end)] for end in ends]
    t = np.linspace(0.0, 1.0, 9)[:, np.newaxis]
    bent = center + ends[0] * (1.0 - t) ** 2 + ends[1] * t**2
    return [[(float(x), float(y)) for x, y in bent]]


def _sides(bits: int) -> list[int]:
    return [side for side in range(6) if bits >> side & 1]


def _rivers(land: HexMap) -> list[tuple[int, tuple[int, ...]]]:
    """Return cells with a river, and the sides it crosses; nothing under water."""
    into, out, wet = land.river_in.reshape(-1), land.river_out.reshape(-1), land.underwater.reshape(-1)
    cells = np.flatnonzero(((into > 0) | (out >= 0)) & ~wet)
    return [(int(c), (*_sides(int(into[c])), *([int(out[c])] if out[c] >= 0 else []))) for c in cells]


def _roads(land: HexMap) -> list[tuple[int, tuple[int, ...]]]:
    bits = land.roads.reshape(-1)
    return [(int(c), tuple(_sides(int(bits[c])))) for c in np.flatnonzero(bits)]
