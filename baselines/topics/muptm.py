"""Words as distributions over topics (Basic-MuPTM) or over other words (Association-MuPTM)."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from typing import Any, ClassVar, get_args

from baselines.parts import seed_reaches_parts
from baselines.sizes import topic_space
from baselines.topics.association import association_vectors
from baselines.topics.bilda import BiLDA
from baselines.topics.estimates import TopicPrior
from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.errors import InputError
from clss.model import RepresentationModel
from clss.parameters import Choice, Kind, ModelOf, Nothing, Whole
from clss.progress import Progress, ProgressCallback
from clss.pruning import Pruning, PruningMode
from clss.sides import SIDES
from clss.space import BilingualSpace

#: whole association vectors, which query-side pruning needs, may take this many bytes
WHOLE_LIMIT = 2 << 30
#: pruned ones this many, at eight bytes an entry: room for 300 entries of each of 400,000 words. A
#: fit of that size with K = 2,000 was measured to stay below 2 GB in all
PRUNED_LIMIT = 960_000_000

#: the parameters that are handed on to the topic model
OF_BILDA = (
    "topics",
    "alpha",
    "beta",
    "sweeps",
    "burn_in",
    "samples",
    "shards",
    "prior",
    "checkpoint",
    "seed",
    "workers",
)


class _TopicModelUser(RepresentationModel):
    """What the two models share: their parameters and the BiLDA they are made from."""

    similarity: ClassVar[str] = "hellinger"
    parameters: ClassVar[Mapping[str, Kind]] = {
        **{name: BiLDA.parameters[name] for name in OF_BILDA},
        "prune": Whole(at_least=1) | Nothing(),
        "pruning": Choice(*get_args(PruningMode)),
        "topic_model": ModelOf() | Nothing(),
    }

    def __init__(
        self,
        topics: int = 2000,
        prune: int | None = 200,
        pruning: PruningMode = "own",
        topic_model: BiLDA | None = None,
        alpha: float | str = "50/K",
        beta: float = 0.01,
        sweeps: int = 1000,
        burn_in: int | None = None,
        samples: int = 1,
        shards: int = 1,
        prior: TopicPrior = "uniform",
        checkpoint: str | PathLike[str] | None = None,
        seed: int = 1,
        workers: int = 1,
    ) -> None:
        self.topics = topics
        self.prune = prune
        self.pruning = pruning
        self.topic_model = topic_model
        self.alpha = alpha
        self.beta = beta
        self.sweeps = sweeps
        self.burn_in = burn_in
        self.samples = samples
        self.shards = shards
        self.prior = prior
        self.checkpoint = checkpoint
        self.seed = seed
        self.workers = workers

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return those of the topic model."""
        return BiLDA.suited_parameters(statistics)

    @property
    def seed_matters(self) -> bool:
        """Whether it does to the topic model that is made here; a given one has its own seed."""
        return seed_reaches_parts(self)

    def components(self) -> dict[str, RepresentationModel]:
        """Return the topic model given, or the one that the parameters describe."""
        if self.topic_model is not None:
            return {"topic_model": self.topic_model}
        return {"topic_model": BiLDA(**{name: getattr(self, name) for name in OF_BILDA})}

    def idle_parameters(self) -> dict[str, str]:
        """Return what BiLDA does not look at, or all of it where a topic model is given."""
        if self.topic_model is None:
            idle = self.components()["topic_model"].idle_parameters()
        else:
            # a run sets seed, workers and checkpoint whatever the model is
            own = [name for name in OF_BILDA if name not in ("seed", "workers", "checkpoint")]
            idle = dict.fromkeys(own, "where topic_model is given")
        return {**idle, "pruning": "where prune is none"} if self.prune is None else idle

    def _topics(self, corpus: AlignedCorpus) -> BilingualSpace:
        """Return the topic model's space, made sure that it is one of this corpus."""
        space = self.components_["topic_model"].space_
        if space.kind != "distribution" or space.word_given_topic is None:
            raise InputError("topic_model must be a topic model, for example BiLDA")
        if (space.source, space.target) != (corpus.source.vocabulary, corpus.target.vocabulary):
            raise InputError("the topic model was fitted on another corpus: vocabularies differ")
        return space

    def _pruning(self) -> Pruning | None:
        """Return how to truncate vectors; None leaves them whole."""
        return None if self.prune is None else Pruning(self.prune, self.pruning)


class BasicMuPTM(_TopicModelUser):
    """Words are compared by their distributions over the topics of BiLDA, P(z|w).

    Parameters
    ----------
    topics : int
        K of the topic model.
    prune : int or None
        Topics kept of each word's distribution; None keeps all.
    pruning : {"own", "query"}
        Each word keeps its own strongest topics, or candidates keep those of the query.
    topic_model : BiLDA, optional
        The topic model, fitted or not. If None, it is made from `topics` and the parameters
        below, which are those of :class:`BiLDA`; if given, they are to be left out.
    alpha, beta, sweeps, burn_in, samples, shards, prior, checkpoint, seed, workers
        See :class:`BiLDA`.

    References
    ----------
    I. Vulić, W. De Smet and M.-F. Moens (2011). Identifying word translations from comparable
    corpora using latent topic models. ACL. — I. Vulić and M.-F. Moens (2012). Detecting highly
    confident word translations from comparable corpora without any prior knowledge. EACL.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> model = BasicMuPTM(topics=30, prune=5, alpha=0.1, sweeps=100).fit(toy_corpus())
    >>> model.space_.neighbors("s01", top=1)[0].word
    't01'
    """

    name: ClassVar[str] = "basic-muptm"
    citations = ("vulic2011identifying", "vulic2012detecting")
    time_parameters = ("topics",)
    seconds_per_token = 6.7e-10
    bytes_per_token = 40  # topics of the model it builds on among them
    algorithm_version: ClassVar[int] = 2

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {**BiLDA.toy_parameters(), "prune": 10}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return numbers of topics, and how many of a word's are kept."""
        return {**topic_space(statistics), "samples": [10], "prune": [200, 50]}

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        space, pruning = self._topics(corpus), self._pruning()
        return space if pruning is None else space.prune(pruning.top, pruning.mode)


