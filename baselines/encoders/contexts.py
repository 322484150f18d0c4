"""Where the occurrences of words are read: in the corpus, or in raw text given beside it."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterator
from os import PathLike

import numpy as np

from baselines.encoders.passages import Passage
from clss.corpus import Side
from clss.errors import InputError
from clss.text.languages import lower
from clss.textfile import read_lines
from clss.vocabulary import Vocabulary

#: A word of running text, with those that hyphens and apostrophes join.
WORD = re.compile(r"\w+(?:[-'’·]\w+)*")
_PART = re.compile(r"\w+")


class Contexts(ABC):
    """Lines of text with the occurrences of a vocabulary's words.

    Attributes
    ----------
    words : ndarray of int
        The word of every occurrence, in the order of the text.
    """

    words: np.ndarray

    @abstractmethod
    def passages(self, chosen: np.ndarray) -> Iterator[Passage]:
        """Yield the lines that hold chosen occurrences (ascending), with these as their spans."""


class CorpusContexts(Contexts):
    """The documents of one side of a corpus."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self.words = side.tokens

    def passages(self, chosen: np.ndarray) -> Iterator[Passage]:
        """Yield documents, their words joined by blanks."""
        side, names = self._side, self._side.vocabulary.words
        lines = np.searchsorted(side.offsets, chosen, side="right") - 1
        for line, places in _by_line(lines, chosen):
            ids = side.document(line)
            text = [names[i] for i in ids.tolist()]
            yield Passage.sentence(
                text, (places - side.offsets[line]).tolist(), side.tokens[places].tolist()
            )


class RawContexts(Contexts):
    """The lines of a file of running text.

    A word of the vocabulary occurs where the text has it in this very form, in lower case; of a
    compound that is not in the vocabulary the parts count.

    Parameters
    ----------
    path : path-like
        A line is a context; ``.gz``, ``.xz`` and ``.bz2`` are unpacked. Read twice, never held.
    vocabulary : Vocabulary
    lang : str
    """

    def __init__(self, path: str | PathLike[str], vocabulary: Vocabulary, lang: str) -> None:
        self._path = path
        found = array("i")
        for line, text in enumerate(read_lines(path)):
            for word, start, end in words_of(text, lang, vocabulary):
                found.extend((vocabulary.id(word), line, start, end))
        table = np.frombuffer(found, dtype=np.int32).reshape(-1, 4)
        self.words, self._lines, self._starts, self._ends = table.T
        if not len(table):
            raise InputError(
                f"holds none of the {len(vocabulary)} {lang} words of the corpus; running text in"
                " that language was expected",
                path,
            )

    def passages(self, chosen: np.ndarray) -> Iterator[Passage]:
        """Yield lines of the file."""
        wanted = dict(_by_line(self._lines[chosen], chosen))
        for line, text in enumerate(read_lines(self._path)):
            places = wanted.get(line)
            if places is not None:
                starts, ends = self._starts[places].tolist(), self._ends[places].tolist()
                spans = tuple(zip(starts, ends, strict=True))
                yield Passage(text, spans, tuple(self.words[places].tolist()))


def words_of(text: str, lang: str, known: Vocabulary) -> Iterator[tuple[str, int, int]]:
    """Yield the known words of a running text, in lower case, with their places.

    Examples
    --------
    >>> list(words_of("El Banco, e-mail", "es", Vocabulary(["banco", "mail"])))
    [('banco', 3, 8), ('mail', 12, 16)]
    """
    for match in WORD.finditer(text):
        word = lower(match[0], lang)
        if word in known:
            yield word, match.start(), match.end()
            continue
        for part in _PART.finditer(match[0]):
            word = lower(part[0], lang)
            if word in known:
                yield word, match.start() + part.start(), match.start() + part.end()


def choose_occurrences(words: np.ndarray, most: int, generator: np.random.Generator) -> np.ndarray:
    """Draw up to `most` occurrences of every word, without replacement; ascending.

    Examples
    --------
    >>> words = np.array([0, 1, 0, 0, 1])
    >>> chosen = choose_occurrences(words, 2, np.random.default_rng(1))
    >>> np.bincount(words[chosen]).tolist()
    [2, 2]
    """
    order = np.lexsort((generator.random(len(words)), words))
    grouped = words[order]
    begins = np.flatnonzero(np.r_[True, grouped[1:] != grouped[:-1]]) if len(words) else words
    place = np.arange(len(words)) - np.repeat(begins, np.diff(np.r_[begins, len(words)]))
    return np.sort(order[place < most])


def _by_line(lines: np.ndarray, chosen: np.ndarray) -> Iterator[tuple[int, np.ndarray]]:
    """Group chosen occurrences by their line; both are ascending."""
    if not len(chosen):
        return
    begins = np.flatnonzero(np.r_[True, lines[1:] != lines[:-1]])
    for part in np.split(np.arange(len(chosen)), begins[1:]):
        yield int(lines[part[0]]), chosen[part]
