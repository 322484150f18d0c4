"""Bilingual lexicon extraction: is the nearest word of the other language the translation?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from clss.errors import InputError
from clss.formats.lexicon import read_lexicon
from clss.persistence import digest, to_json
from clss.retrieval import Retrieval
from clss.scoring import Scorer, ranks, top_k
from clss.sides import SideName, as_side, other_side, own_first
from clss.similarity import Similarity
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary
from evaluation.tasks.bands import frequency_of
from evaluation.tasks.diagnosis import diagnose_words
from evaluation.tasks.facts import Facts
from evaluation.tasks.item_counts import count_from_subwords, with_seed_lexicon
from evaluation.tasks.outcome import Item, Outcome
from evaluation.tasks.ranked_lists import outcome_from_lists
from evaluation.tasks.task import EvaluationSettings, Task, TaskOption


class BLE(Task):
    """A gold lexicon as a task: one item per source word.

    Parameters
    ----------
    pairs : iterable of (str, str)
        Source word and translation. A source word with several translations is one item; any of
        them is right, and the best ranked one counts.
    side : {"source", "target"}
        The side of a space that the source words are in.

    Examples
    --------
    >>> from clss.vocabulary import Vocabulary
    >>> space = BilingualSpace(
    ...     Vocabulary(["rey", "pan"]), Vocabulary(["king", "bread"]),
    ...     np.array([[1.0, 0.2], [1.0, 0.3]]), np.array([[1.0, 0.0], [0.0, 1.0]]))
    >>> outcome = BLE([("rey", "king"), ("pan", "bread"), ("luz", "light")]).evaluate(space)
    >>> [(item.key, item.status, item.pessimistic) for item in outcome]
    [('rey', 'ranked', 1), ('pan', 'ranked', 2), ('luz', 'oov', None)]
    """

    name = "ble"
    file_key = "gold"
    options = (TaskOption("direction", ("forward", "backward")),)

    def __init__(self, pairs: Iterable[tuple[str, str]], side: SideName = "source") -> None:
        self.pairs: tuple[tuple[str, str], ...] = tuple((str(s), str(t)) for s, t in pairs)
        self.side = as_side(side)
        self.gold, self.repeated = group_pairs(self.pairs)
        if not self.gold:
            raise InputError("a gold lexicon needs at least one pair of words")

    @classmethod
    def from_file(cls, path: str | PathLike[str], one_to_one: bool = False) -> BLE:
        """Read a lexicon, see :func:`clss.formats.lexicon.read_lexicon`; scores are ignored.

        Parameters
        ----------
        path : path-like
            Plain or gzipped.
        one_to_one : bool
            Make a second translation of a word an error instead of an alternative.
        """
        return cls((entry.source, entry.target) for entry in read_lexicon(path, one_to_one))

    @classmethod
    def read(cls, path: Path, options: Mapping[str, str]) -> BLE:
        """Read a gold lexicon; the option ``direction`` says from which side it is asked."""
        task = cls.from_file(path)
        return task.reversed() if options.get("direction") == "backward" else task

    @classmethod
    def pair_name(cls, pair: str, langs: tuple[str, str], options: Mapping[str, str]) -> str:
        """Return the language pair, turned round for the direction from target to source."""
        if options.get("direction") != "backward":
            return pair
        return f"{langs[1]}-{langs[0]}" if pair == "-".join(langs) else f"{pair} backward"

    def __len__(self) -> int:
        return len(self.gold)

    def __repr__(self) -> str:
        return f"BLE({len(self)} items, {len(self.pairs) - self.repeated} pairs)"

    @cached_property
    def fingerprint(self) -> str:
        """The hash of the questions and their right answers."""
        return digest(to_json(sorted([key, sorted(answers)] for key, answers in self.gold.items())))

    def reversed(self) -> BLE:
        """Return the task in the other direction, from target words to source words."""
        return BLE(((t, s) for s, t in self.pairs), other_side(self.side))

    def require_disjoint(self, dev: BLE) -> None:
        """Refuse a development lexicon that shares a source word with this one.

        A source word is an item, so a shared one would be tuned on, whatever its translations. A
        translation may be shared: lexicons with several translations a word ("casa", "hogar":
        "home") could hardly be divided otherwise. See :meth:`shared_answers`.
        """
        shared = sorted(set(self.gold) & set(dev.gold))
        if shared:
            raise InputError(
                f"{len(shared)} source words of the test lexicon also stand in this dev lexicon"
                f" (the first: {shared[0]!r}); parameters must not be chosen on test items"
            )

    def shared_answers(self, dev: BLE) -> int:
        """Count the translations that both lexicons have; tables of tuned rows say how many.

        Examples
        --------
        >>> BLE([("casa", "home"), ("rey", "king")]).shared_answers(BLE([("hogar", "home")]))
        1
        """
        mine, theirs = ({t for right in one.gold.values() for t in right} for one in (self, dev))
        return len(mine & theirs)

    def ask(
        self, space: BilingualSpace, settings: EvaluationSettings, dev: BLE | None = None
    ) -> Outcome:
        """Ask a space for the translation of every source word."""
        return self.evaluate(space, settings.similarity, settings.retrieval, label="outcome")

    def diagnose(self, source: Vocabulary, target: Vocabulary, langs: tuple[str, str]) -> list[str]:
        """Say why the lexicon hardly fits: swapped languages, other letters, other words."""
        pairs = [own_first(self.side, pair) for pair in self.pairs]
        return diagnose_words(pairs, source, target, langs)

    def ask_lists(self, lists: Mapping[str, Collection[str]]) -> Outcome:
        """Score ranked lists of translations."""
        return outcome_from_lists(lists, self.gold, label="outcome")

    def evaluate(
        self,
        space: BilingualSpace,
        similarity: str | Similarity | None = None,
        retrieval: str | Retrieval = "nn",
        top: int = 10,
        label: str | None = None,
        model: str | None = None,
        seed_lexicon: Iterable[tuple[str, str]] | None = None,
        metadata: Mapping[str, Any] | None = None,
    ) -> Outcome:
        """Ask a space for every item and rank the right answers.

        Parameters
        ----------
        space : BilingualSpace
            Every word of its other side is a candidate.
        similarity, retrieval : str
            How to ask; by default the space's own similarity, plain nearest neighbours.
        top : int
            How many answers to keep for people to look at; ranks are exact whatever it is.
        label, model : str, optional
            The row of the table and the registered model, by default as the space says.
        seed_lexicon : iterable of (str, str), optional
            The (source, target) pairs that the model was given or made for itself, by default
            what the space says, to count the gold items among them.
        metadata : mapping, optional
            More to remember, see :class:`~evaluation.tasks.outcome.Outcome`.
        """
        into = other_side(self.side)
        scorer = Scorer(space, self.side, into, similarity, retrieval)
        asked, answers = space.vocabulary(self.side), space.vocabulary(into)
        known = [key for key in self.gold if key in asked]
        queries = asked.ids(known).astype(np.int64)
        places = _best_ranks(scorer, queries, [answers.ids(self.gold[key]) for key in known])
        found = top_k(scorer, queries, top)[0].tolist() if known else []
        results = {
            key: (place, tuple(answers[i] for i in row if i >= 0))
            for key, place, row in zip(known, places, found, strict=True)
        }
        items = [self._item(key, results.get(key), asked, answers) for key in self.gold]
        facts = replace(
            Facts.of_space(space),
            pair="-".join(own_first(self.side, space.langs)),
            similarity=scorer.similarity.name,
            retrieval=scorer.retrieval.describe(),
            gold_duplicates=self.repeated or None,
            items_from_subwords=count_from_subwords(space, self.side, self.gold.items()),
        )
        given = space.metadata.get("seed_lexicon") if seed_lexicon is None else seed_lexicon
        facts = with_seed_lexicon(facts, given, self.side, self.gold.items())
        model = str(space.metadata.get("model", "")) if model is None else model
        name = label or space.metadata.get("label") or model or "space"
        return Outcome(str(name), items, "ble", model, facts.to_json() | dict(metadata or {}))

    def _item(
        self,
        key: str,
        result: tuple[tuple[int, int] | None, tuple[str, ...]] | None,
        asked: Vocabulary,
        candidates: Vocabulary,
    ) -> Item:
        place, answers = result or (None, ())
        common: dict[str, Any] = {
            "gold": self.gold[key],
            "answers": answers,
            "candidates": len(candidates),
            **frequency_of(key, asked),
        }
        if place is not None:
            return Item(key, "ranked", *place, ties=place[0] - place[1], **common)
        if result is None or not any(word in candidates for word in self.gold[key]):
            return Item(key, "oov", **common)
        # answers without the right one among those with a score, or a word without a vector
        return Item(key, "missed" if answers else "unanswered", **common)

    def asked_words(self) -> tuple[set[str], set[str]]:
        """Return the words of the lexicon."""
        words = set(self.gold), {word for right in self.gold.values() for word in right}
        return own_first(self.side, words)


def _best_ranks(
    scorer: Scorer, queries: np.ndarray, gold: Sequence[np.ndarray]
) -> list[tuple[int, int] | None]:
    """Return the pessimistic and optimistic rank of the best right answer of each query."""
    known = [ids[ids >= 0].astype(np.int64) for ids in gold]
    sizes = [len(ids) for ids in known]
    if not sum(sizes):
        return [None] * len(known)
    worst, best = ranks(scorer, np.repeat(queries, sizes), np.concatenate(known))
    places: list[tuple[int, int] | None] = []
    for start, size in zip(np.cumsum([0, *sizes[:-1]]).tolist(), sizes, strict=True):
        valid = [
            (int(o), int(p))
            for o, p in zip(best[start : start + size], worst[start : start + size], strict=True)
            if p > 0
        ]
        if not valid:
            places.append(None)
            continue
        optimistic, pessimistic = min(valid)
        # right answers that tie with each other do no harm: whichever comes first is right
        alike = sum(o == optimistic for o, _ in valid) - 1
        places.append((max(pessimistic - alike, optimistic), optimistic))
    return places


def group_pairs(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, tuple[str, ...]], int]:
    """Collect the translations of each source word; also count pairs that are repeated.

    Examples
    --------
    >>> group_pairs([("casa", "house"), ("casa", "home"), ("casa", "house")])
    ({'casa': ('house', 'home')}, 1)
    """
    gold: dict[str, dict[str, None]] = {}
    repeated = 0
    for source, target in pairs:
        answers = gold.setdefault(source, {})
        repeated += target in answers
        answers[target] = None
    return {source: tuple(answers) for source, answers in gold.items()}, repeated
