"""Lexicon files, given or gold: a source word, a tab, its translation; MUSE's form too."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

from clss.errors import InputError
from clss.lexicon import LexiconEntry
from clss.packing import output_file
from clss.textfile import read_lines


def read_lexicon(path: str | PathLike[str], one_to_one: bool = False) -> list[LexiconEntry]:
    """Read a lexicon, plain or packed, in its order; a source word may stand in several lines.

    A line has two columns, or three of which the last is a score. The first line that is not
    empty decides how columns are separated: by a tab if it has one (words may then hold spaces),
    else, as in MUSE, by spaces. Empty lines are skipped.

    Parameters
    ----------
    path : path-like
    one_to_one : bool
        Make a second translation of a word an error instead of an alternative.
    """
    entries: list[LexiconEntry] = []
    first: dict[str, tuple[str, int]] = {}
    separator = None
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        if not entries:
            separator = "\t" if "\t" in line else None
        entry = _read_entry(line, separator, path, number)
        known, earlier = first.setdefault(entry.source, (entry.target, number))
        if one_to_one and known != entry.target:
            raise InputError(
                f"{entry.source!r} is translated by {entry.target!r} here and by {known!r} on "
                f"line {earlier}, in a lexicon declared one-to-one",
                path,
                number,
            )
        entries.append(entry)
    if not entries:
        raise InputError("the file holds no pair of words", path)
    return entries


def _read_entry(
    line: str, separator: str | None, path: str | PathLike[str], number: int
) -> LexiconEntry:
    columns = [column.strip() for column in line.split(separator)]
    if len(columns) not in (2, 3):
        by = "blanks" if separator is None else "a tab"
        raise InputError(
            f"expected two columns separated by {by}, source word and translation (and perhaps a "
            f"score), found {len(columns)}",
            path,
            number,
        )
    for word, missing in zip(columns, ("source word", "translation", "score"), strict=False):
        if not word:
            raise InputError(f"the {missing} is missing", path, number)
    return LexiconEntry(columns[0], columns[1], _score(columns[2:], path, number))


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
    with output_file(path) as stream:
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
