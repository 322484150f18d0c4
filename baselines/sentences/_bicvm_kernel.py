"""Kernels of BiCVM: documents as sums of words, gradients back, AdaGrad on the touched rows.

Every output row is written by one loop in one order, so the two languages may run in two threads
and the bytes stay the same.
"""

# mypy: disable-error-code="no-untyped-def"
from __future__ import annotations

import math

from numba import njit


@njit(cache=True, nogil=True, fastmath={"contract"})
def add_compose(indptr, indices, counts, embeddings, out):
    """Sum the word vectors of each document, with multiplicity."""
    dim = embeddings.shape[1]
    out[:] = 0
    for document in range(len(indptr) - 1):
        for j in range(indptr[document], indptr[document + 1]):
            word, count = indices[j], counts[j]
            for k in range(dim):
                out[document, k] += count * embeddings[word, k]


@njit(cache=True, nogil=True, fastmath={"contract"})
def add_gradient(indptr, documents, counts, words, upstream, out):
    """Sum, for each touched word, the gradients of the documents that hold it.

    `indptr`, `documents` and `counts` are the columns (CSC) of the batch's counts.
    """
    dim = upstream.shape[1]
    out[:] = 0
    for row in range(len(words)):
        word = words[row]
        for j in range(indptr[word], indptr[word + 1]):
            document, count = documents[j], counts[j]
            for k in range(dim):
                out[row, k] += count * upstream[document, k]


@njit(cache=True, nogil=True, fastmath={"contract"})
def adagrad(words, gradient, embeddings, squares, learning_rate, l2):
    """Step the rows `words` (ascending), or all rows if there is a regulariser.

    A component whose squares are still zero has no direction yet and stays.
    """
    rate, decay = embeddings.dtype.type(learning_rate), embeddings.dtype.type(l2)
    tiny = embeddings.dtype.type(1e-16)
    everywhere = l2 > 0
    row = 0
    for i in range(len(embeddings) if everywhere else len(words)):
        word = i if everywhere else words[i]
        touched = row < len(words) and words[row] == word
        for k in range(embeddings.shape[1]):
            slope = decay * embeddings[word, k]
            if touched:
                slope += gradient[row, k]
            total = squares[word, k] + slope * slope
            squares[word, k] = total
            if total > tiny:
                embeddings[word, k] -= rate * slope / math.sqrt(total)
        row += touched
