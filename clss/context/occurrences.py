"""Words in context: what a model of context is asked about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np
from scipy import sparse

from clss.errors import InputError
from clss.sides import SideName, as_side, other_side


@dataclass(frozen=True, slots=True)
class InSentence:
    """A word in its sentence, for models of context that read sentences and not bags.

    Attributes
    ----------
    words : tuple of str
        The content words of the sentence in order, also those out of vocabulary.
    position : int
        Where the word stands among them.
    text : str, optional
        The sentence as it was written, where it is known.
    """

    words: tuple[str, ...]
    position: int
    text: str | None = None

    @property
    def word(self) -> str:
        """The word."""
        return self.words[self.position]


@dataclass(frozen=True, eq=False)
class Occurrences:
    """Occurrences of words, each with its context bag and the answers to choose from.

    Bags and answers of all occurrences stand one after the other in flat arrays; `offsets` say
    where each begins. Everything is an id of a vocabulary.

    Parameters
    ----------
    pivots : array of int
        The words that occur.
    contexts, context_offsets : arrays of int
        The bags Con(w), in the order of the sentence; a word may stand in a bag twice.
    candidates, candidate_offsets : arrays of int
        The answers, in the other language; -1 is an answer out of vocabulary.
    side : {"source", "target"}
        The side of pivots and contexts.
    sentences : tuple of InSentence, optional
        The sentence of every occurrence.

    Examples
    --------
    >>> two = Occurrences.from_lists([3, 3], [[0, 1], []], [[5, -1], [5, 6, 7]])
    >>> len(two), two.context_lengths.tolist(), two.candidate_items.tolist()
    (2, [2, 0], [0, 0, 1, 1, 1])
    """

    pivots: np.ndarray
    contexts: np.ndarray
    context_offsets: np.ndarray
    candidates: np.ndarray
    candidate_offsets: np.ndarray
    side: SideName = "source"
    sentences: tuple[InSentence, ...] | None = None

    def __post_init__(self) -> None:
        as_side(self.side)
        if self.pivots.size and self.pivots.min() < 0:
            raise InputError("a pivot out of vocabulary has no vector to put into context")
        if self.contexts.size and self.contexts.min() < 0:
            raise InputError("leave context words out of vocabulary out of the bag")
        if self.sentences is not None and len(self.sentences) != len(self.pivots):
            raise InputError(f"{len(self.pivots)} pivots but {len(self.sentences)} sentences")

    @classmethod
    def from_lists(
        cls,
        pivots: Iterable[int],
        contexts: Iterable[Sequence[int] | np.ndarray],
        candidates: Iterable[Sequence[int] | np.ndarray],
        side: SideName = "source",
        sentences: Iterable[InSentence] | None = None,
    ) -> Occurrences:
        """Make occurrences of one list per occurrence."""
        bags, answers = _flatten(contexts), _flatten(candidates)
        ids = np.fromiter(pivots, dtype=np.int64)
        if not len(ids) == len(bags[1]) - 1 == len(answers[1]) - 1:
            raise InputError(
                f"{len(ids)} pivots, {len(bags[1]) - 1} contexts and"
                f" {len(answers[1]) - 1} lists of candidates"
            )
        held = None if sentences is None else tuple(sentences)
        return cls(ids, *bags, *answers, side, held)

    def __len__(self) -> int:
        return len(self.pivots)

    @property
    def into(self) -> SideName:
        """The side of the answers."""
        return other_side(self.side)

    @property
    def context_lengths(self) -> np.ndarray:
        """How many words each bag holds."""
        return np.diff(self.context_offsets)

    @property
    def context_items(self) -> np.ndarray:
        """The occurrence that each context word belongs to."""
        return np.repeat(np.arange(len(self)), self.context_lengths)

    @property
    def candidate_items(self) -> np.ndarray:
        """The occurrence that each answer belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.candidate_offsets))

    def bags(self, n_words: int) -> sparse.csr_matrix:
        """Return how often each of the side's `n_words` words stands in each bag."""
        ones = np.ones(len(self.contexts))
        shape = (len(self), n_words)
        matrix = sparse.csr_matrix((ones, self.contexts, self.context_offsets), shape=shape)
        matrix = matrix.copy()  # the arrays given stay as they are
        matrix.sum_duplicates()
        return matrix

    def keep_contexts(self, kept: np.ndarray) -> Occurrences:
        """Return the same occurrences with only the context words that `kept` marks."""
        lengths = np.bincount(self.context_items[kept], minlength=len(self))
        return replace(self, contexts=self.contexts[kept], context_offsets=_offsets(lengths))


def _flatten(lists: Iterable[Sequence[int] | np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    held = [np.asarray(one, dtype=np.int64).ravel() for one in lists]
    flat = np.fromiter(chain.from_iterable(held), dtype=np.int64)
    return flat, _offsets([len(one) for one in held])


def _offsets(lengths: Sequence[int] | np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]).astype(np.int64)
