"""Asking a space: blocks of scores, the best answers, the rank of the right one.

The whole similarity matrix never exists: queries come in blocks whose scores fill a fixed amount
of memory. A score of ``-inf`` means that there is none (a vector of zeros, or with NaN in it):
such a word is never an answer and never a hit.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import numpy as np

from clss._selection import few_top_k
from clss.errors import InputError
from clss.matrices import valid_rows
from clss.retrieval import Retrieval, get_retrieval
from clss.sides import Into, SideName, sides_of
from clss.similarity import Similarity, get_similarity
from clss.space import BilingualSpace

#: Memory for one block of scores.
BLOCK_BYTES = 64 << 20

#: Scores nearer to each other than this are the same (relative for scores beyond one, and for all
#: of a similarity with ``relative_ties``). Products are always of double precision, so what is
#: below is rounding: of the product, which depends on how many queries are asked at once, and of
#: the vectors themselves, by how they are stored.
_TIE = {np.dtype(np.float32): 1e-7, np.dtype(np.float64): 1e-12}

#: Up to so many queries are answered without compiled code, which takes longer to load.
_FEW = 4


class Scorer:
    """Scores the words of one side against all candidates.

    Parameters
    ----------
    space : BilingualSpace
    side : {"source", "target"}
        Where the queries come from.
    into : {"target", "source", "both"}
        Where the answers come from; with "both" the target words follow the source words.
    similarity : str or Similarity, optional
        By default the one the space is meant for.
    retrieval : str or Retrieval
        How scores are turned into a ranking; "nn" takes them as they are.

    Attributes
    ----------
    tolerance : float
        Scores no further apart than this, times the score where it is beyond one, are equal.
    relative_ties : bool
        Whether the tolerance is times the score everywhere.
    """

    def __init__(
        self,
        space: BilingualSpace,
        side: SideName = "source",
        into: Into = "target",
        similarity: str | Similarity | None = None,
        retrieval: str | Retrieval = "nn",
    ) -> None:
        answering = sides_of(into)
        self.space, self.side, self.into = space, side, into
        self.similarity = get_similarity(similarity or space.similarity)
        self.similarity.check(space)
        self.retrieval = get_retrieval(retrieval)
        self.n_queries = len(space.vocabulary(side))
        self.n_candidates = sum(len(space.vocabulary(s)) for s in answering)
        self._rows = self.similarity.query_rows(space, side)
        self.tolerance = _TIE.get(self._rows.dtype, 1e-12)
        self.relative_ties = self.similarity.relative_ties
        self._valid_query = valid_rows(self._rows)
        self._candidates = [self.similarity.candidates(space, s) for s in answering]
        self._invalid_candidate = ~np.concatenate(
            [valid_rows(self.similarity.query_rows(space, s)) for s in answering]
        )
        self._any_invalid = bool(self._invalid_candidate.any())
        self._adjust = self.retrieval.adjuster(self)

    def raw_block(self, ids: np.ndarray) -> np.ndarray:
        """Return the similarities of some queries to all candidates, before the retrieval."""
        queries = self.similarity.queries(self.space, self._rows[ids])
        parts = [self.similarity.compare(queries, c) for c in self._candidates]
        scores = parts[0] if len(parts) == 1 else np.hstack(parts)
        scores[~self._valid_query[ids]] = -np.inf
        if self._any_invalid:
            scores[:, self._invalid_candidate] = -np.inf
        if self.into in (self.side, "both"):  # a word is no answer to itself
            own = ids + (
                len(self.space.source) if (self.side, self.into) == ("target", "both") else 0
            )
            scores[np.arange(len(ids)), own] = -np.inf
        # a vector may be finite and still overflow in the product
        np.copyto(scores, -np.inf, where=np.isnan(scores))
        return scores

    def block(self, ids: np.ndarray) -> np.ndarray:
        """Return the scores of some queries: one row a query, one column a candidate."""
        return self._adjust(ids, self.raw_block(ids))

    def raw_blocks(self) -> Iterator[np.ndarray]:
        """Return the similarities of all queries to all candidates, block by block."""
        everything = np.arange(self.n_queries)
        for batch in self.batches(everything):
            yield self.raw_block(everything[batch])

    def tie_margin(self, scores: np.ndarray) -> np.ndarray:
        """Return how far from each score its equals may lie."""
        size = np.abs(scores)
        return self.tolerance * (size if self.relative_ties else np.maximum(1.0, size))

    def batches(self, ids: np.ndarray) -> Iterator[slice]:
        """Cut queries into batches whose scores fit the memory of one block."""
        step = int(np.clip(BLOCK_BYTES // (8 * max(self.n_candidates, 1)), 1, 4096))
        for start in range(0, len(ids), step):
            yield slice(start, min(start + step, len(ids)))


def top_k(scorer: Scorer, ids: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the ids and scores of the `k` best candidates of every query, best first.

    Among equals the more frequent word (the lower id) comes first. Missing answers have id -1.
    """
    if k < 1:
        raise InputError(f"at least one neighbour must be asked for, not {k}")
    k = min(k, scorer.n_candidates)
    found = np.empty((len(ids), k), dtype=np.int64)
    scores = np.empty((len(ids), k), dtype=np.float64)
    select = few_top_k if len(ids) <= _FEW else _compiled().row_top_k
    for batch in scorer.batches(ids):
        found[batch], scores[batch] = select(
            scorer.block(ids[batch]), k, scorer.tolerance, scorer.relative_ties
        )
    return found, scores


def ranks(scorer: Scorer, ids: np.ndarray, gold: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the pessimistic and the optimistic rank of one right candidate for every query.

    Pessimistic: behind all others with the same score. Both are 0 where the right candidate has
    no score at all, which is never a hit.
    """
    pessimistic = np.zeros(len(ids), dtype=np.int64)
    optimistic = np.zeros(len(ids), dtype=np.int64)
    for batch in scorer.batches(ids):
        scores, right = scorer.block(ids[batch]), gold[batch]
        better, tied = _compiled().count_better_and_tied(
            scores, right, scorer.tolerance, scorer.relative_ties
        )
        has_score = scores[np.arange(len(right)), right] > -np.inf
        optimistic[batch] = np.where(has_score, 1 + better, 0)
        pessimistic[batch] = np.where(has_score, 1 + better + tied, 0)
    return pessimistic, optimistic


def _compiled() -> ModuleType:
    """Return the kernels; loading numba takes longer than answering a few questions."""
    from clss import _topk

    return _topk
