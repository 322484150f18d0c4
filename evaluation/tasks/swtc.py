"""Suggesting word translations in context (SWTC): which candidate fits this occurrence?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np

from clss.context import (
    ContextModel,
    ContextScorer,
    InSentence,
    Occurrences,
    check_keep,
    get_context,
)
from clss.errors import InputError
from clss.persistence import digest, to_json
from clss.sides import SideName, as_side, other_side
from clss.similarity import Similarity
from clss.space import BilingualSpace
from evaluation.tasks.bands import frequency_of
from evaluation.tasks.facts import Facts
from evaluation.tasks.outcome import Item, Outcome
from evaluation.tasks.ranked_lists import outcome_from_lists
from evaluation.tasks.swtc_items import SWTCItem, gather_items, read_items
from evaluation.tasks.swtc_tuning import Tuning, require_disjoint, tune
from evaluation.tasks.task import EvaluationSettings, Task

#: Scores nearer to each other than this are the same: rounding, not the vectors, decides below.
_TIE = 1e-12


class SWTC(Task):
    """Occurrences of ambiguous words, each with its possible translations and the right one.

    Parameters
    ----------
    items : iterable of SWTCItem or mapping
        A mapping has the keys ``word``, ``sentence``, ``position``, ``candidates``, ``gold`` and,
        if it likes, ``id`` and ``text``, the sentence as it was written.
    side : {"source", "target"}
        The side of a space that the sentences are in.

    Examples
    --------
    >>> import numpy as np
    >>> from clss.vocabulary import Vocabulary
    >>> space = BilingualSpace(
    ...     Vocabulary(["banco", "dinero", "parque"]), Vocabulary(["bank", "bench"]),
    ...     np.array([[1.0, 0.9], [1.0, 0.1], [0.1, 1.0]]), np.array([[1.0, 0.0], [0.0, 1.0]]))
    >>> task = SWTC([
    ...     {"word": "banco", "sentence": ["dinero", "banco"], "position": 1,
    ...      "candidates": ["bank", "bench"], "gold": "bank"},
    ...     {"word": "banco", "sentence": ["banco", "parque"], "position": 0,
    ...      "candidates": ["bank", "bench"], "gold": "bench"}])
    >>> task.evaluate(space, "none").correct().tolist()
    [True, False]
    >>> task.evaluate(space, "add", weight=1.0).correct().tolist()
    [True, True]

    References
    ----------
    Vulić & Moens (2014); Vulić & Moens (2016), section 6.
    """

    name = "swtc"
    file_key = "items"
    dev_chooses = "context"
    retrieves = False  # a handful of candidates: there is nothing to look for
    default_context: ClassVar[Mapping[str, Any]] = {"name": "add"}
    default_scores = ("acc1", "coverage")

    def __init__(
        self, items: Iterable[SWTCItem | Mapping[str, Any]], side: SideName = "source"
    ) -> None:
        self.items: tuple[SWTCItem, ...] = gather_items(items)
        self.side = as_side(side)

    @classmethod
    def from_file(cls, path: str | PathLike[str], side: SideName = "source") -> SWTC:
        """Read a file of JSON lines; a wrong item is an error with its line and the reason."""
        return cls(read_items(path), side)

    @classmethod
    def read(cls, path: Path, options: Mapping[str, str]) -> SWTC:
        """Read the items; there are no options."""
        return cls.from_file(path)

    def __len__(self) -> int:
        return len(self.items)

    def __repr__(self) -> str:
        return f"SWTC({len(self)} items, {len({item.word for item in self.items})} words)"

    @cached_property
    def fingerprint(self) -> str:
        """The hash of the questions and their right answers."""
        fields = ("key", "word", "sentence", "position", "candidates", "gold")
        asked = [[getattr(item, name) for name in fields] for item in self.items]
        for row, item in zip(asked, self.items, strict=True):
            row += [] if item.text is None else [item.text]
        return digest(to_json(asked))

    def require_disjoint(self, dev: SWTC) -> None:
        """Refuse a development set that shares an occurrence with this one."""
        require_disjoint(dev.items, self.items)

    def ask(
        self, space: BilingualSpace, settings: EvaluationSettings, dev: SWTC | None = None
    ) -> Outcome:
        """Rank the candidates of every item; λ and context size are tuned on `dev`, if given."""
        options = dict(settings.context or self.default_context)
        name, keep = options.pop("name"), options.pop("keep", None)
        similarity = settings.similarity
        if dev is None:
            return self.evaluate(
                space, name, keep=keep, similarity=similarity, label="outcome", **options
            )
        keeps = None if keep is None else [keep]
        tuning = tune(space, dev, name, keeps=keeps, similarity=similarity, test=self, **options)
        found = {key: value for key, value in tuning.as_dict().items() if key != "trials"}
        return self.evaluate(space, tuning=tuning, label="outcome", metadata={"tuning": found})

    def asked_words(self) -> tuple[set[str], set[str]]:
        """Return the words of the sentences, and the candidates."""
        words = {word for item in self.items for word in item.sentence}
        candidates = {word for item in self.items for word in item.candidates}
        return (words, candidates) if self.side == "source" else (candidates, words)

    def ask_lists(self, lists: Mapping[str, Collection[str]]) -> Outcome:
        """Score ranked lists of translations, one list per item."""
        items = [
            Item(i.key, "unanswered", gold=(i.gold,), candidates=len(i.candidates), cluster=i.word)
            for i in self.items
        ]
        return outcome_from_lists(lists, items, label="outcome", task=self.name)

    def scorer(
        self, space: BilingualSpace, similarity: str | Similarity | None = None
    ) -> SWTCScorer:
        """Look the items up in a space, once for many models of context."""
        return SWTCScorer(self.items, space, similarity, self.side)

    def evaluate(
        self,
        space: BilingualSpace,
        context: str | ContextModel | None = None,
        *,
        weight: float | None = None,
        keep: int | Literal["all"] | None = None,
        similarity: str | Similarity | None = None,
        tuning: Tuning | None = None,
        label: str | None = None,
        model: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        **parameters: Any,
    ) -> Outcome:
        """Rank the candidates of every item.

        Parameters
        ----------
        space : BilingualSpace
        context : str or ContextModel
            The model of context, "add" by default.
        weight : float, optional
            Its interpolation parameter λ; by default the model's own (the article's).
        keep : int or "all", optional
            How many words of each context to keep, those most similar to the pivot; all by
            default.
        similarity : str or Similarity, optional
            By default the one the space is meant for.
        tuning : Tuning, optional
            What :func:`tune` found on other items: takes the place of all
            settings above. An error if those items are among these.
        label, model, metadata
            Of the outcome; by default what the space says, and the label names the model of
            context, too.
        **parameters
            Further parameters of the model of context.

        Returns
        -------
        Outcome
            One item per sentence, grouped by the word. An item whose word, or right answer, is out
            of vocabulary stays in and is not right; nor is one where a wrong candidate scores as
            much as the right one.
        """
        facts = Facts()
        if tuning is not None:
            _refuse_settings(
                context=context, weight=weight, keep=keep, similarity=similarity, **parameters
            )
            require_disjoint(tuning.items, self.items)
            context, keep, similarity = tuning.model, tuning.keep, tuning.similarity
            facts = replace(
                facts, tuned_on=tuning.fingerprint, dev_items=len(tuning.items), dev_overlap=0
            )
        else:
            if weight is not None:
                parameters["weight"] = weight
            context = get_context("add" if context is None else context, **parameters)
        scorer = self.scorer(space, similarity)
        known = facts.to_json() | dict(metadata or {})
        return scorer.outcome(context, keep, label=label, model=model, metadata=known)

    @staticmethod
    def by_senses(outcome: Outcome) -> dict[int, Outcome]:
        """Split an outcome by the number of candidates: the article's 2, 3 and 4 senses."""

        def part(n: int) -> Outcome:
            return outcome.restricted(lambda item: item.candidates == n)

        senses = {item.candidates for item in outcome if item.candidates is not None}
        return {n: part(n) for n in sorted(senses)}


