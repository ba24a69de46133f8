"""Hydrology in plain Python: definitions spelled out, as slow as they are.

Cells are a dict of neighbours {cell: [(neighbour, distance), ...]}; no data is simply not in it.
"""

from __future__ import annotations

import math

import numpy as np

STEPS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def around(shape: tuple[int, int], cell_size: float = 1.0, mask: np.ndarray | None = None) -> dict:
    rows, cols = shape
    there = np.ones(shape, bool) if mask is None else mask
    out = {}
    for r in range(rows):
        for c in range(cols):
            if there[r, c]:
                out[r * cols + c] = [
                    ((r + i) * cols + c + j, cell_size * math.hypot(i, j))
                    for i, j in STEPS
                    if 0 <= r + i < rows and 0 <= c + j < cols and there[r + i, c + j]
                ]
    return out


def edge(shape: tuple[int, int], mask: np.ndarray | None = None) -> set[int]:
    """The samples at the map's edge, and those beside missing data."""
    rows, cols = shape
    there = np.ones(shape, bool) if mask is None else mask
    return {
        r * cols + c
        for r in range(rows)
        for c in range(cols)
        if there[r, c] and not all(0 <= r + i < rows and 0 <= c + j < cols and there[r + i, c + j] for i, j in STEPS)
    }


def least_surface(z: list[float], near: dict, base: set[int], step: bool = False) -> list[float]:
    """The fixpoint: w = z at base levels, else max(z, lowest neighbour's w), one float32 step above it with `step`.

    From above, until nothing falls any more (Planchon and Darboux 2002).
    """
    w = {i: (z[i] if i in base else math.inf) for i in near}
    changed = True
    while changed:
        changed = False
        for i in near:
            if i in base:
                continue
            low = min((w[m] for m, _ in near[i]), default=math.inf)
            if step and low < math.inf:
                low = float(np.nextafter(np.float32(low), np.float32(np.inf)))
            new = max(z[i], low)
            if new < w[i]:
                w[i] = new
                changed = True
    return [w.get(i, z[i]) for i in range(len(z))]


def steepest(z: list[float], near: dict, base: set[int]) -> dict:
    """The lowest-index neighbour among the steepest ways down, or None."""
    out = {}
    for i in near:
        best, found = np.float32(0.0), None
        for m, d in sorted(near[i]):
            s = (np.float32(z[i]) - np.float32(z[m])) * (np.float32(1.0) / np.float32(d))
            if i not in base and s > best:
                best, found = s, m
        out[i] = found
    return out


def upstream(receivers, values) -> list[float]:
    """Walk from every cell down to its base level, leaving its value everywhere on the way."""
    total = [0.0] * len(receivers)
    for i, value in enumerate(values):
        at = i
        while True:
            total[at] += value
            if receivers[at] == at:
                break
            at = receivers[at]
    return total


def end_of(receivers, i: int) -> int:
    for _ in range(len(receivers) + 1):
        if receivers[i] == i:
            return i
        i = int(receivers[i])
    raise AssertionError("water runs in a circle")


def strahler(receivers, stream) -> list[int]:
    donors: dict[int, list[int]] = {}
    for i, r in enumerate(receivers):
        if r != i and stream[i] and stream[r]:
            donors.setdefault(int(r), []).append(i)

    def order(i: int) -> int:
        above = sorted((order(d) for d in donors.get(i, ())), reverse=True)
        if not above:
            return 1
        return above[0] + (1 if len(above) > 1 and above[0] == above[1] else 0)

    return [order(i) if stream[i] else 0 for i in range(len(receivers))]


def pools(z: list[float], near: dict, base: set[int]) -> dict:
    """Every depression by flooding each level: {frozenset of cells under water: (spill level, lowest cell, volume)}.

    For each distinct elevation L the connected sets of cells below L that hold no base level and spill at L: a cell of that
    elevation beside them is a base level, or has lower ground on its other side.
    """
    found = {}
    for level in sorted({z[i] for i in near}):
        left = {i for i in near if z[i] < level}
        while left:
            pool, todo = set(), [min(left)]
            while todo:
                i = todo.pop()
                if i in pool:
                    continue
                pool.add(i)
                todo.extend(m for m, _ in near[i] if z[m] < level and m not in pool)
            left -= pool
            rim = {m for i in pool for m, _ in near[i]} - pool
            spills = [m for m in rim if z[m] == level]
            if pool & base or not any(
                m in base or any(z[k] < level and k not in pool for k, _ in near[m]) for m in spills
            ):
                continue
            found[frozenset(pool)] = (level, min(pool, key=lambda i: (z[i], i)), sum(level - z[i] for i in pool))
    return found


def divided(z, filled, near: dict, receivers, exponent: float) -> list[dict]:
    """Shares of each cell's flow among all lower neighbours."""
    out: list[dict] = []
    for i in range(len(z)):
        r = int(receivers[i])
        if r == i:
            out.append({})
        elif filled[i] > z[i] or not filled[r] < filled[i]:
            out.append({r: 1.0})
        else:
            w = {m: ((z[i] - z[m]) / d) ** exponent for m, d in near[i] if filled[m] < filled[i]}
            total = sum(w.values())
            out.append({m: v / total for m, v in w.items()})
    return out


def facets(z, filled, shape: tuple[int, int], receivers) -> list[dict]:
    """Tarboton's D-infinity by his angles: slope and angle of each of eight facets, the steepest shared by angle."""
    rows, cols = shape
    f = np.asarray(z, float).reshape(shape)
    out: list[dict] = []
    ring = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
    for i in range(len(z)):
        r, c = divmod(i, cols)
        main = int(receivers[i])
        if main == i:
            out.append({})
            continue
        if filled[i] > z[i] or not filled[main] < filled[i]:
            out.append({main: 1.0})
            continue
        best, share = 0.0, {main: 1.0}
        for a in range(8):
            near, far = (ring[a], ring[(a + 1) % 8]) if a % 2 == 0 else (ring[(a + 1) % 8], ring[a])
            if not (0 <= r + far[0] < rows and 0 <= c + far[1] < cols):
                continue
            e0, e1, e2 = f[r, c], f[r + near[0], c + near[1]], f[r + far[0], c + far[1]]
            angle, slope = math.atan2(e1 - e2, e0 - e1), math.hypot(e0 - e1, e1 - e2)
            if angle < 0.0:
                angle, slope = 0.0, e0 - e1
            elif angle > math.pi / 4:
                angle, slope = math.pi / 4, (e0 - e2) / math.sqrt(2.0)
            n, d = (r + near[0]) * cols + c + near[1], (r + far[0]) * cols + c + far[1]
            if any(z[m] < z[i] and not filled[m] < filled[i] for m in (n, d)):
                continue  # a pass, and this side of it is the lake
            if slope > best * (1 + 1e-6):
                best, part = slope, angle / (math.pi / 4)
                share = {k: v for k, v in ((n, 1 - part), (d, part)) if v > 0.0}
        out.append(share)
    return out
