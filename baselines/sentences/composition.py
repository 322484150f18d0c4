"""The parts of one BiCVM step: composition of documents, and the contrastive loss of a batch."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from scipy import sparse

from baselines.sentences._bicvm_kernel import add_compose, add_gradient
from clss.corpus import Side


class Composition(Protocol):
    """How word vectors make document vectors, on one language side."""

    words: np.ndarray  # the word ids that the loaded batch touches, ascending

    def load(self, batch: np.ndarray) -> None:
        """Make ready for the documents `batch`."""

    def compose(self, embeddings: np.ndarray) -> np.ndarray:
        """Return one vector for each document of the batch."""

    def gradient(self, upstream: np.ndarray) -> np.ndarray:
        """Turn gradients on the documents into gradients on the rows `words`."""


class SumOfWords:
    """f(document) = sum of its word vectors, with multiplicity."""

    def __init__(self, side: Side, dtype: type = np.float32) -> None:
        self._counts = side.document_term_matrix().astype(dtype)

    def load(self, batch: np.ndarray) -> None:
        """Take the rows of the batch, and the same counts by column for the way back."""
        self._rows = self._counts[batch]
        self._columns = self._rows.tocsc()
        self.words = np.flatnonzero(np.diff(self._columns.indptr)).astype(np.int32)

    def compose(self, embeddings: np.ndarray) -> np.ndarray:
        """Return counts x embeddings."""
        rows = self._rows
        out = np.empty((rows.shape[0], embeddings.shape[1]), dtype=embeddings.dtype)
        add_compose(rows.indptr, rows.indices, rows.data, embeddings, out)
        return out

    def gradient(self, upstream: np.ndarray) -> np.ndarray:
        """Return the touched rows of counts-transposed x upstream."""
        columns = self._columns
        out = np.empty((len(self.words), upstream.shape[1]), dtype=upstream.dtype)
        add_gradient(columns.indptr, columns.indices, columns.data, self.words, upstream, out)
        return out


class Bigram:
    """f(document) = sum of tanh(x[i-1] + x[i]) over its words; a zero stands before the first."""

    def __init__(self, side: Side) -> None:
        self._side = side

    def load(self, batch: np.ndarray) -> None:
        """Lay the batch's tokens one after the other; no bigram crosses a document's start."""
        documents = [self._side.document(i) for i in batch]
        self._lengths = np.array([len(document) for document in documents])
        self._starts = np.cumsum(self._lengths) - self._lengths
        self._tokens = np.concatenate(documents)
        inner = np.ones(len(self._tokens), dtype=bool)
        inner[self._starts] = False
        self._inner = np.flatnonzero(inner)
        self.words, places = np.unique(self._tokens, return_inverse=True)
        # Row i holds a one for word i and a one for the word before it: tanh's two arguments.
        rows = np.concatenate([np.arange(len(places)), self._inner])
        columns = np.concatenate([places, places[self._inner - 1]])
        ones = np.ones(len(rows), dtype=np.float32)
        shape = (len(places), len(self.words))
        self._arguments = sparse.csr_matrix((ones, (rows, columns)), shape=shape)

    def compose(self, embeddings: np.ndarray) -> np.ndarray:
        """Return the sums of tanh, and remember its slopes."""
        total = embeddings[self._tokens]
        total[self._inner] += embeddings[self._tokens[self._inner - 1]]
        np.tanh(total, out=total)
        self._slopes = 1 - total * total
        return np.add.reduceat(total, self._starts, axis=0)

    def gradient(self, upstream: np.ndarray) -> np.ndarray:
        """Carry the gradients through tanh to its two arguments."""
        self._slopes *= np.repeat(upstream, self._lengths, axis=0)
        return (self._arguments.T @ self._slopes).astype(upstream.dtype, copy=False)


def noise_counts(rng: np.random.Generator, batch: int, noise: int) -> np.ndarray:
    """Draw noise documents: entry (i, j) says how often document j is noise for document i.

    As in the released tool all documents of a batch share their offsets: document i gets
    ``(i + shift) mod batch`` with shifts between 1 and ``batch - 1``, so never itself. Shifts are
    distinct as long as the batch has enough of them.

    Examples
    --------
    >>> counts = noise_counts(np.random.default_rng(0), batch=5, noise=3)
    >>> counts.sum(axis=1).tolist(), counts.diagonal().tolist(), int(counts.max())
    ([3, 3, 3, 3, 3], [0, 0, 0, 0, 0], 1)
    """
    shifts = 1 + (
        rng.permutation(batch - 1)[:noise] if noise < batch else rng.integers(batch - 1, size=noise)
    )
    own = np.arange(batch)
    counts = np.zeros((batch, batch), dtype=np.int64)
    np.add.at(counts, (own[:, None], (own[:, None] + shifts) % batch), 1)
    return counts


def contrastive_loss(
    source: np.ndarray,
    target: np.ndarray,
    noise: np.ndarray,
    *,
    margin: float,
    pull: float,
    push: float,
) -> tuple[float, np.ndarray, np.ndarray]:
    """Return the loss of a batch and its gradients on the document vectors.

    With E(a, b) = ||a - b||^2 / 2, the loss of pair i with vectors a and b is ::

        2 pull E(a, b) + push sum_j noise[i, j] ([margin + E(a, b) - E(a, target_j)]_+
                                               + [margin + E(a, b) - E(b, source_j)]_+)

    Parameters
    ----------
    source, target : ndarray, shape (batch, dim)
    noise : ndarray of int, shape (batch, batch)
        See :func:`noise_counts`.
    margin, pull, push : float

    Notes
    -----
    All pairs of the batch are one matrix product: distances are computed for the few that are
    not noise as well, which is cheaper than to gather those that are. Worked in float64, since
    a distance is a small difference of large squares.
    """
    a, b = source.astype(np.float64), target.astype(np.float64)
    energy = (a * a).sum(axis=1)[:, None] / 2 + (b * b).sum(axis=1) / 2 - a @ b.T
    own = energy.diagonal()
    to_target = margin + own[:, None] - energy  # a_i against noise target_j
    to_source = margin + own[:, None] - energy.T  # b_i against noise source_j
    active = push * noise * (to_target > 0)
    active_source = push * noise * (to_source > 0)
    loss = 2 * pull * own.sum() + (active * to_target + active_source * to_source).sum()

    # Every energy's weight in the loss; d E(a, b) / da = a - b, / db = b - a.
    weight = -active - active_source.T
    weight[np.diag_indices(len(a))] += 2 * pull + active.sum(axis=1) + active_source.sum(axis=1)
    grad_source = weight.sum(axis=1)[:, None] * a - weight @ b
    grad_target = weight.sum(axis=0)[:, None] * b - weight.T @ a
    return float(loss), grad_source, grad_target
