"""Mutual nearest neighbours: the symmetry constraint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from clss.errors import InputError
from clss.retrieval.base import Adjuster, Retrieval

if TYPE_CHECKING:
    from clss.scoring import Scorer


@dataclass(frozen=True, repr=False)
class Mutual(Retrieval):
    """Answer only where query and answer are each other's nearest neighbour, else not at all.

    Of equally near queries the more frequent one (the lower id) is a candidate's nearest. All
    equally near candidates that choose the query are answers, with the same score.

    References
    ----------
    Peirsman & Padó (2010); Vulić & Moens (2013).
    """

    name = "mutual"
    citations = ("peirsman2010cross", "vulic2013study")

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Find every candidate's nearest query, asked in its own direction."""
        from clss.scoring import Scorer, top_k

        if scorer.into == "both":
            raise InputError("mutual neighbours need one language to answer, not both")
        back = Scorer(scorer.space, scorer.into, scorer.side, scorer.similarity)
        nearest_query = top_k(back, np.arange(back.n_queries), 1)[0][:, 0]

        def adjust(ids: np.ndarray, scores: np.ndarray) -> np.ndarray:
            best = scores.max(axis=1, keepdims=True, initial=-np.inf)
            bound = np.where(np.isfinite(best), best - scorer.tie_margin(best), np.inf)
            nearest = scores >= bound
            agreed = nearest_query[None, :] == ids[:, None]
            return np.where(nearest & agreed, scores, -np.inf)

        return adjust
