"""Vectors of each language by itself from counted neighbours, without any training."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np

from baselines.counting.ppmi import WEIGHTINGS, ppmi
from baselines.counting.truncated_svd import reduce_rows
from baselines.counting.windows import near_counts
from clss.corpus import AlignedCorpus, CorpusStatistics, Side
from clss.model import IDLE_MEMORY, RepresentationModel
from clss.parameters import Choice, Kind, Number, Whole
from clss.progress import ProgressCallback
from clss.space import BilingualSpace


class CountVectors(RepresentationModel):
    """Singular vectors of the weighted counts of neighbours, in each language alone.

    A neighbour at distance k adds 1/k to the count of the two words: near words tell more than
    those at the ends of the window. The two halves of the space have nothing to do with each
    other; a mapping relates them, as with :class:`MonolingualVectors`, which takes longer.

    Parameters
    ----------
    dim : int
        Singular vectors to keep; a language with fewer words than that keeps them all.
    window : int
        The largest distance of a neighbour, within the document.
    weighting : {"smoothed-ppmi", "ppmi", "cds"}
        See :func:`baselines.counting.ppmi.ppmi`.
    power : float
        Vectors are the left singular vectors times the singular values to this power.
    seed : int
        Of the vector that the decomposition begins with; it changes no more than rounding does.

    References
    ----------
    O. Levy, Y. Goldberg, I. Dagan (2015), Improving distributional similarity with lessons
    learned from word embeddings. TACL 3.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> CountVectors(dim=8, window=4).fit(toy_corpus()).space_.matrix("source").shape
    (30, 8)
    """

    name: ClassVar[str] = "count-vectors"
    citations = ("levy2015improving",)
    algorithm_version: ClassVar[int] = 2
    bytes_per_token = 8
    parameters: ClassVar[Mapping[str, Kind]] = {
        "dim": Whole(at_least=1),
        "window": Whole(at_least=1),
        "weighting": Choice(*WEIGHTINGS),
        "power": Number(at_least=-10, at_most=10),
        "seed": Whole(at_least=0),
    }

    def __init__(
        self,
        dim: int = 200,
        window: int = 5,
        weighting: Literal["smoothed-ppmi", "ppmi", "cds"] = "smoothed-ppmi",
        power: float = 1.0,
        seed: int = 1,
    ) -> None:
        self.dim = dim
        self.window = window
        self.weighting = weighting
        self.power = power
        self.seed = seed

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"dim": 16}

    @property
    def seed_matters(self) -> bool:
        """No: it begins a decomposition that converges to machine precision."""
        return False

    @property
    def supervision(self) -> frozenset[str]:
        """Nothing: no language knows of the other."""
        return frozenset()

    def estimate_memory(self, statistics: CorpusStatistics) -> int:
        """Estimate the memory of training: counts of one language, several times, and vectors."""
        words, tokens = max(statistics.vocabulary), max(statistics.tokens)
        near = 2 * self.window * tokens
        # pairs of words come again: distinct ones were 48 to 56 near^.65 in Europarl, for windows
        # of 2 to 10 and 0.3 to 2.6 million tokens; twice that here
        counts = min(words**2, near, 110 * int(near**0.65))
        # an entry has 12 bytes; the sum, its next term and three steps of the weighting are held
        held = 5 * 12 * counts + 5 * 8 * words * self.dim
        return IDLE_MEMORY + held + self.bytes_per_token * tokens

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        source, target = (self._vectors(side) for side in corpus.sides)
        return self._space_of(
            corpus,
            source,
            target,
            metadata={"aligned": False},
        )

    def _vectors(self, side: Side) -> np.ndarray:
        weights = ppmi(near_counts(side, self.window), self.weighting)
        words = weights.shape[0]
        vectors = np.zeros((words, self.dim), dtype=np.float32)
        if weights.nnz:
            kept = min(self.dim, words)
            vectors[:, :kept] = reduce_rows(weights, kept, float(self.power), self.seed)
        return vectors
