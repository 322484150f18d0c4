"""BilBOWA: two skip-gram models and a bridge of sentence means (Gouws et al. 2015)."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np

from baselines.sizes import suited_dim
from baselines.skipgram._bilbowa_kernel import Cross, Language, train_pairs
from baselines.skipgram._simd import aligned_zeros
from baselines.skipgram.slices import run_slices
from baselines.skipgram.trainer import (
    SKIP_GRAM,
    SLICE,
    SkipGramParameters,
    SkipGramTrainer,
    refuse_untrained,
)
from clss.corpus import AlignedCorpus, CorpusStatistics
from clss.errors import DivergenceError
from clss.model import RepresentationModel
from clss.parameters import Choice, Kind, Number, Whole
from clss.progress import Progress, ProgressCallback
from clss.space import BilingualSpace


class BilBOWA(RepresentationModel):
    """Bilingual bag-of-words without alignments.

    Each language has a skip-gram model of its own; in between, the mean input vectors of two
    aligned sentences are drawn together.

    **What it works on.** Sentence-aligned data: there the means of two sentences should agree.
    On documents it is weak, as the article found ("much lower" than the others on Wikipedia).
    The likely reason: the mean of a hundred words hardly says which of them translates which, and
    with the tool's undivided step (`scale`) every word moves by the whole difference of the means.

    Parameters
    ----------
    dim : int
        Dimensions of the vectors.
    window : int
        The largest distance of a context word; drawn uniformly from 1 .. `window` at each token.
    negative : int
        Negative examples of a pair.
    sample : float
        Words with a higher relative frequency in their language are thinned out, for skip-gram
        and for the sentence means alike; 0 keeps all.
    epochs : int
        Passes over the corpus.
    learning_rate : float
        Of both terms; it falls linearly to nothing, as in the tool without AdaGrad.
    cross_weight : float
        Weight of the cross-lingual term (the tool's ``xling-lambda``); with 0 there is no `scale`.
    scale : {"code", "gradient"}
        Every word of a source sentence of m words moves by learning_rate x cross_weight x the
        difference of the means ("code", what the tool does), or by that divided by m, the
        gradient of half the squared distance.
    clip : float
        No component of a vector moves further than this in one step, up or down. A step is what is
        added to a vector at once: in the cross-lingual term the move of one occurrence of a word;
        in skip-gram what a batch adds to the input vector of a context word, and to an output
        vector (of the predicted word or of a negative example). A batch is one predicted word with
        up to four of its context words at the default learning rate (up to eight from 0.0625 down),
        which share their negative examples. The released tool (``UpdateEmbeddings`` in
        ``bilbowa_par.c``) clips more often: an input vector after each context word, an output
        vector after each pair of words; what we add up before clipping may so be a shorter step.
    cross_updates : int
        Cross-lingual steps after the skip-gram steps of a pair, each on words thinned out anew.
        In the tool the two terms run in threads side by side, and how many steps of one meet how
        many of the other depends on the machine; here the schedule is fixed. With 0, `cross_weight`
        and `scale` are to be left out.
    seed : int
        Of the initial vectors and of everything drawn.
    workers : int
        Threads. With more than one the result differs from run to run.

    Attributes
    ----------
    losses_ : ndarray, shape (epochs, 2)
        Skip-gram loss per pair of words (of a sample), and half the squared distance of the
        sentence means, of each epoch.

    Notes
    -----
    The article's settings are the defaults. The tool's own are 40 dimensions, 15 negative
    examples, no subsampling and a learning rate of 0.025. A pair with an empty side has no
    cross-lingual step; its other side still trains skip-gram.

    References
    ----------
    S. Gouws, Y. Bengio and G. Corrado (2015). BilBOWA: fast bilingual distributed representations
    without word alignments. ICML. Released tool: github.com/gouwsmeister/bilbowa.

    Examples
    --------
    >>> from clss.toy import toy_corpus
    >>> model = BilBOWA(dim=16, window=4, sample=0, epochs=3).fit(toy_corpus())
    >>> model.space_.matrix("source").shape, model.losses_.shape
    ((30, 16), (3, 2))
    """

    name: ClassVar[str] = "bilbowa"
    citations = ("gouws2015bilbowa",)
    time_parameters = ("epochs", "dim", "window")
    seconds_per_token = 2.1e-9
    bytes_per_token = 12
    algorithm_version: ClassVar[int] = 3
    parameters: ClassVar[Mapping[str, Kind]] = {
        **{
            name: SKIP_GRAM[name]
            for name in ("dim", "window", "negative", "sample", "epochs", "seed", "workers")
        },
        "learning_rate": Number(above=0),
        "cross_weight": Number(at_least=0),
        "scale": Choice("code", "gradient"),
        "clip": Number(above=0),
        "cross_updates": Whole(at_least=0),
    }

    def __init__(
        self,
        dim: int = 200,
        window: int = 16,
        negative: int = 25,
        sample: float = 1e-4,
        epochs: int = 15,
        learning_rate: float = 0.15,
        cross_weight: float = 1.0,
        scale: str = "code",
        clip: float = 0.1,
        cross_updates: int = 1,
        seed: int = 1,
        workers: int = 1,
    ) -> None:
        self.dim = dim
        self.window = window
        self.negative = negative
        self.sample = sample
        self.epochs = epochs
        self.learning_rate = learning_rate
        self.cross_weight = cross_weight
        self.scale = scale
        self.clip = clip
        self.cross_updates = cross_updates
        self.seed = seed
        self.workers = workers

    @classmethod
    def toy_parameters(cls) -> dict[str, Any]:
        """Return parameters suited to tiny data."""
        return {"dim": 20, "window": 4, "sample": 0.0, "epochs": 30}

    @classmethod
    def suited_parameters(cls, statistics: CorpusStatistics) -> dict[str, Any]:
        """Return dimensions by the length of the text."""
        return {"dim": suited_dim(statistics)}

    @classmethod
    def tuning_space(cls, statistics: CorpusStatistics) -> dict[str, list[Any]]:
        """Return learning rates, windows and steps of the bridge."""
        return {
            "dim": [suited_dim(statistics)],
            "learning_rate": [0.05, 0.15],
            "window": [16, 48],
            "scale": ["code", "gradient"],
        }

    def idle_parameters(self) -> dict[str, str]:
        """Return what only steps of the bridge look at, if there are none or they move nothing."""
        if not self.cross_updates:
            return dict.fromkeys(("cross_weight", "scale"), "where cross_updates is 0")
        return {} if self.cross_weight else {"scale": "where cross_weight is 0"}

    @property
    def deterministic(self) -> bool:
        """Threads share the vectors without locks."""
        return self.workers == 1

    def _fit(self, corpus: AlignedCorpus, progress: ProgressCallback | None) -> BilingualSpace:
        # independent streams for the two languages and for the cross-lingual term
        *seeds, key = np.random.SeedSequence(self.seed).spawn(3)
        trainers = [
            SkipGramTrainer(side.tokens, side.offsets, len(side.vocabulary), self._skip_gram(seed))
            for side, seed in zip(corpus.sides, seeds, strict=True)
        ]
        cross = self._cross(key)
        local = threading.local()

        def train(first: int, last: int, epoch: int) -> np.ndarray:
            if not hasattr(local, "languages"):  # a thread has its own memory, all share vectors
                local.languages = [
                    Language(t.tokens, t.offsets, t.tables, t.settings, t.workspace())
                    for t in trainers
                ]
                width = trainers[0].tables.inputs.shape[1]
                outputs = max(t.settings.drawn for t in trainers) + 1
                local.memory = aligned_zeros(outputs, width)
            source, target = local.languages
            totals = np.zeros(5)
            train_pairs(source, target, first, last, epoch, cross, local.memory, totals)
            return totals

        cuts = self._cuts(corpus)
        sums = np.zeros((self.epochs, 5))
        with closing(run_slices(train, self._slices(cuts), self.workers)) as results:
            ranges = zip(self._slices(cuts), results, strict=True)
            for done, ((_, _, epoch), totals) in enumerate(ranges, 1):
                sums[epoch] += totals
                loss = totals[0] / max(totals[1], 1)
                # vectors of zeros have the loss (1 + negative) ln 2; far above, they explode
                if not loss < 4 * (1 + self.negative) or not np.isfinite(totals[3]):
                    raise DivergenceError(
                        f"training diverges: lower learning_rate (now {self.learning_rate}) or "
                        f"clip (now {self.clip})"
                    )
                if progress is not None:
                    values = {"loss": loss, "cross": totals[3] / max(totals[4], 1)}
                    share = done / (len(cuts) - 1)
                    progress(Progress("training", share, self.epochs, "epochs", values))
        self.losses_ = sums[:, [0, 3]] / np.maximum(sums[:, [1, 4]], 1)
        for trainer in trainers:
            trainer.check_finite()
        words = len(corpus.source.vocabulary) + len(corpus.target.vocabulary)
        refuse_untrained(int(sums[:, 2].sum()), words, self.epochs)
        source, target = (
            (trainer.input_vectors.copy(), trainer.output_vectors.copy()) for trainer in trainers
        )
        return self._space_of(
            corpus,
            source[0],
            target[0],
            context_vectors=(source[1], target[1]),
        )

    def _cuts(self, corpus: AlignedCorpus) -> list[int]:
        """Return the pairs at which an epoch is cut into ranges."""
        tokens = corpus.source.offsets + corpus.target.offsets
        inner = np.searchsorted(tokens, np.arange(SLICE, tokens[-1], SLICE))
        return np.unique(np.concatenate(([0], inner, [len(corpus)]))).tolist()

    def _slices(self, cuts: list[int]) -> Iterator[tuple[int, int, int]]:
        """Yield the ranges of all epochs: first, last, epoch."""
        for epoch in range(self.epochs):
            for first, last in pairwise(cuts):
                yield first, last, epoch

    def _skip_gram(self, seed: np.random.SeedSequence) -> SkipGramParameters:
        return SkipGramParameters(
            dim=self.dim,
            window=self.window,
            negative=self.negative,
            sample=self.sample,
            epochs=self.epochs,
            alpha=self.learning_rate,
            seed=int(seed.generate_state(1)[0]),
        )

    def _cross(self, key: np.random.SeedSequence) -> Cross:
        return Cross(
            weight=float(self.cross_weight),
            divide=self.scale == "gradient",
            clip=float(self.clip),
            updates=self.cross_updates,
            key=key.generate_state(1, np.uint64)[0],
        )

    def _extra_arrays(self) -> dict[str, np.ndarray]:
        return {"losses": self.losses_}

    def _restore_arrays(self, arrays: Mapping[str, np.ndarray]) -> None:
        self.losses_ = np.asarray(arrays["losses"])
