"""What a model of context sees: the words that are asked about, and means to compare them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from clss.context.occurrences import Occurrences
from clss.errors import InputError
from clss.matrices import Matrix, as_float, to_dense, valid_rows, weighted_mean
from clss.sides import SIDES
from clss.similarity import Prepared, Similarity
from clss.space import BilingualSpace


class ContextView:
    """Occurrences in a space, with the steps that models of context have in common.

    Parameters
    ----------
    space : BilingualSpace
    similarity : Similarity
    occurrences : Occurrences
        With ids of `space`; every answer is in vocabulary. Context words without a vector (a row
        of zeros) are left out of the bags: they say nothing.
    full_space : BilingualSpace, optional
        The space with all its words, if `space` has only those that are asked about.
    """

    def __init__(
        self,
        space: BilingualSpace,
        similarity: Similarity,
        occurrences: Occurrences,
        full_space: BilingualSpace | None = None,
    ) -> None:
        self.space, self.similarity = space, similarity
        self._full_space = space if full_space is None else full_space
        self._candidates = similarity.candidates(space, occurrences.into)
        self._valid_candidates = valid_rows(similarity.query_rows(space, occurrences.into))
        self.rows: Matrix = as_float(similarity.query_rows(space, occurrences.side), double=True)
        self.occurrences = occurrences.keep_contexts(valid_rows(self.rows)[occurrences.contexts])
        self._whole = self  # the view with whole bags, which computes what does not depend on them
        self._remembered: dict[Hashable, Any] = {}

    def with_contexts(self, occurrences: Occurrences) -> ContextView:
        """Return the view of the same occurrences with other bags; what is prepared is shared."""
        other = object.__new__(ContextView)
        for name in ("space", "similarity", "rows", "_candidates", "_valid_candidates", "_whole"):
            setattr(other, name, getattr(self, name))
        other.occurrences = occurrences
        return other

    def remember(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """Compute something once for all models of context and all sizes of bags."""
        held = self._whole._remembered
        if key not in held:
            held[key] = make()
        return held[key]

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
    def context_sums(self) -> Matrix:
        """The sum of the vectors of each bag, one row per occurrence."""
        return self.bags @ self.rows

    @property
    def mean_row(self) -> np.ndarray:
        """The mean vector of the text on the pivots' side: words count as often as they occur."""
        return self._whole._mean_row

    @cached_property
    def _mean_row(self) -> np.ndarray:
        side = self.occurrences.side
        words = self._full_space.vocabulary(side)
        if not words.counted:
            raise InputError(
                "a background is the mean vector of a text, and this space does not say how often"
                f" its {self._full_space.lang(side)} words occur; leave background out, or train on"
                " a corpus"
            )
        return weighted_mean(self.similarity.query_rows(self._full_space, side), words.counts)

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

    @cached_property
    def whole_rows(self) -> Matrix:
        """The vectors of the pivots' side before the space was pruned."""
        pair = self.space.whole
        if pair is None or self.rows.shape[1] != pair[0].shape[1]:
            return self.rows
        return as_float(pair[SIDES.index(self.occurrences.side)], double=True)

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

    @cached_property
    def _groups(self) -> list[_Group]:
        """The occurrences, grouped by the answers that they choose from; no others are compared."""
        asked = self.occurrences
        bounds, bags = asked.candidate_offsets, asked.context_offsets
        members = defaultdict[tuple[int, ...], list[int]](list)
        for i in range(len(asked)):
            members[tuple(asked.candidates[bounds[i] : bounds[i + 1]].tolist())].append(i)
        groups = []
        members.pop((), None)  # nothing to choose from
        for chosen, items in members.items():
            contexts = [asked.contexts[bags[i] : bags[i + 1]] for i in items]
            words = np.unique(np.concatenate([asked.pivots[items], *contexts]))
            answers = np.array(chosen, dtype=np.int64)
            places = bounds[items][:, None] + np.arange(len(answers))
            groups.append(_Group(np.array(items), words, answers, places))
        return groups

    def compare(self, queries: Matrix) -> np.ndarray:
        """Compare one vector per occurrence with its answers.

        Returns a score per answer, ``-inf`` where vector or answer is nothing to compare.
        """
        scores = np.full(len(self.occurrences.candidates), -np.inf)
        known = valid_rows(queries)
        for group in self._whole._groups:
            block = self._block(queries[group.items], group)
            scores[group.places] = np.where(known[group.items][:, None], block, -np.inf)
        return self._only_valid_answers(scores)

    def word_scores(self, rows: Matrix | None = None) -> list[np.ndarray]:
        """Compare the words of every group with its answers, for :meth:`combine`.

        Words are rows of the space or, if given, of `rows`; one without a vector has NaN.
        """
        return self._whole._own_scores if rows is None else self._row_scores(rows)

    @cached_property
    def _own_scores(self) -> list[np.ndarray]:
        return self._row_scores(self.rows)

    def _row_scores(self, rows: Matrix) -> list[np.ndarray]:
        known = valid_rows(rows)[:, None]
        found = []
        for group in self._whole._groups:
            # an answer without a vector gets no score in the end; its NaN would hide the words'
            block = np.where(
                self._valid_candidates[group.candidates], self._block(rows[group.words], group), 0.0
            )
            found.append(np.where(known[group.words], block, np.nan))
        return found

    def combine(self, *parts: tuple[Matrix, list[np.ndarray]]) -> np.ndarray:
        """Sum up, for each answer of an occurrence, the scores of its words times their shares.

        Parameters
        ----------
        *parts : (matrix, word scores)
            Shares, one row per occurrence and one column per word, and the words' scores.
        """
        scores = np.full(len(self.occurrences.candidates), -np.inf)
        for number, group in enumerate(self._whole._groups):
            total = np.zeros(group.places.shape)
            heard = np.zeros(len(group.items))
            for shares, blocks in parts:
                known = ~np.isnan(blocks[number]).any(axis=1)
                weights = shares[group.items][:, group.words[known]]
                total += weights @ blocks[number][known]
                heard += np.asarray(weights.sum(axis=1)).ravel()
            scores[group.places] = np.where(heard[:, None] > 0, total, -np.inf)
        return self._only_valid_answers(scores)

    def _block(self, rows: Matrix, group: _Group) -> np.ndarray:
        prepared = self.similarity.queries(self.space, rows)
        return self.similarity.compare(prepared, chosen_rows(self._candidates, group.candidates))

    def _only_valid_answers(self, scores: np.ndarray) -> np.ndarray:
        return np.where(self._valid_candidates[self.occurrences.candidates], scores, -np.inf)


