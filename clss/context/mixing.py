"""Mixing the rows of two matrices."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from clss.matrices import scale_rows
from clss.persistence import Matrix


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
