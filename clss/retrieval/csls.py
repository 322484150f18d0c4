"""Cross-domain similarity local scaling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clss.errors import InputError
from clss.retrieval.base import Adjuster, Retrieval

if TYPE_CHECKING:
    from clss.scoring import Scorer


class CSLS(Retrieval):
    """Twice the similarity less the mean similarity of either word to its nearest ones.

    Words that are near to everything ("hubs") lose what they have from that.

    References
    ----------
    Conneau, Lample, Ranzato, Denoyer & Jégou (2018), Word translation without parallel data.
    """

    name = "csls"
    citations = ("conneau2018word",)

    def __init__(self, neighborhood: int = 10) -> None:
        if neighborhood < 1:
            raise InputError(f"csls needs a neighbourhood of at least 1, not {neighborhood}")
        self.neighborhood = neighborhood

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Find every candidate's mean similarity to its nearest queries, over all queries."""
        from clss._topk import row_top_k, update_column_top_k  # numba, only where it is used

        k = min(self.neighborhood, scorer.n_queries)
        best = np.full((k, scorer.n_candidates), -np.inf)
        everything = np.arange(scorer.n_queries)
        for batch in scorer.batches(everything):
            update_column_top_k(best, scorer.raw_block(everything[batch]))
        candidate_mean = _finite_mean(best, axis=0)

        def adjust(ids: np.ndarray, scores: np.ndarray) -> np.ndarray:
            nearest = row_top_k(scores, min(self.neighborhood, scorer.n_candidates), 0.0)[1]
            query_mean = _finite_mean(nearest, axis=1)
            return 2 * scores - (query_mean[:, None] + candidate_mean[None, :])

        return adjust


def _finite_mean(scores: np.ndarray, axis: int) -> np.ndarray:
    finite = np.isfinite(scores)
    total = np.where(finite, scores, 0.0).sum(axis=axis, dtype=np.float64)
    return total / np.maximum(finite.sum(axis=axis), 1)
