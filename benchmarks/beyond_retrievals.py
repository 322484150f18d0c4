"""Other ways to ask a space for translations, tried beside plain neighbours and CSLS.

They look at all words of a lexicon together, or at two spaces. See ``beyond.py``.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import linear_sum_assignment

from clss.retrieval import Retrieval
from clss.retrieval.base import Adjuster
from clss.retrieval.csls import CSLS
from clss.scoring import Scorer
from clss.space import BilingualSpace

#: above every CSLS score
CHOSEN = 10.0


class ReciprocalRanks(Retrieval):
    """Add one over the rank, by CSLS, that each of two spaces gives a candidate.

    References
    ----------
    G. V. Cormack, C. L. A. Clarke, S. Büttcher (2009), Reciprocal rank fusion outperforms
    Condorcet and individual rank learning methods. SIGIR.
    """

    name = "reciprocal-ranks"

    def __init__(self, other: BilingualSpace, constant: float = 60.0) -> None:
        self.other, self.constant = other, constant

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Rank by both spaces; equal sums of ranks are told apart by the sum of scores."""
        second = Scorer(self.other, scorer.side, scorer.into, retrieval="csls")
        own = CSLS().adjuster(scorer)

        def adjust(ids: np.ndarray, scores: np.ndarray) -> np.ndarray:
            both = own(ids, scores), second.block(ids)
            ranks = [np.argsort(np.argsort(-part, axis=1), axis=1) for part in both]
            total = sum(1 / (self.constant + 1 + rank) for rank in ranks)
            return np.where(np.isfinite(both[0]), total + 1e-6 * sum(both), -np.inf)

        return adjust


class OneToOne(Retrieval):
    """Give no two words the same translation: the assignment with the largest sum of CSLS.

    Parameters
    ----------
    words : ndarray of int or None
        The source words that are assigned together; None takes all.
    """

    name = "one-to-one"

    def __init__(self, words: np.ndarray | None = None) -> None:
        self.words = words

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Assign once; who has nobody is ranked by CSLS."""
        csls = CSLS().adjuster(scorer)
        words = np.arange(scorer.n_queries) if self.words is None else self.words
        blocks = [words[batch] for batch in scorer.batches(words)]
        scores = np.vstack([csls(ids, scorer.raw_block(ids)) for ids in blocks])
        rows, columns = linear_sum_assignment(np.maximum(scores, -CHOSEN), maximize=True)
        chosen = np.full(scorer.n_queries, -1)
        chosen[words[rows]] = columns

        def adjust(ids: np.ndarray, scores: np.ndarray) -> np.ndarray:
            ranked, own = csls(ids, scores), chosen[ids]
            given = np.nonzero(own >= 0)[0]
            ranked[given, own[given]] = CHOSEN
            return ranked

        return adjust


class Sinkhorn(Retrieval):
    """Share every word out among the others so that all get the same: a soft assignment.

    References
    ----------
    M. Cuturi (2013), Sinkhorn distances: lightspeed computation of optimal transport. NIPS.
    """

    name = "sinkhorn"

    def __init__(self, sharpness: float = 30.0, rounds: int = 30) -> None:
        self.sharpness, self.rounds = sharpness, rounds

    def adjuster(self, scorer: Scorer) -> Adjuster:
        """Scale rows and columns in turn; only the columns' scales change a ranking."""
        words = np.arange(scorer.n_queries)
        blocks = [scorer.raw_block(words[batch]) for batch in scorer.batches(words)]
        weights = np.exp(self.sharpness * np.vstack(blocks))
        rows = np.ones(len(weights))
        for _ in range(self.rounds):
            columns = 1 / np.maximum(weights.T @ rows, 1e-300)
            rows = 1 / np.maximum(weights @ columns, 1e-300)
        scales = np.log(columns)
        return lambda ids, scores: self.sharpness * scores + scales
