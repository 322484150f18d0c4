"""How far apart two cores are: the time in which a number goes from one to the other and back.

    python benchmarks/core_distance.py

Threads that change the same vectors send them back and forth between their caches. How long that
takes is a property of the machine (cores under one cache, under two, on two processors), and of a
virtual one it may be another tomorrow (docs/speed.md).
"""

from __future__ import annotations

import threading
import time

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

TRIPS = 200_000
#: numbers of eight bytes from one flag to the other: on cache lines of their own
APART = 32

_WORD = ir.IntType(64)


@intrinsic
def look(typingctx, address):
    """Return the number at an address, as another thread has left it."""

    def codegen(context, builder, signature, args):
        return builder.load_atomic(builder.inttoptr(args[0], _WORD.as_pointer()), "acquire", 8)

    return types.int64(types.intp), codegen


@intrinsic
def show(typingctx, address, number):
    """Write a number for another thread."""

    def codegen(context, builder, signature, args):
        pointer = builder.inttoptr(args[0], _WORD.as_pointer())
        builder.store_atomic(args[1], pointer, "release", 8)
        return context.get_dummy_value()

    return types.void(types.intp, types.int64), codegen


@njit(nogil=True)
def serve(ball, returned, trips):
    """Send every number as soon as the one before has come back."""
    for trip in range(1, trips + 1):
        show(ball, trip)
        while look(returned) < trip:
            pass


@njit(nogil=True)
def give_back(ball, returned, trips):
    """Answer every number as soon as it is there."""
    for trip in range(1, trips + 1):
        while look(ball) < trip:
            pass
        show(returned, trip)


def nanoseconds(trips: int) -> float:
    """Return the time of a round trip."""
    flags = np.zeros(2 * APART, dtype=np.int64)
    ball, returned = flags.ctypes.data, flags[APART:].ctypes.data
    other = threading.Thread(target=give_back, args=(ball, returned, trips))
    begun = time.perf_counter()
    other.start()
    serve(ball, returned, trips)
    other.join()
    return (time.perf_counter() - begun) / trips * 1e9


def main() -> None:
    nanoseconds(10)  # compiles
    rounds = [nanoseconds(TRIPS) for _ in range(5)]
    print(f"there and back in {min(rounds):.0f} ns (at most {max(rounds):.0f} in five rounds)")


if __name__ == "__main__":
    main()
