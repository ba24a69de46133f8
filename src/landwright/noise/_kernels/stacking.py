"""How octaves become one number.

Modes: 0 fBm (the octaves arrive weighted and are summed), 1 ridged, 2 billow, 3 hybrid multifractal. ``shape`` holds the scale and
shift that bring a basis to [-1, 1], the feedback, and the offset of the hybrid. All of it is float32.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._numba import kernel

_ZERO, _ONE, _TWO = np.float32(0), np.float32(1), np.float32(2)


@kernel(inline=True)
def clamp01(x: Any) -> Any:
    """Bring x to [0, 1]."""
    return min(max(x, _ZERO), _ONE)


@kernel()
def gather(
    mode: Any, octave: Any, count: Any, amplitude: Any, shape: Any, noise: Any, total: Any, weight: Any
) -> None:  # total, weight: out
    """Add one octave of a block to ``total``; ``weight`` carries what the modes remember (both are outputs)."""
    if mode == 0:
        if octave == 0:
            for i in range(count):
                total[i] = _ZERO + noise[i]
        else:
            for i in range(count):
                total[i] = total[i] + noise[i]
        return
    scale, shift, feedback, lift = shape[0], shape[1], shape[2], shape[3]
    if octave == 0:
        for i in range(count):
            total[i] = _ZERO
            weight[i] = _ONE
    if mode == 1:
        for i in range(count):
            crest = _ONE - abs(noise[i] * scale + shift)
            signal = crest * crest * weight[i]
            total[i] = total[i] + amplitude * signal
            weight[i] = clamp01(signal * feedback)
    elif mode == 2:
        for i in range(count):
            total[i] = total[i] + amplitude * (_TWO * abs(noise[i] * scale + shift) - _ONE)
    else:
        for i in range(count):
            signal = (noise[i] * scale + shift + lift) / (_ONE + lift)
            total[i] = total[i] + amplitude * (weight[i] * signal)
            weight[i] = clamp01(weight[i] * feedback * signal)


@kernel()
def finish(mode: Any, begin: Any, count: Any, total: Any, out: Any) -> None:  # out
    """Write a block, ridged noise stretched from [0, 1] to [-1, 1]."""
    part = out[begin : begin + count]
    if mode == 1:
        for i in range(count):
            part[i] = _TWO * total[i] - _ONE
    else:
        for i in range(count):
            part[i] = total[i]
