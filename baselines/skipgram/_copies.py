"""Training on several threads, each with its own copy of the vectors; the same bytes every time.

Threads that change common vectors without locks wait for each other's caches and end differently
in every run. Here every thread trains a copy on its part of a round; then what the copies have
learned is joined, row by row, and the next round begins.

Two steps of a row that point the same way were learned from the same thing, and count as their
mean; two at right angles know nothing of each other, and are added; in between the part that they
share is halved. Adding all steps explodes with four copies, averaging learns too slowly
(docs/speed.md).

References
----------
S. Maleki, M. Musuvathi, T. Mytkowicz, O. Saarikivi, T. Xu, V. Eksarevskiy, J. Ekanayake and
E. Barsoum (2021). Scaling distributed training with adaptive summation. MLSys.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice, pairwise
from typing import TypeVar

import numpy as np
from numba import njit

from baselines.skipgram._simd import aligned_zeros

Result = TypeVar("Result")

#: Sums may be taken in any order, or nothing is vectorised; what is not a number stays one.
_FASTMATH = {"reassoc", "contract", "nsz"}


@njit(nogil=True, cache=True, fastmath=_FASTMATH)
def add_step(step, other):  # type: ignore[no-untyped-def]
    """Add `other` to `step`, without counting twice what both have in common."""
    own, others, common = np.float32(0.0), np.float32(0.0), np.float32(0.0)
    for k in range(len(step)):
        own += step[k] * step[k]
        others += other[k] * other[k]
        common += step[k] * other[k]
    half, one = np.float32(0.5) * common, np.float32(1.0)
    weight = one - half / own if own > 0 else one
    other_weight = one - half / others if others > 0 else one
    for k in range(len(step)):
        step[k] = weight * step[k] + other_weight * other[k]


@njit(nogil=True, cache=True, fastmath=_FASTMATH)
def join_rows(vectors, copies, first, last):  # type: ignore[no-untyped-def]
    """Move rows ``first .. last - 1`` by what all copies have learned, and the copies there too."""
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
                add_step(steps[i], steps[i + apart])
            apart *= 2
        for k in range(width):
            vector[k] += steps[0, k]
        for i in range(n):
            copy = copies[i, row]
            for k in range(width):
                copy[k] = vector[k]


def train_copies(
    train: Callable[..., Result],
    ranges: Iterable[tuple[int, ...]],
    matrices: Sequence[np.ndarray],
    workers: int,
) -> Generator[Result, None, None]:
    """Yield the results of ``train(copies, *range)`` in order.

    Parameters
    ----------
    train : callable
        Changes copies of `matrices`; must not hold the GIL for long.
    ranges : iterable of tuple of int
        Parts of the text. `workers` in a row are a round: they begin with the same vectors, and
        `matrices` have what all of them learned when their first result is there.
    matrices : sequence of ndarray of float32
    workers : int
        Threads and copies.
    """
    copies = [aligned_zeros(workers * len(m), m.shape[1]) for m in matrices]
    blocks = [all_.reshape(workers, *m.shape) for all_, m in zip(copies, matrices, strict=True)]

    def begin(worker: int) -> None:
        for block, matrix in zip(blocks, matrices, strict=True):
            block[worker] = matrix

    remaining = iter(ranges)
    with ThreadPoolExecutor(workers) as pool:
        _wait([pool.submit(begin, worker) for worker in range(workers)])
        while parts := list(islice(remaining, workers)):
            results = _wait(
                [
                    pool.submit(train, [block[worker] for block in blocks], *part)
                    for worker, part in enumerate(parts)
                ]
            )
            _wait(
                [
                    pool.submit(join_rows, matrix, block, first, last)
                    for block, matrix in zip(blocks, matrices, strict=True)
                    for first, last in pairwise(
                        len(matrix) * i // workers for i in range(workers + 1)
                    )
                ]
            )
            yield from results


def _wait(futures: list[Future[Result]]) -> list[Result]:
    return [future.result() for future in futures]
