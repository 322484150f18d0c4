"""A toy corpus whose translations are known by construction."""

from __future__ import annotations

import numpy as np

from clss.corpus import AlignedCorpus


def toy_corpus(
    words: int = 30, pairs: int = 200, length: int = 12, seed: int = 0, meanings: int = 3
) -> AlignedCorpus:
    """Make document pairs in which source word ``s<i>`` means target word ``t<i>``.

    Every pair of documents is about a few meanings, any of them with the same probability. Both
    documents draw their words from these, independently of each other, so that nothing but the
    pairing tells what a word means.

    Parameters
    ----------
    words : int
        Words of each language, one for every meaning.
    pairs : int
        Pairs of documents.
    length : int
        Words of a document, up to three more or fewer.
    seed : int
        Of all that is drawn.
    meanings : int
        How many meanings a pair is about.

    Examples
    --------
    >>> corpus = toy_corpus(words=6, pairs=40)
    >>> len(corpus), sorted(corpus.source.vocabulary.words)[:2]
    (40, ['s00', 's01'])
    """
    random = np.random.default_rng(seed)
    source: list[list[str]] = []
    target: list[list[str]] = []
    for _ in range(pairs):
        about = random.choice(words, size=meanings, replace=False)
        for documents, prefix in ((source, "s"), (target, "t")):
            drawn = random.choice(about, size=length + int(random.integers(-3, 4)))
            documents.append([f"{prefix}{meaning:02d}" for meaning in drawn])
    return AlignedCorpus.from_documents(source, target, langs=("s", "t"))


def toy_gold(corpus: AlignedCorpus) -> list[tuple[str, str]]:
    """Return the translations of a toy corpus: words that differ in the first letter only."""
    return [
        (word, "t" + word[1:])
        for word in corpus.source.vocabulary
        if "t" + word[1:] in corpus.target.vocabulary
    ]
