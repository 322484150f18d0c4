"""Kernels: selecting from blocks of scores without sorting them."""

from __future__ import annotations

import numba
import numpy as np


@numba.njit(cache=True, nogil=True)
def row_top_k(scores, k):
    """Return ids and scores of the `k` best of every row, best first; ties: lower id first.

    Entries of ``-inf`` are no answers; what is missing is filled with id -1.
    """
    n, m = scores.shape
    ids = np.full((n, k), -1, dtype=np.int64)
    best = np.full((n, k), -np.inf, dtype=scores.dtype)
    for i in range(n):
        row, row_best, row_ids = scores[i], best[i], ids[i]
        worst = row_best[k - 1]
        for j in range(m):
            score = row[j]
            # strict: a later equal score never displaces an earlier one
            if score > worst:
                place = k - 1
                while place > 0 and row_best[place - 1] < score:
                    row_best[place] = row_best[place - 1]
                    row_ids[place] = row_ids[place - 1]
                    place -= 1
                row_best[place] = score
                row_ids[place] = j
                worst = row_best[k - 1]
    return ids, best


@numba.njit(cache=True, nogil=True)
def update_column_top_k(best, scores):
    """Take the rows of `scores` into the `k` best scores kept of every column (ascending)."""
    k, m = best.shape
    for i in range(scores.shape[0]):
        for j in range(m):
            score = scores[i, j]
            if score > best[0, j]:
                place = 0
                while place < k - 1 and best[place + 1, j] < score:
                    best[place, j] = best[place + 1, j]
                    place += 1
                best[place, j] = score


@numba.njit(cache=True, nogil=True)
def count_better_and_tied(scores, gold, tolerance):
    """Count, for each row, the entries above and the other entries equal to that of its gold."""
    n, m = scores.shape
    better = np.zeros(n, dtype=np.int64)
    tied = np.zeros(n, dtype=np.int64)
    for i in range(n):
        mark = scores[i, gold[i]]
        for j in range(m):
            if scores[i, j] > mark + tolerance:
                better[i] += 1
            elif scores[i, j] >= mark - tolerance and j != gold[i]:
                tied[i] += 1
    return better, tied
