"""A comparable corpus from a parallel one: alternate paragraphs, so that nothing is translated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from clss.errors import InputError
from clss.persistence import write_json
from clss.text.writing import SUMMARY, CorpusWriter
from clss.textfile import read_lines


class ParallelDocument(NamedTuple):
    """A document in two languages, paragraph by paragraph."""

    name: str
    paragraphs: list[tuple[str, str]]


def alternate(paragraphs: Iterable[tuple[str, str]]) -> tuple[list[str], list[str]]:
    """Take the first, third, … paragraph in the source language, the others in the target's.

    Paragraphs that are missing or the same in both languages (not translated) are passed over
    before they are counted.

    Examples
    --------
    >>> alternate([("uno", "one"), ("OK", "OK"), ("dos", "two"), ("tres", "three")])
    (['uno', 'tres'], ['two'])
    """
    translated = [(s, t) for s, t in paragraphs if s.strip() and t.strip() and s != t]
    return [s for s, _ in translated[::2]], [t for _, t in translated[1::2]]


def read_parallel(
    source: str | PathLike[str], target: str | PathLike[str], paragraphs: int | None = None
) -> Iterator[ParallelDocument]:
    """Read two texts of which line n of one translates line n of the other.

    Parameters
    ----------
    source, target : path-like
    paragraphs : int, optional
        Lines of a document. Without it, documents end where both texts have an empty line.
    """
    lines: list[tuple[str, str]] = []
    begin = 1
    for number, pair in enumerate(zip_longest(read_lines(source), read_lines(target)), 1):
        if pair[0] is None or pair[1] is None:
            ended, other = (source, target) if pair[0] is None else (target, source)
            raise InputError(f"ends after {number - 1} lines, but {other} goes on", ended)
        empty = not pair[0].strip() and not pair[1].strip()
        if paragraphs is not None or not empty:
            lines.append((pair[0], pair[1]))
        if lines and (len(lines) == paragraphs if paragraphs is not None else empty):
            yield ParallelDocument(f"lines {begin}-{number}", lines)
            lines = []
        if not lines:
            begin = number + 1
    if lines:
        yield ParallelDocument(f"lines {begin}-{begin + len(lines) - 1}", lines)


def split_parallel(
    documents: Iterable[ParallelDocument], out: str | PathLike[str], langs: tuple[str, str]
) -> dict[str, Any]:
    """Write a comparable corpus of raw text from parallel documents.

    Parameters
    ----------
    documents : iterable of ParallelDocument
    out : path-like
        Directory for ``<lang>.txt.gz`` of both languages, ``documents.tsv`` and ``summary.json``.
    langs : pair of str

    Returns
    -------
    dict
        Documents and paragraphs read and kept.
    """
    folder = Path(out)
    counts: Counter[str] = Counter()
    with CorpusWriter(folder, langs) as writer:
        for document in documents:
            source, target = alternate(document.paragraphs)
            counts["documents"] += 1
            counts["paragraphs"] += len(document.paragraphs)
            if not source or not target:
                counts["documents with text in one language only"] += 1
                continue
            counts["paragraphs written"] += len(source) + len(target)
            writer.write(document.name, " ".join(source).split(), " ".join(target).split())
        if not writer.pairs:
            raise InputError(
                f"none of {counts['documents']} documents has two translated paragraphs; "
                "documents end at an empty line of both texts, or after --paragraphs lines"
            )
    summary = {
        **counts,
        "pairs": writer.pairs,
        "words": dict(zip(langs, writer.tokens, strict=True)),
    }
    write_json(folder / SUMMARY, summary)
    return summary
