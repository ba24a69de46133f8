"""A stream of random numbers: hashes of a counter. ``words`` are the two words of a seed, ``count`` holds one int64, the draws so far."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import as_u32, hash1
from landwright._numba import kernel

_TO_UNIT = 1.0 / 4294967296.0


@kernel(inline=True)
def draw(words: Any, count: Any) -> Any:
    """Return the next 32 bits as int64."""
    count[0] += 1
    return np.int64(hash1(as_u32(count[0]), words[0], words[1]))


@kernel(inline=True)
def chance(words: Any, count: Any) -> Any:
    """Return the next number in [0, 1)."""
    return draw(words, count) * _TO_UNIT


@kernel(inline=True)
def below(words: Any, count: Any, limit: Any) -> Any:
    """Return the next whole number from 0 to `limit` - 1."""
    return (draw(words, count) * np.int64(limit)) >> np.int64(32)


@kernel("void(u4[::1], i8[::1], f8[::1])")
def fill(words: Any, count: Any, values: Any) -> None:  # out: values
    """Write the next numbers in [0, 1)."""
    for index in range(values.size):
        values[index] = chance(words, count)
