"""Vectors of eight float32 numbers as values inside numba kernels.

LLVM turns straight loops into vector code, but not the register tiles of a matrix product, and a
call of BLAS costs more than the small products of word2vec are worth. A kernel that names its
vectors gets the code it asks for: eight lanes are one AVX register, two of SSE or NEON.
Addresses are plain integers in bytes; whoever calls sees to it that the arrays stay alive.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

LANES = 8
BYTES = 4 * LANES

_I32 = ir.IntType(32)
_VECTOR = ir.VectorType(ir.FloatType(), LANES)


class _Float32x8(types.Type):
    def __init__(self) -> None:
        super().__init__(name="float32x8")


float32x8 = _Float32x8()


@register_model(_Float32x8)
class _Float32x8Model(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, _VECTOR)


def _shuffled(builder: Any, left: Any, right: Any, lanes: list[int]) -> Any:
    mask = ir.Constant(ir.VectorType(_I32, len(lanes)), lanes)
    return builder.shuffle_vector(left, right, mask)


@intrinsic
def zero(typingctx):  # type: ignore[no-untyped-def]
    """Return eight zeros."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return ir.Constant(_VECTOR, [0.0] * LANES)

    return float32x8(), codegen


@intrinsic
def load(typingctx, address):  # type: ignore[no-untyped-def]
    """Return the eight numbers at an address."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.load(builder.inttoptr(args[0], _VECTOR.as_pointer()), align=4)

    return float32x8(types.intp), codegen


@intrinsic
def broadcast(typingctx, address):  # type: ignore[no-untyped-def]
    """Return the one number at an address, eight times."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        undefined = ir.Constant(_VECTOR, ir.Undefined)
        pointer = builder.inttoptr(args[0], ir.FloatType().as_pointer())
        one = builder.insert_element(undefined, builder.load(pointer, align=4), _I32(0))
        return _shuffled(builder, one, undefined, [0] * LANES)

    return float32x8(types.intp), codegen


@intrinsic
def store(typingctx, address, vector):  # type: ignore[no-untyped-def]
    """Write eight numbers."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        builder.store(args[1], builder.inttoptr(args[0], _VECTOR.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(types.intp, float32x8), codegen


@intrinsic
def fma(typingctx, a, b, c):  # type: ignore[no-untyped-def]
    """Return ``a * b + c``, fused where the processor can."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        kind = ir.FunctionType(_VECTOR, [_VECTOR] * 3)
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.fmuladd.v8f32")
        return builder.call(function, args)

    return float32x8(float32x8, float32x8, float32x8), codegen


@intrinsic
def store_sums(typingctx, address, a, b, c, d):  # type: ignore[no-untyped-def]
    """Write the sums over the lanes of four vectors, as four consecutive numbers."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        def neighbours_added(left: Any, right: Any) -> Any:
            even = _shuffled(builder, left, right, [0, 2, 8, 10, 4, 6, 12, 14])
            odd = _shuffled(builder, left, right, [1, 3, 9, 11, 5, 7, 13, 15])
            return builder.fadd(even, odd)

        pairs = [neighbours_added(args[1], args[2]), neighbours_added(args[3], args[4])]
        sums = neighbours_added(*pairs)
        halves = [_shuffled(builder, sums, sums, lanes) for lanes in ([0, 1, 2, 3], [4, 5, 6, 7])]
        quad = ir.VectorType(ir.FloatType(), 4).as_pointer()
        builder.store(builder.fadd(*halves), builder.inttoptr(args[0], quad), align=4)
        return context.get_dummy_value()

    return types.void(types.intp, float32x8, float32x8, float32x8, float32x8), codegen
