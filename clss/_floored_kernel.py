"""Kernel: the strongest entries of a product of floored matrices, without making it dense."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numpy as np
from numba import njit


@njit(nogil=True, cache=True)
def below(row, column, scales, floors):
    """Return what the floors alone give to an entry."""
    value = 0.0
    for r in range(len(floors)):
        value += scales[row, r] * floors[r, column]
    return value


@njit(nogil=True, cache=True)
def strongest(columns, values, n, top, out_columns, out_values):
    """Write the `top` largest positive of `n` entries by column, divided by their sum.

    Of equals the lower column stays. Returns how many were written.
    """
    threshold = np.partition(values[:n], n - top)[n - top] if n > top else 0.0
    room = top
    for i in range(n):
        room -= values[i] > threshold
    order = np.argsort(columns[:n])
    written, total = 0, 0.0
    for i in order:
        if values[i] < threshold or values[i] <= 0.0:
            continue
        if values[i] == threshold:
            if room <= 0:
                continue
            room -= 1
        out_columns[written] = columns[i]
        out_values[written] = values[i]
        total += values[i]
        written += 1
    for i in range(written):
        out_values[i] /= total
    return written


@njit(nogil=True, cache=True)
def prune_product(left, right, scales, floors, order, starts, top, first, last, columns, values):
    """Keep the `top` largest entries of rows ``first .. last - 1`` of a product.

    Parameters
    ----------
    left, right : tuple of ndarray
        Data, columns and row pointers of two CSR matrices, rows x inner and inner x columns.
    scales, floors : ndarray, rows x parts and parts x columns
        Entry (i, j) is that of the sparse product plus the sum of ``scales[i] * floors[:, j]``.
    order, starts : ndarray
        All columns in groups; within a group those with a higher floor come first, in every row.
    columns, values : ndarray
        Where the entries go, one row after the other, with room for `top` a row.

    Returns
    -------
    ndarray
        How many entries each row has.
    """
    data, inner, pointers = left
    right_data, right_columns, right_pointers = right
    width = floors.shape[1]
    sums = np.zeros(width)
    marks = np.zeros(width, dtype=np.int64)
    found = np.empty(width, dtype=np.int64)
    candidates = np.empty(width)
    lengths = np.empty(last - first, dtype=np.int64)
    place = 0
    for row in range(first, last):
        n, mark = 0, row + 1
        for at in range(pointers[row], pointers[row + 1]):
            k = inner[at]
            for there in range(right_pointers[k], right_pointers[k + 1]):
                j = right_columns[there]
                if marks[j] != mark:
                    marks[j] = mark
                    sums[j] = 0.0
                    found[n] = j
                    n += 1
                sums[j] += np.float64(data[at]) * right_data[there]
        for i in range(n):
            candidates[i] = sums[found[i]] + below(row, found[i], scales, floors)
        for group in range(len(starts) - 1):
            taken = 0
            for at in range(starts[group], starts[group + 1]):
                if taken == top:
                    break
                j = order[at]
                if marks[j] != mark:
                    found[n] = j
                    candidates[n] = below(row, j, scales, floors)
                    n += 1
                    taken += 1
        written = strongest(found, candidates, n, top, columns[place:], values[place:])
        lengths[row - first] = written
        place += written
    return lengths
