"""Gold lexicons for test and development from the pairs that dictionaries name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from clss.dictionaries.candidates import Evidence, collect_candidates
from clss.dictionaries.split import bands_of, groups_without_shared_words, is_development, sample
from clss.dictionaries.translation import Pair, Translation
from clss.errors import InputError


@dataclass(frozen=True)
class GoldChoice:
    """What a gold lexicon should be like.

    Attributes
    ----------
    one_to_one : bool
        Every word in one pair only: the best pair of both of its words. Otherwise all
        translations of a word that dictionaries name.
    nouns : bool
        Leave out what dictionaries mark as something else.
    identical : bool
        Keep pairs of equal strings.
    min_count : int
        Occurrences in the corpus that a word needs.
    dev_share : float
        Share of target words whose pairs are for development.
    test_size, dev_size : int, optional
        At most so many source words, equally many from each frequency band where they last.
    bands : int
        Frequency bands of equal size.
    seed : int
        Of the draw of words when there are more than wanted. Which pairs are for development
        does not depend on it.
    """

    one_to_one: bool = True
    nouns: bool = False
    identical: bool = False
    min_count: int = 5
    dev_share: float = 0.3
    test_size: int | None = None
    dev_size: int | None = None
    bands: int = 5
    seed: int = 1


@dataclass(frozen=True)
class GoldLexicons:
    """Two lexicons that share no word on either side.

    Attributes
    ----------
    test, dev : list of (str, str)
        Sorted.
    dropped : Counter
        Translations of the dictionaries that are in neither, by reason.
    by_band : dict
        Source words of test and development in each frequency band, most frequent first.
    """

    test: list[Pair]
    dev: list[Pair]
    dropped: Counter[str]
    by_band: dict[str, list[int]]


def build_gold(
    forward: Iterable[Translation],
    reverse: Iterable[Translation],
    counts: tuple[Mapping[str, int], Mapping[str, int]],
    choice: GoldChoice | None = None,
    *,
    not_in_test: Iterable[Pair] = (),
    not_in_dev: Iterable[Pair] = (),
) -> GoldLexicons:
    """Build a test and a development lexicon.

    Parameters
    ----------
    forward, reverse : iterables of Translation
        Dictionaries from source to target, and from target to source.
    counts : pair of mappings
        Occurrences of the words of the corpus, by side.
    choice : GoldChoice
    not_in_test, not_in_dev : iterables of pairs
        Lexicons whose words, of either side, must not be in one of the results: what was tuned on
        must not be tested on, what is tested on must not be tuned on.

    Notes
    -----
    Which side a pair falls on is decided by a hash of its target word: over several language
    pairs with the same target language a word is then for development everywhere or nowhere.

    Examples
    --------
    >>> named = [("sol", "sun", 0), ("sol", "sol", 1), ("mar", "sea", 0)]
    >>> entries = [Translation(*entry, frozenset()) for entry in named]
    >>> counts = {"sol": 9, "mar": 7}, {"sun": 8, "sea": 8}
    >>> build_gold(entries, [], counts, GoldChoice(dev_share=0.0)).test
    [('mar', 'sea'), ('sol', 'sun')]
    """
    choice = choice or GoldChoice()
    if not 0 <= choice.dev_share < 1:
        raise InputError(f"the share for development must be in [0, 1), not {choice.dev_share}")
    candidates, dropped = collect_candidates(
        forward,
        reverse,
        counts,
        min_count=choice.min_count,
        nouns=choice.nouns,
        identical=choice.identical,
    )
    pairs = mutually_best(candidates) if choice.one_to_one else sorted(candidates)
    dropped["not the best pair of both words"] += len(candidates) - len(pairs)
    banned = {"test": _words(not_in_test), "dev": _words(not_in_dev)}
    chosen: dict[str, list[Pair]] = {"test": [], "dev": []}
    for group in groups_without_shared_words(pairs):
        name = "dev" if is_development(group, choice.dev_share) else "test"
        if _touches(group, banned[name]):
            name = "test" if name == "dev" else "dev"
        if _touches(group, banned[name]) or (name == "dev" and not choice.dev_share):
            dropped["words of an excluded lexicon"] += len(group)
        else:
            chosen[name] += group
    bands = bands_of(pairs, counts[0], choice.bands)
    kept: dict[str, list[Pair]] = {}
    by_band: dict[str, list[int]] = {}
    for name, size in (("test", choice.test_size), ("dev", choice.dev_size)):
        kept[name] = sorted(sample(chosen[name], bands, size, choice.seed))
        dropped["more than wanted"] += len(chosen[name]) - len(kept[name])
        in_band = Counter(bands[source] for source in {source for source, _ in kept[name]})
        by_band[name] = [in_band[band] for band in range(choice.bands)]
    return GoldLexicons(kept["test"], kept["dev"], +dropped, by_band)


def mutually_best(candidates: Mapping[Pair, Evidence]) -> list[Pair]:
    """Keep the pairs that are the best of both of their words.

    A pair that dictionaries of both directions name is better than others, then one that stands
    earlier among the translations, then one that more entries name; the alphabet breaks ties.
    """
    order = sorted(candidates, key=lambda pair: (candidates[pair].order, pair))
    best: tuple[dict[str, Pair], dict[str, Pair]] = ({}, {})
    for pair in order:
        for side in (0, 1):
            best[side].setdefault(pair[side], pair)
    return sorted(pair for pair in order if best[0][pair[0]] == best[1][pair[1]] == pair)


def _words(pairs: Iterable[Pair]) -> tuple[set[str], set[str]]:
    listed = list(pairs)
    return {source for source, _ in listed}, {target for _, target in listed}


def _touches(group: Iterable[Pair], words: tuple[Collection[str], Collection[str]]) -> bool:
    return any(pair[side] in words[side] for pair in group for side in (0, 1))
