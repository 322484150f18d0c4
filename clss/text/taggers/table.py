"""A table of words, lemmas and tags, made by whatever the user trusts."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike

from clss.errors import InputError
from clss.text.languages import base_language, lower
from clss.text.taggers.base import TaggedWord
from clss.text.tokens import choose_tokenizer, make_tokenizer
from clss.textfile import read_lines

UNKNOWN = "X"


class TableTagger:
    """Looks every word up in a TSV: word, lemma, part of speech.

    The first line of a word counts, so a table sorted by frequency names the commonest reading.
    A word is looked up as written, then in lower case; a word that is not in the table keeps its
    form and gets the tag ``X``.
    """

    def __init__(self, path: str | PathLike[str], lang: str) -> None:
        self._lang = base_language(lang)
        self._tokenize = make_tokenizer(choose_tokenizer("auto", lang)[0], lang)
        self._readings: dict[str, tuple[str, str]] = {}
        for number, line in enumerate(read_lines(path), 1):
            if not line.strip():
                continue
            columns = [column.strip() for column in line.split("\t")]
            if len(columns) != 3 or not all(columns):
                raise InputError(
                    f"expected word, lemma and tag separated by tabs, found {len(columns)} "
                    f"column{'s' * (len(columns) != 1)}",
                    path,
                    number,
                )
            self._readings.setdefault(columns[0], (columns[1], columns[2]))
        if not self._readings:
            raise InputError("is empty; word, tab, lemma, tab, tag were expected", path)

    def tag(self, text: str) -> Iterator[TaggedWord]:
        """Yield the words of a text."""
        for form in self._tokenize(text):
            reading = self._readings.get(form)
            if reading is None:
                reading = self._readings.get(lower(form, self._lang), (form, UNKNOWN))
            yield TaggedWord(form, *reading)
