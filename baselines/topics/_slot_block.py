"""Kernel helper: the weighted sum of a block of slots, by vector instructions.

LLVM leaves this sum to scalar code, one conversion of an integer a slot, because phi is read at
scattered places. Written as vectors, the counts of a block are converted at once; phi is still
read number by number, which processors do faster than their own gather instructions.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

#: slots of a pair are summed in blocks of this many; lists are padded to a multiple of it
SLOT_BLOCK = 8

_INDEX = ir.IntType(64)
_LANE = ir.IntType(32)


def _vector(kind, lanes):
    return ir.VectorType(kind, lanes)


@intrinsic
def sum_block(typing_context, topics, counts, first, phi):
    """Return ``counts[i] * phi[topics[i]]`` summed over the block of slots that begins at `first`.

    Slot `r` is first added to slot ``r + 4``, then neighbours, then what is left: one order of
    summation on every processor.
    """

    def generate(context, builder, signature, arguments):
        def data(n):
            return context.make_array(signature.args[n])(context, builder, arguments[n]).data

        def lanes(vector, chosen):
            mask = ir.Constant(_vector(_LANE, len(chosen)), chosen)
            return builder.shuffle_vector(vector, vector, mask)

        topic_at, count_at = (builder.gep(data(n), [arguments[2]]) for n in (0, 1))
        bits = signature.args[1].dtype.bitwidth
        packed = builder.bitcast(count_at, _vector(ir.IntType(bits), SLOT_BLOCK).as_pointer())
        whole = builder.load(packed, align=bits // 8)
        single = ir.FloatType()
        n = builder.uitofp(whole, _vector(single, SLOT_BLOCK))
        weights, p = data(3), ir.Constant(_vector(single, SLOT_BLOCK), ir.Undefined)
        for r in range(SLOT_BLOCK):
            topic = builder.load(builder.gep(topic_at, [_INDEX(r)]))
            place = builder.gep(weights, [builder.zext(topic, _INDEX)])
            p = builder.insert_element(p, builder.load(place), _LANE(r))

        half = _vector(single, 4)
        low, high = [0, 1, 2, 3], [4, 5, 6, 7]
        kind = ir.FunctionType(half, [half] * 3)
        fma = cgutils.get_or_insert_function(builder.module, kind, "llvm.fmuladd.v4f32")
        upper = builder.fmul(lanes(n, high), lanes(p, high))
        four = builder.call(fma, [lanes(n, low), lanes(p, low), upper])
        two = builder.fadd(four, lanes(four, [1, 0, 3, 2]))
        ends = [builder.extract_element(two, _LANE(lane)) for lane in (0, 2)]
        return builder.fadd(*ends)

    return types.float32(topics, counts, first, phi), generate
