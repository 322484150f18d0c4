"""Stop words: words that say nothing about a document."""

from __future__ import annotations

from pathlib import Path

from clss.errors import InputError
from clss.extras import optional_module
from clss.text.languages import base_language
from clss.textfile import read_lines


def load_stopwords(choice: str, lang: str) -> frozenset[str]:
    """Read the stop words of a language.

    Parameters
    ----------
    choice : str
        ``none``; ``list`` (those of the stopwords-iso collection); or a file with a word a line,
        whose name may hold ``{lang}``.
    lang : str
        Code of the language.
    """
    if choice == "none":
        return frozenset()
    if choice == "list":
        collection = optional_module("stopwordsiso", "lists of stop words")
        code = base_language(lang)
        if not collection.has_lang(code):
            raise InputError(
                f"there is no list of stop words for {code!r}; give a file instead, or none "
                "(words that stand in most documents are dropped by --max-share all the same)"
            )
        return frozenset(collection.stopwords(code))
    path = Path(choice.replace("{lang}", lang))
    words = frozenset(line.strip() for line in read_lines(path) if line.strip())
    if not words:
        raise InputError("holds no word; a stop word a line was expected", path)
    return words
