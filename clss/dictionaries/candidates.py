"""Pairs of words that dictionaries name and a corpus has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from clss.dictionaries.translation import Pair, Translation, is_noun


@dataclass
class Evidence:
    """What dictionaries say about a pair of words.

    Attributes
    ----------
    ranks : dict of str to int
        For each direction (``forward``, ``reverse``) in which a dictionary names the pair, the
        best place among the translations of its headword.
    mentions : int
        How many entries name the pair.
    """

    ranks: dict[str, int] = field(default_factory=dict)
    mentions: int = 0

    @property
    def order(self) -> tuple[int, int, int]:
        """Sort key: named in both directions, early among the translations, by many entries."""
        return -len(self.ranks), sum(self.ranks.values()), -self.mentions

    def add(self, direction: str, rank: int) -> None:
        """Note that an entry names the pair."""
        self.ranks[direction] = min(rank, self.ranks.get(direction, rank))
        self.mentions += 1


def collect_candidates(
    forward: Iterable[Translation],
    reverse: Iterable[Translation],
    counts: tuple[Mapping[str, int], Mapping[str, int]],
    *,
    min_count: int = 5,
    nouns: bool = False,
    identical: bool = False,
) -> tuple[dict[Pair, Evidence], Counter[str]]:
    """Collect the pairs of single words that could be in a gold lexicon.

    Parameters
    ----------
    forward, reverse : iterables of Translation
        From source to target, and from target to source.
    counts : pair of mappings
        How often the words of the corpus occur. Words are compared in lower case.
    min_count : int
        Occurrences that both words need.
    nouns : bool
        Leave out words that a dictionary marks, and none as a noun. Words that no dictionary
        marks are kept.
    identical : bool
        Keep pairs of equal strings.

    Returns
    -------
    dict, Counter
        The evidence for every pair, and how many translations were dropped for which reason.
    """
    found: dict[Pair, Evidence] = {}
    dropped: Counter[str] = Counter()
    noun_words = (_NounMarks(), _NounMarks())
    for direction, translations in (("forward", forward), ("reverse", reverse)):
        for entry in translations:
            head = 0 if direction == "forward" else 1
            noun_words[head].see(entry.word.lower(), is_noun(entry.pos))
            words = (entry.word.lower(), entry.translation.lower())
            pair = words if head == 0 else words[::-1]
            reason = _unfit(pair, counts, min_count, identical)
            if reason is None and nouns and is_noun(entry.pos) is False:
                reason = "not a noun"
            if reason is not None:
                dropped[reason] += 1
                continue
            found.setdefault(pair, Evidence()).add(direction, entry.rank)
    if nouns:
        other = [p for p in found if any(noun_words[s].never(p[s]) for s in (0, 1))]
        for pair in other:
            del found[pair]
        dropped["not a noun"] += len(other)
    return found, dropped


class _NounMarks:
    """Words that dictionaries mark as nouns, and words that they mark as something else."""

    def __init__(self) -> None:
        self._nouns: set[str] = set()
        self._others: set[str] = set()

    def see(self, word: str, noun: bool | None) -> None:
        if noun is not None:
            (self._nouns if noun else self._others).add(word)

    def never(self, word: str) -> bool:
        return word in self._others and word not in self._nouns


def _unfit(
    pair: Pair,
    counts: tuple[Mapping[str, int], Mapping[str, int]],
    min_count: int,
    identical: bool,
) -> str | None:
    if any(" " in word for word in pair):
        return "several words"
    if any(counts[side].get(pair[side], 0) < min_count for side in (0, 1)):
        return "not in the corpus, or too rare"
    if not identical and pair[0] == pair[1]:
        return "identical strings"
    return None
