"""BibTeX entries: those of this package by their keys, and those that others bring."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from clss.errors import InputError, suggest

_HEAD = re.compile(r"@(\w+)\s*\{\s*([^\s,{}\\%#~\"()=]+)\s*,")


class Bibliography:
    r"""What a text cites, in the order of its first mention.

    Examples
    --------
    >>> cited = Bibliography()
    >>> cited.cite(["conneau2018word", "@misc{me2026, title = {Mine}}"])
    '~\\cite{conneau2018word,me2026}'
    >>> cited.bibtex().splitlines()[-1]
    '@misc{me2026, title = {Mine}}'
    """

    def __init__(self) -> None:
        self._entries: dict[str, str] = {}

    def cite(self, citations: Iterable[str]) -> str:
        """Return the LaTeX citation, empty where there is nothing to cite."""
        found = [entry_of(citation) for citation in citations]
        for key, entry in found:
            self._entries.setdefault(key, entry)
        keys = dict.fromkeys(key for key, _ in found)
        return f"~\\cite{{{','.join(keys)}}}" if keys else ""

    def bibtex(self) -> str:
        """Return the entries that were cited, each once."""
        return "\n\n".join(self._entries.values())


def entry_of(citation: str) -> tuple[str, str]:
    """Return the key and the entry of a citation: a key of this package, or a whole entry."""
    if "@" in citation:
        found = parse_bibtex(citation)
        if len(found) != 1:
            raise InputError(
                "a citation is a key or one whole BibTeX entry, @type{key, field = {value}, …}, not"
                f" {citation!r}"
            )
        return next(iter(found.items()))
    known = references()
    if citation not in known:
        raise InputError(
            f"no reference has the key {citation!r}; give the whole BibTeX entry, or one of the"
            f" keys of evaluation/tables/references.bib{suggest(citation, known)}"
        )
    return citation, known[citation]


@cache
def references() -> Mapping[str, str]:
    """Return the entries of this package by their keys."""
    return parse_bibtex(Path(__file__).with_name("references.bib").read_text("utf-8"))


def parse_bibtex(text: str) -> dict[str, str]:
    """Return the entries of a text by their keys; what stands between them is skipped.

    Only heads and balanced braces are looked at: what is in an entry is BibTeX's business.

    Examples
    --------
    >>> parse_bibtex("Mine: @book{me, title = {A {B} C}} and no more")
    {'me': '@book{me, title = {A {B} C}}'}
    """
    entries: dict[str, str] = {}
    head = _HEAD.search(text)
    while head:
        end = _closing(text, text.index("{", head.start()))
        if end is None:
            raise InputError(f"the BibTeX entry {head[2]!r} has a brace that is not closed")
        if head[2] in entries:
            raise InputError(f"two BibTeX entries have the key {head[2]!r}")
        entries[head[2]] = text[head.start() : end]
        head = _HEAD.search(text, end)
    return entries


def _closing(text: str, opening: int) -> int | None:
    """Return the place behind the brace that closes the one at `opening`."""
    depth = 0
    for brace in re.compile(r"[{}]").finditer(text, opening):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return brace.end()
    return None
