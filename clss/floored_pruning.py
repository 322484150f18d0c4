"""Pruning of floored matrices and of their products, without making them dense.

Where nothing is stored, an entry is its floor, and the columns with the highest floors are the same
ones for all rows: they are sorted once, and a row looks only at those and at what it has stored.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from clss import _sparse as sparse
from clss.floored import FlooredMatrix

#: Rows done at a time.
BLOCK_ROWS = 4096


def prune_floored(matrix: FlooredMatrix, top: int) -> sparse.csr_matrix:
    """Keep the `top` largest entries of every row, divided by their sum.

    Of equal entries the lower column stays. Scales must not be negative.

    Examples
    --------
    >>> matrix = FlooredMatrix(sparse.csr_matrix([[0.0, 0.0, 2.0], [0.0, 0.5, 0.0]]),
    ...                        np.array([1.0, 10.0]), np.array([0.2, 0.1, 0.2]))
    >>> prune_floored(matrix, 2).toarray().tolist()  # doctest: +ELLIPSIS
    [[0.0833..., 0.0, 0.9166...], [0.5, 0.0, 0.5]]
    """
    itself = sparse.identity(matrix.shape[1], dtype=matrix.dtype, format="csr")
    groups = [np.arange(matrix.shape[1])]
    return _pruned(
        matrix.extra, itself, matrix.scale[:, None], matrix.floor[None], groups, top, 1, _nothing
    )


def prune_floored_product(
    left: FlooredMatrix,
    rights: Sequence[FlooredMatrix],
    top: int,
    workers: int = 1,
    report: Callable[[int], None] | None = None,
) -> sparse.csr_matrix:
    """Prune the rows of ``left @ right.T``, all the rights side by side.

    Parameters
    ----------
    left : FlooredMatrix, rows x inner
        Its scales are positive (rows of nothing but zeros excepted).
    rights : sequence of FlooredMatrix, columns x inner
        All rows of one have the same scale, so that the order of its columns is the same for all
        rows of the product.
    top : int
    workers : int
        Threads; the result is the same bytes for any number.
    report : callable, optional
        Called with the number of rows of each block done.
    """
    # (E + s f') (F + c g')' = E F' + s (F f + c f'g)' + (E g) c': one floor for the second term of
    # all the rights, and one for the third term of each
    sizes = [len(right) for right in rights]
    ends = np.cumsum([0, *sizes])
    scales = [left.scale] + [left.extra @ right.floor for right in rights]
    floors = np.zeros((len(rights) + 1, ends[-1]))
    for i, right in enumerate(rights):
        columns = slice(ends[i], ends[i + 1])
        floors[0, columns] = right.extra @ left.floor + right.scale * (right.floor @ left.floor)
        floors[i + 1, columns] = right.scale
    inner = sparse.vstack([right.extra for right in rights], format="csr").T.tocsr()
    groups = [np.arange(start, stop) for start, stop in itertools.pairwise(ends)]
    return _pruned(
        left.extra,
        inner,
        np.stack(scales, axis=1),
        floors,
        groups,
        top,
        workers,
        report or _nothing,
    )


def _pruned(
    left: sparse.csr_matrix,
    right: sparse.csr_matrix,
    scales: np.ndarray,
    floors: np.ndarray,
    groups: Sequence[np.ndarray],
    top: int,
    workers: int,
    report: Callable[[int], None],
) -> sparse.csr_matrix:
    from clss._floored_kernel import prune_product  # numba, only where it is used

    left = sparse.csr_matrix(left)
    rows, width = left.shape[0], right.shape[1]
    top = min(top, width)
    order = np.concatenate(
        [group[np.argsort(-floors[0, group], kind="stable")] for group in groups]
    )
    starts = np.cumsum([0, *map(len, groups)])
    # filled in place: at a large vocabulary a second copy of the result would not fit
    values = np.empty(rows * top, dtype=left.dtype)
    columns = np.empty(rows * top, dtype=np.int32)
    lengths = np.zeros(rows, dtype=np.int64)

    def block(first: int) -> tuple[int, int]:
        last = min(first + BLOCK_ROWS, rows)
        lengths[first:last] = prune_product(
            _arrays(left),
            _arrays(right),
            scales,
            floors,
            order,
            starts,
            top,
            first,
            last,
            columns[first * top : last * top],
            values[first * top : last * top],
        )
        return first, last

    end = 0
    with ThreadPoolExecutor(workers) as pool:
        for first, last in pool.map(block, range(0, rows, BLOCK_ROWS)):
            # rows with fewer entries than `top` leave room: what follows moves up
            kept = int(lengths[first:last].sum())
            for array in (values, columns):
                array[end : end + kept] = array[first * top : first * top + kept]
            end += kept
            report(last - first)
    pointers = np.concatenate([[0], np.cumsum(lengths)])
    if end < np.iinfo(np.int32).max:
        pointers = pointers.astype(np.int32)
    return sparse.csr_matrix((values[:end], columns[:end], pointers), shape=(rows, width))


def _arrays(matrix: sparse.csr_matrix) -> tuple[Any, Any, Any]:
    return matrix.data, matrix.indices, matrix.indptr


def _nothing(rows: int) -> None:
    """Report to nobody."""
