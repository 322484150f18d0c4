"""Traditional-PPMI: window co-occurrence with translation pairs as dimensions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np

from baselines.counting.ppmi import WEIGHTINGS, ppmi
from baselines.counting.windows import window_counts
from baselines.documents.cooccurrence import DocumentCooccurrence
from baselines.lexical.bootstrap import CONFIDENCES, Bootstrapping, Iteration, select_columns
from baselines.lexical.lexicon import (
    LEXICON,
    GivenLexicon,
    lexicon_supervision,
    make_lexicon,
    spelled_alike,
)
from baselines.parts import SEED_LEXICON, pairs_to_look_for, seed_reaches_parts
from baselines.topics.muptm import AssociationMuPTM
from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.errors import InputError
from clss.lexicon import Lexicon
from clss.model import RepresentationModel
from clss.parameters import Choice, Flag, Kind, ModelOf, Nothing, Number, Whole
from clss.progress import ProgressCallback
from clss.space import BilingualSpace

#: the parameters that only bootstrapping has
OF_BOOTSTRAPPING = (
    "confidence",
    "best",
    "threshold",
    "max_new",
    "frozen_seed",
    "max_iterations",
    "tolerance",
)


class TraditionalPPMI(RepresentationModel):
    """Words by their neighbours in the text; dimensions are translation pairs, found by itself.

    Co-occurrence in a window is counted and weighted in each language alone. A source word's
    vector has its weights with the source words of all pairs of a lexicon, a target word's those
    with the target words. The lexicon starts from a seed, the mutual nearest neighbours of
    another model or one that is given, and is bootstrapped: the space over it proposes its own
    mutual nearest neighbours, which join the lexicon or replace weaker pairs, and so on.

    Parameters
    ----------
    seed_model : RepresentationModel or None
        Its mutual nearest neighbours are the seed; None takes ``AssociationMuPTM(seed=seed)``,
        as the article does.
    lexicon : "identical", path, list of pairs, or None
        A seed that is given instead: words spelled alike, a TSV file, or pairs of words.
    window : int
        Tokens to each side, within the document.
    weighting : {"smoothed-ppmi", "ppmi", "cds"}
        See :func:`baselines.counting.ppmi.ppmi`.
    bootstrap : bool
        False keeps the seed as it is; `confidence` to `tolerance` are to be left out then.
    confidence : {"similarity", "margin", "entropy"}
        What decides between pairs: the cosine, how far it is ahead of the next best, or how
        little the two words hesitate.
    best : int
        How many of the best partners "margin" looks at, and only it.
    threshold : float
        New pairs need this confidence.
    max_new : int or None
        Iteration i takes at most i times as many new pairs, the surest ones.
    frozen_seed : bool
        Keep the pairs of the seed; otherwise surer ones replace them.
    max_iterations : int
        Of the bootstrapping.
    tolerance : float
        The bootstrapping ends when a smaller share of the pairs changes.
    min_count_seed : int
        Words rarer than this enter neither the seed nor the bootstrapped lexicon. A lexicon that
        is given is taken as it is.
    max_seed : int or None
        Only the most frequent pairs of the seed.
    seed : int
        Of the default seed model; counting and bootstrapping draw no random numbers.
    workers : int
        Threads of the bootstrapping; results do not depend on it.

    Attributes
    ----------
    lexicon_ : Lexicon
        The pairs that are the dimensions.
    seed_lexicon_ : Lexicon
        Those it started from.
    log_ : tuple of Iteration
        What every iteration did.

    References
    ----------
    I. Vulić, M.-F. Moens (2013), A study on bootstrapping bilingual vector spaces from
    non-parallel data (and nothing else). EMNLP. Y. Peirsman, S. Padó (2010), Cross-lingual
    induction of selectional preferences with bilingual vector spaces. NAACL.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> seed = [("s00", "t00"), ("s01", "t01"), ("s02", "t02"), ("s03", "t03"), ("s04", "t04")]
    >>> model = TraditionalPPMI(lexicon=seed, min_count_seed=1).fit(toy_corpus(pairs=400))
    >>> len(model.seed_lexicon_) < len(model.lexicon_), sorted(model.supervision)
    (True, ['lexicon'])
    """

    name = "traditional-ppmi"
    citations = ("vulic2013study", "peirsman2010cross")
    time_parameters = ("window",)
    seconds_per_token = 6.1e-7
    algorithm_version: ClassVar[int] = 2
    parameters: ClassVar[Mapping[str, Kind]] = {
        "seed_model": ModelOf() | Nothing(),
        "lexicon": LEXICON | Nothing(),
        "window": Whole(at_least=1),
        "weighting": Choice(*WEIGHTINGS),
        "bootstrap": Flag(),
        "confidence": Choice(*CONFIDENCES),
        "best": Whole(at_least=2),
        "threshold": Number(),
        "max_new": Whole(at_least=1) | Nothing(),
        "frozen_seed": Flag(),
        "max_iterations": Whole(at_least=1),
        "tolerance": Number(at_least=0),
        "min_count_seed": Whole(at_least=1),
        "max_seed": Whole(at_least=1) | Nothing(),
        "seed": Whole(at_least=0),
        "workers": Whole(at_least=1),
    }

    lexicon_: Lexicon
    seed_lexicon_: Lexicon
    log_: tuple[Iteration, ...]

    def __init__(
        self,
        seed_model: RepresentationModel | None = None,
        lexicon: GivenLexicon | None = None,
        window: int = 6,
        weighting: Literal["smoothed-ppmi", "ppmi", "cds"] = "smoothed-ppmi",
        bootstrap: bool = True,
        confidence: Literal["similarity", "margin", "entropy"] = "similarity",
        best: int = 10,
        threshold: float = 0.0,
        max_new: int | None = None,
        frozen_seed: bool = False,
        max_iterations: int = 10,
        tolerance: float = 0.005,
        min_count_seed: int = 10,
        max_seed: int | None = None,
        seed: int = 1,
        workers: int = 1,
    ) -> None:
        self.seed_model = seed_model
        self.lexicon = lexicon
        self.window = window
        self.weighting = weighting
        self.bootstrap = bootstrap
        self.confidence = confidence
        self.best = best
        self.threshold = threshold
        self.max_new = max_new
        self.frozen_seed = frozen_seed
        self.max_iterations = max_iterations
        self.tolerance = tolerance
        self.min_count_seed = min_count_seed
        self.max_seed = max_seed
        self.seed = seed
        self.workers = workers

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"seed_model": DocumentCooccurrence(), "min_count_seed": 1}

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return document co-occurrence as the seed: surer pairs than the article's topics."""
        return {"seed_model": {"model": "cooccurrence"}}

    def estimate_memory(self, statistics: CorpusStatistics) -> int:
        """Estimate the memory of training: the seed's model, and rows of counts and scores."""
        parts = [part.estimate_memory(statistics) for part in self.components().values()]
        # 1.4 GB with 14,929 words of Europarl, 0.9 of them the seed's
        return max(parts, default=super().estimate_memory(statistics)) + 32_000 * sum(
            statistics.vocabulary
        )

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return windows, and seeds by documents or, as in the article, by topics."""
        topics = AssociationMuPTM.suited_parameters(statistics)
        article = {"model": AssociationMuPTM.name, **topics}
        return {
            "seed_model": [*cls.suited_parameters(statistics).values(), article],
            "window": [6, 10],
        }

    @property
    def version(self) -> int:
        """One higher where a lexicon is given: its space now keeps that one to be looked for."""
        return self.algorithm_version + ("lexicon" in self.supervision)

    @property
    def supervision(self) -> frozenset[str]:
        """That of the seed: a lexicon that is given, or what the seed model is given."""
        if self.lexicon is not None:
            return lexicon_supervision(self.lexicon)
        return self.components()["seed"].supervision

    @property
    def sparse_vectors(self) -> bool:
        """Yes: most words are not near most words of the lexicon."""
        return True

    @property
    def seed_matters(self) -> bool:
        """Only for the default seed model; counting and bootstrapping draw no random numbers."""
        return seed_reaches_parts(self)

    def idle_parameters(self) -> dict[str, str]:
        """Return what only bootstrapping looks at, or only one of its rules, or only a model."""
        idle = {} if self.lexicon is None else {"seed_model": "where a lexicon is given"}
        if self.confidence != "margin":
            idle["best"] = "unless confidence is 'margin'"
        if not self.bootstrap:
            idle |= dict.fromkeys(OF_BOOTSTRAPPING, "where bootstrap is false")
            if self._chosen_by_user:
                idle["min_count_seed"] = "where a lexicon is given and bootstrap is false"
        return idle

    @property
    def _chosen_by_user(self) -> bool:
        """Whether somebody picked the pairs of the seed: then rare words are meant, too."""
        return self.lexicon is not None and not spelled_alike(self.lexicon)

    def components(self) -> dict[str, RepresentationModel]:
        """Return the seed model, or nothing if a lexicon is given."""
        if self.lexicon is not None:
            return {}
        if self.seed_model is not None:
            return {"seed": self.seed_model}
        return {"seed": AssociationMuPTM(seed=self.seed)}

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        self.seed_lexicon_ = self._seed_lexicon(corpus)
        weights = tuple(
            ppmi(window_counts(side, self.window), self.weighting) for side in corpus.sides
        )
        self.lexicon_, self.log_ = self.seed_lexicon_, ()
        if self.bootstrap:
            loop = self._bootstrapping()
            self.lexicon_, self.log_ = loop.run(
                (weights[0], weights[1]), self.seed_lexicon_, progress
            )
        vectors = [
            select_columns(matrix, ids).astype(np.float32)
            for matrix, ids in zip(
                weights, (self.lexicon_.source_ids, self.lexicon_.target_ids), strict=True
            )
        ]
        return self._space_of(
            corpus,
            *vectors,
            kind="count",
            metadata={
                SEED_LEXICON: pairs_to_look_for(
                    self.supervision,
                    parts=self.components_.values(),
                    given=[] if self.lexicon is None else self.seed_lexicon_.pairs,
                    found=self.lexicon_.pairs,
                ),
                "initial_seed_pairs": len(self.seed_lexicon_),
                "bootstrapping": [record.to_json() for record in self.log_],
            },
        )

    def _seed_lexicon(self, corpus: AlignedCorpus) -> Lexicon:
        vocabularies = corpus.source.vocabulary, corpus.target.vocabulary
        given = self.components_["seed"] if self.lexicon is None else self.lexicon
        min_count = 1 if self._chosen_by_user else self.min_count_seed
        seed = make_lexicon(given, *vocabularies).restricted(min_count, self.max_seed)
        if not len(seed):
            raise InputError(
                f"no pair of the seed lexicon has both words {self.min_count_seed} times in the "
                "corpus; lower min_count_seed"
            )
        return seed

    def _bootstrapping(self) -> Bootstrapping:
        return Bootstrapping(
            confidence=self.confidence,
            best=self.best,
            threshold=float(self.threshold),
            max_new=self.max_new,
            frozen_seed=bool(self.frozen_seed),
            max_iterations=self.max_iterations,
            tolerance=float(self.tolerance),
            min_count=self.min_count_seed,
            workers=self.workers,
        )

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        return {"lexicon": self.lexicon_.as_array(), "seed_lexicon": self.seed_lexicon_.as_array()}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        words = self.space_.source, self.space_.target
        self.lexicon_ = Lexicon.from_array(*words, arrays["lexicon"])
        self.seed_lexicon_ = Lexicon.from_array(*words, arrays["seed_lexicon"])
        self.log_ = tuple(Iteration(**record) for record in self.space_.metadata["bootstrapping"])
