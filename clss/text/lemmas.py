"""Inflected words to the form that a dictionary lists."""

from __future__ import annotations

from collections.abc import Callable

from clss.errors import InputError
from clss.extras import optional_module
from clss.text.languages import base_language, lower

_CASE_MATTERS = frozenset({"de", "lb"})  # nouns are capitalised, and their lemmas with them


def make_lemmatizer(lang: str) -> Callable[[str], str]:
    """Make the function from a word to its lemma, with the tables of simplemma.

    References
    ----------
    A. Barbaresi. Simplemma: a simple multilingual lemmatizer for Python.
    https://github.com/adbar/simplemma
    """
    simplemma = optional_module("simplemma", "lemmas")
    code = base_language(lang)
    try:
        simplemma.lemmatize("a", lang=code)
    except ValueError as error:
        raise InputError(
            f"simplemma has no lemmas for {code!r}; leave out --lemmas, or give a table of "
            "word, lemma and tag with --tagger table:FILE"
        ) from error

    def lemma(word: str) -> str:
        if code not in _CASE_MATTERS:
            word = lower(word, code)
        return simplemma.lemmatize(word, lang=code)

    return lemma
