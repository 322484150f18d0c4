"""What the vector formats have in common: words beside the rows of a matrix, and their checks."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from clss import _sparse as sparse
from clss.errors import ClssWarning, InputError
from clss.matrices import Matrix

# word2vec's own programs end a line or a word at these; a word that holds one cannot be written
_SEPARATORS = " \t\n\r\v\f"
_BLOCK_ROWS = 1024
_MOST_DIGITS = 15
# no byte of a packed file unpacks to more bytes than this
_UNPACKED = {".gz": 1032, ".xz": 10_000, ".bz2": 50_000}


@dataclass(frozen=True)
class WordVectors:
    """The content of one vector file.

    Attributes
    ----------
    words : tuple of str
        Distinct words in the order of the file.
    matrix : ndarray of float32, shape (words, dimensions)
        Finite numbers.
    from_subwords : tuple of str
        Words among them that the file does not have, with vectors made of their subwords.
    """

    words: tuple[str, ...]
    matrix: np.ndarray
    from_subwords: tuple[str, ...] = ()


@dataclass(frozen=True)
class Header:
    """The first line of a word2vec file: how many words, how many dimensions."""

    words: int
    dim: int

    @classmethod
    def parse(cls, line: bytes, path: str | PathLike[str]) -> Header:
        """Read ``b"71291 200"``."""
        parts = line.split()
        if len(parts) != 2 or not all(p.isdigit() and len(p) <= _MOST_DIGITS for p in parts):
            shown = line[:40].decode("utf-8", "backslashreplace").strip()
            raise InputError(
                "expected a header of two numbers, words and dimensions (as in '71291 200'), "
                f"found {shown!r}",
                path,
                1,
            )
        header = cls(int(parts[0]), int(parts[1]))
        if not header.words or not header.dim:
            raise InputError("the header promises no words or no dimensions", path, 1)
        return header

    def rows(self, path: str | PathLike[str], max_words: int | None, row_bytes: int) -> int:
        """Return how many rows to make room for.

        Never more than the file can hold, `row_bytes` being the least that a row takes: a wrong
        header must not claim the machine's memory.
        """
        if not Path(path).is_file():
            raise InputError("is not a file; vectors cannot be read from a pipe", path)
        size = Path(path).stat().st_size
        if self.dim > size * max(_UNPACKED.values()):
            raise InputError(f"is too short for the {self.dim} dimensions of its header", path, 1)
        size *= _UNPACKED.get(Path(path).suffix, 1)
        wanted = self.words if max_words is None else min(self.words, max_words)
        return min(wanted, size // row_bytes)


class WordList:
    """Collects the words of a file; empty ones are refused, of repeated ones the first counts.

    Parameters
    ----------
    path : path-like
        The file, for error messages.
    lines : bool
        Whether rows are lines (after the header); else they are told by their number.
    """

    def __init__(self, path: str | PathLike[str], lines: bool) -> None:
        self._path, self._lines = path, lines
        self._index: dict[str, int] = {}
        self._first_line = 2  # after the header
        self.repeated: list[str] = []

    def __len__(self) -> int:
        return len(self._index)

    @property
    def rows(self) -> int:
        """How many rows were read, with those of repeated words."""
        return len(self._index) + len(self.repeated)

    def without_header(self) -> None:
        """Count lines from the first: the file has no header."""
        self._first_line = 1

    def row_of(self, index: int) -> int:
        """Return in which row of the file a word stands."""
        return list(self._index.values())[index]

    def warn_of_repeated(self) -> None:
        """Say how many words stand more than once; the first vector of each is kept."""
        if self.repeated:
            warnings.warn(
                f"{self._path}: {len(self.repeated)} rows repeat an earlier word (the first:"
                f" {self.repeated[0]!r}) and are left out",
                ClssWarning,
                stacklevel=2,
            )

    @property
    def words(self) -> tuple[str, ...]:
        """The words so far."""
        return tuple(self._index)

    def add(self, raw: bytes, offset: int) -> bool:
        """Add the next word, whose first byte is at `offset`; False if it was there already."""
        index = self.rows
        try:
            word = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            raise self.error(index, f"is not UTF-8 (byte {offset + error.start})") from error
        if not word:
            raise self.error(index, "expected a word before the first space, found none")
        if word in self._index:
            self.repeated.append(word)
            return False
        self._index[word] = index
        return True

    def error(self, index: int, message: str) -> InputError:
        """Make the error for one row."""
        if self._lines:
            return InputError(message, self._path, index + self._first_line)
        return InputError(f"row {index + 1}: {message}", self._path)

    def check_finite(self, values: np.ndarray, first: int) -> None:
        """Refuse NaN and infinity in rows of which the first has the index `first`."""
        if not np.isfinite(values).all():
            bad = int(np.flatnonzero(~np.isfinite(values).all(axis=1))[0])
            value = values[bad][~np.isfinite(values[bad])][0]
            word = self.words[first + bad]
            raise self.error(
                self.row_of(first + bad),
                f"the vector of {word!r} holds {value}; finite numbers were expected",
            )


def checked_words(words: Sequence[str], path: str | PathLike[str]) -> Sequence[str]:
    """Refuse words that a word2vec file cannot carry."""
    for word in words:
        if not word:
            raise InputError("cannot be written: the vocabulary holds an empty word", path)
        if any(sign in word for sign in _SEPARATORS):
            raise InputError(
                f"cannot be written: the word {word!r} holds white space, and word2vec's formats "
                "separate by it",
                path,
            )
        try:
            word.encode("utf-8")
        except UnicodeEncodeError as error:
            raise InputError(f"cannot be written: {word!r} has no UTF-8 form", path) from error
    return words


def float_blocks(matrix: Matrix, words: Sequence[str], path: str | PathLike[str]) -> Iterator[Any]:
    """Yield blocks of rows as finite dense float32, so that a sparse matrix is never unpacked."""
    if matrix.shape[0] != len(words):
        raise InputError(f"{len(words)} words but {matrix.shape[0]} vectors", path)
    for start in range(0, matrix.shape[0], _BLOCK_ROWS):
        block = matrix[start : start + _BLOCK_ROWS]
        dense = block.toarray() if sparse.issparse(block) else block
        with np.errstate(over="ignore"):
            values = np.ascontiguousarray(dense, dtype=np.float32)
        if not np.isfinite(values).all():
            bad = start + int(np.flatnonzero(~np.isfinite(values).all(axis=1))[0])
            raise InputError(
                f"cannot be written: the vector of {words[bad]!r} has NaN, infinity or a number "
                "beyond single precision",
                path,
            )
        yield values
