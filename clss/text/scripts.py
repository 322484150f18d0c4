"""Which script words are written in, and whether a language is written so."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Mapping
from functools import cache

from clss.text.language_guess import known_letters
from clss.text.languages import base_language

_CLEARLY = 0.5  # share of the tokens in scripts that the language does not use

#: Scripts, by the first word of their letters' names in Unicode, of languages that have no
#: character profile.
_SCRIPTS = {
    "ja": {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"},
    "zh": {"CJK"},
    "yue": {"CJK"},
    "th": {"THAI"},
    "lo": {"LAO"},
    "km": {"KHMER"},
    "my": {"MYANMAR"},
    "bo": {"TIBETAN"},
    "dz": {"TIBETAN"},
    "ar": {"ARABIC"},
    "fa": {"ARABIC"},
    "ur": {"ARABIC"},
    "he": {"HEBREW"},
    "uk": {"CYRILLIC"},
    "be": {"CYRILLIC"},
    "bg": {"CYRILLIC"},
    "mk": {"CYRILLIC"},
    "ka": {"GEORGIAN"},
    "hy": {"ARMENIAN"},
}


@cache
def script_of(letter: str) -> str:
    """Return the script of a letter, as Unicode names it; nothing for what is no letter.

    Examples
    --------
    >>> script_of("ñ"), script_of("дом"[0]), script_of("書"), script_of("3")
    ('LATIN', 'CYRILLIC', 'CJK', '')
    """
    if unicodedata.category(letter)[0] != "L":
        return ""
    return unicodedata.name(letter, "").partition(" ")[0]


@cache
def scripts_of_language(lang: str) -> frozenset[str]:
    """Return the scripts that a language is written in; none if that is not known.

    Examples
    --------
    >>> sorted(scripts_of_language("es")), sorted(scripts_of_language("xx"))
    (['LATIN'], [])
    """
    code = base_language(lang)
    found = _SCRIPTS.get(code) or {script_of(letter) for letter in known_letters(code)}
    return frozenset(found) - {""}


def wrong_script(counts: Mapping[str, int], lang: str) -> str | None:
    """Name the commonest script if most words are in none that the language is written in."""
    own = scripts_of_language(lang)
    found: Counter[str] = Counter()
    for word, number in counts.items():
        found[script_of(word[0])] += number
    del found[""]
    others = {script: number for script, number in found.items() if script not in own}
    if not own or sum(others.values()) <= _CLEARLY * found.total():
        return None
    commonest = max(others, key=lambda script: (others[script], script))
    return "Chinese" if commonest == "CJK" else commonest.title()
