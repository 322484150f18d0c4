"""A corpus of any size made from a real one: parts of it, or copies with a growing vocabulary.

A part is a random sample of the document pairs, with the vocabulary cut made anew. Copies would
have no new words, which no text does; so in every further copy the rarest words get new names, as
many as Heaps' law says, ``V = a n^b`` with `b` estimated from parts of the corpus. A renamed word
keeps its contexts and its translations within its copy.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from clss.corpus import AlignedCorpus, Side
from clss.vocabulary import Vocabulary

MIN_COUNT = 5
PARTS = (1 / 8, 1 / 4, 1 / 2, 1)


def part_of(corpus: AlignedCorpus, share: float, seed: int = 1) -> AlignedCorpus:
    """Return a random sample of the pairs, in their order, after the vocabulary cut."""
    chosen = np.random.default_rng(seed).permutation(len(corpus))[: round(share * len(corpus))]
    texts = [
        [[side.vocabulary[word] for word in side.document(pair)] for pair in np.sort(chosen)]
        for side in corpus.sides
    ]
    return AlignedCorpus.from_documents(*texts, langs=corpus.langs, min_count=MIN_COUNT)


def heaps_exponents(corpus: AlignedCorpus) -> tuple[float, float]:
    """Estimate `b` of ``V = a n^b`` for both languages, from parts of a corpus."""
    parts = [part_of(corpus, share) for share in PARTS]
    found = []
    for side in range(2):
        tokens = np.log([part.sides[side].n_tokens for part in parts])
        words = np.log([len(part.sides[side].vocabulary) for part in parts])
        found.append(float(np.polyfit(tokens, words, 1)[0]))
    return found[0], found[1]


class TiledSide:
    """One language of the copies.

    Parameters
    ----------
    side : Side
        The real text.
    copies : int
    exponent : float
        Of Heaps' law.
    """

    def __init__(self, side: Side, copies: int, exponent: float) -> None:
        self._side, size = side, len(side.vocabulary)
        steps = np.arange(copies + 1) ** exponent * size
        #: words of the first copy, of the first two, ...; ids of new names follow each other
        self.sizes = np.round(steps).astype(np.int64)[1:]

    def names(self) -> Iterator[str]:
        """Yield all words: those of the real text, then new names copy by copy."""
        words = self._side.vocabulary.words
        yield from words
        for copy, new in enumerate(np.diff(self.sizes).tolist(), 2):
            yield from (f"{word}~{copy}" for word in words[len(words) - new :])

    def order(self, copy: int, seed: int = 1) -> np.ndarray:
        """Return the documents in the order that a copy has them, the same in both languages."""
        return np.random.default_rng([seed, copy]).permutation(len(self._side))

    def ids_in(self, copy: int) -> np.ndarray:
        """Return the ids that the words of the real text have in a copy, counted from 0."""
        ids = np.arange(len(self._side.vocabulary), dtype=np.int32)
        if copy:
            new = int(self.sizes[copy] - self.sizes[copy - 1])
            ids[len(ids) - new :] = np.arange(new) + self.sizes[copy - 1]
        return ids


def tiled(corpus: AlignedCorpus, copies: int, seed: int = 1) -> AlignedCorpus:
    """Return so many copies, each with its documents in another order."""
    exponents = heaps_exponents(corpus)
    sides = []
    for side, exponent in zip(corpus.sides, exponents, strict=True):
        tiles = TiledSide(side, copies, exponent)
        texts = []
        for copy in range(copies):
            ids = tiles.ids_in(copy)
            texts += [ids[side.document(pair)] for pair in tiles.order(copy, seed)]
        tokens, words = np.concatenate(texts), list(tiles.names())
        counts = np.bincount(tokens, minlength=len(words))
        # ids go by frequency, as in every corpus
        by_frequency = sorted(range(len(words)), key=lambda i: (-counts[i], words[i]))
        place = np.empty(len(words), dtype=np.int32)
        place[by_frequency] = np.arange(len(words))
        offsets = np.concatenate(([0], np.cumsum([len(text) for text in texts]))).astype(np.int64)
        vocabulary = Vocabulary([words[i] for i in by_frequency], counts[by_frequency])
        sides.append(Side(side.lang, vocabulary, place[tokens], offsets))
    return AlignedCorpus(*sides)


def scaled(corpus: AlignedCorpus, scale: float) -> AlignedCorpus:
    """Return a part of a corpus, or a whole number of copies."""
    return part_of(corpus, scale) if scale <= 1 else tiled(corpus, round(scale))
