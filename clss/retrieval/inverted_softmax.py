"""The inverted softmax."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from clss.parameters import Kind, Number
from clss.retrieval.base import Adjuster, Retrieval

if TYPE_CHECKING:
    from clss.scoring import Scorer


@dataclass(frozen=True, repr=False)
class InvertedSoftmax(Retrieval):
    """How probable the query is given the candidate, instead of the reverse.

    The score is ``β s(x, y) - ln Σ_x' exp(β s(x', y))`` over all queries x'.

    Parameters
    ----------
    inverse_temperature : float
        β: the larger, the more only the nearest queries of a candidate count.

    References
    ----------
    Smith, Turban, Hamblin & Hammerla (2017), Offline bilingual word vectors.
    """

    inverse_temperature: float = 30.0

    name = "inverted-softmax"
    citations = ("smith2017offline",)
    allowed: ClassVar[Mapping[str, Kind]] = {"inverse_temperature": Number(above=0)}

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Sum the exponentials of every candidate over all queries, keeping the largest apart."""
        largest = np.full(scorer.n_candidates, -np.inf)
        total = np.zeros(scorer.n_candidates)
        for scores in scorer.raw_blocks():
            scaled = self.inverse_temperature * scores
            higher = np.maximum(largest, scaled.max(axis=0))
            shift = np.where(np.isfinite(higher), higher, 0.0)
            total = total * np.exp(largest - shift) + np.exp(scaled - shift).sum(axis=0)
            largest = higher
        with np.errstate(divide="ignore"):
            log_total = np.where(total > 0, largest + np.log(total), 0.0)
        return lambda ids, scores: self.inverse_temperature * scores - log_total
