"""The best of a few rows of scores, without the compiler that :mod:`clss._topk` starts.

Importing numba takes longer than answering one question of the command line.
"""

from __future__ import annotations

import numpy as np


def few_top_k(
    scores: np.ndarray, k: int, tolerance: float, relative: bool = False
) -> tuple[np.ndarray, np.ndarray]:
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
            largest = np.abs(row[np.isfinite(row)]).max()
            limit -= 2 * (k + 1) * _margin(largest, tolerance, relative)
        for candidate in np.flatnonzero((row >= limit) & (row > -np.inf)).tolist():
            margin = _margin(row[candidate], tolerance, relative)
            _insert(row[candidate], candidate, row_best, row_ids, margin)
    return ids, best


def _insert(score: float, candidate: int, best: np.ndarray, ids: np.ndarray, margin: float) -> None:
    """Put a candidate among the best so far, behind all that are at least equal to it."""
    if not score > best[-1] + margin:
        return
    place = len(best) - 1
    while place > 0 and best[place - 1] < score - margin:
        best[place], ids[place] = best[place - 1], ids[place - 1]
        place -= 1
    best[place], ids[place] = score, candidate


def _margin(score: float, tolerance: float, relative: bool) -> float:
    """Return what :func:`clss._topk.tie_margin` returns."""
    return tolerance * (abs(score) if relative else max(1.0, abs(score)))
