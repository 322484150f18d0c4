"""One door to the ways of training word vectors: backbone (what) and backend (by whose kernel)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from baselines.skipgram.gensim_reference import train_with_gensim
from baselines.skipgram.glove import GLOVE, GloVeParameters, train_glove
from baselines.skipgram.trainer import (
    SKIP_GRAM,
    SkipGramParameters,
    SkipGramTrainer,
    refuse_untrained,
)
from clss.errors import InputError
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


@dataclass(frozen=True)
class WordVectorParameters:
    """Parameters of a model that trains word vectors, under the names that its users type."""

    dim: int
    window: int
    negative: int
    sample: float
    epochs: int
    alpha: float | None
    min_alpha: float | None
    backbone: Backbone
    max_sentence: int
    glove_x_max: float
    glove_weight: Literal["distance", "constant"]
    backend: Backend
    seed: int
    workers: int
    shared: int
    draws: int | None

    @classmethod
    def of(cls, model: Any) -> WordVectorParameters:
        """Take the parameters from a model that stores them under the same names."""
        return cls(**{name: getattr(model, name) for name in cls.__dataclass_fields__})

    def check(self) -> None:
        """Refuse values that make no sense, alone or together."""
        if self.backbone == "glove" and self.backend != "clss":
            raise InputError("backend='gensim' has no GloVe; take backend='clss'")
        self.of_backbone().check()

    @property
    def deterministic(self) -> bool:
        """Whether the same bytes come again: not where threads change common vectors."""
        return self.workers == 1 or (self.backend == "clss" and self.backbone != "glove")

    def bytes_of_copies(self, words: int) -> int:
        """Return the memory of the vectors of `words` words that threads train for themselves."""
        if self.workers == 1 or self.backend != "clss" or self.backbone == "glove":
            return 0
        return 2 * 4 * self.workers * words * self.dim

    def of_backbone(self) -> SkipGramParameters | GloVeParameters:
        """Return what the chosen backbone needs of the parameters."""
        alpha = ALPHA[self.backbone] if self.alpha is None else self.alpha
        if self.backbone == "glove":
            return GloVeParameters(
                self.dim,
                self.window,
                self.epochs,
                alpha,
                self.glove_x_max,
                self.glove_weight,
                self.seed,
                self.workers,
            )
        return SkipGramParameters(
            self.dim,
            self.window,
            self.negative,
            self.sample,
            self.epochs,
            alpha,
            self.min_alpha,
            self.backbone,
            self.max_sentence,
            self.seed,
            self.workers,
            self.shared,
            self.draws,
        )

    def train(
        self,
        tokens: np.ndarray,
        offsets: np.ndarray,
        n_words: int,
        progress: ProgressCallback | None = None,
    ) -> TrainedVectors:
        """Train vectors for the words of a text, given as word ids and offsets of documents."""
        parameters = self.of_backbone()
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
