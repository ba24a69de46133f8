"""Lanes: 8 or 16 float32 numbers that move through a kernel together.

LLVM vectorises a plain loop by itself, but not one whose coefficients change from lattice cell to lattice cell. A row kernel
therefore says what happens to a whole vector: :func:`load` it, ``+``, ``-`` and ``*`` it (with another one or a scalar), and
:func:`store` it. :func:`pick` gives every lane the coefficient of its own cell. LLVM cuts the vectors down to what the processor
has; every lane is plain IEEE arithmetic, so the width never changes a bit.

The arrays must reach ``LANES`` numbers beyond the last one used (:data:`PAD`): nothing here checks bounds. With the JIT switched
off the same names work on short NumPy arrays.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from landwright._numba import JIT

__all__ = ["LANES", "PAD", "least", "load", "offsets", "pick", "reaches", "root", "store"]

PAD = 32
"""How many numbers an array keeps beyond its end for lanes that run over."""

LANES = 8
"""Width of :func:`load`: 16 where the processor has AVX-512, else 8."""

load: Any
store: Any
offsets: Any
pick: Any
least: Any
root: Any
reaches: Any

if JIT:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.core.registry import cpu_target
    from numba.core.typing.templates import AbstractTemplate, infer_global, signature
    from numba.extending import intrinsic, lower_builtin, models, register_model
    from numba.np import arrayobj

    if "+avx512f" in cpu_target.target_context.codegen().magic_tuple()[2]:
        LANES = 16

    _I32, _F32 = ir.IntType(32), ir.FloatType()

    class LaneType(types.Type):  # type: ignore[misc]
        """The Numba type of `count` numbers of one kind, ``"float"`` or ``"int"``."""

        def __init__(self, count: int, kind: str) -> None:
            self.count, self.kind = count, kind
            super().__init__(name=f"lanes({count}, {kind})")

        @property
        def key(self) -> tuple[int, str]:
            """Return what tells one lane type from another."""
            return self.count, self.kind

    @register_model(LaneType)
    class _LaneModel(models.PrimitiveModel):  # type: ignore[misc]
        """An LLVM vector."""

        def __init__(self, manager: Any, lane: Any) -> None:
            super().__init__(manager, lane, ir.VectorType(_F32 if lane.kind == "float" else _I32, lane.count))

    def _splat(builder: Any, value: Any, count: int) -> Any:
        """Put one scalar into every lane."""
        empty = ir.Constant(ir.VectorType(value.type, count), ir.Undefined)
        first = builder.insert_element(empty, value, ir.Constant(_I32, 0))
        return builder.shuffle_vector(first, empty, ir.Constant(ir.VectorType(_I32, count), [0] * count))

    def _arithmetic(symbol: Any, instruction: str) -> None:
        """Teach Numba one operator between lanes, or between lanes and a float32."""

        @infer_global(symbol)
        class _Template(AbstractTemplate):  # type: ignore[misc]
            def generic(self, args: Any, kws: Any) -> Any:
                kinds = [a for a in args if isinstance(a, LaneType)]
                if len(args) != 2 or not kinds or any(a not in (kinds[0], types.float32) for a in args):
                    return None
                return signature(kinds[0], *args)

        def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            count = sig.return_type.count
            wide = [a if isinstance(t, LaneType) else _splat(builder, a, count) for t, a in zip(sig.args, args)]
            return getattr(builder, instruction)(*wide)

        for pair in ((LaneType, LaneType), (LaneType, types.Float), (types.Float, LaneType)):
            lower_builtin(symbol, *pair)(build)

    _arithmetic(operator.add, "fadd")
    _arithmetic(operator.sub, "fsub")
    _arithmetic(operator.mul, "fmul")

    def _address(context: Any, builder: Any, array_type: Any, args: Any, vector: Any) -> Any:
        """Return where ``array[row, column]``, the first three of `args`, lies, as the address of a vector."""
        array, row, column = args[0], args[1], args[2]
        view = arrayobj.make_array(array_type)(context, builder, value=array)
        width = cgutils.unpack_tuple(builder, view.shape, 2)[1]
        place = builder.gep(view.data, [builder.add(builder.mul(row, width), column)], inbounds=True)
        return builder.bitcast(place, vector.as_pointer())

    def _is_rows(array: Any, dtype: Any) -> bool:
        return isinstance(array, types.Array) and array.ndim == 2 and array.layout == "C" and array.dtype == dtype

    def _loader(count: int) -> Any:
        lane = LaneType(count, "float")

        def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            vector = ir.VectorType(_F32, count)
            return builder.load(_address(context, builder, sig.args[0], args, vector), align=4)

        @intrinsic
        def loader(typingctx: Any, array: Any, row: Any, column: Any) -> Any:
            """Read the lanes from ``array[row, column]`` on."""
            if _is_rows(array, types.float32):
                return lane(array, types.intp, types.intp), build
            return None

        return loader

    load = _loader(LANES)

    @intrinsic
    def _store(typingctx: Any, array: Any, row: Any, column: Any, value: Any) -> Any:
        """Write the lanes to ``array[row, column]`` and on."""

        def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            vector = ir.VectorType(_F32, sig.args[3].count)
            builder.store(args[3], _address(context, builder, sig.args[0], args, vector), align=4)
            return context.get_dummy_value()

        if _is_rows(array, types.float32) and isinstance(value, LaneType):
            return types.void(array, types.intp, types.intp, value), build
        return None

    store = _store

    @intrinsic
    def _offsets(typingctx: Any, array: Any, row: Any, column: Any) -> Any:
        """Read ascending integers from ``array[row, column]`` on, less the first of them."""
        lane = LaneType(LANES, "int")

        def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            vector = ir.VectorType(_I32, LANES)
            values = builder.load(_address(context, builder, sig.args[0], args, vector), align=4)
            first = builder.extract_element(values, ir.Constant(_I32, 0))
            return builder.sub(values, _splat(builder, first, LANES))

        if _is_rows(array, types.int32):
            return lane(array, types.intp, types.intp), build
        return None

    offsets = _offsets

    @intrinsic
    def _pick(typingctx: Any, array: Any, row: Any, column: Any, chosen: Any) -> Any:
        """Read lanes from ``array[row, column]`` on and give lane k the one that ``chosen[k]`` names."""
        lane = LaneType(LANES, "float")

        def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            vector = ir.VectorType(_F32, LANES)
            near = builder.load(_address(context, builder, sig.args[0], args, vector), align=4)
            made = ir.Constant(vector, ir.Undefined)
            for k in range(LANES):  # LLVM turns this pattern into one permutation (vpermps) for 8 and 16 lanes
                lane_k = ir.Constant(_I32, k)
                value = builder.extract_element(near, builder.extract_element(args[3], lane_k))
                made = builder.insert_element(made, value, lane_k)
            return made

        if _is_rows(array, types.float32) and isinstance(chosen, LaneType) and chosen.kind == "int":
            return lane(array, types.intp, types.intp, chosen), build
        return None

    pick = _pick

    @intrinsic
    def _least(typingctx: Any, a: Any, b: Any) -> Any:
        """Return the smaller number of every lane."""

        def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return builder.select(builder.fcmp_ordered("<", args[1], args[0]), args[1], args[0])

        return (a(a, b), build) if isinstance(a, LaneType) and a == b else None

    @intrinsic
    def _root(typingctx: Any, a: Any) -> Any:
        """Return the square root of every lane, correctly rounded."""

        def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            vector = args[0].type
            name = f"llvm.sqrt.v{sig.return_type.count}f32"
            function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(vector, [vector]), name)
            return builder.call(function, args)

        return (a(a), build) if isinstance(a, LaneType) else None

    @intrinsic
    def _reaches(typingctx: Any, a: Any, limit: Any) -> Any:
        """Tell whether any lane is at least `limit`."""

        def build(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            count = sig.args[0].count
            bits = builder.fcmp_ordered(">=", args[0], _splat(builder, args[1], count))
            whole = ir.IntType(count)
            return builder.icmp_unsigned("!=", builder.bitcast(bits, whole), ir.Constant(whole, 0))

        return (types.boolean(a, types.float32), build) if isinstance(a, LaneType) else None

    least, root, reaches = _least, _root, _reaches

else:

    def _reader(count: int) -> Any:
        def read(array: Any, row: int, column: int) -> Any:
            """Read the lanes from ``array[row, column]`` on."""
            return array[row, column : column + count].copy()

        return read

    load = _reader(LANES)

    def store(array: Any, row: int, column: int, value: Any) -> None:
        """Write the lanes to ``array[row, column]`` and on."""
        array[row, column : column + len(value)] = value

    def offsets(array: Any, row: int, column: int) -> Any:
        """Read ascending integers from ``array[row, column]`` on, less the first of them."""
        return array[row, column : column + LANES] - array[row, column]

    def pick(array: Any, row: int, column: int, chosen: Any) -> Any:
        """Read lanes from ``array[row, column]`` on and give lane k the one that ``chosen[k]`` names."""
        return array[row, column : column + LANES][chosen]

    def reaches(a: Any, limit: Any) -> Any:
        """Tell whether any lane is at least `limit`."""
        return bool((a >= limit).any())

    least, root = np.minimum, np.sqrt
