"""Occurrences of a word whose translation is known, because it stands in the aligned sentence."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from clss.corpus import AlignedCorpus


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A word in a sentence, and its translation there.

    Attributes
    ----------
    line : int
        The sentence, from 0.
    position : int
        Where the word stands in it.
    gold : int
        The translation, as a number of the target vocabulary.
    """

    line: int
    position: int
    gold: int


class OccurrenceFinder:
    """Finds occurrences in sentence-aligned text.

    Parameters
    ----------
    corpus : AlignedCorpus
        A document is a sentence.
    translations : mapping of int to collection of int
        What every source word may be translated by; numbers of the vocabularies.
    min_context, max_context : int
        How many words a sentence must and may have beside the word.

    Attributes
    ----------
    dropped : Counter
        Occurrences that were not taken, by reason.
    """

    def __init__(
        self,
        corpus: AlignedCorpus,
        translations: Mapping[int, Iterable[int]],
        min_context: int,
        max_context: int,
    ) -> None:
        self._corpus = corpus
        self._bounds = min_context + 1, max_context + 1
        source, target = (side.document_term_matrix() for side in corpus.sides)
        self._source, self._target = source.tocsc(), target.tocsc()
        self._sources_of: defaultdict[int, set[int]] = defaultdict(set)
        for word, candidates in translations.items():
            for candidate in candidates:
                self._sources_of[candidate].add(word)
        self.dropped: Counter[str] = Counter()

    def find(self, word: int, candidates: list[int]) -> list[Occurrence]:
        """Return the occurrences of a word with exactly one of the candidates in the translation.

        A sentence counts once however often it stands in the text; one that stands in it with
        different translations says nothing and is left out.
        """
        lines = self._lines_with_one_candidate(word, candidates)
        seen: dict[bytes, list[Occurrence]] = defaultdict(list)
        for line, gold in lines:
            sentence = self._corpus.source.document(line)
            if not self._bounds[0] <= len(sentence) <= self._bounds[1]:
                self.dropped["too short or too long"] += 1
            elif self._sources_of[gold].intersection(sentence.tolist()) != {word}:
                self.dropped["another word of the sentence may be the one translated"] += 1
            else:
                position = int(np.flatnonzero(sentence == word)[0])
                seen[sentence.tobytes()].append(Occurrence(line, position, gold))
        found = []
        for same in seen.values():
            if len({occurrence.gold for occurrence in same}) > 1:
                self.dropped["the same sentence is translated differently"] += len(same)
            else:
                self.dropped["the same sentence again"] += len(same) - 1
                found.append(same[0])
        return sorted(found, key=lambda occurrence: occurrence.line)

    def _lines_with_one_candidate(self, word: int, candidates: list[int]) -> list[tuple[int, int]]:
        column = self._source[:, word]
        once = column.indices[column.data == 1]
        self.dropped["the word stands twice in the sentence"] += int((column.data > 1).sum())
        lines = np.sort(once)
        counts = np.zeros(len(lines), dtype=np.int64)
        gold = np.full(len(lines), -1, dtype=np.int64)
        for candidate in candidates:
            there = np.isin(lines, self._target[:, candidate].indices)
            counts += there
            gold[there] = candidate
        self.dropped["no candidate in the translation"] += int((counts == 0).sum())
        self.dropped["several candidates in the translation"] += int((counts > 1).sum())
        return [(int(lines[i]), int(gold[i])) for i in np.flatnonzero(counts == 1)]
