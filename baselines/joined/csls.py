"""Cross-domain similarity local scaling of dense rows, and whom it pairs.

What :class:`clss.retrieval.CSLS` is for any similarity of a finished space, in single precision and
for rows of length one, as models need it while they are made. A word without a vector, a row of
zeros, is nobody's neighbour. In the means of the others it counts as a word with cosines of zero,
where the retrieval leaves it out: that changes the mean of a word with fewer positive cosines than
neighbours, and no other.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from clss._topk import row_top_k, update_column_top_k

#: words that are compared with all others at once
BLOCK = 1024


def row_blocks(rows: np.ndarray) -> list[slice]:
    """Cut rows into blocks, of which one at a time is worked on."""
    return [slice(start, start + BLOCK) for start in range(0, len(rows), BLOCK)]


def csls_means(
    source: np.ndarray, target: np.ndarray, neighborhood: int = 10
) -> tuple[np.ndarray, np.ndarray]:
    """Return every word's mean similarity to its nearest words of the other language.

    That of a word without a vector is infinite: all its scores are then minus infinity.

    Examples
    --------
    >>> rows = np.eye(2, dtype=np.float32)
    >>> [part.tolist() for part in csls_means(rows, rows[[0, 0, 1]], neighborhood=2)]
    [[1.0, 0.5], [0.5, 0.5, 0.5]]
    """
    words, others = len(source), len(target)
    of_source = np.empty(words, dtype=np.float32)
    best = np.full((min(neighborhood, words), others), -np.inf, dtype=np.float32)
    for rows in row_blocks(source):
        scores = source[rows] @ target.T
        update_column_top_k(best, scores)
        nearest = row_top_k(scores, min(neighborhood, others), 0.0)[1]
        of_source[rows] = nearest.mean(axis=1)
    of_target = best.mean(axis=0)
    of_source[~source.any(axis=1)] = np.inf
    of_target[~target.any(axis=1)] = np.inf
    return of_source, of_target


def csls_blocks(
    source: np.ndarray, target: np.ndarray, of_source: np.ndarray, of_target: np.ndarray
) -> Iterator[tuple[slice, np.ndarray]]:
    """Yield blocks of source rows and their scores with all target rows, given the means of both.

    Examples
    --------
    >>> rows = np.eye(2, dtype=np.float32)
    >>> [scores.tolist() for _, scores in csls_blocks(rows, rows, *csls_means(rows, rows, 2))]
    [[[1.0, -1.0], [-1.0, 1.0]]]
    """
    for rows in row_blocks(source):
        yield rows, 2 * (source[rows] @ target.T) - of_target - of_source[rows, None]


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
    of_source, of_target = csls_means(source, target, neighborhood)
    forth = np.empty(words, dtype=np.int64)
    back, nearest_score = np.zeros(others, dtype=np.int64), np.full(others, -np.inf)
    for rows, scores in csls_blocks(source, target, of_source, of_target):
        forth[rows] = scores.argmax(axis=1)
        chosen = scores.argmax(axis=0)
        score = scores[chosen, np.arange(others)]
        better = score > nearest_score  # of equals the first, the more frequent word, stays
        nearest_score[better], back[better] = score[better], chosen[better] + rows.start
    ids = np.arange(words)
    # a word without a vector has the first word for its nearest, since all its scores are equal
    agreed = (back[forth] == ids) & np.isfinite(of_source) & np.isfinite(of_target[forth])
    return ids[agreed], forth[agreed]
