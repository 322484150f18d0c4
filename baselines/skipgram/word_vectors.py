"""Models that train word vectors: backbone (what is trained) and backend (by whose kernel)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, NamedTuple, get_args

import numpy as np

from baselines.skipgram._simd import padded
from baselines.skipgram.gensim_reference import train_with_gensim
from baselines.skipgram.glove import GLOVE, GloVeParameters, train_glove
from baselines.skipgram.trainer import (
    SKIP_GRAM,
    SkipGramParameters,
    SkipGramTrainer,
    refuse_untrained,
)
from clss.corpus import CorpusStatistics
from clss.errors import InputError
from clss.model import RepresentationModel
from clss.parameters import Choice, Kind, Nothing, Number
from clss.progress import ProgressCallback

Backbone = Literal["sgns", "cbow", "glove"]
Backend = Literal["clss", "gensim"]

#: The learning rate of each backbone, unless another is given.
ALPHA: Mapping[str, float] = {"sgns": 0.025, "cbow": 0.05, "glove": 0.05}

#: What to cite for each backbone.
CITATIONS: Mapping[str, str] = {
    "sgns": "mikolov2013distributed",
    "cbow": "mikolov2013distributed",
    "glove": "pennington2014glove",
}

#: What GloVe, which draws nothing and cuts nothing, does not look at.
NOT_OF_GLOVE = ("negative", "sample", "min_alpha", "max_sentence", "shared", "draws")

#: What the parameters may be.
WORD_VECTORS: Mapping[str, Kind] = {
    **GLOVE,
    **SKIP_GRAM,
    "alpha": Number(above=0) | Nothing(),
    "backbone": Choice(*get_args(Backbone)),
    "backend": Choice(*get_args(Backend)),
}


class TrainedVectors(NamedTuple):
    """Vectors of words and of words as contexts, and what is worth noting about the training."""

    inputs: np.ndarray
    outputs: np.ndarray
    notes: dict[str, Any]


class WordVectorModel(RepresentationModel):
    """A model that trains word vectors; on which text, a subclass says.

    Parameters
    ----------
    dim, window, negative, sample, epochs, alpha, min_alpha, backbone, max_sentence, \
glove_x_max, glove_weight, backend, seed, workers, shared, draws
        As for :class:`baselines.skipgram.bwesg.BWESG`.
    """

    time_parameters = ("epochs", "dim")
    seconds_per_token = 2.8e-9  # and context word
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
        """Return what to cite, with the backbone and how copies of threads are joined."""
        copies = ("maleki2021scaling",) if self.workers > 1 and not self._threads_race else ()
        return (*self.citations, CITATIONS[self.backbone], *copies)

    @property
    def version(self) -> int:
        """Higher with several threads: they used to share vectors, then to join copies often."""
        copies = self.workers > 1 and not self._threads_race
        return self.algorithm_version + (2 if copies else 0)

    @property
    def deterministic(self) -> bool:
        """Whether one seed, and one number of threads, gives the same bytes every time."""
        return self.workers == 1 or not self._threads_race

    @property
    def _threads_race(self) -> bool:
        """Whether threads change common vectors; otherwise each has its own copy."""
        return self.backend != "clss" or self.backbone == "glove"

    def estimate_memory(self, statistics: CorpusStatistics) -> int:
        """Estimate the memory of training in bytes, with the copies that threads have."""
        copies = 0 if self.workers == 1 or self._threads_race else self.workers
        # two vectors of each word, in rows of whole registers
        widths = (1 + copies) * padded(self.dim) - self.dim
        rows = 2 * 4 * self._words_at_once(statistics) * widths
        return super().estimate_memory(statistics) + rows

    @abstractmethod
    def _words_at_once(self, statistics: CorpusStatistics) -> int:
        """Return the number of words that are trained together."""

    def idle_parameters(self) -> dict[str, str]:
        """Return what the other backbones and the other backend look at."""
        if self.backbone == "glove":
            return dict.fromkeys(NOT_OF_GLOVE, "with backbone 'glove'")
        of_glove = dict.fromkeys(("glove_x_max", "glove_weight"), "unless backbone is 'glove'")
        if self.backbone == "cbow" or self.backend == "gensim":
            where = "backbone 'cbow'" if self.backbone == "cbow" else "backend 'gensim'"
            return {**of_glove, **dict.fromkeys(("shared", "draws"), f"with {where}")}
        return of_glove

    def _check_combination(self) -> None:
        if self.backbone == "glove" and self.backend != "clss":
            raise InputError("backend='gensim' has no GloVe; take backend='clss'")
        self.of_backbone(self.seed).check()

    def of_backbone(self, seed: int) -> SkipGramParameters | GloVeParameters:
        """Return what the chosen backbone needs of the parameters."""
        alpha = ALPHA[self.backbone] if self.alpha is None else self.alpha
        if self.backbone == "glove":
            return GloVeParameters(
                dim=self.dim,
                window=self.window,
                epochs=self.epochs,
                eta=alpha,
                x_max=self.glove_x_max,
                weight=self.glove_weight,
                seed=seed,
                workers=self.workers,
            )
        return SkipGramParameters(
            dim=self.dim,
            window=self.window,
            negative=self.negative,
            sample=self.sample,
            epochs=self.epochs,
            alpha=alpha,
            min_alpha=self.min_alpha,
            backbone=self.backbone,
            max_sentence=self.max_sentence,
            seed=seed,
            workers=self.workers,
            shared=self.shared,
            draws=self.draws,
        )

    def train(
        self,
        tokens: np.ndarray,
        offsets: np.ndarray,
        n_words: int,
        seed: int,
        progress: ProgressCallback | None = None,
    ) -> TrainedVectors:
        """Train vectors for the words of a text, given as word ids and offsets of documents."""
        parameters = self.of_backbone(seed)
        if isinstance(parameters, GloVeParameters):
            return TrainedVectors(*train_glove(tokens, offsets, n_words, parameters, progress), {})
        if self.backend == "gensim":
            vectors = train_with_gensim(tokens, offsets, n_words, parameters, progress)
            return TrainedVectors(*vectors, {})
        trainer = SkipGramTrainer(tokens, offsets, n_words, parameters).train(progress)
        refuse_untrained(trainer.pairs, n_words, parameters.epochs)
        return TrainedVectors(
            trainer.input_vectors.copy(), trainer.output_vectors.copy(), {"pairs": trainer.pairs}
        )
