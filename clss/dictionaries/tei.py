"""Dictionaries in TEI, the form in which FreeDict publishes its sources."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from clss.dictionaries.translation import Translation, split_translations
from clss.errors import InputError
from clss.textfile import open_bytes


def read_tei(path: Path) -> Iterator[Translation]:
    """Yield the translations: ``entry/form/orth`` and ``cit[@type='trans']/quote`` of its senses.

    References
    ----------
    https://tei-c.org/release/doc/tei-p5-doc/en/html/DI.html
    """
    with open_bytes(path) as stream:
        try:
            for _, element in ElementTree.iterparse(stream):
                if _name(element) == "entry":
                    yield from _entry(element)
                    element.clear()
        except ElementTree.ParseError as error:
            line = error.position[0]
            raise InputError(f"is not well-formed XML ({error})", path, line) from error


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _entry(entry: ElementTree.Element) -> Iterator[Translation]:
    words, pos, translations = [], set(), []
    for element in entry.iter():
        name, text = _name(element), " ".join("".join(element.itertext()).split())
        if name == "orth" and text:
            words.append(text)
        elif name in ("pos", "gen") and text:
            pos.add(text.lower())
        elif name == "cit" and element.get("type") in ("trans", "translation"):
            quotes = (e for e in element.iter() if _name(e) == "quote")
            for quote in quotes:
                translations += split_translations("".join(quote.itertext()))
    for word in words:
        for rank, translation in enumerate(translations):
            yield Translation(word, translation, rank, frozenset(pos))