@dataclass(frozen=True)
class _Group:
    """Occurrences with the same answers to choose from.

    Attributes
    ----------
    items : array
        The occurrences.
    words : array
        All words that are their pivots or stand in their bags.
    candidates : array
        The answers.
    places : array of items x candidates
        Where the scores belong.
    """

    items: np.ndarray
    words: np.ndarray
    candidates: np.ndarray
    places: np.ndarray


def chosen_rows(prepared: Prepared, ids: np.ndarray) -> Prepared:
    """Return some rows of what a similarity has prepared."""
    support = None if prepared.support is None else prepared.support[ids]
    return replace(prepared, matrix=prepared.matrix[ids], support=support)


def context_ranks(view: ContextView) -> np.ndarray:
    """Rank the words of each bag by their similarity to the pivot, from 0.

    The similarity is the view's own, within the pivot's language (with Cue, P(cw|w)). Among
    equals the earlier word of the sentence comes first.

    References
    ----------
    Vulić & Moens (2014).
    """
    occurrences = view.occurrences
    items, words = occurrences.context_items, occurrences.contexts
    others = view.similarity.candidates(view.space, occurrences.side)
    scores = np.zeros(len(words))  # a pivot without a vector ranks no word before another
    owners = occurrences.pivots[items]
    for pivot in np.unique(owners[valid_rows(view.rows)[owners]]):
        here = np.flatnonzero(owners == pivot)
        distinct, places = np.unique(words[here], return_inverse=True)
        query = view.similarity.queries(view.space, view.rows[[pivot]])
        scores[here] = view.similarity.compare(query, chosen_rows(others, distinct))[0, places]
    scores[np.isnan(scores)] = -np.inf
    order = np.lexsort((-scores, items))  # stable: the order of the sentence decides ties
    ranks = np.empty(len(words), dtype=np.int64)
    ranks[order] = np.arange(len(words)) - occurrences.context_offsets[items]
    return ranks
