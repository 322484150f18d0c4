"""Reading gold lexicons: two columns, separated by a tab or, as in MUSE, by blanks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike

from clss.errors import InputError
from clss.textfile import read_lines


def read_pairs(path: str | PathLike[str]) -> list[tuple[str, str]]:
    """Read the pairs of a lexicon file, in its order, repeated ones included.

    The first line that is not blank decides how columns are separated: by a tab if it has one
    (words may then hold blanks), else by blanks. Plain or gzipped.
    """
    return [pair for _, pair in _numbered_pairs(path)]


def _numbered_pairs(path: str | PathLike[str]) -> Iterator[tuple[int, tuple[str, str]]]:
    separator: str | None = None
    decided = False
    for number, line in enumerate(read_lines(path), 1):
        if not line.strip():
            continue
        if not decided:
            separator, decided = ("\t" if "\t" in line else None), True
        columns = [column.strip() for column in line.split(separator)]
        if len(columns) != 2:
            by = "a tab" if separator else "blanks"
            raise InputError(
                f"expected two columns separated by {by}, source word and"
                f" translation, found {len(columns)}",
                path,
                number,
            )
        if not all(columns):
            missing = "source word" if not columns[0] else "translation"
            raise InputError(f"the {missing} is missing", path, number)
        yield number, (columns[0], columns[1])
    if not decided:
        raise InputError("the file holds no pair of words", path)


def refuse_two_answers(path: str | PathLike[str]) -> None:
    """Raise an error if a source word of a one-to-one lexicon has two translations."""
    seen: dict[str, tuple[str, int]] = {}
    for number, (source, target) in _numbered_pairs(path):
        first, line = seen.setdefault(source, (target, number))
        if first != target:
            raise InputError(
                f"{source!r} is translated by {target!r} here and by {first!r} on line {line}, in"
                " a lexicon declared one-to-one",
                path,
                number,
            )


def group_pairs(pairs: Iterable[tuple[str, str]]) -> tuple[dict[str, tuple[str, ...]], int]:
    """Collect the translations of each source word; also count pairs that are repeated.

    Examples
    --------
    >>> group_pairs([("casa", "house"), ("casa", "home"), ("casa", "house")])
    ({'casa': ('house', 'home')}, 1)
    """
    gold: dict[str, dict[str, None]] = {}
    repeated = 0
    for source, target in pairs:
        answers = gold.setdefault(source, {})
        repeated += target in answers
        answers[target] = None
    return {source: tuple(answers) for source, answers in gold.items()}, repeated
