"""Suggesting word translations in context (SWTC): which candidate fits this occurrence?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar, Literal

from clss.context import ContextModel, get_context
from clss.errors import InputError
from clss.persistence import digest, to_json
from clss.sides import SideName, as_side, own_first
from clss.similarity import Similarity
from clss.space import BilingualSpace
from evaluation.tasks.facts import Facts
from evaluation.tasks.outcome import Item, Outcome
from evaluation.tasks.ranked_lists import outcome_from_lists
from evaluation.tasks.swtc_items import SWTCItem, gather_items, read_items
from evaluation.tasks.swtc_scorer import SWTCScorer
from evaluation.tasks.swtc_tuning import Tuning, require_disjoint, tune
from evaluation.tasks.task import EvaluationSettings, Task


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
        found = {key: value for key, value in tuning.to_json().items() if key != "trials"}
        return self.evaluate(space, tuning=tuning, label="outcome", metadata={"tuning": found})

    def asked_words(self) -> tuple[set[str], set[str]]:
        """Return the words of the sentences, and the candidates."""
        words = {word for item in self.items for word in item.sentence}
        candidates = {word for item in self.items for word in item.candidates}
        return own_first(self.side, (words, candidates))

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
            The model of context, "add" by default; as text also with parameters:
            ``add(background=0.8)``.
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
