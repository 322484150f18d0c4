"""Scoring words in context: the entry point for tasks."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, Literal

import numpy as np

from clss.context.base import ContextModel
from clss.context.keep import check_keep
from clss.context.occurrences import Occurrences
from clss.context.registry import get_context
from clss.context.view import ContextView, context_ranks
from clss.errors import InputError
from clss.matrices import Matrix, without_broken_rows
from clss.sides import SIDES, own_first
from clss.similarity import Similarity, get_similarity
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary


class ContextScorer:
    """Scores the answers of occurrences in one space by one similarity, for any model of context.

    Only the words that are asked about are looked at, so the size of the vocabulary costs
    nothing; what models and context sizes share is computed once.

    Parameters
    ----------
    space : BilingualSpace
    occurrences : Occurrences
    similarity : str or Similarity, optional
        By default the one the space is meant for.

    Examples
    --------
    >>> space = BilingualSpace(
    ...     Vocabulary(["banco", "dinero", "parque"]), Vocabulary(["bank", "bench"]),
    ...     np.array([[1.0, 1.0], [1.0, 0.1], [0.1, 1.0]]), np.array([[1.0, 0.0], [0.0, 1.0]]))
    >>> scorer = ContextScorer(space, Occurrences.from_lists([0, 0], [[1], [2]], [[0, 1], [0, 1]]))
    >>> scorer.score("add", weight=0.5).round(2).tolist()
    [0.88, 0.48, 0.48, 0.88]
    """

    def __init__(
        self,
        space: BilingualSpace,
        occurrences: Occurrences,
        similarity: str | Similarity | None = None,
    ) -> None:
        self.space, self.occurrences = space, occurrences
        self.similarity = get_similarity(similarity or space.similarity)
        self.similarity.check(space)
        self._last: tuple[int, ContextView] | None = None
        for side, ids in (
            (occurrences.side, occurrences.pivots),
            (occurrences.side, occurrences.contexts),
            (occurrences.into, occurrences.candidates),
        ):
            if ids.size and ids.max() >= len(space.vocabulary(side)):
                raise InputError(f"an id is not one of the {side} words of the space")

    @cached_property
    def _in_vocabulary(self) -> np.ndarray:
        return self.occurrences.candidates >= 0

    @cached_property
    def _view(self) -> ContextView:
        space, occurrences = _restricted(self.space, self.occurrences)
        return ContextView(space, self.similarity, occurrences, full_space=self.space)

    @cached_property
    def _ranks(self) -> np.ndarray:
        return context_ranks(self._view)

    def _keeping(self, keep: int | None) -> ContextView:
        """Return the view of shorter contexts; the last is kept, since grids repeat a size."""
        if keep is None:
            return self._view
        if self._last is None or self._last[0] != keep:
            kept = self._view.occurrences.keep_contexts(self._ranks < keep)
            self._last = keep, self._view.with_contexts(kept)
        return self._last[1]

    @property
    def context_lengths(self) -> np.ndarray:
        """How many words of each context have a vector."""
        return (
            self._view.context_lengths
            if self._in_vocabulary.any()
            else np.zeros(len(self.occurrences), dtype=np.int64)
        )

    def score(
        self,
        context: str | ContextModel = "add",
        *,
        keep: int | Literal["all"] | None = None,
        **parameters: Any,
    ) -> np.ndarray:
        """Return one score for every answer of ``occurrences.candidates``, higher is better.

        Parameters
        ----------
        context : str or ContextModel
            The model of context, or its name; `parameters` are then its parameters.
        keep : int or "all", optional
            Keep only so many words of each context, the ones most similar to the pivot; all of
            them by default.

        Returns
        -------
        ndarray
            ``-inf`` for an answer out of vocabulary or without a vector.
        """
        model = get_context(context, **parameters)
        keep = check_keep(model, keep)
        scores = np.full(len(self.occurrences.candidates), -np.inf)
        if not self._in_vocabulary.any():
            model.check(self.space, self.similarity)
            return scores
        # the words that are asked about: a check of all vectors, for every point of a grid, is slow
        model.check(self._view.space, self.similarity)
        found = model.scores(self._keeping(keep))
        scores[self._in_vocabulary] = np.where(np.isnan(found), -np.inf, found)
        return scores


def _restricted(
    space: BilingualSpace, occurrences: Occurrences
) -> tuple[BilingualSpace, Occurrences]:
    """Return the space of only the words asked about, and the occurrences with its ids."""
    answered = occurrences.candidates >= 0
    asked = np.concatenate([occurrences.pivots, occurrences.contexts])
    words, places = np.unique(asked, return_inverse=True)
    answers, answer_places = np.unique(occurrences.candidates[answered], return_inverse=True)
    lengths = np.bincount(occurrences.candidate_items[answered], minlength=len(occurrences))
    local = replace(
        occurrences,
        pivots=places[: len(occurrences)],
        contexts=places[len(occurrences) :],
        candidates=answer_places,
        candidate_offsets=np.concatenate([[0], np.cumsum(lengths)]),
    )
    ids = own_first(occurrences.side, (words, answers))

    def rows(pair: tuple[Matrix, Matrix] | None, axis: int = 0) -> tuple[Matrix, Matrix] | None:
        if pair is None:
            return None
        # double precision: vectors are mixed, and near-equal answers must not tie by rounding
        first, second = (
            without_broken_rows(matrix[chosen].astype(np.float64))
            if axis == 0
            else matrix[:, chosen].astype(np.float64)
            for matrix, chosen in zip(pair, ids, strict=True)
        )
        return first, second

    source, target = (
        Vocabulary([space.vocabulary(side)[i] for i in chosen.tolist()])
        for side, chosen in zip(SIDES, ids, strict=True)
    )
    matrices = rows((space.matrix("source"), space.matrix("target")))
    assert matrices is not None
    small = BilingualSpace(
        source,
        target,
        matrices[0],
        matrices[1],
        langs=space.langs,
        kind=space.kind,
        similarity=space.similarity,
        word_given_topic=rows(space.word_given_topic, axis=1),
        topic_given_word=rows(space.topic_given_word),
        context_vectors=rows(space.context_vectors),
        whole=rows(space.whole),
        pruning=space.pruning,
        metadata=space.metadata,
    )
    return small, local
