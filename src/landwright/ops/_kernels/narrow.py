"""From float64 back to float32, always finite; and indices that fold back at a border."""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel

_LARGEST = np.float64(3.4028234663852886e38)


@kernel(inline=True)
def narrow(value: Any) -> Any:
    """Return a float64 as float32; what float32 cannot hold becomes its largest value."""
    return np.float32(min(max(value, -_LARGEST), _LARGEST))


@kernel(inline=True)
def fold(index: Any, count: Any) -> Any:
    """Reflect an index into 0 to count - 1 at the borders, which are repeated: -1 is 0, -2 is 1, count is count - 1."""
    period = 2 * count
    i = index % period
    return period - 1 - i if i >= count else i
