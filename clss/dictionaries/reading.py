"""Reading dictionaries of any form: the names and contents of the files tell which it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from os import PathLike
from pathlib import Path

from clss.dictionaries.dictd import read_dictd
from clss.dictionaries.tei import read_tei
from clss.dictionaries.translation import Translation
from clss.dictionaries.wiktionary import read_wiktionary
from clss.errors import InputError
from clss.formats.lexicon import read_lexicon
from clss.textfile import plain_name


def read_dictionary(path: str | PathLike[str], langs: tuple[str, str]) -> Iterator[Translation]:
    """Yield the translations of a dictionary from ``langs[0]`` into ``langs[1]``.

    Parameters
    ----------
    path : path-like
        ``.index`` or ``.dict.dz`` (dictd, FreeDict), ``.tei`` or ``.xml``, ``.jsonl``
        (Wiktionary by kaikki.org), anything else as two columns, TSV or MUSE; TEI, JSON lines and
        columns also packed (``.gz``, ``.xz``, ``.bz2``).
    langs : pair of str
        Only Wiktionary, which holds many languages, needs to know them.
    """
    path = Path(path)
    name = plain_name(path)
    if not path.exists():
        raise InputError("no such file", path)
    if name.endswith((".index", ".dict.dz", ".dict")):
        return read_dictd(path)
    if name.endswith((".tei", ".xml")):
        return read_tei(path)
    if name.endswith(".jsonl"):
        return read_wiktionary(path, langs)
    return _columns(path)


def _columns(path: Path) -> Iterator[Translation]:
    seen: Counter[str] = Counter()
    for entry in read_lexicon(path):
        yield Translation(entry.source, entry.target, seen[entry.source], frozenset())
        seen[entry.source] += 1
