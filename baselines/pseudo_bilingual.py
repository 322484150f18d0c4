"""Pseudo-bilingual documents: the two documents of a pair made into one text.

Word ids of the target language follow those of the source language, so that equal strings of two
languages stay two words. Every way keeps all tokens; all but "merge" keep their order within each
language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, get_args

import numpy as np

from clss.corpus import AlignedCorpus
from clss.parameters import Choice, Kind, Whole, check_values
from clss.scratch import scratch_array

Shuffle = Literal["length-ratio", "merge", "none", "proportional"]

#: What the parameters of :func:`pseudo_bilingual` may be, under the names that users type.
SHUFFLING: Mapping[str, Kind] = {
    "shuffle": Choice(*get_args(Shuffle)),
    "seed": Whole(at_least=0),
    "shuffle_index": Whole(at_least=0),
}


class PseudoBilingual(NamedTuple):
    """A text of two languages.

    Attributes
    ----------
    tokens, offsets : ndarray
        Word ids of all documents, and where documents begin.
    n_words : int
        Words of both languages.
    one_sided : int
        Pairs of which one side is empty: they stay monolingual documents.
    """

    tokens: np.ndarray
    offsets: np.ndarray
    n_words: int
    one_sided: int


def length_ratio(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Interleave two documents: R tokens of the longer, then one of the shorter, and so on.

    R is the ratio of the lengths, rounded down; what is left of the longer document comes last.
    Of two documents of one length the source document comes first.

    Examples
    --------
    >>> length_ratio(np.array([1, 2, 3, 4, 5, 6, 7]), np.array([10, 20, 30])).tolist()
    [1, 2, 10, 3, 4, 20, 5, 6, 30, 7]
    """
    longer, shorter = (source, target) if len(source) >= len(target) else (target, source)
    if not len(shorter):
        return longer.copy()
    ratio = len(longer) // len(shorter)
    inside = ratio * len(shorter)
    rounds = longer[:inside].reshape(len(shorter), ratio)
    mixed = np.concatenate((rounds, shorter[:, None]), axis=1).ravel()
    return np.concatenate((mixed, longer[inside:]))


def proportional(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Spread the shorter document evenly over the longer one: no monolingual tail.

    Token j of the shorter document, counted from 1, comes after ``round(j |longer| / |shorter|)``
    tokens of the longer one.

    Examples
    --------
    >>> proportional(np.array([1, 2, 3, 4, 5]), np.array([10, 20, 30])).tolist()
    [1, 2, 10, 3, 20, 4, 5, 30]
    """
    longer, shorter = (source, target) if len(source) >= len(target) else (target, source)
    if not len(shorter):
        return longer.copy()
    order = np.arange(1, len(shorter) + 1)
    before = (2 * order * len(longer) + len(shorter)) // (2 * len(shorter))  # rounds exactly
    of_shorter = np.zeros(len(longer) + len(shorter), dtype=bool)
    of_shorter[before + order - 1] = True
    mixed = np.empty(len(of_shorter), dtype=longer.dtype)
    mixed[of_shorter], mixed[~of_shorter] = shorter, longer
    return mixed


def concatenated(source: np.ndarray, target: np.ndarray) -> np.ndarray:
    """Append the target document to the source document, without a break between them."""
    return np.concatenate((source, target))


def merger(seed: int, index: int) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """Return a function that merges two documents and permutes their tokens at random.

    Parameters
    ----------
    seed : int
    index : int
        Number of the shuffle: each has a random stream of its own.
    """
    random = np.random.default_rng([seed, 2, index])

    def merge(source: np.ndarray, target: np.ndarray) -> np.ndarray:
        return random.permutation(np.concatenate((source, target)))

    return merge


def pseudo_bilingual(
    corpus: AlignedCorpus, shuffle: Shuffle = "length-ratio", seed: int = 1, index: int = 0
) -> PseudoBilingual:
    """Make one document of every pair.

    Parameters
    ----------
    corpus : AlignedCorpus
        Pairs of documents, or of sentences.
    shuffle : {"length-ratio", "merge", "none", "proportional"}
        The article's deterministic interleaving; its random permutation; the target after the
        source; and an even interleaving, which is not the article's.
    seed, index : int
        Of the random permutations.

    References
    ----------
    I. Vulić and M.-F. Moens (2016). Bilingual distributed word representations from
    document-aligned comparable data. Journal of Artificial Intelligence Research 55.

    Examples
    --------
    >>> corpus = AlignedCorpus.from_documents([["a", "b"], []], [["x"], ["x", "piano"]])
    >>> made = pseudo_bilingual(corpus)
    >>> made.tokens.tolist(), made.offsets.tolist(), made.one_sided
    ([0, 1, 2, 2, 3], [0, 3, 5], 1)
    """
    check_values(SHUFFLING, {"shuffle": shuffle, "seed": seed, "shuffle_index": index})
    combine = {
        "length-ratio": length_ratio,
        "proportional": proportional,
        "none": concatenated,
        "merge": merger(seed, index),
    }[shuffle]
    source, target = corpus.sides
    first_target = np.int32(len(source.vocabulary))
    tokens = scratch_array(source.n_tokens + target.n_tokens, np.int32)
    offsets = np.asarray(source.offsets, dtype=np.int64) + target.offsets
    for pair in range(len(corpus)):
        document = combine(source.document(pair), target.document(pair) + first_target)
        tokens[offsets[pair] : offsets[pair + 1]] = document
    one_sided = int(((source.lengths == 0) != (target.lengths == 0)).sum())
    return PseudoBilingual(
        tokens, offsets, len(source.vocabulary) + len(target.vocabulary), one_sided
    )
