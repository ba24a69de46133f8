"""Random waves: the spectrum of a surface whose power falls with frequency."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._elementary import cos, log, power, sin
from landwright._hash import as_u32, hash2, mix32, xor32
from landwright._numba import kernel

_TWO_PI = 6.283185307179586
_U = np.uint32
_STEP = 1.0 / 4294967296.0


@kernel(inline=True)
def _share(word: Any) -> Any:
    """Turn 32 bits into a number in (0, 1), never an end."""
    return (np.float64(np.int64(word)) + 0.5) * _STEP


@kernel("void(i8, i8, i8, f8, f8, f8, f8, f8, u4, u4, c16[:, ::1])")
def waves(
    row0: int,
    row1: int,
    cols: int,
    width: float,
    length: float,
    lowest: float,
    exponent: float,
    scale: float,
    s0: Any,
    s1: Any,
    out: Any,
) -> None:  # out
    """Rows of the half spectrum (rows, cols // 2 + 1) of a map of `width` by `length` metres.

    A wave has `scale` times frequency to the power ``-exponent / 2`` as its size, a random phase and a Rayleigh size, all from a
    hash of its two wave numbers. Waves below the frequency `lowest` (1/m) and at the Nyquist frequency are left out.
    """
    rows = out.shape[0]
    for i in range(row0, row1):
        ky = i if 2 * i < rows else i - rows
        for j in range(out.shape[1]):
            fx = np.float64(j) / width
            fy = np.float64(ky) / length
            f = math.sqrt(fx * fx + fy * fy)
            if f < lowest or f == 0.0 or 2 * j == cols or 2 * i == rows:
                out[i, j] = 0.0
                continue
            # the column of kx = 0 holds every wave twice, as a conjugate pair
            mirror = j == 0 and ky < 0
            word = hash2(as_u32(np.int64(j)), as_u32(np.int64(-ky if mirror else ky)), s0, s1)
            size = scale * power(f, -0.5 * exponent) * math.sqrt(-log(_share(word)))
            turn = _TWO_PI * _share(mix32(xor32(word, _U(0x68E31DA4))))
            im = size * sin(turn)
            out[i, j] = size * cos(turn) + 1j * (-im if mirror else im)
