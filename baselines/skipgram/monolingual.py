"""Two monolingual sets of word vectors, not aligned: what mappings between languages start from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Literal

import numpy as np

from baselines.skipgram.expected_pairs import expected_pairs
from baselines.skipgram.word_vectors import (
    CITATIONS,
    WORD_VECTORS,
    Backbone,
    Backend,
    WordVectorParameters,
)
from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.model import RepresentationModel
from clss.parameters import Kind
from clss.progress import ProgressCallback
from clss.space import BilingualSpace


class MonolingualVectors(RepresentationModel):
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
    time_parameters = ("epochs", "dim")
    seconds_per_token = 2.8e-9  # and context word
    bytes_per_token = 12
    algorithm_version: ClassVar[int] = 3
    parameters: ClassVar[Mapping[str, Kind]] = WORD_VECTORS

    def __init__(
        self,
        dim: int = 200,
        window: int = 48,
        negative: int = 25,
        sample: float = 1e-4,
        epochs: int = 15,
        alpha: float | None = None,
        min_alpha: float | None = None,
        backbone: Backbone = "sgns",
        max_sentence: int = 1000,
        glove_x_max: float = 10.0,
        glove_weight: Literal["distance", "constant"] = "distance",
        backend: Backend = "clss",
        seed: int = 1,
        workers: int = 1,
        shared: int = 8,
        draws: int | None = None,
    ) -> None:
        self.dim = dim
        self.window = window
        self.negative = negative
        self.sample = sample
        self.epochs = epochs
        self.alpha = alpha
        self.min_alpha = min_alpha
        self.backbone = backbone
        self.max_sentence = max_sentence
        self.glove_x_max = glove_x_max
        self.glove_weight = glove_weight
        self.backend = backend
        self.seed = seed
        self.workers = workers
        self.shared = shared
        self.draws = draws

    def all_citations(self) -> tuple[str, ...]:
        """Return what to cite, the backbone included."""
        return (*self.citations, CITATIONS[self.backbone])

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

    def estimate_memory(self, statistics: CorpusStatistics) -> int:
        """Estimate the memory of training in bytes, with the copies that threads have."""
        copies = WordVectorParameters.of(self).bytes_of_copies(max(statistics.vocabulary))
        return super().estimate_memory(statistics) + copies

    @property
    def deterministic(self) -> bool:
        """Whether one seed, and one number of threads, gives the same bytes every time."""
        return WordVectorParameters.of(self).deterministic

    def _check_combination(self) -> None:
        WordVectorParameters.of(self).check()

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        parameters = WordVectorParameters.of(self)
        # the same seed for both would begin both languages' vectors at the same places
        vectors = [
            replace(parameters, seed=_seed(self.seed, index)).train(
                side.tokens, side.offsets, len(side.vocabulary), progress
            )
            for index, side in enumerate(corpus.sides)
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
