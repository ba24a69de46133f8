"""Voronoi peaks, literally as the original tool computes them, in samples."""

from __future__ import annotations

import math


def flank(shape: str, y: float, d: float, f: float, q: float) -> float:
    if shape == "linear":
        return y - d * f
    if shape == "power":
        return y - d**q * f
    if shape == "sin_power":
        return y - (3 * d) ** f - math.sin(2 * math.pi * d) / q
    return y - d * f - d**q


def voronoi_peaks(
    rows: int,
    cols: int,
    peaks: list[tuple[int, int, float]],
    shape: str,
    f: float,
    q: float,
    diagonal: float | None = None,
    start: list[list[float]] | None = None,
) -> list[list[float]]:
    """Return heights from 0 to 1; `peaks` are (row, col, height).

    The original divides by the diagonal over the counts of samples; Landwright by that of the extent, given as `diagonal`.
    """
    across = math.sqrt(cols**2 + rows**2) if diagonal is None else diagonal
    z = [list(row) for row in start] if start else [[0.0] * cols for _ in range(rows)]
    for pr, pc, y in peaks:
        z[pr][pc] = max(z[pr][pc], y)
        for r in range(rows):
            for c in range(cols):
                if (r, c) != (pr, pc):
                    d = math.sqrt((r - pr) ** 2 + (c - pc) ** 2) / across
                    z[r][c] = max(z[r][c], flank(shape, y, d, f, q))
    return [[min(max(v, 0.0), 1.0) for v in row] for row in z]
