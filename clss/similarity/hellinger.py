"""Similarities by the Bhattacharyya coefficient of two distributions."""

from __future__ import annotations

import numpy as np

from clss.matrices import Matrix, normalized_rows, square_root
from clss.similarity.base import Prepared, Similarity, restricted_product

#: A coefficient that differs from one by less than this is one: the difference is rounding, and a
#: word is at distance 0 from itself. The square root of a difference of 1e-16 would be 1e-8.
_ROUNDING = 1e-9


class Bhattacharyya(Similarity):
    """The Bhattacharyya coefficient ``Σ sqrt(p q)``, between 0 and 1."""

    name = "bhattacharyya"
    accepts = frozenset({"distribution"})

    def _candidate_vectors(self, matrix: Matrix) -> Matrix:
        # rows that were stored in single precision do not quite sum to one
        return square_root(normalized_rows(matrix))

    def _restricted_candidates(self, matrix: Matrix) -> tuple[Matrix, Matrix]:
        return square_root(matrix), matrix

    def compare(self, queries: Prepared, candidates: Prepared) -> np.ndarray:
        """Return the coefficients."""
        return np.minimum(restricted_product(queries, candidates), 1.0)


class Hellinger(Bhattacharyya):
    """One minus the Hellinger distance, ``1 - sqrt(1 - Σ sqrt(p q))``.

    The article calls the distance itself a similarity and ranks by it ascending; here higher is
    better as everywhere.
    """

    name = "hellinger"

    def compare(self, queries: Prepared, candidates: Prepared) -> np.ndarray:
        """Return one minus the distances."""
        gap = 1.0 - super().compare(queries, candidates)
        gap[gap < _ROUNDING] = 0.0
        return 1.0 - np.sqrt(gap)
