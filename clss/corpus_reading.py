"""Text to integers, streaming: the strings of a corpus are never held, only its vocabulary's.

The integers of a large text are not held either: they lie in a temporary file (:mod:`clss.scratch`)
and are looked at block by block.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from os import PathLike

import numpy as np

from clss.errors import InputError
from clss.persistence import parse_json
from clss.scratch import Collector, blocks, count_ids, scratch_array
from clss.textfile import plain_name, read_lines
from clss.vocabulary import Vocabulary


@dataclass(frozen=True)
class RawText:
    """A text as integers in order of first appearance, before the vocabulary cut."""

    words: list[str]
    tokens: np.ndarray
    ends: np.ndarray

    @property
    def documents(self) -> int:
        """The number of documents."""
        return len(self.ends)

    @property
    def highest_count(self) -> int:
        """Occurrences of the most frequent word."""
        return int(count_ids(self.tokens, len(self.words)).max(initial=0))

    def cut(self, min_count: int) -> tuple[Vocabulary, np.ndarray, np.ndarray]:
        """Drop rare words and renumber the rest: vocabulary, tokens, document offsets.

        The tokens are renumbered where they stand, so this can be done once.
        """
        counts = count_ids(self.tokens, len(self.words))
        kept = [i for i in range(len(self.words)) if counts[i] >= min_count]
        kept.sort(key=lambda i: (-counts[i], self.words[i]))
        vocabulary = Vocabulary([self.words[i] for i in kept], counts[kept])
        new_id = np.full(len(self.words), -1, dtype=np.int32)
        new_id[kept] = np.arange(len(kept), dtype=np.int32)
        offsets = scratch_array(self.documents + 1, np.int64)
        written = 0
        for block in blocks(len(self.tokens)):
            renumbered = new_id[self.tokens[block]]
            known = renumbered >= 0
            # the offset of a document is the number of kept tokens before it
            kept_before = np.concatenate(([0], np.cumsum(known))) + written
            first, last = np.searchsorted(self.ends, (block.start, block.stop), side="right")
            offsets[first + 1 : last + 1] = kept_before[self.ends[first:last] - block.start]
            left = renumbered[known]
            self.tokens[written : written + len(left)] = left
            written += len(left)
        return vocabulary, self.tokens[:written], offsets


class _Encoder:
    """Gives every new word the next number; all per-token work happens in C."""

    def __init__(self) -> None:
        self._ids: defaultdict[str, int] = defaultdict(count().__next__)
        self._tokens = Collector("i")
        self._ends = Collector("q")

    def add(self, words: Iterable[str]) -> None:
        self._tokens.extend(map(self._ids.__getitem__, words))
        self._ends.extend((len(self._tokens),))

    def finish(self) -> RawText:
        words = list(self._ids)
        self._ids.clear()
        return RawText(words, self._tokens.finish(), self._ends.finish())


def encode(documents: Iterable[Iterable[str]]) -> RawText:
    """Encode documents that are iterables of words."""
    encoder = _Encoder()
    for index, document in enumerate(documents):
        if isinstance(document, str):
            raise InputError(
                f"document {index} is a string; a list of words was expected (use text.split())"
            )
        encoder.add(document)
    return encoder.finish()


def read_file(path: str | PathLike[str]) -> RawText:
    """Encode a file with one document a line."""
    return encode(line.split() for line in read_lines(path))


def read_table(path: str | PathLike[str], langs: tuple[str, str]) -> tuple[RawText, RawText]:
    """Encode a TSV or JSON-lines file with both texts in each line."""
    name = plain_name(path)
    if name.endswith(".tsv"):
        pairs = _tsv_pairs(path)
    elif name.endswith(".jsonl"):
        pairs = _jsonl_pairs(path, langs)
    else:
        raise InputError(
            "the name must end in .tsv or .jsonl (or either with .gz or .xz)", path=path
        )
    source, target = _Encoder(), _Encoder()
    for first, second in pairs:
        source.add(first)
        target.add(second)
    return source.finish(), target.finish()


def _tsv_pairs(path: str | PathLike[str]) -> Iterator[tuple[list[str], list[str]]]:
    for number, line in enumerate(read_lines(path), 1):
        columns = line.split("\t")
        if len(columns) != 2:
            raise InputError(
                f"expected two columns separated by a tab, found {len(columns)}", path, number
            )
        yield columns[0].split(), columns[1].split()


def _jsonl_pairs(
    path: str | PathLike[str], langs: tuple[str, str]
) -> Iterator[tuple[list[str], list[str]]]:
    for number, line in enumerate(read_lines(path), 1):
        record = parse_json(line, path, number)
        if not isinstance(record, dict):
            raise InputError("expected a JSON object", path, number)
        texts = []
        for lang in langs:
            text = record.get(lang)
            if isinstance(text, str):
                texts.append(text.split())
            elif isinstance(text, list) and all(isinstance(word, str) for word in text):
                texts.append(text)
            else:
                raise InputError(f"expected a text or a list of words under {lang!r}", path, number)
        yield texts[0], texts[1]
