"""Words as the document pairs they occur in: the baselines without learning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, get_args

import numpy as np
from scipy import sparse

from baselines.counting.truncated_svd import reduce_rows
from baselines.documents.weighting import (
    GlobalWeight,
    Weighting,
    occurrences,
    row_weights,
    weighted_cells,
)
from clss.corpus import AlignedCorpus, CorpusStatistics, Side
from clss.matrices import unit_rows
from clss.model import RepresentationModel
from clss.parameters import Choice, Kind, Nothing, Number, Whole
from clss.progress import ProgressCallback
from clss.space import BilingualSpace


class DocumentCooccurrence(RepresentationModel):
    """Inverted indexing: a word is the list of document pairs that it occurs in.

    Both languages share the dimensions, since a pair of documents is one dimension.

    Parameters
    ----------
    weighting : {"smoothed-ppmi", "ppmi", "log", "sqrt", "count", "binary"}
        What the count n of a word in a document becomes: positive pointwise mutual information of
        word and document, with or without the discount of rare events, see
        :func:`baselines.counting.ppmi.ppmi`; ``1 + ln n``; the square root; n itself; or
        one (Søgaard et al.).
    documents : {"none", "idf", "entropy", "length"}
        By how much a document of either language counts, as a dimension: all alike; by
        ``ln(words / words in it)``; by how few words its tokens are concentrated on; or by one
        over the square root of its length. See :func:`baselines.documents.weighting.row_weights`.
    dim : int or None
        Reduce to so many dimensions by a truncated singular value decomposition of both
        languages' rows together; None keeps the document pairs themselves.
    power : float
        Singular vectors are multiplied by the singular values to this power; 1 keeps the
        geometry of the reduced matrix, 0 treats all directions alike.
    seed : int
        Of the vector that the decomposition begins with; it changes no more than rounding does.

    Notes
    -----
    The tf-idf of Vulić et al. multiplies all entries of a word by the same number, which cosine
    cancels: their vectors are ``weighting="count"``.

    References
    ----------
    Søgaard, Agić, Martínez Alonso, Plank, Bohnet & Johannsen (2015), Inverted indexing for
    cross-lingual NLP. Vulić, De Smet & Moens (2011), Identifying word translations from
    comparable corpora using latent topic models.
    """

    name = "cooccurrence"
    citations = ("sogaard2015inverted", "vulic2011identifying")
    seconds_per_token = 7.3e-8
    algorithm_version: ClassVar[int] = 3
    parameters: ClassVar[Mapping[str, Kind]] = {
        "weighting": Choice(*get_args(Weighting)),
        "documents": Choice(*get_args(GlobalWeight)),
        "dim": Whole(at_least=1) | Nothing(),
        "power": Number(at_least=-10, at_most=10),
        "seed": Whole(at_least=0),
    }

    def __init__(
        self,
        weighting: Weighting = "smoothed-ppmi",
        documents: GlobalWeight = "none",
        dim: int | None = None,
        power: float = 1.0,
        seed: int = 1,
    ) -> None:
        self.weighting = weighting
        self.documents = documents
        self.dim = dim
        self.power = power
        self.seed = seed

    @property
    def sparse_vectors(self) -> bool:
        """Yes, if they are not reduced."""
        return self.dim is None

    @property
    def seed_matters(self) -> bool:
        """No: it begins a decomposition that converges to machine precision."""
        return False

    def idle_parameters(self) -> dict[str, str]:
        """Return the power of singular values, if there are none."""
        return {"power": "where dim is none"} if self.dim is None else {}

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"weighting": "count"}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return ways of weighting."""
        return {
            "weighting": ["smoothed-ppmi", "log", "sqrt"],
            "documents": ["none", "idf", "entropy"],
        }

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        matrices = [self._weighted(side) for side in corpus.sides]
        kind: Literal["count", "embedding"] = "count"
        if self.dim is not None:
            kind = "embedding"
            # the rows of both languages have length one first, so that neither dominates
            stacked = sparse.vstack([unit_rows(matrix) for matrix in matrices], format="csr")
            rows = reduce_rows(stacked, self.dim, self.power, self.seed)
            matrices = np.split(rows, [len(corpus.source.vocabulary)])
        return self._space_of(corpus, *matrices, kind=kind)

    def _weighted(self, side: Side) -> sparse.csr_matrix:
        counts = occurrences(side)
        of_document = row_weights(counts.T.tocsr(), self.documents)
        weighted = weighted_cells(counts, self.weighting) @ sparse.diags(of_document)
        return sparse.csr_matrix(weighted, dtype=np.float32)
