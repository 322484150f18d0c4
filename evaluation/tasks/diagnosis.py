"""Why a gold standard hardly fits a space: one line with the likely cause and the remedy."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable

from clss.errors import InputError
from clss.sides import SIDES
from clss.text.lemmas import make_lemmatizer
from clss.vocabulary import Vocabulary

#: Below this share of items with a word and an answer in vocabulary, scores say little.
LEAST_COVERAGE = 0.1
#: A remedy is worth naming from this many times the items that fit as it is.
_CLEARLY = 1.2
_FEWEST = 3
#: Lemmas are looked up only where this share of items does not fit: the tables take a second.
_LEMMAS_BELOW = 0.5

Pairs = Iterable[tuple[str, str]]


def _without_accents(word: str) -> str:
    parts = unicodedata.normalize("NFD", word)
    return unicodedata.normalize("NFC", "".join(c for c in parts if not unicodedata.combining(c)))


_REMEDIES: tuple[tuple[str, Callable[[str], str], str], ...] = (
    ("lower-cased", str.lower, "lower-case the gold lexicon and the text (clss corpus prepare)"),
    (
        "in Unicode's composed form (NFC)",
        lambda word: unicodedata.normalize("NFC", word),
        "normalise both to NFC (clss corpus prepare)",
    ),
    ("without accents", _without_accents, "write accents alike in both"),
)


def fitting(pairs: Pairs, source: Vocabulary, target: Vocabulary) -> int:
    """Return how many source words are in vocabulary with one of their translations."""
    return len({s for s, t in pairs if s in source and t in target})


def _fitting_lemmas(
    pairs: Pairs, source: Vocabulary, target: Vocabulary, langs: tuple[str, str]
) -> int:
    """Return how many items fit as lemmas; 0 where there are no tables for a language."""
    try:
        lemmas = [make_lemmatizer(lang) for lang in langs]
    except InputError:  # simplemma is not installed, or has no such language
        return 0
    both = [
        Vocabulary(dict.fromkeys(map(lemma, words)))
        for lemma, words in zip(lemmas, (source, target), strict=True)
    ]
    return fitting(((lemmas[0](s), lemmas[1](t)) for s, t in pairs), both[0], both[1])


def diagnose_words(
    pairs: list[tuple[str, str]],
    source: Vocabulary,
    target: Vocabulary,
    langs: tuple[str, str] = SIDES,
) -> list[str]:
    """Say what is wrong with a gold lexicon for two vocabularies, if anything is.

    Swapped languages are tried first, then other ways of writing words, then lemmas where
    simplemma knows both languages; a low coverage that nothing explains is said as it is.

    Raises
    ------
    InputError
        If hardly anything fits and the lexicon read the other way round does: every score would
        be zero, for a reason that has nothing to do with what is scored.

    Examples
    --------
    >>> words = [Vocabulary([f"{letter}{i}" for i in range(9)]) for letter in "st"]
    >>> diagnose_words([(f"t{i}", f"s{i}") for i in range(9)], *words, ("es", "en"))
    ... # doctest: +ELLIPSIS
    Traceback (most recent call last):
    clss.errors.InputError: 0 of 9 gold items are in vocabulary, 9 if the lexicon is read from ...
    >>> diagnose_words([(f"S{i}", f"t{i}") for i in range(9)], *words)  # doctest: +ELLIPSIS
    ['0 of 9 gold items are in vocabulary, 9 if words are lower-cased: ...']
    >>> diagnose_words([("s1", "t1"), ("s2", "t2")], *words)
    []
    """
    items = len({s for s, _ in pairs})
    now = fitting(pairs, source, target)
    start = f"{now} of {items} gold items are in vocabulary"

    def better(count: int) -> bool:
        return count >= max(_FEWEST, _CLEARLY * now) and count > now

    turned = fitting(((t, s) for s, t in pairs), source, target)
    if turned > 2 * now and better(turned):
        line = (
            f"{start}, {turned} if the lexicon is read from {langs[1]} to {langs[0]}: its columns"
            " or the two languages are swapped (clss gold swap LEXICON -o SWAPPED.tsv, or change"
            " the order of the two texts or files of vectors)"
        )
        if now < LEAST_COVERAGE * items:
            raise InputError(line)
        return [line]
    for name, change, remedy in _REMEDIES:
        both = [Vocabulary(dict.fromkeys(map(change, words))) for words in (source, target)]
        count = fitting(((change(s), change(t)) for s, t in pairs), both[0], both[1])
        if better(count):
            return [f"{start}, {count} if words are {name}: {remedy}"]
    if now < _LEMMAS_BELOW * items:
        count = _fitting_lemmas(pairs, source, target, langs)
        if better(count):
            return [
                f"{start}, {count} if words are replaced by their lemmas: one side is inflected and"
                " the other is not (clss corpus prepare --lemmas)"
            ]
    if now < LEAST_COVERAGE * items:
        example = next(f"{s} {t}" for s, t in pairs)
        return [
            f"{start}, less than {LEAST_COVERAGE:.0%} (the first: {example}): another language,"
            " other lemmas or a vocabulary that is cut short; scores say little"
        ]
    return []
