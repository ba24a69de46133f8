"""Perlin noise with 256 unit vectors on a lattice that is stretched over the map."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import as_u32, hash2
from landwright._numba import kernel

_SQRT2 = 1.4142135623730951


@kernel(inline=True)
def _fade(t: float) -> Any:
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)


@kernel(inline=True)
def _corner(ix: Any, iy: Any, fx: float, fy: float, vectors: Any, s0: Any, s1: Any) -> Any:
    k = np.int64(hash2(as_u32(np.int64(ix)), as_u32(np.int64(iy)), s0, s1)) & 255
    return vectors[k, 0] * fx + vectors[k, 1] * fy


@kernel("void(i8, i8, i8, i8, i8[::1], f8, f8[:, ::1], u4[:, ::1], f8, f8, f4[:, ::1])")
def perlin(
    row0: int,
    row1: int,
    cells: int,
    longest: int,
    around: Any,
    gain: float,
    vectors: Any,
    words: Any,
    relief: float,
    base: float,
    out: Any,
) -> None:  # out
    """Rows of the map. ``around`` is the cells (rows, cols) after which the first octave repeats, 0 for never.

    A sample's place is a ratio of whole numbers, so lattice points are hit exactly.
    """
    for i in range(row0, row1):
        for j in range(out.shape[1]):
            value = 0.0
            total = 0.0
            amplitude = 1.0
            scale = cells
            for octave in range(words.shape[0]):
                s0 = words[octave, 0]
                s1 = words[octave, 1]
                iy = (i * scale) // longest
                ix = (j * scale) // longest
                fy = np.float64(i * scale - iy * longest) / np.float64(longest)
                fx = np.float64(j * scale - ix * longest) / np.float64(longest)
                jy = iy + 1
                jx = ix + 1
                if around[0] > 0:
                    iy = iy % (around[0] * (scale // cells))
                    jy = jy % (around[0] * (scale // cells))
                if around[1] > 0:
                    ix = ix % (around[1] * (scale // cells))
                    jx = jx % (around[1] * (scale // cells))
                a = _corner(ix, iy, fx, fy, vectors, s0, s1)
                b = _corner(jx, iy, fx - 1.0, fy, vectors, s0, s1)
                c = _corner(ix, jy, fx, fy - 1.0, vectors, s0, s1)
                d = _corner(jx, jy, fx - 1.0, fy - 1.0, vectors, s0, s1)
                u = _fade(fx)
                v = _fade(fy)
                top = a + u * (b - a)
                low = c + u * (d - c)
                value += amplitude * _SQRT2 * (top + v * (low - top))
                total += amplitude
                amplitude *= gain
                scale *= 2
            share = 0.5 + 0.5 * value / total
            out[i, j] = np.float32(base + relief * min(max(share, 0.0), 1.0))
