"""Blocks of vectors as values inside numba kernels: the registers of a matrix product.

A block is a tuple of vectors, row by row. How many rows and vectors it has is part of its type, so
that one loop, written once, is compiled for every shape. Rows are given by a tuple of addresses,
the number of vectors by a tuple of that length, whatever is in it.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from baselines.skipgram._simd import BYTES, LANES, VECTOR, float32s, in_all_lanes, write_sums

_I64 = ir.IntType(64)


def _vector_at(builder: Any, address: Any, number: int) -> Any:
    return builder.inttoptr(builder.add(address, _I64(BYTES * number)), VECTOR.as_pointer())


def _load(builder: Any, address: Any, count: int) -> list[Any]:
    return [builder.load(_vector_at(builder, address, i), align=4) for i in range(count)]


def _fma(builder: Any) -> Any:
    kind = ir.FunctionType(VECTOR, [VECTOR] * 3)
    return cgutils.get_or_insert_function(builder.module, kind, f"llvm.fmuladd.v{LANES}f32")


@intrinsic
def addresses(typingctx, rows, like):  # type: ignore[no-untyped-def]
    """Return as many addresses as `like` has items, read from the address `rows` on."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        first = builder.inttoptr(args[0], _I64.as_pointer())
        values = [builder.load(builder.gep(first, [_I64(i)])) for i in range(like.count)]
        return cgutils.pack_array(builder, values)

    return types.UniTuple(types.intp, like.count)(types.intp, like), codegen


@intrinsic
def zero_block(typingctx, rows, columns):  # type: ignore[no-untyped-def]
    """Return a block of zeros: as many rows and vectors in a row as the arguments have items."""
    block = types.UniTuple(float32s, rows.count * columns.count)

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return cgutils.pack_array(builder, [ir.Constant(VECTOR, [0.0] * LANES)] * block.count)

    return block(rows, columns), codegen


@intrinsic
def load_block(typingctx, rows, offset, like):  # type: ignore[no-untyped-def]
    """Return the block that begins `offset` bytes after the beginning of rows."""
    block = types.UniTuple(float32s, rows.count * like.count)

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        starts = [builder.add(row, args[1]) for row in cgutils.unpack_tuple(builder, args[0])]
        values = [vector for start in starts for vector in _load(builder, start, like.count)]
        return cgutils.pack_array(builder, values)

    return block(rows, types.intp, like), codegen


@intrinsic
def store_block(typingctx, rows, offset, block):  # type: ignore[no-untyped-def]
    """Write a block to rows, `offset` bytes after their beginning."""
    count = block.count // rows.count

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        for i, row in enumerate(cgutils.unpack_tuple(builder, args[0])):
            start = builder.add(row, args[1])
            for j in range(count):
                vector = builder.extract_value(args[2], i * count + j)
                builder.store(vector, _vector_at(builder, start, j), align=4)
        return context.get_dummy_value()

    return types.void(rows, types.intp, block), codegen


@intrinsic
def add_multiples(typingctx, block, rows, source, weight, step):  # type: ignore[no-untyped-def]
    """Return the block with a multiple of the vectors at `source` added to each row.

    The weight of the first row is at `weight`, that of the next `step` bytes further.
    """
    count = block.count // rows.count

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        sums, fma = cgutils.unpack_tuple(builder, args[0]), _fma(builder)
        vectors, address = _load(builder, args[2], count), args[3]
        for i in range(rows.count):
            pointer = builder.inttoptr(address, ir.FloatType().as_pointer())
            factor = in_all_lanes(builder, builder.load(pointer, align=4))
            for j in range(count):
                sums[i * count + j] = builder.call(fma, [factor, vectors[j], sums[i * count + j]])
            address = builder.add(address, args[4])
        return cgutils.pack_array(builder, sums)

    return block(block, rows, types.intp, types.intp, types.intp), codegen


@intrinsic
def add_products(typingctx, block, rows, others, offset):  # type: ignore[no-untyped-def]
    """Return the block with the products of one vector of every row and every other row added."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        def vectors(starts: Any) -> list[Any]:
            unpacked = cgutils.unpack_tuple(builder, starts)
            return [_load(builder, builder.add(start, args[3]), 1)[0] for start in unpacked]

        sums, fma = cgutils.unpack_tuple(builder, args[0]), _fma(builder)
        left = vectors(args[1])
        for j, right in enumerate(vectors(args[2])):
            for i in range(rows.count):
                k = i * others.count + j
                sums[k] = builder.call(fma, [left[i], right, sums[k]])
        return cgutils.pack_array(builder, sums)

    return block(block, rows, others, types.intp), codegen


@intrinsic
def store_sums(typingctx, address, stride, block, rows):  # type: ignore[no-untyped-def]
    """Write the sum over the lanes of every vector; rows are `stride` bytes apart.

    Four numbers are written in a row; those for which the block has no vector are zeros.
    """
    count = block.count // rows.count

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        vectors, start = cgutils.unpack_tuple(builder, args[2]), args[0]
        for i in range(rows.count):
            row = vectors[i * count : (i + 1) * count]
            row += [ir.Constant(VECTOR, [0.0] * LANES)] * (4 - count)
            write_sums(builder, start, row)
            start = builder.add(start, args[1])
        return context.get_dummy_value()

    return types.void(types.intp, types.intp, block, rows), codegen
