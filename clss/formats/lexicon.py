"""Lexicon files: a source word, a tab, its translation; MUSE's form with a space too."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

from clss.errors import InputError
from clss.lexicon import LexiconEntry
from clss.persistence import atomic_file
from clss.textfile import read_lines


def read_lexicon(path: str | PathLike[str]) -> list[LexiconEntry]:
    """Read a lexicon, plain or ``.gz``; a source word may stand in several lines.

    A line has two columns, or three of which the last is a score. Columns are separated by a tab
    (then words may hold spaces) or, in a line without tabs, by spaces. Empty lines are skipped.
    """
    entries = []
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        columns = [c.strip() for c in line.split("\t")] if "\t" in line else line.split()
        if len(columns) not in (2, 3) or not all(columns):
            filled = sum(1 for column in columns if column)
            raise InputError(
                "expected source word, tab, target word (and perhaps a score), "
                f"found {filled} column{'s' * (filled != 1)}",
                path,
                number,
            )
        entries.append(LexiconEntry(columns[0], columns[1], _score(columns[2:], path, number)))
    if not entries:
        raise InputError("is empty; a pair of words a line was expected", path)
    return entries


def _score(columns: list[str], path: str | PathLike[str], number: int) -> float | None:
    if not columns:
        return None
    try:
        return float(columns[0])
    except ValueError as error:
        raise InputError(
            f"expected a score in the third column, found {columns[0]!r}", path, number
        ) from error


def write_lexicon(path: str | PathLike[str], entries: Iterable[LexiconEntry]) -> None:
    """Write a lexicon as TSV, with a third column where an entry has a score."""
    with atomic_file(path) as stream:
        for entry in entries:
            for word in (entry.source, entry.target):
                if not word.strip() or any(sign in word for sign in "\t\n\r"):
                    raise InputError(
                        f"cannot be written: {word!r} is empty or holds a tab or a line end, "
                        "which separate the columns and lines",
                        path,
                    )
            score = "" if entry.score is None else f"\t{entry.score:.9g}"
            stream.write(f"{entry.source}\t{entry.target}{score}\n")
