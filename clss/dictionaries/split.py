"""Dividing pairs between test and development, and drawing some of them if there are too many."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from scipy.cluster.hierarchy import DisjointSet

from clss.dictionaries.translation import Pair


def groups_without_shared_words(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Put pairs that share a word, directly or through others, into one group.

    Examples
    --------
    >>> groups_without_shared_words([("a", "x"), ("b", "y"), ("a", "z"), ("c", "z")])
    [[('a', 'x'), ('a', 'z'), ('c', 'z')], [('b', 'y')]]
    """
    # the same spelling in the other language is another word
    words = DisjointSet((side, word) for pair in pairs for side, word in enumerate(pair))
    for source, target in pairs:
        words.merge((0, source), (1, target))
    groups: defaultdict[tuple[int, str], list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[words[0, pair[0]]].append(pair)
    return list(groups.values())


def is_development(group: Iterable[Pair], share: float) -> bool:
    """Decide by the target word, so that it falls on the same side in every language pair."""
    word = min(target for _, target in group)
    digest = int.from_bytes(hashlib.sha256(word.encode()).digest(), "big")
    return digest % 100 < 100 * share


def bands_of(pairs: Iterable[Pair], counts: Mapping[str, int], number: int) -> dict[str, int]:
    """Give every source word its frequency band: bands of equal size, the most frequent first."""
    words = sorted({source for source, _ in pairs}, key=lambda word: (-counts[word], word))
    return {word: place * number // len(words) for place, word in enumerate(words)}


def sample(
    pairs: Sequence[Pair], bands: Mapping[str, int], size: int | None, seed: int
) -> list[Pair]:
    """Draw equally many source words from each band, or all of a band that has fewer.

    Examples
    --------
    >>> pairs = [(word, word.upper()) for word in "abcdef"]
    >>> len(sample(pairs, dict(a=0, b=0, c=0, d=0, e=0, f=1), 4, seed=1))
    4
    """
    words = sorted({source for source, _ in pairs})
    if size is None or len(words) <= size:
        return list(pairs)
    generator = np.random.default_rng(seed)
    shuffled = [words[i] for i in generator.permutation(len(words))]
    # the first of every band, then the second of every band, …
    place: dict[int, int] = {}
    turn = {}
    for word in shuffled:
        turn[word] = place.get(bands[word], 0)
        place[bands[word]] = turn[word] + 1
    kept = set(sorted(shuffled, key=turn.__getitem__)[:size])
    return [pair for pair in pairs if pair[0] in kept]
