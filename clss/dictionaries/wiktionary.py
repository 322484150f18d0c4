"""Wiktionary as extracted by wiktextract (kaikki.org), a JSON object a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from clss.dictionaries.translation import Translation, split_translations
from clss.errors import InputError
from clss.persistence import parse_json
from clss.textfile import read_lines

_ARTICLES = ("a ", "an ", "the ", "to ")


def read_wiktionary(path: Path, langs: tuple[str, str]) -> Iterator[Translation]:
    """Yield the translations of words of ``langs[0]`` into ``langs[1]``.

    Taken from the tables of translations of an entry and, where the definitions are in
    ``langs[1]`` (an English Wiktionary and ``en``), from definitions of a word or a list of words.

    References
    ----------
    T. Ylonen (2022). Wiktextract: Wiktionary as Machine-Readable Structured Data. LREC.
    """
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        entry = parse_json(line, path, number)
        if not isinstance(entry, dict) or "word" not in entry:
            raise InputError("expected an entry of wiktextract with a 'word'", path, number)
        if entry.get("lang_code") == langs[0]:
            pos = frozenset({str(entry["pos"]).lower()} if entry.get("pos") else ())
            words = [*_table(entry, langs[1]), *_definitions(entry, langs[1])]
            for rank, word in enumerate(dict.fromkeys(words)):
                yield Translation(entry["word"], word, rank, pos)


def _table(entry: dict[str, Any], lang: str) -> Iterator[str]:
    senses = entry.get("senses") or []
    tables = [entry.get("translations") or []]
    tables += [sense.get("translations") or [] for sense in senses]
    for table in tables:
        for row in table:
            if lang in (row.get("lang_code"), row.get("code")) and row.get("word"):
                yield row["word"]


def _definitions(entry: dict[str, Any], lang: str) -> Iterator[str]:
    if lang != "en" or entry.get("lang_code") == "en":
        return  # kaikki.org's main extraction is of the English Wiktionary
    for sense in entry.get("senses") or []:
        if "form_of" in sense:
            continue
        for gloss in (sense.get("glosses") or [])[:1]:
            for word in split_translations(gloss):
                for article in _ARTICLES:
                    word = word.removeprefix(article)
                yield word
