"""Training on several threads, each with its own copy of the vectors; the same bytes every time.

Threads that change common vectors without locks wait for each other's caches and end differently
in every run. Here every thread trains a copy on its part of a round; then what the copies have
learned is joined, row by row, and the next round begins.

Steps of a row that point the same way were learned from the same thing, and count as their mean;
two at right angles know nothing of each other, and are added; in between the part that they share
counts as a mean. Adding all steps explodes with eight copies, averaging learns too slowly
(docs/defaults.md). The article only joins steps that stand for equally many copies; how those of
unequally many are weighed is ours.

References
----------
S. Maleki, M. Musuvathi, T. Mytkowicz, O. Saarikivi, T. Xu, V. Eksarevskiy, J. Ekanayake and
E. Barsoum (2021). Scaling distributed training with adaptive summation. MLSys.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import zip_longest
from typing import TypeVar

import numpy as np
from numba import njit

from baselines.skipgram._simd import aligned_zeros

Result = TypeVar("Result")

#: Sums may be taken in any order: otherwise there is no vector code. A NaN stays a NaN.
_FASTMATH = {"reassoc", "contract", "nsz"}


@njit(nogil=True, cache=True, fastmath=_FASTMATH)
def add_step(step, other, share):  # type: ignore[no-untyped-def]
    """Add `other` to `step`, without counting twice what both have in common.

    `share` is that of the copies behind `step` among those behind both: what all copies have
    learned alike then counts as the mean over copies, whatever their number.
    """
    own, others, common = np.float32(0.0), np.float32(0.0), np.float32(0.0)
    for k in range(len(step)):
        own += step[k] * step[k]
        others += other[k] * other[k]
        common += step[k] * other[k]
    one = np.float32(1.0)
    weight = one - share * common / own if own > 0 else one
    other_weight = one - (one - share) * common / others if others > 0 else one
    for k in range(len(step)):
        step[k] = weight * step[k] + other_weight * other[k]


@njit(nogil=True, cache=True, fastmath=_FASTMATH)
def join_rows(vectors, copies, first, last):  # type: ignore[no-untyped-def]
    """Add what all copies have learned to rows ``first .. last - 1``; copies get the new rows."""
    n, width = len(copies), vectors.shape[1]
    steps = np.empty((n, width), dtype=np.float32)
    for row in range(first, last):
        vector, moved = vectors[row], False
        for i in range(n):
            copy = copies[i, row]
            for k in range(width):
                steps[i, k] = copy[k] - vector[k]
                moved |= copy[k] != vector[k]
        if not moved:
            continue
        apart = 1
        while apart < n:  # neighbours, then neighbours of those
            for i in range(0, n - apart, 2 * apart):
                share = np.float32(apart / min(2 * apart, n - i))
                add_step(steps[i], steps[i + apart], share)
            apart *= 2
        for k in range(width):
            vector[k] += steps[0, k]
        for i in range(n):
            copy = copies[i, row]
            for k in range(width):
                copy[k] = vector[k]


def train_copies(
    train: Callable[..., Result],
    rounds: Iterable[Sequence[Sequence[tuple[int, ...]]]],
    matrices: Sequence[np.ndarray],
    workers: int,
) -> Generator[Result, None, None]:
    """Yield the results of ``train(copies, *piece)``, in an order that is always the same.

    Whoever stops early calls ``close`` on the generator, or uses :func:`contextlib.closing`: only
    the pieces that are being trained are then waited for.

    Parameters
    ----------
    train : callable
        Changes copies of `matrices`; must not hold the GIL for long.
    rounds : iterable of sequence of sequence of tuple of int
        For every round and each of `workers` threads the pieces of the text that it trains, one
        after the other. All threads begin a round with the same vectors; after it `matrices` have
        what all of them have learned.
    matrices : sequence of ndarray of float32
    workers : int
        Threads and copies.
    """
    copies = [
        aligned_zeros(workers * len(matrix), matrix.shape[1]).reshape(workers, *matrix.shape)
        for matrix in matrices
    ]

    def begin(worker: int) -> None:
        for copy, matrix in zip(copies, matrices, strict=True):
            copy[worker] = matrix

    def join(worker: int) -> None:
        for copy, matrix in zip(copies, matrices, strict=True):
            first, last = (len(matrix) * i // workers for i in (worker, worker + 1))
            join_rows(matrix, copy, first, last)

    # a thread of its own for every copy: what is submitted to it is done one after the other
    threads = [ThreadPoolExecutor(1) for _ in range(workers)]
    try:
        _by_all(threads, begin)
        for pieces in rounds:
            training = [
                [thread.submit(train, [copy[i] for copy in copies], *piece) for piece in own]
                for i, (thread, own) in enumerate(zip(threads, pieces, strict=True))
            ]
            for abreast in zip_longest(*training):
                yield from (future.result() for future in abreast if future is not None)
            _by_all(threads, join)
    finally:
        for thread in threads:
            thread.shutdown(wait=False, cancel_futures=True)
        for thread in threads:
            thread.shutdown()


def _by_all(threads: Sequence[ThreadPoolExecutor], work: Callable[[int], None]) -> None:
    for future in [thread.submit(work, i) for i, thread in enumerate(threads)]:
        future.result()
