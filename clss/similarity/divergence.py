"""Similarities that need the entries one by one: Kullback-Leibler, Jensen-Shannon, Jaccard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clss import _sparse as sparse
from clss.errors import InputError
from clss.floored import FlooredMatrix
from clss.matrices import Matrix, product, row_sums, to_dense, valid_rows, without_broken_rows
from clss.sides import SIDES
from clss.similarity.base import Prepared, Similarity

if TYPE_CHECKING:
    from clss.space import BilingualSpace


class KullbackLeibler(Similarity):
    """The negative divergence ``-Σ p ln(p/q)`` of a candidate q from the query p."""

    name = "kl"
    accepts = frozenset({"distribution"})
    instead = "js, hellinger or cosine"
    unrelated = -np.inf

    def check(self, space: BilingualSpace) -> None:
        """Refuse vectors with zeros: the divergence from them is infinite."""
        super().check(space)
        if space.pruning is not None or not all(_positive(space.matrix(side)) for side in SIDES):
            raise InputError(
                "kl is infinite where a vector has zeros, as pruned ones have; "
                "use js, hellinger or cosine, or the unpruned space"
            )

    def _query_vectors(self, matrix: Matrix) -> Matrix:
        return without_broken_rows(to_dense(matrix))

    def _candidate_vectors(self, matrix: Matrix) -> Matrix:
        return _logarithms(without_broken_rows(to_dense(matrix)))

    def compare(self, queries: Prepared, candidates: Prepared) -> np.ndarray:
        """Return the negative divergences."""
        p = to_dense(queries.matrix)
        entropy = np.sum(p * _logarithms(p), axis=1, keepdims=True)
        return product(p, candidates.matrix) - entropy


def _logarithms(dense: np.ndarray) -> np.ndarray:
    """Return logarithms, 0 for zeros: only words without a vector have any, and get no score."""
    return np.log(dense, out=np.zeros_like(dense), where=dense > 0)


def _positive(matrix: Matrix) -> bool:
    if isinstance(matrix, FlooredMatrix):
        return matrix.min() > 0
    if sparse.issparse(matrix):
        return bool(matrix.nnz == np.prod(matrix.shape) and (matrix.data > 0).all())
    rows = np.asarray(matrix)
    # rows of NaN or zeros are no distributions at all; the scorer leaves them out
    return bool((rows[valid_rows(rows)] > 0).all())


class _Overlap(Similarity):
    """Shared by the two below: candidates as CSR, one pass over the dimensions they share."""

    def _query_vectors(self, matrix: Matrix) -> Matrix:
        return matrix

    def _candidate_vectors(self, matrix: Matrix) -> Matrix:
        return sparse.csr_matrix(to_dense(matrix) if isinstance(matrix, FlooredMatrix) else matrix)

    def _restricted_candidates(self, matrix: Matrix) -> tuple[Matrix, None]:
        return self._candidate_vectors(matrix), None

    def compare(self, queries: Prepared, candidates: Prepared) -> np.ndarray:
        """Return the scores."""
        from clss.similarity import _overlap  # numba, only where it is used

        q = sparse.csr_matrix(candidates.matrix)
        restricted = queries.support is not None
        return _overlap.overlap_scores(
            to_dense(queries.matrix),
            q.indptr,
            q.indices,
            q.data,
            row_sums(q),
            _overlap.MEASURES[self.name],
            restricted,
            queries.min_mass,
        )


class JensenShannon(_Overlap):
    """The negative Jensen-Shannon divergence; at best 0, at worst ``-ln 2``."""

    name = "js"
    accepts = frozenset({"distribution"})
    unrelated = -float(np.log(2.0))


class Jaccard(_Overlap):
    """The weighted Jaccard coefficient ``Σ min(p, q) / Σ max(p, q)``."""

    name = "jaccard"
    accepts = frozenset({"distribution", "count"})

    def check(self, space: BilingualSpace) -> None:
        """Refuse negative entries."""
        super().check(space)
        if any(space.matrix(side).min() < 0 for side in SIDES):
            raise InputError("jaccard needs vectors without negative entries; use cosine")
