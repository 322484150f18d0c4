"""The words of one language."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from clss.arrays import load_array, save_array
from clss.errors import InputError, suggest
from clss.immutable import Immutable
from clss.persistence import digest, read_json


class Vocabulary(Immutable):
    """The words of one language with their counts; a word's id is its place.

    Parameters
    ----------
    words : iterable of str
        Distinct words.
    counts : array-like of int, optional
        Occurrences of each; ones if omitted (pretrained vectors carry no counts).

    Examples
    --------
    >>> vocabulary = Vocabulary.from_counts({"casa": 3, "reina": 7, "arte": 3, "x": 1}, min_count=2)
    >>> vocabulary.words
    ('reina', 'arte', 'casa')
    >>> vocabulary.id("casa"), "x" in vocabulary, vocabulary.ids(["x", "reina"]).tolist()
    (2, False, [-1, 0])
    """

    def __init__(self, words: Iterable[str], counts: Any = None) -> None:
        self.words: tuple[str, ...] = tuple(words)
        given = np.ones(len(self.words)) if counts is None else counts
        self.counts: np.ndarray = np.array(given, dtype=np.int64)
        self.counts.flags.writeable = False
        if self.counts.shape != (len(self.words),):
            raise InputError(f"{len(self.words)} words but {self.counts.size} counts")
        self._ids: dict[str, int] = {word: i for i, word in enumerate(self.words)}
        if len(self._ids) != len(self.words):
            first: dict[str, int] = {}
            double = next(w for i, w in enumerate(self.words) if first.setdefault(w, i) != i)
            raise InputError(f"the word {double!r} stands twice in the vocabulary")

    @classmethod
    def from_counts(cls, counts: Mapping[str, int], min_count: int = 1) -> Vocabulary:
        """Make the vocabulary of all words seen `min_count` times, frequent ones first."""
        kept = sorted(((-n, w) for w, n in counts.items() if n >= min_count))
        return cls([w for _, w in kept], [-n for n, _ in kept])

    @cached_property
    def counted(self) -> bool:
        """Whether the counts say anything: pretrained vectors come without, in some order."""
        return bool((self.counts != 1).any())

    def __len__(self) -> int:
        return len(self.words)

    def __iter__(self) -> Iterator[str]:
        return iter(self.words)

    def __contains__(self, word: object) -> bool:
        return word in self._ids

    def __getitem__(self, index: int) -> str:
        return self.words[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vocabulary):
            return NotImplemented
        return self.words == other.words and np.array_equal(self.counts, other.counts)

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return f"Vocabulary({len(self)} words, {int(self.counts.sum())} tokens)"

    def id(self, word: str) -> int:
        """Return the id of a word; an unknown one is an error that suggests close words."""
        try:
            return self._ids[word]
        except KeyError:
            close = suggest(word, self.words)
            raise InputError(f"the word {word!r} is not in the vocabulary{close}") from None

    def ids(self, words: Iterable[str]) -> np.ndarray:
        """Return the ids of many words, -1 for those unknown."""
        return np.fromiter((self._ids.get(w, -1) for w in words), dtype=np.int32)

    @cached_property
    def fingerprint(self) -> str:
        """The hash of words and counts."""
        return digest(json.dumps(self.words, ensure_ascii=False), self.counts)

    def save(self, directory: Path, name: str) -> None:
        """Write into a directory that is being made, as ``NAME.words.json`` and counts."""
        path = directory / f"{name}.words.json"
        path.write_text(json.dumps(self.words, ensure_ascii=False), encoding="utf-8")
        save_array(directory / f"{name}.counts.npy", self.counts)

    @classmethod
    def load(cls, directory: Path, name: str) -> Vocabulary:
        """Read what :meth:`save` wrote."""
        words = read_json(directory / f"{name}.words.json")
        if not isinstance(words, list) or not all(isinstance(w, str) for w in words):
            raise InputError("expected a list of words", path=directory / f"{name}.words.json")
        counts = load_array(directory / f"{name}.counts.npy", mmap=False, kinds="iu", ndim=1)
        if (counts < 0).any():
            raise InputError("holds a negative count", path=directory / f"{name}.counts.npy")
        return cls(words, counts)
