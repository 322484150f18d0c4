"""What a model of context sees: the words that are asked about, and means to compare them."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from scipy import sparse

from clss.context.occurrences import Occurrences
from clss.matrices import as_float, to_dense, valid_rows
from clss.persistence import Matrix
from clss.similarity import Similarity
from clss.space import SIDES, BilingualSpace

#: Memory for one block of scores.
BLOCK_BYTES = 64 << 20


class ContextView:
    """Occurrences in a space, with the steps that models of context have in common.

    Parameters
    ----------
    space : BilingualSpace
    similarity : Similarity
    occurrences : Occurrences
        With ids of `space`; every answer is in vocabulary. Context words without a vector (a row
        of zeros) are left out of the bags: they say nothing.
    """

    def __init__(
        self, space: BilingualSpace, similarity: Similarity, occurrences: Occurrences
    ) -> None:
        self.space, self.similarity = space, similarity
        self._candidates = similarity.candidates(space, occurrences.into)
        self._valid_candidates = valid_rows(similarity.query_rows(space, occurrences.into))
        self.rows: Matrix = as_float(similarity.query_rows(space, occurrences.side), double=True)
        self.occurrences = occurrences.keep_contexts(valid_rows(self.rows)[occurrences.contexts])

    def with_contexts(self, occurrences: Occurrences) -> ContextView:
        """Return the view of the same occurrences with other bags; what is prepared is shared."""
        other = object.__new__(ContextView)
        for name in ("space", "similarity", "rows", "_candidates", "_valid_candidates"):
            setattr(other, name, getattr(self, name))
        other.occurrences = occurrences
        return other

    @property
    def holds_distributions(self) -> bool:
        """Whether the vectors are probability distributions."""
        return self.space.kind == "distribution"

    @property
    def context_lengths(self) -> np.ndarray:
        """How many words each bag holds."""
        return self.occurrences.context_lengths

    @cached_property
    def bags(self) -> sparse.csr_matrix:
        """How often each word stands in each bag, one row per occurrence."""
        return self.occurrences.bags(self.rows.shape[0])

    @cached_property
    def pivot_counts(self) -> sparse.csr_matrix:
        """A one at the pivot of each occurrence, shaped as the bags."""
        n = len(self.occurrences)
        parts = (np.ones(n), self.occurrences.pivots, np.arange(n + 1))
        return sparse.csr_matrix(parts, shape=(n, self.rows.shape[0]))

    @cached_property
    def pivot_rows(self) -> Matrix:
        """The vector of the pivot, one row per occurrence."""
        return self.rows[self.occurrences.pivots]

    @property
    def word_likelihoods(self) -> np.ndarray:
        """P(w|z) of the pivots' side, words in rows."""
        pair = self.space.word_given_topic
        assert pair is not None, "the model's check requires topics"
        return to_dense(as_float(pair[SIDES.index(self.occurrences.side)], double=True)).T

    @property
    def output_rows(self) -> Matrix:
        """The output vectors of the pivots' side."""
        pair = self.space.context_vectors
        assert pair is not None, "the model's check requires output vectors"
        return as_float(pair[SIDES.index(self.occurrences.side)], double=True)

    def compare(self, queries: Matrix) -> np.ndarray:
        """Compare one vector per occurrence with its answers.

        Returns a score per answer, ``-inf`` where vector or answer is nothing to compare.
        """
        items, answers = self.occurrences.candidate_items, self.occurrences.candidates
        scores = np.full(len(answers), -np.inf)
        known = valid_rows(queries)
        width = self._valid_candidates.size
        step = max(1, BLOCK_BYTES // (8 * max(width, 1)))
        for start in range(0, queries.shape[0], step):
            prepared = self.similarity.queries(self.space, queries[start : start + step])
            block = self.similarity.compare(prepared, self._candidates)
            here = (items >= start) & (items < start + step)
            scores[here] = block[items[here] - start, answers[here]]
        return np.where(known[items] & self._valid_candidates[answers], scores, -np.inf)

    def word_scores(self, rows: Matrix | None = None) -> np.ndarray:
        """Compare every word (or other rows given) with every answer; NaN in rows of zeros."""
        rows = self.rows if rows is None else rows
        prepared = self.similarity.queries(self.space, rows)
        scores = np.array(self.similarity.compare(prepared, self._candidates), dtype=np.float64)
        scores[~valid_rows(rows)] = np.nan
        return scores

    def combine(self, shares: Matrix, word_scores: np.ndarray) -> np.ndarray:
        """Add up, for each answer of an occurrence, the words' scores by their shares."""
        items, answers = self.occurrences.candidate_items, self.occurrences.candidates
        known = ~np.isnan(word_scores).any(axis=1)
        scores = (shares @ np.where(known[:, None], word_scores, 0.0))[items, answers]
        heard = (shares @ known.astype(float)) > 0
        return np.where(heard[items] & self._valid_candidates[answers], scores, -np.inf)
