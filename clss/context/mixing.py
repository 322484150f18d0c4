"""Mixing the rows of two matrices."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from clss.matrices import scale_rows, valid_rows
from clss.persistence import Matrix


def without_broken_rows(matrix: Matrix) -> Matrix:
    """Return the matrix with zeros in rows that hold a number that is not finite.

    Zeros mix with anything; a NaN would spread even with weight zero.

    Examples
    --------
    >>> without_broken_rows(np.array([[1.0, np.nan], [2.0, 3.0]])).tolist()
    [[0.0, 0.0], [2.0, 3.0]]
    """
    valid = valid_rows(matrix)
    if valid.all():
        return matrix
    if sparse.issparse(matrix):
        kept = np.where(np.repeat(valid, np.diff(matrix.indptr)), matrix.data, 0.0)
        return sparse.csr_matrix((kept, matrix.indices, matrix.indptr), shape=matrix.shape)
    return np.where(valid[:, None], matrix, 0.0)


def interpolate(first: Matrix, second: Matrix, weight: float, where: np.ndarray) -> Matrix:
    """Return ``(1 - weight) first + weight second``, and `first` alone in rows not `where`.

    Examples
    --------
    >>> interpolate(np.eye(2), np.ones((2, 2)), 0.5, np.array([True, False])).tolist()
    [[1.0, 0.5], [0.0, 1.0]]
    """
    weights = np.where(where, weight, 0.0)
    mixed = scale_rows(first, 1.0 - weights) + scale_rows(second, weights)
    return mixed.tocsr() if sparse.issparse(mixed) else np.asarray(mixed)
