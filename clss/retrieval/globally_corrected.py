"""Globally corrected retrieval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from clss.retrieval.base import Adjuster, Retrieval

if TYPE_CHECKING:
    from clss.scoring import Scorer


@dataclass(frozen=True, repr=False)
class GloballyCorrected(Retrieval):
    """Rank candidates by how high the query stands in *their* list of all queries.

    The score is ``s(x, y) - Rank_y(x)``: similarity only decides among equal ranks. Of equally
    similar queries, as far as the precision of their vectors tells, none stands before the other.
    Every batch of queries takes one pass over all.

    References
    ----------
    Dinu, Lazaridou & Baroni (2015), Improving zero-shot learning by mitigating the hubness
    problem.
    """

    name = "globally-corrected"
    citations = ("dinu2015improving",)

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Return an adjustment that counts, blockwise, the queries nearer to each candidate."""
        from clss._topk import add_higher  # numba, only where it is used

        def adjust(ids: np.ndarray, scores: np.ndarray) -> np.ndarray:
            columns = np.ascontiguousarray(scores.T)
            order = np.argsort(columns, axis=1)
            ordered = np.take_along_axis(columns, order, axis=1)
            higher = np.zeros(scores.shape, dtype=np.int64)
            for others in scorer.raw_blocks():
                add_higher(higher, ordered, order, others, scorer.tolerance, scorer.relative_ties)
            return np.where(np.isfinite(scores), scores - (1 + higher), -np.inf)

        return adjust