def _refuse_settings(**settings: Any) -> None:
    given = [name for name, value in settings.items() if value is not None]
    if given:
        raise InputError(f"the tuning says everything; leave out {', '.join(given)}")


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
        forward = self.side == "source"
        facts = replace(
            Facts.of_space(self.space),
            pair="-".join(self.space.langs if forward else self.space.langs[::-1]),
            similarity=self.similarity.name,
            context=describe(context, keep),
            context_parameters=context.parameters,
            keep=keep,
            items_from_subwords=self._from_subwords(),
        )
        if context.uses_context and context.takes_bags:
            empty = int((self._scorer.context_lengths == 0).sum())
            facts = replace(facts, items_without_context=empty)
        lexicon = self.space.metadata.get("seed_lexicon")
        if lexicon is None:
            return facts
        pairs = {(s, t) if forward else (t, s) for s, t in lexicon}
        leaked = sum((item.word, item.gold) in pairs for item in self.items)
        return replace(facts, seed_lexicon_size=len(pairs), seed_lexicon_gold=leaked)

    def _from_subwords(self) -> int | None:
        """Count the items whose word or right answer has a vector of subwords only."""
        made = self.space.metadata.get("from_subwords")
        if made is None:
            return None
        words, answers = made if self.side == "source" else made[::-1]
        words, answers = set(words), set(answers)
        return sum(item.word in words or item.gold in answers for item in self.items)

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
