"""The text format of word2vec, fastText (``.vec``) and MUSE: a header, then a word a line.

References
----------
T. Mikolov, I. Sutskever, K. Chen, G. Corrado, J. Dean (2013). Distributed representations of
words and phrases and their compositionality. NIPS.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from os import PathLike
from typing import IO

import numpy as np

from clss.errors import InputError
from clss.formats.vectors import (
    Header,
    WordList,
    WordVectors,
    checked_words,
    float_blocks,
)
from clss.matrices import Matrix
from clss.packing import output_file
from clss.textfile import read_raw_lines

_BATCH_VALUES = 1 << 18  # numbers parsed in one call: enough to amortise it, small in memory


def read_word2vec_text(path: str | PathLike[str], max_words: int | None = None) -> WordVectors:
    """Read a vector file, plain or packed (``.gz``, ``.xz``, ``.bz2``).

    Of a repeated word the first row counts; the others are left out with a warning.

    Parameters
    ----------
    path : path-like
    max_words : int, optional
        Read only so many words from the start, the frequent ones in most published files.

    Raises
    ------
    InputError
        For a wrong header, a row of the wrong length, numbers that are not finite, fewer or more
        rows than the header says, a packed file that is damaged and text that is not UTF-8.
    """
    lines = read_raw_lines(path)
    first = next(lines, b"")
    bare = _dimensions_of_row(first)
    if bare:  # GloVe writes no header: the first line is a word and its numbers
        header = Header(sum(1 for _ in read_raw_lines(path)), bare)
        lines = chain([first], lines)
    else:
        header = Header.parse(first, path)
    # a row is at least a word of one byte, and a space and a digit for every number
    matrix = np.empty((header.rows(path, max_words, 2 * header.dim + 1), header.dim), np.float32)
    words = WordList(path, lines=True)
    if bare:
        words.without_header()
    batch: list[bytes] = []
    batch_rows = max(1, _BATCH_VALUES // header.dim)
    offset = 0 if bare else len(first)
    for line in lines:
        if len(words) == max_words:
            break
        if words.rows == header.words or (bare and not line.strip()):
            if line.strip():
                raise words.error(words.rows, f"the header promises only {header.words} words")
            continue
        word, _, numbers = line.partition(b" ")
        numbers = numbers.strip()
        # counting single spaces is much cheaper than splitting; only odd lines are split
        if numbers.count(b" ") != header.dim - 1 or not numbers:
            found = len(numbers.split())
            if found != header.dim:
                raise words.error(
                    words.rows, f"expected a word and {header.dim} numbers, found {found} numbers"
                )
        if words.add(word, offset):
            batch.append(numbers)
        offset += len(line)
        if len(batch) == batch_rows:
            _parse(batch, matrix, words)
            batch = []
    _parse(batch, matrix, words)
    enough = max_words is not None and len(words) >= max_words
    if words.rows < header.words and not enough and not bare:
        raise InputError(
            f"the header promises {header.words} words but the file ends after {words.rows}", path
        )
    words.warn_of_repeated()
    return WordVectors(words.words, matrix[: len(words)])


def _dimensions_of_row(line: bytes) -> int:
    """Return how many numbers follow the first word of a line; 0 if it is no row of vectors."""
    _, *numbers = line.split() or [b""]
    if len(numbers) < 2 or line.replace(b" ", b"").strip().isdigit():  # digits: a wrong header
        return 0
    try:
        [float(number) for number in numbers]
    except ValueError:
        return 0
    return len(numbers)


def _parse(batch: list[bytes], matrix: np.ndarray, words: WordList) -> None:
    """Turn the numbers of the last rows into floats, all in one call."""
    if not batch:
        return
    first, dim = len(words) - len(batch), matrix.shape[1]
    try:
        values = np.fromstring(b" ".join(batch), dtype=np.float32, sep=" ")
    except ValueError:
        values = np.empty(0, np.float32)
    if values.size != len(batch) * dim:
        raise _bad_number(batch, words, dim)
    rows = values.reshape(len(batch), dim)
    words.check_finite(rows, first)
    matrix[first : len(words)] = rows


def _bad_number(batch: list[bytes], words: WordList, dim: int) -> InputError:
    """Find the first value in a batch that is no number."""
    first = len(words) - len(batch)
    for place, line in enumerate(batch):
        for value in line.split():
            try:
                np.fromstring(value, dtype=np.float32, sep=" ")
            except ValueError:
                shown = value[:40].decode("utf-8", "backslashreplace")
                return words.error(
                    words.row_of(first + place), f"expected a number, found {shown!r}"
                )
        if len(line.split()) != dim:  # separated by something else than the spaces counted
            return words.error(
                words.row_of(first + place),
                f"expected a word and {dim} numbers, found {len(line.split())}",
            )
    return words.error(words.row_of(first), "expected numbers separated by spaces")


def write_word2vec_text(path: str | PathLike[str], words: Sequence[str], matrix: Matrix) -> None:
    """Write a vector file, packed if its name says so (``.gz``, ``.xz``, ``.bz2``).

    Nine significant digits are written: reading gives back the same single-precision numbers.
    """
    with output_file(path, "wb") as stream:
        dump_word2vec_text(stream, words, matrix, path)


def dump_word2vec_text(
    stream: IO[bytes], words: Sequence[str], matrix: Matrix, path: str | PathLike[str]
) -> None:
    """Write into an open file; `path` is its name, for error messages."""
    checked_words(words, path)
    row = " ".join(["%.9g"] * matrix.shape[1])
    stream.write(b"%d %d\n" % matrix.shape)
    position = 0
    for block in float_blocks(matrix, words, path):
        lines = [
            f"{words[position + i]} {row % tuple(values)}\n"
            for i, values in enumerate(block.tolist())
        ]
        stream.write("".join(lines).encode("utf-8"))
        position += len(block)
