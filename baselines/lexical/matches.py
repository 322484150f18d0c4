"""The best partners of every word across two languages, and how sure one can be of a pair."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from scipy import sparse

from baselines.lexical import _matches_kernel as kernel
from clss._topk import row_top_k
from clss.lexicon import mutual_pairs
from clss.matrices import unit_rows

Compressed = TypeVar("Compressed", sparse.csr_matrix, sparse.csc_matrix)

#: The pool's tasks; a fixed number, so that sums do not depend on the workers.
_TASKS = 16


@dataclass(frozen=True)
class Partners:
    """For every word of one language, its best words in the other.

    Attributes
    ----------
    ids, scores : ndarray, shape (words, best)
        Best first, ties by id; where there are fewer with a positive cosine, id -1 and score 0.
    certainty : ndarray, shape (words,), or None
        1 - H / ln n, with H the entropy of the softmax over all n words of the other language:
        1 for a word with one possible translation, 0 if all are alike.
    """

    ids: np.ndarray
    scores: np.ndarray
    certainty: np.ndarray | None


@dataclass(frozen=True)
class Matches:
    """The cosines between two languages, as far as bootstrapping needs them."""

    source: Partners
    target: Partners
    _units: tuple[sparse.csr_matrix, sparse.csr_matrix]

    def cosines(self, source_ids: np.ndarray, target_ids: np.ndarray) -> np.ndarray:
        """Return the cosines of single pairs."""
        left, right = self._units
        return kernel.pair_products(
            source_ids,
            target_ids,
            left.indptr,
            left.indices,
            left.data,
            right.indptr,
            right.indices,
            right.data,
        )

    def mutual(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the ids of all pairs of which each is the other's best: the symmetry constraint.

        Where two words are equally near, the lower id is the nearest, in both directions.
        """
        return mutual_pairs(self.source.ids[:, 0], self.target.ids[:, 0])


def find_matches(
    source: sparse.csr_matrix,
    target: sparse.csr_matrix,
    best: int,
    with_entropy: bool = False,
    workers: int = 1,
) -> Matches:
    """Compare all rows of two sparse non-negative matrices by the cosine, in both directions.

    Vectors of PPMI weights fill a few hundredths of their dimensions: multiplying the entries
    that exist takes a tenth of the work of a dense product, and since the cosine is symmetric,
    one pass serves both directions.

    Parameters
    ----------
    source, target : csr_matrix
        Words in rows, the same dimensions in columns.
    best : int
        How many partners to keep of every word.
    with_entropy : bool
        Whether to compute the certainty of every word.
    workers : int
        Threads; the result does not depend on it.
    """
    left, right = (_canonical(unit_rows(matrix.astype(np.float64))) for matrix in (source, target))
    by_column = _canonical(right.tocsc())
    n_left, n_right = left.shape[0], right.shape[0]
    step = max(1, -(-n_left // _TASKS))

    def task(first: int) -> tuple[np.ndarray, ...]:
        return kernel.match_rows(
            first,
            min(first + step, n_left),
            left.indptr,
            left.indices,
            left.data,
            by_column.indptr,
            by_column.indices,
            by_column.data,
            n_right,
            best,
            with_entropy,
        )

    with ThreadPoolExecutor(workers) as pool:
        parts = list(pool.map(task, range(0, n_left, step)))
    row_ids, row_scores, column_ids, column_scores, row_sums, column_sums = (
        [part[i] for part in parts] for i in range(6)
    )
    # parts follow each other by id, so the first of equal scores is again the lowest id
    candidates, scores = np.hstack(column_ids), np.hstack(column_scores)
    places, best_scores = row_top_k(np.where(candidates >= 0, scores, -np.inf), best, kernel.TIE)
    ids = np.take_along_axis(candidates, np.maximum(places, 0), axis=1)
    missing = places < 0
    return Matches(
        Partners(
            np.vstack(row_ids),
            np.vstack(row_scores),
            _certainty(np.vstack(row_sums), n_right) if with_entropy else None,
        ),
        Partners(
            np.where(missing, -1, ids),
            np.where(missing, 0.0, best_scores),
            _certainty(np.sum(column_sums, axis=0), n_left) if with_entropy else None,
        ),
        (left, right),
    )


def _canonical(matrix: Compressed) -> Compressed:
    matrix.sum_duplicates()
    # one type of index, so that the kernels are compiled once
    matrix.indptr, matrix.indices = matrix.indptr.astype(np.int64), matrix.indices.astype(np.int32)
    return matrix


def _certainty(sums: np.ndarray, choices: int) -> np.ndarray:
    if choices < 2:
        return np.ones(len(sums))
    entropy = np.log(sums[:, 0]) - sums[:, 1] / sums[:, 0]
    return np.clip(1.0 - entropy / np.log(choices), 0.0, 1.0)
