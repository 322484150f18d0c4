"""Skip-gram vectors of two languages, joined by the lexicon that Traditional-PPMI found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from baselines.lexical.lexicon_model import LexiconModel, prepare
from baselines.lexical.traditional_ppmi import TraditionalPPMI
from baselines.sizes import suited_dim
from baselines.skipgram.monolingual import MonolingualVectors
from clss.corpus import CorpusStatistics
from clss.matrices import Matrix
from clss.model import RepresentationModel
from clss.parameters import Flag, Kind, Whole


class VectorMapping(LexiconModel):
    """What the Mikolov mapping and CCA begin with, unless a lexicon or vectors are given."""

    shared_parameters: ClassVar[Mapping[str, Kind]] = {
        **LexiconModel.shared_parameters,
        "normalize": Flag(),
        "workers": Whole(at_least=1),
    }

    normalize: bool
    workers: int

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {
            "lexicon": TraditionalPPMI(**TraditionalPPMI.toy_parameters()),
            "vectors": MonolingualVectors(**MonolingualVectors.toy_parameters()),
        }

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return a lexicon of Traditional-PPMI, and vectors by the length of the text."""
        seed = TraditionalPPMI.suited_parameters(statistics)
        return {
            "lexicon": {"model": TraditionalPPMI.name, **seed},
            "dim": suited_dim(statistics),
            "window": 16,
        }

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return the lexicons of Traditional-PPMI from all seeds in its own space."""
        seeds = TraditionalPPMI.tuning_space(statistics)["seed_model"]
        lexicons = [{"model": TraditionalPPMI.name, "seed_model": seed} for seed in seeds]
        return {**super().tuning_space(statistics), "lexicon": lexicons}

    def _default_lexicon(self) -> RepresentationModel:
        """Return the model that finds the lexicon if none is given."""
        return TraditionalPPMI(seed=self.seed)

    def _default_vectors(self) -> RepresentationModel:
        """Return the model that learns the vectors if none is given."""
        return MonolingualVectors(
            dim=self.dim, window=self.window, seed=self.seed, workers=self.workers
        )

    def _prepare(self, matrix: Matrix) -> np.ndarray:
        return prepare(matrix, self.normalize)
