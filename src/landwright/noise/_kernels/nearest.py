"""The nearest feature points, exactly: square rings of cells, outwards, until no further one can hold a nearer point.

One feature point lies in every cell, at its middle plus jitter. Most points need the 3 x 3 (x 3) cells around them; where a feature of
ring two could be nearer, that ring is searched as well. ``cells`` finds F1 for whole vectors of points and calls this for the few others.

*Symbols:* ``half`` is half the jitter; ``t, y, z`` fractions of the cell; distances are squared for the Euclidean metric until the end.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import add32, centered, mix32, mul32, shl32, xor32
from landwright._numba import kernel
from landwright.noise._kernels.basis import fraction
from landwright.noise._kernels.lattice import PX, PY, PZ, floor, low_bits

_F, _U = np.float32, np.uint32
_HALF, _ONE, _FAR = _F(0.5), _F(1), _F(1e30)
_SALT = _U(0x5851F42D)
EUCLIDEAN, MANHATTAN, CHEBYSHEV = 0, 1, 2
F1, F2, F2_MINUS_F1, CELL_VALUE = 0, 1, 2, 3
SAFE = _F(0.999)
"""Share of the distance to an unseen cell that counts as certainly nearer, in spite of rounding."""


@kernel(inline=True)
def wrapped(cell: Any, step: Any, around: Any) -> Any:
    """Return the low 32 bits of the cell `step` cells on, in a period of `around` cells (0: none)."""
    there = cell + np.float64(step)
    if around > 0:
        length = np.float64(around)
        there = there - floor(there / length) * length
    return low_bits(there)


@kernel(inline=True)
def margin(t: Any) -> Any:
    """Return the distance from a fraction to the nearer side of its cell."""
    return min(t, _ONE - t)


@kernel(inline=True)
def unseen(ring: Any, inner: Any, half: Any, metric: Any) -> Any:
    """Return a bound (squared if Euclidean) below which no feature beyond `ring` rings can lie."""
    bound = (_F(ring) + inner + (_HALF - half)) * SAFE
    return bound * bound if metric == EUCLIDEAN else bound


@kernel(inline=True)
def shown(first: Any, second: Any, h: Any, output: Any, metric: Any) -> Any:
    """Turn the two distances and the hash of the nearest cell into the output asked for."""
    if output == CELL_VALUE:
        return centered(mix32(xor32(h, _SALT)))
    if metric == EUCLIDEAN:
        first, second = _F(math.sqrt(first)), _F(math.sqrt(second))
    if output == F1:
        return first
    if output == F2:
        return second
    return second - first


@kernel()
def search2(px: Any, py: Any, cells: Any, words: Any, half: Any, output: Any, metric: Any) -> Any:
    """Return cellular noise at one point; `px`, `py` are its float64 lattice coordinates, `cells` the period in cells."""
    cx, cy = floor(px), floor(py)
    t, y = fraction(px, cx), fraction(py, cy)
    inner = min(margin(t), margin(y))
    first, second, best = _FAR, _FAR, _U(0)
    ring = 0
    while True:
        for j in range(-ring, ring + 1):
            row = xor32(mul32(wrapped(cy, j, cells[1]), PY), words[0])
            step = 1 if j in (-ring, ring) else max(1, 2 * ring)
            for i in range(-ring, ring + 1, step):
                h = mix32(xor32(add32(mul32(wrapped(cx, i, cells[0]), PX), words[1]), row))
                dx = (half * centered(h) + (_F(i) + _HALF)) - t
                dy = (half * centered(shl32(h, _U(16))) + (_F(j) + _HALF)) - y
                if metric == EUCLIDEAN:
                    d = dx * dx + dy * dy
                elif metric == MANHATTAN:
                    d = abs(dx) + abs(dy)
                else:
                    d = max(abs(dx), abs(dy))
                if d < first:
                    first, second, best = d, first, h
                elif d < second:
                    second = d
        need = second if output in (F2, F2_MINUS_F1) else first
        if need < unseen(ring, inner, half, metric):
            return shown(first, second, best, output, metric)
        ring += 1


@kernel()
def search3(px: Any, py: Any, pz: Any, cells: Any, words: Any, half: Any, output: Any, metric: Any) -> Any:
    """Return cellular noise at one point in space; like :func:`search2`."""
    cx, cy, cz = floor(px), floor(py), floor(pz)
    t, y, z = fraction(px, cx), fraction(py, cy), fraction(pz, cz)
    inner = min(min(margin(t), margin(y)), margin(z))
    first, second, best = _FAR, _FAR, _U(0)
    ring = 0
    while True:
        for k in range(-ring, ring + 1):
            layer = xor32(mul32(wrapped(cz, k, cells[2]), PZ), words[0])
            for j in range(-ring, ring + 1):
                row = xor32(mul32(wrapped(cy, j, cells[1]), PY), layer)
                step = 1 if j in (-ring, ring) or k in (-ring, ring) else max(1, 2 * ring)
                for i in range(-ring, ring + 1, step):
                    h = mix32(xor32(add32(mul32(wrapped(cx, i, cells[0]), PX), words[1]), row))
                    dx = (half * centered(h) + (_F(i) + _HALF)) - t
                    dy = (half * centered(shl32(h, _U(11))) + (_F(j) + _HALF)) - y
                    dz = (half * centered(shl32(h, _U(22))) + (_F(k) + _HALF)) - z
                    if metric == EUCLIDEAN:
                        d = dx * dx + dy * dy + dz * dz
                    elif metric == MANHATTAN:
                        d = abs(dx) + abs(dy) + abs(dz)
                    else:
                        d = max(max(abs(dx), abs(dy)), abs(dz))
                    if d < first:
                        first, second, best = d, first, h
                    elif d < second:
                        second = d
        need = second if output in (F2, F2_MINUS_F1) else first
        if need < unseen(ring, inner, half, metric):
            return shown(first, second, best, output, metric)
        ring += 1
