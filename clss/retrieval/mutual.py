"""Mutual nearest neighbours: the symmetry constraint."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clss.errors import InputError
from clss.retrieval.base import Adjuster, Retrieval

if TYPE_CHECKING:
    from clss.scoring import Scorer


class Mutual(Retrieval):
    """Answer only where query and answer are each other's nearest neighbour, else not at all.

    References
    ----------
    Peirsman & Padó (2010); Vulić & Moens (2013).
    """

    name = "mutual"

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Find every candidate's nearest query, asked in its own direction."""
        from clss.scoring import Scorer, top_k

        if scorer.into == "both":
            raise InputError("mutual neighbours need one language to answer, not both")
        back = Scorer(scorer.space, scorer.into, scorer.side, scorer.similarity)
        nearest_query = top_k(back, np.arange(back.n_queries), 1)[0][:, 0]

        def adjust(ids: np.ndarray, scores: np.ndarray) -> np.ndarray:
            rows = np.arange(len(ids))
            best = scores.argmax(axis=1)
            mutual = np.full_like(scores, -np.inf)
            agreed = nearest_query[best] == ids
            mutual[rows[agreed], best[agreed]] = scores[rows[agreed], best[agreed]]
            return mutual

        return adjust
