"""The sentences of translation in context in one space: every model of context ranks candidates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from clss.context import (
    ContextModel,
    ContextScorer,
    InSentence,
    Occurrences,
    check_keep,
    get_context,
)
from clss.sides import SideName, other_side, own_first
from clss.similarity import Similarity
from clss.space import BilingualSpace
from evaluation.tasks.bands import frequency_of
from evaluation.tasks.facts import Facts
from evaluation.tasks.item_counts import count_from_subwords, with_seed_lexicon
from evaluation.tasks.outcome import Item, Outcome
from evaluation.tasks.swtc_items import SWTCItem

#: Scores nearer to each other than this are the same: rounding, not the vectors, decides below.
_TIE = 1e-12


def describe(context: ContextModel, keep: int | None = None) -> str:
    """Write a model of context with its parameters and context size.

    Examples
    --------
    >>> describe(get_context("smoothed-fusion", weight=0.5), keep=3)
    'smoothed-fusion(context_distribution=mean,keep=3,weight=0.5)'
    """
    settings = context.parameters | ({} if keep is None else {"keep": keep})
    shown = ",".join(f"{name}={value}" for name, value in sorted(settings.items()))
    return f"{context.name}({shown})" if shown else context.name


class SWTCScorer:
    """The items of a task looked up in one space, to be scored by any model of context."""

    def __init__(
        self,
        items: Sequence[SWTCItem],
        space: BilingualSpace,
        similarity: str | Similarity | None = None,
        side: SideName = "source",
    ) -> None:
        self.items, self.space, self.side = tuple(items), space, side
        self._words, self._answers = space.vocabulary(side), space.vocabulary(other_side(side))
        self._asked = [i for i, item in enumerate(self.items) if item.word in self._words]
        asked = [self.items[i] for i in self._asked]
        contexts = (self._words.ids(item.context) for item in asked)
        occurrences = Occurrences.from_lists(
            self._words.ids(item.word for item in asked),
            [ids[ids >= 0] for ids in contexts],
            [self._answers.ids(item.candidates) for item in asked],
            side=side,
            sentences=[InSentence(item.sentence, item.position, item.text) for item in asked],
        )
        self._scorer = ContextScorer(space, occurrences, similarity)

    @property
    def similarity(self) -> Similarity:
        """The similarity in use."""
        return self._scorer.similarity

    def outcome(
        self,
        context: str | ContextModel,
        keep: int | Literal["all"] | None = None,
        *,
        label: str | None = None,
        model: str | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Rank the candidates of every item by one model of context."""
        chosen = get_context(context)
        keep = check_keep(chosen, keep)
        scores = self._scores(chosen, keep)
        items = [self._item(item, scores.get(i)) for i, item in enumerate(self.items)]
        known = self.space.metadata
        model = str(known.get("model", "")) if model is None else model
        name = f"{known.get('label') or model or self.similarity.name}+{chosen.name}"
        facts = self._facts(chosen, keep).to_json() | dict(metadata or {})
        return Outcome(name if label is None else label, items, "swtc", model, facts)

    def _facts(self, context: ContextModel, keep: int | None) -> Facts:
        """Return what one should know beside the answers."""
        asked = [(item.word, (item.gold,)) for item in self.items]
        facts = replace(
            Facts.of_space(self.space),
            pair="-".join(own_first(self.side, self.space.langs)),
            similarity=self.similarity.name,
            context=describe(context, keep),
            context_parameters=context.parameters,
            keep=keep,
            items_from_subwords=count_from_subwords(self.space, self.side, asked),
        )
        if context.uses_context and context.takes_bags:
            empty = int((self._scorer.context_lengths == 0).sum())
            facts = replace(facts, items_without_context=empty)
        lexicon = self.space.metadata.get("seed_lexicon")
        return with_seed_lexicon(facts, lexicon, self.side, asked)

    def correct(self, context: ContextModel, keep: int | None = None) -> np.ndarray:
        """Return per item whether the right answer is strictly the best; quicker than outcomes."""
        hits = np.zeros(len(self.items), dtype=bool)
        for i, scores in self._scores(context, keep).items():
            hits[i] = _ranks(scores, self.items[i])[0] == 1
        return hits

    def _scores(self, context: ContextModel, keep: int | None) -> dict[int, np.ndarray]:
        """Return the scores of the candidates of every item whose word is in vocabulary."""
        flat = self._scorer.score(context, keep=keep)
        bounds = self._scorer.occurrences.candidate_offsets[1:-1]
        return dict(zip(self._asked, np.split(flat, bounds), strict=True)) if self._asked else {}

    def _item(self, item: SWTCItem, scores: np.ndarray | None) -> Item:
        shared: dict[str, Any] = {
            "key": item.key,
            "gold": (item.gold,),
            "candidates": len(item.candidates),
            "cluster": item.word,
            **frequency_of(item.word, self._words),
        }
        if scores is None or item.gold not in self._answers:
            return Item(status="oov", **shared)
        # among equals in the order of the alphabet: the order of the file may know the answer
        order = sorted(range(len(scores)), key=lambda j: (-scores[j], item.candidates[j]))
        answers = tuple(item.candidates[j] for j in order if scores[j] > -np.inf)
        pessimistic, optimistic = _ranks(scores, item)
        if not pessimistic:
            status = "missed" if answers else "unanswered"
            return Item(status=status, answers=answers, **shared)
        return Item(
            status="ranked",
            pessimistic=pessimistic,
            optimistic=optimistic,
            answers=answers,
            ties=pessimistic - optimistic,
            **shared,
        )


def _ranks(scores: np.ndarray, item: SWTCItem) -> tuple[int, int]:
    """Return the pessimistic and optimistic rank of the right answer; 0 if it has no score."""
    right = item.candidates.index(item.gold)
    mark = scores[right]
    if mark == -np.inf:
        return 0, 0
    better = int((scores > mark + _TIE).sum())
    reaching = int((scores >= mark - _TIE).sum())
    return reaching, better + 1
