"""The errors that users may see.

An :class:`InputError` is the user's to repair (a file, an option, a combination): the command
line prints its one sentence and ends with code 2. Everything else is ours.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from os import PathLike
from pathlib import Path

_MANY_NAMES = 5000


class ClssError(Exception):
    """Base class of all errors raised on purpose."""


class InputError(ClssError, ValueError):
    """What was given cannot be used; the message says what was expected.

    Parameters
    ----------
    message : str
        One sentence: what is wrong, what was expected.
    path : path-like, optional
        The file at fault.
    line : int, optional
        Its line, counted from 1.

    Examples
    --------
    >>> str(InputError("expected two columns, found one", path="gold.tsv", line=3))
    'gold.tsv, line 3: expected two columns, found one'
    """

    def __init__(
        self, message: str, path: str | PathLike[str] | None = None, line: int | None = None
    ) -> None:
        self.message, self.path, self.line = message, path, line
        where = "" if path is None else str(path) + ("" if line is None else f", line {line}")
        super().__init__(f"{where}: {message}" if where else message)

    def __reduce__(self) -> tuple[object, ...]:
        """Keep all three parts when the error is passed between processes."""
        return type(self), (self.message, self.path, self.line)


class ClssWarning(UserWarning):
    """A remark that the person in front of the screen should read: one sentence."""


class UnusableCheckpoint(InputError):
    """A training cannot go on from the checkpoint: it is damaged, or of another training.

    A run answers by starting anew. Any other error leaves the checkpoint, which may hold hours of
    work, to the next attempt: a full disk or too little memory say nothing about it.
    """


class DivergenceError(ClssError, RuntimeError):
    """Training produced numbers that are not finite; the message says what to change."""


def suggest(word: str, known: Iterable[str]) -> str:
    """Return a closing phrase that names the nearest known words, or nothing.

    Examples
    --------
    >>> suggest("cosin", ["cosine", "jaccard"])
    '; did you mean cosine?'
    >>> suggest("xyz", ["cosine"])
    ''
    """
    names = list(known)
    if len(names) > _MANY_NAMES:
        # comparing with every word of a vocabulary takes seconds; typing errors change little
        letters = set(word)
        names = [
            name
            for name in names
            if abs(len(name) - len(word)) <= 2 and len(letters.symmetric_difference(name)) <= 4
        ]
    close = difflib.get_close_matches(word, names, n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(close)}?" if close else ""


def no_such_file(path: str | PathLike[str], expected: str = "") -> InputError:
    """Make the error for a file that is not there; files of similar names beside it are named."""
    place = Path(path)
    try:
        beside = [entry.name for entry in place.parent.iterdir()]
    except OSError:
        beside = []
    longer = sorted(name for name in beside if name.startswith(f"{place.name}."))
    hint = f"; did you mean {longer[0]}?" if longer else suggest(place.name, beside)
    return InputError(f"no such file{'; ' + expected if expected else ''}{hint}", path)


def unknown_name(kind: str, name: str, known: Iterable[str]) -> InputError:
    """Make the error for a name that is in no registry.

    Examples
    --------
    >>> str(unknown_name("similarity", "cosin", ["cosine", "js"]))
    "unknown similarity 'cosin' (known: cosine, js); did you mean cosine?"
    """
    names = sorted(known)
    return InputError(f"unknown {kind} {name!r} (known: {', '.join(names)}){suggest(name, names)}")
