"""Items for translation in context, from sentence-aligned text and a dictionary."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.text.in_context.near_synonyms import NearSynonyms
from clss.text.in_context.occurrences import Occurrence, OccurrenceFinder


@dataclass(frozen=True, slots=True)
class MiningChoice:
    """What items are wanted.

    Attributes
    ----------
    per_sense : int
        Items of every sense of a word, at most; all senses of a word get the same number.
    min_per_sense : int
        A sense with fewer occurrences is left out.
    max_senses : int
        Candidates of a word, the most frequent ones.
    max_words : int or None
        Words in test and development together, those with most items; by default all.
    dev_share : float
        Share of the words whose items are for development.
    min_context, max_context : int
        Words that a sentence must and may have beside the ambiguous one.
    seed : int
        Of the draws.
    """

    per_sense: int = 24
    min_per_sense: int = 5
    max_senses: int = 4
    max_words: int | None = None
    dev_share: float = 0.25
    min_context: int = 3
    max_context: int = 60
    seed: int = 1


@dataclass(frozen=True, slots=True)
class MinedItem:
    """One item; `line` says where its sentence stands in the text, from 0."""

    word: str
    sentence: tuple[str, ...]
    position: int
    candidates: tuple[str, ...]
    gold: str
    line: int


@dataclass(frozen=True, slots=True)
class MinedItems:
    """Items of words for test and of other words for development, and what was left out."""

    test: list[MinedItem]
    dev: list[MinedItem]
    dropped: Counter[str] = field(default_factory=Counter)


def mine_items(
    corpus: AlignedCorpus,
    translations: Iterable[tuple[str, str]],
    near_synonyms: NearSynonyms,
    choice: MiningChoice | None = None,
) -> MinedItems:
    """Find sentences that show which of its translations a word has.

    The right answer is the one candidate that stands in the aligned sentence. Candidates that mean
    nearly the same are reduced to the most frequent of them, all senses of a word get the same
    number of items, and no word has items both for test and for development.

    Parameters
    ----------
    corpus : AlignedCorpus
        Sentence-aligned: a document is a sentence.
    translations : iterable of (str, str)
        Pairs of a dictionary; words with several translations are what is looked for.
    near_synonyms : callable
        Whether two candidates mean nearly the same.
    choice : MiningChoice, optional

    References
    ----------
    Vulić & Moens (2014), Probabilistic models of cross-lingual semantic similarity in context
    based on latent cross-lingual concepts induced from comparable data.
    """
    choice = choice or MiningChoice()
    known = _known_translations(corpus, translations)
    several = {word: sorted(found) for word, found in known.items() if len(found) > 1}
    if not several:
        raise InputError(
            "no word of the text has two translations of the dictionary that are in the text; "
            "are the languages and their order right?"
        )
    finder = OccurrenceFinder(corpus, known, choice.min_context, choice.max_context)
    dropped: Counter[str] = Counter()
    chosen: dict[int, dict[int, list[Occurrence]]] = {}
    for word in sorted(several):
        senses = _senses(finder.find(word, several[word]), corpus, near_synonyms, choice, dropped)
        if len(senses) > 1:
            chosen[word] = senses
    generator = np.random.default_rng(choice.seed)
    words = sorted(chosen, key=lambda word: (-_size(chosen[word], choice), word))
    words = words[: choice.max_words]
    for_dev = set(generator.permutation(words)[: round(choice.dev_share * len(words))].tolist())
    items: tuple[list[MinedItem], list[MinedItem]] = [], []
    for word in sorted(words):
        drawn = _balanced(chosen[word], choice, generator, dropped)
        items[word in for_dev].extend(_item(corpus, word, chosen[word], one) for one in drawn)
    return MinedItems(items[0], items[1], dropped + finder.dropped)


def _known_translations(
    corpus: AlignedCorpus, translations: Iterable[tuple[str, str]]
) -> dict[int, set[int]]:
    source, target = (side.vocabulary for side in corpus.sides)
    found: defaultdict[int, set[int]] = defaultdict(set)
    for word, translation in translations:
        if word in source and translation in target:
            found[source.id(word)].add(target.id(translation))
    return found


def _senses(
    occurrences: Sequence[Occurrence],
    corpus: AlignedCorpus,
    near_synonyms: NearSynonyms,
    choice: MiningChoice,
    dropped: Counter[str],
) -> dict[int, list[Occurrence]]:
    """Group occurrences by translation: frequent ones that differ in meaning."""
    groups: defaultdict[int, list[Occurrence]] = defaultdict(list)
    for occurrence in occurrences:
        groups[occurrence.gold].append(occurrence)
    kept: dict[int, list[Occurrence]] = {}
    words = corpus.target.vocabulary
    for gold in sorted(groups, key=lambda gold: (-len(groups[gold]), gold)):
        number = len(groups[gold])
        if number < choice.min_per_sense:
            dropped["a rare sense"] += number
        elif any(near_synonyms(words[gold], words[other]) for other in kept):
            dropped["nearly the same as a more frequent candidate"] += number
        elif len(kept) == choice.max_senses:
            dropped["more senses than asked for"] += number
        else:
            kept[gold] = groups[gold]
    if len(kept) == 1:
        dropped["the only sense left"] += sum(map(len, kept.values()))
    return kept


def _size(senses: Mapping[int, Sequence[Occurrence]], choice: MiningChoice) -> int:
    """Return how many items a word gets of every sense."""
    return min(choice.per_sense, *(len(found) for found in senses.values()))


def _balanced(
    senses: Mapping[int, Sequence[Occurrence]],
    choice: MiningChoice,
    generator: np.random.Generator,
    dropped: Counter[str],
) -> list[Occurrence]:
    """Draw the same number of occurrences of every sense."""
    size = _size(senses, choice)
    drawn: list[Occurrence] = []
    for gold in sorted(senses):
        found = senses[gold]
        dropped["not drawn, for balance"] += len(found) - size
        drawn += [found[i] for i in sorted(generator.permutation(len(found))[:size])]
    return sorted(drawn, key=lambda occurrence: occurrence.line)


def _item(
    corpus: AlignedCorpus, word: int, senses: Iterable[int], occurrence: Occurrence
) -> MinedItem:
    source, target = corpus.source.vocabulary, corpus.target.vocabulary
    return MinedItem(
        word=source[word],
        sentence=tuple(source[i] for i in corpus.source.document(occurrence.line)),
        position=occurrence.position,
        candidates=tuple(sorted(target[gold] for gold in senses)),
        gold=target[occurrence.gold],
        line=occurrence.line,
    )
