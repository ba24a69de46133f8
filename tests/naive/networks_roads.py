"""Plain twins of what roads are made with: straight out of the definitions, slow."""

from __future__ import annotations

import heapq
import math

import numpy as np


def stiffen(points, weight):
    """Least sum of distance squared plus weight times second difference squared, ends fixed: one dense system."""
    n = len(points)
    second = np.zeros((n, n))
    for i in range(1, n - 1):
        second[i, i - 1 : i + 2] = (1.0, -2.0, 1.0)
    matrix = np.eye(n) + second.T @ np.diag(weight) @ second
    right = points.copy()
    for end in (0, n - 1):
        matrix[end] = 0.0
        matrix[end, end] = 1.0
    return np.linalg.solve(matrix, right)


def cheapest(lattice, start, goal, heading=-1):
    """Dijkstra over (place, direction of arrival), each move and jump looked up by itself."""
    cols = lattice.ids.shape[1]
    best = {}
    waiting = [(0.0, start, heading)]
    while waiting:
        cost, place, way = heapq.heappop(waiting)
        if (place, way) in best:
            continue
        best[place, way] = cost
        if place == goal:
            return cost
        row, col = divmod(int(lattice.cells[place]), cols)
        steps = []
        for k, (dr, dc) in enumerate(lattice.moves.tolist()):
            if np.isfinite(lattice.cost[place, k]):
                steps.append((int(lattice.ids[row + dr, col + dc]), k, float(lattice.cost[place, k])))
        for jump in range(int(lattice.jump_first[place]), int(lattice.jump_first[place + 1])):
            steps.append((int(lattice.jump_to[jump]), int(lattice.jump_way[jump]), float(lattice.jump_cost[jump])))
        for other, k, price in steps:
            bend = 0.0 if way < 0 else float(lattice.turn[way, k])
            if math.isfinite(bend):
                heapq.heappush(waiting, (cost + price + bend, other, k))
    return math.inf


def nearest_height(x, y, network, width_more, skip):
    """(delta to the nearest bed, height there, whether it is pressed) over all segments of a network."""
    best = (math.inf, 0.0, False)
    for edge in range(len(network)):
        span = network.span(edge)
        line = network.points[span]
        for i in range(len(line) - 1):
            (ax, ay, az), (bx, by, bz) = line[i].tolist(), line[i + 1].tolist()
            ux, uy = bx - ax, by - ay
            size = ux * ux + uy * uy
            t = 0.0 if size == 0 else min(max(((x - ax) * ux + (y - ay) * uy) / size, 0.0), 1.0)
            half = 0.5 * network.of_points["width"][span.start + i] + width_more
            delta = math.hypot(x - ax - t * ux, y - ay - t * uy) - half
            if delta < best[0]:
                codes = network.of_points["class"][span.start + i : span.start + i + 2]
                best = (delta, az + t * (bz - az), not any(int(c) in skip for c in codes))
    return best


def beside_roads(x, y, ground, network, batters, cell):
    """The ground beyond all beds, straight out of the rule: every segment's own side, weighted by delta to the power of -4."""
    total = weights = 0.0
    reach = max(batters.smoothing, batters.reach)
    for edge in range(len(network)):
        line = network.line(edge)
        for i in range(len(line) - 1):
            one = network.replace(
                nodes=line[i : i + 2],
                edges=[[0, 1]],
                points=line[i : i + 2],
                starts=[0, 2],
                of_points={"width": [network.of_points["width"][0]] * 2, "class": [0, 0]},
                of_edges={},
                names=(),
            )
            delta, road, _ = nearest_height(x, y, one, cell, ())
            if delta >= reach:
                continue
            road -= batters.bed
            share = min(delta / batters.smoothing, 1.0)
            level = road * (1.0 - share) + ground * share
            run = delta / (1.0 - (delta / reach) ** 2)
            value = min(max(level, road - batters.fill_slope * run), road + batters.cut_slope * run)
            total += value / delta**4
            weights += 1.0 / delta**4
    return total / weights if weights else ground