class AssociationMuPTM(_TopicModelUser):
    """Words are compared by the words they call to mind: P(w_a|w) over both vocabularies.

    ``P(w_a|w) = Σ_k P(w_a|z_k) P(z_k|w)``; the vector over the words of both languages sums to
    two and is halved. Only the strongest entries are kept; most words have few topics, and their
    vectors are found without computing them whole.

    Parameters
    ----------
    topics : int
        K of the topic model.
    prune : int or None
        Words kept in each word's vector; None keeps all. Eight bytes each: vectors above 0.96 GB in
        all are refused, so with 2,000 more than 60,000 words of both languages are.
    pruning : {"own", "query"}
        Each word keeps its own strongest associations, or candidates keep those of the query.
        The second, and no pruning, need whole vectors: ``|V|²`` numbers of four bytes, which is
        refused above 2 GiB.
    topic_model : BiLDA, optional
        The topic model, fitted or not. If None, it is made from `topics` and the parameters
        below, which are those of :class:`BiLDA`; if given, they are to be left out.
    alpha, beta, sweeps, burn_in, samples, shards, prior, checkpoint, seed, workers
        See :class:`BiLDA`.

    References
    ----------
    I. Vulić and M.-F. Moens (2013). Cross-lingual semantic similarity of words as the similarity
    of their semantic word responses. NAACL.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> model = AssociationMuPTM(topics=30, prune=20, alpha=0.1, sweeps=100).fit(toy_corpus())
    >>> model.space_.neighbors("s01", top=1)[0].word
    't01'
    """

    name: ClassVar[str] = "association-muptm"
    citations = ("vulic2013cross",)
    time_parameters = ("topics",)
    seconds_per_token = 1.8e-9
    bytes_per_token = 40  # topics of the model it builds on among them
    algorithm_version: ClassVar[int] = 2

    def __init__(
        self,
        topics: int = 2000,
        prune: int | None = 2000,
        pruning: PruningMode = "own",
        topic_model: BiLDA | None = None,
        alpha: float | str = "50/K",
        beta: float = 0.01,
        sweeps: int = 1000,
        burn_in: int | None = None,
        samples: int = 1,
        shards: int = 1,
        prior: TopicPrior = "uniform",
        checkpoint: str | PathLike[str] | None = None,
        seed: int = 1,
        workers: int = 1,
    ) -> None:
        super().__init__(
            topics=topics,
            prune=prune,
            pruning=pruning,
            topic_model=topic_model,
            alpha=alpha,
            beta=beta,
            sweeps=sweeps,
            burn_in=burn_in,
            samples=samples,
            shards=shards,
            prior=prior,
            checkpoint=checkpoint,
            seed=seed,
            workers=workers,
        )

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {**BiLDA.toy_parameters(), "prune": 30}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return numbers of topics, and how many associations of a word are kept."""
        return {**topic_space(statistics), "samples": [10], "prune": [2000, 200]}

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        topics, pruning = self._topics(corpus), self._pruning()
        assert topics.word_given_topic is not None
        words = len(topics.source) + len(topics.target)
        own = pruning is not None and pruning.mode == "own" and pruning.top < words
        if not own and 4 * words**2 > WHOLE_LIMIT:
            raise InputError(
                f"whole association vectors of {words} words take {4 * words**2 / 2**30:.1f} GiB; "
                'set prune and pruning="own"'
            )
        responses = [phi.T for phi in topics.word_given_topic]
        kept = pruning.top if own and pruning is not None else None
        if kept is not None and 8 * words * kept > PRUNED_LIMIT:
            raise InputError(
                f"association vectors of {words} words pruned to {kept} take "
                f"{8 * words * kept / 1e9:.1f} GB; set prune to at most "
                f"{max(PRUNED_LIMIT // (8 * words), 1)}, or leave out rare words (min_count)"
            )
        done = 0

        def report(rows: int) -> None:
            nonlocal done
            done += rows
            if progress is not None:
                progress(Progress("association vectors", done, words, "words"))

        matrices = [
            association_vectors(topics.matrix(side), responses, kept, self.workers, report)
            for side in SIDES
        ]
        return BilingualSpace(
            topics.source,
            topics.target,
            *matrices,
            langs=topics.langs,
            kind="distribution",
            similarity=self.similarity,
            word_given_topic=topics.word_given_topic,
            topic_given_word=(topics.matrix("source"), topics.matrix("target")),
            pruning=pruning,
            metadata=topics.metadata,
        )
