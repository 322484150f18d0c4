"""Weighting of co-occurrence counts by positive pointwise mutual information."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from scipy import sparse

from clss.errors import unknown_name
from clss.information import pointwise_information


def ppmi(
    counts: sparse.csr_matrix, weighting: str = "smoothed-ppmi", power: float = 0.75
) -> sparse.csr_matrix:
    """Weight co-occurrence counts; rows are words, columns contexts.

    The marginals are those of the whole matrix, so a bilingual space may select columns of the
    result without changing a weight.

    Parameters
    ----------
    counts : csr_matrix
        Co-occurrence counts.
    weighting : {"smoothed-ppmi", "ppmi", "cds"}
        ``ppmi`` is max(0, ln(f_ij N / (f_i. f_.j))). ``smoothed-ppmi`` discounts the logarithm of
        rare events by f_ij / (f_ij + 1) times m / (m + 1) with m = min(f_i., f_.j) [1]_ [2]_.
        ``cds`` replaces the distribution of contexts f_.j / N by that of f_.j ** power [3]_.
    power : float
        Of ``cds`` only.

    Returns
    -------
    csr_matrix of float64
        Positive entries only.

    References
    ----------
    .. [1] P. Pantel, D. Lin (2002), Discovering word senses from text. KDD.
    .. [2] P. Turney, P. Pantel (2010), From frequency to meaning. JAIR 37.
    .. [3] O. Levy, Y. Goldberg, I. Dagan (2015), Improving distributional similarity with lessons
       learned from word embeddings. TACL 3.

    Examples
    --------
    >>> toy = sparse.csr_matrix([[4, 1, 0], [1, 2, 3], [0, 3, 0]])
    >>> ppmi(toy).toarray().round(4).tolist()
    [[0.5377, 0.0, 0.0], [0.0, 0.0, 0.4766], [0.0, 0.4766, 0.0]]
    """
    if weighting not in WEIGHTINGS:
        raise unknown_name("weighting", weighting, WEIGHTINGS)
    discount, smoothed_contexts = WEIGHTINGS[weighting]
    # a copy: its index arrays are changed in place below
    matrix = sparse.csr_matrix(counts, dtype=np.float64, copy=True)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    of_row = np.asarray(matrix.sum(axis=1)).ravel()
    of_column = np.asarray(matrix.sum(axis=0)).ravel()
    contexts = of_column**power if smoothed_contexts else of_column
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    information = pointwise_information(
        matrix.data, of_row[rows], contexts[matrix.indices], contexts.sum()
    )
    smaller = np.minimum(of_row[rows], of_column[matrix.indices])
    weights = information * discount(matrix.data, smaller)
    positive = sparse.csr_matrix(
        (np.maximum(weights, 0.0), matrix.indices, matrix.indptr), shape=matrix.shape
    )
    positive.eliminate_zeros()
    return positive


def _no_discount(counts: np.ndarray, smaller: np.ndarray) -> float:
    return 1.0


def _pantel_lin(counts: np.ndarray, smaller: np.ndarray) -> np.ndarray:
    return counts / (counts + 1.0) * (smaller / (smaller + 1.0))


WEIGHTINGS: dict[str, tuple[Callable[[np.ndarray, np.ndarray], np.ndarray | float], bool]] = {
    "smoothed-ppmi": (_pantel_lin, False),
    "ppmi": (_no_discount, False),
    "cds": (_no_discount, True),
}
"""Name to (discount of the logarithm, whether the distribution of contexts is flattened)."""
