"""The best of a few rows of scores, without the compiler that :mod:`clss._topk` starts.

One word asked on the command line is answered sooner than numba is imported.
"""

from __future__ import annotations

import numpy as np


def few_top_k(scores: np.ndarray, k: int, tolerance: float) -> tuple[np.ndarray, np.ndarray]:
    """Return what :func:`clss._topk.row_top_k` returns, for few rows.

    Only entries near enough to the k-th best can be answers: those go through the same insertion,
    in the order of their ids.
    """
    ids = np.full((len(scores), k), -1, dtype=np.int64)
    best = np.full((len(scores), k), -np.inf, dtype=scores.dtype)
    for row, row_ids, row_best in zip(scores, ids, best, strict=True):
        limit = np.partition(row, len(row) - k)[len(row) - k]
        if np.isfinite(limit):
            # every insertion may pass over a difference of one margin, and there are k places
            limit -= 2 * (k + 1) * tolerance * max(1.0, np.abs(row[np.isfinite(row)]).max())
        for candidate in np.flatnonzero((row >= limit) & (row > -np.inf)).tolist():
            insert(row[candidate], candidate, row_best, row_ids, tolerance)
    return ids, best


def insert(
    score: float, candidate: int, best: np.ndarray, ids: np.ndarray, tolerance: float
) -> None:
    """Put a candidate among the best so far, behind all that are at least equal to it."""
    margin = tolerance * max(1.0, abs(score))
    if not score > best[-1] + margin:
        return
    place = len(best) - 1
    while place > 0 and best[place - 1] < score - margin:
        best[place], ids[place] = best[place - 1], ids[place - 1]
        place -= 1
    best[place], ids[place] = score, candidate
