"""The inverted softmax."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clss.errors import InputError
from clss.retrieval.base import Adjuster, Retrieval

if TYPE_CHECKING:
    from clss.scoring import Scorer


class InvertedSoftmax(Retrieval):
    """How probable the query is given the candidate, instead of the reverse.

    The score is ``β s(x, y) - ln Σ_x' exp(β s(x', y))`` over all queries x'.

    References
    ----------
    Smith, Turban, Hamblin & Hammerla (2017), Offline bilingual word vectors.
    """

    name = "inverted-softmax"
    citations = ("smith2017offline",)

    def __init__(self, temperature: float = 30.0) -> None:
        if not temperature > 0:
            raise InputError(f"the inverse temperature must be positive, not {temperature}")
        self.temperature = temperature

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Sum the exponentials of every candidate over all queries, keeping the largest apart."""
        largest = np.full(scorer.n_candidates, -np.inf)
        total = np.zeros(scorer.n_candidates)
        everything = np.arange(scorer.n_queries)
        for batch in scorer.batches(everything):
            scaled = self.temperature * scorer.raw_block(everything[batch])
            higher = np.maximum(largest, scaled.max(axis=0))
            shift = np.where(np.isfinite(higher), higher, 0.0)
            total = total * np.exp(largest - shift) + np.exp(scaled - shift).sum(axis=0)
            largest = higher
        with np.errstate(divide="ignore"):
            log_total = np.where(total > 0, largest + np.log(total), 0.0)
        return lambda ids, scores: self.temperature * scores - log_total
