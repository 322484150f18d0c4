"""Topics of documents that a topic model has not seen, and how well it predicts them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from baselines.topics._fold_in import fold_in
from baselines.topics.estimates import TopicEstimates
from clss.corpus import AlignedCorpus
from clss.errors import InputError
from clss.vocabulary import Vocabulary

Documents = Iterable[Iterable[str]]


class FoldIn:
    """Infers P(z|d) of new documents by Gibbs sampling with P(w|z) fixed.

    Parameters
    ----------
    estimates : TopicEstimates
    vocabularies : pair of Vocabulary
        Words not in them are left out.
    sweeps, burn_in : int
        P(z|d) is the mean over the sweeps after `burn_in`.
    seed : int
    """

    def __init__(
        self,
        estimates: TopicEstimates,
        vocabularies: tuple[Vocabulary, Vocabulary],
        sweeps: int,
        burn_in: int,
        seed: int,
    ) -> None:
        if not 0 <= burn_in < sweeps:
            raise InputError(f"burn_in={burn_in} must be below sweeps={sweeps}")
        self.vocabularies, self.alpha = vocabularies, estimates.alpha
        self.sweeps, self.burn_in, self.seed = sweeps, burn_in, seed
        #: P(w|z) of source words, then of target words, words in rows
        self.phi = np.concatenate([estimates.word_given_topic(side).T.toarray() for side in (0, 1)])
        self.phi_sum = self.phi.sum(axis=1)

    def ids(self, documents: Documents, side: int) -> list[np.ndarray]:
        """Return the rows of `phi` of each document's known words."""
        vocabulary, first = self.vocabularies[side], len(self.vocabularies[0]) * side
        found = (vocabulary.ids(document) for document in documents)
        return [ids[ids >= 0] + first for ids in found]

    def infer(self, *sides: Sequence[np.ndarray]) -> np.ndarray:
        """Return P(z|d), one row a document; several sides are parts of the same documents."""
        parts = [np.concatenate(document) for document in zip(*sides, strict=True)]
        start = np.concatenate([[0], np.cumsum([len(part) for part in parts])]).astype(np.int64)
        words = np.concatenate(parts) if parts else np.empty(0, np.int64)
        theta = np.zeros((len(parts), self.phi.shape[1]))
        key = np.random.SeedSequence([self.seed, 1]).generate_state(1, np.uint64)[0]
        fold_in(
            words.astype(np.int64),
            start,
            self.phi,
            self.phi_sum,
            self.alpha,
            self.sweeps,
            self.burn_in,
            key,
            theta,
        )
        return theta

    def perplexity(self, held_out: AlignedCorpus, every: int) -> float:
        """Return the perplexity of every n-th token of each document, given the other tokens."""
        seen, hidden = [], []
        for side, text in enumerate(held_out.sides):
            ids = self.vocabularies[side].ids(text.vocabulary.words).astype(np.int64)
            row = np.where(ids < 0, -1, ids + len(self.vocabularies[0]) * side)
            documents = [row[text.document(d)] for d in range(len(text))]
            documents = [document[document >= 0] for document in documents]
            places = [np.arange(1, len(document) + 1) % every == 0 for document in documents]
            seen.append([d[~place] for d, place in zip(documents, places, strict=True)])
            hidden.append([d[place] for d, place in zip(documents, places, strict=True)])
        theta = self.infer(*seen)
        log_probability, n = 0.0, 0
        for documents in hidden:
            for topics, document in zip(theta, documents, strict=True):
                log_probability += float(np.log(self.phi[document] @ topics).sum())
                n += len(document)
        if not n:
            raise InputError(
                f"no held-out document has {every} known words; perplexity needs some to predict"
            )
        return float(np.exp(-log_probability / n))
