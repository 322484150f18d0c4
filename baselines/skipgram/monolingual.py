"""Two monolingual sets of word vectors, not aligned: what mappings between languages start from."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from baselines.skipgram.expected_pairs import expected_pairs
from baselines.skipgram.word_vectors import WordVectorModel
from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.progress import ProgressCallback, as_part
from clss.space import BilingualSpace


class MonolingualVectors(WordVectorModel):
    """Word vectors of each language by itself, by the trainer of :class:`BWESG`.

    The two halves of the space have nothing to do with each other; a mapping or CCA relates them.

    Parameters
    ----------
    dim, window, negative, sample, epochs, alpha, min_alpha, backbone, max_sentence, \
glove_x_max, glove_weight, backend, seed, workers, shared, draws
        As for :class:`baselines.skipgram.bwesg.BWESG`.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> space = MonolingualVectors(dim=8, window=4, sample=0, epochs=2).fit(toy_corpus()).space_
    >>> space.matrix("source").shape
    (30, 8)
    """

    name: ClassVar[str] = "monolingual"
    bytes_per_token = 12
    algorithm_version: ClassVar[int] = 3

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"dim": 16, "window": 8, "sample": 0, "epochs": 10}

    @property
    def supervision(self) -> frozenset[str]:
        """Nothing: no language knows of the other."""
        return frozenset()

    def amount_of_text(self, statistics: CorpusStatistics) -> float:
        """Return the number of pairs of words in an epoch, of both languages."""
        sides = zip(
            statistics.tokens, statistics.vocabulary, statistics.average_length, strict=True
        )
        return sum(expected_pairs(*side, self.window, float(self.sample)) for side in sides)

    def _words_at_once(self, statistics: CorpusStatistics) -> int:
        return max(statistics.vocabulary)  # one language after the other

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        first = corpus.source.n_tokens / max(corpus.source.n_tokens + corpus.target.n_tokens, 1)
        parts = as_part(progress, 0.0, first), as_part(progress, first, 1.0)
        # the same seed for both would begin both languages' vectors at the same places
        vectors = [
            self.train(
                side.tokens, side.offsets, len(side.vocabulary), _seed(self.seed, index), part
            )
            for index, (side, part) in enumerate(zip(corpus.sides, parts, strict=True))
        ]
        return self._space_of(
            corpus,
            vectors[0].inputs,
            vectors[1].inputs,
            context_vectors=(vectors[0].outputs, vectors[1].outputs),
            metadata={"aligned": False},
        )


def _seed(seed: int, index: int) -> int:
    """Return a seed (31 bits: gensim takes no more) for one of the two languages."""
    return int(np.random.SeedSequence([seed, 3, index]).generate_state(1)[0]) >> 1
