"""Translation lexicons: pairs of words, over two vocabularies, and how a space gives one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from clss.arrays import check_ids
from clss.errors import InputError
from clss.immutable import Immutable
from clss.matrices import read_only
from clss.retrieval import Retrieval
from clss.scoring import Scorer, top_k
from clss.sides import SIDES, SideName, other_side
from clss.similarity import Similarity
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary


class LexiconEntry(NamedTuple):
    """A source word, its translation, and how sure that is (higher is better), if known."""

    source: str
    target: str
    score: float | None = None


def extract_lexicon(
    space: BilingualSpace,
    top: int = 1,
    mutual: bool = False,
    similarity: str | Similarity | None = None,
    retrieval: str | Retrieval = "nn",
) -> list[LexiconEntry]:
    """Translate every source word by its nearest target words.

    Parameters
    ----------
    space : BilingualSpace
    top : int
        How many translations a word gets.
    mutual : bool
        Keep a pair only if the source word is also among the `top` nearest of the target word,
        asked in the other direction (with 1: the symmetry constraint).
    similarity, retrieval
        As for :meth:`BilingualSpace.neighbors`, used in both directions.

    Returns
    -------
    list of LexiconEntry
        By source word in the order of the vocabulary, best translation first. Words without any
        valid score (a vector of zeros) have no entry.

    References
    ----------
    Y. Peirsman, S. Padó (2010). Cross-lingual induction of selectional preferences with bilingual
    vector spaces. NAACL.

    Examples
    --------
    >>> from clss.vocabulary import Vocabulary
    >>> space = BilingualSpace(
    ...     Vocabulary(["rey", "pan"]), Vocabulary(["king", "bread"]),
    ...     np.array([[1.0, 0.2], [1.0, 0.3]]), np.array([[1.0, 0.0], [0.0, 1.0]]))
    >>> [(entry.source, entry.target) for entry in extract_lexicon(space)]
    [('rey', 'king'), ('pan', 'king')]
    >>> [(entry.source, entry.target) for entry in extract_lexicon(space, mutual=True)]
    [('rey', 'king')]
    """
    if top < 1:
        raise InputError(f"a word needs at least one translation, not {top}")
    found, scores = _all_nearest(space, "source", "target", top, similarity, retrieval)
    kept = found >= 0
    if mutual:
        back, _ = _all_nearest(space, "target", "source", top, similarity, retrieval)
        words = np.arange(len(found))[:, None, None]
        kept &= (back[found] == words).any(axis=2)
    rows, columns = np.nonzero(kept)
    return [
        LexiconEntry(space.source[int(i)], space.target[int(found[i, j])], float(scores[i, j]))
        for i, j in zip(rows, columns, strict=True)
    ]


def _all_nearest(
    space: BilingualSpace,
    side: SideName,
    into: SideName,
    top: int,
    similarity: str | Similarity | None,
    retrieval: str | Retrieval,
) -> tuple[np.ndarray, np.ndarray]:
    scorer = Scorer(space, side, into, similarity, retrieval)
    return top_k(scorer, np.arange(scorer.n_queries), top)


@dataclass(frozen=True, eq=False)
class Lexicon(Immutable):
    """Translation pairs over two vocabularies.

    Attributes
    ----------
    source, target : Vocabulary
    source_ids, target_ids : ndarray of int64
        Pair k is word ``source_ids[k]`` and its translation ``target_ids[k]``.
    unknown : int
        How many pairs were given with a word outside the vocabularies, and dropped.

    Examples
    --------
    >>> words = Vocabulary(["rey", "piano"]), Vocabulary(["piano", "king"])
    >>> lexicon = Lexicon.from_words(*words, [("rey", "king"), ("pan", "bread"), ("rey", "king")])
    >>> lexicon.pairs, lexicon.unknown
    ((('rey', 'king'),), 1)
    >>> Lexicon.identical(*words).pairs
    (('piano', 'piano'),)
    """

    source: Vocabulary
    target: Vocabulary
    source_ids: np.ndarray
    target_ids: np.ndarray
    unknown: int = 0

    def __post_init__(self) -> None:
        for name in ("source_ids", "target_ids"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    def __len__(self) -> int:
        return len(self.source_ids)

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs as words."""
        return tuple(
            (self.source[s], self.target[t])
            for s, t in zip(self.source_ids.tolist(), self.target_ids.tolist(), strict=True)
        )

    def as_array(self) -> np.ndarray:
        """Return the ids with one pair a row, to be saved with a model."""
        return np.column_stack((self.source_ids, self.target_ids)).astype(np.int64)

    @classmethod
    def from_array(cls, source: Vocabulary, target: Vocabulary, ids: np.ndarray) -> Lexicon:
        """Take back what :meth:`as_array` gave; ids of no word are refused."""
        if ids.ndim != 2 or ids.shape[1] != 2:
            raise InputError(f"a lexicon has two columns, not the shape {ids.shape}")
        for side, column, words in (("source", 0, source), ("target", 1, target)):
            check_ids(f"the lexicon's {side}", ids[:, column], len(words))
        return cls(source, target, *np.array(ids, dtype=np.int64).T.copy())

    @classmethod
    def from_words(
        cls, source: Vocabulary, target: Vocabulary, pairs: Iterable[Sequence[str]]
    ) -> Lexicon:
        """Look words up; pairs with an unknown word are counted and dropped, doubles dropped."""
        given = list(dict.fromkeys(_word_pair(pair) for pair in pairs))
        source_ids = source.ids(s for s, _ in given).astype(np.int64)
        target_ids = target.ids(t for _, t in given).astype(np.int64)
        known = (source_ids >= 0) & (target_ids >= 0)
        return cls(source, target, source_ids[known], target_ids[known], int((~known).sum()))

    @classmethod
    def identical(cls, source: Vocabulary, target: Vocabulary) -> Lexicon:
        """Pair the words that are spelled the same in both languages."""
        return cls.from_words(source, target, ((word, word) for word in source if word in target))

    @classmethod
    def mutual(cls, space: BilingualSpace) -> Lexicon:
        """Pair the words that are each other's nearest neighbour in a space (Peirsman & Padó).

        Each direction asks with the space's own similarity and pruning; of equally near words
        the more frequent one (the lower id) is the nearest, so the result is one-to-one and
        always the same. Words that have nothing in common with any other (at best a cosine of
        zero) are in no pair.
        """
        choices = []
        for side in SIDES:
            scorer = Scorer(space, side, other_side(side))
            nearest, scores = top_k(scorer, np.arange(scorer.n_queries), 1)
            related = scores - scorer.tie_margin(scores) > scorer.similarity.unrelated
            choices.append(np.where(related, nearest, -1)[:, 0])
        return cls(space.source, space.target, *mutual_pairs(*choices))

    def restricted(self, min_count: int = 1, largest: int | None = None) -> Lexicon:
        """Keep pairs of words seen `min_count` times, frequent ones first, at most `largest`.

        The frequency of a pair is that of its rarer word; equals are in the order of their ids.
        """
        rarer = np.minimum(self.source.counts[self.source_ids], self.target.counts[self.target_ids])
        order = np.lexsort((self.target_ids, self.source_ids, -rarer))
        order = order[rarer[order] >= min_count][:largest]
        return Lexicon(
            self.source, self.target, self.source_ids[order], self.target_ids[order], self.unknown
        )

    def over(self, source: Vocabulary, target: Vocabulary) -> Lexicon:
        """Return the same pairs over other vocabularies."""
        if source == self.source and target == self.target:
            return self
        return Lexicon.from_words(source, target, self.pairs)


def mutual_pairs(to_target: np.ndarray, to_source: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the pairs whose words choose each other, given each word's choice (-1: none).

    Examples
    --------
    >>> [ids.tolist() for ids in mutual_pairs(np.array([1, 1, -1]), np.array([0, 1, 2]))]
    [[1], [1]]
    """
    source_ids = np.arange(len(to_target))
    chosen = to_target >= 0
    back = np.full(len(to_target), -1, dtype=np.int64)
    back[chosen] = to_source[to_target[chosen]]
    kept = chosen & (back == source_ids)
    return source_ids[kept], to_target[kept].astype(np.int64)


def _word_pair(pair: Any) -> tuple[str, str]:
    if isinstance(pair, str) or len(pair) != 2 or not all(isinstance(word, str) for word in pair):
        raise InputError(f"a lexicon is a list of (source word, target word), not {pair!r}")
    return pair[0], pair[1]
