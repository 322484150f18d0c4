"""Cross-domain similarity local scaling."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from clss.parameters import Kind, Whole
from clss.retrieval.base import Adjuster, Retrieval

if TYPE_CHECKING:
    from clss.scoring import Scorer


@dataclass(frozen=True, repr=False)
class CSLS(Retrieval):
    """Twice the similarity less the mean similarity of either word to its nearest ones.

    Words that are near to everything ("hubs") lose what they have from that.

    Parameters
    ----------
    neighborhood : int
        How many nearest words the means are over.

    References
    ----------
    Conneau, Lample, Ranzato, Denoyer & Jégou (2018), Word translation without parallel data.
    """

    neighborhood: int = 10

    name = "csls"
    citations = ("conneau2018word",)
    allowed: ClassVar[Mapping[str, Kind]] = {"neighborhood": Whole(at_least=1)}

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Find every candidate's mean similarity to its nearest queries, over all queries."""
        from clss._topk import row_top_k, update_column_top_k  # numba, only where it is used

        k = min(self.neighborhood, scorer.n_queries)
        best = np.full((k, scorer.n_candidates), -np.inf)
        for scores in scorer.raw_blocks():
            update_column_top_k(best, scores)
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
