"""Distributions estimated from samples of a topic model's assignments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy import sparse

from baselines.topics.sampler import GibbsState
from clss.arrays import check_finite_numbers, csr_from_parts
from clss.errors import InputError
from clss.floored import FlooredMatrix

TopicPrior = Literal["uniform", "counts"]
_BLOCK_ROWS = 1024


@dataclass(frozen=True, eq=False)
class TopicEstimates:
    """What one or several samples say of a BiLDA model, kept sparse.

    P(w|z) of a sample is ``(v_kw + beta) / (v_k + V beta)``: a part that is the same for all
    words, and a part for the words that the topic holds. Both parts are averaged over samples.

    Attributes
    ----------
    alpha, beta : float
    word_counts : pair of CSR matrix, words x topics
        The mean number of tokens of each word in each topic.
    word_shares : pair of CSR matrix, words x topics
        The mean of ``v_kw / (v_k + V beta)``.
    floor : ndarray, shape (2, topics)
        The mean of ``beta / (v_k + V beta)``.
    document_counts : CSR matrix, pairs x topics
        The mean number of tokens of both languages.
    """

    alpha: float
    beta: float
    word_counts: tuple[sparse.csr_matrix, sparse.csr_matrix]
    word_shares: tuple[sparse.csr_matrix, sparse.csr_matrix]
    floor: np.ndarray
    document_counts: sparse.csr_matrix

    @classmethod
    def of_state(cls, state: GibbsState) -> TopicEstimates:
        """Estimate from the present state of a chain."""
        word_counts = state.word_topic_counts()
        inverse = 1 / (state.totals + state.beta_sum[:, None])
        shares = [counts.astype(np.float64) for counts in word_counts]
        for share, weight in zip(shares, inverse, strict=True):
            share.data *= weight[share.indices]
        return cls(
            state.alpha,
            state.beta,
            word_counts,
            (shares[0], shares[1]),
            state.beta * inverse,
            state.document_topic_counts(),
        )

    def blend(self, other: TopicEstimates, weight: float) -> TopicEstimates:
        """Return the mean of two estimates, `other` with the weight given."""

        def mean(one: sparse.csr_matrix, two: sparse.csr_matrix) -> sparse.csr_matrix:
            return sparse.csr_matrix(one * (1 - weight) + two * weight)

        counts, shares = (
            tuple(map(mean, mine, theirs))
            for mine, theirs in (
                (self.word_counts, other.word_counts),
                (self.word_shares, other.word_shares),
            )
        )
        return TopicEstimates(
            self.alpha,
            self.beta,
            counts,
            shares,
            self.floor * (1 - weight) + other.floor * weight,
            mean(self.document_counts, other.document_counts),
        )

    @property
    def topics(self) -> int:
        """The number of topics."""
        return int(self.floor.shape[1])

    def word_given_topic(self, side: int, dtype: type = np.float64) -> FlooredMatrix:
        """Return P(w|z) of one language, topics in rows."""
        shares = self.word_shares[side]
        return FlooredMatrix(shares.astype(dtype), np.ones(shares.shape[0]), self.floor[side]).T

    def topic_given_word(
        self, side: int, prior: TopicPrior = "uniform", dtype: type = np.float64
    ) -> FlooredMatrix:
        """Return P(z|w) of one language, words in rows.

        With a uniform prior of topics it is ``P(w|z)`` normalised over topics; with that of the
        counts, ``(v_kw + beta) / (v_w + K beta)``.
        """
        matrix = (self.word_shares if prior == "uniform" else self.word_counts)[side]
        floor = self.floor[side] if prior == "uniform" else np.full(self.topics, self.beta)
        whole = FlooredMatrix(matrix.astype(np.float64), np.ones(matrix.shape[0]), floor)
        return whole.scaled(1 / whole.sum(axis=1)).astype(dtype)

    def topic_given_document(self) -> np.ndarray:
        """Return P(z|d), pairs in rows: ``(n_dk + alpha) / (n_d + K alpha)``."""
        counts = self.document_counts
        result = np.empty(counts.shape)
        for start in range(0, len(result), _BLOCK_ROWS):
            rows = slice(start, start + _BLOCK_ROWS)
            part = counts[rows].toarray() + self.alpha
            result[rows] = part / part.sum(axis=1, keepdims=True)
        return result

    def arrays(self) -> dict[str, np.ndarray]:
        """Return everything as arrays, for files."""
        arrays = {"floor": self.floor, "priors": np.array([self.alpha, self.beta])}
        for name, matrix in self._matrices().items():
            for part in ("data", "indices", "indptr"):
                arrays[f"{name}.{part}"] = getattr(matrix, part)
            arrays[f"{name}.shape"] = np.array(matrix.shape)
        return arrays

    def _matrices(self) -> dict[str, sparse.csr_matrix]:
        return {
            "source_counts": self.word_counts[0],
            "target_counts": self.word_counts[1],
            "source_shares": self.word_shares[0],
            "target_shares": self.word_shares[1],
            "document_counts": self.document_counts,
        }

    @classmethod
    def from_arrays(
        cls, arrays: Mapping[str, np.ndarray], sizes: tuple[int, int]
    ) -> TopicEstimates:
        """Take back what :meth:`arrays` returned, for vocabularies of the `sizes` given.

        The arrays may come from anywhere: whatever does not fit together is an
        :class:`InputError`, before compiled code sees it.
        """
        for name in ("floor", "priors"):
            check_finite_numbers(name, arrays[name])
        floor, priors = np.asarray(arrays["floor"]), arrays["priors"]
        if floor.ndim != 2 or len(floor) != 2 or priors.shape != (2,) or not (priors > 0).all():
            raise InputError(f"floor and priors have shapes {floor.shape} and {priors.shape}")
        topics = floor.shape[1]
        documents = len(arrays["document_counts.indptr"]) - 1

        def matrix(name: str, rows: int) -> sparse.csr_matrix:
            parts = tuple(arrays[f"{name}.{part}"] for part in ("data", "indices", "indptr"))
            if arrays[f"{name}.shape"].tolist() != [rows, topics]:
                raise InputError(f"{name} is not a matrix of {rows} rows and {topics} topics")
            return csr_from_parts(name, parts, (rows, topics))

        source, target = sizes
        alpha, beta = priors.tolist()
        return cls(
            alpha,
            beta,
            (matrix("source_counts", source), matrix("target_counts", target)),
            (matrix("source_shares", source), matrix("target_shares", target)),
            floor,
            matrix("document_counts", documents),
        )
