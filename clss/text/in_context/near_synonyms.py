"""Candidates that mean nearly the same: no sentence could tell which of them is right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable

import numpy as np
from scipy import sparse

from clss.corpus import Side
from clss.information import pointwise_information

#: Says whether two words of the target language mean nearly the same.
NearSynonyms = Callable[[str, str], bool]


class SharedSources:
    """Two words that have several source words in common are taken for near-synonyms.

    *Fin* and *objeto* are both *aim* and *purpose*: these mean the same. No other word than
    *historia* is both *history* and *story*.

    Parameters
    ----------
    translations : iterable of (str, str)
        The pairs of the dictionary.

    Examples
    --------
    >>> pairs = [("fin", "aim"), ("fin", "purpose"), ("objeto", "aim"), ("objeto", "purpose"),
    ...          ("historia", "history"), ("historia", "story")]
    >>> near = SharedSources(pairs)
    >>> near("aim", "purpose"), near("history", "story")
    (True, False)

    References
    ----------
    Dyvik (2004), Translations as semantic mirrors.
    """

    def __init__(self, translations: Iterable[tuple[str, str]]) -> None:
        self._sources: defaultdict[str, set[str]] = defaultdict(set)
        for source, target in translations:
            self._sources[target].add(source)

    def __call__(self, first: str, second: str) -> bool:
        """Whether the two have more than one source word in common."""
        return len(self._sources[first] & self._sources[second]) > 1


def any_of(*rules: NearSynonyms) -> NearSynonyms:
    """Join rules: words are near-synonyms if one of the rules says so."""
    return lambda first, second: any(rule(first, second) for rule in rules)


class SimilarContexts:
    """Words that occur with the same other words are taken for near-synonyms.

    Words are compared by the cosine of their positive pointwise mutual information with the words
    of the sentences that they stand in.

    Parameters
    ----------
    side : Side
        Sentences of the target language.
    bound : float
        The cosine from which two words count as near-synonyms.
    """

    def __init__(self, side: Side, bound: float) -> None:
        self._vocabulary, self._bound = side.vocabulary, bound
        present = side.document_term_matrix().astype(np.float64)
        present.data[:] = 1.0
        self._present = present.tocsc()
        self._sentences_with = np.asarray(present.sum(axis=0)).ravel()
        self._vectors: dict[str, sparse.csr_matrix] = {}

    def __call__(self, first: str, second: str) -> bool:
        """Whether the two stand in similar contexts."""
        return self.similarity(first, second) >= self._bound

    def similarity(self, first: str, second: str) -> float:
        """Return the cosine of two words' contexts."""
        return float((self._vector(first) @ self._vector(second).T).toarray()[0, 0])

    def _vector(self, word: str) -> sparse.csr_matrix:
        if word not in self._vectors:
            column = self._vocabulary.id(word)
            together = (self._present[:, column].T @ self._present).tocsr()
            together[0, column] = 0.0  # a word is no context of itself
            together.eliminate_zeros()
            information = pointwise_information(
                together.data,
                self._sentences_with[column],
                self._sentences_with[together.indices],
                self._present.shape[0],
            )
            together.data = np.maximum(information, 0.0)
            norm = np.sqrt((together.data**2).sum())
            self._vectors[word] = together / norm if norm else together
        return self._vectors[word]
