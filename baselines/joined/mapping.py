"""A linear map of both languages that translation pairs agree on."""

from __future__ import annotations

import numpy as np
from scipy import linalg

from baselines.rank import spanning
from clss.matrices import unit_rows


def map_both(
    source: np.ndarray,
    target: np.ndarray,
    source_ids: np.ndarray,
    target_ids: np.ndarray,
    reweight: float = 0.5,
) -> tuple[np.ndarray, np.ndarray]:
    """Send two languages to where the words of translation pairs are alike.

    Four steps: the paired vectors are whitened in each language; rotated so that their directions
    correlate one by one, strongest first; each direction is multiplied by its correlation to
    the power `reweight`; and gets back the variance that whitening took from it.

    Parameters
    ----------
    source, target : ndarray, words x dimensions
    source_ids, target_ids : ndarray of int
        Rows that translate each other.
    reweight : float
        0 treats all directions alike, 1 trusts them as much as the pairs agree on them.

    References
    ----------
    M. Artetxe, G. Labaka, E. Agirre (2018), Generalizing and improving bilingual word embedding
    mappings with a multi-step framework of linear transformations. AAAI.

    Examples
    --------
    >>> x = np.random.default_rng(1).normal(size=(50, 3))
    >>> turned = x[:, [2, 0, 1]]
    >>> a, b = map_both(x, turned, np.arange(20), np.arange(20))
    >>> bool(np.allclose(a, b))
    True
    """
    pairs = source[source_ids], target[target_ids]
    (whiten_x, colour_x), (whiten_y, colour_y) = (_whitening(rows) for rows in pairs)
    left, correlations, right = linalg.svd(
        (pairs[0] @ whiten_x).T @ (pairs[1] @ whiten_y), full_matrices=False
    )
    weights = np.clip(correlations, 0.0, 1.0) ** reweight
    right = right.T
    return (
        source @ (whiten_x @ left * weights) @ (left.T @ colour_x @ left),
        target @ (whiten_y @ right * weights) @ (right.T @ colour_y @ right),
    )


def _whitening(rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the matrix that whitens rows, and its inverse; directions of no variance stay none."""
    _, singular, v = linalg.svd(rows, full_matrices=False)
    kept = spanning(singular, rows.shape)
    inverse = np.divide(1.0, singular, out=np.zeros_like(singular), where=kept)
    return (v.T * inverse) @ v, (v.T * np.where(kept, singular, 0.0)) @ v


def joined_rows(*parts: np.ndarray) -> np.ndarray:
    """Put vectors of the same words side by side: cosines become the mean of the parts' cosines.

    Examples
    --------
    >>> joined_rows(np.array([[3.0, 0.0]]), np.array([[0.0, 5.0]])).round(4).tolist()
    [[0.7071, 0.0, 0.0, 0.7071]]
    """
    return np.asarray(unit_rows(np.hstack([unit_rows(part) for part in parts])))
