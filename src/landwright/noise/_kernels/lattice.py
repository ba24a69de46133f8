"""From points in metres to lattice cells and fractions, in blocks of points laid out axis by axis.

The lattice coordinate ``x * frequency + offset`` is float64. Its floor is the cell, whose low 32 bits enter the hash; the rest is the
fraction, float32. The cell's bits are read off ``floor + 1.5 * 2**52``, where float64 steps by one: a conversion that every processor
has for whole vectors. Beyond 2**51 cells there is no fraction left, and the result is still defined.

*Symbols:* ``low`` and ``high`` hold what the hash takes from one axis, at the cell and at the next one: ``cell * prime``. In a periodic
noise the next cell of the last one is the first. :func:`salted` puts the seed into those of x, as ``_hash.hash2`` does.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from landwright._hash import add32, as_u32, mul32, xor32
from landwright._numba import JIT, kernel
from landwright.noise._kernels.basis import fraction

BLOCK = 2048
"""Points a block: its buffers stay in the cache next to the processor."""

PX, PY, PZ = np.uint32(0x9E3779B1), np.uint32(0x85EBCA77), np.uint32(0xC2B2AE3D)
"""The multipliers of ``_hash`` for the three axes."""

_MAGIC = 6755399441055744.0

floor: Any

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def _floor(typingctx: Any, a: Any) -> Any:
        """Round a float64 down and keep it a float64."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            function = builder.module.declare_intrinsic("llvm.floor", [ir.DoubleType()])
            return builder.call(function, args)

        return types.float64(types.float64), build

    floor = _floor
else:
    floor = np.floor


@kernel(inline=True)
def low_bits(cell: Any) -> Any:
    """Return the low 32 bits of a whole number held in a float64."""
    return as_u32(np.float64(cell + _MAGIC).view(np.int64))


@kernel(inline=True)
def salted(x: Any, s0: Any, s1: Any) -> Any:
    """Put the seed's words into what the hash takes from x; y and z are xored to it as they are."""
    return xor32(add32(x, s1), s0)


@kernel(inline=True)
def integers() -> Any:
    """Return a buffer of uint32 for one block."""
    return np.empty(BLOCK, np.uint32)


@kernel(inline=True)
def reals() -> Any:
    """Return a buffer of float32 for one block."""
    return np.empty(BLOCK, np.float32)


@kernel()
def fill(begin: Any, count: Any, stride: Any, axis: Any, xs: Any, source: Any) -> None:  # source: out
    """Copy one coordinate of points ``begin`` to ``begin + count - 1``.

    With a stride, ``xs`` holds points one after the other. With stride 0 it holds the columns of a grid whose samples are counted row by
    row (axis 0), the rows (axis 1, ``stride = -columns``), or a constant.
    """
    if stride > 0:
        part = xs[begin * stride + axis :]
        for i in range(count):
            source[i] = part[i * stride]
        return
    columns = -stride
    row, column = begin // columns, begin % columns
    i = 0
    while i < count:
        run = min(columns - column, count - i)
        into = source[i : i + run]
        if axis == 0:
            part = xs[column : column + run]
            for k in range(run):
                into[k] = part[k]
        else:
            value = xs[row] if axis == 1 else xs[0]
            for k in range(run):
                into[k] = value
        i += run
        column = 0
        row += 1


@kernel()
def split(
    source: Any,
    count: Any,
    frequency: Any,
    offset: Any,
    cells: Any,
    prime: Any,
    low: Any,
    high: Any,
    inner: Any,
) -> None:  # low, high, inner: out
    """Split one axis of a block into cells and fractions."""
    if cells == 0:
        for i in range(count):
            place = source[i] * frequency + offset
            cell = floor(place)
            inner[i] = fraction(place, cell)
            low[i] = low_bits(cell)
        for i in range(count):
            base = mul32(low[i], prime)
            low[i] = base
            high[i] = add32(base, prime)
        return
    around = np.float64(cells)
    for i in range(count):
        place = source[i] * frequency + offset
        cell = floor(place)
        inner[i] = fraction(place, cell)
        inside = cell - floor(cell / around) * around
        after = inside + 1.0
        if after == around:
            after = 0.0
        low[i] = mul32(low_bits(inside), prime)
        high[i] = mul32(low_bits(after), prime)


@kernel()
def before(
    source: Any,
    count: Any,
    frequency: Any,
    offset: Any,
    cells: Any,
    prime: Any,
    lower: Any,
) -> None:  # lower: out
    """Give what the hash takes from the cell before the one of :func:`split`."""
    around = np.float64(cells)
    for i in range(count):
        cell = floor(source[i] * frequency + offset) - 1.0
        if cells > 0:
            cell = cell - floor(cell / around) * around
        lower[i] = mul32(low_bits(cell), prime)
