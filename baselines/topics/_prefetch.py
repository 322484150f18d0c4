"""Kernel helper: ask the processor to fetch what will be read soon."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic


@intrinsic
def prefetch(typing_context, array, index):
    """Begin loading the cache line of ``array[index]``; has no effect on any result.

    The index may lie beyond the array: nothing is read.
    """

    def generate(context, builder, signature, arguments):
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        address = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        number = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [address.type, number, number, number])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        read, keep, is_data = (ir.Constant(number, value) for value in (0, 3, 1))
        builder.call(function, [address, read, keep, is_data])

    return types.void(array, index), generate
