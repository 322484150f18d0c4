"""Weights of words in documents, where they change what a document model sees.

A weight of a *word* multiplies its whole row, which cosine cancels; a weight of a *document*
multiplies a column, which it does not. So a model that compares rows weights cells and columns; a
model that decomposes the matrix first may weight rows too.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from scipy import sparse

from baselines.counting.ppmi import ppmi
from clss.corpus import Side

#: what a word's count in a document is turned into
Weighting = Literal["binary", "count", "sqrt", "log", "ppmi", "smoothed-ppmi"]
#: by what a whole column or row is multiplied
GlobalWeight = Literal["none", "idf", "entropy", "length"]


def occurrences(side: Side) -> sparse.csr_matrix:
    """Count the words of one language (rows) in the document pairs (columns)."""
    return sparse.csr_matrix(side.document_term_matrix().T, dtype=np.float64)


def weighted_cells(counts: sparse.csr_matrix, weighting: Weighting) -> sparse.csr_matrix:
    """Weight every count by itself or, with PPMI, by how much more it is than expected.

    Parameters
    ----------
    counts : csr_matrix
        Words in rows, documents in columns.
    weighting : {"binary", "count", "sqrt", "log", "ppmi", "smoothed-ppmi"}
        One, the count n, its square root, ``1 + ln n``, or
        :func:`baselines.counting.ppmi.ppmi` of word and document.

    Examples
    --------
    >>> counts = sparse.csr_matrix([[4, 0], [1, 1]])
    >>> weighted_cells(counts, "sqrt").toarray().tolist()
    [[2.0, 0.0], [1.0, 1.0]]
    """
    if weighting in ("ppmi", "smoothed-ppmi"):
        return ppmi(counts, weighting)
    weighted = sparse.csr_matrix(counts, dtype=np.float64, copy=True)
    if weighting == "binary":
        weighted.data[:] = 1.0
    elif weighting == "sqrt":
        weighted.data = np.sqrt(weighted.data)
    elif weighting == "log":
        weighted.data = 1.0 + np.log(weighted.data)
    return weighted


def row_weights(counts: sparse.csr_matrix, weight: GlobalWeight) -> np.ndarray:
    """Return by how much each row is to count: rare and concentrated ones more.

    Parameters
    ----------
    counts : csr_matrix
        Counts; transposed, documents are the rows.
    weight : {"none", "idf", "entropy", "length"}
        One; ``ln(columns / columns with an entry)``; one minus the entropy of the row's counts
        over its columns as a share of the highest possible; one by the square root of the sum.

    Examples
    --------
    >>> counts = sparse.csr_matrix([[4.0, 0, 0, 0], [1, 1, 1, 1]])
    >>> row_weights(counts, "entropy").round(6).tolist()
    [1.0, 0.0]
    >>> row_weights(counts, "length").tolist()
    [0.5, 0.5]
    """
    n_rows, n_columns = counts.shape
    entries = np.diff(counts.indptr)
    if weight == "none":
        return np.ones(n_rows)
    if weight == "idf":
        return np.log(n_columns / np.maximum(entries, 1))
    sums = np.asarray(counts.sum(axis=1), dtype=np.float64).ravel()
    if weight == "length":
        return np.divide(1.0, np.sqrt(sums), out=np.zeros(n_rows), where=sums > 0)
    rows = np.repeat(np.arange(n_rows), entries)
    share = counts.data / sums[rows]
    entropy = np.bincount(rows, -share * np.log(share), minlength=n_rows)
    return 1.0 - entropy / np.log(max(n_columns, 2))
