"""Globally corrected retrieval."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clss.retrieval.base import Adjuster, Retrieval

if TYPE_CHECKING:
    from clss.scoring import Scorer


class GloballyCorrected(Retrieval):
    """Rank candidates by how high the query stands in *their* list of all queries.

    The score is ``s(x, y) - Rank_y(x)``: similarity only decides among equal ranks.

    References
    ----------
    Dinu, Lazaridou & Baroni (2015), Improving zero-shot learning by mitigating the hubness
    problem.
    """

    name = "globally-corrected"

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Return an adjustment that counts, blockwise, the queries nearer to each candidate."""
        everything = np.arange(scorer.n_queries)

        def adjust(ids: np.ndarray, scores: np.ndarray) -> np.ndarray:
            rank = np.ones(scores.shape)
            for batch in scorer.batches(everything):
                others = np.sort(scorer.raw_block(everything[batch]), axis=0)
                for column in range(scores.shape[1]):
                    above = np.searchsorted(others[:, column], scores[:, column], side="right")
                    rank[:, column] += len(others) - above
            return np.where(np.isfinite(scores), scores - rank, -np.inf)

        return adjust
