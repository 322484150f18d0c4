"""A linear map of both languages that translation pairs agree on, and whom a space pairs."""

from __future__ import annotations

import numpy as np
from scipy import linalg

from clss._topk import row_top_k, update_column_top_k
from clss.matrices import unit_rows

#: words that are compared with all others at once
BLOCK = 1024


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
    smallest = singular.max(initial=0.0) * max(rows.shape) * np.finfo(np.float64).eps
    kept = singular > smallest
    inverse = np.divide(1.0, singular, out=np.zeros_like(singular), where=kept)
    return (v.T * inverse) @ v, (v.T * np.where(kept, singular, 0.0)) @ v


def mutual_neighbors(
    source: np.ndarray, target: np.ndarray, neighborhood: int = 10
) -> tuple[np.ndarray, np.ndarray]:
    """Pair the words that are each other's nearest neighbour by CSLS.

    Parameters
    ----------
    source, target : ndarray of float32, words x dimensions
        Rows of length one, or of zeros: such words are in no pair.
    neighborhood : int
        Of how many nearest words of the other language CSLS takes the mean similarity.

    Returns
    -------
    source_ids, target_ids : ndarray of int
        One-to-one, by source word.

    References
    ----------
    A. Conneau, G. Lample, M. Ranzato, L. Denoyer, H. Jégou (2018), Word translation without
    parallel data. ICLR.

    Examples
    --------
    >>> near = np.eye(3, dtype=np.float32)
    >>> [ids.tolist() for ids in mutual_neighbors(near, near[[2, 0, 1]], neighborhood=1)]
    [[0, 1, 2], [1, 2, 0]]
    """
    words, others = len(source), len(target)
    query_mean, candidate_mean = csls_means(source, target, neighborhood)
    forth = np.empty(words, dtype=np.int64)
    back, nearest_score = np.zeros(others, dtype=np.int64), np.full(others, -np.inf)
    for start in range(0, words, BLOCK):
        rows = slice(start, start + BLOCK)
        scores = 2 * (source[rows] @ target.T) - candidate_mean - query_mean[rows, None]
        forth[rows] = scores.argmax(axis=1)
        chosen = scores.argmax(axis=0)
        score = scores[chosen, np.arange(others)]
        better = score > nearest_score  # of equals the first, the more frequent word, stays
        nearest_score[better], back[better] = score[better], chosen[better] + start
    ids = np.arange(words)
    agreed = (back[forth] == ids) & source.any(axis=1) & target[forth].any(axis=1)
    return ids[agreed], forth[agreed]


def csls_means(
    source: np.ndarray, target: np.ndarray, neighborhood: int = 10
) -> tuple[np.ndarray, np.ndarray]:
    """Return every word's mean similarity to its nearest words of the other language.

    Examples
    --------
    >>> rows = np.eye(2, dtype=np.float32)
    >>> [part.tolist() for part in csls_means(rows, rows[[0, 0, 1]], neighborhood=2)]
    [[1.0, 0.5], [0.5, 0.5, 0.5]]
    """
    words, others = len(source), len(target)
    of_source = np.empty(words, dtype=np.float32)
    best = np.full((min(neighborhood, words), others), -np.inf, dtype=np.float32)
    for start in range(0, words, BLOCK):
        scores = source[start : start + BLOCK] @ target.T
        update_column_top_k(best, scores)
        nearest = row_top_k(scores, min(neighborhood, others), 0.0)[1]
        of_source[start : start + BLOCK] = nearest.mean(axis=1)
    return of_source, best.mean(axis=0)


def joined_rows(*parts: np.ndarray) -> np.ndarray:
    """Put vectors of the same words side by side: cosines become the mean of the parts' cosines.

    Examples
    --------
    >>> joined_rows(np.array([[3.0, 0.0]]), np.array([[0.0, 5.0]])).round(4).tolist()
    [[0.7071, 0.0, 0.0, 0.7071]]
    """
    return np.asarray(unit_rows(np.hstack([unit_rows(part) for part in parts])))
