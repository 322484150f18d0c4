"""Cue: the probability of one word as an answer to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from clss.errors import InputError
from clss.matrices import Matrix, as_float, product
from clss.sides import SideName, side_index
from clss.similarity.base import Prepared, Similarity

if TYPE_CHECKING:
    from clss.space import BilingualSpace


class Cue(Similarity):
    """The probability ``P(w2|w1) = Σ_k P(w2|z_k) P(z_k|w1)``; not symmetric.

    References
    ----------
    Griffiths, Steyvers & Tenenbaum (2007); Vulić, De Smet & Moens (2011).
    """

    name = "cue"
    citations = ("griffiths2007topics", "vulic2011identifying")
    accepts = frozenset({"distribution"})
    algorithm_version = 2  # probabilities below 1e-7 were ties
    relative_ties = True  # probabilities of one word among many are far below one
    instead = "cosine, or cue on a topic model's space"

    def check(self, space: BilingualSpace) -> None:
        """Refuse spaces without topics."""
        super().check(space)
        if space.word_given_topic is None:
            raise InputError(
                "cue needs P(word|topic), which only the space of a topic model holds; "
                "use hellinger or cosine"
            )

    def query_rows(self, space: BilingualSpace, side: SideName) -> Matrix:
        """Return P(topic|word) of one side."""
        if space.topic_given_word is None:
            return space.matrix(side)
        return space.topic_given_word[side_index(side)]

    def queries(self, space: BilingualSpace, matrix: Matrix) -> Prepared:
        """Take distributions over topics; they are pruned as the space is.

        Always in double precision: answers are probabilities far below one, and single precision
        would make ties of them.
        """
        assert space.word_given_topic is not None
        topics = space.word_given_topic[0].shape[0]
        if matrix.shape[1] != topics:
            raise InputError(f"cue expects {topics} topic probabilities, not {matrix.shape[1]}")
        if space.topic_given_word is not None:  # the matrix, and its pruning, is over other things
            return Prepared(as_float(matrix, double=True))
        return Prepared(super().queries(space, as_float(matrix, double=True)).matrix)

    def candidates(self, space: BilingualSpace, side: SideName) -> Prepared:
        """Take P(word|topic) of every word of one side."""
        assert space.word_given_topic is not None
        phi = space.word_given_topic[side_index(side)]
        return Prepared(as_float(phi, double=True).T)

    def compare(self, queries: Prepared, candidates: Prepared) -> np.ndarray:
        """Return P(candidate|query)."""
        return product(queries.matrix, candidates.matrix)
