"""Kernel: the best partners of all rows of two sparse matrices, in one pass over the products.

Products are summed over dimensions in ascending order, in float64, whatever the number of
threads: equal vectors get equal scores to the last bit, vectors of equal direction up to
:data:`TIE`, so ties can be broken by word id.
"""

from __future__ import annotations

import numba
import numpy as np

#: Cosines no further apart than this are equal.
TIE = 1e-12


@numba.njit(cache=True, nogil=True)
def match_rows(
    first: int,
    last: int,
    left_indptr: np.ndarray,
    left_indices: np.ndarray,
    left_data: np.ndarray,
    right_indptr: np.ndarray,
    right_indices: np.ndarray,
    right_data: np.ndarray,
    n_right: int,
    best: int,
    with_entropy: bool,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Multiply rows `first` to `last` of the left CSR with the right matrix, given by columns.

    Returns the ids and scores of the `best` positive partners of every left row, the same of
    every right row among these left rows, and two sums by which entropies are made: for left
    rows and for right rows the sum of exp(s) and the sum of s exp(s).
    """
    row_ids = np.full((last - first, best), -1, dtype=np.int64)
    row_scores = np.zeros((last - first, best))
    column_ids = np.full((n_right, best), -1, dtype=np.int64)
    column_scores = np.zeros((n_right, best))
    row_sums = np.zeros((last - first, 2))
    column_sums = np.zeros((n_right, 2))
    scores = np.empty(n_right)
    for i in range(first, last):
        scores[:] = 0.0
        for t in range(left_indptr[i], left_indptr[i + 1]):
            weight, dimension = left_data[t], left_indices[t]
            for u in range(right_indptr[dimension], right_indptr[dimension + 1]):
                scores[right_indices[u]] += weight * right_data[u]
        for j in range(n_right):
            score = scores[j]
            if score > row_scores[i - first, best - 1] + TIE:
                _insert(row_ids[i - first], row_scores[i - first], j, score)
            if score > column_scores[j, best - 1] + TIE:
                _insert(column_ids[j], column_scores[j], i, score)
        if with_entropy:
            for j in range(n_right):
                mass = np.exp(scores[j])
                row_sums[i - first, 0] += mass
                row_sums[i - first, 1] += mass * scores[j]
                column_sums[j, 0] += mass
                column_sums[j, 1] += mass * scores[j]
    return row_ids, row_scores, column_ids, column_scores, row_sums, column_sums


@numba.njit(cache=True, nogil=True)
def _insert(ids: np.ndarray, scores: np.ndarray, new_id: int, score: float) -> None:
    """Put a score into a descending list; it goes behind its equals, which have lower ids."""
    place = len(ids) - 1
    while place > 0 and scores[place - 1] < score - TIE:
        scores[place] = scores[place - 1]
        ids[place] = ids[place - 1]
        place -= 1
    scores[place] = score
    ids[place] = new_id


@numba.njit(cache=True, nogil=True)
def pair_products(
    rows: np.ndarray,
    columns: np.ndarray,
    left_indptr: np.ndarray,
    left_indices: np.ndarray,
    left_data: np.ndarray,
    right_indptr: np.ndarray,
    right_indices: np.ndarray,
    right_data: np.ndarray,
) -> np.ndarray:
    """Multiply single rows of two CSR matrices with sorted columns, in the order used above."""
    products = np.zeros(len(rows))
    for n in range(len(rows)):
        t, t_end = left_indptr[rows[n]], left_indptr[rows[n] + 1]
        u, u_end = right_indptr[columns[n]], right_indptr[columns[n] + 1]
        while t < t_end and u < u_end:
            if left_indices[t] < right_indices[u]:
                t += 1
            elif left_indices[t] > right_indices[u]:
                u += 1
            else:
                products[n] += left_data[t] * right_data[u]
                t += 1
                u += 1
    return products
