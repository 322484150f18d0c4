"""The binary format of word2vec: a header line, then for each word its name and raw floats."""

from __future__ import annotations

from collections.abc import Sequence
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
from clss.textfile import open_bytes

_CHUNK = 1 << 22
_LONGEST_WORD = 1 << 14  # without a limit a file of another kind would be read to its end
_CHECKED_ROWS = 4096  # in one call, which costs more than the check of a single row
_FLOAT = np.dtype("<f4")


def read_word2vec_binary(path: str | PathLike[str], max_words: int | None = None) -> WordVectors:
    """Read a binary vector file, plain or packed (``.gz``, ``.xz``, ``.bz2``).

    The files of word2vec itself, with a line feed after each vector, and those of gensim, without
    one, are both read. Of a repeated word the first vector counts; the others are left out with a
    warning.

    Parameters
    ----------
    path : path-like
    max_words : int, optional
        Read only so many words from the start.

    Raises
    ------
    InputError
        For a wrong header, a file that breaks off or goes on too long, numbers that are not
        finite, words that are not UTF-8 and a packed file that is damaged.
    """
    with open_bytes(path) as stream:
        first = stream.readline(256)
        header = Header.parse(first, path)
        rows = header.rows(path, max_words, 4 * header.dim + 2)
        matrix = np.empty((rows, header.dim), np.float32)
        words = WordList(path, lines=False)
        source = _Chunks(stream, offset=len(first))
        expected = header.words if max_words is None else min(header.words, max_words)
        for index in range(expected):
            begin = source.offset
            word = source.word()
            if word is not None and len(word) > _LONGEST_WORD:
                raise words.error(index, f"expected a word and a space at byte {begin}, found none")
            vector = None if word is None else source.take(4 * header.dim)
            if word is None or vector is None:
                raise InputError(
                    f"breaks off at byte {source.end}, in row {index + 1} of the "
                    f"{header.words} that the header promises",
                    path,
                )
            name = word.lstrip(b"\n")
            if words.add(name, begin + len(word) - len(name)):
                matrix[len(words) - 1] = np.frombuffer(vector, dtype=_FLOAT)
        if expected == header.words and (left := source.rest().strip(b"\n")):
            raise InputError(
                f"goes on after the {header.words} words that the header promises "
                f"({len(left)} bytes or more; is {header.dim} the right dimension?)",
                path,
            )
    for start in range(0, len(words), _CHECKED_ROWS):
        words.check_finite(matrix[start : min(start + _CHECKED_ROWS, len(words))], start)
    words.warn_of_repeated()
    return WordVectors(words.words, matrix[: len(words)])


class _Chunks:
    """Reads words and vectors out of large chunks, so that Python touches each row only once."""

    def __init__(self, stream: IO[bytes], offset: int) -> None:
        self._stream = stream
        self._buffer, self._position, self._base = b"", 0, offset

    @property
    def offset(self) -> int:
        """The place in the file of what comes next."""
        return self._base + self._position

    @property
    def end(self) -> int:
        """The place in the file where what was read ends."""
        return self._base + len(self._buffer)

    def _fill(self) -> bool:
        self._base += self._position
        left = self._buffer[self._position :]
        # as much again as is waiting, so that a vector of any length takes few steps
        more = self._stream.read(max(_CHUNK, len(left)))
        self._buffer = left + more
        self._position = 0
        return bool(more)

    def word(self) -> bytes | None:
        """Take what stands before the next space; None if the file ends first."""
        while (space := self._buffer.find(b" ", self._position)) < 0:
            if len(self._buffer) - self._position > _LONGEST_WORD:
                return self._buffer[self._position :]
            if not self._fill():
                return None
        word = self._buffer[self._position : space]
        self._position = space + 1
        return word

    def take(self, size: int) -> bytes | None:
        """Take so many bytes; None if the file ends first."""
        while len(self._buffer) - self._position < size:
            if not self._fill():
                return None
        self._position += size
        return self._buffer[self._position - size : self._position]

    def rest(self) -> bytes:
        """Return what is left, a chunk of it at most."""
        self._fill()
        return self._buffer


def write_word2vec_binary(path: str | PathLike[str], words: Sequence[str], matrix: Matrix) -> None:
    """Write a binary vector file, with the line feed after each vector that word2vec writes."""
    with output_file(path, "wb") as stream:
        dump_word2vec_binary(stream, words, matrix, path)


def dump_word2vec_binary(
    stream: IO[bytes], words: Sequence[str], matrix: Matrix, path: str | PathLike[str]
) -> None:
    """Write into an open file; `path` is its name, for error messages."""
    checked_words(words, path)
    stream.write(b"%d %d\n" % matrix.shape)
    position = 0
    for block in float_blocks(matrix, words, path):
        for values in block.astype(_FLOAT, copy=False):
            stream.write(words[position].encode("utf-8") + b" " + values.tobytes() + b"\n")
            position += 1
