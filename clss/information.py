"""How much more often two things come together than by chance."""

from __future__ import annotations

import numpy as np


def pointwise_information(
    together: np.ndarray, first: np.ndarray | float, second: np.ndarray | float, total: float
) -> np.ndarray:
    """Return pointwise mutual information in nats: 0 by chance, positive where more often.

    Parameters
    ----------
    together : ndarray
        How often the two came together, at least once.
    first, second : ndarray or float
        How often each came at all.
    total : float
        How often anything came.

    Examples
    --------
    >>> pointwise_information(np.array([1.0, 4.0]), 4.0, 4.0, total=16.0).round(4).tolist()
    [0.0, 1.3863]
    """
    return np.log(together * total / (first * second))
