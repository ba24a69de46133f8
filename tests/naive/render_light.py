"""Light on a heightfield in plain Python: horizons by looking at every sample, hillshade by the textbook formula."""

from __future__ import annotations

import math

import numpy as np


def height_at(z: np.ndarray, row: float, col: int) -> float:
    """Height between two rows of a column; rows outside the map repeat its edge."""
    i = math.floor(row)
    f = row - i
    low, high = max(i, 0), min(i + 1, z.shape[0] - 1)
    return float(z[low, col]) * (1.0 - f) + float(z[high, col]) * f


def tangent_on_line(z: np.ndarray, start: float, ratio: float, j: int, ahead: bool, slope: float) -> float:
    """Tangent of the horizon at column j of the line row = start + ratio * j: the steepest of all points on one side."""
    rows, cols = z.shape
    here = height_at(z, start + ratio * j, j)
    best = 0.0
    for other in range(j + 1, cols) if ahead else range(j):
        row = start + ratio * other
        if -1.0 < row < rows:
            best = max(best, (height_at(z, row, other) - here) * slope / abs(other - j))
    return best


def between_lines(z: np.ndarray, i: int, j: int, ratio: float, value) -> float:
    """Mean of what the two lines beside sample (i, j) give, weighted by nearness; lines start at whole rows."""
    start = i - ratio * j
    low = math.floor(start)
    f = start - low
    result = value(float(low), ratio, j) * (1.0 - f)
    return result + value(float(low + 1), ratio, j) * f if f > 0.0 else result


def horizon(z: np.ndarray, cell_size: float, azimuth: float) -> np.ndarray:
    """Tangent of the horizon toward a bearing, at every sample."""
    east, south = math.sin(math.radians(azimuth)), -math.cos(math.radians(azimuth))
    if abs(east) < abs(south):
        return horizon(z.T, cell_size, math.degrees(math.atan2(south, -east))).T
    ratio = south / east
    ratio = 0.0 if abs(ratio) < 1e-9 else ratio
    slope = 1.0 / (cell_size * math.hypot(1.0, ratio))
    out = np.zeros(z.shape)
    for i in range(z.shape[0]):
        for j in range(z.shape[1]):
            out[i, j] = between_lines(
                z, i, j, ratio, lambda start, r, c: tangent_on_line(z, start, r, c, east > 0.0, slope)
            )
    return out


def sky(z: np.ndarray, cell_size: float) -> np.ndarray:
    """Share of an even sky's light: mean of cos(horizon)^2 over sixteen bearings, each with its share of the circle."""
    gap = math.degrees(math.atan(0.5))
    bearings = {0.0: gap, gap: 22.5, 45.0: 45.0 - gap, 90.0 - gap: 22.5}
    total = np.zeros(z.shape)
    for quarter in range(4):
        for bearing, share in bearings.items():
            t = horizon_squared(z, cell_size, bearing + 90.0 * quarter)
            total += share / 360.0 * t
    return total


def horizon_squared(z: np.ndarray, cell_size: float, azimuth: float) -> np.ndarray:
    """Cosine squared of the horizon toward a bearing, at every sample, averaged between lines as a cosine squared."""
    east, south = math.sin(math.radians(azimuth)), -math.cos(math.radians(azimuth))
    if abs(east) < abs(south) - 1e-9:
        return horizon_squared(z.T, cell_size, math.degrees(math.atan2(south, -east))).T
    ratio = round(2.0 * south / east) / 2.0
    slope = 1.0 / (cell_size * math.hypot(1.0, ratio))

    def light(start: float, r: float, c: int) -> float:
        t = tangent_on_line(z, start, r, c, east > 0.0, slope)
        return 1.0 / (1.0 + t * t)

    out = np.zeros(z.shape)
    for i in range(z.shape[0]):
        for j in range(z.shape[1]):
            out[i, j] = between_lines(z, i, j, ratio, light)
    return out


def lambert(z: np.ndarray, cell_size: float, azimuth: float, altitude: float) -> np.ndarray:
    """Cosine of the angle between the ground's normal and the sun, never negative."""
    a, e = math.radians(azimuth), math.radians(altitude)
    sun = (math.sin(a) * math.cos(e), math.cos(a) * math.cos(e), math.sin(e))
    rows, cols = z.shape
    out = np.zeros(z.shape)
    for i in range(rows):
        for j in range(cols):
            west, east = max(j - 1, 0), min(j + 1, cols - 1)
            north, south = max(i - 1, 0), min(i + 1, rows - 1)
            dx = (float(z[i, east]) - float(z[i, west])) / (cell_size * max(east - west, 1))
            dy = (float(z[north, j]) - float(z[south, j])) / (cell_size * max(south - north, 1))
            normal = np.array([-dx, -dy, 1.0]) / math.sqrt(dx * dx + dy * dy + 1.0)
            out[i, j] = max(float(normal @ sun), 0.0)
    return out
