"""How many directions a matrix spans."""

from __future__ import annotations

import numpy as np


def spanning(singular: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Tell which singular values of a matrix of that shape are more than rounding leaves of zeros.

    Examples
    --------
    >>> rows = np.array([[1.0, 2.0], [0.1, 0.2], [0.3, 0.6]])
    >>> spanning(np.linalg.svd(rows, compute_uv=False), rows.shape).tolist()
    [True, False]
    """
    return singular > singular.max(initial=0.0) * max(shape) * np.finfo(np.float64).eps
