"""Kernels: selecting from blocks of scores without sorting them."""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import numba
import numpy as np


@numba.njit(cache=True, nogil=True)
def tie_margin(score, tolerance, relative):
    """Return how far from a score its equals may lie.

    The tolerance is multiplied by the size of the score; where that is below one and `relative` is
    false, by one.
    """
    return tolerance * (abs(score) if relative else max(1.0, abs(score)))


@numba.njit(cache=True, nogil=True)
def row_top_k(scores, k, tolerance, relative=False):
    """Return ids and scores of the `k` best of every row, best first; ties: lower id first.

    Scores no further apart than the margin of :func:`tie_margin` are equal. Entries of ``-inf``
    are no answers; what is missing is filled with id -1.
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
            if score > worst and score > worst + tie_margin(score, tolerance, relative):
                place, bound = k - 1, score - tie_margin(score, tolerance, relative)
                while place > 0 and row_best[place - 1] < bound:
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
def count_better_and_tied(scores, gold, tolerance, relative=False):
    """Count, for each row, the entries above and the other entries equal to that of its gold."""
    n, m = scores.shape
    better = np.zeros(n, dtype=np.int64)
    tied = np.zeros(n, dtype=np.int64)
    for i in range(n):
        mark = scores[i, gold[i]]
        margin = tie_margin(mark, tolerance, relative)
        for j in range(m):
            if scores[i, j] > mark + margin:
                better[i] += 1
            elif scores[i, j] >= mark - margin and j != gold[i]:
                tied[i] += 1
    return better, tied


@numba.njit(cache=True, nogil=True)
def add_higher(higher, ordered, order, others, tolerance, relative=False):
    """Count, for every query and column, the rows of `others` with a higher score there.

    Parameters
    ----------
    higher : ndarray of int64, queries x columns
        The counts so far, changed in place.
    ordered, order : ndarray, columns x queries
        The scores of the queries in every column, ascending, and which query each is of.
    others : ndarray, rows x columns
    tolerance : float
        A score higher by no more than this is not higher.
    relative : bool
        Whether the tolerance is a share of the score.
    """
    columns, n = ordered.shape
    beaten = np.empty(n + 1, dtype=np.int64)
    for j in range(columns):
        marks = ordered[j]
        beaten[:] = 0
        for i in range(others.shape[0]):
            score = others[i, j]
            score -= tolerance * abs(score) if relative else tolerance
            low, high = 0, n  # the number of queries whose score is below
            while low < high:
                middle = (low + high) // 2
                if marks[middle] < score:
                    low = middle + 1
                else:
                    high = middle
            beaten[low] += 1
        above = 0  # a row that beats the mark at one place beats all before it
        for place in range(n - 1, -1, -1):
            above += beaten[place + 1]
            higher[order[j, place], j] += above
