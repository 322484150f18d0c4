"""The cosine."""

from __future__ import annotations

import numpy as np

from clss.matrices import Matrix, square, unit_rows
from clss.similarity.base import Prepared, Similarity, restricted_product


class Cosine(Similarity):
    """The cosine of the angle between two vectors; for every kind of space."""

    name = "cosine"
    accepts = frozenset({"embedding", "distribution", "count"})

    def _candidate_vectors(self, matrix: Matrix) -> Matrix:
        return unit_rows(matrix)

    def _restricted_candidates(self, matrix: Matrix) -> tuple[Matrix, Matrix]:
        return matrix, square(matrix)

    def compare(self, queries: Prepared, candidates: Prepared) -> np.ndarray:
        """Return the cosines."""
        return np.clip(restricted_product(queries, candidates), -1.0, 1.0)
