"""Words as distributions over the words that they call to mind, made of a topic model's two."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy import sparse
from threadpoolctl import threadpool_limits

from clss.floored import FlooredMatrix
from clss.floored_pruning import prune_floored_product
from clss.matrices import Matrix, largest_entries, normalized_rows, product

#: rows computed at a time
BLOCK_ROWS = 512


def association_vectors(
    topic_given_word: Matrix,
    responses: Sequence[Matrix],
    kept: int | None,
    workers: int,
    report: Callable[[int], None],
) -> Matrix:
    """Return P(w_a|w) over all words of both languages, halved to sum to one, words in rows.

    Parameters
    ----------
    topic_given_word : matrix, words x topics
    responses : sequence of matrix, words x topics
        P(w_a|z) of each language.
    kept : int or None
        The strongest entries kept of each row, in a sparse matrix; None keeps all, dense.
    workers : int
        Threads, each at one block of rows; the product itself runs on one thread, so that the
        result is the same for any number of them.
    report : callable
        Called with the number of rows of each block done.
    """
    if kept is not None and isinstance(topic_given_word, FlooredMatrix):
        floored = [matrix for matrix in responses if isinstance(matrix, FlooredMatrix)]
        if len(floored) == len(responses):
            return prune_floored_product(topic_given_word, floored, kept, workers, report)

    def block(start: int) -> Matrix:
        words = topic_given_word[start : start + BLOCK_ROWS]
        rows = np.hstack([product(words, response) for response in responses])
        rows /= rows.sum(axis=1, keepdims=True)
        return rows if kept is None else normalized_rows(largest_entries(rows, kept))

    blocks = []
    with threadpool_limits(1), ThreadPoolExecutor(workers) as pool:
        for rows in pool.map(block, range(0, len(topic_given_word), BLOCK_ROWS)):
            blocks.append(rows)
            report(rows.shape[0])
    return np.concatenate(blocks) if kept is None else sparse.csr_matrix(sparse.vstack(blocks))
