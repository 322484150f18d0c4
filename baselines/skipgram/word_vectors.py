"""One door to the ways of training word vectors: backbone (what) and backend (by whose kernel)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, get_args

import numpy as np

from baselines._parameters import choice
from baselines.skipgram.gensim_reference import train_with_gensim
from baselines.skipgram.glove import GloVeParameters, train_glove
from baselines.skipgram.trainer import SkipGramParameters, SkipGramTrainer
from clss.errors import InputError
from clss.progress import ProgressCallback

Backbone = Literal["sgns", "cbow", "glove"]
Backend = Literal["clss", "gensim"]


class WordVectors(NamedTuple):
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
    alpha: float
    min_alpha: float | None
    backbone: Backbone
    max_sentence: int
    glove_x_max: float
    glove_weight: Literal["distance", "constant"]
    backend: Backend
    seed: int
    workers: int

    @classmethod
    def of(cls, model: Any) -> WordVectorParameters:
        """Take the parameters from a model that stores them under the same names."""
        return cls(**{name: getattr(model, name) for name in cls.__dataclass_fields__})

    def train(
        self,
        tokens: np.ndarray,
        offsets: np.ndarray,
        n_words: int,
        progress: ProgressCallback | None = None,
    ) -> WordVectors:
        """Train vectors for the words of a text, given as word ids and offsets of documents."""
        choice("backbone", self.backbone, get_args(Backbone))
        choice("backend", self.backend, get_args(Backend))
        if self.backbone == "glove":
            if self.backend != "clss":
                raise InputError("backend='gensim' has no GloVe; take backend='clss'")
            glove = GloVeParameters(
                self.dim,
                self.window,
                self.epochs,
                self.alpha,
                self.glove_x_max,
                self.glove_weight,
                self.seed,
                self.workers,
            )
            return WordVectors(*train_glove(tokens, offsets, n_words, glove, progress), {})
        parameters = SkipGramParameters(
            self.dim,
            self.window,
            self.negative,
            self.sample,
            self.epochs,
            self.alpha,
            self.min_alpha,
            self.backbone,
            self.max_sentence,
            self.seed,
            self.workers,
        )
        if self.backend == "gensim":
            vectors = train_with_gensim(tokens, offsets, n_words, parameters, progress)
            return WordVectors(*vectors, {})
        trainer = SkipGramTrainer(tokens, offsets, n_words, parameters).train(progress)
        return WordVectors(
            trainer.input_vectors.copy(), trainer.output_vectors.copy(), {"pairs": trainer.pairs}
        )
