"""A translation lexicon: pairs of words, and how a space gives one."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from clss.errors import InputError
from clss.retrieval import Retrieval
from clss.scoring import Scorer, top_k
from clss.similarity import Similarity
from clss.space import BilingualSpace


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
    side: str,
    into: str,
    top: int,
    similarity: str | Similarity | None,
    retrieval: str | Retrieval,
) -> tuple[np.ndarray, np.ndarray]:
    scorer = Scorer(space, side, into, similarity, retrieval)
    return top_k(scorer, np.arange(scorer.n_queries), top)
