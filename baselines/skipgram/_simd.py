"""Vectors of float32 numbers as values inside numba kernels.

LLVM turns straight loops into vector code, but not the register tiles of a matrix product, and a
call of BLAS costs more than the small products of word2vec are worth. A kernel that names its
vectors gets the code it asks for. A vector has as many lanes as a register of this processor:
sixteen with AVX-512, otherwise eight (one register of AVX, two of SSE or NEON). The number of lanes
is the order of summation: processors of different width differ in the last bits of a sum.
Addresses are plain integers in bytes; whoever calls sees to it that the arrays stay alive.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import config, types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model


def _processor_features() -> str:
    """What numba compiles for: this processor, unless NUMBA_CPU_FEATURES says otherwise."""
    chosen = getattr(config, "CPU_FEATURES", None)
    return binding.get_host_cpu_features().flatten() if chosen is None else str(chosen)


LANES = 16 if "+avx512f" in _processor_features().split(",") else 8
BYTES = 4 * LANES
CACHE_LINE = 64

_I32 = ir.IntType(32)
VECTOR = ir.VectorType(ir.FloatType(), LANES)
_HALF = ir.VectorType(ir.FloatType(), LANES // 2)
_HALVES = [0] * (LANES // 2) + [LANES] * (LANES // 2)


class _VectorType(types.Type):
    def __init__(self) -> None:
        super().__init__(name=f"float32x{LANES}")


float32s = _VectorType()


@register_model(_VectorType)
class _VectorModel(models.PrimitiveModel):
    def __init__(self, dmm: Any, fe_type: Any) -> None:
        super().__init__(dmm, fe_type, VECTOR)


def _shuffled(builder: Any, left: Any, right: Any, lanes: list[int]) -> Any:
    mask = ir.Constant(ir.VectorType(_I32, len(lanes)), lanes)
    return builder.shuffle_vector(left, right, mask)


def in_all_lanes(builder: Any, number: Any) -> Any:
    """Return the code of a vector with one number in every lane."""
    undefined = ir.Constant(VECTOR, ir.Undefined)
    one = builder.insert_element(undefined, number, _I32(0))
    return _shuffled(builder, one, undefined, [0] * LANES)


def write_sums(builder: Any, address: Any, vectors: list[Any]) -> None:
    """Make the code that writes the sums over the lanes of four vectors, one after the other."""

    def neighbours_added(left: Any, right: Any) -> Any:
        # by groups of four lanes, within which shuffles are cheap
        even = [i + j for i in range(0, LANES, 4) for j in (0, 2, LANES, LANES + 2)]
        odd = [lane + 1 for lane in even]
        pairs = [_shuffled(builder, left, right, lanes) for lanes in (even, odd)]
        return builder.fadd(*pairs)

    pairs = [neighbours_added(*vectors[:2]), neighbours_added(*vectors[2:])]
    sums, lanes = neighbours_added(*pairs), LANES
    while lanes > 4:
        lanes //= 2
        low, high = list(range(lanes)), list(range(lanes, 2 * lanes))
        halves = [_shuffled(builder, sums, sums, half) for half in (low, high)]
        sums = builder.fadd(*halves)
    quad = ir.VectorType(ir.FloatType(), 4).as_pointer()
    builder.store(sums, builder.inttoptr(address, quad), align=4)


def padded(dim: int) -> int:
    """Return the width of rows of whole vectors that have room for `dim` numbers."""
    return -(-dim // LANES) * LANES


def aligned_zeros(n_rows: int, width: int) -> np.ndarray:
    """Return a matrix of zeros in which no vector crosses a cache line.

    Parameters
    ----------
    n_rows : int
    width : int
        A multiple of :data:`LANES`.
    """
    line = CACHE_LINE // 4
    memory = np.zeros(n_rows * width + line, dtype=np.float32)
    first = -memory.ctypes.data // 4 % line
    return memory[first : first + n_rows * width].reshape(n_rows, width)


@intrinsic
def load(typingctx, address):  # type: ignore[no-untyped-def]
    """Return the vector at an address."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.load(builder.inttoptr(args[0], VECTOR.as_pointer()), align=4)

    return float32s(types.intp), codegen


@intrinsic
def store(typingctx, address, vector):  # type: ignore[no-untyped-def]
    """Write a vector."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        builder.store(args[1], builder.inttoptr(args[0], VECTOR.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(types.intp, float32s), codegen


@intrinsic
def fma(typingctx, a, b, c):  # type: ignore[no-untyped-def]
    """Return ``a * b + c``, fused where the processor can."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        kind = ir.FunctionType(VECTOR, [VECTOR] * 3)
        function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.fmuladd.v{LANES}f32")
        return builder.call(function, args)

    return float32s(float32s, float32s, float32s), codegen


@intrinsic
def prefetch_to_write(typingctx, address):  # type: ignore[no-untyped-def]
    """Ask for the cache line of an address, and for the right to change it."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        byte = ir.IntType(8).as_pointer()
        kind = ir.FunctionType(ir.VoidType(), [byte, _I32, _I32, _I32])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        builder.call(function, [builder.inttoptr(args[0], byte), _I32(1), _I32(3), _I32(1)])
        return context.get_dummy_value()

    return types.void(types.intp), codegen


@intrinsic
def fill(typingctx, value):  # type: ignore[no-untyped-def]
    """Return one number in every lane."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return in_all_lanes(builder, args[0])

    return float32s(types.float32), codegen


@intrinsic
def fill_halves(typingctx, low, high):  # type: ignore[no-untyped-def]
    """Return one number in the lower half of the lanes and another in the upper half."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        low, high = (in_all_lanes(builder, number) for number in args)
        return _shuffled(builder, low, high, _HALVES)

    return float32s(types.float32, types.float32), codegen


@intrinsic
def load_halves(typingctx, low, high):  # type: ignore[no-untyped-def]
    """Return half a vector from each of two addresses."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        pointers = [builder.inttoptr(address, _HALF.as_pointer()) for address in args]
        low, high = (builder.load(pointer, align=4) for pointer in pointers)
        return _shuffled(builder, low, high, list(range(LANES)))

    return float32s(types.intp, types.intp), codegen


@intrinsic
def store_halves(typingctx, low, high, vector):  # type: ignore[no-untyped-def]
    """Write half a vector to each of two addresses."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        for i, address in enumerate(args[:2]):
            lanes = list(range(i * LANES // 2, (i + 1) * LANES // 2))
            half = _shuffled(builder, args[2], args[2], lanes)
            builder.store(half, builder.inttoptr(address, _HALF.as_pointer()), align=4)
        return context.get_dummy_value()

    return types.void(types.intp, types.intp, float32s), codegen


@intrinsic
def multiply(typingctx, a, b):  # type: ignore[no-untyped-def]
    """Return ``a * b``."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.fmul(*args)

    return float32s(float32s, float32s), codegen


@intrinsic
def divide(typingctx, a, b):  # type: ignore[no-untyped-def]
    """Return ``a / b``."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.fdiv(*args)

    return float32s(float32s, float32s), codegen


@intrinsic
def clip(typingctx, a, low, high):  # type: ignore[no-untyped-def]
    """Return `a`, but at least `low` and at most `high`; what is not a number stays."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        a, low, high = args
        a = builder.select(builder.fcmp_ordered(">", low, a), low, a)
        return builder.select(builder.fcmp_ordered("<", high, a), high, a)

    return float32s(float32s, float32s, float32s), codegen
