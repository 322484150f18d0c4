"""Which language words look like, by their characters."""

from __future__ import annotations

import json
import math
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from clss.text.languages import base_language

PROFILES = Path(__file__).parent / "character_profiles.json"
_UNSEEN = 0.3  # occurrences in ten thousand of a trigram that is not among the commonest
_FEWEST_WORDS = 50
_CLEARLY = 0.25  # nats per trigram by which another language must be likelier


def trigrams(word: str) -> list[str]:
    """Cut a word into its trigrams, its ends marked.

    Examples
    --------
    >>> trigrams("sol")
    ['_so', 'sol', 'ol_']
    """
    marked = f"_{word}_"
    return [marked[i : i + 3] for i in range(len(marked) - 2)]


def is_plain(word: str) -> bool:
    """Tell whether a word says anything about its language: no digits, no punctuation.

    Examples
    --------
    >>> is_plain("हिन्दी"), is_plain("B2"), is_plain("(see")
    (True, False, False)
    """
    return all(unicodedata.category(letter)[0] in "LM" for letter in word)


@cache
def _profiles() -> dict[str, dict[str, float]]:
    counts = json.loads(PROFILES.read_text(encoding="utf-8"))
    return {
        lang: {trigram: math.log(n / _UNSEEN) for trigram, n in found.items()}
        for lang, found in counts.items()
    }


def known_letters(lang: str) -> str:
    """Return the letters of a language's commonest trigrams; none if it is not known."""
    return "".join(sorted(set("".join(_profiles().get(lang, ())))))


def likelihoods(words: Iterable[str]) -> dict[str, float]:
    """Return how well the words fit every known language: the mean over their trigrams.

    A trigram counts with the logarithm of how often it occurs in the language; higher is likelier.

    References
    ----------
    W. B. Cavnar, J. M. Trenkle (1994). N-gram-based text categorization. SDAIR.
    """
    found = Counter(t for word in words if is_plain(word) for t in trigrams(word.lower()))
    total = max(found.total(), 1)
    return {
        lang: sum(n * profile.get(trigram, 0.0) for trigram, n in found.items()) / total
        for lang, profile in _profiles().items()
    }


def wrong_language(words: Iterable[str], lang: str) -> str | None:
    """Name another language if the words clearly look like it and not like their own.

    None if they do not, if the words are few, or if the language is not known.
    """
    words = list(words)
    scores = likelihoods(words)
    own = scores.get(base_language(lang))
    if own is None or len(words) < _FEWEST_WORDS:
        return None
    best = max(scores, key=lambda code: (scores[code], code))
    return best if scores[best] > own + _CLEARLY else None
