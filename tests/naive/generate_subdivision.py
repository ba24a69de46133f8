"""Plasma, midpoint and diamond-square by recursion, in float64: the definitions, one point at a time."""

from __future__ import annotations

import functools
import math

from naive.generate_draws import centered, hash2, unit, words


def plasma(
    size: int, grain: float, plains: bool, stream: int
) -> tuple[dict[tuple[int, int], float], list[list[float]]]:
    """Divide a square of `size` pixels as the original program does; return lattice points and pixels.

    The original calls itself for four quarters; WH is the sum of the sides, and a child of size (w, h) was displaced by
    U(-1/2, 1/2) * (w + h) / WH * grain. A pixel is the mean of the corners of its square.
    """
    points: dict[tuple[int, int], float] = {}
    pixels = [[0.0] * size for _ in range(size)]
    start = words(stream, -1)

    def clamp(v: float) -> float:
        return min(max(v, 0.0), 1.0)

    def divide(x: int, y: int, w: int, level: int, c1: float, c2: float, c3: float, c4: float) -> None:
        points[y, x], points[y, x + w], points[y + w, x + w], points[y + w, x] = c1, c2, c3, c4
        if w == 1:
            pixels[y][x] = clamp((c1 + c2 + c3 + c4) / 4)
            return
        half = w // 2
        displacement = 0.5 * centered(hash2(2 * (x // w) + 1, 2 * (y // w) + 1, words(stream, level)))
        middle = (c1 + c2 + c3 + c4) / 4 + displacement * ((half + half) / (size + size)) * grain
        if not plains:
            middle = clamp(middle)
        e1, e2, e3, e4 = (c1 + c2) / 2, (c2 + c3) / 2, (c3 + c4) / 2, (c4 + c1) / 2
        divide(x, y, half, level + 1, c1, e1, middle, e4)
        divide(x + half, y, half, level + 1, e1, c2, e2, middle)
        divide(x + half, y + half, half, level + 1, middle, e2, c3, e3)
        divide(x, y + half, half, level + 1, e4, middle, e3, c4)

    corner = [unit(hash2(x, y, start)) for x, y in ((0, 0), (1, 0), (1, 1), (0, 1))]
    divide(0, 0, size, 0, *corner)
    return {at: clamp(v) for at, v in points.items()}, pixels


def _key(spacing: float) -> int:
    return math.frexp(spacing)[1]


class Plane:
    """Points of a subdivision of the endless plane; positions are (row, col) in cells, rows southward."""

    def __init__(
        self,
        cell: float,
        levels: int,
        middle: float,
        amplitude: float,
        gain: float,
        stream: int,
        edges: bool,
        diamond: bool,
    ) -> None:
        self.cell, self.levels, self.middle, self.amplitude, self.gain = cell, levels, middle, amplitude, gain
        self.stream, self.edges, self.diamond = stream, edges, diamond
        self.at = functools.lru_cache(None)(self._at)

    def _draw(self, level: int, row: int, col: int) -> float:
        """Return the displacement of a point that first appears at `level` (0 the coarsest)."""
        step = self.cell * 2.0 ** (self.levels - level)
        stream = words(self.stream, _key(step) + 2048 - (4096 if level else 0))
        unit_ = 1 << (self.levels - level)
        return self.amplitude * self.gain**level * centered(hash2(col // unit_, row // unit_, stream))

    def _at(self, row: int, col: int) -> float:
        level = 0
        while row % (1 << (self.levels - level)) or col % (1 << (self.levels - level)):
            level += 1
        if level == 0:
            return self.middle + self._draw(0, row, col)
        h = 1 << (self.levels - level)
        odd_row, odd_col = (row // h) % 2, (col // h) % 2
        if odd_row and odd_col:
            corners = [self.at(row + a, col + b) for a in (-h, h) for b in (-h, h)]
            return sum(corners) / 4 + self._draw(level, row, col)
        ends = [(row, col - h), (row, col + h)] if odd_col else [(row - h, col), (row + h, col)]
        if not self.diamond:
            return sum(self.at(*end) for end in ends) / 2
        sides = [(row - h, col), (row + h, col), (row, col - h), (row, col + h)]
        moved = self._draw(level, row, col) if self.edges else 0.0
        return sum(self.at(*side) for side in sides) / 4 + moved


def closed(
    squares: tuple[int, int],
    levels: int,
    cell: float,
    middle: float,
    amplitude: float,
    gain: float,
    stream: int,
    torus: bool,
    outside: float,
    edges: bool = True,
) -> list[list[float]]:
    """Diamond-square breadth first on one map, as the specification tells it."""
    m, n = squares[0] << levels, squares[1] << levels
    z: dict[tuple[int, int], float] = {}

    def look(r: int, c: int) -> float:
        if torus:
            return z[r % m, c % n]
        return z.get((r, c), outside)

    side = 1 << levels
    stream_words = words(stream, _key(cell * side) + 2048)
    last_r, last_c = (m, n) if torus else (m + 1, n + 1)
    for r in range(0, last_r, side):
        for c in range(0, last_c, side):
            z[r, c] = middle + amplitude * centered(hash2(c // side, r // side, stream_words))
            if not torus and (r in (0, m) or c in (0, n)):
                z[r, c] = outside
    while side > 1:
        h = side // 2
        amplitude *= gain
        stream_words = words(stream, _key(cell * h) - 2048)
        for r in range(h, m, side):
            for c in range(h, n, side):
                mean = sum(look(r + a, c + b) for a in (-h, h) for b in (-h, h)) / 4
                z[r, c] = mean + amplitude * centered(hash2(c // h, r // h, stream_words))
        for r in range(0, last_r, h):
            for c in range(0, last_c, h):
                if (r // h + c // h) % 2:
                    mean = (look(r - h, c) + look(r + h, c) + look(r, c - h) + look(r, c + h)) / 4
                    z[r, c] = mean + (amplitude * centered(hash2(c // h, r // h, stream_words)) if edges else 0.0)
        side = h
    return [[look(r, c) for c in range(n + 1)] for r in range(m + 1)]


def skyline(count: int, left: float, right: float, step: float, stream: int) -> list[float]:
    """1-D midpoint displacement, segment by segment."""
    out = [0.0] * count
    out[0], out[-1] = left, right

    def split(a: int, b: int, level: int, index: int) -> None:
        m = (a + b) // 2
        if m > a:
            mean = out[a] + (out[b] - out[a]) * (m - a) / (b - a)
            out[m] = mean + step * (b - a) * centered(hash2(index, 0, words(stream, level)))
            split(a, m, level + 1, 2 * index)
            split(m, b, level + 1, 2 * index + 1)
        elif b - a == 1 and level < 40:
            return

    split(0, count - 1, 0, 0)
    return out
