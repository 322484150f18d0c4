"""Words as the document pairs they occur in: the baselines without learning."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, get_args

import numpy as np
from scipy import sparse
from sklearn.utils.extmath import randomized_svd

from clss.corpus import AlignedCorpus, Side
from clss.errors import InputError
from clss.matrices import unit_rows
from clss.model import RepresentationModel
from clss.parameters import Choice, Kind, Nothing, Number, Whole
from clss.progress import ProgressCallback
from clss.space import BilingualSpace

Weighting = Literal["binary", "tf-idf", "log-idf"]


class DocumentCooccurrence(RepresentationModel):
    """Inverted indexing: a word is the list of document pairs that it occurs in.

    Both languages share the dimensions, since a pair of documents is one dimension.

    Parameters
    ----------
    weighting : {"binary", "tf-idf", "log-idf"}
        "binary": one where the word occurs (Søgaard et al.). "tf-idf": count times
        ``ln(pairs / pairs with the word)`` (Vulić et al.). "log-idf": ``1 + ln count`` instead of
        the count.
    dim : int or None
        Reduce to so many dimensions by a truncated singular value decomposition of both
        languages' rows together; None keeps the document pairs themselves.
    power : float
        Singular vectors are multiplied by the singular values to this power; 1 keeps the
        geometry of the reduced matrix, 0 treats all directions alike.
    seed : int
        Of the randomised decomposition.

    References
    ----------
    Søgaard, Agić, Martínez Alonso, Plank, Bohnet & Johannsen (2015), Inverted indexing for
    cross-lingual NLP. Vulić, De Smet & Moens (2011), Identifying word translations from
    comparable corpora using latent topic models.
    """

    name = "cooccurrence"
    parameters: ClassVar[Mapping[str, Kind]] = {
        "weighting": Choice(*get_args(Weighting)),
        "dim": Whole(at_least=1) | Nothing(),
        "power": Number(),
        "seed": Whole(at_least=0),
    }

    def __init__(
        self,
        weighting: Weighting = "tf-idf",
        dim: int | None = None,
        power: float = 1.0,
        seed: int = 1,
    ) -> None:
        self.weighting = weighting
        self.dim = dim
        self.power = power
        self.seed = seed

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"weighting": "tf-idf"}

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        matrices = [weighted_occurrences(side, self.weighting) for side in corpus.sides]
        kind: Literal["count", "embedding"] = "count"
        if self.dim is not None:
            kind = "embedding"
            # the rows of both languages have length one first, so that neither dominates
            stacked = sparse.vstack([unit_rows(matrix) for matrix in matrices], format="csr")
            rows = reduce_rows(stacked, self.dim, self.power, self.seed)
            matrices = np.split(rows, [len(corpus.source.vocabulary)])
        return BilingualSpace(
            corpus.source.vocabulary,
            corpus.target.vocabulary,
            *matrices,
            langs=corpus.langs,
            kind=kind,
            similarity=self.similarity,
        )


def weighted_occurrences(side: Side, weighting: str) -> sparse.csr_matrix:
    """Return the words of one language in rows, document pairs in columns, weighted."""
    counts = side.document_term_matrix().T.tocsr().astype(np.float32)
    if weighting == "binary":
        counts.data[:] = 1.0
        return counts
    if weighting == "log-idf":
        counts.data = 1 + np.log(counts.data)
    occurrences = np.diff(counts.indptr)
    idf = np.log(counts.shape[1] / np.maximum(occurrences, 1))
    counts.data *= np.repeat(idf, occurrences).astype(np.float32)
    return counts


def reduce_rows(matrix: sparse.csr_matrix, dim: int, power: float, seed: int) -> np.ndarray:
    """Reduce rows to `dim` dimensions by a seeded truncated SVD: ``U Σ^power``.

    The sparse matrix is not centred: that would make it dense and change the baseline.
    """
    limit = min(matrix.shape)
    if dim > limit:
        raise InputError(f"dim must be between 1 and {limit} on this corpus, not {dim}")
    u, singular, _ = randomized_svd(matrix, n_components=dim, n_iter=5, random_state=seed)
    return np.ascontiguousarray(u * singular**power, dtype=np.float32)
