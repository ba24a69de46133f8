"""Random numbers as hashes of (seed, coordinates), in 32-bit integer arithmetic.

Numba widens ``uint32 * uint32`` to 64 bits, which blocks vectorisation and changes the result; the small operations
here keep 32 bits, compiled as well as uncompiled. The same inputs give the same bits on every machine.

A seed of 64 bits enters as two words: ``s0`` is xored, ``s1`` is added, both before the finaliser, so worlds differ in all
64 bits. :func:`seed_words` makes the words; kernels call :func:`hash1`, :func:`hash2` or :func:`hash3`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from landwright._numba import JIT, kernel

__all__ = [
    "add32",
    "and32",
    "as_u32",
    "centered",
    "column_part",
    "hash1",
    "hash2",
    "hash3",
    "level_part",
    "mix32",
    "mul32",
    "or32",
    "row_part",
    "seed_words",
    "shl32",
    "shr32",
    "signed_float",
    "sub32",
    "unit",
    "xor32",
]

_MASK = 0xFFFFFFFF

signed_float: Any
as_u32: Any

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    _I32, _F32 = ir.IntType(32), ir.FloatType()

    def _binary(name: str) -> Any:
        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return getattr(builder, name)(args[0], args[1])

        @intrinsic
        def operation(typingctx: Any, a: Any, b: Any) -> Any:
            """Apply one 32-bit integer operation."""
            return types.uint32(types.uint32, types.uint32), build

        return operation

    mul32, add32, sub32 = _binary("mul"), _binary("add"), _binary("sub")
    xor32, and32, or32 = _binary("xor"), _binary("and_"), _binary("or_")
    shl32, shr32 = _binary("shl"), _binary("lshr")

    @intrinsic
    def _signed_float(typingctx: Any, a: Any) -> Any:
        """Read 32 bits as a signed integer and convert it to float32."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.sitofp(args[0], _F32)

        return types.float32(types.uint32), build

    @intrinsic
    def _as_u32(typingctx: Any, a: Any) -> Any:
        """Keep the low 32 bits of a 64-bit integer."""

        def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.trunc(args[0], _I32)

        return types.uint32(types.int64), build

else:

    def _plain(operation: Callable[[int, int], int]) -> Any:
        def apply(a: Any, b: Any) -> Any:
            return operation(int(a), int(b)) & _MASK

        return apply

    mul32, add32, sub32 = _plain(lambda a, b: a * b), _plain(lambda a, b: a + b), _plain(lambda a, b: a - b)
    xor32, and32, or32 = _plain(lambda a, b: a ^ b), _plain(lambda a, b: a & b), _plain(lambda a, b: a | b)
    shl32, shr32 = _plain(lambda a, b: a << b), _plain(lambda a, b: a >> b)

    def _signed_float(a: Any) -> Any:
        """Read 32 bits as a signed integer and convert it to float32."""
        value = int(a) & _MASK
        return np.float32(value - (1 << 32) if value >= 1 << 31 else value)

    def _as_u32(a: Any) -> Any:
        """Keep the low 32 bits of a 64-bit integer."""
        return int(a) & _MASK


signed_float, as_u32 = _signed_float, _as_u32

_U = np.uint32
_PX, _PY, _PZ = _U(0x9E3779B1), _U(0x85EBCA77), _U(0xC2B2AE3D)
_M1, _M2 = _U(0x7FEB352D), _U(0x846CA68B)
_S15, _S16 = _U(15), _U(16)
_SCALE = np.float32(1.0 / 2147483648.0)
_HALF = np.float32(0.5)


@kernel(inline=True)
def mix32(h: Any) -> Any:
    """Finalise: every input bit changes every output bit with probability near one half."""
    h = mul32(xor32(h, shr32(h, _S16)), _M1)
    h = mul32(xor32(h, shr32(h, _S15)), _M2)
    return xor32(h, shr32(h, _S16))


@kernel(inline=True)
def hash1(x: Any, s0: Any, s1: Any) -> Any:
    """Hash one 32-bit coordinate."""
    return mix32(xor32(add32(mul32(x, _PX), s1), s0))


@kernel(inline=True)
def column_part(x: Any, s1: Any) -> Any:
    """Return the share of x in :func:`hash2` and :func:`hash3`; a row kernel keeps it, xors the row's and calls mix32."""
    return add32(mul32(x, _PX), s1)


@kernel(inline=True)
def row_part(y: Any, s0: Any) -> Any:
    """Return the share of y in :func:`hash2`."""
    return xor32(mul32(y, _PY), s0)


@kernel(inline=True)
def level_part(y: Any, z: Any, s0: Any) -> Any:
    """Return the share of y and z in :func:`hash3`."""
    return xor32(xor32(mul32(y, _PY), mul32(z, _PZ)), s0)


@kernel(inline=True)
def hash2(x: Any, y: Any, s0: Any, s1: Any) -> Any:
    """Hash two 32-bit coordinates."""
    return mix32(xor32(column_part(x, s1), row_part(y, s0)))


@kernel(inline=True)
def hash3(x: Any, y: Any, z: Any, s0: Any, s1: Any) -> Any:
    """Hash three 32-bit coordinates."""
    return mix32(xor32(column_part(x, s1), level_part(y, z, s0)))


@kernel(inline=True)
def centered(h: Any) -> Any:
    """Turn 32 bits into a float32 in [-1, 1]."""
    return signed_float(h) * _SCALE


@kernel(inline=True)
def unit(h: Any) -> Any:
    """Turn 32 bits into a float32 in [0, 1]."""
    return signed_float(h) * _SCALE * _HALF + _HALF


def seed_words(seed: int, index: int = 0) -> tuple[int, int]:
    """Return the two 32-bit words of stream `index` (an octave, a level) of an unsigned 64-bit seed.

    The seed passes a full 64-bit finaliser (SplitMix64), so neighbouring seeds and octaves do not correlate.
    """
    mask = 0xFFFFFFFFFFFFFFFF
    z = (seed + (index + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    z ^= z >> 31
    return z & _MASK, z >> 32
