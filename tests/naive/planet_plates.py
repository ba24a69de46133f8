"""Plates of a point and the climate of a place, straight from the formulas."""

from __future__ import annotations

import heapq
import math

import numpy as np


def plates(
    p: np.ndarray, centers: np.ndarray, spins: np.ndarray, crust: np.ndarray, widths: tuple[float, float, float]
) -> tuple[float, float, float, float]:
    """Land, broad and narrow approach, parting: over all plates and all pairs, none left out."""
    near = centers @ p

    def weights(width: float) -> np.ndarray:
        w = np.exp((near - near.max()) / width)
        return np.asarray(w / w.sum())

    land = float(weights(widths[0]) @ crust)
    found = []
    for width in widths[1:]:
        w, closing, opening = weights(width), 0.0, 0.0
        for a in range(len(centers)):
            for b in range(a + 1, len(centers)):
                toward = (centers[b] - centers[a]) / np.linalg.norm(centers[b] - centers[a])
                meet = float(np.cross(spins[a] - spins[b], p) @ toward)
                closing += 4.0 * w[a] * w[b] * max(meet, 0.0)
                opening += 4.0 * w[a] * w[b] * max(-meet, 0.0)
        found.append((closing, opening))
    return land, found[0][0], found[1][0], found[1][1]


def sea_distance(weld: np.ndarray, points: np.ndarray, sea: np.ndarray, radius: float) -> np.ndarray:
    """Shortest way to the sea over welded nodes, by Dijkstra."""
    near: dict[int, dict[int, float]] = {}
    n = weld.shape[1]
    for f in range(6):
        for r in range(n):
            for c in range(n):
                for dr, dc in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    q, d = r + dr, c + dc
                    if 0 <= q < n and 0 <= d < n:
                        length = radius * math.sqrt(float(((points[f, r, c] - points[f, q, d]) ** 2).sum()))
                        a, b = int(weld[f, r, c]), int(weld[f, q, d])
                        near.setdefault(a, {})[b] = near.setdefault(b, {})[a] = length
    far = dict.fromkeys(near, 1e30)
    heap = []
    for f, r, c in zip(*np.nonzero(sea), strict=True):
        far[int(weld[f, r, c])] = 0.0
        heap.append((0.0, int(weld[f, r, c])))
    heapq.heapify(heap)
    while heap:
        d, node = heapq.heappop(heap)
        for other, length in near[node].items() if d <= far[node] else ():
            if d + length < far[other]:
                far[other] = d + length
                heapq.heappush(heap, (far[other], other))
    return np.vectorize(far.get)(weld.astype(int))


def temperature(z: float, height: float, warm: float, form: tuple[float, float, float, float]) -> float:
    """Degrees at the sine of a latitude and a height (m)."""
    equator, poles, lapse, variety = form
    share = z**2 * (0.25 + 0.75 * z**2)
    return equator * (1.0 - share) + poles * share - lapse * max(height, 0.0) + variety * warm
