"""Plain twins of the growth of continents: a heap for the buckets, scattering for gathering, lists rebuilt for lists kept."""

from __future__ import annotations

import heapq
import math

from landwright.hexmap import Layout, neighbors
from naive.hashing import hash1


class Draws:
    """The stream of ``_kernels.draws``."""

    def __init__(self, words) -> None:
        self.words, self.count = words, 0

    def bits(self) -> int:
        self.count += 1
        return hash1(self.count, *self.words)

    def chance(self) -> float:
        return self.bits() / 2**32

    def below(self, limit: int) -> int:
        return self.bits() * limit >> 32


def distance(layout: Layout, a: int, b: int) -> int:
    def steps(turn: int) -> int:
        (row, column), (row2, column2) = divmod(a, layout.columns), divmod(b, layout.columns)
        dq, dr = column2 + turn * layout.columns - row2 // 2 - column + row // 2, row2 - row
        return max(abs(dq), abs(dr), abs(dq + dr))

    return min(steps(turn) for turn in ((-1, 0, 1) if layout.wrap else (0,)))


def grow(layout: Layout, regions, land, wanted: int, words) -> list[int]:
    """Pieces of a small map (no fraying, sizes drawn evenly)."""
    draws, near = Draws(words), neighbors(layout).tolist()
    level = [0] * len(near)
    piece = 0
    dry = 0
    while dry < wanted:
        x0, x1, y0, y1 = regions[piece % len(regions)]
        piece += 1
        column, row = x0 + draws.below(x1 - x0), y0 + draws.below(y1 - y0)
        span = land.largest_piece - land.smallest_piece
        want = math.floor(land.smallest_piece + draws.chance() * span + 0.5)
        sinks = draws.chance() < land.sink
        change = (2 if draws.chance() < land.high_rise else 1) * (-1 if sinks else 1)
        start = row * layout.columns + column
        seen, heap, order, size = {start}, [(0, 0, start)], 0, 0
        while heap and size < want:
            cell = heapq.heappop(heap)[2]
            if not land.lowest <= level[cell] + change <= land.highest:
                continue
            was = level[cell] >= land.water_level
            level[cell] += change
            size += 1
            dry += (level[cell] >= land.water_level) - was
            if dry == wanted:
                break
            for other in near[cell]:
                if other >= 0 and other not in seen:
                    seen.add(other)
                    bits = draws.bits()
                    late = (bits >> 4) / 2**28 < land.jitter
                    order += 1
                    heapq.heappush(heap, (16 * (distance(layout, start, other) + late) + bits % 16, -order, other))
    return level


def wear(near, level: list[int], percentage: float, words) -> list[int]:
    """Erosion with the order of the kernel's list, found anew each time."""
    draws, level = Draws(words), list(level)

    def feet(cell: int) -> list[int]:
        return [other for other in near[cell] if other >= 0 and level[other] <= level[cell] - 2]

    steep = [cell for cell in range(len(level)) if feet(cell)]

    def enlist(cell: int) -> None:
        if cell >= 0 and feet(cell) and cell not in steep:
            steep.append(cell)

    def dismiss(cell: int) -> None:
        if cell in steep and not feet(cell):
            steep[steep.index(cell)] = steep[-1]
            steep.pop()

    target = int(len(steep) * (100.0 - percentage) * 0.01)
    while len(steep) > target:
        cell = steep[draws.below(len(steep))]
        found = feet(cell)
        foot = found[draws.below(len(found))]
        level[cell] -= 1
        level[foot] += 1
        dismiss(cell)
        enlist(foot)
        for other in near[cell]:
            enlist(other)
        for other in near[foot]:
            dismiss(other)
    return level


def rain(near, level, water, cycle, highest: int) -> list[float]:
    """The water cycle, every cell handing out what it loses."""
    wind = ("NE", "E", "SE", "SW", "W", "NW").index(cycle.wind)
    cells = range(len(level))
    cloud, soil = [0.0] * len(level), [cycle.starting_moisture] * len(level)
    view = [max(pair) for pair in zip(level, water, strict=True)]
    for _ in range(cycle.steps):
        next_cloud, next_soil = [0.0] * len(level), [0.0] * len(level)
        for cell in cells:
            c, s = cloud[cell], soil[cell]
            if water[cell] > level[cell]:
                c, s = c + cycle.evaporation, 1.0
            else:
                c, s = c + s * cycle.land_evaporation, s - s * cycle.land_evaporation
            c, s = c - c * cycle.precipitation, s + c * cycle.precipitation
            most = 1.0 - view[cell] / (highest + 1.0)
            if c > most:
                c, s = most, s + c - most
            left = s
            for side, other in enumerate(near[cell]):
                if other < 0:
                    continue
                next_cloud[other] += (
                    c / (5.0 + cycle.wind_strength) * (cycle.wind_strength if (side + 3) % 6 == wind else 1.0)
                )
                share = (
                    cycle.runoff if view[other] < view[cell] else cycle.seepage if view[other] == view[cell] else 0.0
                )
                left -= s * share / 6.0
                next_soil[other] += s * share / 6.0
            next_soil[cell] += left
        cloud, soil = next_cloud, [min(max(value, 0.0), 1.0) for value in next_soil]
    return soil


def hexagon_mean(layout: Layout, field, column: int, row: int, samples: int = 400) -> float:
    """The mean of a raster over a hexagon, by a fine square lattice of points."""
    outer, inner = layout.metrics.outer_radius, layout.metrics.inner_radius
    x0 = layout.origin[0] + (column + 0.5 * (row % 2)) * 2.0 * inner
    y0 = layout.origin[1] + row * 1.5 * outer
    total, count = 0.0, 0
    for i in range(samples):
        for j in range(samples):
            x, y = (2 * (i + 0.5) / samples - 1) * inner, (2 * (j + 0.5) / samples - 1) * outer
            if abs(y) > outer - abs(x) * 0.5 / math.sqrt(0.75):
                continue
            total += field(x0 + x, y0 + y)
            count += 1
    return total / count
