"""Where a model's translation pairs come from: a file, a list, equal spelling, another model.

Nothing here knows of an evaluation or its gold lexicon.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, TypeAlias

import numpy as np

from baselines.lexical.matches import mutual_pairs
from clss.errors import InputError
from clss.formats.lexicon import read_lexicon
from clss.model import RepresentationModel
from clss.scoring import Scorer, top_k
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary

#: A lexicon as users give it: "identical" (words spelled alike), a TSV file, or pairs of words.
GivenLexicon: TypeAlias = str | PathLike[str] | Sequence[Sequence[str]]


@dataclass(frozen=True, eq=False)
class Lexicon:
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
        """Take back what :meth:`as_array` gave."""
        return cls(source, target, *np.array(ids, dtype=np.int64).reshape(-1, 2).T.copy())

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
        always the same.
        """
        choices = []
        for side, into in (("source", "target"), ("target", "source")):
            scorer = Scorer(space, side, into)
            choices.append(top_k(scorer, np.arange(scorer.n_queries), 1)[0][:, 0])
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


def make_lexicon(
    given: GivenLexicon | RepresentationModel, source: Vocabulary, target: Vocabulary
) -> Lexicon:
    """Make a lexicon over two vocabularies from whatever a user may give; it has a pair at least.

    A model must be fitted: its ``lexicon_`` is taken if it has one, otherwise the mutual nearest
    neighbours of its space.
    """
    if isinstance(given, RepresentationModel):
        own = getattr(given, "lexicon_", None)
        lexicon = (own if own is not None else Lexicon.mutual(given.space_)).over(source, target)
        what = f"the model {given.name}"
    elif isinstance(given, str) and given == "identical":
        lexicon, what = Lexicon.identical(source, target), "identical spelling"
    elif isinstance(given, str | PathLike):
        entries = read_lexicon(given)
        lexicon = Lexicon.from_words(source, target, (entry[:2] for entry in entries))
        what = f"the file {given}"
    else:
        lexicon, what = Lexicon.from_words(source, target, given), "the given list"
    if not len(lexicon):
        raise InputError(f"{what} gives no translation pair of words in both vocabularies")
    return lexicon


def lexicon_supervision(given: GivenLexicon | RepresentationModel) -> frozenset[str]:
    """Tell what a source of lexicons is itself given: nothing in the case of equal spelling."""
    if isinstance(given, RepresentationModel):
        return given.supervision
    if isinstance(given, str) and given == "identical":
        return frozenset()
    return frozenset({"lexicon"})


def _word_pair(pair: Any) -> tuple[str, str]:
    if isinstance(pair, str) or len(pair) != 2 or not all(isinstance(word, str) for word in pair):
        raise InputError(f"a lexicon is a list of (source word, target word), not {pair!r}")
    return pair[0], pair[1]
