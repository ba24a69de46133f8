"""Plain twins of the kernels of ``ops`` that look around: windows as lists, one sample at a time."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable

import numpy as np


def disc(radius_cells: float) -> list[tuple[int, int]]:
    n = math.floor(radius_cells + 1e-9)
    spots = [(i, j) for i in range(-n, n + 1) for j in range(-n, n + 1)]
    return [(i, j) for i, j in spots if i * i + j * j <= (radius_cells + 1e-9) ** 2]


def ranked(z: np.ndarray, data: np.ndarray, radius_cells: float, choose: Callable[[list[float]], float]) -> np.ndarray:
    out = z.astype(float)
    rows, cols = z.shape
    for r in range(rows):
        for c in range(cols):
            near = [(r + i, c + j) for i, j in disc(radius_cells) if 0 <= r + i < rows and 0 <= c + j < cols]
            if data[r, c]:
                out[r, c] = choose([float(z[place]) for place in near if data[place]])
    return out


def median(values: list[float]) -> float:
    return statistics.median(values)


def reflected(index: int, count: int) -> int:
    while not 0 <= index < count:
        index = -1 - index if index < 0 else 2 * count - 1 - index
    return index


def smooth(z: np.ndarray, data: np.ndarray, radius_cells: float) -> np.ndarray:
    """Weighted mean in a square window, all at once instead of one axis after the other."""
    n = math.ceil(4.0 * radius_cells - 1e-9)
    weight = [math.exp(-0.5 * (k / radius_cells) ** 2) for k in range(-n, n + 1)]
    rows, cols = z.shape
    out = z.astype(float)
    for r in range(rows):
        for c in range(cols):
            if not data[r, c]:
                continue
            total = share = 0.0
            for i in range(-n, n + 1):
                for j in range(-n, n + 1):
                    place = reflected(r + i, rows), reflected(c + j, cols)
                    if data[place]:
                        total += weight[i + n] * weight[j + n] * float(z[place])
                        share += weight[i + n] * weight[j + n]
            out[r, c] = total / share
    return out


def nearest_distance(marked: np.ndarray, cell_size: float) -> np.ndarray:
    places = np.argwhere(marked)
    out = np.empty(marked.shape)
    for r in range(marked.shape[0]):
        for c in range(marked.shape[1]):
            out[r, c] = min(math.hypot(r - i, c - j) for i, j in places) * cell_size
    return out


def gradient(z: np.ndarray, data: np.ndarray, row: int, col: int, cell_size: float) -> tuple[float, float]:
    """Return dz/dx (east) and dz/dy (north)."""

    def there(i: int, j: int) -> bool:
        return 0 <= i < z.shape[0] and 0 <= j < z.shape[1] and bool(data[i, j])

    around = [(row + i, col + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
    if all(there(*place) for place in around):
        window = z[row - 1 : row + 2, col - 1 : col + 2].astype(float)
        across = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]) / 8.0
        return float((window * across).sum()) / cell_size, float((window * -across.T).sum()) / cell_size

    def axis(ahead: tuple[int, int], behind: tuple[int, int]) -> float:
        known = [place if there(*place) else (row, col) for place in (ahead, behind)]
        apart = sum(place != (row, col) for place in known)
        return (float(z[known[0]]) - float(z[known[1]])) / (apart * cell_size) if apart else 0.0

    return axis((row, col + 1), (row, col - 1)), axis((row - 1, col), (row + 1, col))


def resample(z: np.ndarray, row: float, col: float, method: str) -> float:
    """Value at a place given in cells, from whole weights of a (rows, cols) window."""
    row, col = min(max(row, 0.0), z.shape[0] - 1.0), min(max(col, 0.0), z.shape[1] - 1.0)

    def kernel(d: float) -> float:
        d = abs(d)
        if method == "bilinear":
            return max(1.0 - d, 0.0)
        if d < 1.0:
            return 1.5 * d**3 - 2.5 * d**2 + 1.0
        return -0.5 * d**3 + 2.5 * d**2 - 4.0 * d + 2.0 if d < 2.0 else 0.0

    total = 0.0
    for i in range(math.floor(row) - 2, math.floor(row) + 4):
        for j in range(math.floor(col) - 2, math.floor(col) + 4):
            inside = min(max(i, 0), z.shape[0] - 1), min(max(j, 0), z.shape[1] - 1)
            total += kernel(row - i) * kernel(col - j) * float(z[inside])
    return total
