"""Latent semantic analysis of merged documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, get_args

import numpy as np
from scipy import sparse
from sklearn.preprocessing import normalize

from baselines.counting.truncated_svd import reduce_rows
from baselines.documents.weighting import (
    GlobalWeight,
    Weighting,
    occurrences,
    row_weights,
    weighted_cells,
)
from baselines.sizes import suited_rank
from clss.corpus import AlignedCorpus, CorpusStatistics, Side
from clss.model import RepresentationModel
from clss.parameters import Choice, Flag, Kind, Number, Whole
from clss.progress import ProgressCallback
from clss.space import BilingualSpace


class LSA(RepresentationModel):
    """Cross-language latent semantic analysis.

    The target document is appended to its source counterpart; a truncated singular value
    decomposition of the words x documents matrix gives every word of either language a vector.

    Parameters
    ----------
    dim : int
        Singular vectors to keep.
    weighting : {"smoothed-ppmi", "ppmi", "log", "sqrt", "count", "binary"}
        What the count of a word in a document becomes, see :class:`DocumentCooccurrence`.
    words : {"none", "idf", "entropy", "length"}
        By how much a word counts in the decomposition, see
        :func:`baselines.documents.weighting.row_weights`. With ``weighting="log"`` "idf" and
        "entropy" are what LSA has always used.
    normalize : bool
        Give every pseudo-bilingual document length one, so that long ones do not dominate.
    power : float
        Word vectors are the left singular vectors times the singular values to this power.
    seed : int
        Of the vector that the decomposition begins with; it has converged to machine precision,
        so the seed changes no more than rounding does.

    Notes
    -----
    :class:`DocumentCooccurrence` with `dim` decomposes the same matrix
    after giving *words* length one: a view from the other side (inverted indexing).

    References
    ----------
    S. T. Dumais, T. K. Landauer and M. L. Littman (1996). Automatic cross-linguistic information
    retrieval using latent semantic indexing. SIGIR workshop on cross-linguistic information
    retrieval.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> space = LSA(dim=25).fit(toy_corpus()).space_
    >>> space.neighbors("s03", lang="s", top=1)[0].word
    't03'
    """

    name: ClassVar[str] = "lsa"
    citations = ("dumais1996automatic",)
    time_parameters = ("dim",)
    seconds_per_token = 3.0e-8
    algorithm_version: ClassVar[int] = 3
    parameters: ClassVar[Mapping[str, Kind]] = {
        "dim": Whole(at_least=1),
        "weighting": Choice(*get_args(Weighting)),
        "words": Choice(*get_args(GlobalWeight)),
        "normalize": Flag(),
        "power": Number(at_least=-10, at_most=10),
        "seed": Whole(at_least=0),
    }

    def __init__(
        self,
        dim: int = 200,
        weighting: Weighting = "smoothed-ppmi",
        words: GlobalWeight = "none",
        normalize: bool = False,
        power: float = 1.0,
        seed: int = 1,
    ) -> None:
        self.dim = dim
        self.weighting = weighting
        self.words = words
        self.normalize = normalize
        self.power = power
        self.seed = seed

    @property
    def seed_matters(self) -> bool:
        """No: it begins a decomposition that converges to machine precision."""
        return False

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"dim": 25}

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return a rank that the corpus has."""
        return {"dim": suited_rank(statistics)}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return ranks and ways of weighting."""
        rank = suited_rank(statistics)
        return {
            "dim": [rank, max(2, rank // 3), min(2 * rank, statistics.pairs)],
            "weighting": ["smoothed-ppmi", "log"],
            "power": [1.0, 0.5],
        }

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        parts = [self._weighted(side) for side in corpus.sides]
        words: Any = sparse.vstack(parts, format="csr")
        if self.normalize:
            words = normalize(words, axis=0)
        rows = reduce_rows(words, self.dim, self.power, self.seed)
        source, target = np.split(rows, [len(corpus.source.vocabulary)])
        return self._space_of(corpus, source, target)

    def _weighted(self, side: Side) -> sparse.csr_matrix:
        counts = occurrences(side)
        of_word = sparse.diags(row_weights(counts, self.words))
        return of_word @ weighted_cells(counts, self.weighting)
