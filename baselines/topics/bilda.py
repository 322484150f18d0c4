"""Bilingual latent Dirichlet allocation, trained by Gibbs sampling."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from os import PathLike
from typing import Any, ClassVar, get_args

import numpy as np
from sklearn.exceptions import NotFittedError

from baselines.sizes import suited_chain, topic_space
from baselines.topics.alpha import ALPHA, topic_alpha
from baselines.topics.chain import Chain
from baselines.topics.checkpoint import Checkpoint
from baselines.topics.estimates import TopicEstimates, TopicPrior
from baselines.topics.inference import Documents, FoldIn
from baselines.topics.sampler import GibbsState
from clss.arrays import check_ids
from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.errors import InputError
from clss.model import RepresentationModel
from clss.parameters import Choice, FilePath, Kind, Nothing, Number, Whole
from clss.progress import ProgressCallback
from clss.sides import SIDES
from clss.space import BilingualSpace


class BiLDA(RepresentationModel):
    """Topics shared by two languages: one P(z|d) for both documents of a pair, P(w|z) for each.

    Words are represented by P(z|w). The sampler is collapsed: topics of a pair are counted over
    both languages, topics of words and totals per language. With one shard it is exact.

    Parameters
    ----------
    topics : int
        K.
    alpha : float or str
        Symmetric Dirichlet parameter of topics in pairs; ``"50/K"`` divides by the number of
        topics.
    beta : float
        That of words in topics.
    sweeps : int
        How many times every token is drawn.
    burn_in : int, optional
        With several samples only: sweeps before the first may be taken; half of them by default.
    samples : int
        Estimates are averaged over this many samples, evenly spread over the sweeps after
        `burn_in`; the last one is the final state. One is the final state alone.
    shards : int
        Blocks of each language's words; twice as many workers are of use. With one, every token
        is drawn from its exact conditional. More shards trade exactness for threads: the totals
        of topics may miss what the same round changes elsewhere (see
        :mod:`baselines.topics.sampler`). Results depend on it, as they do on the seed. With two
        workers one shard is no slower than four (``benchmarks/bilda.py --shards``: Europarl,
        K = 2,000, idle machine, eight sweeps: four took 0.99 to 1.20 times as long).
    prior : {"uniform", "counts"}
        The prior of topics in P(z|w): all alike, P(z|w) is P(w|z) normalised; or as the tokens
        have it, (v_kw + beta) / (v_w + K beta).
    checkpoint : path, optional
        A directory for the state of the chain. If it holds one of the same corpus and parameters,
        the chain goes on from there and ends as if it had never stopped. A finished chain can be
        continued with more sweeps (of one sample).
    checkpoint_every : int
        Sweeps between checkpoints.
    seed : int
        Of the first topics of all tokens, and of every draw.
    workers : int
        Threads. The result is the same bytes for any number.

    Attributes
    ----------
    log_likelihood_ : ndarray
        ln p(words, topics) per token after each sweep.
    word_given_topic_ : pair of ndarray, topics x words
        P(w|z), source and target.
    topic_given_word_ : pair of ndarray, words x topics
        P(z|w), source and target.
    topic_given_document_ : ndarray, pairs x topics
        P(z|d).
    assignments_ : pair of ndarray
        The final topic of every token, as the tokens stand in the corpus.
    estimates_ : TopicEstimates
        The counts that all of these come from.

    References
    ----------
    W. De Smet and M.-F. Moens (2009). Cross-language linking of news stories on the web using
    interlingual topic modelling. SWSM. — D. Mimno et al. (2009). Polylingual topic models.
    EMNLP. — H.-F. Yu et al. (2015). A scalable asynchronous distributed algorithm for topic
    modeling. WWW.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> model = BiLDA(topics=10, alpha=0.1, sweeps=50).fit(toy_corpus())
    >>> model.topic_given_document_.shape
    (200, 10)
    >>> bool(model.log_likelihood_[-1] > model.log_likelihood_[0])
    True
    """

    name: ClassVar[str] = "bilda"
    citations = ("desmet2009cross", "mimno2009polylingual")
    time_parameters = ("sweeps",)
    seconds_per_token = 9.6e-8
    bytes_per_token = 36
    algorithm_version: ClassVar[int] = 2
    similarity: ClassVar[str] = "hellinger"
    parameters: ClassVar[Mapping[str, Kind]] = {
        "topics": Whole(at_least=1),
        "alpha": ALPHA,
        "beta": Number(above=0),
        "sweeps": Whole(at_least=1),
        "burn_in": Whole(at_least=0) | Nothing(),
        "samples": Whole(at_least=1),
        "shards": Whole(at_least=1),
        "prior": Choice(*get_args(TopicPrior)),
        "checkpoint": FilePath(written=True) | Nothing(),
        "checkpoint_every": Whole(at_least=1),
        "seed": Whole(at_least=0),
        "workers": Whole(at_least=1),
    }

    log_likelihood_: np.ndarray
    assignments_: tuple[np.ndarray, np.ndarray]
    estimates_: TopicEstimates

    def __init__(
        self,
        topics: int = 2000,
        alpha: float | str = "50/K",
        beta: float = 0.01,
        sweeps: int = 1000,
        burn_in: int | None = None,
        samples: int = 1,
        shards: int = 1,
        prior: TopicPrior = "uniform",
        checkpoint: str | PathLike[str] | None = None,
        checkpoint_every: int = 50,
        seed: int = 1,
        workers: int = 1,
    ) -> None:
        self.topics = topics
        self.alpha = alpha
        self.beta = beta
        self.sweeps = sweeps
        self.burn_in = burn_in
        self.samples = samples
        self.shards = shards
        self.prior = prior
        self.checkpoint = checkpoint
        self.checkpoint_every = checkpoint_every
        self.seed = seed
        self.workers = workers

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"topics": 30, "alpha": 0.1, "sweeps": 100}

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return as many topics as the corpus can tell apart, and sweeps by its length."""
        return {**suited_chain(statistics), "samples": 10}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return numbers of topics and priors."""
        return {**topic_space(statistics), "samples": [10], "prior": ["uniform", "counts"]}

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        state = GibbsState(
            corpus,
            self.topics,
            topic_alpha(self.alpha, self.topics),
            float(self.beta),
            self.shards,
            self.seed,
        )
        checkpoint = None
        if self.checkpoint is not None:
            identity = self._identity(corpus)
            checkpoint = Checkpoint(self.checkpoint, self.checkpoint_every, identity)
        chain = Chain(state, self._sampled_sweeps())
        self._set_estimates(chain.run(self.workers, checkpoint, progress))
        self.log_likelihood_ = np.array(chain.trace)
        self.assignments_ = state.assignments()
        return self._make_space(corpus)

    def idle_parameters(self) -> dict[str, str]:
        """Return when the first sample may be taken, if the last is the only one."""
        return {"burn_in": "where samples is 1"} if self.samples == 1 else {}

    def _check_combination(self) -> None:
        self._sampled_sweeps()

    def _sampled_sweeps(self) -> list[int]:
        """Return the sweeps after which samples are taken; an error if they are too few."""
        sweeps, samples = self.sweeps, self.samples
        burn_in = sweeps // 2 if self.burn_in is None else self.burn_in
        if samples > sweeps - burn_in:
            raise InputError(
                f"{samples} samples do not fit into {sweeps - burn_in} sweeps after "
                f"burn_in={burn_in} (sweeps={sweeps})"
            )
        return [burn_in + (sweeps - burn_in) * (i + 1) // samples for i in range(samples)]

    def _identity(self, corpus: AlignedCorpus) -> dict[str, Any]:
        """Return what a chain depends on: a checkpoint is resumed by the same chain only."""
        names = ["topics", "alpha", "beta", "samples", "shards", "seed"]
        if self.samples > 1:
            names += ["sweeps", "burn_in"]  # they say when samples are taken
        return {
            "corpus": corpus.fingerprint,
            "algorithm": self.algorithm_version,
            **{name: getattr(self, name) for name in names},
        }

    @classmethod
    def from_assignments(
        cls,
        corpus: AlignedCorpus,
        assignments: tuple[np.ndarray, np.ndarray],
        topics: int,
        alpha: float | str = "50/K",
        beta: float = 0.01,
        prior: TopicPrior = "uniform",
    ) -> BiLDA:
        """Make the fitted model of a given topic for every token, sampled here or elsewhere.

        Parameters
        ----------
        corpus : AlignedCorpus
        assignments : pair of ndarray
            A topic for each of the source tokens and of the target tokens.
        topics, alpha, beta, prior
            As in the constructor.
        """
        for side, z in zip(corpus.sides, assignments, strict=True):
            if len(z) != side.n_tokens or (len(z) and not 0 <= z.min() <= z.max() < topics):
                raise InputError(
                    f"{side.n_tokens} {side.lang} tokens need as many topics below {topics}"
                )
        model = cls(topics=topics, alpha=alpha, beta=beta, sweeps=0, prior=prior)
        given = {"topics": topics, "alpha": alpha, "beta": beta, "prior": prior}
        for name, value in given.items():
            cls.parameters[name].check(name, value)
        state = GibbsState(
            corpus,
            topics,
            topic_alpha(alpha, topics),
            float(beta),
            assignments=assignments,
        )
        model.components_ = {}
        model.log_likelihood_ = np.array([state.log_likelihood() / state.n_tokens])
        model.assignments_ = state.assignments()
        model._set_estimates(TopicEstimates.of_state(state))
        model.space_ = model._signed(model._make_space(corpus))
        return model

    def _set_estimates(self, estimates: TopicEstimates) -> None:
        self.estimates_ = estimates
        self._dense: dict[str, Any] = {}

    def _make_space(self, corpus: AlignedCorpus) -> BilingualSpace:
        # single precision: half the memory, and far more than the sampling error leaves
        single = np.float32
        return self._space_of(
            corpus,
            *(self.estimates_.topic_given_word(side, self.prior, single) for side in (0, 1)),
            kind="distribution",
            word_given_topic=(
                self.estimates_.word_given_topic(0, single),
                self.estimates_.word_given_topic(1, single),
            ),
            metadata={"topics": self.topics, "prior": self.prior},
        )

    def _estimated(self, key: str, estimate: Callable[[TopicEstimates], Any]) -> Any:
        """Compute a dense distribution when first asked for, in double precision."""
        if not self.is_fitted:
            raise NotFittedError(f"this {type(self).__name__} has not been fitted yet")
        if key not in self._dense:
            self._dense[key] = estimate(self.estimates_)
        return self._dense[key]

    @property
    def word_given_topic_(self) -> tuple[np.ndarray, np.ndarray]:
        """P(w|z) of source and target, topics in rows."""
        return self._estimated(
            "word|topic", lambda e: tuple(e.word_given_topic(side).toarray() for side in (0, 1))
        )

    @property
    def topic_given_word_(self) -> tuple[np.ndarray, np.ndarray]:
        """P(z|w) of source and target, words in rows."""
        return self._estimated(
            "topic|word",
            lambda e: tuple(e.topic_given_word(side, self.prior).toarray() for side in (0, 1)),
        )

    @property
    def topic_given_document_(self) -> np.ndarray:
        """P(z|d) of the training pairs, pairs in rows."""
        return self._estimated("topic|document", TopicEstimates.topic_given_document)

    def infer(
        self,
        source: Documents | None = None,
        target: Documents | None = None,
        sweeps: int = 100,
        burn_in: int = 50,
        seed: int = 1,
    ) -> np.ndarray:
        """Return P(z|d) of new documents in one language or both.

        Parameters
        ----------
        source, target : iterable of iterable of str
            Documents as lists of words; unknown words are left out. If both are given, line n of
            one and line n of the other are a pair.
        sweeps, burn_in : int
            Gibbs sweeps with P(w|z) fixed; the result is the mean of those after `burn_in`.
        seed : int

        Returns
        -------
        ndarray, documents x topics
        """
        fold = self._fold_in(sweeps, burn_in, seed)
        sides = [
            fold.ids(documents, side)
            for side, documents in enumerate((source, target))
            if documents is not None
        ]
        if not sides:
            raise InputError("infer needs documents of the source or the target language")
        if len({len(documents) for documents in sides}) > 1:
            raise InputError(
                f"{len(sides[0])} source documents but {len(sides[1])} target documents"
            )
        return fold.infer(*sides)

    def perplexity(
        self,
        held_out: AlignedCorpus,
        every: int = 5,
        sweeps: int = 100,
        burn_in: int = 50,
        seed: int = 1,
    ) -> float:
        """Return the perplexity of held-out pairs by document completion.

        Every n-th token (`every`) of each document is predicted from P(z|d) of the others. Words
        that the model does not know are left out.
        """
        Whole(at_least=2).check("every", every)
        return self._fold_in(sweeps, burn_in, seed).perplexity(held_out, every)

    def _fold_in(self, sweeps: int, burn_in: int, seed: int) -> FoldIn:
        if not self.is_fitted:
            raise NotFittedError(f"this {type(self).__name__} has not been fitted yet")
        vocabularies = (self.space_.source, self.space_.target)
        return FoldIn(self.estimates_, vocabularies, sweeps, burn_in, seed)

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        source, target = self.assignments_
        return {
            "log_likelihood": self.log_likelihood_,
            "source.topics": source,
            "target.topics": target,
            **self.estimates_.arrays(),
        }

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        self.log_likelihood_ = np.asarray(arrays["log_likelihood"])
        sizes = len(self.space_.source), len(self.space_.target)
        estimates = TopicEstimates.from_arrays(arrays, sizes)
        for side in SIDES:
            check_ids(f"{side}.topics", arrays[f"{side}.topics"], estimates.topics)
        self.assignments_ = arrays["source.topics"], arrays["target.topics"]
        self._set_estimates(estimates)
