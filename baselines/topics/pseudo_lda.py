"""LDA on merged, pseudo-bilingual documents."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np

from baselines.pseudo_bilingual import pseudo_bilingual
from baselines.sizes import suited_chain, topic_space
from baselines.topics.alpha import topic_alpha
from baselines.topics.bilda import BiLDA
from baselines.topics.chain import Chain
from baselines.topics.estimates import TopicPrior
from baselines.topics.sampler import GibbsState
from clss.corpus import AlignedCorpus, CorpusStatistics, Side
from clss.matrices import Matrix, normalized_rows, to_dense
from clss.model import RepresentationModel
from clss.parameters import Kind
from clss.progress import ProgressCallback
from clss.space import BilingualSpace
from clss.vocabulary import Vocabulary

#: vectors that would take more bytes are kept as :class:`clss.floored.FlooredMatrix`; smaller ones
#: are faster dense
DENSE_LIMIT = 256 << 20


class PseudoLDA(RepresentationModel):
    """Monolingual latent Dirichlet allocation of pseudo-bilingual documents.

    The target document is appended to its source counterpart and words carry their language as
    a tag; an ordinary topic model of these documents has topics with words of both languages.
    Words are represented by P(z|w).

    Unlike BiLDA it has one distribution P(w|z) over both vocabularies together: a topic is free
    to use one language only, and the longer document of a pair decides what the topics are about.

    Parameters
    ----------
    topics, alpha, beta, sweeps, shards, prior
        As in :class:`baselines.topics.bilda.BiLDA`, whose sampler is used with one language.
    seed : int
        Of the first topics of all tokens, and of every draw.
    workers : int
        Threads. The result is the same bytes for any number.

    Attributes
    ----------
    log_likelihood_ : ndarray
        ln p(words, topics) per token after each sweep.

    References
    ----------
    D. Blei, A. Ng and M. Jordan (2003). Latent Dirichlet allocation. JMLR 3. On concatenated
    documents: J. Carbonell et al. (1997), S. Dumais et al. (1996), W. De Smet and M.-F. Moens
    (2009).

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> model = PseudoLDA(topics=30, alpha=0.1, sweeps=30).fit(toy_corpus())
    >>> model.space_.kind, bool(model.log_likelihood_[-1] > model.log_likelihood_[0])
    ('distribution', True)
    """

    name: ClassVar[str] = "pseudo-lda"
    citations = ("blei2003latent", "desmet2009cross")
    time_parameters = ("sweeps",)
    seconds_per_token = 1.0e-7
    bytes_per_token = 36
    algorithm_version: ClassVar[int] = 2
    similarity: ClassVar[str] = "hellinger"
    parameters: ClassVar[Mapping[str, Kind]] = {
        name: BiLDA.parameters[name]
        for name in ("topics", "alpha", "beta", "sweeps", "shards", "prior", "seed", "workers")
    }

    def __init__(
        self,
        topics: int = 2000,
        alpha: float | str = "50/K",
        beta: float = 0.01,
        sweeps: int = 1000,
        shards: int = 1,
        prior: TopicPrior = "uniform",
        seed: int = 1,
        workers: int = 1,
    ) -> None:
        self.topics = topics
        self.alpha = alpha
        self.beta = beta
        self.sweeps = sweeps
        self.shards = shards
        self.prior = prior
        self.seed = seed
        self.workers = workers

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"topics": 30, "alpha": 0.1, "sweeps": 100}

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return as many topics as the corpus can tell apart, and sweeps by its length."""
        return suited_chain(statistics)

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return numbers of topics and priors."""
        return {**topic_space(statistics), "prior": ["uniform", "counts"]}

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        topics, prior = self.topics, self.prior
        state = GibbsState(
            merged_corpus(corpus),
            topics,
            topic_alpha(self.alpha, topics),
            float(self.beta),
            self.shards,
            self.seed,
        )
        chain = Chain(state, [self.sweeps])
        estimates = chain.run(self.workers, progress=progress)
        self.log_likelihood_ = np.array(chain.trace)
        cut = len(corpus.source.vocabulary)
        vectors = estimates.topic_given_word(0, prior, np.float32)
        responses = estimates.word_given_topic(0, np.float32)
        sides = (slice(None, cut), slice(cut, None))
        parts: list[Matrix] = [vectors.part(side) for side in sides]
        # P(w|z) within one language: the topic's words of that language, brought to sum one below
        spoken = [responses.T.part(side).T for side in sides]
        if vectors.dtype.itemsize * len(vectors) * topics <= DENSE_LIMIT:
            parts = [to_dense(part) for part in parts]
            dense = [part.toarray() for part in spoken]
            shares = [part / part.sum(axis=1, keepdims=True) for part in dense]
        else:
            shares = [normalized_rows(part) for part in spoken]
        return self._space_of(
            corpus,
            *parts,
            kind="distribution",
            word_given_topic=(shares[0], shares[1]),
            metadata={"topics": topics, "prior": prior},
        )

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        return {"log_likelihood": self.log_likelihood_}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        self.log_likelihood_ = np.asarray(arrays["log_likelihood"])


def merged_corpus(corpus: AlignedCorpus) -> AlignedCorpus:
    """Append every target document to its source document, words tagged by language.

    The result's source side holds everything, its target side one word that never occurs.

    Examples
    --------
    >>> corpus = AlignedCorpus.from_documents([["piano"], []], [["piano", "key"], ["key"]],
    ...                                       langs=("es", "en"))
    >>> pooled = merged_corpus(corpus).source
    >>> [[pooled.vocabulary[i] for i in pooled.document(d)] for d in range(2)]
    [['es::piano', 'en::piano', 'en::key'], ['en::key']]
    """
    words = [f"{side.lang}::{word}" for side in corpus.sides for word in side.vocabulary.words]
    counts = np.concatenate([side.vocabulary.counts for side in corpus.sides])
    text = pseudo_bilingual(corpus, "none")
    pooled = Side("+".join(corpus.langs), Vocabulary(words, counts), text.tokens, text.offsets)
    nothing = Side(
        "none",
        Vocabulary(["none"], [0]),
        np.zeros(0, dtype=np.int32),
        np.zeros(len(corpus) + 1, dtype=np.int64),
    )
    return AlignedCorpus(pooled, nothing)
