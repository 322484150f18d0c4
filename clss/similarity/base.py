"""What a similarity function is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from clss import _sparse as sparse
from clss.errors import InputError
from clss.matrices import Matrix, as_float, product, to_dense
from clss.pruning import prune_rows
from clss.sides import SideName

if TYPE_CHECKING:
    from clss.space import BilingualSpace


@dataclass(frozen=True)
class Prepared:
    """Vectors made ready for comparison, once for many comparisons.

    Attributes
    ----------
    matrix : dense or CSR
        The transformed vectors.
    support : dense or CSR, optional
        Only where the query chooses the dimensions (pruning mode "query"): for queries, ones on
        the chosen dimensions; for candidates, the mass to renormalise over them.
    min_mass : float
        See :class:`clss.pruning.Pruning`.
    """

    matrix: Matrix
    support: Matrix | None = None
    min_mass: float = 0.0


class Similarity(ABC):
    """Scores queries against candidates; higher is better, always.

    A subclass names the kinds of space that it accepts and says how vectors are prepared and
    compared. Distances are turned round inside, so that no caller ever ranks ascending.
    Everything is computed in double precision, so that a score hardly depends on how many
    queries are compared at once. Instances are stateless.
    """

    name: ClassVar[str]
    accepts: ClassVar[frozenset[str]]
    #: raise it when the same vectors get other answers than before: cached outcomes expire
    algorithm_version: ClassVar[int] = 1
    #: see :attr:`clss.model.RepresentationModel.citations`
    citations: ClassVar[tuple[str, ...]] = ()
    #: for the refusal of a wrong combination: what would work there
    instead: ClassVar[str] = "cosine"
    #: the score of vectors that have nothing in common
    unrelated: ClassVar[float] = 0.0
    #: True if scores far below one differ as much as scores near one: what counts as a tie is then
    #: a share of the score everywhere
    relative_ties: ClassVar[bool] = False

    def check(self, space: BilingualSpace) -> None:
        """Refuse a space that this similarity does not apply to, with the reason."""
        if space.kind not in self.accepts:
            kinds = " or ".join(sorted(self.accepts))
            raise InputError(
                f"{self.name} compares {kinds} vectors, but this space holds {space.kind} vectors; "
                f"use {self.instead}"
            )

    def query_rows(self, space: BilingualSpace, side: SideName) -> Matrix:
        """Return the vectors of all words of one side, as :meth:`queries` takes them."""
        return space.matrix(side)

    def queries(self, space: BilingualSpace, matrix: Matrix) -> Prepared:
        """Prepare rows to ask about: words of the space, or vectors modulated by a context.

        Where the space is pruned, so are they (a mixture of pruned vectors has more dimensions).
        """
        rows = as_float(matrix, double=True)
        pruning = space.pruning
        if pruning is None:
            return Prepared(self._query_vectors(rows))
        rows = prune_rows(rows, pruning.top)
        if pruning.mode == "own" or pruning.top >= matrix.shape[1]:
            return Prepared(self._query_vectors(rows))
        support = _ones_where_positive(rows)
        return Prepared(self._query_vectors(rows), support, pruning.min_mass)

    def candidates(self, space: BilingualSpace, side: SideName) -> Prepared:
        """Prepare all words of one side to be found."""
        matrix = as_float(space.matrix(side), double=True)
        pruning = space.pruning
        if pruning is not None and pruning.mode == "query" and pruning.top < matrix.shape[1]:
            return Prepared(*self._restricted_candidates(matrix))
        return Prepared(self._candidate_vectors(matrix))

    @abstractmethod
    def compare(self, queries: Prepared, candidates: Prepared) -> np.ndarray:
        """Score every query against every candidate, one row a query."""

    def _query_vectors(self, matrix: Matrix) -> Matrix:
        return self._candidate_vectors(matrix)

    def _candidate_vectors(self, matrix: Matrix) -> Matrix:
        return matrix

    def _restricted_candidates(self, matrix: Matrix) -> tuple[Matrix, Matrix | None]:
        """Return vectors and masses where the query will choose the dimensions."""
        return matrix, None

    def __repr__(self) -> str:
        return self.name


def _ones_where_positive(matrix: Matrix) -> Matrix:
    if sparse.issparse(matrix):
        csr = sparse.csr_matrix(matrix, copy=True)
        csr.data = (csr.data > 0).astype(csr.dtype)
        return csr
    return (to_dense(matrix) > 0).astype(matrix.dtype)


def restricted_product(queries: Prepared, candidates: Prepared) -> np.ndarray:
    """Return inner products, renormalised where the query chose the dimensions.

    With support D, vectors f and candidate mass h: ``f(p)·g(q) / sqrt(Σ_D h(q))``, which is the
    inner product after the candidate has been restricted to D and normalised there.
    """
    scores = product(queries.matrix, candidates.matrix)
    if queries.support is None or candidates.support is None:
        return scores
    mass = product(queries.support, candidates.support)
    enough = mass >= max(queries.min_mass, 1e-300)
    return np.where(enough, scores / np.sqrt(np.where(enough, mass, 1.0)), 0.0)
