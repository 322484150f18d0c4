"""Who stands near whom in a text: counts of neighbours within a window."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from baselines.counting import _window_counts as kernel
from clss.corpus import Side
from clss.errors import InputError
from clss.scratch import only_read


def window_counts(side: Side, window: int) -> sparse.csr_matrix:
    """Count how often each word stands within `window` tokens of each other word.

    A window ends where its document ends. Every position counts the same, the centre is not its
    own context, but a second occurrence of the same word is, so the matrix is symmetric.

    Parameters
    ----------
    side : Side
        The text of one language.
    window : int
        Tokens to each side of the centre.

    Returns
    -------
    csr_matrix of int32, shape (words, words)
        With sorted columns.

    Examples
    --------
    >>> from clss.corpus import AlignedCorpus
    >>> corpus = AlignedCorpus.from_documents([["a", "b", "a"], ["b"]], [["x"], ["x"]])
    >>> corpus.source.vocabulary.words
    ('a', 'b')
    >>> window_counts(corpus.source, window=1).toarray().tolist()
    [[0, 2], [2, 0]]
    >>> window_counts(corpus.source, window=2).toarray().tolist()
    [[2, 2], [2, 0]]
    """
    if window < 1:
        raise InputError(f"window must be at least 1, not {window}")
    size = len(side.vocabulary)
    tokens, offsets = only_read(side.tokens, np.int32), only_read(side.offsets, np.int64)
    # no window can be longer than the longest document, however large it was asked for
    window = min(window, int(side.lengths.max(initial=1)))
    padded = kernel.pad_documents(tokens, offsets, window, size)
    starts, positions = kernel.positions_by_word(padded, size)
    indptr, indices, counts = kernel.count_rows(padded, starts, positions, window)
    return sparse.csr_matrix((counts, indices, indptr), shape=(size, size))


def near_counts(side: Side, window: int) -> sparse.csr_matrix:
    """Count neighbours up to a distance; one at distance k counts 1/k.

    Examples
    --------
    >>> from clss.corpus import AlignedCorpus
    >>> corpus = AlignedCorpus.from_documents([["a", "b", "c"]], [["x"]])
    >>> corpus.source.vocabulary.words
    ('a', 'b', 'c')
    >>> near_counts(corpus.source, window=2).toarray().tolist()
    [[0.0, 1.0, 0.5], [1.0, 0.0, 1.0], [0.5, 1.0, 0.0]]
    """
    longest = min(window, max(1, int(side.lengths.max(initial=1))))
    total = sparse.csr_matrix((len(side.vocabulary),) * 2, dtype=np.float64)
    for width in range(1, longest + 1):
        # a neighbour at distance k is in every window from k on: the shares add up to 1/k
        share = 1 / width - (1 / (width + 1) if width < longest else 0)
        total = total + share * window_counts(side, width).astype(np.float64)
    return sparse.csr_matrix(total)
