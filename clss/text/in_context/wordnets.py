"""Near-synonyms by the WordNet that a user has, through ``wn`` or NLTK."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from clss.errors import InputError, unknown_name
from clss.extras import optional_module
from clss.text.in_context.near_synonyms import NearSynonyms

#: The packages that give access to WordNets.
WORDNETS = ("wn", "nltk")

# the codes of the Open Multilingual Wordnet, as NLTK names its languages
_THREE_LETTERS = {
    "ar": "arb",
    "bg": "bul",
    "ca": "cat",
    "da": "dan",
    "el": "ell",
    "en": "eng",
    "es": "spa",
    "eu": "eus",
    "fi": "fin",
    "fr": "fra",
    "gl": "glg",
    "he": "heb",
    "hr": "hrv",
    "id": "ind",
    "is": "isl",
    "ja": "jpn",
    "lt": "lit",
    "ms": "zsm",
    "nb": "nob",
    "nn": "nno",
    "pl": "pol",
    "pt": "por",
    "ro": "ron",
    "sk": "slk",
    "sl": "slv",
    "sq": "als",
    "sv": "swe",
    "th": "tha",
    "zh": "cmn",
}


@dataclass(frozen=True, slots=True)
class _Senses:
    """The senses of a noun, the first of them, and the hypernyms of that one."""

    own: frozenset[str]
    main: str | None
    above_main: frozenset[str]

    @classmethod
    def of(cls, synsets: Sequence[Any], name: Callable[[Any], str]) -> _Senses:
        above = synsets[0].hypernyms() if synsets else []
        own = [name(synset) for synset in synsets]
        return cls(frozenset(own), own[0] if own else None, frozenset(map(name, above)))


def wordnet_synonyms(name: str, language: str) -> NearSynonyms:
    """Look near-synonyms up in a WordNet that the user has.

    Two words are near-synonyms if they share a sense as nouns (*jail*, *prison*), or if the first
    sense of one is directly above the first sense of the other (*journey*, *trip*).

    Parameters
    ----------
    name : {"wn", "nltk"}
        The package with the data; ``wn:oewn:2024`` names a certain lexicon of ``wn``.
    language : str
        The code of the target language.

    Raises
    ------
    InputError
        The package, or its data for the language, is missing.
    """
    package, _, lexicon = name.partition(":")
    if package == "wn":
        senses = _wn_senses(language, lexicon)
    elif package == "nltk":
        senses = _nltk_senses(language)
    else:
        raise unknown_name("WordNet", name, WORDNETS)

    def near(first: str, second: str) -> bool:
        one, other = senses(first), senses(second)
        return (
            not one.own.isdisjoint(other.own)
            or one.main in other.above_main
            or other.main in one.above_main
        )

    return near


def _wn_senses(language: str, lexicon: str) -> Callable[[str], _Senses]:
    wn = optional_module("wn", "synonyms of wn", "wn")
    try:
        wordnet = wn.Wordnet(lexicon=lexicon) if lexicon else wn.Wordnet(lang=language)
    except wn.Error as error:
        raise InputError(
            f"wn has no WordNet {lexicon or f'of the language {language!r}'}; "
            "see python -m wn projects, python -m wn download"
        ) from error

    return lambda word: _Senses.of(wordnet.synsets(word, pos="n"), lambda synset: synset.id)


def _nltk_senses(language: str) -> Callable[[str], _Senses]:
    wordnet = optional_module("nltk.corpus", "synonyms of nltk", "nltk").wordnet

    code = _THREE_LETTERS.get(language)
    try:
        if code is None or (code != "eng" and code not in wordnet.langs()):
            raise InputError(f"nltk has no WordNet of the language {language!r}")
        wordnet.synsets("word", pos="n", lang=code)
    except (LookupError, OSError) as error:
        raise InputError(
            "nltk has no WordNet data; python -m nltk.downloader wordnet omw-1.4"
        ) from error

    return lambda word: _Senses.of(
        wordnet.synsets(word, pos="n", lang=code), lambda synset: synset.name()
    )
