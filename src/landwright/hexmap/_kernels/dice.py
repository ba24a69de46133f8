"""Dice of a hex map: a table of 256 x 256 throws of five values, rolled once from the map's seed and looked up by place.

A throw depends on where a thing stands before it is shaken, and on nothing else, so an edit of a neighbour changes no feature.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from landwright._hash import hash1
from landwright._numba import kernel

SIDE = 256
VALUES = 5
MOST = 0.999
"""Largest value of a throw: the share of it in any number of variants is below that number."""

_SCALE = MOST / 4294967295.0
_HAIR = 2.0**-20
"""Places this share of a square before its far border count as on it: many lie on borders exactly, and rounding must not matter."""


@kernel("void(u4, u4, f8[:, ::1])")
def roll(s0: Any, s1: Any, dice: Any) -> None:  # out: dice
    """Fill the table (65536, 5) in index order, each value uniform in [0, 0.999]. *Symbols:* s0, s1 the words of the seed."""
    for index in range(SIDE * SIDE):
        for value in range(VALUES):
            dice[index, value] = np.float64(hash1(np.uint32(index * VALUES + value), s0, s1)) * _SCALE


@kernel(inline=True, borrows=True)
def throw(x: Any, y: Any, scale: Any) -> Any:
    """Return the row of the table for a place (m), before it is shaken."""
    column = np.int64(math.floor(x * scale + _HAIR)) & 255
    row = np.int64(math.floor(y * scale + _HAIR)) & 255
    return column + row * SIDE
