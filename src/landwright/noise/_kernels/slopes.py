"""How octaves of a noise and of its slopes become one number and one slope; the modes are those of ``stacking``.

Buffers of slopes are (axes, BLOCK). The chain rule is written out: where a weight is clamped its slope is zero.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel
from landwright.noise._kernels.lattice import BLOCK
from landwright.noise._kernels.stacking import clamp01

_ZERO, _ONE, _TWO = np.float32(0), np.float32(1), np.float32(2)


@kernel(inline=True)
def room(axes: Any) -> Any:
    """Return a buffer for the slopes of one block."""
    return np.empty((axes, BLOCK), np.float32)


@kernel(inline=True)
def _inside(x: Any) -> Any:
    """Return 1 where :func:`stacking.clamp01` lets x through, else 0."""
    return _ONE if x > _ZERO and x < _ONE else _ZERO


@kernel()
def gather_slopes(
    mode: Any,
    octave: Any,
    count: Any,
    amplitude: Any,
    shape: Any,
    noise: Any,
    slope: Any,
    total: Any,
    rise: Any,
    weight: Any,
    drift: Any,
) -> None:  # total, rise, weight, drift: out
    """Add one octave of a block: `noise` and its `slope` to ``total`` and ``rise``; ``drift`` is the slope of ``weight``."""
    axes = slope.shape[0]
    scale, shift, feedback, lift = shape[0], shape[1], shape[2], shape[3]
    if octave == 0:
        for i in range(count):
            total[i] = _ZERO
            weight[i] = _ONE
        for k in range(axes):
            for i in range(count):
                rise[k, i] = _ZERO
                drift[k, i] = _ZERO
    if mode == 0:
        for k in range(axes):
            for i in range(count):
                rise[k, i] = rise[k, i] + slope[k, i]
        for i in range(count):
            total[i] = total[i] + noise[i]
    elif mode == 1:
        for i in range(count):
            n = noise[i] * scale + shift
            crest = _ONE - abs(n)
            signal = crest * crest * weight[i]
            total[i] = total[i] + amplitude * signal
            turn = _TWO * crest * weight[i] * scale * (_ONE if n < _ZERO else -_ONE)
            passes = _inside(signal * feedback) * feedback
            for k in range(axes):
                change = turn * slope[k, i] + crest * crest * drift[k, i]
                rise[k, i] = rise[k, i] + amplitude * change
                drift[k, i] = passes * change
            weight[i] = clamp01(signal * feedback)
    elif mode == 2:
        for i in range(count):
            n = noise[i] * scale + shift
            total[i] = total[i] + amplitude * (_TWO * abs(n) - _ONE)
            turn = amplitude * _TWO * scale * (_ONE if n >= _ZERO else -_ONE)
            for k in range(axes):
                rise[k, i] = rise[k, i] + turn * slope[k, i]
    else:
        for i in range(count):
            signal = (noise[i] * scale + shift + lift) / (_ONE + lift)
            total[i] = total[i] + amplitude * (weight[i] * signal)
            next_weight = weight[i] * feedback * signal
            passes = _inside(next_weight) * feedback
            turn = weight[i] * scale / (_ONE + lift)
            for k in range(axes):
                change = turn * slope[k, i] + signal * drift[k, i]
                rise[k, i] = rise[k, i] + amplitude * change
                drift[k, i] = passes * change
            weight[i] = clamp01(next_weight)


@kernel()
def finish_slopes(mode: Any, begin: Any, count: Any, rise: Any, out: Any) -> None:  # out
    """Write the slopes of a block to points (n, axes); ridged noise is stretched from [0, 1] to [-1, 1]."""
    stretch = _TWO if mode == 1 else _ONE
    for k in range(rise.shape[0]):
        for i in range(count):
            out[begin + i, k] = stretch * rise[k, i]
